"""``ginrules diverge``: the smallest round on which two rule sets disagree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from ginrules.cli.console import INTERRUPTED, PROBLEMS, print_file, print_json, say, width, wrapped
from ginrules.cli.options import Json, Positive, Rules
from ginrules.cli.rules import rules_from

if TYPE_CHECKING:
    from ginrules.lab import Divergence

_EFFORT: Final = 300
_WIDTH: Final = 80
_LAWS: Final[dict[str, str]] = {
    "deal": "hands are of the same size",
    "end": "both end at the same time, with the same winners",
    "turn": "the same seat has the same to decide",
    "legal": "the same actions are legal",
    "outcome": "the round ends with the same facts",
    "points": "the round pays the same",
    "players": "as many can play",
    "seating": "the same players meet, and the same player deals",
    "settlement": "the sheet adds up to the same",
}


def diverge_(
    a: Rules,
    b: Rules,
    /,
    *,
    seed: int = 1,
    effort: Annotated[int, Positive] = _EFFORT,
    save_: Annotated[Path | None, Parameter(name="--save")] = None,
    json: Json = False,
) -> int:
    """Find the smallest round on which two rule sets disagree, and show it.

    The exit status is 1 if no difference was found. Ctrl-C and SIGTERM end the search and show the
    smallest difference so far.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
        seed: The search's seed. The same seed finds the same round.
        effort: The number of rounds to draw. More may find a smaller round.
        save_: Write the round to this file. `ginrules replay` shows it.
    """
    from ginrules.cli.running import shows_progress
    from ginrules.lab import Alike, RoundDivergence, diverge
    from ginrules.lab.report import save
    from ginrules.show.terminal import colored

    one, other = rules_from(a), rules_from(b)
    result = diverge(one, other, seed=seed, effort=effort, progress=shows_progress(quiet=json))
    text = str(result)
    if json:
        print_json(_divergence_json(result))
    else:
        say(wrapped(f"{text[:1].upper()}{text[1:]}."))
        if not isinstance(result, Alike):
            say(wrapped(f"So this does not hold: {_LAWS[result.kind]}."))
        if result.partial and result:
            say(wrapped("The search was interrupted: this is the smallest difference so far."))
        if isinstance(result, RoundDivergence):
            table = colored(result.states[0], width=min(width(), _WIDTH))
            say(f"\n{table}" + ("\n* taken from the pile, or laid off" if "*" in table else ""))
    if isinstance(result, RoundDivergence):
        if save_ is not None:
            save(result.record().dumps(), save_)
            print_file(save_, "the round, for `ginrules replay`", quiet=json)
    elif save_ is not None and not json:
        say(f"There is no round to save in {save_}.")
    if result.partial:
        return INTERRUPTED
    return 0 if result else PROBLEMS


def _divergence_json(result: Divergence) -> dict[str, Any]:
    """Return the difference as JSON: a round as a record, results as the points of each round."""
    from ginrules.lab import MatchDivergence, RoundDivergence
    from ginrules.records import to_dict

    plain: dict[str, Any] = {"found": bool(result), "text": str(result), "partial": result.partial}
    plain["rules"] = [change.name for change in result.changes]
    match result:
        case RoundDivergence():
            plain |= {"kind": result.kind, "round": to_dict(result.record())}
            plain |= {"only_a": list(map(str, result.only_a)), "only_b": list(map(str, result.only_b))}
        case MatchDivergence():
            plain |= {"kind": result.kind, "players": result.players, "a": result.text_a, "b": result.text_b}
        case _:
            plain |= {"kind": None, "deals": result.deals, "lists": result.lists}
    return plain
