"""`diverge`: the known differences of presets and of every rule, each on a small round or a short list of results."""

import os
import subprocess
import sys

import pytest

from ginrules.errors import IncompatibleRulesError
from ginrules.lab import diverge
from ginrules.match import new_match
from ginrules.presets import preset
from ginrules.rules.model import RULES, RuleSet
from ginrules.testing.differences import Alike, MatchDivergence, RoundDivergence, disagreement
from ginrules.testing.match_pairs import match_disagreement
from ginrules.testing.round_pairs import in_step
from tests.conftest import slow
from tests.core.conftest import other_values

pytestmark = pytest.mark.full

STANDARD = preset("standard")
EFFORT = 40

# a, b, the actions before they disagree, and how the sentence begins
ROUNDS = [
    ("standard", "oklahoma", 1, "after take, the knock on"),
    ("standard", "biggin50", 3, "after take, big gin and spread A♣"),
    ("standard", "classic", 1, "after take, big gin is legal under standard and not under classic"),
    (
        "standard",
        "cardgames-io",
        2,
        "after decline and decline, taking the top of the pile is legal under cardgames-io",
    ),
    ("standard", "gin-romme", 0, "at once the hands differ: 10 and 10 cards under standard, 11 and 10 under gin-romme"),
    (
        "standard",
        "penalty-2-to-4",
        0,
        "at once seat 0 must take or decline the upcard under standard, seat 0 must draw",
    ),
    ("standard", "doubling-gin", 2, "after decline and decline, doubling is legal under doubling-gin and not under"),
    ("bigugl", "hoyle", 4, "after take, knock"),
    ("gin-dos", "classic", 3, "after take, knock"),
    ("three-handed", "cutthroat", 1, "after take, big gin is legal under cutthroat"),
    ("ginrummy-com-partnership", "partnership", 1, "after take, big gin is legal under ginrummy-com-partnership and"),
]


@pytest.mark.parametrize(("a", "b", "number", "text"), ROUNDS)
def test_presets_disagree_on_a_small_round(a, b, number, text):
    difference = diverge(a, b, effort=EFFORT)
    assert (len(difference.actions), str(difference)[: len(text)]) == (number, text)
    ensure_first_disagreement(difference)


def ensure_first_disagreement(difference):
    """The round is legal under both, they agree on every state before the last, and not on that."""
    assert isinstance(difference, RoundDivergence)
    facts = {name: getattr(difference, name) for name in ("dealer", "seats", "knock_card", "actions")}
    pair = in_step(difference.a, difference.b, difference.order, **facts)
    assert [*map(disagreement, pair)] == [None] * len(difference.actions) + [difference.kind]
    assert pair.end == difference.states
    assert (difference.record().state, difference.record(difference.b).state) == difference.states
    assert difference.record().comment == str(difference)


# a, b, rounds at most, kind, and what is said
MATCHES = [
    ("standard", "hollywood", 2, "settlement", "under hollywood"),
    ("palace", "pagat-alternatives", 1, "settlement", "the totals are"),
    ("online-rubl", "online-rubl-50", 1, "end", "the match goes on, totals 50 / 0 under online-rubl, the match is"),
    ("cutthroat", "rotating-box", 1, "seating", "C deals (A v C, B resting) under cutthroat, A deals"),
    (
        "captain",
        "cutthroat",
        0,
        "seating",
        "the sides being A / B and C under captain, A deals (A v B, C resting), the",
    ),
    ("standard", "captain", 0, "players", "before the first round 2 can play under standard, 3 or 4 or 5 or 6"),
    ("penalty-2-to-4", "penalty-elimination", 2, "end", "under penalty-elimination"),
    ("standard", "exact-50", 7, "end", "won by A, totals 250 / 200 under standard, the match is over, won by B"),
]


@pytest.mark.parametrize(("a", "b", "number", "kind", "text"), MATCHES)
def test_presets_disagree_on_a_short_list_of_results(a, b, number, kind, text):
    difference = diverge(a, b, effort=EFFORT)
    assert isinstance(difference, MatchDivergence)
    assert difference.kind == kind
    assert len(difference.results) <= number
    assert text in str(difference)
    if difference.players:
        outcomes = [outcome for tables in difference.results for outcome in tables]
        both = (new_match(rules, difference.players, results=outcomes) for rules in (a, b))
        assert match_disagreement(*both) == kind


@pytest.mark.parametrize(
    ("base", "margin"), [("openspiel", 7), ("race", 108), ("online-rubl-300", 7), ("partnership", 10)]
)
def test_a_margin_to_be_met_exactly_is_met(base, margin):
    difference = diverge(base, preset(base).evolve(name="to forfeit", exact_margin_forfeit=margin), effort=2)
    assert difference.kind == "end"


def test_equal_rule_sets_are_equal_for_certain():
    difference = diverge("standard", "standard+gin_bonus=25")
    assert isinstance(difference, Alike)
    assert (bool(difference), difference.is_certain) == (False, True)
    assert str(difference) == "standard and standard+gin_bonus=25 are equal: no rule differs"


def test_rules_without_effect_are_equal_as_far_as_searched():
    difference = diverge(STANDARD, STANDARD.evolve(name="other", ace_upcard="one", penalty_share="pooled"), effort=30)
    assert isinstance(difference, Alike)
    assert not difference.is_certain
    assert str(difference) == (
        f"standard and other are equal in effect as far as searched ({difference.deals} deals and 0 lists of results), "
        "though knock.ace_upcard, price.penalty_share differ"
    )


PENALTY, MAHJONG, KISSES = preset("penalty-2-to-4"), preset("mahjong-gin"), preset("oklahoma-kisses")
DOUBLING = preset("doubling-gin")
RESHUFFLE = STANDARD.evolve(stock_exhausted="reshuffle")

# every rule of a round by itself: the first rules, the change, actions at most, kind
SINGLE = [
    (STANDARD, {"opening": "eleven-cards"}, 0, "deal"),
    (STANDARD, {"hand_size": 9}, 0, "deal"),
    (STANDARD, {"both_pass_draw": "any"}, 2, "legal"),
    (STANDARD, {"ace_rank": "high-or-low"}, 1, "legal"),
    (STANDARD, {"ace_rank": "round-the-corner"}, 1, "legal"),
    (STANDARD.evolve(ace_rank="high-or-low"), {"ace_rank": "round-the-corner"}, 1, "legal"),
    (STANDARD, {"min_set": 4}, 1, "legal"),
    (STANDARD, {"min_run": 4}, 1, "legal"),
    (STANDARD, {"card_values": (2, *STANDARD.card_values[1:])}, 2, "legal"),
    (MAHJONG, {"discard_take": "top-only"}, 4, "legal"),
    (STANDARD, {"return_taken_discard": True}, 1, "legal"),
    (STANDARD, {"knock_limit": 9}, 1, "legal"),
    (STANDARD, {"knock_source": "upcard"}, 1, "legal"),
    (preset("oklahoma"), {"ace_upcard": "one"}, 1, "legal"),
    (STANDARD, {"big_gin": False}, 1, "legal"),
    (STANDARD, {"big_gin_needs_gin": True}, 1, "legal"),
    (STANDARD, {"knocker_melds": "best"}, 2, "legal"),
    (STANDARD, {"doubling": True}, 2, "legal"),
    (DOUBLING, {"doubling_limit": 2}, 6, "legal"),
    (DOUBLING, {"refusal_bonus": 20}, 4, "points"),
    (STANDARD, {"layoff": "including-gin"}, 3, "end"),
    (STANDARD, {"layoff": "none"}, 3, "legal"),
    (STANDARD, {"layoff_chain": False}, 4, "legal"),
    (STANDARD, {"defender_melds": "named"}, 3, "end"),
    (STANDARD, {"gin_bonus": 20}, 3, "points"),
    (STANDARD, {"big_gin_bonus": 50}, 3, "points"),
    (STANDARD, {"undercut_bonus": 10}, 4, "points"),
    (STANDARD, {"undercut_moves": "knocker"}, 4, "points"),
    (STANDARD, {"gin_off_bonus": 40}, 4, "points"),
    (STANDARD, {"knock_bonus": 5}, 4, "points"),
    (STANDARD, {"tie": "nobody"}, 4, "points"),
    (STANDARD, {"tie": "knocker-wins"}, 4, "points"),
    (STANDARD, {"spade_multiplier": 2}, 3, "points"),
    (KISSES, {"spade_scope": "hand"}, 3, "points"),
    (preset("group-gin"), {"gain_from": "winner-takes-all"}, 5, "points"),
    (PENALTY, {"penalty_share": "pooled"}, 3, "points"),
    (PENALTY, {"undercut_penalty": "full"}, 5, "points"),
    (STANDARD, {"gin_boxes": 1}, 3, "points"),
    (STANDARD, {"big_gin_boxes": 1}, 3, "points"),
    (STANDARD, {"undercut_boxes": 1}, 4, "points"),
    (MAHJONG, {"card_values": STANDARD.card_values}, 3, "outcome"),
    (STANDARD, {"stock_floor": 4}, 56, "end"),  # 27 turns and two refusals: 31 cards, four left
    (STANDARD, {"stock_exhausted": "last-discard-option"}, 60, "end"),
    (STANDARD, {"stock_exhausted": "reshuffle"}, 60, "end"),
    (STANDARD.evolve(return_taken_discard=True), {"return_pair": True}, 4, "end"),
    (STANDARD, {"take_cap": 50}, 101, "end"),  # the upcard, which does not count, and fifty takes
    (RESHUFFLE, {"reshuffle_cap": 1}, 119, "end"),
]
ROUND = {"deal", "melds", "draw", "knock", "layoff", "stock", "price"}
"""The sections of the rules of a round."""
LISTED = {name for _, change, *_ in SINGLE for name in change} | {"open_melds", "score_mode"}


def name_of(case):
    return next(iter(case.items())) if isinstance(case, dict) else None


@pytest.mark.parametrize(("base", "change", "number", "kind"), slow(SINGLE[::3], SINGLE), ids=name_of)
def test_every_rule_of_a_round_shows_by_itself(base, change, number, kind):
    difference = diverge(base, base.evolve(name="changed", **change), effort=150)
    assert difference.kind == kind, str(difference)
    assert len(difference.actions) <= number, str(difference)
    ensure_first_disagreement(difference)


def test_a_rule_that_is_not_listed_shows_under_standard():
    for name, rule in RULES.items():
        for value in other_values(name) if rule.section in ROUND and name not in LISTED else ():
            ensure_first_disagreement(diverge(STANDARD, STANDARD.evolve(name="changed", **{name: value})))


SHEETS = (
    "target=150 2, game_bonus=50 2, box_bonus=20 1, box_timing=immediate 1, shutout=none 2, "
    "shutout_when=winner-every-hand 3, rounds=5 5, columns=3 2, winner_by=highest-total 12, next_dealer=winner 1, "
    "drawn_dealer=next 1, match_form=best-of+match_games=3 1"
).split(", ")
"""A change of the rules, and the results at most that show it."""


@pytest.mark.parametrize("sheet", SHEETS)
def test_rules_of_the_match_show_in_results(sheet):
    changes, number = sheet.split()
    difference = diverge(STANDARD, preset(f"standard+{changes}").evolve(name="changed"), effort=150)
    assert isinstance(difference, MatchDivergence)
    assert len(difference.results) <= int(number), str(difference)


@pytest.mark.parametrize(
    "change", [{"team_sweep_bonus": 25}, {"team_sweep_boxes": 2}, {"opponents": "rotate"}], ids=name_of
)
def test_rules_of_teams_show_in_one_round(change):
    teams = preset("partnership-teams")
    difference = diverge(teams, teams.evolve(name="changed", **change), effort=EFFORT)
    assert (len(difference.results), len(difference.results[0])) == (1, 3)


def test_two_processes_print_the_same():
    command = [sys.executable, "-m", "ginrules", "diverge", "standard", "hoyle", "--effort", "20"]
    said = {
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in "12"
    }
    assert len(said) == 1


def test_rules_that_a_round_cannot_show_are_named():
    difference = diverge(STANDARD, preset("classic"), effort=EFFORT)
    assert [change.name for change in difference.beyond] == ["next_dealer", "box_bonus", "shutout", "shutout_when"]
    assert str(difference).endswith(
        "not visible in a round: players.next_dealer, game.box_bonus, game.shutout, game.shutout_when"
    )


def test_nameless_rule_sets_are_the_first_and_the_second():
    text = str(diverge(RuleSet(), RuleSet(knock_limit=9), effort=20))
    assert "is legal under the first and not under the second" in text


def test_rules_without_a_common_deal_are_refused():
    with pytest.raises(IncompatibleRulesError, match="13 ranks × 4 suits and 12 ranks × 4 suits"):
        diverge(STANDARD, STANDARD.evolve(ranks=12))
    with pytest.raises(IncompatibleRulesError, match="standard seats 2, three seats 3"):
        diverge(STANDARD, PENALTY.evolve(name="three", player_counts=(3,)))


# --- interrupted -----------------------------------------------------------------------------------------


class _Impatient:
    """Interrupts the search at the step that it is made with."""

    def __init__(self, most):
        self.most = most
        self.calls = []

    def __call__(self, done, total):
        self.calls.append((done, total))
        if done >= self.most:
            raise KeyboardInterrupt


def test_the_steps_are_shown():
    steps = _Impatient(10**9)
    whole = diverge(STANDARD, "hoyle", effort=60, progress=steps)
    assert whole == diverge(STANDARD, "hoyle", effort=60)
    assert not whole.partial
    assert steps.calls
    assert steps.calls == sorted(steps.calls)
    assert all(0 < done <= total for done, total in steps.calls)


def test_the_smallest_round_so_far_is_kept():
    whole = diverge(STANDARD, "hoyle", effort=150)
    steps = _Impatient(10**9)
    diverge(STANDARD, "hoyle", effort=150, progress=steps)
    broken = diverge(STANDARD, "hoyle", effort=150, progress=_Impatient(steps.calls[-1][0]))
    ensure_first_disagreement(broken)
    assert broken.partial
    assert len(broken.actions) >= len(whole.actions)


def test_where_nothing_was_found_it_says_how_far_it_came():
    gin_only = STANDARD.evolve(name="gin only", knock_limit=0)
    broken = diverge(gin_only, gin_only.evolve(undercut_bonus=5), effort=100, progress=_Impatient(50))
    assert isinstance(broken, Alike)
    assert (broken.partial, broken.deals, broken.lists) == (True, 50, 0)
    assert "(50 deals and 0 lists of results, interrupted)" in str(broken)


def test_the_shortest_list_so_far_is_kept():
    long = STANDARD.evolve(name="long", target=150)
    whole, steps = diverge(STANDARD, long, effort=30), _Impatient(10**9)
    diverge(STANDARD, long, effort=30, progress=steps)
    broken = diverge(STANDARD, long, effort=30, progress=_Impatient(steps.calls[-1][0]))
    assert broken.partial
    assert len(broken.results) >= len(whole.results)
