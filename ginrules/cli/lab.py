"""``ginrules compare``, ``simulate``, ``diverge`` and ``tune``: what the lab finds out about rules."""

import json as json_
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number

from ginrules.cli import lab_tables
from ginrules.cli.players import PlayerName, player_named
from ginrules.cli.running import progress_bar, workers
from ginrules.cli.screen import console, print_lines
from ginrules.cli.source import rules_from
from ginrules.errors import BadRun, LabError
from ginrules.lab.compare import Precision, compare, new_greedy
from ginrules.lab.comparison import Comparison
from ginrules.lab.diverge import EFFORT, diverge
from ginrules.lab.divergence import RoundDivergence
from ginrules.lab.players import NewPlayer
from ginrules.lab.report import html as page_of
from ginrules.lab.report import save, save_figure, save_rows, simulation_page
from ginrules.lab.simulate import rows, simulate
from ginrules.lab.simulation import Simulation
from ginrules.lab.tune import tune
from ginrules.terminal import colored

_NotNegative: Final = Number(gte=0)
_Positive: Final = Number(gte=1)
_Flag = Parameter(negative=())
_ALIKE: Final = 1
_WIDTH: Final = 80
_ROUNDS: Final = 1000


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(compare_, name="compare")
    app.command(simulate_, name="simulate")
    app.command(diverge_, name="diverge")
    app.command(tune_, name="tune")


def compare_(
    a: str,
    b: str,
    /,
    *more: str,
    rounds: int = _ROUNDS,
    seed: int = 1,
    player: PlayerName = "greedy",
    against: PlayerName | None = None,
    threshold: Annotated[int | None, Parameter(validator=_NotNegative)] = None,
    seats: int | None = None,
    until: float | None = None,
    workers_: Annotated[int, Parameter(name="--workers")] = 1,
    html: Path | None = None,
    csv: Path | None = None,
    plot: Path | None = None,
    json: Annotated[bool, _Flag] = False,
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
        csv: Write every round to this file, a line a round. They are played again for it.
        plot: Draw the comparison into this file: .png, .svg or .pdf. Needs ginrules[plot].
        json: Print everything as JSON, for programs.
    """
    sets = [rules_from(each) for each in (a, b, *more)]
    first, others = _contestants(player, against, threshold)

    def report(found: Comparison) -> None:
        """Show what was found and write it, the quickest first."""
        if json:
            _print_json(found.as_plain())
        else:
            lab_tables.print_comparison(console(), found)
        if html is not None:
            save(page_of(found), html)
        if plot is not None:
            save_figure(found, plot)

    with workers(workers_) as executor:
        try:
            with progress_bar("rounds", quiet=json) as tell:
                found = compare(
                    *sets[:2], *sets[2:], rounds=rounds, seed=seed, seats=seats, new_player=first,
                    new_players=(first, *others) if others else None,
                    until=None if until is None else Precision(until), executor=executor, progress=tell,
                )  # fmt: skip
        except LabError as error:
            if isinstance(error.partial, Comparison):
                report(error.partial)  # finished work is kept, and the error told after it
            raise
        report(found)
        if csv is not None:
            players = (first, *others)
            each_row = (
                row
                for rules in sets
                for row in rows(rules, players, rounds=found.rounds, seed=seed, seats=found.seats, executor=executor)
            )
            save_rows(each_row, csv)


def simulate_(
    rules: str,
    /,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    player: PlayerName = "greedy",
    against: PlayerName | None = None,
    threshold: Annotated[int | None, Parameter(validator=_NotNegative)] = None,
    seats: int | None = None,
    workers_: Annotated[int, Parameter(name="--workers")] = 1,
    html: Path | None = None,
    csv: Path | None = None,
    json: Annotated[bool, _Flag] = False,
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
        html: Write a page with plots to this file; it opens in any browser.
        csv: Write every round to this file, a line a round. They are played again for it.
        json: Print everything as JSON, for programs.
    """
    by = rules_from(rules)
    first, others = _contestants(player, against, threshold)
    players = (first, *others)
    if rounds is not None and matches is not None:
        raise BadRun("give --rounds or --matches, not both", rounds=rounds, matches=matches)
    many: Mapping[str, Any] = (
        {"rounds": _ROUNDS if rounds is None else rounds} if matches is None else {"matches": matches}
    )

    def report(found: Simulation) -> None:
        """Show what was found and write it."""
        if json:
            _print_json(found.as_plain())
        else:
            lab_tables.print_simulation(console(), found)
        if html is not None:
            save(simulation_page(found), html)

    with workers(workers_) as executor:
        try:
            with progress_bar(next(iter(many)), quiet=json) as tell:
                found = simulate(by, players, **many, seed=seed, seats=seats, executor=executor, progress=tell)
        except LabError as error:
            if isinstance(error.partial, Simulation):
                report(error.partial)  # finished work is kept, and the error told after it
            raise
        report(found)
        if csv is not None:
            done = {key: getattr(found, key) for key in many}
            save_rows(rows(by, players, **done, seed=seed, seats=seats, executor=executor), csv)


def diverge_(
    a: str,
    b: str,
    /,
    *,
    seed: int = 1,
    effort: Annotated[int, Parameter(validator=_Positive)] = EFFORT,
    save_: Annotated[Path | None, Parameter(name="--save")] = None,
) -> int:
    """Find the smallest round on which two rule sets disagree, and tell it.

    The exit status is 1 if they were not seen to disagree.

    Args:
        a: The first rules: a preset, or a rule file.
        b: The second rules.
        seed: The number that the search comes from; the same seed finds the same round.
        effort: How many deals to look at; more may find a smaller round.
        save_: Write the round to this file; `ginrules replay` shows it.
    """
    found = diverge(rules_from(a), rules_from(b), seed=seed, effort=effort)
    text = str(found)
    print_lines(f"{text[:1].upper()}{text[1:]}.")
    if isinstance(found, RoundDivergence):
        print_lines(f"\n{colored(found.states[0], width=_WIDTH)}")
        if save_ is not None:
            save(found.record().dumps(), save_)
    elif save_ is not None:
        print_lines(f"There is no round to be saved in {save_}.")
    return 0 if found else _ALIKE


def tune_(
    rules: str,
    /,
    *,
    values: Annotated[tuple[int, ...], Parameter(consume_multiple=True, validator=_NotNegative)] = (),
    against: PlayerName = "greedy",
    rounds: int = 2 * _ROUNDS,
    seed: int = 1,
    seats: int | None = None,
    workers_: Annotated[int, Parameter(name="--workers")] = 1,
    json: Annotated[bool, _Flag] = False,
) -> None:
    """Find out with how much deadwood it is best to knock, under these rules.

    A greedy player with each threshold meets the same opponent on the same deals; the best one
    then plays on fresh deals, since whoever is chosen for being best has had luck too.

    Args:
        rules: A preset, or a rule file.
        values: The thresholds to try, like 0 3 6 10; 0 plays for gin. All up to the knock limit
            if left out.
        against: The opponent: random, simple, greedy, careful or searching.
        rounds: Rounds for each threshold, and as many again for the best one.
        seed: The number that the shuffles come from; the same seed gives the same figures.
        seats: Seats at the table, for rules that allow several numbers.
        workers_: Processes to play in; the figures are the same for any number.
        json: Print everything as JSON, for programs.
    """
    by = rules_from(rules)
    with workers(workers_) as executor, progress_bar("rounds", quiet=json) as tell:
        found = tune(
            by, new_greedy, values=values or None, against=player_named(against), rounds=rounds, seed=seed,
            seats=seats, executor=executor, progress=tell,
        )  # fmt: skip
    if json:
        _print_json(found.as_plain())
    else:
        lab_tables.print_tuning(console(), found)


def _contestants(
    player: PlayerName, against: PlayerName | None, threshold: int | None
) -> tuple[NewPlayer, tuple[NewPlayer, ...]]:
    """The first player, and the second if there is one; a threshold is for whoever is greedy."""
    if against is not None and threshold is not None and "greedy" in (player, against) and player != "greedy":
        return player_named(player), (player_named(against, threshold),)
    return player_named(player, threshold), (player_named(against),) if against else ()


def _print_json(plain: Any) -> None:
    print(json_.dumps(plain, indent=2, ensure_ascii=False))  # noqa: T201 - for programs
