"""``ginrules presets``: the built-in rule sets, by family, words or players."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from cyclopts import App

from ginrules._names import Family
from ginrules.cli.console import print_json, print_lines, width, wrapped
from ginrules.cli.options import Json, PlayerCount
from ginrules.cli.tables import NARROW, cut
from ginrules.errors import RuleSetError, UnknownPresetError

_NONE_FITS: Final = 1
_PARTS: Final = re.compile(r"[^\W_]+")


def add_to(app: App) -> None:
    """Register the command."""
    app.command(presets_, name="presets")


def presets_(
    *words: str,
    family: Family | None = None,
    players: PlayerCount = None,
    seats: PlayerCount = None,
    json: Json = False,
) -> int:
    """List the built-in rule sets by family, one per line.

    The exit status is 1 if no rule set fits.

    Args:
        words: Words of the name, of other names, of the title or of the summary, like: undercut 10
        family: Only this family.
        players: Only rule sets for this number of players.
        seats: Only rule sets in which this number of players sit at a table.
        json: Print the rule sets as JSON, for programs.
    """
    from ginrules.presets import preset_names

    names = [name for name in preset_names() if _fits(name, words, family, players, seats)]
    if json:
        print_json([_preset_plain(name) for name in names])
    elif names:
        columns = width() if sys.stdout.isatty() else None
        print_lines("\n".join(preset_lines(names, columns)))
    else:
        print_lines(wrapped(_none_fits(words)))
    return 0 if names else _NONE_FITS


def preset_lines(names: Iterable[str], columns: int | None) -> Iterator[str]:
    """Yield the presets by family, a line each, cut to the width if given; then a legend of the marks."""
    from ginrules.presets import preset, preset_info
    from ginrules.presets.catalogue import CONFIDENCES, FAMILIES

    listed = list(map(preset_info, names))
    longest = max(len(info.name) for info in listed)
    for family, clause in FAMILIES.items():
        members = [info for info in listed if info.family == family]
        if members:
            yield cut(f"{family}: {clause}", columns)
        for info in members:
            rules = preset(info.name)
            mark = "" if info.confidence == "confirmed" else f" ({info.confidence})"
            if columns is not None and columns < NARROW:
                yield cut(f"  {info.name}{mark}", columns)
                yield cut(f"    {rules.title}: {rules.summary}", columns)
            else:
                yield cut(f"  {info.name:{longest}}  {rules.title}{mark}: {rules.summary}", columns)
        if members:
            yield ""
    yield from (
        cut(f"({mark}) {clause}", columns)
        for mark, clause in CONFIDENCES.items()
        if mark != "confirmed" and any(info.confidence == mark for info in listed)
    )


def _fits(name: str, words: Iterable[str], family: Family | None, players: int | None, seats: int | None) -> bool:
    from ginrules.presets import preset, preset_info

    info, rules = preset_info(name), preset(name)
    known = _PARTS.findall(" ".join((name, *info.aliases, rules.title, rules.summary)).lower())
    parts = _PARTS.findall(" ".join(words).lower())
    return (
        (family is None or info.family == family)
        and (players is None or players in info.players)
        and (seats is None or seats in rules.table_sizes)
        and all(any(word == part or (word.startswith(part) and not part.isdigit()) for word in known) for part in parts)
    )


def _none_fits(words: Sequence[str]) -> str:
    from ginrules.cli.rules import rules_from

    text = "-".join(words)
    try:
        rules_from(text)
    except (UnknownPresetError, RuleSetError, OSError) as error:
        return str(error) if words else "no rule set fits: leave an option out"
    return f"{text} is a rule set, but does not fit the options: leave one out"


def _preset_plain(name: str) -> dict[str, Any]:
    from ginrules.presets import preset, preset_info

    info, rules = preset_info(name), preset(name)
    return {
        "name": name,
        "title": rules.title,
        "summary": rules.summary,
        "family": info.family,
        "players": list(info.players),
        "seats": list(rules.table_sizes),
        "confidence": info.confidence,
        "aliases": list(info.aliases),
        "sources": list(info.sources),
    }
