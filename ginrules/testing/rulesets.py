"""A strategy for rule sets that can be played, made from the description of each rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules._support.values import as_items
from ginrules.rules.fields import SECTIONS, ByNumber, Rule
from ginrules.rules.model import RULES, RuleSet, rule_values, rules_of
from ginrules.rules.problems import RuleProblem, value_problems

_MOST: Final = {
    "reshuffle_cap": 4, "take_cap": 120, "stock_floor": 12, "knock_limit": 60, "spade_multiplier": 4,
    "gin_boxes": 4, "big_gin_boxes": 4, "undercut_boxes": 4, "match_games": 7, "rounds": 12, "team_sweep_boxes": 4,
    "hand_size": 15,
}  # fmt: skip
"""The largest values drawn for rules that allow larger values than a test can play."""

_TEAMS: Final[dict[str, object]] = {
    "seating": "partnership",
    "player_counts": (6, 8, 10),
    "next_dealer": "winning-side",
}
_WITH: Final[dict[tuple[str, object], dict[str, object]]] = {
    ("team_sweep_bonus", int): _TEAMS,
    ("team_sweep_boxes", int): _TEAMS,
    ("next_dealer", "winning-side"): {"seating": "partnership"},
    ("next_dealer", "incoming"): {"seating": "sit-out"},
    ("next_dealer", "idle-loser"): {"seating": "sit-out"},
    ("next_dealer", "box"): {"seating": "rotating-box"},
    ("discard_take", "several"): {"open_melds": True},
    ("gain_from", "winner-takes-all"): {"seating": "all-play", "player_counts": (2, 4, 6)},
    ("gain_from", "each-with-knocker"): {"seating": "all-play", "player_counts": (2, 3, 5)},
    ("game_end", "last-standing"): {"seating": "all-play", "player_counts": (3, 4, 6), "score_mode": "penalty"},
}
"""Values, or numbers of any size, that need other values and are drawn together with them."""

_LARGEST: Final = 300
_MOST_CHANGES: Final = 8
_MOST_REPAIRS: Final = 24
_PLAYERS: Final = (
    (2,),
    (3,),
    (4,),
    (2, 3),
    (2, 3, 4),
    (3, 4, 5, 6),
    (6,),
    (2, 5),
    (2, 4, 6),
    (2, 3, 5),
    (3, 4, 6),
    (6, 8, 10),
)


def rule_sets(
    *,
    play: RuleSet | str | None = None,
    sections: Collection[str] | None = None,
    base: RuleSet | str | None = None,
) -> st.SearchStrategy[RuleSet]:
    """Return a strategy for playable rule sets, with up to eight rules changed from a base.

    A value is drawn from the values that the description of its rule allows. If values cannot be
    combined, other rules are changed. It shrinks to few changes and small numbers, and finally to
    the base itself.

    Args:
        play: Rules to play by. If given, only prices, games, columns and matches are drawn.
        sections: Sections of a rule file to draw from. All sections if None. A repair can
            change other sections.
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
    fixed = () if play is None else tuple(name for name, rule in RULES.items() if _decides_play(rule))
    names = [name for name, rule in RULES.items() if rule.section in allowed and name not in fixed]
    changed = base if play is None else play
    return _rule_sets(RuleSet() if changed is None else rules_of(changed), tuple(names), fixed)


def _sections(sections: Collection[str] | None) -> Collection[str]:
    chosen = SECTIONS if sections is None else as_items(sections, "sections of rules in a list")
    unknown = [section for section in chosen if section not in SECTIONS]
    if unknown:
        raise InvalidArgument(f"expected a section of rules, one of {', '.join(SECTIONS)}, got {unknown[0]!r}")
    return chosen


def _decides_play(rule: Rule) -> bool:
    """Return whether the rule decides the play of a round or the players who meet."""
    return rule.affects == "play" or rule.section == "players"


@st.composite
def _rule_sets(draw: DrawFn, base: RuleSet, names: tuple[str, ...], fixed: tuple[str, ...]) -> RuleSet:
    changes: dict[str, Any] = {}
    if names:
        change = st.sampled_from(names).flatmap(lambda name: st.tuples(st.just(name), _value(name, RULES[name])))
        changes |= draw(st.lists(change, max_size=_MOST_CHANGES, unique_by=lambda item: item[0]))
    for rule, choice in tuple(changes.items()):
        needed = _WITH.get((rule, choice if isinstance(choice, str) else type(choice)), {})
        if rule == "column_weights":  # as many columns as weights, and not without end
            needed = {"columns": len(choice), "endless": False}
        changes |= {name: value for name, value in needed.items() if name in names and name not in changes}
    while True:
        values = repaired(base, changes, fixed)
        if values is not None:
            return RuleSet(**values)
        changes.popitem()  # the base itself can be played


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
            return _numbers(name)


def _numbers(name: str) -> st.SearchStrategy[Any]:
    if name == "player_counts":
        return st.sampled_from(_PLAYERS)
    if name == "card_values":
        return st.tuples(*[st.integers(1, 15)] * 13)
    return st.lists(st.integers(1, 4), min_size=2, max_size=9).map(tuple)


def repaired(base: RuleSet, changes: dict[str, Any], fixed: Collection[str] = ()) -> dict[str, Any] | None:
    """Return playable values close to these changes of the base, or None.

    The first problem's rule takes the first value that leaves the smallest number of problems.
    If no value helps, a changed rule returns to its value in the base.
    """
    values = rule_values(base) | changes
    problems: Sequence[RuleProblem] = value_problems(values, RULES)
    for _ in range(_MOST_REPAIRS):
        if not problems:
            return values
        blamed = next((problem.path for problem in problems if problem.path not in fixed), None)
        if blamed is None:
            return None
        better = _fewer_problems(values, problems, ({blamed: value} for value in some_values(base, blamed)))
        if better is None:  # undo the change of another rule
            reverted = ({name: getattr(base, name)} for name in changes if values[name] != getattr(base, name))
            better = _fewer_problems(values, problems, reverted)
        if better is None:
            return None
        values, problems = better
    return None


def _fewer_problems(
    values: dict[str, Any], problems: Sequence[RuleProblem], changes: Iterable[dict[str, Any]]
) -> tuple[dict[str, Any], Sequence[RuleProblem]] | None:
    """Return the values after the single change that leaves the smallest number of problems, or None if none helps."""
    best = None
    for change in changes:
        tried = values | change
        left = value_problems(tried, RULES)
        if len(left) < len(problems):
            best, problems = (tried, left), left
    return best


def some_values(base: RuleSet, name: str) -> Iterator[Any]:
    """Yield values of a rule: that of the base, every choice, small numbers. Some of them twice.

    Examples:
        >>> list(some_values(RuleSet(), "big_gin"))
        [True, False, True]
    """
    rule = RULES[name]
    yield getattr(base, name)
    match rule.kind:
        case "yes-no":
            yield from (False, True)
        case "choice":
            yield from rule.choices
        case "number" | "by-number":
            yield from (
                number for number in (rule.least, 1, 2, 3, 4, 5, 7, 10, 100) if rule.least <= number <= rule.most
            )
            if name == "target":
                yield ByNumber(dict.fromkeys(range(1, 6), 100))
        case "numbers":
            yield from (_PLAYERS if name == "player_counts" else ((1,),))
