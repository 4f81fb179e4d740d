"""``ginrules presets``: built-in rule sets, by family, words or players. ``ginrules rules``: all rules, by words."""

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from ginrules._support.names import Family
from ginrules.cli.console import PROBLEMS, in_columns, print_json, say, width, wrapped
from ginrules.cli.options import Flag, Json, PlayerCount
from ginrules.cli.rules import rules_from
from ginrules.errors import RuleSetError, UnknownPresetError

if TYPE_CHECKING:
    from ginrules.rules.fields import Rule

_WORD: Final = re.compile(r"[^\W_]+")
_UNWRAPPED: Final = 10_000
"""The width of lines for programs, such as ``grep``."""


def presets_(
    *words: str,
    family: Family | None = None,
    players: PlayerCount = None,
    seats: PlayerCount = None,
    all: Annotated[bool, Flag] = False,
    json: Json = False,
) -> int:
    """List the built-in rule sets by family, one per line.

    Without words, those that are one value or two names away from another are left out.
    The exit status is 1 if no rule set fits.

    Args:
        words: Words of the name, of other names, of the title or of the summary, like: undercut 10
        family: Only this family.
        players: Only rule sets for this number of players.
        seats: Only rule sets for this number of players at a table.
        all: All rule sets, also those that are one value or two names away from another.
    """
    from ginrules.presets import preset_names

    shown = preset_names(shown=not (all or words or json))
    names = [name for name in shown if _fits(name, words, family, players, seats)]
    if json:
        print_json([_preset_json(name) for name in names])
    elif names:
        columns = width() if sys.stdout.isatty() else _UNWRAPPED
        say("\n".join(preset_lines(names, columns)))
        if left := len(preset_names()) - len(shown):
            say("\n" + wrapped(f"{left} more are one value or two names away from these: `ginrules presets --all`."))
    else:
        say(wrapped(_none_fits(words)))
    return 0 if names else PROBLEMS


def preset_lines(names: Iterable[str], columns: int) -> Iterator[str]:
    """Yield the presets by family, wrapped to the width, and then a legend of the marks."""
    from ginrules.presets import preset, preset_info
    from ginrules.presets.catalogue import CONFIDENCES, FAMILIES

    listed = list(map(preset_info, names))
    longest = max(len(info.name) for info in listed)
    for family, clause in FAMILIES.items():
        rows = []
        for info in listed:
            if info.family == family:
                rules, mark = preset(info.name), "" if info.confidence == "confirmed" else f" ({info.confidence})"
                rows.append((info.name, f"{rules.title}{mark}: {rules.summary}"))
        if rows:
            yield from textwrap.wrap(f"{family}: {clause}", columns - 1, subsequent_indent="  ")
            yield from in_columns(rows, columns, longest)
            yield ""
    for mark, clause in CONFIDENCES.items():
        if mark != "confirmed" and any(info.confidence == mark for info in listed):
            yield from textwrap.wrap(f"({mark}) {clause}", columns - 1, subsequent_indent="  ")


def _fits(name: str, words: Iterable[str], family: Family | None, players: int | None, seats: int | None) -> bool:
    from ginrules.presets import preset, preset_info

    info, rules = preset_info(name), preset(name)
    known = _WORD.findall(" ".join((name, *info.aliases, rules.title, rules.summary)).lower())
    parts = _WORD.findall(" ".join(words).lower())
    return (
        (family is None or info.family == family)
        and (players is None or players in info.players)
        and (seats is None or seats in rules.table_sizes)
        and all(any(word == part or (word.startswith(part) and not part.isdigit()) for word in known) for part in parts)
    )


def _none_fits(words: Sequence[str]) -> str:

    text = "-".join(words)
    try:
        rules_from(text)
    except (UnknownPresetError, RuleSetError, OSError) as error:
        return str(error) if words else "no rule set fits: leave an option out"
    return f"{text} is a rule set, but does not fit the options: leave one out"


def _preset_json(name: str) -> dict[str, Any]:
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


# --- rules ----------------------------------------------------------------------------------------


_MOST_PRESETS: Final = 6


def rules_(*words: str, json: Json = False) -> int:
    """List the rules: what each says, its values, and the presets that set it.

    The exit status is 1 if no rule fits.

    Args:
        words: Words of the name, of the sentence, of the values, or other words for it, like: round the corner
    """
    from ginrules.rules.model import RULES

    names = [name for name in RULES if _rule_fits(name, words)]
    if json:
        print_json([_rule_json(name) for name in names])
    elif names:
        say("\n".join(_rule_lines(names, short=not words)))
    else:
        say(wrapped(_no_rule_fits(" ".join(words))))
    return 0 if names else PROBLEMS


def _rule_fits(name: str, words: Iterable[str]) -> bool:
    from ginrules.rules.model import RULES

    rule = RULES[name]
    text = " ".join((name, rule.section, rule.doc, rule.also, *rule.choices)).lower()
    known = set(_WORD.findall(text))
    parts = _WORD.findall(" ".join(words).lower())
    return all(any(one.startswith(part.rstrip("s") if len(part) > 3 else part) for one in known) for part in parts)


def _rule_lines(names: Iterable[str], *, short: bool) -> Iterator[str]:
    from ginrules.rules.model import DEFAULTS, RULES
    from ginrules.rules.texts import value_text

    section = ""
    for name in names:
        rule = RULES[name]
        if rule.section != section:
            yield ("\n" if section else "") + f"[{rule.section}]"
            section = rule.section
        yield wrapped(f"{name} = {value_text(DEFAULTS[name])}: {rule.doc}")
        if not short:
            yield from _value_lines(rule)
            if presets := setting_presets(name):
                others = len(presets) - _MOST_PRESETS
                more = f" and {others} more" if others > 0 else ""
                yield wrapped(f"set by: {', '.join(presets[:_MOST_PRESETS])}{more}", "  ")
    if short:
        yield "\n" + wrapped("`ginrules rules WORD` shows the values of a rule, and the presets that set it.")


def _value_lines(rule: "Rule") -> Iterator[str]:
    from ginrules.rules.conditions import allowed_text

    if not rule.values:
        yield wrapped(f"values: {rule.allowed}", "  ")
    for value, meaning in rule.values.items():
        yield wrapped(f"{value}: {meaning}", "  ")
    for condition in (rule.needs, rule.counts):
        if condition is not None:
            yield wrapped(f"matters if {condition.words}", "  ")
    for limit in rule.limits:
        when = " and ".join(f"{name} = {allowed_text(values)}" for name, values in limit.when.items())
        yield wrapped(f"must be {allowed_text(limit.allowed)} with {when}: {limit.why}", "  ")


def setting_presets(name: str) -> list[str]:
    """Return the names of the presets that change a rule of ``standard``."""
    from ginrules.presets import preset, preset_names
    from ginrules.rules.model import DEFAULTS

    return [key for key in preset_names() if getattr(preset(key), name) != DEFAULTS[name]]


def _no_rule_fits(words: str) -> str:
    from ginrules.rules.model import RULES
    from ginrules.rules.problems import absence, near_names

    near = near_names(words.lower().replace(" ", "_"), RULES)
    hint = f": did you mean {near[0]}?" if near else ""
    missing = absence(words)
    return f"No rule has the words {words!r}{hint or (f': {missing}' if missing else '')}. `ginrules rules` lists all."


def _rule_json(name: str) -> dict[str, Any]:
    from ginrules.rules.model import DEFAULTS, RULES
    from ginrules.rules.texts import json_value

    rule = RULES[name]
    return {
        "section": rule.section,
        "rule": name,
        "default": json_value(DEFAULTS[name]),
        "values": rule.allowed,
        "meanings": dict(rule.values),
        "text": rule.doc,
        "source": rule.source,
        "presets": setting_presets(name),
    }
