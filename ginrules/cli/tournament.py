"""``ginrules tournament``: players against each other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ginrules.cli.console import INTERRUPTED, console, encodable, print_json
from ginrules.cli.options import CHECKPOINT_SECONDS, Json, NotNegative, Rules
from ginrules.cli.rules import name_of, rules_from

if TYPE_CHECKING:
    from rich.console import Console

    from ginrules.lab import Tournament


def tournament(
    *player: str,
    rules: Rules = "standard",
    games: int = 1000,
    seed: int | None = None,
    seats: int | None = None,
    time_limit: float | None = None,
    workers_: Annotated[int, Parameter(name="--workers")] = 1,
    checkpoint: Path | None = None,
    checkpoint_every: Annotated[float, NotNegative] = CHECKPOINT_SECONDS,
    json: Json = False,
) -> int:
    """Let players meet each other in mirrored games, and rate them.

    All contests have the same deals, with the players in every place. Ctrl-C and SIGTERM end the
    run and show the results so far.

    Args:
        player: Two or more players by name, as in compare, or your own: python:mybot:new_late,
            "process:python3 bot.py", learned:own.npz.
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        games: Games of each contest. Ten times as many make the intervals a third as wide.
        seed: The seed for the shuffles. The same seed gives the same figures. Without it, 1. If a program
            plays, a secret number, which is shown with the results.
        seats: The players of a game, for rules that allow several numbers.
        time_limit: Time limit per decision, in seconds. A player that takes longer ends the run.
        workers_: Processes to play in. The figures are the same for any number.
        checkpoint: Keep the rounds of the run in this folder, even if it is interrupted or killed. If the
            folder exists, continue from it and play only the rest.
        checkpoint_every: Time between two writes of the checkpoint, in seconds.
        json: Print everything as JSON, for programs.
    """
    from ginrules.cli.running import import_from_here, partial_results, shows_progress
    from ginrules.lab import Tournament
    from ginrules.lab import tournament as play_tournament

    def report(result: Tournament) -> None:
        """Show a result."""
        if json:
            print_json(result.as_plain())
        else:
            print_tournament(console(), result)

    import_from_here(player)
    with partial_results(Tournament, report):
        result = play_tournament(
            player, rules_from(rules), games, seed=seed, seats=seats, workers=workers_,
            progress=shows_progress(quiet=json), checkpoint=checkpoint, checkpoint_every=checkpoint_every,
            time_limit=time_limit,
        )  # fmt: skip
    report(result)
    return INTERRUPTED if result.partial else 0


def print_tournament(output: "Console", result: "Tournament") -> None:
    """Print how the games were played, the ratings, and the results of every contest."""
    from rich.text import Text

    from ginrules.cli.lab_tables import interval_text, print_tables
    from ginrules.rules.texts import plural

    games = result.contests[0].games
    output.print(
        Text(
            f"{name_of(result.rules)}: {plural(len(result.contests), 'contest')} of {games:,} games, the players in "
            f"every place on the same deals; seed {result.seed}."
        )
    )
    output.print()
    print_tables(output, result.tables[: 2 if len(result.entrants) > 2 else 1])
    output.print()
    output.print(
        Text(
            f"{interval_text()} Elo is relative to the mean of these players: a lead of 400 points is ten wins to one."
        )
    )
    if result.note:
        output.print(Text(encodable(result.note)))
    if result.partial:
        output.print(Text("The run was interrupted: these are the figures of the games played.", style="bold"))
