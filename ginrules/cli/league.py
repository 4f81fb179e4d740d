"""``ginrules league``: a season's standings from score pads, and its pages to print."""

import datetime as dt
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from ginrules._support.printed import clean, csv_line, html_text, minus_signs
from ginrules.cli.console import PROBLEMS, print_file, print_json, print_table, say, wrapped
from ginrules.cli.options import Flag, LeagueOrder
from ginrules.cli.records import rounds_in
from ginrules.errors import RecordError
from ginrules.rules.texts import plural

if TYPE_CHECKING:
    from ginrules.records import League, MatchRecord, Standing

_ENDINGS: Final = ["drawn", "knocks", "knocks undercut", "gins", "big gins", "undercuts"]
_ROUND_POINTS: Final = ["round points", "points per round", "net points", "mean deadwood"]
_PAYMENTS: Final = "Who pays whom"
_SEASON: Final = "index.html"


def league(
    *files: Path,
    members: Path | None = None,
    stake: str | None = None,
    by: LeagueOrder = "points",
    was: Path | None = None,
    html: Path | None = None,
    csv: Path | None = None,
    json: Annotated[bool, Flag] = False,
) -> int:
    """Show a season's standings from score pads, who met whom, who pays whom, and how rounds ended.

    Only matches that are over count. A file that is the same as another, byte for byte, counts once if it has a date or
    cards. Other equal matches each count, and are named. Files that cannot be read are named with their lines and do
    not count. The exit status is then 1. So mend a wrong entry in its pad, and run the command again. With --was you
    see what has changed since.

    Args:
        files: Score pads and match records, or folders with files .pad. A pad's line `date 2026-03-14` names its
            evening.
        members: A file with a member's name on each line. A name that is not a member's is then named with its nearest.
        stake: A point's worth, like 0.10. Payments are then also shown in money.
        by: Sort the standings by points, games or matches won.
        was: The JSON of an earlier run. Also show the lines that have changed since.
        html: Write a page of the season and a page for each evening, with the sheets, to this folder.
        csv: Write the standings as CSV to this file.
        json: Print everything as JSON, for programs and for --was.
    """
    from ginrules._support.files import write_atomic
    from ginrules.records import League, read_file, to_dict
    from ginrules.records import league as league_of

    records, copies, faults = _read(files)
    names = [] if members is None else [*filter(None, map(str.strip, read_file(members).splitlines()))]
    season = league_of([record for _, record in records], stake=stake, members=names, by=by)
    if html is not None:
        pages = _pages(season, [record for _, record in records], lambda own: league_of(own, stake=stake, by=by))
        html.mkdir(parents=True, exist_ok=True)
        for name, page in pages.items():
            write_atomic(page, html / name)
        if not json:
            say(wrapped(f"{html / _SEASON}: the season, with {plural(len(pages) - 1, 'page')} of evenings beside it"))
    if csv is not None:
        write_atomic("".join(map(csv_line, _columns(season))), csv)
    if json:
        print_json(to_dict(season))
    else:
        _show(season, records)
    print_file(csv, "the standings", quiet=json)
    if was is not None and not json:
        from ginrules.records.documents.texts import parse, value_in

        earlier = value_in(parse(read_file(was), source=was.name), League, was.name)
        changes = [*season.changes(earlier)]
        say(f"\nChanges since {was.name}" if changes else f"\nnothing has changed since {was.name}")
        for name, then, now in changes:
            points = f"{then.points:+d} points, {_won(then)} -> {now.points:+d} points, {_won(now)}"
            say(f"{clean(name)}: {minus_signs(points).replace('−>', '->')}")
    doubts = [*(f"{name} is a copy of {first}: counted once" for name, first in copies), *_equal(records)]
    for doubt in doubts:
        print(wrapped(clean(doubt)), file=sys.stderr if json else sys.stdout)
    for fault in faults:
        print(f"not counted: {fault}", file=sys.stderr)
    return PROBLEMS if faults else 0


def _read(files: Iterable[Path]) -> "tuple[list[tuple[str, MatchRecord]], list[tuple[str, str]], list[str]]":
    """Return the match records with their files' names, copies with the names of their originals, and faults."""
    from ginrules.records import MatchRecord, read_records

    records: list[tuple[str, MatchRecord]] = []
    copies: list[tuple[str, str]] = []
    faults: list[str] = []
    names: dict[str, str] = {}
    for file in _files(files):
        try:
            found = [*read_records(file)]
            with file.open("rb") as content:
                name = names.setdefault(hashlib.file_digest(content, "sha256").hexdigest(), file.name)
        except (RecordError, OSError) as error:
            faults.append(str(error))
            continue
        matches = [record for record in found if isinstance(record, MatchRecord)]
        if name is not file.name and all(record.date or any(rounds_in(record)) for record in matches):
            copies.append((file.name, name))
        else:
            records += [(file.name, record) for record in matches]
    return records, copies, faults


def _equal(records: "Iterable[tuple[str, MatchRecord]]") -> Iterator[str]:
    """Yield a sentence for every group of equal matches: two evenings can be alike, so each counts."""
    same: dict[MatchRecord, list[str]] = {}
    for name, record in records:
        same.setdefault(record, []).append(name)
    for names in same.values():
        if len(names) > 1:
            yield f"{', '.join(names)} are equal, and each counts: take copies away"


def _pages(
    season: "League", records: "list[MatchRecord]", league_of: "Callable[[list[MatchRecord]], League]"
) -> dict[str, str]:
    """Return the pages by the names of their files: one for each evening, and the season's, which leads to them."""
    pages = {}
    by_day = attrgetter("date")
    for day, group in groupby(sorted(records, key=by_day), key=by_day):
        evening = [*group]
        pages[f"{day or 'undated'}.html"] = _page(_day(day), league_of(evening), evening)
    links = [f'<a href="{name}">{_day(name.removesuffix(".html"))}</a>' for name in pages]
    return {**pages, _SEASON: _page("The season", season, (), links)}


def _day(date: str) -> str:
    """Return a date as people write it: "9 March 2026"."""
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        return "Evenings without a date"
    return f"{day.day} {day:%B %Y}"


def _files(names: Iterable[Path]) -> Iterator[Path]:
    files = [file for name in names for file in (sorted(name.glob("*.pad")) if name.is_dir() else [name])]
    if not files:
        raise RecordError("name score pads, or a folder with files that end in .pad")
    yield from {file.absolute(): file for file in files}.values()  # a file and its folder can both be named


def _won(line: "Standing") -> str:
    return f"{line.summary.matches_won} of {line.summary.matches} matches"


def _tables(season: "League") -> "Iterator[tuple[str, list[list[str]]]]":
    if not season.standings:
        return
    yield "Standings", _standings(season)
    money = ["in money"] if season.stake else []
    if season.debts:
        rows = [["from", "to", "points", *money]]
        for debt in season.debts:
            worth = [f"{season.amount(debt.points):f}"] if money else []
            rows.append([debt.payer, debt.payee, str(debt.points), *worth])
        yield _PAYMENTS, rows
    met = {(pair.first, pair.second): f"{pair.first_won}–{pair.second_won}" for pair in season.pairings}
    met |= {(pair.second, pair.first): f"{pair.second_won}–{pair.first_won}" for pair in season.pairings}
    if len(season.standings) > 2:
        names = [line.player for line in season.standings]
        rows = [[f"{n}. {name}", *(met.get((name, other), "") for other in names)] for n, name in enumerate(names, 1)]
        yield "Head to head: matches won and lost", [["player", *(f"{n}." for n in range(1, len(names) + 1))], *rows]
    rounds = [[line.player, *_endings(line)] for line in season.standings]
    yield "How rounds ended", [["player", *_ENDINGS], *rounds]
    points = [[line.player, *_points(line)] for line in season.standings]
    yield "Points of rounds", [["player", *_ROUND_POINTS], *points]


def _standings(season: "League") -> list[list[str]]:
    money = ["in money"] if season.stake else []
    rows = [["player", "points", *money, "matches won", "games won", "rounds won", "form"]]
    for place, line in enumerate(season.standings, 1):
        own = line.summary
        worth = [minus_signs(f"{season.amount(line.points):+f}")] if money else []
        pairs = ((own.matches_won, own.matches), (own.games_won, own.games), (own.rounds_won, own.rounds))
        won = (f"{number} of {total}" for number, total in pairs)
        rows.append([f"{place}. {line.player}", minus_signs(f"{line.points:+d}"), *worth, *won, line.form])
    return rows


def _columns(season: "League") -> Iterator[list[str]]:
    """Yield the standings as numbers, for a spreadsheet."""
    money = ["in money"] if season.stake else []
    counts = ["matches", "matches won", "games", "games won", "rounds", "rounds won"]
    yield ["place", "player", "points", *money, *counts, "form", *_ENDINGS, *_ROUND_POINTS]
    for place, line in enumerate(season.standings, 1):
        own = line.summary
        worth = [f"{season.amount(line.points):+f}"] if money else []
        numbers = (own.matches, own.matches_won, own.games, own.games_won, own.rounds, own.rounds_won)
        rest = [cell.replace("−", "-") for cell in (*_endings(line), *_points(line))]
        yield [str(place), line.player, f"{line.points:+d}", *worth, *map(str, numbers), line.form, *rest]


def _endings(line: "Standing") -> list[str]:
    own = line.summary
    return [*map(str, (own.drawn, own.knocks, own.undercut, own.gins, own.big_gins, own.undercuts))]


def _points(line: "Standing") -> list[str]:
    own = line.summary
    texts = (str(own.points), _mean(own.points_per_round), f"{own.net:+d}", _mean(own.mean_deadwood))
    return [*map(minus_signs, texts)]


def _mean(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _notes(season: "League") -> Iterator[str]:
    if season.unfinished:
        yield f"not over, and not counted: {season.unfinished} of the matches"
    if season.stake:
        yield f"a point is worth {season.stake}"


def _show(season: "League", records: "list[tuple[str, MatchRecord]]") -> None:
    for title, (head, *rows) in _tables(season):
        say(f"\n{title}\n")
        print_table(head, [[*map(clean, row)] for row in rows], figures=False)
    for note in _notes(season):
        say(note)
    undated = dict.fromkeys(clean(name) for name, record in records if not record.date)
    if undated and len(undated) < len({name for name, _ in records}):
        say(wrapped(f"without a date, and counted first: {', '.join(undated)}; write a line like date 2026-03-14"))
    for doubt in season.doubts:
        files = ", ".join(dict.fromkeys(clean(name) for name, record in records if doubt.name in record.players))
        like = f"did you mean {clean(doubt.nearest)}?" if doubt.nearest else "no member has a name like it"
        say(wrapped(f"{files}: {clean(doubt.name)} is doubtful, {like}"))


def _page(title: str, season: "League", records: "Iterable[MatchRecord]", links: Iterable[str] = ()) -> str:
    from ginrules.lab.report.pages import table_html, whole_page
    from ginrules.lab.statistics.result import Table
    from ginrules.show.pictures.sheet import sheet_svg

    tables = [table_html(Table(head, rows, name), words=name == _PAYMENTS) for name, (head, *rows) in _tables(season)]
    tables[1:1] = [f"<figure>{sheet_svg(record.match)}</figure>" for record in records]  # below the standings
    notes = (f"<p>{html_text(note)}</p>" for note in _notes(season))
    return whole_page(title, [*tables, *notes, " · ".join(links)])
