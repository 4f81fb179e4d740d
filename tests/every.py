"""One test for many small cases: all of them are tried, and every fault is shown.

A separate case for each name costs a hundred times as much as its check; a loop that stops at
the first fault hides the others. `every` is a loop that does not stop.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Check = Callable[..., None]

_MOST_SHOWN = 50


def every(cases: Mapping[str, Any] | Iterable[Any], *more: Iterable[Any]) -> Callable[[Check], Callable[[], None]]:
    """Turn a check of one case into a test of all cases.

    Args:
        cases: The arguments of the check: a mapping gives it key and value, tuples are taken apart.
        more: Further arguments; the check is tried with every combination.
    """

    def decorate(check: Check) -> Callable[[], None]:
        @functools.wraps(check)
        def test() -> None:
            faults, tried = [], 0
            for arguments in _combined(cases, more):
                tried += 1
                try:
                    check(*arguments)
                except Exception as error:  # noqa: BLE001 - shown with all the others
                    faults.append(f"{', '.join(map(_short, arguments))}: {type(error).__name__}: {error}")
            assert tried, "there are no cases"
            shown = "\n".join(faults[:_MOST_SHOWN])
            assert not faults, f"{len(faults)} of {tried} cases:\n{shown}"

        del test.__wrapped__  # pytest would ask for fixtures named like the arguments
        return test

    return decorate


def _combined(cases: Any, more: tuple[Iterable[Any], ...]) -> Iterable[tuple[Any, ...]]:
    first = cases.items() if isinstance(cases, Mapping) else cases
    combined = [case if isinstance(case, tuple) else (case,) for case in first]
    for others in more:
        combined = [(*case, other) for case in combined for other in others]
    return combined


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) < 60 else f"{text[:57]}…"
