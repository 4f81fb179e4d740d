"""``ginrules play``: a person against the lab's players, in the terminal."""

import contextlib
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number

from ginrules.cli.players import PLAYERS, PlayerName
from ginrules.cli.sitting import Sitting, new_seed
from ginrules.cli.source import rules_from
from ginrules.errors import ScoreError
from ginrules.records import MatchRecord
from ginrules.rules.model import RuleSet

_NotNegative: Final = Number(gte=0)
_UNSAVED: Final = 2


def add_to(app: App) -> None:
    """Register the command."""
    app.command(play)


def play(
    rules: str = "standard",
    /,
    *,
    player: PlayerName = "greedy",
    seat: Annotated[int, Parameter(validator=_NotNegative)] = 0,
    players: int | None = None,
    seed: int | None = None,
    save: Path | None = None,
    name: str = "Player",
) -> int:
    """Play against the computer, by any rules, until the game or match is over.

    The table is shown from where you sit. Type what you do (draw, take, 7h, knock 7h, gin);
    help tells the rest. Hints and undo are free.

    Args:
        rules: A preset, or a rule file.
        player: Who plays the other seats, from the weakest to the strongest: random, simple,
            greedy, careful or searching.
        seat: Where you sit; seat 0 deals first.
        players: How many play, for rules that allow several numbers; the fewest if left out.
        seed: The number that the deals come from; the same seed deals the same cards.
        save: Keep the record of the match in this file (TOML), also when you leave early.
        name: What you are called.
    """
    with contextlib.suppress(ImportError):
        import_module("readline")  # where there is one, typed lines can be edited and called back
    by = rules_from(rules)
    table = _names(by, players, seat, name, player)
    chosen = new_seed() if seed is None else seed
    sitting = Sitting(
        MatchRecord(by, table),
        seat,
        PLAYERS[player],
        PLAYERS["careful"],
        chosen,
        ask=input,
        say=_say,
        path=save,
    )
    others = "another player" if len(table) == 2 else f"{len(table) - 1} other players"
    _say(f"{by.title or by.name or 'House rules'}, with {others} ({player}). Seed {chosen}.")
    return 0 if sitting.play() else _UNSAVED


def _names(rules: RuleSet, players: int | None, seat: int, name: str, player: str) -> list[str]:
    """What everybody is called, the person at this seat."""
    count = min(rules.player_counts) if players is None else players
    if count not in rules.player_counts:
        allowed = " or ".join(map(str, sorted(rules.player_counts)))
        raise ScoreError(f"{rules.name or 'these rules'} are for {allowed} players, not for {count}")
    if seat >= count:
        raise ScoreError(f"there is no seat {seat}: {count} players have seats 0 to {count - 1}")
    others = [player.capitalize() if count == 2 else f"{player.capitalize()} {number}" for number in range(1, count)]
    if name in others:
        raise ScoreError(f"{name!r} is what another player is called: choose another --name")
    return [*others[:seat], name, *others[seat:]]


def _say(text: str) -> None:
    print(text)  # noqa: T201 - what a command says
    sys.stdout.flush()
