"""The table of presets and rules: the value of every rule in which presets differ.

It is a plain table, which a script in ``docs/assets/matrix.js`` filters; in a narrow window its rows are cards.
"""

from html import escape
from typing import Final

import ginrules as gin
from docs.generate.preset_pages import families
from ginrules.rules.model import RULES
from ginrules.rules.texts import value_text

_PAGE: Final = """---
hide:
  - toc
---

# Every rule of every preset

{presets} presets and the {rules} rules in which any of them differ. A value in bold differs
from [standard](standard.md); [Every rule](../rules/all.md) says what a rule means.

<div class="gin-matrix" markdown="0">
<div class="gin-matrix-tools" hidden>
<form data-part="pair">
<h2 id="two-beside-each-other">Two side by side</h2>
<p><label>First <select data-part="first">{options}</select></label>
<label>Second <select data-part="second">{options}</select></label></p>
</form>
<div data-part="differences" role="status" aria-live="polite"></div>
<h2 id="filter">All of them</h2>
<form data-part="filter">
<p><label>Preset <input data-part="words" type="search" size="16" placeholder="name or word"></label>
<label>Family <select data-part="family"><option value="">all</option>{families}</select></label>
<label>Rule <select data-part="rule"><option value="">all</option>{rule_options}</select></label>
<label>Value <select data-part="value"><option value="">any</option></select></label>
<button type="reset">Show all</button></p>
</form>
<p data-part="count" role="status" aria-live="polite"></p>
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
        presets=len(gin.preset_names()),
        rules=len(rules),
        options="".join(f'<option value="{key}">{escape(gin.preset(key).title)}</option>' for key in _keys()),
        families="".join(f"<option>{family}</option>" for family in families()),
        rule_options="".join(f"<option>{name}</option>" for name in rules),
        heads="".join(f'<th scope="col" title="{escape(RULES[name].doc)}"><span>{name}</span></th>' for name in rules),
        bodies="\n".join(bodies),
    )


def varied() -> list[str]:
    """Return the rules that differ from standard in some preset, in the order of a rule file."""
    standard = gin.preset("standard")
    names = {change.name for key in gin.preset_names() for change in gin.diff(standard, gin.preset(key))}
    return [name for name in RULES if name in names]


def _keys() -> list[str]:
    return [key for keys in families().values() for key in keys]


def _body(family: str, keys: list[str], rules: list[str]) -> str:
    head = f'<tr class="gin-family"><th scope="rowgroup" colspan="{len(rules) + 1}">{family}</th></tr>'
    return f'<tbody data-family="{family}">{head}{"".join(_row(key, rules) for key in keys)}</tbody>'


def _row(key: str, rules: list[str]) -> str:
    preset, standard = gin.preset(key), gin.preset("standard")
    cells = []
    for name in rules:
        value = escape(_short(value_text(getattr(preset, name))))
        differs = getattr(preset, name) != getattr(standard, name)
        cells.append(f'<td class="x" data-label="{name}">{value}</td>' if differs else f"<td>{value}</td>")
    title = f'<th scope="row"><a href="../{key}/">{escape(preset.title)}</a></th>'
    words = escape(" ".join((key, *gin.preset_info(key).aliases, preset.summary)).lower())
    return f'<tr data-key="{key}" data-words="{words}">{title}{"".join(cells)}</tr>'


def _short(text: str) -> str:
    """Return a value without the quotation marks of a rule file, with room to break after commas."""
    return text.replace('"', "").replace("true", "yes").replace("false", "no")
