"""A row for each value of a rule of price, game or match: rules and deals in which it matters, and where it shows.

`tests/unit/fast/test_every_rule.py` has the rows of the rules of play. A rule without a row fails there by its name.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ginrules.rules.model import DEFAULTS, RULES, RuleSet, rules_of

_SMALL = "+ranks=6+hand_size=5+min_set=2+min_run=2"
_ROUND = "standard" + _SMALL
_GAME = "standard+target=40" + _SMALL
_BOXES = "standard+box_timing=immediate" + _SMALL
_SPADES = "oklahoma+box_timing=immediate+target=250" + _SMALL
_TOTALS = "standard+winner_by=highest-total+target=60" + _SMALL
_THREE = {"player_counts": (3,), "shutout": "none"}


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
    def usual(self) -> RuleSet:
        """The rules without the value."""
        return rules_of(self.base)

    @property
    def rules(self) -> RuleSet:
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
"""The rows of the rules of price."""

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
