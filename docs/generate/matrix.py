"""The table of presets and rules: the value of every rule in which presets differ.

It is a plain table, which a script in ``docs/assets/matrix.js`` filters; in a narrow window its rows are cards.
"""

from html import escape
from typing import Final

import ginrules as gin
from docs.generate.preset_pages import families
from docs.generate.rule_changes import plain
from ginrules.rules.model import RULES
from ginrules.rules.words import rule_words

_PAGE: Final = """---
hide:
  - toc
---

# Every rule of every preset

{presets} presets, and the {rules} rules that are not the same in all of them. A value in bold differs
from [standard](standard.md). [Every rule](../rules/all.md) says what a rule means, and
[Settle an argument](../settle.md) puts two rule sets side by side, in words.

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


def page() -> str:
    """Return the page, as Markdown."""
    rules = varied()
    bodies = [_body(family, keys, rules) for family, keys in families().items()]
    return _PAGE.format(
        presets=len(gin.preset_names(shown=True)),
        rules=len(rules),
        families="".join(f"<option>{family}</option>" for family in families()),
        rule_options="".join(f'<option value="{name}">{rule_words(name)}</option>' for name in rules),
        heads="".join(map(_head, rules)),
        bodies="\n".join(bodies),
    )


def varied() -> list[str]:
    """Return the rules that differ from standard in some preset, in the order of a rule file."""
    standard = gin.preset("standard")
    names = {change.name for key in gin.preset_names(shown=True) for change in gin.diff(standard, gin.preset(key))}
    return [name for name in RULES if name in names]


def _head(name: str) -> str:
    title = escape(f"{name}: {RULES[name].doc}")
    return f'<th scope="col" data-rule="{name}" title="{title}"><span>{rule_words(name)}</span></th>'


def _body(family: str, keys: list[str], rules: list[str]) -> str:
    head = f'<tr class="gin-family"><th scope="rowgroup" colspan="{len(rules) + 1}">{family}</th></tr>'
    return f'<tbody data-family="{family}">{head}{"".join(_row(key, rules) for key in keys)}</tbody>'


def _row(key: str, rules: list[str]) -> str:
    preset, standard = gin.preset(key), gin.preset("standard")
    cells = []
    for name in rules:
        value = escape(plain(getattr(preset, name)))
        differs = getattr(preset, name) != getattr(standard, name)
        cells.append(f'<td class="x" data-label="{rule_words(name)}">{value}</td>' if differs else f"<td>{value}</td>")
    title = f'<th scope="row"><a href="../{key}/">{escape(preset.title)}</a></th>'
    words = escape(" ".join((key, *gin.preset_info(key).aliases, preset.summary)).lower())
    return f'<tr data-key="{key}" data-words="{words}">{title}{"".join(cells)}</tr>'
