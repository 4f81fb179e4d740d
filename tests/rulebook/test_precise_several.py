"""Gain at one table of three to six, and the last player standing: the worked examples of §13.1 and §13.2."""

import pytest

import ginrules as gin
import ginrules.svg
import ginrules.terminal
from tests.conftest import pad_match as loads_pad

KNOCK_RUMMY = gin.preset("knock-rummy")
GROUP_GIN = gin.preset("group-gin")
ELIMINATION = gin.preset("penalty-elimination")


def knocked(*deadwood):
    return gin.Outcome(declarer=0, deadwood=deadwood)


# --- §13.1 payments of a round

LEVEL = (8, 15, 8, 30)
UNDERCUT_TWICE = (9, 4, 6, 20)
GIN = (0, 12, 20, 31)
PAIRS = GROUP_GIN.evolve(knock_limit=10)
TAKES_ALL = GROUP_GIN.evolve(gain_from="winner-takes-all", undercut_bonus=10)


@pytest.mark.parametrize(
    ("rules", "deadwood", "result", "winner", "points"),
    [
        (TAKES_ALL, LEVEL, "undercut", 2, (0, 0, 39, 0)),
        (TAKES_ALL.evolve(tie="undercut-no-bonus"), LEVEL, "undercut", 2, (0, 0, 29, 0)),
        (TAKES_ALL.evolve(tie="knocker-wins"), LEVEL, "knock", 0, (29, 0, 0, 0)),
        (TAKES_ALL.evolve(tie="knocker-wins", knock_bonus=15), LEVEL, "knock", 0, (44, 0, 0, 0)),
        (TAKES_ALL.evolve(tie="nobody"), LEVEL, "tie", None, (0, 0, 0, 0)),
        (PAIRS, LEVEL, "knock", 0, (29, 0, 25, 0)),
        (PAIRS.evolve(tie="undercut-no-bonus"), LEVEL, "knock", 0, (29, 0, 0, 0)),
        (PAIRS.evolve(tie="knocker-wins", knock_bonus=5), LEVEL, "knock", 0, (44, 0, 0, 0)),
        (PAIRS.evolve(tie="nobody", knock_bonus=5), LEVEL, "knock", 0, (39, 0, 0, 0)),
        (PAIRS.evolve(tie="undercut-no-bonus"), (8, 8, 8), "tie", None, (0, 0, 0)),
        (TAKES_ALL, GIN, "gin", 0, (138, 0, 0, 0)),
        (PAIRS, GIN, "gin", 0, (138, 0, 0, 0)),
        (TAKES_ALL.evolve(gin_bonus=0), (0, 0, 0), "gin", 0, (0, 0, 0)),
        (PAIRS.evolve(gin_bonus=0), (0, 0, 0), "gin", 0, (0, 0, 0)),
        (TAKES_ALL, UNDERCUT_TWICE, "undercut", 1, (0, 33, 0, 0)),
        (PAIRS, UNDERCUT_TWICE, "undercut", 1, (11, 30, 28, 0)),
        (TAKES_ALL, (9, 20, 4, 4), "undercut", 2, (0, 0, 31, 0)),  # ties: the nearest to the knocker's left
        (PAIRS.evolve(undercut_bonus=0), (9, 12, 6, 6), "knock", 0, (3, 0, 3, 3)),  # level gains: the knocker
    ],
)
def test_13_1_what_a_round_pays(rules, deadwood, result, winner, points):
    """W gains from every other seat, or every other seat settles with the knocker alone; one box to the winner."""
    score = gin.price(knocked(*deadwood), rules)
    assert (score.result, score.winner, score.points) == (result, winner, points)
    boxes = [int(seat == winner) for seat in range(len(deadwood))]
    assert list(score.boxes) == boxes
    again = gin.price(gin.Outcome(declarer=1, deadwood=(deadwood[-1], *deadwood[:-1])), rules)
    assert again.points == (points[-1], *points[:-1])


def test_13_1_extra_boxes_and_big_gin():
    """`undercut_boxes` go to the winner of the round alone; an undercut knocker who gained most has one box."""
    boxes = PAIRS.evolve(undercut_boxes=2, gin_boxes=1, big_gin_boxes=3, big_gin=True, box_bonus=25)
    assert gin.price(knocked(*UNDERCUT_TWICE), boxes).boxes == (0, 3, 0, 0)
    assert gin.price(knocked(9, 8, 30, 40), boxes).boxes == (1, 0, 0, 0)
    assert gin.price(knocked(*GIN), boxes).boxes == (2, 0, 0, 0)
    big = gin.Outcome(declarer=0, deadwood=GIN, ending="big-gin")
    for rules in (boxes, boxes.evolve(gain_from="winner-takes-all")):
        score = gin.price(big, rules)
        assert (score.result, score.points, score.boxes) == ("big-gin", (156, 0, 0, 0), (4, 0, 0, 0))


def test_13_1_two_seats_are_as_ever():
    """`gain_from` with two seats only is accepted and read nowhere."""
    outcome = gin.Outcome(declarer=0, deadwood=(9, 4))
    assert gin.price(outcome, KNOCK_RUMMY).points == (0, 15)
    assert gin.price(outcome, gin.RuleSet(gain_from="each-with-knocker")) == gin.price(outcome, gin.RuleSet())


# --- §13.1 the game


def several(rules, *rounds, players=3):
    return gin.new_match(rules, players, results=[knocked(*deadwood) for deadwood in rounds])


def test_13_1_several_cross_and_the_highest_takes_the_game():
    """C is the highest at or above the target, not necessarily the winner of that round; every pair settles."""
    rules = GROUP_GIN.evolve(game_bonus=50, undercut_bonus=40, tie="undercut", shutout="flat", box_bonus=10)
    # 40 + 40 for seats 1 and 2, who are level with the knocker; then the knocker gains most, seat 2 is highest
    match = several(rules, (8, 8, 8), (8, 58, 8), (8, 68, 6))
    game = match.games[0]
    assert (game.points, game.closed, game.crossed) == ((110, 40, 122), True, 2)
    assert [score.winner for score in match.scores] == [1, 0, 0]
    settled = gin.settle(match)
    # boxes 2 / 1 / 0 at 10; the bonus of 50 and the flat shutout of nobody: each has won a round but seat 2 itself
    assert settled.games[0].totals == (130, 50, 172)
    assert [(payment.payer, payment.payee, payment.points) for payment in settled.payments] == [
        (1, 0, 80),
        (0, 2, 42),
        (1, 2, 122),
    ]
    assert (match.winner, settled.net) == (2, (38, -202, 164))


def test_13_1_level_at_the_target_play_goes_on():
    """Level at the target: further rounds until one leads; level when rounds are played out: bonus to nobody."""
    rules = GROUP_GIN.evolve(undercut_bonus=50, game_bonus=30)
    match = several(rules, (8, 8, 8), (8, 8, 8))
    assert match.games[0].points == (0, 100, 100)
    assert not match.is_over
    assert gin.add_round(match, knocked(3, 4, 5)).games[0].points == (3, 100, 100)
    assert gin.add_round(match, knocked(5, 4, 15)).winner == 1
    both = several(rules.evolve(rounds=2), (8, 8, 8), (8, 8, 8))
    assert (both.is_over, both.winners, both.games[0].crossed) == (True, (), None)
    assert gin.settle(both).games[0].totals == (0, 100, 100)
    highest = several(rules.evolve(rounds=2, winner_by="highest-total", box_bonus=5), (8, 8, 8), (8, 8, 8))
    assert highest.winner == 1  # two rounds won by the nearest to the knocker's left: two boxes


def test_13_1_the_deal_goes_to_the_left():
    match = several(KNOCK_RUMMY, (1, 2, 3, 4, 5, 6), players=6)
    assert (match.due[0].dealer, match.due[0].first) == (1, 2)
    hands = [gin.deal(KNOCK_RUMMY, gin.shuffled(7, KNOCK_RUMMY), seats=seats).hands for seats in range(2, 7)]
    assert [{len(hand) for hand in dealt} for dealt in hands] == [{10}, {7}, {7}, {6}, {6}]


def test_13_1_a_written_score_where_several_gain():
    """On a pad the winner gained most, and nobody less than 0."""
    assert gin.pad_entry((11, 30, 28, 0), GROUP_GIN, winner=1, result="undercut").points == (11, 30, 28, 0)
    assert gin.pad_entry((0, 0, 33, 0), KNOCK_RUMMY, winner=2).points == (0, 0, 33, 0)
    wrong = ((11, 30, 28), GROUP_GIN, 0), ((0, 0, 0), GROUP_GIN, 1), ((-1, 3, 0), GROUP_GIN, 1)
    for points, rules, winner in (*wrong, ((1, 3, 0), KNOCK_RUMMY, 1)):
        with pytest.raises(gin.ScoreError):
            gin.pad_entry(points, rules, winner=winner)
    level = GROUP_GIN.evolve(tie="nobody"), GROUP_GIN.evolve(tie="undercut-no-bonus"), KNOCK_RUMMY.evolve(tie="nobody")
    can_draw = (*level, GROUP_GIN.evolve(undercut_bonus=0))
    drawn = {rules: gin.pad_entry((0, 0, 0), rules, winner=None, result="tie") for rules in can_draw}
    assert {score.result for score in drawn.values()} == {"tie"}
    for rules in (GROUP_GIN, KNOCK_RUMMY.evolve(tie="undercut-no-bonus")):
        with pytest.raises(gin.ScoreError, match="as the result under these rules"):
            gin.pad_entry((0, 0, 0), rules, winner=None, result="tie")


# --- §13.2


def charged(match, winner, *points):
    return gin.add_round(match, gin.pad_entry(points, match.rules, winner=winner))


def four_down_to_two():
    """Totals 96, 101, 40, 100 after three rounds, the last two of which were won by the same player."""
    match = charged(gin.new_match(ELIMINATION, 4, dealer=3), 2, 95, 50, 0, 49)
    return charged(charged(match, 2, 1, 0, 0, 50), 0, 0, 51, 40, 1)


def test_13_2_the_worked_example():
    """Players 1 and 3 are out; 0 and 2 play on with ten cards each; 96 + 5 = 101 and 40: player 2 wins."""
    match = four_down_to_two()
    assert match.games[0].points == (96, 101, 40, 100)
    (table,) = match.due
    assert (table.players, table.resting, match.is_over) == ((0, 2), (1, 3), False)
    assert table.dealer == 2  # the deal passed over the player at the left, who is out
    state = gin.deal(ELIMINATION, gin.shuffled(7, ELIMINATION), dealer=table.dealer_seat, seats=len(table.players))
    assert [len(hand) for hand in state.hands] == [10, 10]
    with pytest.raises(gin.ScoreError, match="2 seats"):
        charged(match, 2, 5, 0, 0, 0)
    match = charged(match, 1, 5, 0)
    assert (match.games[0].points, match.is_over, match.winner) == ((101, 101, 40, 100), True, 2)
    settled = gin.settle(match)
    assert settled.totals == (101, 101, 40, 100)
    assert settled.net == (-62, -62, 182, -58)


def test_13_2_one_after_another_is_out():
    match = charged(charged(gin.new_match(ELIMINATION, 4, dealer=2), 0, 0, 10, 20, 40), 0, 0, 0, 0, 70)
    assert (match.due[0].dealer, match.due[0].resting) == (0, (3,))
    match = charged(charged(match, 2, 0, 50, 0), 2, 0, 50, 0)
    assert (match.due[0].players, match.due[0].dealer, match.due[0].resting) == ((0, 2), 2, (1, 3))


def test_13_2_a_drawn_round_has_the_same_dealer_and_players():
    match = four_down_to_two()
    drawn = gin.add_round(match, gin.Outcome(declarer=None, deadwood=(20, 20)))
    assert drawn.due == match.due


def test_13_2_best_of_three_seats_everybody_again():
    rules = ELIMINATION.evolve(
        seating="head-to-head", player_counts=(2,), next_dealer="winner", match_form="best-of", match_games=3
    )
    match = charged(gin.new_match(rules), 1, 100, 0)
    assert (match.due[0].players, match.due[0].dealer, match.accounts, match.is_over) == ((0, 1), 1, (0, 1), False)
    assert charged(match, 1, 120, 0).winner == 1


def test_13_2_a_sheet_says_who_is_out():
    match = four_down_to_two()
    assert str(match).splitlines()[-1] == "next to deal: C; out: B, D"
    after = str(charged(match, 0, 0, 7)).splitlines()
    assert after[-2].split() == ["4", "C", "A", "knock", "0", ".", "7", ".", "96–101–47–100"]
    shown = [gin.svg.sheet_svg(match).svg, gin.terminal.colored(match, color="never")]
    assert all("Out: B, D" in text and "out at 100" in text for text in shown)


def test_13_a_score_pad_of_several():
    """Only those left are on the line of a round; the others' points may be left out if one gains."""
    pad = "rules penalty-elimination-50\nplayers Ann Bo Cy\nAnn knocks 3 Bo 53 Cy 20\n"
    match = loads_pad(pad + "Cy gin Ann 12\n")
    assert (match.games[0].points, match.out) == ((37, 50, 17), (1,))
    with pytest.raises(gin.RecordError, match="Ann against Cy"):
        loads_pad(pad + "Cy gin Ann 12 Bo 3\n")
    assert loads_pad("rules knock-rummy\nplayers A B C D E F\nE 39 undercut").games[0].points == (0, 0, 0, 0, 39, 0)
    pairs = loads_pad("rules group-gin\nplayers A B C D\nB 30 A 11 C 28 undercut\nA knocks 8 B 15 C 8 D 30")
    assert pairs.games[0].points == (40, 30, 53, 0)


def test_13_pictures_of_six_and_of_a_table_of_those_left():
    state = gin.deal(KNOCK_RUMMY, gin.shuffled(7, KNOCK_RUMMY), seats=6)
    for position in (state, gin.view(state, 4), gin.view(state, None)):
        assert gin.svg.round_svg(position, names=list("ABCDEF")).svg.count("Player") == 0
        assert all(len(line) <= 80 for line in gin.terminal.colored(position, color="never").splitlines())


# --- refusals (§13a)

ALL_GAIN = {"seating": "all-play", "player_counts": (2, 3, 4), "shutout": "none"}
LAST = {"game_end": "last-standing", "score_mode": "penalty", "box_bonus": 0, "game_bonus": 0, "shutout": "none"}


REFUSED = [
    ({"spade_multiplier": 2, "knock_source": "upcard"}, "spade_multiplier = 2: must be 1"),
    ({"gin_off_bonus": 25}, "gin_off_bonus = 25: must be 0"),
    ({"undercut_moves": "knocker"}, 'undercut_moves = "knocker": must be defender'),
    ({"shutout": "double-total"}, 'shutout = "double-total": must be none or flat'),
    ({"exact_margin_forfeit": 50}, "exact_margin_forfeit = 50: must be 0"),
    ({"open_melds": True, "knock_limit": 0, "big_gin": False, "layoff": "none"}, "open_melds = true: must be false"),
]
BOTH = "with seating = all-play and score_mode = gain and player_counts = 2, 3, 4: "
ALSO = [
    (ALL_GAIN | {"columns": 3}, "columns = 3: must be 1 with seating = all-play"),
    (ALL_GAIN | {"match_form": "best-of"}, 'match_form = "best-of": must be single with seating = all-play'),
    (ALL_GAIN | {"match_form": "points"}, 'match_form = "points": must be single with seating = all-play'),
    (ALL_GAIN | {"next_dealer": "loser"}, 'next_dealer = "loser": must be alternate or winner or fixed'),
    (ALL_GAIN | {"layoff": "including-gin"}, 'layoff = "including-gin": must be knock-only or none'),
    (ALL_GAIN | {"player_counts": (2, 7)}, "all-play needs 2 to 6 players, not 7"),
    (ALL_GAIN | {"player_counts": (5,)}, "hand_size = { 2 = 10, 3 = 7, 4 = 7 }: has no number for 5 seats"),
    (ALL_GAIN | {"player_counts": (6,), "hand_size": 9}, "6 seats × 9 cards + 1 upcard = 55, the pack has 52"),
    (LAST | {"score_mode": "gain"}, 'score_mode = "gain": must be penalty with game_end = last-standing'),
    (
        LAST | {"seating": "captain", "player_counts": (3,), "next_dealer": "winner"},
        'seating = "captain": must be head-to-head or all-play with game_end = last-standing',
    ),
    (LAST | {"target": 0}, "target = 0: must be 1 or more with game_end = last-standing"),
    (LAST | {"rounds": 4}, "rounds = 4: must be 0 with game_end = last-standing"),
    (
        LAST | {"seating": "all-play", "player_counts": (4,), "hand_size": {2: 10, 4: 7}},
        "no number for 3 seats at the table; add 3 = … (game_end = last-standing: players drop out until two are left)",
    ),
]


@pytest.mark.parametrize(
    ("values", "message"), [*((ALL_GAIN | values, text + " " + BOTH) for values, text in REFUSED), *ALSO]
)
def test_what_is_refused_is_named_with_both_rules(values, message):
    with pytest.raises(gin.RuleSetError) as caught:
        gin.RuleSet(**values)
    assert message in str(caught.value)
