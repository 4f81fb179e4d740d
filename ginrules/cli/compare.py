"""``ginrules compare``: what a change of rules does to the game."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from ginrules.cli.lab_options import ROUNDS, Flag, NotNegative, Workers
from ginrules.cli.lab_tables import print_comparison
from ginrules.cli.players import PlayerName, contestants
from ginrules.cli.running import print_json, progress_bar, rows_to, told_if_broken, workers
from ginrules.cli.screen import console
from ginrules.cli.source import rules_from
from ginrules.lab.comparison.compare import Precision, compare
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report import html as page_of
from ginrules.lab.report import save, save_figure


def add_to(app: App) -> None:
    """Register the command."""
    app.command(compare_, name="compare")


def compare_(
    a: str,
    b: str,
    /,
    *more: str,
    rounds: int = ROUNDS,
    seed: int = 1,
    player: PlayerName = "greedy",
    against: PlayerName | None = None,
    threshold: Annotated[int | None, Parameter(validator=NotNegative)] = None,
    seats: int | None = None,
    until: float | None = None,
    workers_: Workers = 1,
    html: Path | None = None,
    csv: Path | None = None,
    plot: Path | None = None,
    json: Annotated[bool, Flag] = False,
) -> None:
    """Play the same deals under two or more rule sets and show what the rules change.

    The players keep their deadwood low, knock as soon as they may, and defend as well as can
    be. Each deal is played once with every seat beginning.

    Args:
        a: The first rules: a preset, or a rule file.
        b: The second rules.
        more: Others to compare with the first.
        rounds: Rounds to play under each; ten times as many make the intervals a third as wide.
        seed: The number that the shuffles come from; the same seed gives the same figures.
        player: Who plays: random, simple, greedy, careful or searching, from the weakest to the
            strongest, and from the quickest to the slowest.
        against: A second player, to see under which rules the better one wins more often.
        threshold: Knock only with so much deadwood or less; 0 plays for gin. For greedy.
        seats: Seats at the table, for rules that allow several numbers.
        until: Stop as soon as the differences in points a round are known this well (± points);
            rounds is then the most that is played.
        workers_: Processes to play in; the figures are the same for any number.
        html: Write a page with plots to this file; it opens in any browser.
        csv: Write every round to this file, a line a round. Of each deal come
            the rounds under one rule set after another.
        plot: Draw the comparison into this SVG file.
        json: Print everything as JSON, for programs.
    """
    sets = [rules_from(each) for each in (a, b, *more)]
    players = contestants(player, against, threshold)

    def report(found: Comparison) -> None:
        """Show what was found and write it, the quickest first."""
        if json:
            print_json(found.as_plain())
        else:
            print_comparison(console(), found)
        if html is not None:
            save(page_of(found), html)
        if plot is not None:
            save_figure(found, plot)

    with (
        told_if_broken(Comparison, report),
        workers(workers_) as executor,
        rows_to(csv) as take_rows,
        progress_bar("rounds", quiet=json) as tell,
    ):
        found = compare(
            *sets[:2], *sets[2:], rounds=rounds, seed=seed, seats=seats, new_players=players,
            until=None if until is None else Precision(until), executor=executor, progress=tell, take_rows=take_rows,
        )  # fmt: skip
    report(found)
