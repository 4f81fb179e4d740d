"""A strategy for rule sets that can be played, made from the description of each rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules._support.values import as_items
from ginrules.rules.fields import SECTIONS, Rule
from ginrules.rules.model import RULES, RuleSet, rule_values, rules_of
from ginrules.rules.problems import value_problems

_BOXES: Final = ("gin_boxes", "big_gin_boxes", "undercut_boxes", "team_sweep_boxes")
_MOST: Final = {
    **dict.fromkeys(("reshuffle_cap", "spade_multiplier", *_BOXES), 4),
    "match_games": 7,
    **dict.fromkeys(("stock_floor", "rounds"), 12),
    "hand_size": 15,
    "knock_limit": 60,
    "take_cap": 120,
}
"""The largest values drawn for rules that allow larger values than a test can play."""

_TEAMS: Final[Mapping[str, object]] = {
    "seating": "partnership",
    "player_counts": (6, 8, 10),
    "next_dealer": "winning-side",
    "opponents": "fixed",
}
_SIT_OUT: Final[Mapping[str, object]] = {
    "seating": "sit-out",
    "player_counts": (3,),
    "next_dealer": "incoming",
    "shutout": "flat",
}
_BOX: Final[Mapping[str, object]] = {**_SIT_OUT, "seating": "rotating-box", "next_dealer": "box"}
_CAPTAIN: Final[Mapping[str, object]] = {"seating": "captain", "player_counts": (3, 4, 5, 6), "next_dealer": "winner"}
_OPEN: Final[Mapping[str, object]] = {"open_melds": True, "knock_limit": 0, "big_gin": False, "layoff": "none"}
_ALL_PLAY: Final[Mapping[str, object]] = {"seating": "all-play", "player_counts": (2, 3, 4)}
_NO_GAME: Final[Mapping[str, object]] = {"game_bonus": 0, "box_bonus": 0, "shutout": "none"}
_WITH: Final[Mapping[tuple[str, object], Mapping[str, object]]] = {
    ("seating", "sit-out"): _SIT_OUT,
    ("seating", "captain"): _CAPTAIN,
    ("seating", "rotating-box"): _BOX,
    ("seating", "partnership"): {"player_counts": (4,)},
    ("player_counts", tuple): {"seating": "all-play"},
    ("next_dealer", "winning-side"): _TEAMS,
    ("next_dealer", "incoming"): _SIT_OUT,
    ("next_dealer", "idle-loser"): _SIT_OUT,
    ("next_dealer", "box"): _BOX,
    ("team_sweep_bonus", int): _TEAMS,
    ("team_sweep_boxes", int): _TEAMS,
    ("open_melds", True): _OPEN,
    ("discard_take", "several"): _OPEN,
    ("score_mode", "penalty"): _NO_GAME,
    ("score_mode", "table-count"): {**_OPEN, **_NO_GAME},
    ("game_end", "last-standing"): {**_NO_GAME, **_ALL_PLAY, "score_mode": "penalty"},
    ("gain_from", "winner-takes-all"): _ALL_PLAY,
    ("gain_from", "each-with-knocker"): _ALL_PLAY,
    ("endless", True): {"columns": 3},
    ("match_form", "points"): {"match_target": 500},
}
"""Values, or numbers of any size, that need other values, which are changed together with them."""

_LARGEST: Final = 300
_MOST_CHANGES: Final = 8
_PLAYERS: Final = [
    tuple(map(int, numbers.split("/"))) for numbers in "2 3 4 2/3 2/3/4 3/4/5/6 6 2/5 2/4/6 2/3/5 3/4/6 6/8/10".split()
]


def rule_sets(
    *,
    play: RuleSet | str | None = None,
    sections: Collection[str] | None = None,
    base: RuleSet | str | None = None,
) -> st.SearchStrategy[RuleSet]:
    """Return a strategy for playable rule sets, with up to eight rules changed from a base.

    A value is drawn from the values that the description of its rule allows. If it does not go with the others, the
    rules that it needs are changed too, or else it is left out. It shrinks to few changes and small numbers, and
    finally to the base itself.

    Args:
        play: Rules to play by. If given, only prices, games, columns and matches are drawn.
        sections: Sections of a rule file to draw from. All sections if None. What a value needs can be in other
            sections.
        base: The rules to change. ``standard`` if None. It cannot be combined with ``play``.

    Raises:
        hypothesis.errors.InvalidArgument: If a name is not a section, or both base and play are given.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> find(gin.testing.rule_sets(), lambda rules: rules.knock_limit < 10).knock_limit < 10
        True
        >>> find(gin.testing.rule_sets(sections=["deal"]), lambda rules: rules.opening == "no-upcard").opening
        'no-upcard'
    """
    if play is not None and base is not None:
        raise InvalidArgument("expected play or base, got both")
    allowed = _sections(sections)
    decide = tuple(name for name, rule in RULES.items() if rule.is_played or rule.section == "players")
    fixed = () if play is None else decide
    names = [name for name, rule in RULES.items() if rule.section in allowed and name not in fixed]
    changed = base if play is None else play
    return _rule_sets(RuleSet() if changed is None else rules_of(changed), tuple(names), fixed)


def _sections(sections: Collection[str] | None) -> Collection[str]:
    chosen = SECTIONS if sections is None else as_items(sections, "sections of rules in a list")
    unknown = [section for section in chosen if section not in SECTIONS]
    if unknown:
        raise InvalidArgument(f"expected a section of rules, one of {', '.join(SECTIONS)}, got {unknown[0]!r}")
    return chosen


@st.composite
def _rule_sets(draw: DrawFn, base: RuleSet, names: tuple[str, ...], fixed: tuple[str, ...]) -> RuleSet:
    if not names:
        return base
    change = st.sampled_from(names).flatmap(lambda name: st.tuples(st.just(name), _value(name, RULES[name])))
    values = rule_values(base)
    for name, value in draw(st.lists(change, max_size=_MOST_CHANGES, unique_by=lambda item: item[0])):
        needed = _needed(name, value)
        if {*needed} & {*fixed}:
            needed = {}
        for tried in (values | {name: value}, {**values, **needed, name: value}):
            if not value_problems(tried, RULES):
                values = tried
                break
    return RuleSet(**values)


def _needed(name: str, value: object) -> Mapping[str, object]:
    """Return the values of other rules that a value is changed together with."""
    if name == "column_weights" and isinstance(value, tuple):  # as many columns as weights, and not without end
        return {"columns": len(value), "endless": False}
    return _WITH.get((name, value if isinstance(value, str | bool) else type(value)), {})


def _value(name: str, rule: Rule) -> st.SearchStrategy[Any]:
    most = min(rule.most, _MOST.get(name, _LARGEST))
    number = st.integers(rule.least, most)
    if name == "doubling_limit":
        number = st.sampled_from((2, 4, 8, 64))
    match rule.kind:
        case "yes-no":
            return st.booleans()
        case "choice":
            return st.sampled_from(rule.choices)
        case "number":
            return number
        case "by-number":
            keys = st.sampled_from(((2, 3, 4), (2,), (1, 2, 3, 4, 5, 6)))
            return st.one_of(number, keys.flatmap(lambda chosen: st.fixed_dictionaries(dict.fromkeys(chosen, number))))
        case "numbers":
            if name == "player_counts":
                return st.sampled_from(_PLAYERS)
            if name == "card_values":
                return st.tuples(*[st.integers(1, 15)] * 13)
            return st.lists(st.integers(1, 4), min_size=2, max_size=9).map(tuple)
