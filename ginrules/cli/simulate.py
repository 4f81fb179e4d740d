"""``ginrules simulate``: how rounds or matches go under one rule set."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from ginrules.cli.checkpoints import read_checkpoint, write_checkpoint
from ginrules.cli.lab_options import ROUNDS, Flag, NotNegative, Workers
from ginrules.cli.lab_tables import print_simulation
from ginrules.cli.players import PlayerName, contestants
from ginrules.cli.running import print_json, progress_bar, rows_to, told_if_broken, workers
from ginrules.cli.screen import console
from ginrules.cli.source import rules_from
from ginrules.errors import InvalidRunError
from ginrules.lab.report import save, simulation_page
from ginrules.lab.runner.rows import rows
from ginrules.lab.simulation.result import Simulation
from ginrules.lab.simulation.simulate import simulate


def add_to(app: App) -> None:
    """Register the command."""
    app.command(simulate_, name="simulate")


def simulate_(
    rules: str,
    /,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    player: PlayerName = "greedy",
    against: PlayerName | None = None,
    threshold: Annotated[int | None, Parameter(validator=NotNegative)] = None,
    seats: int | None = None,
    workers_: Workers = 1,
    checkpoint: Path | None = None,
    html: Path | None = None,
    csv: Path | None = None,
    json: Annotated[bool, Flag] = False,
) -> None:
    """Let players play many rounds, or whole matches, and show how they go.

    With a second player both sit everywhere on the same deals, and the table tells who wins.
    Ctrl-C ends the run and shows what has been played.

    Args:
        rules: A preset, or a rule file.
        rounds: Rounds to play; 1000 if neither rounds nor matches are given.
        matches: Matches to play instead.
        seed: The number that the shuffles come from; the same seed gives the same figures.
        player: Who plays: random, simple, greedy, careful or searching, from the weakest to the
            strongest, and from the quickest to the slowest.
        against: A second player, to see which of them is better.
        threshold: Knock only with so much deadwood or less; 0 plays for gin. For greedy.
        seats: Seats at the table (of matches: players), for rules that allow several numbers.
        workers_: Processes to play in; the figures are the same for any number.
        checkpoint: Keep in this file how far the run has come, also when it is broken off, and
            go on from there if the file is there already: only the rest is played.
        html: Write a page with plots to this file; it opens in any browser.
        csv: Write every round to this file, a line a round. Those before a checkpoint are
            played again for it.
        json: Print everything as JSON, for programs.
    """
    by = rules_from(rules)
    players = contestants(player, against, threshold)
    if rounds is not None and matches is not None:
        raise InvalidRunError("give --rounds or --matches, not both", rounds=rounds, matches=matches)
    what, number = ("rounds", ROUNDS if rounds is None else rounds) if matches is None else ("matches", matches)
    before = None if checkpoint is None else read_checkpoint(checkpoint)

    def report(found: Simulation) -> None:
        """Keep what was found, show it and write it."""
        if checkpoint is not None:
            write_checkpoint(found.checkpoint, checkpoint)
        if json:
            print_json(found.as_plain())
        else:
            print_simulation(console(), found)
        if html is not None:
            save(simulation_page(found), html)

    with told_if_broken(Simulation, report), workers(workers_) as executor:
        run: Callable[..., Simulation] = partial(
            simulate, by, players, seed=seed, seats=seats, executor=executor, resume=before
        )
        # of a run with a checkpoint that far this plays nothing, but refuses another run's
        gone = getattr(run(**{what: 1}), what) if before is not None and before.units else 0
        with rows_to(csv) as take_rows, progress_bar(what, quiet=json) as tell:
            if take_rows is not None and gone:
                take_rows(rows(by, players, **{what: gone}, seed=seed, seats=seats, executor=executor))
            found = run(**{what: number}, progress=tell, take_rows=take_rows)
    report(found)
