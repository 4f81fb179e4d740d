"""The pages of presets: what differs from standard, prices, and what to print; their list; their table of rules."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files as package_files
from typing import Any, Final

import ginrules as gin
from docs.generate.markdown import bullets, page, paragraphs, table
from docs.generate.pictures import image, preset_picture
from docs.generate.playground import is_at_one_table
from ginrules.presets import preset_aliases
from ginrules.presets.catalogue import CONFIDENCES, FAMILIES
from ginrules.rules.model import RULES
from ginrules.rules.texts import value_text
from ginrules.show.pictures.sheet import blank_sheet_svg
from ginrules.show.rulecard.page import card_page, prices
from ginrules.show.rulecard.words import rule_words

PRINTED: Final = "assets/printed/"
"""The folder of what is printed: rule cards and empty score sheets."""

_INDEX: Final = """# Presets

{number} rule sets come with the library, no two of them equal. {aliases} other names lead to them. {shown} of them have
a page and a small TOML file with its sources. The others are one number, one choice or two names away from these, and
stand on their page with their expression. `ginrules presets` lists them by family, by words
(`ginrules presets undercut 10`) or by players (`--players 3`). `ginrules diff A B` compares two. You can join names
with each other and with rules: `oklahoma+hollywood+gin_bonus=30`
([Your own rules](../rules/own.md#in-one-line)).

A preset keeps its values under its name. The digest on its page pins them. How well they are confirmed:

{grades}

[Every rule of every preset](matrix.md) is one table, to filter. [Settle an argument](../settle.md) puts any two
side by side, in words."""

_MATRIX: Final = """---
hide:
  - toc
---

# Every rule of every preset

{presets} presets, and the {rules} rules that are not the same in all of them. A value in bold differs
from [standard](standard.md). [Every rule](../rules/all.md) says what a rule means.

<div class="gin-matrix" markdown="0">
<noscript><style>.gin-matrix-tools {{ display: none; }}</style></noscript>
<div class="gin-matrix-tools">
<form data-part="filter">
<p><label>Preset <input data-part="words" type="search" size="16" placeholder="name or word"></label>
<label>Family <select data-part="family"><option value="">all</option>{families}</select></label>
<label>Rule <select data-part="rule"><option value="">all</option>{rule_options}</select></label>
<label>Value <select data-part="value"><option value="">any</option></select></label>
<button type="reset">Show all</button></p>
</form>
<p data-part="count" role="status" aria-live="polite">
{presets} presets, {rules} rules in which they differ from standard.</p>
</div>
<div class="gin-matrix-table" role="region" aria-label="Rules by preset" tabindex="0">
<table class="gin-rules">
<thead><tr><th scope="col">Preset</th>{heads}</tr></thead>
{bodies}
</table>
</div>
<script src="../../assets/matrix.js" defer></script>
</div>
"""


def files() -> Iterator[tuple[str, str]]:
    """Yield the pages, and the cards and sheets to print, with their places."""
    yield "presets/index.md", _index()
    yield "presets/matrix.md", _matrix()
    for key in gin.preset_names(shown=True):
        rules = gin.preset(key)
        yield f"presets/{key}.md", preset_page(key)
        yield f"{PRINTED}{key}.html", card_page(rules)
        yield f"{PRINTED}{key}-short.html", card_page(rules, short=True)
        yield f"{PRINTED}{key}-sheet.svg", str(blank_sheet_svg(rules, min(rules.player_counts)))


def families() -> dict[str, list[str]]:
    """Return the keys of the presets that have a page, by family; the families in the order of their list."""
    shown = gin.preset_names(shown=True)
    keys = {family: [key for key in shown if gin.preset_info(key).family == family] for family in FAMILIES}
    return {family: members for family, members in keys.items() if members}


@cache
def variations() -> Mapping[str, Mapping[str, Any]]:
    """Return the presets that are expressions of others, as their file has them."""
    return tomllib.loads((package_files("ginrules.presets") / "variations.toml").read_text(encoding="utf-8"))


def base(key: str) -> str:
    """Return the preset on whose page another stands: the first of its expression, or itself.

    Examples:
        >>> base("bicycle-oklahoma"), base("oklahoma")
        ('classic', 'oklahoma')
    """
    while key in variations():
        key = variations()[key]["extends"].partition("+")[0]
    return key


def address(key: str) -> str:
    """Return the place of a preset among the pages of presets: a page, or a heading of one.

    Examples:
        >>> address("oklahoma"), address("bicycle-oklahoma")
        ('oklahoma.md', 'classic.md#bicycle-oklahoma')
    """
    return f"{base(key)}.md" + (f"#{key}" if key in variations() else "")


def value_words(value: object) -> str:
    """Return a value as a reader writes it, without the quotation marks of a rule file.

    Examples:
        >>> value_words("upcard"), value_words(True), value_words((1, 1, 2))
        ('upcard', 'yes', '1, 1, 2')
    """
    return value_text(value).replace('"', "").replace("true", "yes").replace("false", "no")


def preset_page(key: str) -> str:
    """Return the page of a preset, with the presets that are it and a change."""
    rules, info = gin.preset(key), gin.preset_info(key)
    known_as = f" Also: {', '.join(f'`{alias}`' for alias in sorted(info.aliases))}." if info.aliases else ""
    picture = image(
        f"preset-{key}", f"{rules.title}: the table when a round begins", preset_picture(key), root="../../"
    )
    against = f"#rules=standard&amp;against={key}" if key != "standard" else ""
    here = f' data-gin-play="{key}"' if is_at_one_table(rules) else ""
    doors = (
        f'<p><a class="md-button md-button--primary"{here} href="../../playground/#rules={key}">Play this</a> '
        f'<a class="md-button" href="../../settle/{against}">Compare with another</a></p>'
    )
    about = (
        f"`{key}`, of the family [{info.family}](index.md#{info.family}). *{info.confidence.capitalize()}*: "
        f"{CONFIDENCES[info.confidence]}.{known_as} Digest `{rules.digest}`."
    )
    return page(
        [
            f"---\ndescription: {json.dumps(rules.summary, ensure_ascii=False)}\n---",
            f"# {rules.title}",
            rules.summary,
            doors,
            f'<div data-gin-picture markdown="0">{picture}</div>',
            about,
            _heading("What differs from standard"),
            _differences(rules),
            _heading("Prices"),
            table(("rule", "value"), [*prices(rules)]),
            _heading("To print"),
            bullets(
                [
                    f"[Rule card](../{PRINTED}{key}.html), A4; [the short one](../{PRINTED}{key}-short.html), A5",
                    f"[Score sheet](../{PRINTED}{key}-sheet.svg), A4",
                ]
            ),
            *_variations_of(key),
            _heading("Sources"),
            bullets(rules.sources) or "The defaults of the library.",
            bullets(rules.notes) and f"House choices and notes:\n\n{bullets(rules.notes)}",
            '<script src="../../assets/games.js" defer></script>',
        ]
    )


def _heading(text: str, level: int = 2, anchor: str = "") -> str:
    """Return a heading that the search leaves out: it finds a preset by its title and its summary."""
    return f"{'#' * level} {text} {{ {f'#{anchor} ' if anchor else ''}data-search-exclude }}"


def _differences(rules: gin.RuleSet) -> str:
    changes = gin.diff(gin.preset("standard"), rules)
    if not changes:
        return "Nothing: these are the rules of standard, which the others are compared with."
    rows = [
        (
            f"[`{change.name}`](../rules/all.md#{change.name})",
            value_words(change.a),
            f"**{value_words(change.b)}**",
            RULES[change.name].doc,
            paragraphs(change.name, "../rules/"),
        )
        for change in changes
    ]
    return table(("rule", "standard", "here", "meaning", "step by step"), rows)


def _variations_of(key: str) -> Iterator[str]:
    """Yield the part about the presets that are this one and a change."""
    names = [name for name in variations() if base(name) == key]
    if names:
        yield _heading("With a change")
    for name in names:
        rules, info = gin.preset(name), gin.preset_info(name)
        changes = ", ".join(
            f"{rule_words(change.name)} {value_words(change.b)}" for change in gin.diff(gin.preset(key), rules)
        )
        yield f"### {rules.title} {{ #{name} }}"
        yield (
            f"{rules.summary} `{name}` is `{variations()[name]['extends']}`: {changes}. "
            f"*{info.confidence.capitalize()}*. Digest `{rules.digest}`."
        )
        yield f'<p><a href="../../playground/#rules={name}">Play these rules</a></p>' if is_at_one_table(rules) else ""
        yield bullets([*rules.sources, *rules.notes])


def _index() -> str:
    parts = [
        _INDEX.format(
            number=len(gin.preset_names()),
            shown=len(gin.preset_names(shown=True)),
            aliases=len(preset_aliases()),
            grades=bullets([f"*{grade}*: {clause}." for grade, clause in CONFIDENCES.items()]),
        )
    ]
    for family, clause in FAMILIES.items():
        keys = [key for key in gin.preset_names() if gin.preset_info(key).family == family]
        rows = [(f"[{gin.preset(key).title}]({address(key)})", f"`{key}`", gin.preset(key).summary) for key in keys]
        parts += [f"## {family}", f"{clause[0].upper()}{clause[1:]}.", table(("game", "name", "in a sentence"), rows)]
    return page(parts)


def varied() -> list[str]:
    """Return the rules that differ from standard in some preset with a page, in the order of a rule file."""
    standard = gin.preset("standard")
    names = {change.name for key in gin.preset_names(shown=True) for change in gin.diff(standard, gin.preset(key))}
    return [name for name in RULES if name in names]


def _matrix() -> str:
    """Return the table of presets and rules, which ``docs/assets/matrix.js`` filters."""
    rules = varied()
    return _MATRIX.format(
        presets=len(gin.preset_names(shown=True)),
        rules=len(rules),
        families="".join(f"<option>{family}</option>" for family in families()),
        rule_options="".join(f'<option value="{name}">{rule_words(name)}</option>' for name in rules),
        heads="".join(map(_matrix_head, rules)),
        bodies="\n".join(_matrix_body(family, keys, rules) for family, keys in families().items()),
    )


def _matrix_head(name: str) -> str:
    title = escape(f"{name}: {RULES[name].doc}")
    return f'<th scope="col" data-rule="{name}" title="{title}"><span>{rule_words(name)}</span></th>'


def _matrix_body(family: str, keys: list[str], rules: list[str]) -> str:
    head = f'<tr class="gin-family"><th scope="rowgroup" colspan="{len(rules) + 1}">{family}</th></tr>'
    return f'<tbody data-family="{family}">{head}{"".join(_matrix_row(key, rules) for key in keys)}</tbody>'


def _matrix_row(key: str, rules: list[str]) -> str:
    preset, standard = gin.preset(key), gin.preset("standard")
    cells = []
    for name in rules:
        value = escape(value_words(getattr(preset, name)))
        differs = getattr(preset, name) != getattr(standard, name)
        cells.append(f'<td class="x" data-label="{rule_words(name)}">{value}</td>' if differs else f"<td>{value}</td>")
    title = f'<th scope="row"><a href="../{key}/">{escape(preset.title)}</a></th>'
    words = escape(" ".join((key, *gin.preset_info(key).aliases, preset.summary)).lower())
    return f'<tr data-key="{key}" data-words="{words}">{title}{"".join(cells)}</tr>'
