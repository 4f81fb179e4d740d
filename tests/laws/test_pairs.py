"""Rounds played in step under two rule sets: what they reach, how they shrink, and the laws over them."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, NoSuchExample

import ginrules as gin
from ginrules.errors import IncompatibleRulesError
from ginrules.rules.model import RULES
from ginrules.testing import LawBroken, check_pairs, outcomes, pairs, rounds, rule_sets, states
from tests.conftest import examples, slow

QUIET = {"database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}


def drawn(strategy, number):
    """Return as many examples, none made smaller."""
    values = []

    @settings(max_examples=number, phases=[Phase.generate], derandomize=True, **QUIET)
    @given(strategy)
    def collect(value):
        values.append(value)

    collect()
    return values


# --- how often what is rare is drawn ----------------------------------------------------------------


def ending(outcome):
    """Return how a round ends: an undercut and level counts are endings of their own."""
    if outcome.ending != "knock":
        return outcome.ending
    own = outcome.deadwood[outcome.declarer]
    least = min(count for seat, count in enumerate(outcome.deadwood) if seat != outcome.declarer)
    return "level" if least == own else "undercut" if least < own else "knock"


ENDINGS = {
    "standard": {"knock", "gin", "big-gin", "undercut", "level", "dead"},
    "straight-gin": {"gin", "big-gin", "dead"},
    "doubling-gin": {"knock", "gin", "big-gin", "undercut", "level", "dead", "refused"},
    "mahjong-gin": {"out", "dead"},
}


@pytest.mark.parametrize("name", ENDINGS)
def test_each_ending_is_common_in_outcomes(name):
    """Over five searches: within one, hypothesis varies what it has drawn before, so that shares are uneven."""
    counts = Counter()
    for seed in range(10):
        found(outcomes(name), lambda one: counts.update([ending(one)]), seed, number=50)
    assert set(counts) == ENDINGS[name]
    assert min(counts.values()) >= counts.total() * 0.06, counts  # a tenth but for what hypothesis repeats


def events(pair):
    """Yield what is rare and occurs in a round."""
    first, last = pair.start[0], pair.end[0]
    kinds = Counter(map(type, pair.actions))
    yield f"{pair.seats} seats"
    if last.outcome is not None:
        yield ending(last.outcome)
        yield from filter(None, [last.outcome.reason])
        if last.outcome.ending == "gin" and kinds[gin.LayOff]:
            yield "gin-off"
    for kind in (gin.Double, gin.LayDown, gin.LayOff, gin.ShuffleStock):
        if kinds[kind]:
            yield kind.__name__
    if not last.stock or len(last.stock) <= first.rules.stock_floor:
        yield "stock used up"
    offs = [action for action in pair.actions if isinstance(action, gin.LayOff)]
    if len({off.onto for off in offs}) < len(offs):
        yield "a lay-off on a lay-off"
    if any(
        isinstance(action, gin.TakeDiscard)
        and isinstance(after, gin.Discard)
        and before[0].discard_pile
        and after.card == before[0].discard_pile[-1]
        for action, after, before in zip(pair.actions, pair.actions[1:], pair, strict=False)
    ):
        yield "a returned card"


RARE = {
    "standard": {"knock": 4, "gin": 4, "big-gin": 3, "undercut": 4, "LayOff": 2, "stock": 4, "take-cap": 1},
    "doubling-gin": {"Double": 15, "refused": 6},
    "penalty-2-to-4": {"2 seats": 15, "3 seats": 15, "4 seats": 15, "ShuffleStock": 2},
    "mahjong-gin": {"LayDown": 30, "LayOff": 15, "a lay-off on a lay-off": 5, "out": 10},
    "standard+return_taken_discard=true": {"a returned card": 8},
}
"""The least share, in percent, of rounds in which each occurs."""
SELDOM = {
    "level counts": ("standard", lambda pair: "level" in events(pair)),
    "a lay-off on a lay-off": ("standard", lambda pair: "a lay-off on a lay-off" in events(pair)),
    "gin-off": ("standard+layoff=including-gin", lambda pair: "gin-off" in events(pair)),
    "a reshuffle cap": ("penalty-2-to-4", lambda pair: "reshuffle-cap" in events(pair)),
}
"""What a search of 1,000 rounds finds."""


STRATEGIES = {
    "pairs": lambda name: pairs(name, name),
    "rounds": lambda name: rounds(name).map(lambda played: played.under(name)),
}


@pytest.mark.full
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_is_drawn(name, strategy):
    counts = Counter(what for pair in drawn(STRATEGIES[strategy](name), 200) for what in set(events(pair)))
    seldom = {what: counts[what] for what, percent in RARE[name].items() if counts[what] < 2 * percent}
    assert not seldom, counts


@pytest.mark.full
@pytest.mark.parametrize("what", SELDOM)
def test_what_is_seldom_is_found(what):
    name, occurs = SELDOM[what]
    assert found(pairs(name, name), occurs, seed=1, number=1_000) is not None


PHASES = {
    "standard": {"UpcardOffer", "DrawTurn", "PlayTurn", "SpreadTurn", "LayoffTurn", "RoundOver"},
    "rubl": {"UpcardOffer", "DrawTurn", "PlayTurn", "SpreadTurn", "LayoffTurn", "LastDiscard", "RoundOver"},
    "doubling-gin": {"UpcardOffer", "DrawTurn", "DoubleOffer", "PlayTurn", "SpreadTurn", "LayoffTurn", "RoundOver"},
}


@pytest.mark.full
@pytest.mark.parametrize("name", PHASES)
def test_each_phase_is_common_in_states(name):
    counts = Counter()
    for seed in range(30):  # within one search hypothesis varies what it has drawn before
        found(states(name), lambda one: counts.update([type(one.phase).__name__]), seed, number=10)
    assert set(counts) == PHASES[name]
    assert min(counts.values()) >= counts.total() * 0.06, counts


@pytest.mark.full
def test_rule_sets_vary_every_rule():
    base = gin.RuleSet()
    drawn_sets = drawn(rule_sets(), 600)
    counts = {name: sum(getattr(rules, name) != getattr(base, name) for rules in drawn_sets) for name in RULES}
    assert not [name for name in RULES if counts[name] < 6], counts


# --- false claims -----------------------------------------------------------------------------------

CLAIMS = [
    "standard+opening=eleven-cards",
    "standard+both_pass_draw=any",
    "standard+ace_rank=round-the-corner",
    "standard+min_set=4",
    "standard+min_run=4",
    "standard+card_values=2,2,3,4,5,6,7,8,9,10,10,10,10",
    "standard+return_taken_discard=true",
    "standard+knock_limit=5",
    "standard+knock_source=upcard",
    "oklahoma+ace_upcard=one",
    "standard+big_gin=false",
    "standard+big_gin_needs_gin=true",
    "standard+knocker_melds=best",
    "standard+doubling=true",
    "doubling-gin+doubling_limit=2",
    "standard+layoff=including-gin",
    "standard+layoff=none",
    "standard+layoff_chain=false",
    "standard+defender_melds=named",
    "standard+stock_floor=3",
    "standard+stock_exhausted=last-discard-option",
    "standard+take_cap=20",
    "penalty-2-to-4+reshuffle_cap=1",
    "mahjong-gin+discard_take=top-only",
    "standard+big_gin_bonus=32",
    "standard+undercut_bonus=26",
    "standard+undercut_moves=knocker",
    "standard+knock_bonus=5",
    "doubling-gin+refusal_bonus=7",
    "standard+tie=knocker-wins",
    "standard+tie=nobody",
    "standard+tie=undercut-no-bonus",
    "oklahoma+spade_multiplier=3",
    "oklahoma+spade_scope=hand-and-all-boxes",
    "penalty-2-to-4+penalty_share=pooled",
    "penalty-2-to-4+undercut_penalty=full",
    "standard+gin_boxes=4",
    "standard+big_gin_boxes=7",
    "standard+undercut_boxes=4",
    "group-gin+gain_from=winner-takes-all",
    "standard+gin_bonus=26",
    "standard+layoff=including-gin+gin_off_bonus=5",
]
"""The last rule of each changes no round, says the claim."""


def found(strategy, condition, seed, number):
    """Return an example that meets the condition, the first one drawn, or None."""
    quiet = settings(max_examples=number, phases=[Phase.generate], **QUIET)
    try:
        return find(strategy, condition, settings=quiet, random=random.Random(seed))
    except NoSuchExample:
        return None


def refuted(claim, seed, number):
    """Return whether a round, or the facts of one, is found that the last rule of the expression changes."""
    base, change = claim.rsplit("+", 1)
    a, b = gin.preset(base), gin.preset(claim)
    if RULES[change.partition("=")[0]].affects == "price":
        seats = max(set(a.table_sizes) & set(b.table_sizes))
        return found(outcomes(a, seats=seats), lambda one: gin.price(one, a) != gin.price(one, b), seed, number)
    return found(pairs(a, b), lambda pair: pair.kind not in {None, "points"}, seed, number)


@pytest.mark.full
@pytest.mark.parametrize("claim", CLAIMS)
def test_a_false_claim_is_refuted(claim):
    assert any(refuted(claim, seed, number=100) for seed in (1, 2))


# --- what a pair is ---------------------------------------------------------------------------------

PLAIN = """\
standard and standard+big_gin=false:
  seat 0: A♣ 2♣ 3♣ A♦ 2♦ 3♦ A♥ 2♥ A♠ 2♠
  seat 1 (dealer): 4♣ 5♣ 6♣ 4♦ 5♦ 4♥ 5♥ 3♠ 4♠ 5♠
  upcard 3♥; stock, next first: 6♦
  actions: take
  after take, big gin is legal under standard and not under standard+big_gin=false"""


def test_a_broken_law_shows_a_short_round_of_the_lowest_cards():
    with pytest.raises(LawBroken) as broken:
        check_pairs("standard", "standard+big_gin=false", gin.testing.plays_alike)
    assert str(broken.value) == f"both rule sets play alike: this does not hold for {PLAIN}"


@examples(10, 100)
@given(pairs("standard", "oklahoma"))
def test_either_side_of_a_pair_is_a_record(pair):
    assert (pair.record(0).state, pair.record(1).state) == pair.end
    again = gin.RoundRecord.loads(pair.record(1).dumps())
    assert again.state == pair.end[1]


@examples(5, 100)
@given(pairs(rule_sets(sections=["knock"]), st.sampled_from([gin.preset("standard"), gin.preset("oklahoma")])))
def test_rule_sets_can_be_drawn(pair):
    assert pair.start[0].hands == pair.start[1].hands
    assert len(repr(pair).splitlines()) <= 7 + pair.seats


@examples(10, 100)
@given(pairs("penalty-2-to-4", "penalty-2-to-4+gin_bonus=7", seats=3, max_actions=6))
def test_seats_and_actions_are_limited(pair):
    assert pair.seats == 3
    assert len(pair.actions) <= 6


@examples(10, 100)
@given(pairs("standard", "oklahoma", until=lambda states: isinstance(states[0].phase, gin.PlayTurn)))
def test_a_round_ends_where_it_is_asked_to(pair):
    assert not any(isinstance(states[0].phase, gin.PlayTurn) for states in pair.states[:-1])


@examples(5, 100)
@given(rounds("straight-gin"))
def test_a_played_round_is_played_under_other_rules(played):
    pair = played.under("standard")
    assert pair.end[0] == played.end
    gin.testing.legal_actions_are_a_subset(pair)


def test_rule_sets_without_a_common_deal_are_refused():
    with pytest.raises(InvalidArgument, match="no deal fits both standard and standard\\+ranks=12"):
        pairs("standard", "standard+ranks=12")
    with pytest.raises(InvalidArgument, match="no deal fits both"):
        pairs("standard", "standard", seats=3)


# --- the laws ---------------------------------------------------------------------------------------


def passed(state):
    return isinstance(state.phase, gin.DrawTurn) and state.phase.stock_only


HOLD = {
    "prices": ("standard", "standard+gin_bonus=20", gin.testing.equal_when_only_prices_differ),
    "an ace up": ("standard", "standard+ace_upcard=one", gin.testing.pays_alike),
    "fewer knocks": ("straight-gin", "standard", gin.testing.legal_actions_are_a_subset),
    "two passes": ("standard", "cardgames-io", lambda pair: gin.testing.same_until(pair, passed)),
    "a larger bonus": ("standard", "standard+gin_bonus=30", gin.testing.prices_ordered),
}
BROKEN = {
    "prices": ("standard", "standard+gin_bonus=20", gin.testing.pays_alike, "play and pay alike"),
    "more knocks": ("standard", "straight-gin", gin.testing.legal_actions_are_a_subset, "legal under the first alone"),
    "two passes": ("standard", "cardgames-io", gin.testing.plays_alike, "taking the top of the pile is legal"),
    "a smaller bonus": ("standard+gin_bonus=30", "standard", gin.testing.prices_ordered, "no seat gets fewer"),
}


@pytest.mark.parametrize("claim", HOLD)
def test_a_law_holds(claim):
    a, b, law = HOLD[claim]
    check_pairs(a, b, law, examples=slow(25, 300))


@pytest.mark.parametrize("claim", BROKEN)
def test_a_law_is_broken(claim):
    a, b, law, text = BROKEN[claim]
    with pytest.raises(LawBroken, match=text):
        check_pairs(a, b, law, examples=200)


def test_rules_of_play_are_no_prices():
    with pytest.raises(IncompatibleRulesError, match="differ in more than prices: knock_limit"):
        check_pairs("standard", "straight-gin", gin.testing.equal_when_only_prices_differ, examples=1)
