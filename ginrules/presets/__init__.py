"""The built-in rule sets, in the format of your own rule files.

52 have a TOML file of their own. The others are an expression away from these, and stand in ``variations.toml``.
`preset` finds one by name, as people type it. Every preset is also a constant of this module
(``ginrules.presets.OKLAHOMA``), read from its file when it is first used.
After the first release a preset's values do not change under its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ginrules._support.values import shown
from ginrules.errors import RuleSetError, UnknownPresetError
from ginrules.presets.catalogue import PresetInfo, expression_for
from ginrules.rules.expressions import LONGEST, NO_PATH, is_expression, is_path, rules_in
from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.problems import absence, near_names, summary_of
from ginrules.rules.sections import read_tables

_FOLDER: Final = Path(__file__).parent
_SUFFIX: Final = ".toml"
_VARIATIONS: Final = "variations"
_WORD: Final = re.compile(r"[a-z0-9]+")
_GAME: Final = frozenset(("gin", "rummy", "ginrummy", "the"))
"""Words that every game's name can have or lack."""


def preset(name: str) -> RuleSet:
    """Return the built-in rule set of this name, or an expression's rules.

    An expression joins names and ``rule=value`` by ``+``: ``oklahoma+hollywood+gin_bonus=30``. Each name brings its
    differences from ``standard``. Names that disagree about a rule are an error, unless a ``rule=value`` decides it.
    The result is named after the expression. No file is ever read.

    Args:
        name: A key or an alias, or an expression. Case, accents, spaces and hyphens do not matter, nor do the words
            gin, rummy and the: ``gin`` alone is ``standard``. Values are written as in TOML, words without quotes:
            ``layoff=none``, ``column_weights=1,1,2``, ``target={1=150,2=175}``.

    Raises:
        UnknownPresetError: If no preset has the name. ``details["near"]`` holds the most similar names.
        RuleSetError: If an expression has an unknown name or rule, sets a rule twice, joins names
            that disagree, or cannot be played. ``problems`` has every one.

    Examples:
        >>> import ginrules as gin
        >>> gin.preset("oklahoma").knock_source
        'upcard'
        >>> gin.preset("Straight") is gin.preset("straight-gin"), gin.preset("gin").name
        (True, 'standard')
        >>> ours = gin.preset("oklahoma+hollywood+gin_bonus=30")
        >>> ours.knock_source, ours.columns, ours.gin_bonus
        ('upcard', 3, 30)
    """
    if isinstance(name, str):
        return _rules_named(name) if len(name) <= LONGEST else _not_cached(name)
    raise _unknown(name)


@lru_cache(maxsize=256)
def _rules_named(text: str) -> RuleSet:
    key = _key(text)
    if key in preset_names(shown=True):
        return _loaded(key)
    found = _found(text)
    return _not_cached(text) if found is None else _loaded(found)


def _not_cached(text: str) -> RuleSet:
    if is_expression(text) and not is_path(text):
        return rules_in(text, preset)
    raise _unknown(text)


@cache
def preset_names(*, shown: bool = False) -> tuple[str, ...]:
    """Return the keys of all presets, ``standard`` first, the others in alphabetical order.

    Args:
        shown: Leave out those that are one number, one choice or two names away from another. Lists for people do.

    Examples:
        >>> import ginrules as gin
        >>> gin.preset_names()[0], "undercut-20" in gin.preset_names()
        ('standard', True)
        >>> len(gin.preset_names()), len(gin.preset_names(shown=True))
        (84, 52)
    """
    keys = {file.name.removesuffix(_SUFFIX) for file in _FOLDER.iterdir() if file.name.endswith(_SUFFIX)}
    keys -= {"standard", _VARIATIONS}
    return ("standard", *sorted(keys if shown else keys | _file(_VARIATIONS).keys()))


@cache
def preset_aliases() -> Mapping[str, str]:
    """Return every alias with the key of its preset.

    Examples:
        >>> preset_aliases()["wikipedia"]
        'standard'
    """
    return MappingProxyType({alias: key for key in preset_names() for alias in _tables(key).get("aliases", ())})


def preset_info(name: str) -> PresetInfo:
    """Return the facts about a preset: its family, sources and the like.

    Args:
        name: A key or an alias, as for `preset`. Not an expression.

    Raises:
        UnknownPresetError: If no preset has the name.
        RuleSetError: If the preset's file is faulty, which the release tests exclude.

    Examples:
        >>> import ginrules as gin
        >>> info = gin.preset_info("tedesco-gin")
        >>> info.name, info.family, info.confidence
        ('tedesco', 'hollywood', 'unconfirmed')
    """
    argument: object = name
    key = _found(argument[:LONGEST]) if isinstance(argument, str) else None
    if key is None:
        raise _unknown(argument)
    tables, rules = _tables(key), _loaded(key)
    return PresetInfo(
        name=key,
        family=tables["family"],
        players=rules.player_counts,
        sources=rules.sources,
        confidence=tables["confidence"],
        aliases=tuple(tables.get("aliases", ())),
    )


def _found(name: str) -> str | None:
    """Return the key of the preset that a person calls so, or None: exact names first, then bare names."""
    key = _key(name)
    if key in preset_names():
        return key
    if key in preset_aliases():
        return preset_aliases()[key]
    if is_expression(name) or is_path(name) or not (key.isprintable() and _WORD.search(key)):
        return None
    return bare_names().get(_bare(name) or "standard")


def _key(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())


def _bare(name: str) -> str:
    """Return a name without accents, hyphens and the words that any game can have.

    Examples:
        >>> _bare("The Gin Rommé"), _bare("gin-rami"), _bare("gin rummy")
        ('romme', 'rami', '')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "".join(word for word in _WORD.findall(plain) if word not in _GAME)


@cache
def bare_names() -> Mapping[str, str]:
    """Return the presets by their bare names and those of their aliases, unless it is a number or two share it."""
    found: dict[str, str] = {}
    for names in (dict.fromkeys(preset_names()), preset_aliases()):
        bare: dict[str, set[str]] = {}
        for name, key in names.items():
            bare.setdefault(_bare(name), set()).add(key or name)
        found = {name: keys.pop() for name, keys in bare.items() if len(keys) == 1 and not name.isdigit()} | found
    return MappingProxyType(found)


@cache
def _file(name: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads((_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8"))


def _tables(key: str) -> dict[str, Any]:
    return _file(key) if key in preset_names(shown=True) else _file(_VARIATIONS)[key]


@cache
def _loaded(key: str) -> RuleSet:
    context = read_tables(_tables(key), preset)
    if context.problems:
        raise RuleSetError(summary_of(context.problems, f"{key}{_SUFFIX}"), context.problems)
    return context.rule_set(name=key)


def _unknown(name: object) -> UnknownPresetError:
    if not isinstance(name, str):
        message = f"expected the name of a preset or an expression, got {shown(name)}"
        return UnknownPresetError(message, name=name, near=())
    if is_path(name):
        return UnknownPresetError(f"{shown(name)} {NO_PATH}", name=name, near=())
    near = _near(name[:LONGEST])
    hint = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
    expression = expression_for(_key(name[:LONGEST])[:60], {*preset_names(), *preset_aliases()})
    if expression:
        hint += f"write {expression!r}; "
    if name.strip() in RULES:
        hint = f"a rule needs a value, {name.strip()}=…; "
    missing = absence(name)
    if missing and not expression:
        hint += f"{missing}; "
    text = repr(name if len(name) <= 60 else f"{name[:59]}…")
    message = f"no preset {text}: {hint}preset_names() lists all {len(preset_names())}"
    return UnknownPresetError(message, name=name, near=near, expression=expression)


def _near(name: str) -> tuple[str, ...]:
    """Return the most similar names: as they are written, as bare names, or else those that share a word."""
    words = {word for word in _key(name).split("-") if len(word) > 3}
    return (
        near_names(_key(name)[:60], (*preset_names(), *preset_aliases()), most=3)
        or tuple(bare_names()[bare] for bare in near_names(_bare(name)[:60], bare_names(), most=3))
        or tuple(key for key in preset_names() if words & {*key.split("-")})[:3]
    )


def _constants() -> dict[str, str]:
    return {key.upper().replace("-", "_"): key for key in preset_names()}


def __getattr__(name: str) -> RuleSet:
    key = _constants().get(name) if name.isupper() else None
    if key is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _loaded(key)


def __dir__() -> list[str]:
    special = [name for name in globals() if name[:2] == name[-2:] == "__"]
    return sorted([*_constants(), "preset", "preset_aliases", "preset_info", "preset_names", *special])
