"""The rest of the rules as settled: paragraphs not in the other `test_precise_*.py`.

As there, a test is named after its paragraph and quotes it.
"""

import pytest

from ginrules.cards import CardSet
from ginrules.errors import RecordError, ScoreError, TakenThisTurn
from ginrules.match import add_round, new_match, settle
from ginrules.melds.arrange import deadwood, melds_in
from ginrules.play.actions import Discard, Knock
from ginrules.play.engine import apply, chance_action
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DrawTurn, Reshuffle
from ginrules.presets import preset, preset_names
from ginrules.rules.model import RuleSet
from ginrules.scoring import pad_entry, price
from ginrules.scoring.settle import settle_game
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD, pad_match
from tests.rulebook.conftest import play, refusal, run_down, stack, texts

PENALTY, MAHJONG = preset("penalty-2-to-4"), preset("mahjong-gin")
PLAYERS = [(name, players) for name in preset_names() for players in preset(name).player_counts]


def dead(seats):
    return Outcome(declarer=None, deadwood=(9,) * seats)


def round_of(match, winner):
    """Results for the tables due, every one won by the player in this seat for 5 points, or 5 charged to the others."""
    charged = match.rules.score_mode == "penalty"
    points = [points_at(winner, len(table.players)) for table in match.due]
    if charged:
        points = [tuple(5 - number for number in by_seat) for by_seat in points]
    return [pad_entry(by_seat, match.rules, winner=winner) for by_seat in points]


def points_at(winner, seats):
    return tuple(5 if seat == winner else 0 for seat in range(seats))


# --- standing rules and the price of a round ------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_standing_a_drawn_round_scores_nothing_and_the_same_dealer_deals_again(name, players):
    """A drawn round scores nothing, gives no box, and the same dealer deals again in every preset but deal-passes."""
    rules = preset(name).evolve(target=500, rounds=0)
    match = new_match(rules, players, dealer=1)
    after = add_round(match, *(dead(len(table.players)) for table in match.due))
    assert not any(after.games[0].points)
    assert not any(after.games[0].boxes)
    deals_again = {table.dealer for table in after.due} == {table.dealer for table in match.due}
    begins_again = {table.first for table in after.due} == {table.first for table in match.due}
    assert (deals_again, begins_again) == (name != "deal-passes", name != "deal-passes")


def test_price_a_gin_is_paid_whatever_the_other_holds():
    """(D + gin or big gin bonus) m, whatever D is."""
    rules = preset("oklahoma")
    for held in (0, 1, 20, 98):
        gin = Outcome(declarer=0, deadwood=(0, held), upcard="4s")
        assert price(gin, rules).points == (2 * (held + 25), 0)
        big = Outcome(declarer=1, deadwood=(held, 0), ending="big-gin", upcard="4s")
        assert price(big, rules).points == (0, 2 * (held + 31))


def test_standing_a_card_taken_from_the_pile_may_not_go_back_nor_be_the_card_of_a_knock():
    """It may not be discarded in the same turn, and may not be the card that a knock throws."""
    state = play(stack(["A23.456.789.T", "456.789.TJQ.K"], upcard="2s"), "take")
    assert {refusal(state, action) for action in (Discard("2s"), Knock("2s"))} == {TakenThisTurn}
    assert refusal(state, Knock("Ts")) is None


# --- 1 all-play -------------------------------------------------------------------------------------------


def test_1_6_equal_is_no_undercut_but_is_one_where_tie_says_so():
    """D = K: no undercut ("lower"). The value tie = undercut follows another page of that family."""
    level = Outcome(declarer=0, deadwood=(6, 6, 20))
    assert price(level, PENALTY).points == (0, 0, 14)
    assert price(level, PENALTY).winner == 0
    other = price(level, PENALTY.evolve(tie="undercut"))
    assert (other.winner, other.points) == (1, (25, 0, 14))


@pytest.mark.parametrize(("knocker", "winner"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_1_6_of_equal_undercutters_the_nearest_to_the_knockers_left(knocker, winner):
    """The lowest of them is W; ties go to the seat nearest the knocker's left."""
    held = tuple(8 if seat == knocker else 3 for seat in range(4))
    score = price(Outcome(declarer=knocker, deadwood=held), PENALTY)
    assert score.winner == winner
    assert score.points == tuple(5 + 25 if seat == knocker else 0 for seat in range(4))


def test_1_6_no_penalty_is_ever_negative_and_the_winner_has_none():
    """The winner gets 0. No penalty is ever negative, since W has the lowest count."""
    for share in ("own", "pooled"):
        for charge in ("difference", "full"):
            rules = PENALTY.evolve(penalty_share=share, undercut_penalty=charge)
            for held in ((0, 0, 0), (9, 3, 3), (5, 5, 5), (10, 0, 30), (1, 40, 2)):
                score = price(Outcome(declarer=0, deadwood=held), rules)
                assert min(score.points) == score.points[score.winner] == 0


def test_11b_pooled_with_full_the_knocker_pays_his_count_and_the_bonus():
    """`pooled` with `full`: the knocker K + bonus."""
    rules = PENALTY.evolve(penalty_share="pooled", undercut_penalty="full")
    assert price(Outcome(declarer=0, deadwood=(9, 7, 3)), rules).points == (34, 13, 0)


def test_2_6_each_seat_scores_what_it_has_laid_less_what_it_holds():
    """2 to 9 count 5, T, J, Q and K 10, an ace 15; the score can be negative, and there is no bonus for gin."""
    assert [deadwood(CardSet.parse(card), MAHJONG) for card in ("2c", "9d", "Th", "Ks", "As")] == [5, 5, 10, 10, 15]
    score = price(Outcome(declarer=0, deadwood=(0, 35, 5), laid=(40, 20, 0), ending="out"), MAHJONG)
    assert (score.points, score.boxes) == ((40, -15, -5), (0, 0, 0))


# --- 3 runs -------------------------------------------------------------------------------------------------


def test_3_1_the_thirteen_card_arc_is_one_run_whatever_its_start():
    """The 13-card arc is one run, whatever its start. In high-or-low the thirteen A…K are one run as well."""
    suit = "A23456789TJQK..."
    for ace in ("high-or-low", "round-the-corner"):
        whole = [meld for meld in melds_in(suit, STANDARD.evolve(ace_rank=ace)) if len(meld.cards) == 13]
        assert len(whole) == 1
    # arcs of three to twelve cards start at any of 13 ranks
    by_size = [len(meld.cards) for meld in melds_in(suit, STANDARD.evolve(ace_rank="round-the-corner"))]
    assert [by_size.count(size) for size in range(3, 14)] == [13] * 10 + [1]


@pytest.mark.parametrize(("ace", "valid"), [("low", False), ("high-or-low", True), ("round-the-corner", True)])
def test_3_1_from_the_two_up_to_the_ace(ace, valid):
    """High-or-low: `QKA`, up to `2…KA`; the ace is in a run once."""
    assert STANDARD.evolve(ace_rank=ace).tables.is_meld(CardSet.parse("23456789TJQKA...").mask) is True
    assert STANDARD.evolve(ace_rank=ace).tables.is_meld(CardSet.parse("3456789TJQKA...").mask) is valid


# --- 4 partnerships -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "target"),
    [
        ("partnership", 4, 125),
        ("partnership-teams", 6, 150),
        ("partnership-teams", 8, 150),
        ("partnership-teams", 10, 175),
        ("roodle", 6, 300),
        ("tedesco", 2, 150),
        ("tedesco-teams", 4, 150),
        ("tedesco-teams", 6, 175),
    ],
)
def test_4_4_target(name, players, target):
    """t = 2: 125; t = 3, 4: 150; t = 5: 175. rummytalk.com: 300. Tedesco 150/150/175."""
    rules = preset(name)
    short, enough = new_match(rules, players), new_match(rules, players)
    tables = players // 2
    rest = [dead(2)] * (tables - 1)
    for points in (1, (target - 2) // 2, (target - 1) // 2):
        short, enough = (add_round(match, pad_entry(points, rules, winner=0), *rest) for match in (short, enough))
    assert short.games[0].points[0] == target - 1
    enough = add_round(enough, pad_entry(1, rules, winner=0), *rest)
    assert not short.games[0].closed
    assert enough.games[0].closed


def test_4_3_drawn_tables_are_not_replayed():
    """A drawn table counts 0 and is not replayed."""
    rules = preset("partnership")
    match = new_match(rules, 4, results=[(pad_entry(9, rules, winner=1), dead(2))])
    assert (match.games[0].points, match.games[0].boxes) == ((0, 9), (0, 1))
    assert len(match.due) == 2  # both tables are dealt anew


def test_4_3_a_table_won_for_nothing_does_not_break_level_sums():
    """Tie-readings that give a table win for 0 points do not break it."""
    rules = preset("partnership").evolve(tie="knocker-wins")
    level = Outcome(declarer=1, deadwood=(4, 4))
    match = new_match(rules, 4, results=[(level, dead(2))])
    assert (match.games[0].points, match.games[0].boxes, match.scores[0].winner) == ((0, 0), (0, 0), None)


# --- 6 Hollywood ------------------------------------------------------------------------------------------------


def hollywood(rounds, **changes):
    rules = preset("hollywood").evolve(**changes)
    results = [dead(2) if side is None else pad_entry(points, rules, winner=side) for side, points in rounds]
    return new_match(rules, results=results)


def shut_out(match):
    return [settle_game(game, match.rules).shut_out for game in match.games]


def test_6_3_shutout_is_judged_on_the_column_alone():
    """No points in it / no entry in it / no entry and no drawn round while it was open."""
    rounds = [(0, 100), (1, 20), (0, 50), (None, 0), (0, 60)]
    for when, expected in (
        ("loser-no-points", [(1,), (1,), ()]),
        ("loser-no-wins", [(1,), (1,), ()]),
        ("winner-every-hand", [(1,), (), ()]),
    ):
        match = hollywood(rounds, shutout_when=when, column_entry="win-count")
        # B's first win came after column 1 was closed: it is written nowhere
        assert [game.points for game in match.games] == [(100, 0), (110, 0), (60, 0)]
        assert [game.closed for game in match.games] == [True, True, False]
        assert shut_out(match) == expected


def test_6_3_each_column_has_its_own_bonuses():
    """As a game of its own: game bonus, boxes = rounds that side entered in that column."""
    match = hollywood([(0, 60), (1, 30), (0, 70), (1, 20), (0, 80)], shutout="none")
    games = settle(match).games
    # column 1: A 60 + 70, B 30; column 2: A 70 + 80, B 20; column 3 is open, A 80
    assert [game.points for game in match.games] == [(130, 30), (150, 20), (80, 0)]
    assert [game.totals for game in games] == [(130 + 100 + 50, 30 + 25), (150 + 100 + 50, 20 + 25), (80 + 25, 0)]


def test_6_1_the_whole_score_is_written_and_drawn_rounds_nowhere():
    """The whole score of a round is written, never cut at the target; drawn rounds are written nowhere."""
    match = hollywood([(0, 40), (None, 0), (0, 65)])
    assert [game.points for game in match.games] == [(105, 0), (65, 0), (0, 0)]
    assert [game.boxes for game in match.games] == [(2, 0), (1, 0), (0, 0)]


def test_6_1_a_side_shut_out_of_a_game_begins_in_the_next_one():
    """Its next score is entered as the first score in the next game in progress; win-count writes it nowhere."""
    rounds = [(0, 60), (0, 60), (1, 20)]
    assert [game.points[1] for game in hollywood(rounds).games] == [0, 20, 0]
    assert [game.points[1] for game in hollywood(rounds, column_entry="win-count").games] == [0, 0, 0]


# --- 7 settlement -------------------------------------------------------------------------------------------------


def test_7_1_who_crosses_the_target_has_the_game_bonus_also_if_the_other_ends_higher():
    """C gets the game bonus, even if the other ends higher; boxes once, to each side; the net is the difference."""
    rules = RuleSet(winner_by="highest-total", box_bonus=60)
    match = new_match(
        rules, results=[*(pad_entry(19, rules, winner=1) for _ in range(5)), pad_entry(100, rules, winner=0)]
    )
    (game,) = settle(match).games
    assert game.totals == (100 + 100 + 60, 95 + 5 * 60)
    assert (match.winner, settle(match).net) == (1, (-135, 135))
    assert (
        settle(new_match(rules.evolve(winner_by="first-to-target"), results=match.entries)).games[0].totals
        == game.totals
    )


@pytest.mark.parametrize("target", [50, 100, 150, 200, 250, 300])
def test_7_9_a_target_by_choice(target):
    """Play to 50, 100, 150, 200, 250 or 300, and 100 if nothing is said. One target holds for the whole game."""
    rules = preset("online-rubl")
    assert rules.target == 100
    rules = rules.evolve(target=target)
    rounds = [*[100] * ((target - 1) // 100), (target - 1) % 100]
    match = new_match(rules, results=[pad_entry(points, rules, winner=0) for points in rounds])
    assert (match.is_over, match.games[0].points) == (False, (target - 1, 0))
    assert add_round(match, pad_entry(1, rules, winner=0)).is_over


# --- 8 and 9 ---------------------------------------------------------------------------------------------------------


def test_8_6_the_count_of_takes_runs_on_across_reshuffles():
    """The count runs on across reshuffles (11a)."""
    rules = PENALTY.evolve(take_cap=2)
    state = play(fresh(rules, 2, seed=3), "take")
    state = apply(state, Discard(next(iter(state.hands[state.turn] - CardSet.of([state.upcard])))))
    assert state.memory.takes == 1
    state = run_down(state)
    state = apply(state, Discard(next(iter(state.hands[state.turn]))))
    assert isinstance(state.phase, Reshuffle)
    state = apply(state, chance_action(state, 1))
    assert state.memory.takes == 1
    over = play(state, "take")
    assert (over.outcome.ending, over.outcome.reason) == ("dead", "take-cap")


def test_8_5_limit_and_upcard_stay_and_known_cards_stay_known():
    """Limit and upcard stay. Known cards in hands stay known."""
    rules = STANDARD.evolve(stock_exhausted="reshuffle", knock_source="upcard")
    state = play(stack(["A23.456.789.T", "456.789.TJQ.K"], rules, upcard="3s"), "take", "discard Ts")
    state = run_down(state)
    state = apply(state, Discard(next(iter(state.hands[state.turn]))))
    after = apply(state, chance_action(state, 5))
    assert isinstance(after.phase, DrawTurn)
    assert (after.knock_limit, str(after.upcard)) == (3, "3s")
    assert after.known == state.known
    assert "3s" in map(str, after.known[0])


def test_9_5_a_dealt_gin_hand_may_declare_big_gin_after_its_draw():
    """A dealt gin hand must still draw … and throw a card, or declare big gin."""
    state = stack(["A234.456.789.", "6789.789.TJ.K"], upcard="5c")
    assert texts(state) == ["take", "decline"]
    assert "big gin" in texts(play(state, "take"))


def test_9_2_undercut_without_bonus_still_gives_its_boxes():
    """`undercut-no-bonus` still gives `undercut_boxes`; `tie nobody`: a drawn round, result "tie" (11b)."""
    level = Outcome(declarer=0, deadwood=(6, 6))
    score = price(level, RuleSet(tie="undercut-no-bonus", undercut_boxes=1))
    assert (score.result, score.points, score.boxes) == ("undercut", (0, 0), (0, 2))
    tie = price(level, RuleSet(tie="nobody", undercut_boxes=1))
    assert (tie.result, tie.winner, tie.boxes) == ("tie", None, (0, 0))
    assert price(level, RuleSet(tie="knocker-wins", knock_bonus=15)).points == (15, 0)


# --- 10 next dealer -------------------------------------------------------------------------------------------------

LEFT, WINNER, LOSER, FIXED = "left", "winner", "loser", "fixed"
DEALS = {
    LEFT: (
        "standard biggin50 straight-gin hollywood exact-50 rubl cardgames-io knock10-gin25 gin30-biggin50 online-rubl "
        "world-club oklahoma oklahoma-kisses round-the-corner tedesco gra-tournament penalty-2-to-4 mahjong-gin"
    ),
    WINNER: "classic hoyle oklahoma-ace-one palace",
    LOSER: "oklahoma-second-deck",
    FIXED: "openspiel",
}


@pytest.mark.parametrize(("rule", "name"), [(rule, name) for rule, names in DEALS.items() for name in names.split()])
def test_10_next_dealer_for_two(rule, name):
    """The table of next dealers; "left" for two seats is "alternate"."""
    rules = preset(name).evolve(target=500, rounds=0)
    for dealer in (0, 1):
        for winner in (0, 1):
            match = new_match(rules, 2, dealer=dealer)
            match = add_round(match, *round_of(match, winner))
            expected = {LEFT: 1 - dealer, WINNER: winner, LOSER: 1 - winner, FIXED: dealer}[rule]
            assert match.due[0].dealer == expected


@pytest.mark.parametrize("name", ["penalty-2-to-4", "mahjong-gin"])
@pytest.mark.parametrize("players", [3, 4])
def test_10_to_the_left_for_three_and_four(name, players):
    """penalty-2-to-4, mahjong-gin: left."""
    match = new_match(preset(name).evolve(target=500, rounds=0), players, dealer=1)
    dealers = []
    for winner in (0, 2, 1, 0, 2):
        dealers.append(match.due[0].dealer)
        match = add_round(match, *round_of(match, winner))
    assert dealers == [(1 + step) % players for step in range(5)]


@pytest.mark.parametrize(("name", "players"), [("partnership", 4), ("tedesco-teams", 4), ("tedesco-teams", 6)])
def test_10_all_members_of_the_winning_side(name, players):
    """partnership, tedesco teams: all members of the winning side."""
    for winner in (0, 1):
        match = new_match(preset(name), players)
        match = add_round(match, *round_of(match, winner))
        assert {table.dealer % 2 for table in match.due} == {winner}
        assert len({table.dealer for table in match.due}) == players // 2


# --- 11b first seats, columns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_11b_first_seats_from_the_dealer(dealer):
    """Sit-out: the dealer plays the player at the left; `idle-loser`: the dealer is idle; rotating box: in the box."""
    left, third = (dealer + 1) % 3, (dealer + 2) % 3
    (cut,) = new_match(preset("cutthroat"), 3, dealer=dealer).due
    assert (cut.dealer, set(cut.players), cut.resting, cut.first) == (dealer, {dealer, left}, (third,), left)
    (idle,) = new_match(preset("three-handed"), 3, dealer=dealer).due
    assert (idle.dealer, set(idle.players), idle.resting, idle.first) == (dealer, {left, third}, (dealer,), left)
    (box,) = new_match(preset("rotating-box"), 3, dealer=dealer).due
    assert (box.dealer, box.players, box.resting) == (dealer, (dealer, left), (third,))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_11b_captain_player_0_in_the_box_player_1_captain(players):
    """Captain: player 0 in the box, player 1 captain. The captain deals after every decided round."""
    match = new_match(preset("captain"), players)
    assert (match.due[0].players, match.due[0].resting) == ((0, 1), tuple(range(2, players)))
    for winner in (0, 1):
        after = add_round(match, pad_entry(points_at(winner, 2), match.rules, winner=winner))
        captain = after.due[0].players[1]
        assert after.due[0].dealer == captain == (2 if winner == 0 else 1)
    with pytest.raises(ScoreError, match="first dealer: expected a whole number from 0 to 1, got 2"):
        new_match(preset("captain"), players, dealer=2)


def test_11b_the_boxes_as_priced_enter_every_column_the_round_enters():
    """Columns: the boxes as priced enter every column the round enters."""
    rules = preset("oklahoma-kisses").evolve(columns=3)
    gin = Outcome(declarer=0, deadwood=(0, 10), upcard="4s")
    match = new_match(rules, results=[Outcome(declarer=0, deadwood=(3, 9), upcard="4h"), gin])
    assert [game.boxes for game in match.games] == [(1 + 1 + 4, 0), (1 + 4, 0), (0, 0)]
    assert [game.points for game in match.games] == [(6 + 70, 0), (70, 0), (0, 0)]


# --- 13.4 the deal after a drawn round ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "changes", "dealers"),
    [
        ("standard", 2, {}, [[0], [0], [1], [1]]),
        ("standard", 2, {"drawn_dealer": "next"}, [[0], [1], [0], [1]]),
        ("standard", 2, {"drawn_dealer": "next", "next_dealer": "winner"}, [[0], [1], [0], [1]]),
        ("oklahoma-second-deck", 2, {"drawn_dealer": "next"}, [[0], [1], [1], [0]]),
        ("penalty-2-to-4", 3, {"drawn_dealer": "next"}, [[0], [1], [2], [0]]),
        ("partnership", 4, {"drawn_dealer": "next"}, [[0, 2], [1, 3], [0, 2], [3, 1]]),
    ],
)
def test_13_4_the_deal_passes_after_a_drawn_round_where_the_rule_says_so(name, players, changes, dealers):
    """A drawn round, a win of seat 0, a drawn round: who deals each of them, and the next round."""
    rules = preset(name).evolve(**changes)
    match = new_match(rules, players)
    known = [sorted(table.dealer for table in match.due)]
    for winner in (None, 0, None):
        seats = len(match.due[0].players)
        card = {"upcard": "2c"} if rules.knock_source == "upcard" else {}
        card = {"knock_card": "2c"} if rules.knock_source == "knock-card" else card
        facts = dead(seats) if winner is None else Outcome(declarer=0, deadwood=(0, *[9] * (seats - 1)), **card)
        match = add_round(match, *[facts] * len(match.due))
        known.append(sorted(table.dealer for table in match.due))
    assert known == [sorted(players) for players in dealers]


def test_13_4_void_and_level_rounds_are_drawn_too():
    rules = RuleSet(drawn_dealer="next", tie="nobody", layoff="including-gin")
    for held in ((5, 5), (0, 0)):
        match = new_match(rules, results=[Outcome(declarer=0, deadwood=held)])
        assert (match.scores[0].winner, match.due[0].dealer) == (None, 1)


# --- 14.2 a drawn table on a score pad ------------------------------------------------------------------------------


def test_14_2_the_spade_of_a_drawn_table():
    """A line for a drawn table may name its spade, if a spade doubles the box of a team. Elsewhere that is an error."""
    spades = "knock_source=upcard+spade_multiplier=2+spade_scope"
    lines = "players Ann Bo Cy Di\nAnn 18 x2\ndead Cy Di{}\n"
    for marked, boxes in (("", (1, 0)), (" x2", (2, 0))):
        match = pad_match(f"rules partnership+{spades}=hand-and-all-boxes\n{lines.format(marked)}")
        assert match.games[0].boxes == boxes
    for elsewhere in (f"partnership+{spades}=hand", f"partnership+{spades}=hand-and-extra-boxes"):
        with pytest.raises(RecordError, match="line 4: 'x2' on a drawn line"):
            pad_match(f"rules {elsewhere}\n{lines.format(' x2')}")
