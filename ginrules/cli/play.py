"""``ginrules play``: a person against the lab's players, in the terminal."""

import contextlib
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App

from ginrules.cli.console import NotNegative, say
from ginrules.cli.rules import rules_from
from ginrules.cli.running import PLAYERS, PlayerName
from ginrules.cli.session import Session, new_seed
from ginrules.errors import ScoreError
from ginrules.records import MatchRecord
from ginrules.rules.model import RuleSet

_UNSAVED: Final = 2


def add_to(app: App) -> None:
    """Register the command."""
    app.command(play)


def play(
    rules: str = "standard",
    /,
    *,
    player: PlayerName = "greedy",
    seat: Annotated[int, NotNegative] = 0,
    players: int | None = None,
    seed: int | None = None,
    save: Path | None = None,
    name: str = "Player",
) -> int:
    """Play against the computer, by any rules, until the game or match is over.

    The table is shown from your seat. Type an action (draw, take, 7h, knock 7h, gin);
    help lists them all. Hints and undo are free.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        player: The other players, from the weakest to the strongest: random, simple,
            greedy, careful or searching.
        seat: Your seat; seat 0 deals first.
        players: The number of players, for rules that allow several; the smallest if left out.
        seed: The seed of the deals; the same seed deals the same cards.
        save: Save the record of the match in this file (TOML), also when you leave early.
        name: Your name.
    """
    with contextlib.suppress(ImportError):
        import_module("readline")  # where it exists, typed lines can be edited and recalled
    rule_set = rules_from(rules)
    names = _names(rule_set, players, seat, name, player)
    seed = new_seed() if seed is None else seed
    session = Session(
        MatchRecord(rule_set, names),
        seat,
        PLAYERS[player],
        PLAYERS["careful"],
        seed,
        ask=input,
        say=say,
        path=save,
    )
    others = "another player" if len(names) == 2 else f"{len(names) - 1} other players"
    say(f"{rule_set.heading}, with {others} ({player}). Seed {seed}.")
    return 0 if session.play() else _UNSAVED


def _names(rules: RuleSet, players: int | None, seat: int, name: str, player: str) -> list[str]:
    """Return the name of each player, the person's at this seat."""
    count = min(rules.player_counts) if players is None else players
    if count not in rules.player_counts:
        allowed = " or ".join(map(str, sorted(rules.player_counts)))
        raise ScoreError(f"{rules.name or 'these rules'} are for {allowed} players, not for {count}")
    if seat >= count:
        raise ScoreError(f"there is no seat {seat}: {count} players have seats 0 to {count - 1}")
    others = [player.capitalize() if count == 2 else f"{player.capitalize()} {number}" for number in range(1, count)]
    if name in others:
        raise ScoreError(f"{name!r} is the name of another player: choose another --name")
    return [*others[:seat], name, *others[seat:]]
