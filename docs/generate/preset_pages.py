"""A page for every preset, always of the same form, made from its values and sources."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Final

import ginrules as gin
from docs.generate import addresses, page_game, rule_book
from docs.generate.pictures import image, preset_picture
from ginrules.presets import preset_aliases
from ginrules.presets.catalogue import CONFIDENCES, FAMILIES
from ginrules.rules.model import RULES, in_use
from ginrules.rules.texts import value_text
from ginrules.show.rulecard.card import DIFFERENT, EXAMPLE, PROGRAM, SHEET, CardPart, card_parts
from ginrules.show.rulecard.page import A4

# the sections of the rule card under the headings of a page
FORM: Final[Mapping[str, tuple[str, ...]]] = {
    "The game": ("Object of the game", "Players", "Dealer"),
    "Deal": ("Deal",),
    "Turn": ("Melds", "Turn", "Stock"),
    "End of a round": ("Doubling", "Ending the round", "Lay-offs"),
    "Scoring": ("Scoring a round", "End of the game", "Columns", SHEET, "Match"),
    "Examples": (DIFFERENT, EXAMPLE),
    "In this program": (PROGRAM,),
}

# the rules that a player asks about first
SPECS: Final = (
    ("Players", "player_counts"),
    ("Seating", "seating"),
    ("Cards each", "hand_size"),  # for the numbers of seats that occur
    ("Opening", "opening"),
    ("Ace", "ace_rank"),
    ("Knock limit", "knock_limit"),
    ("Limit set by", "knock_source"),
    ("Gin", "gin_bonus"),
    ("Big gin", "big_gin_bonus"),
    ("Undercut", "undercut_bonus"),
    ("Scoring", "score_mode"),
    ("Target", "target"),
    ("Game bonus", "game_bonus"),
    ("Box", "box_bonus"),
    ("Shutout", "shutout"),
    ("Games side by side", "columns"),
)

_SCREEN: Final = '<div class="gin-screen" markdown>'
_END: Final = "</div>"
_NARROWER: Final = 0.94  # the headings of a page take more room than those of the card

_HEAD: Final = ("game", "name", "in a sentence", "confidence")

_INDEX: Final = """# Presets

{number} rule sets come with the library, no two of them equal. {aliases} other names lead to them. {shown} of them are
shown here, each a small TOML file with its sources, from which its page is made. The others are one number, one choice
or two names away from these, and are listed with their expressions. `ginrules presets` lists them by family, by words
(`ginrules presets undercut 10`) or by players (`--players 3`). `ginrules diff A B` compares two. You can join names
with each other and with rules, `oklahoma+hollywood+gin_bonus=30` ([how](../rules/own.md#in-one-line)).

A preset keeps its values under its name. The digest on its page pins them. How well they are confirmed:

{grades}

[Every rule of every preset](matrix.md) is one table, to filter. [Settle an argument](../settle.md) puts any two
side by side, in words. By family: {contents}

{families}
"""


def navigation() -> list[dict[str, list[dict[str, str]]]]:
    """Return the entries of the navigation, an entry per preset, by family."""
    return [
        {family.replace("-", " ").capitalize(): [{gin.preset(key).title: f"presets/{key}.md"} for key in keys]}
        for family, keys in families().items()
    ]


def families() -> dict[str, list[str]]:
    """Return the keys of the presets shown by family; the families in the order of their list."""
    keys = {family: _of(family, gin.preset_names(shown=True)) for family in FAMILIES}
    return {family: members for family, members in keys.items() if members}


def _of(family: str, names: Iterable[str]) -> list[str]:
    return [key for key in names if gin.preset_info(key).family == family]


def pages() -> dict[str, str]:
    """Return every page by its place in the docs, the index first."""
    return {"presets/index.md": _index()} | {f"presets/{key}.md": page(key) for key in gin.preset_names()}


@cache
def page(key: str) -> str:
    """Return the page of one preset, as Markdown."""
    rules = gin.preset(key)
    info = gin.preset_info(key)
    known_as = f" Also: {', '.join(f'`{alias}`' for alias in sorted(info.aliases))}." if info.aliases else ""
    clause = CONFIDENCES[info.confidence]
    alt = f"{rules.title}: the table when a round begins"
    card = {part.title: part for part in card_parts(rules)}
    parts = [
        f"# {rules.title}",
        rules.summary,
        scan_code(f"presets/{key}/"),
        _SCREEN,
        _doors(key),
        f"<div data-gin-picture>{image(f'preset-{key}', alt, drawn=preset_picture(key), root='../../')}</div>",
        f"Family: [{info.family}](index.md#{info.family}). Confidence: *{info.confidence}* ({clause}).{known_as}",
        f"To print: this page, or `ginrules show {key} --html card.html`, is A4.",
        "New to the game? [Gin rummy in five minutes](../how-to-play.md).",
        "## Specs",
        table(("rule", "value"), _specs(rules)),
        _END,
        f'<div class="gin-card" style="--gin-type: {A4.size(card.values()) * _NARROWER:.1f}pt" markdown>',
        *_card_parts(card),
        "## Sources",
        bullets(rules.sources) or "The defaults of the library.",
        "## House choices and notes",
        bullets(rules.notes) or "None: the sources have every value.",
        _END,
        _SCREEN,
        "## Differs from standard in",
        _differences(rules),
        "## The file",
        f'`gin.preset("{key}")` gives these rules, digest `{rules.digest}`.',
        f"```toml\n{_file(key)}```",
        _END,
    ]
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def bullets(texts: Sequence[str]) -> str:
    """Return a Markdown list."""
    return "\n".join(f"- {text}" for text in texts)


def scan_code(place: str) -> str:
    """Return the code of a page's address, to be printed only; empty if the site has no address."""
    address = addresses.site_url() + place
    if not addresses.site_url() or find_spec("segno") is None:
        return ""
    code = import_module("segno").make(address, micro=False, error="m").svg_inline(border=0, omitsize=True)
    return f'<div class="gin-scan" aria-hidden="true">{code}</div>'


def _doors(key: str) -> str:
    """Return the links to a round by these rules and to their comparison, which are not anchors of those pages."""
    other = f"#rules=standard&amp;against={key}" if key != "standard" else ""
    here = f' data-gin-play="{key}"' if page_game.plays(gin.preset(key)) else ""
    script = '<script src="../../assets/games.js" defer></script>' if here else ""
    words = "Compare with standard" if other else "Compare with another"
    return (
        f'<p><a class="md-button md-button--primary"{here} href="../../playground/#rules={key}">Play this</a> '
        f'<a class="md-button" href="../../settle/{other}">{words}</a></p>{script}'
    )


def _index() -> str:
    parts = []
    for family, keys in families().items():
        rows = [
            (f"[{rules.title}]({key}.md)", f"`{key}`", rules.summary, gin.preset_info(key).confidence)
            for key, rules in ((key, gin.preset(key)) for key in keys)
        ]
        parts.append(f"## {family}\n\n{_sentence(FAMILIES[family])}\n\n{table(_HEAD, rows)}")
        others = [key for key in _of(family, gin.preset_names()) if key not in keys]
        if others:
            away = (f"[{gin.preset(key).title}]({key}.md) `{key}` = `{variations()[key]['extends']}`" for key in others)
            parts.append("Behind these:\n\n" + bullets([*away]))
    return _INDEX.format(
        number=len(gin.preset_names()),
        shown=len(gin.preset_names(shown=True)),
        aliases=len(preset_aliases()),
        grades=bullets([f"*{grade}*: {clause}." for grade, clause in CONFIDENCES.items()]),
        contents=" · ".join(f"[{family}](#{family}) ({len(keys)})" for family, keys in families().items()),
        families="\n\n".join(parts),
    )


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."


def _specs(rules: gin.RuleSet) -> list[tuple[str, str]]:
    return [(title, _spec(rules, name)) for title, name in SPECS if in_use(rules, name)]


def _spec(rules: gin.RuleSet, name: str) -> str:
    if name == "knock_limit" and rules.knock_limit == 0:
        return "none: there is no knock" if rules.open_melds else "0: gin only"
    if name == "target" and rules.target == 0:
        return f"none; rounds: {value_text(rules.rounds or 1)}"
    if name == "target" and isinstance(rules.target, Mapping):
        return value_text(rules.target).replace(" for ", " for teams of ")
    if name != "hand_size":
        return value_text(getattr(rules, name))
    sizes = {seats: rules.hand_size_for(seats) for seats in rules.table_sizes}
    return value_text(sizes if len(set(sizes.values())) > 1 else sizes[rules.table_sizes[0]])


def _card_parts(card: Mapping[str, CardPart]) -> Iterator[str]:
    """Yield the lines of the rule card under the headings of the form."""
    for heading, sections in FORM.items():
        present = [card[section] for section in sections if section in card]
        if present:
            yield f"## {heading}"
        for part in present:
            if part.title != heading and len(present) > 1:
                yield f"**{part.title}**"
            if part.table:
                yield "```text\n" + "\n".join(part.table) + "\n```"
            yield bullets(part.sentences)


def _differences(rules: gin.RuleSet) -> str:
    changes = gin.diff(gin.preset("standard"), rules)
    if not changes:
        return "Nothing: these are the rules of [standard](standard.md)."
    rows = [
        (
            f"`{change.section}.{change.name}`",
            value_text(change.a),
            value_text(change.b),
            RULES[change.name].doc,
            rule_book.links(change.name, "../rules/"),
        )
        for change in changes
    ]
    return table(("rule", "standard", "here", "meaning", "step by step"), rows)


def _file(key: str) -> str:
    """Return a preset's file, or its lines of the file of variations, as a rule file has them."""
    if key in gin.preset_names(shown=True):
        return (files("ginrules.presets") / f"{key}.toml").read_text(encoding="utf-8")
    text = (files("ginrules.presets") / "variations.toml").read_text(encoding="utf-8")
    return text.partition(f"\n[{key}]\n")[2].partition("\n\n")[0] + "\n"


@cache
def variations() -> dict[str, Any]:
    """Return the presets that are expressions of others, as their file has them."""
    return tomllib.loads((files("ginrules.presets") / "variations.toml").read_text(encoding="utf-8"))
