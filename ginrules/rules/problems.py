"""Problems of a rule set's values, all reported at once."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final, get_args

import attrs

from ginrules._support.bounds import DESCRIPTION_TEXT, DESCRIPTIONS, PROBLEMS
from ginrules._support.values import Value
from ginrules.errors import clean_lines
from ginrules.rules.fields import Rule
from ginrules.rules.rule_fields import Ceremony
from ginrules.rules.seats import CHECKS
from ginrules.rules.texts import toml_text

_LONGEST: Final = 80
_ALIKE: Final = 0.7
"""Least likeness of a name that is suggested, from 0 to 1."""
_CEREMONIES: Final = get_args(Ceremony)
# words of rules that ginrules does not have, with a sentence about each of them
_ABSENT: Final = {
    "joker jokers wild wilds wildcard wildcards": "ginrules has no jokers and no wild cards",
    "pack packs decks": "ginrules deals from one pack of at most 52 cards",
    "battle royal royale": "ginrules has no Battle Royal, in which the discards of several seats can be taken",
    "money stake stakes ante pot wager": "ginrules counts points, not money; Settlement.amounts multiplies them",
    "clock clocks timer seconds": "ginrules has no clocks",
    "misdeal misdeals revoke irregularity irregularities": "ginrules refuses illegal actions and does not score them",
}
_SENTENCES: Final = {word: sentence for words, sentence in _ABSENT.items() for word in words.split()}
_DESIGN: Final = '(see "What we left out, and why" on the page Design)'
_CARD_BONUS: Final = "ginrules has no bonus for certain cards: RoundScore.plus adds one (see the page Your own rules)"


@attrs.frozen
class RuleProblem(Value):
    """One fault of a rule set or a rule file.

    Attributes:
        path: Its place: a rule's name, or ``section.name`` in a file.
        value: The value at this place. None or a table if no single value is at fault.
        message: The fault and the allowed values, as a clause.
        near: The most similar known name, or None.
        line: The line in the text, from 1. None if unknown.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.RuleProblem("knock.knock_limit", -1, "must be 0 or more"))
        knock.knock_limit = -1: must be 0 or more
        >>> print(gin.RuleProblem("layof", {}, "unknown section", "layoff"))
        layof: unknown section; did you mean 'layoff'?
        >>> print(gin.RuleProblem("knock.knock_limit", -1, "must be 0 or more", line=4))
        line 4, knock.knock_limit = -1: must be 0 or more
    """

    path: str
    value: object
    message: str
    near: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        shown = "" if self.value is None or isinstance(self.value, dict) else f" = {toml_text(self.value)}"
        hint = f"; did you mean '{self.near}'?" if self.near else ""
        place = f"line {self.line}, " if self.line else ""
        return clean_lines(f"{place}{self.path}{shown}: {self.message}{hint}")


def near_miss(name: str, known: Iterable[str]) -> str | None:
    """Return the most similar known name, or None if none is similar."""
    return next(iter(near_names(name[:_LONGEST].lower(), known)), None)


def near_rule(name: str, sections: Mapping[str, tuple[str, ...]], section: str = "") -> str | None:
    """Return the rule most like a name, or None. Those of its section, or that begin or end with it, come first."""
    own = sections.get(section, ())
    short = name[:_LONGEST].lower()
    every = [rule for names in sections.values() for rule in names]
    for rules in (own, every):
        parts = [rule for rule in rules if rule.startswith(f"{short}_")]
        parts += [rule for rule in rules if rule.endswith(f"_{short}")]
        if parts:
            return parts[0]
        if near := near_miss(short, rules):
            return near
    return None


def absence(name: str) -> str:
    """Return a clause on the missing feature that an unknown name is about, such as jokers. Empty if there is none.

    Examples:
        >>> absence("two_jokers")
        'ginrules has no jokers and no wild cards (see "What we left out, and why" on the page Design)'
        >>> absence("four_aces_bonus")
        'ginrules has no bonus for certain cards: RoundScore.plus adds one (see the page Your own rules)'
        >>> absence("knock_limt")
        ''
    """
    words = re.split(r"[^a-z]+", name[:80].lower())
    for word in words:
        if word in _SENTENCES:
            return f"{_SENTENCES[word]} {_DESIGN}"
    return _CARD_BONUS if "bonus" in words and len(words) > 1 else ""


def unknown_name(path: str, value: object, what: str, name: str, near: str | None = None) -> RuleProblem:
    """Return the problem of a name that ginrules does not have: with the nearest name, or the missing idea."""
    reason = "" if near else absence(name)
    return RuleProblem(path, value, f"unknown {what}: {reason}" if reason else f"unknown {what}", near)


def near_names(name: str, known: Iterable[str], *, most: int = 1) -> tuple[str, ...]:
    """Return the most similar known names, at most `most` of them."""
    import difflib

    return tuple(difflib.get_close_matches(name, list(known), n=most, cutoff=_ALIKE))


def summary_of(problems: Sequence[object], where: str) -> str:
    """Return the problems as one text: their number and source, then a line per problem."""
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    if len(problems) >= PROBLEMS:
        count, problems = f"{PROBLEMS} problems or more", problems[:PROBLEMS]
    return f"{count} in {where}\n" + "\n".join(f"  {problem}" for problem in problems)


def value_problems(
    values: Mapping[str, Any], table: Mapping[str, Rule], *, unsure: Container[str] = ()
) -> tuple[RuleProblem, ...]:
    """Return every fault of a full set of rule values: of single values, then of combinations."""
    single = [
        RuleProblem(name, value, fault, near_miss(value, entry.choices) if isinstance(value, str) else None)
        for name, entry in table.items()
        if (fault := entry.fault(value := values[name])) is not None
    ]
    faulty = {problem.path for problem in single}
    sound = {name: value for name, value in values.items() if name not in faulty and name not in unsure}
    combined = [RuleProblem(name, values[name], message) for name, message in _refused(sound, table)]
    return (*single, *combined)


def _refused(sound: Mapping[str, Any], table: Mapping[str, Rule]) -> Iterator[tuple[str, str]]:
    """Yield every refused combination, as (rule, message). A rule without a valid value suits every other."""
    for name, entry in table.items():
        for limit in entry.limits:
            if (message := limit.fault(name, sound)) is not None:
                yield name, message
    rules: Any = SimpleNamespace(**sound)
    for check in CHECKS:
        try:
            yield from tuple(check(rules))
        except AttributeError:  # it asked for a rule without a valid value
            continue


def text_problems(texts: Mapping[str, object]) -> tuple[RuleProblem, ...]:
    """Return the faults of the texts of a rule set, with ``sources`` and ``notes`` as tuples of texts."""
    problems = []
    for name, value in texts.items():
        if name in {"sources", "notes", "aliases"}:
            if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
                problems.append(RuleProblem(name, value, "must be a list of texts"))
        elif not isinstance(value, str):
            problems.append(RuleProblem(name, value, "must be a text"))
        elif name == "first_dealer" and value not in _CEREMONIES:
            problems.append(RuleProblem(name, value, f"must be one of {', '.join(_CEREMONIES)}"))
    if not problems and (fault := _length_fault(texts)) is not None:
        problems.append(fault)
    return tuple(problems)


def _length_fault(texts: Mapping[str, Any]) -> RuleProblem | None:
    """Return the fault of too many texts, or of texts too long to be written as a rule file that can be read."""
    for name, value in texts.items():
        if isinstance(value, tuple) and len(value) > DESCRIPTIONS:
            return RuleProblem(name, None, f"has {len(value)} texts, at most {DESCRIPTIONS} are read")
    texts = {name: value for name, value in texts.items() if name != "first_dealer"}  # a word of a list, not a text
    length = sum(len(value) if isinstance(value, str) else sum(map(len, value)) for value in texts.values())
    if length <= DESCRIPTION_TEXT:
        return None
    longest = max(texts, key=lambda name: len("".join(texts[name])))
    return RuleProblem(longest, None, f"makes the texts {length} characters long, at most {DESCRIPTION_TEXT} are read")
