"""``ginrules rules``: every rule with its values, by words."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cyclopts import App

from ginrules.cli.console import print_json, print_lines, wrapped
from ginrules.cli.options import Json

_NONE_FITS: Final = 1
_MOST_PRESETS: Final = 6
_PARTS: Final = re.compile(r"[a-z0-9]+")

SYNONYMS: Final = {
    "ace_rank": "round the corner wraparound around ace high low",
    "columns": "hollywood columns spread three games",
    "column_entry": "hollywood skunk blitz",
    "column_weights": "hollywood double",
    "tie": "kiss kisses level equal draw",
    "gin_off_bonus": "gin-off gin off super undercut",
    "undercut_bonus": "underknock cut",
    "knock_source": "oklahoma upcard sets limit",
    "spade_multiplier": "oklahoma double spades",
    "spade_scope": "oklahoma spades boxes",
    "shutout": "schneider skunk blitz whitewash",
    "box_bonus": "line bonus",
    "big_gin": "super gin eleven",
    "big_gin_bonus": "super gin eleven",
    "doubling": "cube backgammon",
    "stock_floor": "fiftieth card last two cards",
    "stock_exhausted": "fiftieth card reshuffle",
    "discard_take": "pile 500 rum several",
    "seating": "partnership teams captain rotating",
}
"""Other words for rules, by rule."""


def add_to(app: App) -> None:
    """Register the command."""
    app.command(rules_, name="rules")


def rules_(*words: str, json: Json = False) -> int:
    """List the rules: what each says, its values, and the presets that set it.

    The exit status is 1 if no rule fits.

    Args:
        words: Words of the name, of the sentence, of the values, or other words for it, like: round the corner
        json: Print the rules as JSON, for programs.
    """
    from ginrules.rules.model import RULES

    names = [name for name in RULES if _fits(name, words)]
    if json:
        print_json([_rule_plain(name) for name in names])
    elif names:
        print_lines("\n".join(_lines(names, short=not words)))
    else:
        print_lines(wrapped(_none_fits(" ".join(words))))
    return 0 if names else _NONE_FITS


def _fits(name: str, words: Iterable[str]) -> bool:
    from ginrules.rules.model import RULES

    rule = RULES[name]
    text = " ".join((name, rule.section, rule.doc, SYNONYMS.get(name, ""), *rule.choices)).lower()
    known = set(_PARTS.findall(text))
    parts = _PARTS.findall(" ".join(words).lower())
    return all(any(one.startswith(part.rstrip("s") if len(part) > 3 else part) for one in known) for part in parts)


def _lines(names: Iterable[str], *, short: bool) -> Iterator[str]:
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
            yield wrapped(f"values: {rule.allowed}", "  ")
            if presets := setting_presets(name):
                others = len(presets) - _MOST_PRESETS
                more = f" and {others} more" if others > 0 else ""
                yield wrapped(f"set by: {', '.join(presets[:_MOST_PRESETS])}{more}", "  ")
    if short:
        yield "\n" + wrapped("`ginrules rules WORD` shows the values of a rule, and the presets that set it.")


def setting_presets(name: str) -> list[str]:
    """Return the names of the presets in which a rule differs from ``standard``.

    Examples:
        >>> setting_presets("gin_off_bonus")
        ['whyknowledge']
    """
    from ginrules.presets import preset, preset_names
    from ginrules.rules.model import DEFAULTS

    return [key for key in preset_names() if getattr(preset(key), name) != DEFAULTS[name]]


def _none_fits(words: str) -> str:
    from ginrules.rules.model import RULES
    from ginrules.rules.problems import absence, near_names

    near = near_names(words.lower().replace(" ", "_"), RULES)
    hint = f": did you mean {near[0]}?" if near else ""
    missing = absence(words)
    return f"No rule has the words {words!r}{hint or (f': {missing}' if missing else '')}. `ginrules rules` lists all."


def _rule_plain(name: str) -> dict[str, Any]:
    from collections.abc import Mapping

    from ginrules.rules.model import DEFAULTS, RULES

    rule, value = RULES[name], DEFAULTS[name]
    plain = {str(key): size for key, size in value.items()} if isinstance(value, Mapping) else value
    return {
        "section": rule.section,
        "rule": name,
        "default": list(plain) if isinstance(plain, tuple) else plain,
        "values": rule.allowed,
        "text": rule.doc,
        "source": rule.source,
        "presets": setting_presets(name),
    }
