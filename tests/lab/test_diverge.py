"""`diverge`: the known differences of the presets, each on the smallest round or list of results."""

import pytest

from ginrules.errors import IncompatibleRulesError
from ginrules.lab.divergence.crafted_deals import plain_layout
from ginrules.lab.divergence.diverge import diverge
from ginrules.lab.divergence.minimize import exchange
from ginrules.play.actions import DECLINE
from ginrules.play.deal import deal
from ginrules.presets import preset
from ginrules.records.paired import disagreement, replay, step
from ginrules.records.round import RoundRecord
from ginrules.rules.model import RULES, RuleSet
from ginrules.testing.divergence import Alike, MatchDivergence, RoundDivergence
from tests.conftest import slow
from tests.core.conftest import other_values

pytestmark = pytest.mark.full

STANDARD = preset("standard")
EFFORT = 40

# a, b, the actions before they disagree, and how the sentence begins
ROUNDS = [
    ("standard", "oklahoma", 1, ("after take, the knock on 1 (discarding A♣) (and 7 more) are legal under standard and "
     "not under oklahoma: upcard A♦, limit 10 and 0")),
    ("standard", "straight-gin", 1, ("after take, the knock on 1 (discarding 2♣) (and 2 more) are legal under standard "
     "and not under straight-gin")),
    ("standard", "biggin50", 3, "after take, big gin and spread A♣ 2♣ 3♣"),
    ("standard", "classic", 1, "after take, big gin is legal under standard and not under classic"),
    ("standard", "cardgames-io", 2, ("after decline and decline, taking the top of the pile is legal under "
     "cardgames-io and not under standard")),
    ("standard", "knock10-gin25", 1, "after take, big gin is legal under standard and not under knock10-gin25"),
    ("standard", "rubl", 1, "after take, big gin is legal under standard and not under rubl"),
    ("standard", "openspiel", 1, ("after take, big gin is legal under standard and not under openspiel and discarding "
     "J♣ (and 1 more) are legal under openspiel and not under standard")),
    ("standard", "gin-romme", 0, "at once the hands differ: 10 and 10 cards under standard, 11 and 10 under gin-romme"),
    ("standard", "round-the-corner", 1, ("after take, the knock on 1 (discarding 2♣) (and 2 more) are legal under "
     "standard and not under round-the-corner")),
    ("standard", "penalty-2-to-4", 0, ("at once seat 0 must take or decline the upcard under standard, seat 0 must "
     "draw from the stock or the discard pile under penalty-2-to-4")),
    ("standard", "mahjong-gin", 1, "after take, the knock for gin (discarding A♣) (and 9 more) are legal under"),
    ("standard", "world-club", 3, "after take, big gin and spread A♣ 2♣ 3♣"),
    ("standard", "oklahoma-second-deck", 0, "at once seat 0 must take or decline the upcard under standard"),
    ("standard", "gra-tournament", 1, ("after take, big gin is legal under standard and not under gra-tournament "
     "and discarding J♣ (and 1 more) are legal under gra-tournament and not under standard")),
    ("oklahoma", "oklahoma-kisses", 3, "after take, big gin and spread"),
    ("gin-dos-oklahoma", "gin-dos-oklahoma-ace-one", 1, ("after take, the knock on 1 (discarding A♣) (and 5 more) are "
     "legal under gin-dos-oklahoma-ace-one and not under gin-dos-oklahoma: upcard A♦, limit 0 and 1")),
    ("hoyle", "system-10-20", 3, "after take, knock A♣ and spread"),
    ("online-rubl", "system-20-25", 2, ("after take and knock A♣, spread 2♣ 3♣ 4♣ / 5♣ 6♣ 7♣ / 8♣ 9♣ T♣ (and 27 more) "
     "are legal under system-20-25 and not under online-rubl")),
    ("system-20-25", "whyknowledge", 4, "after take, knock A♣, spread"),
    ("pokerwiner", "ginplayeronline", 1, ("after take, the knock on 10 (discarding T♣) is legal under pokerwiner and "
     "not under ginplayeronline")),
    ("tedesco", "round-the-corner", 1, "after take, big gin is legal under tedesco and not under round-the-corner"),
    ("openspiel", "openspiel-oklahoma", 1, "after take, the knock on 1 (discarding A♣) (and 7 more) are legal under"),
    ("three-handed", "cutthroat", 1, "after take, big gin is legal under cutthroat"),
    ("pure-gin-app-oklahoma", "online-rubl-oklahoma", 3, "after take, knock"),
    ("eaai", "standard", 1, "after take, big gin is legal under standard and not under eaai"),
    ("standard", "doubling-gin", 2, "after decline and decline, doubling is legal under doubling-gin and not under"),
    ("bigugl", "hoyle", 4, ("after take, knock A♣, spread 2♣ 3♣ 4♣ / 5♣ 6♣ 7♣ / 8♣ 9♣ T♣ and done, the round pays "
     "0 / 15, boxes 0 / 1 (undercut, seat 1 wins) under bigugl, 0 / 10")),
    ("gin-dos", "classic", 3, ("after take, knock A♣ and spread 2♣ 3♣ 4♣ / 5♣ 6♣ 7♣ / 8♣ 9♣ T♣ J♣, the round pays "
     "45 / 0, boxes 1 / 0 (gin, seat 0 wins) under gin-dos, 40 / 0")),
    ("gin30-biggin50", "rummytalk", 1, "after take, the knock on 1 (discarding A♣) (and 7 more) are legal under gin30"),
    ("oklahoma-ace-one", "oklahoma-second-deck", 0, "at once seat 0 must take or decline the upcard under oklahoma"),
    ("spanish-how-to", "tedesco", 0, "at once the hands differ: 11 and 10 cards under spanish-how-to, 10 and 10 under"),
    ("ginrummy-com-partnership", "partnership", 1, "after take, big gin is legal under ginrummy-com-partnership and"),
    ("whyknowledge", "openspiel", 1, "after take, discarding J♣ (and 1 more) are legal under openspiel and not under"),
    ("oklahoma-kisses", "gin-dos-oklahoma", 1, "after take, big gin is legal under oklahoma-kisses and not under gin"),
]  # fmt: skip


TRIED = slow(ROUNDS[::3], ROUNDS)


@pytest.mark.parametrize(("a", "b", "number", "text"), TRIED, ids=[f"{a} {b}" for a, b, *_ in TRIED])
def test_presets_disagree_on_a_small_round(a, b, number, text):
    difference = diverge(preset(a), preset(b), effort=EFFORT)
    assert isinstance(difference, RoundDivergence)
    assert (len(difference.actions), str(difference)[: len(text)]) == (number, text)
    ensure_first_disagreement(difference)


def ensure_first_disagreement(difference):
    """The round is legal under both, they agree on every state before the last, and not on that."""
    cards = {
        rules: difference.knock_card if rules.knock_source == "knock-card" else None
        for rules in (difference.a, difference.b)
    }
    pair = tuple(
        deal(rules, difference.order, dealer=difference.dealer, seats=difference.seats, knock_card=cards[rules])
        for rules in cards
    )
    for action in difference.actions:
        assert disagreement(pair) is None
        pair = step(pair, action)
    assert disagreement(pair) == difference.kind
    assert pair == difference.states
    record = difference.record()
    assert isinstance(record, RoundRecord)
    assert record.state == difference.states[0]
    assert difference.record(difference.b).state == difference.states[1]
    assert record.comment == str(difference)


MATCHES = [
    ("standard", "hollywood", 2, "settlement", ("(2 × knock by seat 0, deadwood 1 / 2) the totals are 52 / 0 under "
     "standard, the totals are 78 / 0 under hollywood")),
    ("palace", "pagat-alternatives", 1, "settlement", "the totals are 11 / 0 under palace, the totals are 26 / 0"),
    ("online-rubl", "online-rubl-50", 1, "end", "the match goes on, totals 50 / 0 under online-rubl, the match is"),
    ("hollywood", "hollywood-endless", 3, "settlement", "under hollywood-endless"),
    ("cutthroat", "rotating-box", 1, "seating", "C deals (A v C, B resting) under cutthroat, A deals"),
    ("captain", "cutthroat", 0, "seating", ("A deals (A v B, C resting), the sides being A / B and C under captain, "
     "A deals (A v B, C resting), the sides being A / B / C under cutthroat")),
    ("online-rubl-150", "online-rubl-200", 2, "end", "totals 150 / 0 under online-rubl-150, the match goes on"),
    ("hollywood", "hollywood-scarne", 2, "settlement", "the totals are 472 / 0 under hollywood, the totals are 272"),
    ("standard", "captain", 0, "players", "before the first round 2 can play under standard, 3 or 4 or 5 or 6"),
    ("penalty-2-to-4", "penalty-elimination", 2, "end", "the match goes on, totals 0 / 2 under penalty-elimination"),
    ("penalty-elimination", "penalty-elimination-50", 1, "end", "the match is over, won by A, totals 0 / 50 under"),
    ("standard", "exact-50", 7, "end", "won by A, totals 250 / 200 under standard, the match is over, won by B"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "number", "kind", "text"), MATCHES, ids=[f"{a} {b}" for a, b, *_ in MATCHES])
def test_presets_disagree_on_a_short_list_of_results(a, b, number, kind, text):
    difference = diverge(preset(a), preset(b), effort=EFFORT)
    assert isinstance(difference, MatchDivergence)
    assert (len(difference.results), difference.kind) == (number, kind)
    assert text in str(difference)
    assert difference


def test_the_last_one_standing_shows_among_three():
    """At two it is the lowest total either way; of three, two play on when the third is out."""
    last = preset("penalty-elimination")
    difference = diverge(last, last.evolve(name="to the target", game_end="target"), effort=EFFORT)
    assert isinstance(difference, MatchDivergence)
    assert (difference.players, len(difference.results), difference.kind) == (3, 4, "end")
    assert "the match goes on, totals 19 / 81 / 100 under penalty-elimination" in str(difference)


@pytest.mark.parametrize("a", ["standard", "online-rubl"])
def test_equal_rule_sets_are_equal_for_certain(a):
    b = f"{a}+gin_bonus=25"
    difference = diverge(preset(a), preset(b))
    assert isinstance(difference, Alike)
    assert not difference
    assert difference.is_certain
    assert str(difference) == f"{a} and {b} are equal: no rule differs"


def test_rules_without_effect_are_equal_as_far_as_searched():
    difference = diverge(STANDARD, STANDARD.evolve(name="other", ace_upcard="one", penalty_share="pooled"), effort=30)
    assert isinstance(difference, Alike)
    assert not difference.is_certain
    assert str(difference) == (
        "standard and other are equal in effect as far as searched (30 deals and 0 lists of results), "
        "though knock.ace_upcard, price.penalty_share differ"
    )


def test_a_shutout_bonus_shows_only_where_it_is_paid():
    assert not diverge(STANDARD, STANDARD.evolve(shutout_bonus=50), effort=20)
    flat = STANDARD.evolve(shutout="flat")
    assert len(diverge(flat, flat.evolve(shutout_bonus=50), effort=20).results) == 2


PENALTY, MAHJONG, KISSES = preset("penalty-2-to-4"), preset("mahjong-gin"), preset("oklahoma-kisses")
DOUBLING = preset("doubling-gin")
RESHUFFLE = STANDARD.evolve(stock_exhausted="reshuffle")

# every rule of a round by itself: the first rules, the change, actions, kind
SINGLE = [
    (STANDARD, {"opening": "eleven-cards"}, 0, "deal"),
    (STANDARD, {"hand_size": 9}, 0, "deal"),
    (STANDARD, {"both_pass_draw": "any"}, 2, "legal"),
    (STANDARD, {"ace_rank": "high-or-low"}, 1, "legal"),
    (STANDARD, {"ace_rank": "round-the-corner"}, 1, "legal"),
    (STANDARD.evolve(ace_rank="high-or-low"), {"ace_rank": "round-the-corner"}, 1, "legal"),
    (STANDARD, {"min_set": 4}, 1, "legal"),
    (STANDARD, {"min_run": 4}, 1, "legal"),
    (STANDARD, {"card_values": (2, *STANDARD.card_values[1:])}, 1, "legal"),
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
    (PENALTY, {"undercut_penalty": "full"}, 4, "points"),
    (STANDARD, {"gin_boxes": 1}, 3, "points"),
    (STANDARD, {"big_gin_boxes": 1}, 3, "points"),
    (STANDARD, {"undercut_boxes": 1}, 4, "points"),
    (MAHJONG, {"card_values": STANDARD.card_values}, 2, "outcome"),
    (STANDARD, {"stock_floor": 4}, 56, "end"),  # 27 turns and two refusals: 31 cards, four left
    (STANDARD, {"stock_exhausted": "last-discard-option"}, 60, "end"),
    (STANDARD, {"stock_exhausted": "reshuffle"}, 60, "end"),
    (STANDARD.evolve(return_taken_discard=True), {"return_pair": True}, 4, "end"),
]
ROUND = {"deal", "melds", "draw", "knock", "layoff", "stock", "price"}
"""The sections of the rules of a round."""
LONG = [
    (STANDARD, {"take_cap": 50}, 101, "end"),  # the upcard, which does not count, and fifty takes
    (RESHUFFLE, {"reshuffle_cap": 1}, 119, "end"),
]


LISTED = {name for _, change, *_ in SINGLE + LONG for name in change} | {"open_melds", "score_mode"}


def name_of(case):
    return next(iter(case.items())) if isinstance(case, dict) else None


@pytest.mark.parametrize(("base", "change", "number", "kind"), slow(SINGLE[::3], SINGLE), ids=name_of)
def test_every_rule_of_a_round_shows_by_itself(base, change, number, kind):
    difference = diverge(base, base.evolve(name="changed", **change), effort=slow(10, 20))
    assert (len(difference.actions), difference.kind) == (number, kind), str(difference)
    assert not difference.beyond
    ensure_first_disagreement(difference)


@pytest.mark.full
@pytest.mark.parametrize(("base", "change", "number", "kind"), LONG, ids=name_of)
def test_caps_show_at_the_end_of_long_rounds(base, change, number, kind):
    difference = diverge(base, base.evolve(name="changed", **change), effort=20)
    assert (len(difference.actions), difference.kind) == (number, kind), str(difference)
    ensure_first_disagreement(difference)


def test_a_rule_that_is_not_listed_shows_under_standard():
    for name, rule in RULES.items():
        for value in other_values(name) if rule.section in ROUND and name not in LISTED else ():
            difference = diverge(STANDARD, STANDARD.evolve(name="changed", **{name: value}), effort=slow(10, 20))
            assert difference.kind, name
            ensure_first_disagreement(difference)


SHEETS = [
    ({"target": 150}, 2), ({"game_bonus": 50}, 2), ({"box_bonus": 20}, 1), ({"box_timing": "immediate"}, 1),
    ({"shutout": "none"}, 2), ({"shutout_when": "winner-every-hand"}, 3), ({"rounds": 5}, 5), ({"columns": 3}, 2),
    ({"winner_by": "highest-total"}, 9), ({"next_dealer": "winner"}, 1), ({"drawn_dealer": "next"}, 1),
    ({"match_form": "best-of", "match_games": 3}, 1),
]  # fmt: skip


@pytest.mark.parametrize(("change", "number"), SHEETS, ids=name_of)
def test_rules_of_the_match_show_in_results(change, number):
    difference = diverge(STANDARD, STANDARD.evolve(name="changed", **change), effort=20)
    assert isinstance(difference, MatchDivergence)
    assert len(difference.results) == number, str(difference)


def test_the_count_of_wins_shows_in_the_first_win_after_a_column_has_closed():
    """Two wins of A close column 1, one alone cannot; B's first win, by a point, is lost by the count."""
    hollywood = preset("hollywood")
    difference = diverge(hollywood, hollywood.evolve(name="by count", column_entry="win-count"), effort=20)
    assert isinstance(difference, MatchDivergence)
    assert difference.kind == "settlement"
    deadwood = [(outcome.declarer, outcome.deadwood) for (outcome,) in difference.results]
    assert deadwood == [(0, (1, 4)), (0, (1, 98)), (1, (2, 1))]
    assert str(difference).endswith("the totals are 472 / 26 under hollywood, the totals are 472 / 0 under by count")


def test_the_dealer_after_a_drawn_round_shows_in_one():
    difference = diverge(STANDARD, STANDARD.evolve(name="passes", drawn_dealer="next"), effort=20)
    assert [outcome.ending for (outcome,) in difference.results] == ["dead"]
    assert str(difference).endswith("A deals (A v B) under standard, B deals (A v B) under passes")


@pytest.mark.parametrize(
    "change", [{"team_sweep_bonus": 25}, {"team_sweep_boxes": 2}, {"opponents": "rotate"}], ids=name_of
)
def test_rules_of_teams_show_in_one_round(change):
    teams = preset("partnership-teams")
    difference = diverge(teams, teams.evolve(name="changed", **change), effort=20)
    assert (len(difference.results), len(difference.results[0])) == (1, 3)


def test_the_same_arguments_give_the_same_answer():
    first, second = (diverge(STANDARD, preset("oklahoma"), seed=3, effort=EFFORT) for _ in range(2))
    assert first == second


def test_rules_that_a_round_cannot_show_are_named():
    difference = diverge(STANDARD, preset("classic"), effort=EFFORT)
    assert [change.name for change in difference.beyond] == ["next_dealer", "box_bonus", "shutout", "shutout_when"]
    assert str(difference).endswith(
        "not visible in a round: players.next_dealer, game.box_bonus, game.shutout, game.shutout_when"
    )


def test_nameless_rule_sets_are_the_first_and_the_second():
    text = str(diverge(RuleSet(), RuleSet(knock_limit=9), effort=20))
    assert "is legal under the first and not under the second" in text


def test_different_packs_are_refused():
    with pytest.raises(IncompatibleRulesError, match="13 ranks × 4 suits and 12 ranks × 4 suits"):
        diverge(STANDARD, STANDARD.evolve(ranks=12))


def test_different_seats_are_refused():
    three = PENALTY.evolve(name="three", player_counts=(3,))
    with pytest.raises(IncompatibleRulesError, match="standard seats 2, three seats 3"):
        diverge(STANDARD, three)


def test_replaying_without_a_disagreement_gives_nothing():
    layout = plain_layout(STANDARD, 2)
    assert replay(STANDARD, STANDARD.evolve(knock_limit=9), layout, [DECLINE, DECLINE]) is None
    assert replay(STANDARD, STANDARD.evolve(both_pass_draw="any"), layout, [DECLINE, DECLINE]).kind == "legal"


def test_exchanging_cards_is_its_own_inverse():
    renaming = exchange([5, 6, 7], [0, 1, 5])
    assert sorted(renaming) == list(range(52))
    assert [renaming[renaming[card]] for card in range(52)] == list(range(52))


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


def test_the_steps_are_shown_to_their_end():
    steps = _Impatient(10**9)
    whole = diverge(STANDARD, "oklahoma", effort=8, progress=steps)
    assert whole == diverge(STANDARD, "oklahoma", effort=8)
    assert not whole.partial
    assert all(0 < done <= total for done, total in steps.calls)
    assert [done for done, _ in steps.calls] == sorted(done for done, _ in steps.calls)
    assert len(steps.calls) > 3


def test_the_smallest_round_so_far_is_kept():
    early = diverge(STANDARD, "hoyle", effort=8, progress=_Impatient(50))
    later = diverge(STANDARD, "hoyle", effort=8, progress=_Impatient(300))
    whole = diverge(STANDARD, "hoyle", effort=8)
    for broken in (early, later):
        assert isinstance(broken, RoundDivergence)
        assert broken.partial
        assert broken.record().actions == broken.actions
        assert len(broken.actions) >= len(whole.actions)
    assert not whole.partial


def test_where_nothing_was_found_it_says_how_far_it_came():
    gin_only = STANDARD.evolve(name="gin only", knock_limit=0)
    broken = diverge(gin_only, gin_only.evolve(undercut_bonus=5), effort=100, progress=_Impatient(50))
    assert isinstance(broken, Alike)
    assert (broken.partial, broken.deals, broken.lists) == (True, 50, 0)
    assert "(50 deals and 0 lists of results, interrupted)" in str(broken)


def test_the_shortest_list_so_far_is_kept():
    long = STANDARD.evolve(name="long", target=150)
    whole = diverge(STANDARD, long, effort=30)
    assert isinstance(whole, MatchDivergence)
    steps = _Impatient(10**9)
    diverge(STANDARD, long, effort=30, progress=steps)
    assert steps.calls
    for most in (steps.calls[0][0], steps.calls[-1][0]):
        broken = diverge(STANDARD, long, effort=30, progress=_Impatient(most))
        assert broken.partial
        assert isinstance(broken, MatchDivergence | Alike)
        if broken:
            assert len(broken.results) >= len(whole.results)
