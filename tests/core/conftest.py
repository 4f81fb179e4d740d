"""What tests of rules share. A row for each value of a rule of price, game or match: where it matters and shows.

`tests/core/fast/test_every_rule.py` has the rows of the rules of play. A rule without a row fails there by its name.
"""

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import ginrules as gin
from ginrules import fast
from ginrules.players import Simple
from ginrules.rules.model import DEFAULTS, RULES, rules_of, unsupported_rule
from ginrules.scoring.limits import limits_of

_SMALL = "+ranks=6+hand_size=5+min_set=2+min_run=2"
_ROUND = "standard" + _SMALL
_GAME = "standard+target=40" + _SMALL
_BOXES = "standard+box_timing=immediate" + _SMALL
_SPADES = "oklahoma+box_timing=immediate+target=250" + _SMALL
_TOTALS = "standard+winner_by=highest-total+target=60" + _SMALL
_THREE = {"player_counts": (3,), "shutout": "none"}


def other_values(name):
    """Two values of a rule other than its default, or the one that there is."""
    rule, default = RULES[name], DEFAULTS[name]
    if rule.kind == "number":
        return [default + 1, default + 2]
    return [value for value in (rule.choices or (False, True)) if value != default][:2]


class Row(NamedTuple):
    """A rule with another value.

    Attributes:
        name: The rule.
        value: Its other value.
        base: Rules under which it matters; in them the rule has its usual value, or a third one.
        seed: The seed of deals in which it matters.
        shows: Where it shows: "compare", "simulate", or neither if it changes only the settlement of a match.
        also: Other values that it cannot do without.
    """

    name: str
    value: Any
    base: str
    seed: int = 1
    shows: str = "compare simulate"
    also: Mapping[str, Any] = MappingProxyType({})

    @property
    def usual(self) -> gin.RuleSet:
        """The rules without the value."""
        return rules_of(self.base)

    @property
    def rules(self) -> gin.RuleSet:
        """The rules with the value."""
        return self.usual.evolve(name="with the value", **self.also, **{self.name: self.value})

    @property
    def seats(self) -> int:
        """The seats of a table: three if both rule sets allow it, since these have prices of their own; 0 for none."""
        sizes = [size for size in self.usual.table_sizes if size in self.rules.table_sizes]
        return 3 if 3 in sizes else max(sizes, default=0)


PRICES = [
    Row("gin_bonus", 20, _ROUND),
    Row("big_gin_bonus", 50, _ROUND, seed=6),
    Row("undercut_bonus", 10, _ROUND),
    Row("undercut_moves", "knocker", _GAME, shows="compare"),
    Row("gin_off_bonus", 40, _ROUND, seed=2),
    Row("knock_bonus", 5, _ROUND),
    Row("refusal_bonus", 20, "doubling-gin", seed=3),
    Row("tie", "undercut-no-bonus", _ROUND, seed=6),
    Row("tie", "knocker-wins", _ROUND, seed=6),
    Row("tie", "nobody", _ROUND, seed=6),
    Row("spade_multiplier", 2, _ROUND + "+knock_source=upcard"),
    Row(
        "spade_scope",
        "hand-and-extra-boxes",
        _SPADES + "+gin_boxes=4+big_gin_boxes=4+undercut_boxes=4",
        shows="compare",
    ),
    Row("spade_scope", "hand-and-all-boxes", _SPADES, shows="compare"),
    Row("score_mode", "penalty", "group-gin"),
    Row(
        "score_mode",
        "table-count",
        "mahjong-gin+player_counts=2+score_mode=gain+rounds=2+discard_take=top-only+ranks=5+hand_size=4",
    ),
    Row("gain_from", "each-with-knocker", "knock-rummy+player_counts=3"),
    Row("penalty_share", "pooled", "penalty-2-to-4+player_counts=3"),
    Row("undercut_penalty", "full", "penalty-2-to-4+player_counts=3+knock_limit=30", seed=9),
    Row("gin_boxes", 2, _BOXES, shows="compare"),
    Row("big_gin_boxes", 2, _BOXES, seed=8, shows="compare"),
    Row("undercut_boxes", 2, _BOXES, shows="compare"),
]
PRICES += [
    Row(name, value, _ROUND)
    for name, rule in RULES.items()
    if rule.affects == "price" and name not in {row.name for row in PRICES}
    for value in other_values(name)
]
"""The rows of the rules of price. A rule without a row of its own is tried with two values of its entry."""

GAMES = [
    Row("player_counts", (4, 5), "group-gin", shows="simulate"),
    Row("seating", "all-play", _GAME, shows="simulate", also={"player_counts": (3,), "shutout": "none"}),
    Row("seating", "sit-out", _GAME, also=_THREE | {"next_dealer": "incoming"}),
    Row("seating", "captain", _GAME, seed=2, also={"player_counts": (3,), "next_dealer": "winner"}),
    Row("seating", "rotating-box", _GAME, also=_THREE | {"next_dealer": "box"}),
    Row("seating", "partnership", _GAME, also={"player_counts": (4,)}),
    Row("opponents", "fixed", "partnership+target=40" + _SMALL, shows=""),
    Row("opponents", "rotate", "partnership-teams+opponents=fixed+target=40" + _SMALL, seed=2, shows=""),
    Row("next_dealer", "winner", _GAME, seed=2),
    Row("next_dealer", "loser", _GAME, seed=7),
    Row("next_dealer", "winning-side", "partnership+next_dealer=alternate+target=40" + _SMALL, seed=2),
    Row("next_dealer", "incoming", "cutthroat+next_dealer=idle-loser+target=40" + _SMALL, seed=2),
    Row("next_dealer", "idle-loser", "cutthroat+next_dealer=incoming+target=40" + _SMALL, seed=2),
    Row("next_dealer", "box", _GAME, also=_THREE | {"seating": "rotating-box"}),
    Row("next_dealer", "fixed", _GAME, seed=2),
    Row("drawn_dealer", "next", "standard+target=40+stock_floor=22", seed=6),
    Row("target", 60, _GAME, seed=2),
    Row("game_end", "last-standing", "penalty-2-to-4+target=30+rounds=0+player_counts=3", seed=2),
    Row("rounds", 3, _GAME, seed=10),
    Row("game_bonus", 20, _TOTALS + "+box_bonus=60", seed=18, shows="compare"),
    Row("box_bonus", 200, _TOTALS, seed=8, shows="compare"),
    Row("box_timing", "immediate", _GAME, seed=2),
    Row("shutout", "none", _TOTALS, seed=4, shows=""),
    Row("shutout", "flat", _TOTALS, seed=4, shows=""),
    Row("shutout", "double-before-boxes", _TOTALS, seed=4, shows=""),
    Row("shutout", "double-total", _TOTALS, seed=4, shows=""),
    Row("shutout", "double-bonuses", _TOTALS, seed=4, shows=""),
    Row("shutout", "double-difference", _TOTALS, seed=4, shows=""),
    Row("shutout_when", "loser-no-points", _TOTALS + "+tie=undercut-no-bonus", seed=25, shows=""),
    Row("shutout_when", "winner-every-hand", "standard+target=40+stock_floor=22", seed=4, shows=""),
    Row("shutout_bonus", 20, _TOTALS + "+shutout=flat", seed=4, shows=""),
    Row("winner_by", "highest-total", _GAME + "+box_bonus=60+game_bonus=0", seed=92, shows="compare"),
    Row("exact_margin_forfeit", 150, _GAME, shows=""),
    Row("columns", 3, _GAME),
    Row("column_weights", (1, 1, 2), _GAME + "+columns=3", seed=6, shows="compare"),
    Row("column_entry", "win-count", _GAME + "+columns=3", seed=4, shows="simulate"),
    Row("column_close", "own", _GAME + "+columns=3", seed=6),
    Row("endless", True, _GAME + "+columns=3", shows=""),
    Row("match_form", "best-of", _GAME + "+match_games=3"),
    Row("match_form", "points", _GAME + "+match_target=300"),
    Row("match_games", 3, _GAME + "+match_form=best-of"),
    Row("match_target", 500, _GAME + "+match_form=points+match_target=300", seed=3),
    Row("match_bonus", 100, _GAME + "+match_form=points+match_target=300", shows=""),
    Row("team_sweep_bonus", 25, "partnership-teams+target=40" + _SMALL),
    Row("team_sweep_boxes", 2, "partnership-teams+target=40" + _SMALL, shows=""),
]
"""The rows of the rules of a game, and of a match."""


def without_a_row(rows, *affects):
    """The rules with these effects, and the values of their choices, that have no row."""
    rules = {name: rule for name, rule in RULES.items() if rule.affects in affects}
    listed = {(row.name, row.value) for row in rows}
    missing = [name for name in rules if name not in {row.name for row in rows}]
    choices = [(name, value) for name, rule in rules.items() for value in rule.choices if value != DEFAULTS[name]]
    return missing + [f"{name} = {value}" for name, value in choices if (name, value) not in listed]


FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


TWO_VALUES = {
    "player_counts": [("mahjong-gin", (2, 3)), ("mahjong-gin", (2, 3, 4))],
    "seating": [("standard", "head-to-head"), ("captain", "captain")],
    "opponents": [("partnership", "alternate"), ("partnership", "fixed")],
    "next_dealer": [("standard", "winner"), ("standard", "loser")],
    "drawn_dealer": [("standard", "same"), ("standard", "next")],
    "ranks": [("standard", 12), ("standard", 13)],
    "suits": [("standard", 3), ("standard", 4)],
    "hand_size": [("standard", 7), ("penalty-2-to-4", {2: 9, 3: 8, 4: 6})],
    "opening": [("standard", "upcard-offer"), ("standard", "eleven-cards")],
    "both_pass_draw": [("standard", "stock-only"), ("standard", "any")],
    "ace_rank": [("standard", "low"), ("standard", "high-or-low")],
    "min_set": [("standard", 2), ("standard", 3)],
    "min_run": [("standard", 4), ("standard", 3)],
    "card_values": [("standard", (15, *FACES[1:])), ("standard", (*FACES[:11], 12, 13))],
    "discard_take": [("mahjong-gin", "several"), ("mahjong-gin", "top-only")],
    "return_taken_discard": [("standard", False), ("standard", True)],
    "open_melds": [("mahjong-gin", True), ("standard", False)],
    "knock_limit": [("standard", 7), ("oklahoma", 6)],
    "knock_source": [("standard", "upcard"), ("standard", "knock-card")],
    "ace_upcard": [("oklahoma", "gin-only"), ("oklahoma", "one")],
    "big_gin": [("standard", True), ("standard", False)],
    "big_gin_needs_gin": [("standard", True), ("standard", False)],
    "knocker_melds": [("standard", "named"), ("standard", "best")],
    "doubling": [("doubling-gin", True), ("standard", False)],
    "doubling_limit": [("doubling-gin", 64), ("doubling-gin", 8)],
    "layoff": [("standard", "none"), ("standard", "including-gin")],
    "layoff_chain": [("standard", True), ("standard", False)],
    "defender_melds": [("standard", "best"), ("standard", "named")],
    "stock_floor": [("standard", 4), ("standard", 0)],
    "stock_exhausted": [("standard", "draw"), ("standard", "last-discard-option")],
    "take_cap": [("standard", 50), ("standard", 0)],
    "return_pair": [("openspiel", True), ("openspiel", False)],
    "reshuffle_cap": [("penalty-2-to-4", 3), ("penalty-2-to-4", 1)],
    "gin_bonus": [("standard", 20), ("standard", 30)],
    "big_gin_bonus": [("standard", 50), ("standard", 31)],
    "undercut_bonus": [("standard", 10), ("standard", 15)],
    "undercut_moves": [("standard", "defender"), ("standard", "knocker")],
    "gin_off_bonus": [("standard", 40), ("standard", 25)],
    "knock_bonus": [("standard", 15), ("standard", 5)],
    "refusal_bonus": [("doubling-gin", 10), ("doubling-gin", 20)],
    "tie": [("standard", "undercut"), ("standard", "nobody")],
    "spade_multiplier": [("oklahoma", 2), ("oklahoma", 3)],
    "spade_scope": [("oklahoma", "hand"), ("oklahoma", "hand-and-all-boxes")],
    "score_mode": [("penalty-2-to-4", "penalty"), ("mahjong-gin", "table-count")],
    "gain_from": [("group-gin", "winner-takes-all"), ("group-gin", "each-with-knocker")],
    "penalty_share": [("penalty-2-to-4", "own"), ("penalty-2-to-4", "pooled")],
    "undercut_penalty": [("penalty-2-to-4", "difference"), ("penalty-2-to-4", "full")],
    "gin_boxes": [("standard", 2), ("standard", 3)],
    "big_gin_boxes": [("standard", 2), ("standard", 4)],
    "undercut_boxes": [("standard", 1), ("standard", 2)],
    "target": [("standard", 150), ("partnership", {2: 125})],
    "game_end": [("penalty-elimination", "last-standing"), ("standard", "target")],
    "rounds": [("standard", 5), ("standard", 3)],
    "game_bonus": [("standard", 100), ("standard", 200)],
    "box_bonus": [("standard", 20), ("standard", 25)],
    "box_timing": [("standard", "immediate"), ("standard", "at-end")],
    "shutout": [("standard", "double-hand-points"), ("standard", "double-total")],
    "shutout_when": [("standard", "loser-no-wins"), ("standard", "loser-no-points")],
    "shutout_bonus": [("classic", 100), ("classic", 150)],
    "winner_by": [("standard", "first-to-target"), ("standard", "highest-total")],
    "exact_margin_forfeit": [("standard", 50), ("standard", 40)],
    "columns": [("hollywood", 3), ("hollywood", 4)],
    "column_weights": [("hollywood", (1, 1, 2)), ("hollywood", (1, 2, 3))],
    "column_entry": [("hollywood", "next-open"), ("hollywood", "win-count")],
    "column_close": [("hollywood", "both"), ("hollywood", "own")],
    "endless": [("hollywood", True), ("hollywood", False)],
    "match_form": [("gra-tournament", "best-of"), ("standard", "single")],
    "match_games": [("gra-tournament", 7), ("gra-tournament", 3)],
    "match_target": [("multi-match", 500), ("multi-match", 700)],
    "match_bonus": [("multi-match", 50), ("multi-match", 75)],
    "team_sweep_bonus": [("tedesco-teams", 25), ("tedesco-teams", 30)],
    "team_sweep_boxes": [("roodle", 3), ("roodle", 2)],
}
TWO_VALUES = {
    name: TWO_VALUES.get(name) or [("standard", value) for value in [*other_values(name), DEFAULTS[name]][:2]]
    for name in RULES
}
"""For each rule two values, each on a rule set in which it matters; without a row of its own, on ``standard``."""


def match_of(rules, seed):
    """The standings of a match before each round, with its results; the last one is without."""
    match = gin.new_match(rules, rules.player_counts[0])
    while not match.is_over and len(match.scores) < 40:
        number = seed + len(match.scores)
        outcomes = [outcome_at(rules, table, 10 * number + place) for place, table in enumerate(match.due)]
        yield match, outcomes
        match = gin.add_round(match, *outcomes)
    yield match, []


def outcome_at(rules, table, deal):
    facts = fast.play(rules, Simple, [deal], seats=len(table.players))[0]
    return fast.outcomes(rules, facts[[table.dealer_seat]])[0].outcome


def story(match):
    """All that a match says, without the names of its rules."""
    settled = gin.settle(match)
    seatings = [[(table.players, table.dealer) for table in tables] for tables in (*match.seatings, match.due)]
    return match.scores, match.winners, seatings, match.accounts, settled.totals, settled.net, settled.payments


def tables_of_every_way():
    """One preset and table size for each way of scoring, with and without open melds, at two seats and more."""
    ways = {}
    for rules in map(gin.preset, gin.preset_names()):
        for seats in rules.table_sizes:
            way = rules.score_mode, rules.gain_from, rules.open_melds, rules.box_timing, min(seats, 3)
            ways.setdefault(way, (rules, seats))
    return list(ways.values())


def outcomes_at(rules, seats):
    """Rounds of every kind that these rules can price, at one table."""
    hands = [(0, 9, 4), (0, 48, 33), (5, 9, 6), (5, 5, 9), (5, 3, 9), (5, 0, 9), (0, 0, 0), (30, 12, 20)]
    kinds = (("upcard",), ("knock_card",), ("upcard", "knock_card"))
    limit = [dict.fromkeys(names, gin.Card.parse(card)) for names in kinds for card in ("9h", "9s")]
    for deadwood, ending, card, factor in product(hands, (None, "big-gin", "refused"), [{}, *limit], (1, 2)):
        held = tuple(deadwood[seat % 3] for seat in range(seats))
        for more in ({}, {"stock_left": 25}, {"laid": tuple(10 * seat for seat in range(seats))}):
            try:
                outcome = gin.Outcome(declarer=0, deadwood=held, ending=ending, factor=factor, **card, **more)
                gin.price(outcome, rules)
            except gin.GinRulesError:
                continue
            yield outcome


def is_priced(outcome, rules):
    try:
        return gin.price(outcome, rules) is not None
    except gin.GinRulesError:
        return False


def with_rule(name):
    """The rule sets of a table of two that differ from their preset in this rule, and in which it has another value."""
    for base, value in TWO_VALUES[name]:
        rules = gin.preset(base).evolve(**{name: value})
        if unsupported_rule(rules, set(RULES) - {name}, RULES[name].affects) is not None and 2 in rules.table_sizes:
            yield rules


def is_beyond(shortcut, name):
    """Return whether a shortcut refuses this rule once its list does not name it."""
    module, known, affects, is_refused = shortcut
    if RULES[name].affects not in affects:
        return True
    before = getattr(module, known)
    setattr(module, known, before - {name})
    try:
        return all(is_refused(rules, name) for rules in with_rule(name))
    finally:
        setattr(module, known, before)


CARDS = ("4s", "Ks", "As", "4h", "Kd", "Ac", None)


MOST_ROUNDS = 400


def some_outcome(rules, seats, rng, *, is_one_sided=False):
    """Facts that these rules allow, with wins, levels, undercuts, gins and drawn rounds all common."""
    pack = gin.pack_of(rules)
    card = rng.choice([card for card in CARDS if card is None or gin.Card.parse(card) in pack])
    kind = "knock_card" if rules.knock_source == "knock-card" else "upcard" if rules.has_upcard else None
    cards = {} if kind is None else {kind: card}
    most = limits_of(rules, seats)
    share = min(most.deadwood, most.deadwood_of_all // seats)
    held = tuple(min(share, rng.choice((0, rng.randrange(12), rng.randrange(60)))) for _ in range(seats))
    if rng.random() < 0.15:
        return gin.Outcome(declarer=None, deadwood=held, **cards)
    seat = 0 if is_one_sided and rng.random() < 0.9 else rng.randrange(seats)
    if rules.open_melds:
        laid = tuple(rng.randrange(0, 90, 5) for _ in held)
        return gin.Outcome(declarer=seat, deadwood=put(held, seat, 0), laid=laid, ending="out")
    facts = gin.Outcome(declarer=None, deadwood=held, **cards)
    limit = rules.limit_in_force(facts.upcard, facts.knock_card)
    left = rng.randint(0, min(limit, share))
    big = left == 0 and rules.big_gin and rng.random() < 0.3
    return gin.Outcome(declarer=seat, deadwood=put(held, seat, left), ending="big-gin" if big else None, **cards)


def put(values, place, value):
    return (*values[:place], value, *values[place + 1 :])


def some_match(rules, players, rng, *, dealer=0, most=MOST_ROUNDS, is_one_sided=False):
    """A match played to its end with random facts, or as far as the most rounds."""
    match = gin.new_match(rules, players, dealer=dealer)
    while not match.is_over and len(match.scores) < most:
        if rules.endless and not match.sheet.notice and len(match.scores) == 20:
            match = gin.give_notice(match)
        match = gin.add_round(
            match, *(some_outcome(rules, len(table.players), rng, is_one_sided=is_one_sided) for table in match.due)
        )
    return match
