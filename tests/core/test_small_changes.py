"""Behavior that small changes of the source break without failing another test; see `tools/mutation.py`."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import attrs
import pytest

from ginrules._support.bounds import ACTION_TEXT
from ginrules.cards import FULL_PACK, Card, CardSet, cards_in
from ginrules.driver.labels import player_label
from ginrules.driver.round import within
from ginrules.errors import (
    CannotLayOff,
    DealError,
    NotAMeld,
    NotBigGin,
    NotInHand,
    ParseError,
    RuleSetError,
    ScoreError,
    TakenThisTurn,
    WrongTypeError,
)
from ginrules.match.advance import add_round, new_match
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    BIG_GIN,
    Accept,
    Decline,
    Discard,
    Done,
    Double,
    DrawStock,
    Knock,
    LayDown,
    LayOff,
    Refuse,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, shuffled
from ginrules.play.engine import legal_actions, transition
from ginrules.play.events import Accepted, Declined, Doubled, Refused, StockShuffled, event_text, events_of
from ginrules.play.follow import action_of, follow, redact
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, SpreadTurn
from ginrules.play.state import doubling_text
from ginrules.play.turns.discard import _none_to_spare
from ginrules.play.view import view
from ginrules.presets import preset
from ginrules.presets.rule_files import check_rules
from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.relevance import in_use
from ginrules.rules.texts import toml_text
from ginrules.scoring.manual_score import pad_entry
from ginrules.scoring.price import PriceKey, price
from ginrules.scoring.score import ScoreLine
from ginrules.show.rulecard.card import describe
from ginrules.solver.meld_tables import least_unrun, rank_runs
from ginrules.testing.policies import fresh, greedy, next_action
from tests.rulebook.conftest import drawn, knocked, play, refusal, run_down, spread, stack

MAHJONG = preset("mahjong-gin")
HAND = "5h 6h 7h 8h 9h Kc Kd"


def open_turn():
    return drawn([HAND, "As Ah Ad Tc Jc Qc 2s"], ["3s"], MAHJONG.evolve(hand_size=7))


def test_a_meld_of_cards_that_are_not_held_cannot_be_laid_down():
    state = open_turn()
    for cards in ("As Ah Ad", "8h 9h Th", "2d 3d 4d"):
        assert refusal(state, LayDown(Meld.parse(cards))) is NotInHand
    assert refusal(state, LayDown(Meld.parse("5h 6h 7h"))) is None


@pytest.mark.parametrize("cards", ["Kc Kd", "5h 6h", "5h 6h 8h"])
def test_cards_that_are_not_a_meld_cannot_be_laid_down(cards):
    melds = [Meld(CardSet.parse(cards), kind) for kind in ("set", "run")]
    assert [refusal(open_turn(), LayDown(meld)) for meld in melds] == [NotAMeld] * 2


def test_a_meld_under_the_name_of_the_other_kind_cannot_be_laid_down():
    assert refusal(open_turn(), LayDown(Meld(CardSet.parse("5h 6h 7h"), "set"))) is NotAMeld


def test_the_melds_on_the_table_are_numbered():
    state = open_turn()
    with pytest.raises(CannotLayOff, match="the table has no meld"):
        play(state, LayOff("Kc", 0))
    state = play(state, "lay 5h 6h 7h")
    with pytest.raises(CannotLayOff, match="the melds on the table are 0 to 0"):
        play(state, LayOff("8h", 1))


def test_a_seat_that_lays_a_taken_card_may_discard_any_other():
    state = play(open_turn(), "lay 5h 6h 7h")
    assert refusal(state, Discard("8h")) is None
    assert state.phase.taken == CardSet()


def test_a_taken_card_is_remembered_until_it_is_laid():
    rules = MAHJONG.evolve(hand_size=7, return_taken_discard=False)
    hands = ["5h 6h 7h 9c Jd Qs Kd", "As Ah Ad Tc Jc Qc 2s"]
    state = play(stack(hands, rules, dealer=1, upcard="4s"), "take")
    state = play(state, LayDown(Meld.parse("5h 6h 7h")))
    assert refusal(state, Discard("4s")) is TakenThisTurn
    assert refusal(state, Discard("9c")) is None


def test_a_meld_laid_down_is_named_in_its_event():
    _, (event, *_) = transition(open_turn(), LayDown(Meld.parse("5h 6h 7h")))
    assert event_text(event) == "seat 0 lays 5h 6h 7h"


@pytest.mark.parametrize(("min_set", "min_run"), [*product((2, 3, 4), (2, 3, 4, 5))])
def test_when_all_cards_are_needed_for_melds_there_may_be_big_gin_without_a_knock(min_set, min_run):
    for cards in range(1, 16):
        sums = {sets * min_set + runs * min_run for sets in range(9) for runs in range(9)}
        assert _none_to_spare(cards, min_set, min_run) == (cards in sums), cards


def test_big_gin_is_listed_where_no_card_can_be_spared():
    rules = RuleSet(hand_size=11, knock_limit=0)
    state = drawn(["Ac Ad Ah 5h 6h 7h 9s Ts Js Kc Kd", "2c 3d 4h 6s 7d 8c 9d Th Jc Qd 4s"], ["Kh"], rules)
    assert legal_actions(state)[-1] == BIG_GIN
    assert not any(str(action).startswith("knock") for action in legal_actions(state))


LAST = RuleSet(stock_exhausted="last-discard-option")


def last_discard(hand, card):
    """Seat 0 has drawn the last card and discarded this card; seat 1 holds the hand."""
    taken = CardSet.parse(hand) | CardSet.parse(card)
    rest = [other for other in CardSet(FULL_PACK) if other not in taken]
    return run_down(stack([[Card.parse(card), *rest[:9]], hand], LAST), last=Card.parse(card))


def test_big_gin_with_the_last_discard_takes_it_from_the_pile():
    state = last_discard("4s 5s 6s 8c 9c Kd Kh Ks Kc Tc", "7c")
    after = play(state, "big gin")
    assert after.discards == state.discards[:-1]
    assert after.hands[1] == state.hands[1] | CardSet.parse("7c")
    assert refusal(last_discard("4s 5s 6s 8c 9c Kd Kh Ks 2d Tc", "7c"), BIG_GIN) is NotBigGin


def test_the_facts_of_penalty_points_say_that_the_lowest_wins():
    rules = preset("penalty-2-to-4").evolve(tie="nobody", knock_limit=10, name="ties")
    score = price(Outcome(declarer=0, deadwood=(5, 5), ending="knock"), rules)
    assert (score.result, score.lowest_wins) == ("tie", True)
    assert price(Outcome(declarer=None, deadwood=(5, 5)), rules).lowest_wins


@pytest.mark.parametrize("wrong", [(7, Decline(), "s"), ("s", 7, "s"), ("s", Decline(), 7)])
def test_events_are_those_of_a_state_an_action_and_a_state(wrong):
    state = deal("standard", seed=7)
    with pytest.raises(WrongTypeError, match="got 7"):
        events_of(*(state if value == "s" else value for value in wrong))


def test_a_table_of_two_where_all_play_can_play_several_games():
    rules = preset("standard").evolve(seating="all-play", player_counts=(2,), match_form="best-of", match_games=3)
    assert rules.match_form == "best-of"


def test_nobody_is_out_of_a_match_to_a_target_or_after_its_end():
    assert new_match(preset("standard"), 2).out == ()
    rules = preset("penalty-elimination-50")
    lost = [pad_entry((0, 51, 12), rules, winner=0), pad_entry((0, 51), rules, winner=0)]
    assert [new_match(rules, 3, results=lost[:count]).out for count in (1, 2)] == [(1,), ()]


@pytest.mark.parametrize("name", ["straight-gin", "mahjong-gin"])
def test_the_melds_of_a_knocker_matter_only_where_there_is_a_knock(name):
    assert in_use(preset("standard").evolve(knock_limit=1), "knocker_melds")
    assert not in_use(preset(name), "knocker_melds")


@pytest.mark.parametrize("points", [b"\3\5", "35"])
def test_points_are_not_read_from_texts_or_bytes(points):
    with pytest.raises(ScoreError, match="expected points by seat, like"):
        Outcome(declarer=0, deadwood=points)


@pytest.mark.parametrize("seats", [1, 3])
def test_a_result_of_another_number_of_seats_is_refused(seats):
    match = new_match(preset("standard"), 2)
    with pytest.raises(ScoreError, match=f"expected a result of 2 seats for table 0, got one of {seats}"):
        add_round(match, Outcome(declarer=0, deadwood=(0, *(9,) * (seats - 1))))


@pytest.mark.parametrize("seat", [-1, 2, 10, True, "0", 0.0])
def test_a_view_from_a_seat_that_is_not_at_the_table_is_refused(seat):
    with pytest.raises(DealError, match="seat: expected a whole number from 0 to 1, got"):
        view(fresh(RuleSet(), 2, 1), seat)


WITHOUT_CARDS = Decline | TakeDiscard | DrawStock | ShuffleStock | Double | Accept | Refuse


@pytest.mark.parametrize("name", ["standard", "mahjong-gin", "penalty-2-to-4", "openspiel", "oklahoma", "doubling-gin"])
def test_the_action_of_an_event_is_the_one_that_was_played(name):
    rules = preset(name)
    for seed in range(3):
        state, rng = fresh(rules, rules.table_sizes[0], seed), random.Random(seed)
        while not state.is_over:
            action = next_action(rng, state, greedy)
            after, events = transition(state, action)
            watcher = view(state, None)
            played, held, _ = action_of(watcher, events[0])
            assert played == action
            for seat, cards in held.items():
                assert cards <= state.hands[seat]
                assert cards
            assert bool(held) == (not isinstance(action, WITHOUT_CARDS))
            for event in events:
                watcher = follow(watcher, redact(event, None))
            assert watcher == view(after, None)
            state = after


@pytest.mark.parametrize(("rules", "phase"), [
    (RuleSet(layoff="none", defender_melds="named"), LayoffTurn),
    (RuleSet(layoff="knock-only"), LayoffTurn),
])  # fmt: skip
def test_after_a_knock_the_defender_has_a_turn(rules, phase):
    hands = ["2c 2d 2h 5s 6s 7s 9h Th Jh Ac", "3c 4d 5h 7c 8d 9c Td Qc Ks Kh"]
    state = spread(knocked(hands, "Qd", rules), "2c 2d 2h", "5s 6s 7s", "9h Th Jh")
    assert isinstance(state.phase, phase)
    assert view(state, 1).declared_deadwood == 1


@pytest.mark.parametrize(("layoff", "melds", "phase"), [
    ("knock-only", "named", SpreadTurn), ("including-gin", "best", LayoffTurn), ("knock-only", "best", None),
])  # fmt: skip
def test_after_gin_the_defender_has_a_turn_where_the_rules_have_one(layoff, melds, phase):
    hands = ["2c 2d 2h 5s 6s 7s 9h Th Jh Qh", "3c 4d 5h 7c 8d 9c Td Qc Ks Kh"]
    rules = RuleSet(layoff=layoff, defender_melds=melds)
    assert view(deal(rules, seed=7), 1).declared_deadwood is None
    state = knocked(hands, "Qd", rules)
    assert view(state, 1).declared_deadwood is None
    state = spread(state, "2c 2d 2h", "5s 6s 7s", "9h Th Jh Qh")
    assert (None if state.is_over else type(state.phase)) is phase
    assert view(state, 1).declared_deadwood == 0


def test_values_nested_deeply_are_cut_in_messages():
    value = [1]
    for _ in range(50):
        value = [value]
    assert toml_text(value).count("[") < 10
    assert toml_text({"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}).count("{") < 10


def test_melds_that_are_one_text_are_shown_in_a_list():
    with pytest.raises(ParseError, match=r"write Spread\(\['7h 8h 9h Th'\]\)"):
        Spread("7h 8h 9h Th")
    with pytest.raises(ParseError, match=r"write Spread\(\['7h 8h 9h'\]\)"):
        Spread(7)


def test_tables_by_number_take_numbers_and_their_texts():
    section = RULES["hand_size"].section
    for key in (2, "2"):
        assert not check_rules({section: {"hand_size": {key: 9}}})
    assert check_rules({section: {"hand_size": {True: 9}}})


def test_only_the_first_problems_have_a_hint():
    problems = check_rules({"knock": {f"knock_limi{number}": 7 for number in range(22)}})
    assert [problem.near for problem in problems] == ["knock_limit"] * 20 + [None] * 2


def test_a_problem_has_the_value_as_it_was_written():
    (problem,) = check_rules({"knock": {"knock_limit": [1, 2]}})
    assert problem.value == [1, 2]


def test_what_a_view_keeps_is_its_own():
    own = view(deal(preset("standard"), shuffled(1), dealer=1, seats=2), 0)
    assert len(own.discards) == 1
    assert len(own.legal) == 2
    other = attrs.evolve(own, pile=b"", phase=DrawTurn(1))
    assert (other.discards, other.legal) == ((), ())


@pytest.mark.parametrize("values", [range(1, 14), (1,) * 13, range(13, 0, -1)])
def test_the_runs_of_a_suit_leave_the_least_that_any_choice_of_runs_leaves(values):
    runs = rank_runs(13, "low", 3)
    least = least_unrun(runs, tuple(values), 13)

    def best(mask):
        left = [best(mask ^ run) for run in runs if run & mask == run]
        return min([sum(value for rank, value in enumerate(values) if mask >> rank & 1), *left])

    for mask in (0, 7, 0b1111, 0b111111, 0b1011101110111, 0b1110011100111, 0b111101111):
        assert least[mask] == best(mask), bin(mask)


def test_an_ace_ends_the_run_that_can_best_do_without_others():
    runs = rank_runs(13, "high-or-low", 3)
    # ace, two, three, five, jack, queen, king: the ace is worth more low than at the end of the longest run
    assert least_unrun(runs, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), 13)[0b1110000010111] == 5


DEFAULTS = {
    "card_values": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), "hand_size": {2: 10, 3: 7, 4: 7}, "gin_bonus": 25,
    "big_gin_bonus": 31, "undercut_bonus": 25, "knock_limit": 10, "min_set": 3, "min_run": 3,
}  # fmt: skip


def test_remarks_are_not_part_of_the_rules():
    assert RuleSet(notes=("a house choice",), sources=("us",)) == RuleSet()


def test_a_pack_that_is_too_small_is_counted_with_the_first_discard():
    with pytest.raises(RuleSetError, match=r"\+ 1 first discard"):
        RuleSet(opening="no-upcard", ranks=5, hand_size=10)


def test_the_defaults_of_the_rules_are_those_of_the_standard_game():
    rules = RuleSet()
    values = {name: getattr(rules, name) for name in DEFAULTS}
    assert {name: dict(value) if name == "hand_size" else value for name, value in values.items()} == DEFAULTS


@pytest.mark.parametrize("seats", [None, "2", True, 2.0])
def test_a_number_of_cards_is_asked_for_by_a_whole_number_of_seats(seats):
    assert (RuleSet(hand_size=10).hand_size_for(2), RuleSet().hand_size_for(3)) == (10, 7)
    for rules in (RuleSet(), RuleSet(hand_size=10)):
        with pytest.raises(RuleSetError, match="hand_size has no value for"):
            rules.hand_size_for(seats)


@pytest.mark.parametrize("winner", [None, 0])
def test_an_entry_of_no_seat_is_refused(winner):
    with pytest.raises(ScoreError, match="expected the points of every seat, got an empty list"):
        pad_entry([], RuleSet(), winner=winner)


BOUNDS = {"min_set": (2, 4), "min_run": (2, 13)}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_bounds_of_melds(name):
    assert (RULES[name].least, RULES[name].most) == BOUNDS[name]


LONG_HAND = {"deal": {"hand_size": 15}}  # too long unless the knock limit is 0 or 1


@pytest.mark.parametrize(
    ("misspelled", "problems"),
    [({}, 1), ({"knock": {"knok_limit": 0}}, 1), ({"nok": {"knock_limit": 0}}, 1), ({"knock_limt": 0}, 1),
     ({"nok": {"upcard": 0}}, 2), ({"knock": {"upcrd": 0}}, 2)],
)  # fmt: skip
def test_a_misspelled_name_is_not_also_a_missing_one(misspelled, problems):
    assert len(check_rules({**LONG_HAND, **misspelled})) == problems


def test_keys_of_a_table_can_be_numbers_already():
    assert check_rules({"deal": {"hand_size": {2: 10, 3: 7}}}) == check_rules({"deal": {"hand_size": {"2": 10}}}) == ()


def test_a_limit_on_time_holds_in_a_thread_too():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(within, 5, lambda: 7).result() == 7


def test_the_deal_that_passes_to_the_other_team_after_drawn_rounds_comes_back():
    match = new_match(preset("partnership").evolve(drawn_dealer="next"), 4)
    dealers = []
    for _ in range(4):
        dealers.append(match.due[0].dealer_seat)
        match = add_round(match, *[Outcome(declarer=None, deadwood=(20, 31))] * 2)
    assert dealers == [0, 1, 0, 1]


def test_sentences_of_doubles_laying_off_and_the_knock_card():
    assert [event_text(event(0)) for event in (Doubled, Accepted, Refused, Declined)] == [
        "seat 0 doubles", "seat 0 accepts the double", "seat 0 refuses the double", "seat 0 declines",
    ]  # fmt: skip
    assert "The knocker lays off nothing, and nothing goes" in describe(preset("standard"))
    rules = RuleSet(knock_source="knock-card")
    assert "second, shuffled pack" in describe(rules)
    open_melds = rules.evolve(open_melds=True, knock_limit=0, big_gin=False, layoff="none")
    assert "second, shuffled pack" not in describe(open_melds)


def test_a_knock_with_the_last_discard_needs_a_card_that_is_held():
    state = fresh(preset("rubl"), seed=4)
    while not isinstance(state.phase, LastDiscard):
        plain = [action for action in legal_actions(state) if not isinstance(action, Knock | TakeDiscard)]
        state = transition(state, plain[0])[0]
    held = state.hands[state.turn] | CardSet.of([state.discards[-1]])
    for card in CardSet(FULL_PACK) - held:
        assert refusal(state, Knock(card)) is NotInHand


def test_a_defender_without_deadwood_does_not_make_gin_of_a_knock():
    hands = ["2c 2d 2h 5s 6s 7s 9h Th Jh Ac", "3c 3d 3h 8d 9d Td Jd Qc Qs Qh"]
    state = spread(knocked(hands, "Kd", RuleSet(defender_melds="named")), "2c 2d 2h", "5s 6s 7s", "9h Th Jh")
    state = play(state, Done(), Spread(["3c 3d 3h", "8d 9d Td Jd", "Qc Qh Qs"]))
    assert (state.outcome.ending, state.outcome.deadwood) == ("knock", (1, 0))


def test_an_open_reshuffle_has_its_own_order():
    state = run_down(stack(["2c 3d 4h 5s 7c 8d 9h Ts Qc Kd", "2d 3h 4s 5c 7d 8h 9s Tc Qd Kh"], preset("openspiel")))
    watcher = view(state, None)
    order = tuple(reversed(watcher.discards[:-1]))
    assert action_of(watcher, StockShuffled(len(order), order))[0] == ShuffleStock(order)
    assert action_of(watcher, StockShuffled(len(order), ()))[0] == ShuffleStock(watcher.discards[:-1])


@pytest.mark.parametrize(("limit", "text"), [(2, "factor 2, the limit"), (4, "factor 2, seat 1 can double")])
def test_the_factor_says_that_it_has_reached_its_limit(limit, text):
    rules = preset("doubling-gin").evolve(hand_size=5, doubling_limit=limit)
    state = stack([HAND[:14], "As Ah Ad Tc Jc"], rules)
    assert doubling_text(play(state, Decline(), Decline(), Double(), Accept())) == text


@pytest.mark.parametrize("ace_rank", ["low", "high-or-low", "round-the-corner"])
def test_runs_are_in_ascending_order(ace_rank):
    runs = rank_runs(13, ace_rank, 2)
    assert list(runs) == sorted(runs)


def test_a_list_of_cards_can_have_a_thousand():
    assert len(cards_in(["7h"] * 1000)) == 1000
    with pytest.raises(ParseError, match="expected at most 1000 cards, got more"):
        cards_in(["7h"] * 1001)


def test_numbers_from_ten_to_the_thirty_on_are_not_written_out():
    assert toml_text(10**30 - 1) == "9" * 30
    assert toml_text(10**30) == "a number of 100 bits"
    assert toml_text(-(10**30)) == "a number of 100 bits"


def test_the_name_of_a_player_is_cut_in_errors():
    class Named:
        name = "x" * 90

    assert player_label(Named()) == "x" * 80


@pytest.mark.parametrize("operation", ["or", "and", "xor"])
def test_a_card_has_no_set_operations_with_a_number(operation):
    card = Card.parse("7h")
    for call in (getattr(card, f"__{operation}__"), getattr(card, f"__r{operation}__")):
        with pytest.raises(TypeError, match="a Card combines with a CardSet, not with 5"):
            call(5)
        assert call(CardSet()) is NotImplemented


def test_a_list_of_up_to_five_faults_is_complete():
    order = shuffled(1)
    for count, more in ((5, ""), (6, " and 1 more")):
        with pytest.raises(DealError) as caught:
            deal("standard", order[:-count], dealer=0)
        missing = sorted(order[-count:])[:5]
        assert str(caught.value).endswith(f"missing {' '.join(map(str, missing))}{more}")


def test_the_name_of_a_house_rule_has_one_to_sixty_characters():
    assert [ScoreLine("house", 0, 5, label=label).label for label in ("x", "x" * 60)] == ["x", "x" * 60]
    for label in ("", "x" * 61):
        with pytest.raises(ScoreError, match="of 1 to 60 characters"):
            ScoreLine("house", 0, 5, label=label)


def test_a_spread_names_its_melds_and_they_stay_visible():
    state = knocked(["2c 2d 2h 5s 6s 7s 9h Th Jh Ac", "3c 4d 5h 7c 8d 9c Td Qc Ks Kh"], "Qd")
    melds = [Meld.parse(cards) for cards in ("2c 2d 2h", "9h Th Jh", "5s 6s 7s")]
    misnamed = Meld(melds[1].cards, "set")
    assert refusal(state, Spread([melds[0], misnamed, melds[2]])) is NotAMeld
    assert view(state, 1).spread == ()
    assert [meld.cards for meld in view(play(state, Spread(melds)), 1).spread] == [meld.cards for meld in melds]


def test_after_big_gin_no_card_can_be_left():
    hand = "Ac 2c 3c 4c 5s 6s 7s 9h Th Jh"
    state = play(drawn([hand, "3d 4d 5h 7c 8d 9c Td Qc Ks Kh"], ["Qh"], RuleSet(knock_limit=10)), BIG_GIN)
    assert [str(action) for action in legal_actions(state)] == ["spread Ac 2c 3c 4c / 9h Th Jh Qh / 5s 6s 7s"]


def test_the_last_discard_is_for_big_gin_only_where_there_is_one():
    taken = CardSet.parse("4s 5s 6s 7c 8c 9c Kd Kh Ks Kc Tc")
    rest = [card for card in CardSet(FULL_PACK) if card not in taken]
    hands = [[Card.parse("7c"), *rest[:9]], "4s 5s 6s 8c 9c Kd Kh Ks Kc Tc"]
    for has_big_gin in (True, False):
        state = run_down(stack(hands, LAST.evolve(big_gin=has_big_gin)), last=Card.parse("7c"))
        assert (BIG_GIN in legal_actions(state)) == has_big_gin


def test_gains_from_several_are_for_three_players():
    values = {"seating": "all-play", "score_mode": "gain", "spade_multiplier": 2}
    assert RuleSet(**values, player_counts=(2,)).spade_multiplier == 2
    with pytest.raises(RuleSetError, match="no source doubles a gain from several"):
        RuleSet(**values, player_counts=(2, 3))


def test_without_a_spade_rule_the_suit_of_the_upcard_is_no_part_of_a_price():
    keys = {PriceKey.of(Outcome(declarer=0, deadwood=(3, 21), upcard=upcard), RuleSet()) for upcard in ("9s", "9h")}
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("rule", "least", "names"),
    [
        ("box_bonus", 1, ("gin_boxes", "big_gin_boxes", "undercut_boxes", "box_timing")),
        (
            "knock_limit",
            1,
            ("knock_bonus", "undercut_bonus", "undercut_boxes", "undercut_moves", "gin_off_bonus", "tie"),
        ),
        ("columns", 2, ("column_weights", "column_entry", "column_close")),
    ],
)
def test_other_values_have_an_effect_from_the_least_value_of_a_rule_on(rule, least, names):
    assert {name: in_use(RuleSet(**{rule: least}), name) for name in names} == dict.fromkeys(names, True)
    assert {name: in_use(RuleSet(**{rule: least - 1}), name) for name in names} == dict.fromkeys(names, False)


def test_the_parts_of_a_long_dotted_text_are_counted():
    with pytest.raises(ParseError, match=f"has {ACTION_TEXT + 1} parts between dots"):
        CardSet.parse("." * ACTION_TEXT)
