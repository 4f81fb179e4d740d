"""What can be wrong with the values of a rule set, every fault at once."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs


@attrs.frozen
class RuleProblem:
    """One fault of a rule set or a rule file.

    Attributes:
        path: Where it stands: a rule's name, or ``section.name`` in a file.
        value: The value found there.
        message: What is wrong and what is allowed, as a clause.
        near: The known name that was probably meant, or None.
    """

    path: str
    value: object
    message: str
    near: str | None = None

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def near_miss(name: str, known: Iterable[str]) -> str | None:
    found = difflib.get_close_matches(name, list(known), n=1)
    return found[0] if found else None


def summary_of(problems: Sequence[RuleProblem], where: str) -> str:
    return f"{len(problems)} problems in {where}\n" + "\n".join(f"  {each}" for each in problems)


def value_problems(values: Mapping[str, Any]) -> tuple[RuleProblem, ...]:
    return ()
