"""The built-in rule sets, one TOML file each, in the format of your own rule files.

`preset` finds one by name. Every preset is also a constant of this module
(``ginrules.presets.OKLAHOMA``), read from its file when it is first used.
A preset's values never change under its name.
"""

from __future__ import annotations

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

STANDARD: RuleSet
BICYCLE_OKLAHOMA: RuleSet
BIGGIN50: RuleSet
BIGUGL: RuleSet
CAPTAIN: RuleSet
CARDGAMES_IO: RuleSet
CLASSIC: RuleSet
CUTTHROAT: RuleSet
DEAL_PASSES: RuleSet
DOUBLING_GIN: RuleSet
EAAI: RuleSet
EXACT_50: RuleSet
GIN30_BIGGIN50: RuleSet
GINPLAYERONLINE: RuleSet
GINRUMMY_COM_PARTNERSHIP: RuleSet
GIN_20: RuleSet
GIN_30: RuleSet
GIN_DOS: RuleSet
GIN_DOS_OKLAHOMA: RuleSet
GIN_DOS_OKLAHOMA_ACE_ONE: RuleSet
GIN_PRO: RuleSet
GIN_RAMI: RuleSet
GIN_ROMME: RuleSet
GRA_TOURNAMENT: RuleSet
GROUP_GIN: RuleSet
HOLLYWOOD: RuleSet
HOLLYWOOD_125: RuleSet
HOLLYWOOD_ENDLESS: RuleSet
HOLLYWOOD_OKLAHOMA: RuleSet
HOLLYWOOD_OKLAHOMA_SECOND_DECK: RuleSet
HOLLYWOOD_POKERWINER: RuleSet
HOLLYWOOD_SCARNE: RuleSet
HOYLE: RuleSet
KNOCK10_GIN25: RuleSet
KNOCK_RUMMY: RuleSet
MAHJONG_GIN: RuleSet
MULTI_MATCH: RuleSet
OKLAHOMA: RuleSet
OKLAHOMA_ACE_ONE: RuleSet
OKLAHOMA_KISSES: RuleSet
OKLAHOMA_SECOND_DECK: RuleSet
ONLINE_RUBL: RuleSet
ONLINE_RUBL_150: RuleSet
ONLINE_RUBL_200: RuleSet
ONLINE_RUBL_250: RuleSet
ONLINE_RUBL_2_TO_4: RuleSet
ONLINE_RUBL_300: RuleSet
ONLINE_RUBL_50: RuleSet
ONLINE_RUBL_OKLAHOMA: RuleSet
OPENSPIEL: RuleSet
OPENSPIEL_OKLAHOMA: RuleSet
PAGAT_ALTERNATIVES: RuleSet
PALACE: RuleSet
PARTNERSHIP: RuleSet
PARTNERSHIP_TEAMS: RuleSet
PENALTY_2_TO_4: RuleSet
PENALTY_ELIMINATION: RuleSet
PENALTY_ELIMINATION_50: RuleSet
PENALTY_OKLAHOMA: RuleSet
POKERWINER: RuleSet
PURE_GIN_APP_OKLAHOMA: RuleSet
RACE: RuleSet
ROODLE: RuleSet
ROTATING_BOX: RuleSet
ROUND_THE_CORNER: RuleSet
ROUND_THE_CORNER_PARTNERSHIP: RuleSet
RUBL: RuleSet
RUMMYTALK: RuleSet
SEVEN_CARD_GIN: RuleSet
SHUTOUT_200: RuleSet
SPANISH_HOW_TO: RuleSet
STRAIGHT_GIN: RuleSet
STRAIGHT_GIN_BEST_OF_SEVEN: RuleSet
SYSTEM_10_20: RuleSet
SYSTEM_20_25: RuleSet
TEDESCO: RuleSet
TEDESCO_TEAMS: RuleSet
THREE_HANDED: RuleSet
UNDERCUT_0: RuleSet
UNDERCUT_10: RuleSet
UNDERCUT_15: RuleSet
UNDERCUT_20: RuleSet
WHYKNOWLEDGE: RuleSet
WORLD_CLUB: RuleSet


def preset(name: str) -> RuleSet:
    """Return the built-in rule set of this name, or an expression's rules.

    An expression joins names and ``rule=value`` by ``+``: ``oklahoma+hollywood+gin_bonus=30``. Each name brings its
    differences from ``standard``. Names that disagree about a rule are an error, unless a ``rule=value`` decides it.
    The result is named after the expression. No file is ever read.

    Args:
        name: A key or an alias (case does not matter, nor do underscores or spaces for hyphens), or an
            expression. Values are written as in TOML, words without quotes: ``layoff=none``,
            ``column_weights=1,1,2``, ``target={1=150,2=175}``.

    Raises:
        UnknownPresetError: If no preset has the name. ``details["near"]`` holds the most similar names.
        RuleSetError: If an expression has an unknown name or rule, sets a rule twice, joins names
            that disagree, or cannot be played. ``problems`` has every one.

    Examples:
        >>> import ginrules as gin
        >>> gin.preset("oklahoma").knock_source
        'upcard'
        >>> gin.preset("Straight_Gin") is gin.preset("straight-gin")
        True
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
    if key in preset_names():
        return _loaded(key)
    if not is_expression(text) and key in preset_aliases():  # aliases are read from all presets
        return _loaded(preset_aliases()[key])
    return _not_cached(text)


def _not_cached(text: str) -> RuleSet:
    if is_expression(text) and not is_path(text):
        return rules_in(text, preset)
    raise _unknown(text)


@cache
def preset_names() -> tuple[str, ...]:
    """Return the keys of all presets, ``standard`` first, the others in alphabetical order.

    Examples:
        >>> import ginrules as gin
        >>> gin.preset_names()[0], "oklahoma" in gin.preset_names()
        ('standard', True)
    """
    keys = {file.name.removesuffix(_SUFFIX) for file in _FOLDER.iterdir() if file.name.endswith(_SUFFIX)}
    return ("standard", *sorted(keys - {"standard"}))


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
    key = _key(argument[:LONGEST]) if isinstance(argument, str) else ""
    key = preset_aliases().get(key, key)
    if key not in preset_names():
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


def _key(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())


@cache
def _tables(key: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - only once a preset is used

    return tomllib.loads((_FOLDER / f"{key}{_SUFFIX}").read_text(encoding="utf-8"))


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
    near = near_names(_key(name[:LONGEST])[:60], (*preset_names(), *preset_aliases()), most=3)
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
    return UnknownPresetError(
        f"no preset {text}: {hint}preset_names() lists all {len(preset_names())}",
        name=name, near=near, expression=expression,
    )  # fmt: skip


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
