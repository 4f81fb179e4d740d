"""The seeds, sentence by sentence: each statement is played or priced under the preset that stands for its text.

`tests/data/source_rules.toml` says which sentence each test shows; rules of mahjong, Hollywood and penalty games
of the seeds are shown in the files `test_precise_*.py`.
"""

import pytest

from ginrules.cards import CARDS, Card, CardSet
from ginrules.errors import LayoffNotAllowed, RoundIsOver, TakenThisTurn, TooMuchDeadwood
from ginrules.match import add_round, cut, new_match, settle
from ginrules.melds.arrange import best_arrangement, deadwood, sorted_by_meld, sorted_by_rank, sorted_by_suit
from ginrules.play.actions import Discard, Knock, LayOff
from ginrules.play.deal import deal, shuffled
from ginrules.play.engine import legal_actions, why_illegal
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DrawTurn, LayoffTurn, UpcardOffer
from ginrules.presets import preset
from ginrules.rules.diff import diff
from ginrules.scoring import pad_entry, price
from ginrules.testing.policies import fresh
from tests.rulebook.conftest import defended, drawn, knocked, play, run_down, spread, stack, texts

CARDGAMES, HOUSE, GUIDE = preset("cardgames-io"), preset("knock10-gin25"), preset("gin30-biggin50")
WIKIPEDIA, ONLINE, HOYLE = preset("standard"), preset("online-rubl"), preset("hoyle")
PENALTY, MAHJONG, TEDESCO = preset("penalty-2-to-4"), preset("mahjong-gin"), preset("tedesco")
AGREED = [CARDGAMES, HOUSE, GUIDE, WIKIPEDIA, ONLINE, HOYLE]
"""The presets of the seeds' ordinary two-handed games."""

agreed = pytest.mark.parametrize("rules", AGREED, ids=lambda rules: rules.name)

READY = "A23.456.789.T"  # ten points loose
OTHER = "Kd Ks Qd Qs Jd Js Tc Td 9s 8s"
DEAD = Outcome(declarer=None, deadwood=(20, 20))


def knocks(state):
    """The cards with which the seat in turn may knock, as printed."""
    return [text.removeprefix("knock ") for text in texts(state) if text.startswith("knock ")]


def points(rules, declarer, *held, **facts):
    """The payments of a round, by seat."""
    return price(Outcome(declarer=declarer, deadwood=held, **facts), rules).points


# --- deal and first turn ---------------------------------------------------------------------------


@agreed
def test_ten_cards_each_the_next_face_up_the_rest_is_stock(rules):
    """Gin Rummy Online: "ten cards each are dealt to 2 players. The 21-st card is opened face up"."""
    order = shuffled(4, rules)
    state = deal(rules, order, dealer=0)
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert state.upcard == order[20]
    assert state.discards == (order[20],)
    assert len(state.stock) == 52 - 21
    assert sorted([*state.hands[0], *state.hands[1], *state.stock, *state.discards]) == sorted(CARDS)


def test_cards_are_dealt_alternately():
    """Gin rummy notes: "passes out 10 cards alternately to each player"."""
    order = shuffled(4, HOUSE)
    state = deal(HOUSE, order, dealer=0)
    assert state.hands[1] == CardSet.of(order[0:20:2])
    assert state.hands[0] == CardSet.of(order[1:20:2])


@agreed
def test_the_upcard_is_offered_to_the_non_dealer_then_to_the_dealer(rules):
    """Gin rummy notes: "The player opposite of the dealer has the option"; "If they choose to pass, the dealer"."""
    state = stack([READY, OTHER], rules, dealer=1)
    assert (state.phase, texts(state)) == (UpcardOffer(0), ["take", "decline"])
    taken = play(state, "take")
    assert len(taken.hands[0]) == 11
    state = play(state, "decline")
    assert (state.phase, texts(state)) == (UpcardOffer(1), ["take", "decline"])
    assert play(state, "take").turn == 1


@pytest.mark.parametrize("rules", [rules for rules in AGREED if rules is not CARDGAMES], ids=lambda rules: rules.name)
def test_both_pass_the_non_dealer_draws_from_the_stock(rules):
    """Gin Rummy Online: "the non-dealer must start a game by drawing the top card from the deck"."""
    state = play(stack([READY, OTHER], rules, dealer=1), "decline", "decline")
    assert (state.turn, texts(state)) == (0, ["draw"])


def test_both_pass_on_cardgames_io_the_first_player_takes_his_turn_normally():
    """Online rules 1: "If they pass too, the first player takes their turn normally"."""
    state = play(stack([READY, OTHER], CARDGAMES, dealer=1), "decline", "decline")
    assert (state.turn, texts(state)) == (0, ["draw", "take"])


def test_no_drawing_from_the_stock_while_the_upcard_is_offered():
    """Gin Rummy Online: "no drawing from deck is yet allowed"."""
    state = stack([READY, OTHER], ONLINE, dealer=1)
    assert "draw" not in texts(state)
    assert "draw" not in texts(play(state, "decline"))


# --- the turn ---------------------------------------------------------------------------------------


@agreed
def test_a_turn_is_one_card_from_either_pile_and_one_discard(rules):
    """Gin rummy notes: "must pick up a card from either the stock or the discard pile … and remove one card"."""
    state = play(stack([READY, OTHER], rules, dealer=1), "decline", "decline", "draw", "discard Ts")
    assert (state.phase, texts(state)) == (DrawTurn(1), ["draw", "take"])
    for text in ("draw", "take"):
        after = play(state, text)
        assert len(after.hands[1]) == 11
        assert "draw" not in texts(after)  # one card, not two
        ended = play(after, "discard 8s")
        assert len(ended.hands[1]) == 10
        assert ended.discards[-1] == Card.parse("8s")
        assert ended.phase == DrawTurn(0)


@agreed
def test_a_card_from_the_stock_may_be_thrown_at_once_one_from_the_pile_not(rules):
    """Online rules 1: "he may not discard that card until his next turn … He may however discard a card he has just
    drawn from the deck, or any other card".
    """
    state = stack([READY, OTHER], rules, dealer=1, upcard="Kh", stock="Qh 2s 3s")
    taken = play(state, "take")
    assert isinstance(why_illegal(taken, Discard("Kh")), TakenThisTurn)
    assert [text for text in texts(taken) if text.startswith("discard")] == [
        f"discard {card}" for card in CardSet.of(READY)
    ]
    later = play(taken, "discard Ts", "draw", "discard 8s", "draw")
    assert "discard Kh" in texts(later)
    assert "discard 2s" in texts(later)  # just drawn from the stock


# --- melds and values -------------------------------------------------------------------------------


@agreed
@pytest.mark.parametrize("cards", ["8h 8s 8d", "Qh Qs Qd Qc", "Ah 2h 3h", "6c 7c 8c 9c Tc", "Js Qs Ks"])
def test_sets_of_three_or_four_and_runs_of_three_or_more(rules, cards):
    """Online rules 1: "H8 S8 D8 or H12 S12 D12 C12"; "H1 H2 H3 or C6 C7 C8 C9 C10"."""
    assert rules.tables.is_meld(CardSet.parse(cards).mask)


@agreed
@pytest.mark.parametrize("cards", ["Qh Kh Ah", "Kh Ah 2h", "Qh Kh Ah 2h", "8h 8s", "7c 8c", "7c 8d 9c", "7c 7d 8c"])
def test_aces_are_low_and_runs_do_not_wrap(rules, cards):
    """Online rules 1: "Aces are always low, never high, and runs can't wrap around"; Gin Rummy Online: A and K not
    consecutive."""
    assert not rules.tables.is_meld(CardSet.parse(cards).mask)


@agreed
def test_a_card_is_in_one_meld_only(rules):
    """Online rules 1: "an 8 you cannot count it both as part of 8,8,8 and 7,8,9"; Gin rummy notes has
    4,4,4 and 3,4,5."""
    for hand, left in (("8c 8d 8h 7h 9h Kc Qd Js Td 2s", 7 + 9), ("4c 4d 4h 3h 5h Kc Qd Js Td 2s", 3 + 5)):
        best = best_arrangement(hand, rules)
        assert len(best.melds) == 1
        assert best.deadwood == left + 42  # as a set or as a run: 7 + 9 and 8 + 8 come to the same, 3 + 5 and 4 + 4 too


def test_three_melds_two_sets_and_a_run():
    """Gin rummy notes, Online rules 1: "three melds, where two of them are sets and one is a run"."""
    best = best_arrangement("Kc Kd Kh 6c 6d 6h Ts Js Qs Ks", WIKIPEDIA)
    assert (sorted(meld.kind for meld in best.melds), best.deadwood) == (["run", "set", "set"], 0)


@agreed
def test_aces_one_pictures_ten_others_their_number(rules):
    """Gin rummy notes: "Aces are scored at 1 point, face cards at 10, and all other cards … their numerical values"."""
    values = [deadwood(f"{rank}c", rules) for rank in "A23456789TJQK"]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


# --- knocking ---------------------------------------------------------------------------------------


@agreed
def test_knock_with_10_or_fewer(rules):
    """Online rules 1: "only knock if you end up with 10 or fewer points of deadwood"."""
    ten = drawn(["Ac 2c 3c 4d 5d 6d As 2h 3s 4h", OTHER], ["Kh"], rules)
    assert knocks(ten) == ["Kh"]
    eleven = drawn(["Ac 2c 3c 4d 5d 6d As 2h 3s 5h", OTHER], ["Kh"], rules)
    assert knocks(eleven) == []
    assert isinstance(why_illegal(eleven, Knock("Kh")), TooMuchDeadwood)


@agreed
def test_the_knock_card_is_not_counted(rules):
    """Online rules 1, cardgames.io: "3,5,9 as deadwood you would be allowed to knock with the 9 … 3+5=8"."""
    state = drawn(["Ac 2c 3c 4c 5h 6h 7h 8h 3d 5s", "Kd Ks Qd Qs Jd Js Tc Td 9d 8s"], ["9s"], rules)
    assert knocks(state) == ["9s"]
    over = defended(spread(play(state, "knock 9s"), "Ac 2c 3c 4c", "5h 6h 7h 8h"))
    assert over.outcome.deadwood[0] == 8


@agreed
def test_a_knock_is_never_compulsory(rules):
    """Hoyle's rules: "You are never needed to knock"; Gin rummy notes: "A player does not need to knock"."""
    state = drawn([READY, OTHER], ["Kh"], rules)
    assert knocks(state)
    assert len([text for text in texts(state) if text.startswith("discard")]) == 11
    gin = drawn(["A234.456.789.", OTHER], ["Kh"], rules)
    assert "discard Kh" in texts(gin)  # nor is gin


@agreed
def test_a_knock_comes_after_a_draw_and_goes_with_a_discard(rules):
    """Gin Rummy Online: "AFTER he has drawn an 11-th card and BEFORE discarding the last card"."""
    before = play(stack([READY, OTHER], rules, dealer=1), "decline", "decline")
    assert not knocks(before)
    state = play(before, "draw")
    assert len(state.hands[0]) == 11
    card = knocks(state)[0]
    after = play(state, f"knock {card}")
    assert len(after.hands[0]) == 10
    assert Card.parse(card) not in after.hands[0]


@agreed
def test_a_knock_on_the_first_turn(rules):
    """Hoyle's rules: "on any turn (including the first turn)"."""
    assert knocks(play(stack([READY, OTHER], rules, dealer=1, upcard="2s"), "take"))


# --- lay-offs ---------------------------------------------------------------------------------------

KNOCKER, DEFENDER = "Ah 2h 3h 7c 7d 7s Kc Kd Kh 2s", "4h Ks 9c 9d 9h 5s 8c Jd Qd 6s"


def laid_open(rules, defender=DEFENDER):
    """A knock with 2 on three melds; the defender is to lay off."""
    return spread(knocked([KNOCKER, defender], "Ts", rules), "Ah 2h 3h", "7c 7d 7s", "Kc Kd Kh")


@agreed
def test_the_defender_may_lay_off_and_what_is_laid_off_is_no_deadwood(rules):
    """Online rules 1: "H1 H2 H3 and the opponent has a H4"; Gin rummy notes: the fourth king on three kings."""
    state = laid_open(rules)
    assert state.phase == LayoffTurn(1, 0, "knock")
    assert texts(state) == ["lay off 4h on 2", "lay off Ks on 1", "done"]
    assert play(state, "done").outcome.deadwood == (2, 53)  # need not lay off
    over = play(state, "lay off 4h on 2", "lay off Ks on 1", "done")
    assert over.outcome.deadwood == (2, 39)


@pytest.mark.parametrize(("run", "card"), [("2c 3c 4c", "Ac"), ("2d 3d 4d", "5d")])
def test_either_end_of_a_run_takes_a_card(run, card):
    """Gin rummy notes: the ace "before the 2 to build upon the run"; "2 3 4 and the opponent has 5"."""
    defender = f"{card} Qc Qd Js 9s 8s 6h 5h 3h Th"
    state = spread(knocked([f"{run} 7c 7d 7s Kc Kd Kh 2s", defender], "Ts", WIKIPEDIA), run, "7c 7d 7s", "Kc Kd Kh")
    place = [str(meld) for meld in state.table].index(run)
    assert texts(state) == [f"lay off {card} on {place}", "done"]


@agreed
def test_the_knocker_never_lays_off(rules):
    """Online rules 1: "he can never lay off his deadwood"."""
    # the knocker's 2s would fit the defender's 3s 4s 5s
    state = laid_open(rules, "3s 4s 5s 9c 9d 9h 8c Jd Qd 6h")
    assert texts(state) == ["done"]
    over = play(state, "done")
    assert over.is_over
    assert over.outcome.deadwood[0] == 2
    assert isinstance(why_illegal(over, LayOff("2s", 0)), RoundIsOver)


@agreed
def test_nothing_is_laid_off_on_deadwood(rules):
    """Gin rummy notes: "Cards cannot be laid off on deadwood"."""
    hands = ["Ac 2c 3c 7d 8d 9d Td 4d 4s 2h", "4h Ks Kh 9c 9h 5s 8c Jh Qh 6s"]
    state = spread(knocked(hands, "Ts", rules), "Ac 2c 3c", "7d 8d 9d Td")
    assert texts(state) == ["done"]  # 4d 4s are loose: no place for 4h


@agreed
def test_no_lay_offs_after_gin(rules):
    """Online rules 1: "if the knocker has Gin or Big Gin … the opponent is not allowed to lay off any cards"."""
    state = knocked(["Ah 2h 3h 7c 7d 7s Kc Kd Kh 7h", DEFENDER], "Ts", rules)
    over = spread(state, "Ah 2h 3h", "7c 7d 7h 7s", "Kc Kd Kh")
    assert over.is_over
    assert over.outcome.deadwood == (0, 53)
    assert isinstance(why_illegal(over, LayOff("4h", 0)), LayoffNotAllowed | RoundIsOver)


@agreed
def test_both_hands_are_open_after_a_knock(rules):
    """Gin rummy notes: "After knocking, all cards for both players are open and deadwood is counted"."""
    state = laid_open(rules)
    assert state.known[0] == state.hands[0] == CardSet.parse("2s")
    over = play(state, "done")
    assert over.known[1] == over.hands[1]


# --- payments of a round ------------------------------------------------------------------------------


@agreed
def test_the_knocker_scores_the_difference(rules):
    """Online rules 1, cardgames.io: "21-3=18"; Gin rummy notes: "your 5 points against his 28 leaves you with 23"."""
    assert points(rules, 0, 3, 21) == (18, 0)
    assert points(rules, 0, 5, 28) == (23, 0)


@pytest.mark.parametrize(
    ("rules", "bonus"),
    [(CARDGAMES, 25), (HOUSE, 25), (GUIDE, 30), (WIKIPEDIA, 25), (ONLINE, 25), (HOYLE, 25)],
    ids=lambda value: getattr(value, "name", value),
)
def test_gin_pays_its_bonus_and_the_opponents_deadwood(rules, bonus):
    """Gin rummy notes: "25 point bonus along with the deadwood value of the other player"; "a bonus of 30 points"."""
    assert points(rules, 0, 0, 21) == (21 + bonus, 0)
    # never an undercut, even against nothing
    assert points(rules, 0, 0, 0) == (bonus, 0)
    assert price(Outcome(declarer=0, deadwood=(0, 0)), rules).result == "gin"


@pytest.mark.parametrize(
    ("rules", "bonus"),
    [(CARDGAMES, 31), (WIKIPEDIA, 31), (GUIDE, 50), (preset("biggin50"), 50)],
    ids=lambda value: getattr(value, "name", value),
)
def test_big_gin_pays_its_own_bonus_instead(rules, bonus):
    """Online rules 1: "he gets 31 extra points"; Gin rummy notes: "This awards 50 points instead"."""
    hands = ["A23.456.789T.", OTHER]
    state = drawn(hands, ["Jh"], rules)
    assert "big gin" in texts(state)
    over = spread(play(state, "big gin"), "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h Th Jh")
    assert over.outcome.ending == "big-gin"
    assert over.discards[-1] != Card.parse("Jh")  # no final discard
    assert price(over.outcome, rules).points == (bonus + over.outcome.deadwood[1], 0)


@pytest.mark.parametrize("rules", [HOUSE, ONLINE, HOYLE, PENALTY], ids=lambda rules: rules.name)
def test_big_gin_where_the_text_has_none(rules):
    """Gin Rummy Online, Hoyle's rules and parts of Gin rummy notes name no big gin;
    Online rules 2 has the last card discarded."""
    hands = ["A23.456.789T.", OTHER]
    state = stack(hands, rules, dealer=1, stock="Jh")
    state = play(state, "draw") if rules is PENALTY else play(state, "decline", "decline", "draw")
    assert "big gin" not in texts(state)
    assert "knock Jh" in texts(state)


@pytest.mark.parametrize(
    ("rules", "bonus"),
    [(CARDGAMES, 25), (HOUSE, 10), (GUIDE, 10), (WIKIPEDIA, 25), (ONLINE, 25), (HOYLE, 10)],
    ids=lambda value: getattr(value, "name", value),
)
def test_an_undercut_pays_its_bonus_and_the_difference(rules, bonus):
    """Online rules 1: "25 points plus the difference … and the knocker gets 0"; Gin rummy notes, Hoyle's rules: 10."""
    score = price(Outcome(declarer=0, deadwood=(9, 4)), rules)
    assert (score.result, score.winner, score.points) == ("undercut", 1, (0, 5 + bonus))


def test_an_undercut_that_pays_the_difference_alone():
    """Gin rummy notes, line 203: "exceeds that of his opponent, he wins the difference between the two numbers"."""
    for counts, expected in (((9, 4), (0, 5)), ((9, 9), (0, 0)), ((4, 9), (5, 0))):
        assert price(Outcome(declarer=0, deadwood=counts), "undercut-0").points == expected


def test_the_lowest_card_deals_first():
    """Gin rummy notes: "The player with the lowest card becomes the dealer"; Hoyle's rules: "at random"."""
    assert (HOUSE.first_dealer, HOYLE.first_dealer) == ("low-card", "lot")
    for rules in (HOUSE, HOYLE):
        drawn = cut(2, 7, rules)
        assert drawn.drawn[drawn.order[0]][0].rank < drawn.drawn[drawn.order[1]][0].rank


def test_cards_in_the_hand_are_sorted():
    """Hoyle's rules: "Players should look at and sort their cards"; Gin rummy notes: "Sort cards by rank"."""
    hand = "7c As 7h Kd 2s 3s 7d"
    assert " ".join(map(str, sorted_by_suit(hand))) == "7c 7d Kd 7h As 2s 3s"
    assert " ".join(map(str, sorted_by_meld(hand, WIKIPEDIA)))[:8] == "7c 7d 7h"
    assert " ".join(map(str, sorted_by_rank(hand))) == "As 2s 3s 7c 7d 7h Kd"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (CARDGAMES, (0, 25)),
        (GUIDE, (0, 10)),
        (WIKIPEDIA, (0, 25)),
        (ONLINE, (0, 25)),
        (HOYLE, (0, 10)),
        (HOUSE, (0, 0)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_equal_deadwood(rules, expected):
    """Online rules 1: "less or equal"; Gin rummy notes (30/50): "the same … an undercut"; 10/25: "less
    deadwood" only."""
    score = price(Outcome(declarer=0, deadwood=(7, 7)), rules)
    assert score.points == expected
    assert score.winner == (0 if rules is HOUSE else 1)


# --- the end of the stock --------------------------------------------------------------------------------


@agreed
def test_two_cards_left_nobody_scores_and_the_same_dealer_deals_again(rules):
    """Hoyle's rules: "the round ends in a draw. Exactly the same player deals again"; Gin Rummy Online: two may
    not be taken."""
    state = run_down(fresh(rules, seed=3, dealer=0))
    assert len(state.stock) == 2
    over = play(state, Discard(next(iter(state.hands[state.turn]))))
    assert (over.is_over, over.outcome.ending, over.outcome.declarer) == (True, "dead", None)
    assert price(over.outcome, rules).points == (0, 0)
    match = new_match(rules, results=[over.outcome])
    assert match.games[0].boxes == (0, 0)
    assert match.due[0].dealer == 0


# --- games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", AGREED, ids=lambda rules: rules.name)
def test_a_game_goes_to_100(rules):
    """Online rules 1, Gin Rummy Online, Hoyle's rules: 100 points or more end the game; running totals are kept."""
    match = new_match(rules, results=[pad_entry(60, rules, winner=0), pad_entry(39, rules, winner=0)])
    assert (match.is_over, match.games[0].points) == (False, (99, 0))
    assert add_round(match, pad_entry(1, rules, winner=0)).is_over
    assert add_round(match, pad_entry(30, rules, winner=0)).is_over


@pytest.mark.parametrize("target", [50, 100, 150, 200, 250, 300])
def test_the_online_player_chooses_the_target(target):
    """Gin Rummy Online: "players can choose 50, 100, 150, 200, 250, 300"."""
    rules = preset(f"online-rubl-{target}")
    rounds = [*[100] * ((target - 1) // 100), (target - 1) % 100]
    match = new_match(rules, results=[pad_entry(points, rules, winner=1) for points in rounds])
    assert not match.is_over
    over = add_round(match, pad_entry(1, rules, winner=1))
    assert (over.winner, settle(over).net) == (1, (-target, target))


def test_cardgames_io_bonuses_at_the_end():
    """Online rules 1: game bonus 100, line bonus 25 a hand, the highest score wins the whole game."""
    rounds = [(0, 60), *((1, 11) for _ in range(8)), (0, 45)]
    match = new_match(CARDGAMES, results=[pad_entry(number, CARDGAMES, winner=side) for side, number in rounds])
    settled = settle(match)
    assert settled.totals == (105 + 100 + 2 * 25, 88 + 8 * 25)
    assert match.winner == 1  # B has more, though A reached 100


def test_cardgames_io_shutout_needs_every_hand_won_and_none_tied():
    """Online rules 1: "you win all hands and none end in a tie"; points doubled "before adding the line bonus"."""
    first, last = pad_entry(60, CARDGAMES, winner=0), pad_entry(40, CARDGAMES, winner=0)
    assert settle(new_match(CARDGAMES, results=[first, last])).totals == (2 * 100 + 100 + 50, 0)
    assert settle(new_match(CARDGAMES, results=[first, DEAD, last])).totals == (100 + 100 + 50, 0)
    nothing_won = [first, Outcome(declarer=1, deadwood=(4, 3)), last]
    assert settle(new_match(CARDGAMES, results=nothing_won)).totals[0] == 100 + 100 + 50


@pytest.mark.parametrize("rules", [HOUSE, GUIDE, ONLINE, HOYLE], ids=lambda rules: rules.name)
def test_where_a_text_has_no_bonuses_the_points_alone_count(rules):
    """Hoyle's rules: "reaches 100 points or more. That player wins"; no game bonus, box or shutout is named."""
    match = new_match(rules, results=[pad_entry(60, rules, winner=0), pad_entry(45, rules, winner=0)])
    assert (match.winner, settle(match).totals) == (0, (105, 0))


@pytest.mark.parametrize(("rules", "dealers"), [(HOYLE, [0, 1, 1, 0]), (WIKIPEDIA, [0, 1, 0, 1])], ids=["hoyle", "wp"])
def test_who_deals_next(rules, dealers):
    """Hoyle's rules: "the winner of every round deals the next"; the others are silent and the deal alternates."""
    match, dealt_by = new_match(rules), []
    for winner in (1, 1, 0):
        dealt_by.append(match.due[0].dealer)
        match = add_round(match, pad_entry(9, rules, winner=winner))
    assert [*dealt_by, match.due[0].dealer] == dealers


def test_wikipedia_bonuses():
    """Gin rummy notes: "No matter what the bonus amounts are": here 25, 25, 100, 25 a box, hand points doubled."""
    assert points(WIKIPEDIA, 0, 0, 0) == (25, 0)
    assert points(WIKIPEDIA, 0, 5, 5) == (0, 25)
    entries = [pad_entry(60, WIKIPEDIA, winner=0), DEAD, pad_entry(45, WIKIPEDIA, winner=0)]
    assert settle(new_match(WIKIPEDIA, results=entries)).totals == (2 * 105 + 100 + 2 * 25, 0)


def test_the_exact_margin_of_50_forfeits():
    """Gin rummy notes: "beats the losing player by exactly 50 points … must forfeit the match"."""
    rounds = [(0, 35), (0, 40), *((1, number) for number in (10, 15, 12, 18, 14, 11)), (0, 30)]
    entries = [pad_entry(number, WIKIPEDIA, winner=side) for side, number in rounds]
    assert settle(new_match(WIKIPEDIA, results=entries)).net == (50, -50)
    assert new_match(WIKIPEDIA, results=entries).winner == 0
    assert new_match(preset("exact-50"), results=entries).winner == 1


# --- variants ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["oklahoma", "pure-gin-app-oklahoma", "online-rubl-oklahoma"])
@pytest.mark.parametrize(("upcard", "limit"), [("6h", 6), ("2h", 2), ("Ah", 0), ("Th", 10), ("Kh", 10)])
def test_oklahoma_the_upcard_sets_the_limit(name, upcard, limit):
    """Gin rummy notes: upcard 6, "6 or fewer"; ace, "only … with Pure Gin"; Gin Rummy Online: 2 if the upcard is 2."""
    rules = preset(name)
    low = "Ac 2c 3c 7d 8d 9d Ts Js Qs"
    for left, card in ((0, "Td"), (1, "As"), (2, "2s"), (3, "3s"), (6, "6s"), (7, "7s"), (10, "Qc")):
        state = drawn([f"{low} {card}", "Kd Ks Qd 5d 5s 4s 8s 8c 9c 4c"], ["Jc"], rules, upcard=upcard)
        assert state.knock_limit == limit
        assert ("Jc" in knocks(state)) == (left <= limit), (left, limit)


@pytest.mark.parametrize(
    ("name", "times"), [("oklahoma", 2), ("online-rubl-oklahoma", 2), ("pure-gin-app-oklahoma", 1)]
)
def test_oklahoma_a_spade_doubles_the_hand(name, times):
    """Gin rummy notes: "If the upcard is a spade, the hand will count double"; Gin Rummy Online: "all points in
    this hand double"."""
    rules = preset(name)
    for held, facts in (((3, 21), {}), ((0, 21), {}), ((3, 2), {})):
        plain = points(rules, 0, *held, upcard="9h", **facts)
        assert points(rules, 0, *held, upcard="9s", **facts) == tuple(times * number for number in plain)
    gin = price(Outcome(declarer=0, deadwood=(0, 21), upcard="9s"), rules)
    assert gin.boxes == (1, 0)  # boxes are not points of the hand


def test_straight_gin_lists_no_knock_that_is_not_gin():
    """Gin rummy notes: "players are required to play until one of them can go gin. Knocking is not allowed"."""
    for left in ("As", "2s", "3s", "9s"):
        hand = f"Ac 2c 3c 7d 8d 9d Th Jh Qh {left}"
        state = drawn([hand, "Kd Ks Qd 5d 5s 4s 8s 8c 9c 4c"], ["Kc"], preset("straight-gin"))
        assert knocks(state) == []
    state = drawn(["Ac 2c 3c 4c 7d 8d 9d Th Jh Qh", "Kd Ks Qd 5d 5s 4s 8s 8c 9c 2h"], ["Kc"], preset("straight-gin"))
    assert knocks(state) == ["Kc"]


def test_straight_gin_scores_as_standard():
    """Gin rummy notes: "Scoring and rules remain the same as standard gin rummy"."""
    rules = preset("straight-gin")
    assert points(rules, 0, 0, 30) == points(WIKIPEDIA, 0, 0, 30)
    assert points(rules, 0, 0, 30, ending="big-gin") == points(WIKIPEDIA, 0, 0, 30, ending="big-gin")
    assert [change.name for change in diff(rules, WIKIPEDIA)] == ["knock_limit"]


def test_the_last_winner_draws_first_with_a_second_deck():
    """Gin rummy notes: "both players are dealt ten cards with the last hand winner picking first from the deck"."""
    rules = preset("oklahoma-second-deck")
    match = new_match(rules)
    for winner in (0, 1, 1, 0):
        match = add_round(match, pad_entry(5, rules, winner=winner))
        (table,) = match.due
        assert table.first == winner
        state = deal(rules, shuffled(1), dealer=table.dealer_seat, knock_card="7h")
        assert (state.turn, texts(state)) == (winner, ["draw"])
        assert [len(hand) for hand in state.hands] == [10, 10]


def test_the_knock_card_of_the_second_deck_sets_limit_and_doubling():
    """Gin rummy notes: "Above rules apply": the card of the second deck stands for the upcard."""
    rules = preset("oklahoma-second-deck")
    assert [deal(rules, shuffled(1), knock_card=card).knock_limit for card in ("As", "6d", "Kc")] == [0, 6, 10]
    assert points(rules, 0, 3, 21, knock_card="9s") == (36, 0)
    assert points(rules, 0, 3, 21, knock_card="9h") == (18, 0)


def test_3_5_tedesco_an_unmelded_ace_is_15():
    """Gin rummy notes: "caught with an unmelded ace, it counts as 15 points against you"."""
    assert deadwood("As", TEDESCO) == 15
    assert deadwood("Ah 2h 3h", TEDESCO) == 0


@pytest.mark.parametrize(("players", "target", "bonus"), [(4, 150, 0), (6, 175, 25)])
def test_3_5_tedesco_teams(players, target, bonus):
    """Gin rummy notes: Hollywood for two-person teams; three-person teams "25 points extra if all
    three teammates win"."""
    rules = preset("tedesco-teams")
    tables = players // 2
    match = new_match(rules, players, results=[[pad_entry(10, rules, winner=0)] * tables])
    assert match.games[0].points == (10 * tables + bonus, 0)
    assert match.sheet.target == target
    assert len(match.games) == 3
    broken = [pad_entry(10, rules, winner=0)] * (tables - 1) + [pad_entry(1, rules, winner=1)]
    assert new_match(rules, players, results=[broken]).games[0].points == (10 * (tables - 1) - 1, 0)


def test_3_5_tedesco_head_to_head_is_three_games_to_150():
    """Gin rummy notes: "Hollywood scoring of three games" (the number is lost from the text)."""
    match = new_match(TEDESCO, results=[pad_entry(points, TEDESCO, winner=0) for points in (1, 1, 100, 47)])
    assert (len(match.games), match.games[0].closed) == (3, False)
    assert add_round(match, pad_entry(1, TEDESCO, winner=0)).games[0].closed


def test_hollywood_changes_the_scoring_alone():
    """Gin rummy notes: "This is a scoring style, not a rules change to the game of gin"."""
    assert preset("hollywood").evolve(columns=1) == WIKIPEDIA
    for seed in range(5):
        one, other = fresh(WIKIPEDIA, seed=seed), fresh(preset("hollywood"), seed=seed)
        while not one.is_over:
            assert legal_actions(one) == legal_actions(other)
            action = legal_actions(one)[seed % len(legal_actions(one))]
            one, other = play(one, action), play(other, action)
        assert one.outcome == other.outcome


def test_hollywood_first_second_and_third_win():
    """Gin rummy notes: first win "in Game One", second "Game One and Game Two", third "all three games"."""
    rules = preset("hollywood")
    rounds = [(0, 40), (0, 35), (0, 30), (1, 20), (1, 25)]
    match = new_match(rules, results=[pad_entry(number, rules, winner=side) for side, number in rounds])
    # the text puts B's first win in game one, which A has closed with 105: it goes to the next open game
    assert [game.points for game in match.games] == [(105, 0), (65, 45), (30, 25)]
    assert [game.closed for game in match.games] == [True, False, False]


def test_hollywood_goes_on_until_all_three_games_are_finished():
    """Gin rummy notes: "Hands are played until all three games are finished"."""
    rules = preset("hollywood")
    match = new_match(rules)
    for _ in range(2):
        match = add_round(match, pad_entry(100, rules, winner=0))
        assert not match.is_over
    match = add_round(match, pad_entry(100, rules, winner=0))
    assert match.is_over
    assert [game.points for game in match.games] == [(100, 0)] * 3


def test_gin_romme_eleven_cards_and_a_knock_with_10():
    """The German scraps of Gin rummy notes: "nur mehr 10 Punkte oder weniger beträgt, so darf er klopfen"."""
    rules = preset("gin-romme")
    state = stack(["Ac 2c 3c 4d 5d 6d As 2h 3s 4h Kh", OTHER], rules, dealer=1)
    assert (len(state.hands[0]), state.upcard, knocks(state)) == (11, None, ["Kh"])
    assert knocks(stack(["Ac 2c 3c 4d 5d 6d As 2h 3s 5h Kh", OTHER], rules, dealer=1)) == []


# --- Online rules 2 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7)])
def test_penalty_ten_cards_for_two_seven_for_three_and_four(players, cards):
    """Online rules 2: "Two players … with 10 cards, whereas 3-4 players will play with 7 cards"; an open card."""
    state = fresh(PENALTY, players, dealer=0)
    assert {len(hand) for hand in state.hands} == {cards}
    assert (len(state.discards), state.turn, texts(state)) == (1, 1, ["draw", "take"])


def test_penalty_knock_of_10_at_most():
    """Online rules 2: "a deadwood count that's equal or lower than ten"."""
    hands = ["Ac 2c 3c 4d 5d 6d As 2h 3s 4h", OTHER]
    assert knocks(play(stack(hands, PENALTY, dealer=1, stock="Kh"), "draw")) == ["Kh"]
    hands = ["Ac 2c 3c 4d 5d 6d As 2h 3s 5h", OTHER]
    assert knocks(play(stack(hands, PENALTY, dealer=1, stock="Kh"), "draw")) == []


def test_penalty_the_lowest_total_wins():
    """Online rules 2: "the lowest amount of penalty points when the game is over"."""
    rounds = [Outcome(declarer=0, deadwood=(3, 25)), Outcome(declarer=1, deadwood=(13, 3))]
    match = new_match(PENALTY, 2, results=rounds)
    assert (match.is_over, match.games[0].points, match.winner) == (True, (10, 22), 0)


def test_penalty_undercut_is_strict():
    """Online rules 2: "If that player's total deadwood count is lower"."""
    level = price(Outcome(declarer=0, deadwood=(7, 7)), PENALTY)
    assert (level.result, level.winner) == ("knock", 0)
    lower = price(Outcome(declarer=0, deadwood=(7, 6)), PENALTY)
    assert (lower.result, lower.winner, lower.points) == ("undercut", 1, (1 + 25, 0))


def test_penalty_card_values():
    """Online rules 2: "1 point 2 points 3 points 4 points 5 points … 10 points 10 points 10 points"."""
    assert [deadwood(f"{rank}c", PENALTY) for rank in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
