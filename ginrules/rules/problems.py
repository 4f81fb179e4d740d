"""What can be wrong with the values of a rule set, every fault at once."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from ginrules._values import Value
from ginrules.rules.combinations import refused
from ginrules.rules.fields import Rule

_WIDEST: Final = 80
_HUGE: Final = 10**30
_DEEPEST: Final = 4
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")


@attrs.frozen
class RuleProblem(Value):
    """One fault of a rule set or a rule file.

    Attributes:
        path: Where it stands: a rule's name, or ``section.name`` in a file.
        value: The value found there; None or a table where there is no single value to blame.
        message: What is wrong and what is allowed, as a clause.
        near: The known name that was probably meant, or None.

    Examples:
        >>> print(RuleProblem("knock.knock_limit", -1, "must be 0 or more"))
        knock.knock_limit = -1: must be 0 or more
        >>> print(RuleProblem("layof", {}, "unknown section", "layoff"))
        layof: unknown section; did you mean 'layoff'?
    """

    path: str
    value: object
    message: str
    near: str | None = None

    def __str__(self) -> str:
        shown = "" if self.value is None or isinstance(self.value, dict) else f" = {spelt(self.value)}"
        hint = f"; did you mean '{self.near}'?" if self.near else ""
        return f"{self.path}{shown}: {self.message}{hint}"


def near_miss(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like this one, or None if none is similar."""
    return next(iter(near_names(name[:_WIDEST].lower(), known)), None)


def near_names(name: str, known: Iterable[str], *, most: int = 1) -> tuple[str, ...]:
    """Return the known names most like this one, at most `most` of them."""
    import difflib  # noqa: PLC0415 - only for a name that is wrong

    return tuple(difflib.get_close_matches(name, list(known), n=most))


def summary_of(problems: Sequence[RuleProblem], where: str) -> str:
    """The faults as one text: how many and where, then a line for each."""
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return f"{count} in {where}\n" + "\n".join(f"  {each}" for each in problems)


def value_problems(
    values: Mapping[str, Any], table: Mapping[str, Rule], *, unsure: Container[str] = ()
) -> tuple[RuleProblem, ...]:
    """Every fault of a full set of rule values: each value by itself, then their combinations.

    Args:
        values: A value for every rule of the table, by name.
        table: The rules by name (the model's ``RULES``; passed in, since this module stands below it).
        unsure: Rules whose value is not what its author meant; they are blamed in no combination.
    """
    single = [
        RuleProblem(name, values[name], fault, _near_choice(values[name], entry))
        for name, entry in table.items()
        if (fault := entry.fault(values[name])) is not None
    ]
    faulty = {each.path for each in single}
    sound = {name: value for name, value in values.items() if name not in faulty and name not in unsure}
    combined = [RuleProblem(name, values[name], message) for name, message in refused(sound)]
    return (*single, *combined)


def text_problems(texts: Mapping[str, object]) -> tuple[RuleProblem, ...]:
    """Faults of what describes a rule set: texts, or tuples of texts for ``sources`` and ``notes``."""
    found = []
    for name, value in texts.items():
        if name in {"sources", "notes", "aliases"}:
            if not isinstance(value, tuple) or not all(isinstance(each, str) for each in value):
                found.append(RuleProblem(name, value, "must be a list of texts"))
        elif not isinstance(value, str):
            found.append(RuleProblem(name, value, "must be a text"))
    return tuple(found)


def spelt(value: object) -> str:
    """A value as TOML spells it, shortened where it is long."""
    text = _spelt(value, 0)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _spelt(value: object, depth: int) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) >= _HUGE:
            return f"a number of {value.bit_length()} bits"
        case str():
            return _quoted(value[:_WIDEST])
        case list() | tuple() | Mapping() if depth == _DEEPEST:
            return "…"
        case list() | tuple():
            return "[" + ", ".join(_spelt(each, depth + 1) for each in value[:_WIDEST]) + "]"
        case Mapping():
            items = [f"{spelt_name(key)} = {_spelt(each, depth + 1)}" for key, each in [*value.items()][:_WIDEST]]
            return "{ " + ", ".join(items) + " }" if items else "{}"
        case int() | float():
            return str(value)
        case _:
            return f"a {type(value).__name__}"


def spelt_name(name: object) -> str:
    """A name found in a file, fit to stand in a line of an error: quoted unless it is a plain key."""
    if not isinstance(name, str):
        return _spelt(name, _DEEPEST)
    return name if _PLAIN.fullmatch(name) else _quoted(name[:_WIDEST])


def _quoted(text: str) -> str:
    """The text in double quotes, with whatever does not print escaped."""
    import json  # noqa: PLC0415 - costs a third of this module

    escaped = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in escaped)


def _near_choice(value: object, entry: Rule) -> str | None:
    return near_miss(value, entry.choices) if entry.choices and isinstance(value, str) else None
