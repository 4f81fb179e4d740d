"""``ginrules compare``, ``simulate`` and ``tournament``: rules and players in many rounds."""

from functools import partial
from pathlib import Path
from typing import Any, Final

from ginrules.cli.console import INTERRUPTED, print_file, print_json
from ginrules.cli.options import (
    CHECKPOINT_SECONDS,
    AnyPlayer,
    Checkpoint,
    Json,
    Page,
    Rules,
    Seconds,
    Seed,
    Workers,
)
from ginrules.cli.rules import rules_from
from ginrules.errors import InvalidRunError

_ROUNDS: Final = 1000
_ELO: Final = "Elo is relative to the mean of these players: a lead of 400 points is ten wins to one."


def compare_(
    a: Rules,
    b: Rules,
    /,
    *more: Rules,
    one_by_one: bool = False,
    rounds: int = _ROUNDS,
    seed: Seed = 1,
    player: AnyPlayer | None = None,
    against: AnyPlayer | None = None,
    seats: int | None = None,
    until: float | None = None,
    workers: Workers = None,
    checkpoint: Checkpoint = None,
    checkpoint_every: Seconds = CHECKPOINT_SECONDS,
    html: Page = None,
    csv: Path | None = None,
    plot: Path | None = None,
    json: Json = False,
) -> int:
    """Play the same deals under two or more rule sets and show what the rules change.

    If no table fits all the rules, each is played on deals of its own, in whole matches, and the answer says so.

    Unless you name another player, learned plays at every seat where it knows all the rules, and expert elsewhere.
    Each deal is played several times, and every seat begins once.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
        more: Other rules to compare with the first.
        one_by_one: Measure each change from the first rules to the second alone too.
        rounds: Rounds to play under each. Ten times as many make the intervals a third as wide.
        player: The player: random, simple, greedy, expert, learned or searching, from the fastest to the
            slowest. Or a strength: easy, medium, hard or hardest. If left out, learned
            where it knows the rules and expert elsewhere. Or your own:
            python:mybot:new_late names a module and a function or class in it, "process:python3 bot.py" a program,
            learned:own.npz a net's file.
        against: A second player, at all other seats, to see under which rules the better player wins more often.
        seats: Seats at the table, for rules that allow several numbers.
        until: Stop when the interval of points per round is within ± this number. The rounds are then a limit.
        csv: Write every round to this file, one line per round. For each deal, the file has
            its rounds under each rule set in turn.
        plot: Draw the comparison into this SVG file.
    """
    from ginrules.cli.running import csv_rows, partial_results, players_of, workers_for
    from ginrules.lab import Comparison, Precision, compare
    from ginrules.play.deal import common_seats

    rule_sets = [rules_from(word) for word in (a, b, *more)]
    players = players_of(player, against)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise InvalidRunError(f"a picture must end in .svg, not {plot.suffix or plot.name!r}")
    if not common_seats(*rule_sets):
        asked = {"seats": seats, "until": until, "plot": plot}
        if refused := [f"--{name}" for name, value in asked.items() if value is not None]:
            raise InvalidRunError(
                f"no table fits all these rules, and {', '.join(refused)} needs rounds of the same deals"
            )
    elif against is not None:
        places = common_seats(*rule_sets)[0] if seats is None else seats
        players = (players[0], *players[1:] * max(1, places - 1))

    def report(result: Comparison) -> None:
        _report(result, json=json, html=html, csv=csv)
        if plot is not None:
            result.plot().save(plot)
        print_file(plot, "the picture", quiet=json)

    with partial_results(Comparison, report), csv_rows(csv) as take_rows:
        processes, enough = workers_for(workers, rounds), None if until is None else Precision(until)
        options = _options(processes, checkpoint, checkpoint_every, json=json, take_rows=take_rows)
        result = compare(
            *rule_sets,
            one_by_one=one_by_one,
            rounds=rounds,
            seed=seed,
            seats=seats,
            players=players,
            until=enough,
            **options,
        )
    report(result)
    return INTERRUPTED if result.partial else 0


def _options(
    workers: int | None, checkpoint: Path | None, checkpoint_every: float, *, json: bool, **more: Any
) -> dict[str, Any]:
    """Return the options that runs share."""
    from ginrules.cli.running import shows_progress

    progress = shows_progress(quiet=json)
    kept = {"checkpoint": checkpoint, "checkpoint_every": checkpoint_every}
    return {"workers": workers, "progress": progress, **kept, **more}


def _report(result: Any, meaning: str = "", *, json: bool, html: Path | None = None, csv: Path | None = None) -> None:
    """Show a result, and write its page."""
    from ginrules.cli.lab_tables import print_comparison, print_result
    from ginrules.lab import Comparison
    from ginrules.lab import report as reports

    if json:
        print_json(result.as_plain())
    elif isinstance(result, Comparison):
        print_comparison(result)
    else:
        print_result(result, meaning)
    if html is not None:
        reports.save(reports.html(result), html)
    print_file(html, "the page", quiet=json)
    print_file(csv, "every round", quiet=json)


def simulate_(
    rules: Rules,
    /,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: Seed = 1,
    player: AnyPlayer | None = None,
    against: AnyPlayer | None = None,
    seats: int | None = None,
    workers: Workers = None,
    checkpoint: Checkpoint = None,
    checkpoint_every: Seconds = CHECKPOINT_SECONDS,
    html: Page = None,
    csv: Path | None = None,
    json: Json = False,
) -> int:
    """Let players play many rounds, or whole matches, and show the figures.

    With a second player, both take every seat on the same deals, and the table shows who wins.
    Ctrl-C and SIGTERM end the run and show the results so far.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        rounds: Rounds to play. 1000 if neither rounds nor matches are given.
        matches: Matches to play instead.
        player: The player, by a name as in compare, or your own.
        against: A second player, to see which of them is better.
        seats: Seats at the table (or players of a match), for rules that allow several numbers.
        csv: Write every round to this file, one line per round.
    """
    from ginrules.cli.running import csv_rows, partial_results, players_of, workers_for
    from ginrules.lab import Simulation, simulate

    rule_set = rules_from(rules)
    players = players_of(player, against)
    places = rule_set.table_sizes[0] if seats is None else seats
    if against is not None and places % 2:  # it has all other places
        players = (players[0], *players[1:] * (places - 1))
    if rounds is not None and matches is not None:
        raise InvalidRunError("give --rounds or --matches, not both", rounds=rounds, matches=matches)
    report = partial(_report, json=json, html=html, csv=csv)
    with partial_results(Simulation, report), csv_rows(csv) as take_rows:
        processes = workers_for(workers, rounds or 0)
        options = _options(processes, checkpoint, checkpoint_every, json=json, take_rows=take_rows)
        result = simulate(rule_set, players, rounds=rounds, matches=matches, seed=seed, seats=seats, **options)
    report(result)
    return INTERRUPTED if result.partial else 0


def tournament(
    *player: str,
    rules: Rules = "standard",
    games: int = 1000,
    seed: int | None = None,
    seats: int | None = None,
    workers: int = 1,
    checkpoint: Checkpoint = None,
    checkpoint_every: Seconds = CHECKPOINT_SECONDS,
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
        workers: Processes to play in. The figures are the same for any number.
    """
    from ginrules.cli.running import import_from_here, partial_results
    from ginrules.lab import Tournament
    from ginrules.lab import tournament as play_tournament

    report = partial(_report, meaning=_ELO, json=json)
    import_from_here(player)
    with partial_results(Tournament, report):
        options = _options(workers, checkpoint, checkpoint_every, json=json)
        result = play_tournament(player, rules_from(rules), games, seed=seed, seats=seats, **options)
    report(result)
    return INTERRUPTED if result.partial else 0
