"""The page that leads from every rule of the five texts to the field that holds it and the test that shows it.

`python -m tools.source_page` writes `docs/rules/sources.md` from `tests/data/source_rules.toml`;
`python -m tools.source_page FOLDER` compares that file with the five texts in the folder: every quote must
stand in its line, and every sentence must have a quote, in a rule or in the list of omissions.
"""

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ginrules.rules.texts import toml_text

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data" / "source_rules.toml"
PAGE = ROOT / "docs" / "rules" / "sources.md"

Data = dict[str, Any]

HEAD = """\
---
hide:
  - toc
---

# Where the rules come from

Five texts on gin rummy, which the library began with, hold seventeen games between them, several
twice, some without their numbers. Each rule that they state is here with the place and a few of its
words, the field of the rule set that holds it, its value in the presets that play it, and the tests
that show it. *Engine* marks what no rule set can change; *no field* gives the reason.

Where a text is silent, damaged or can be read in two ways, [the rules, step by step](precise.md) settle the point, the
notes of the preset say which reading is played, and
`preset_info(name).confidence` says how sure the whole is ([Presets](../presets/index.md)). Games that none of the five
texts describes rest on published pages alone; gin with jokers, or for the discards of more than one opponent (Battle
Royal), is not in the library ([Design](../design.md#what-we-left-out-and-why)).

This page is written by `python -m tools.source_page` from `tests/data/source_rules.toml`, which the tests
compare with the presets. A quote reads `text:line`: `notes` is *Gin rummy notes*, `rules` is *Online rules*
(part 1 to line 37, then part 2), `online` is *Gin Rummy Online*, `io` is *cardgames.io* and `hoyle` is
*Hoyle's rules*.

## Sources by their titles

| source | about |
|---|---|
| *Gin rummy notes* | a collection of notes on gin rummy and its variants, several games in one text |
| *Online rules* | rules in two parts: part 1 for two players, part 2 for two to four with penalty points |
| *Gin Rummy Online* | the help page of an online game |
| *cardgames.io* | the rules of the site, as part 1 of *Online rules* |
| *Hoyle's rules* | a directory article that follows *Hoyle's Rules of Games* |
| bicyclecards.com | Oklahoma gin, partnership gin |
| ginrummy.com | scoring, partnership |
| OpenSpiel | its game `gin_rummy`, which follows the rules of the Gin Rummy Association |
| pagat.com | *Gin Rummy* (J. McLeod) |
| pokerwiner.com | its own page on Hollywood gin |
| rummy-games.com | Oklahoma, Hollywood, round the corner, partnership, gin for three |
| rummyrulebook.com | undercuts that the knocker pays |
| rummytalk.com | score sheet, extra boxes, captain play |
| rubl.com | 50-card gin |
| Scarne | reprints of Scarne's rules |
| Wikipedia | *Gin rummy* |

The five texts come first. Then come published pages and programs that are cited often; others are named at each
citation.

## Every rule of the five texts
"""


def load() -> Data:
    """The data, with `presets` given for every rule."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    for rule in data["rule"]:
        rule.setdefault("presets", data["systems"][rule["system"]]["presets"])
    return data


def place(quote: str) -> tuple[str, int, str]:
    """A quote taken apart: text, line, words."""
    found = re.fullmatch(r"(\w+):(\d+) (.+)", quote)
    assert found, quote
    return found[1], int(found[2]), found[3]


def node(name: str, data: Data) -> tuple[str, str]:
    """The file and the function of a test named in the data."""
    file, function = name.split("::")
    return data["files"][file], function


# --- the page -----------------------------------------------------------------------------------------


def page(data: Data) -> str:
    """The page as Markdown."""
    parts = [HEAD, summary(data)]
    for key, system in data["systems"].items():
        rules = [rule for rule in data["rule"] if rule["system"] == key]
        presets = ", ".join(f"`{name}`" for name in system["presets"])
        lead = system.get("note", f"Played as {presets}.")
        parts.append(f"## {system['title']}\n\n{lead}\n\n{table(rules, data)}")
    return "\n".join([*parts, left_out(data)])


def summary(data: Data) -> str:
    """The counts, in one sentence."""
    rules = data["rule"]
    held = sum("values" in rule for rule in rules)
    engine = sum("constant" in rule for rule in rules)
    quotes = sum(len(rule["says"]) for rule in rules)
    return (
        f"{len(rules)} rules in {quotes} sentences: {held} are held by fields, {engine} are the engine's, "
        f"{len(rules) - held - engine} have no field.\n"
    )


def table(rules: Sequence[Data], data: Data) -> str:
    rows = ["| rule | said in | held by | shown by |", "| --- | --- | --- | --- |"]
    for rule in rules:
        cells = (cell(rule["rule"]), said(rule), held_by(rule, data), shown_by(rule, data))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def said(rule: Data) -> str:
    """The first quote, and the other places that say it."""
    key, line, words = place(rule["says"][0])
    others = ", ".join(dict.fromkeys(f"{key}:{line}" for key, line, _ in map(place, rule["says"][1:])))
    return f"{key}:{line} “{cell(words)}”" + (f"; also {others}" if others else "")


def held_by(rule: Data, data: Data) -> str:
    if "no_field" in rule:
        return f"no field: {cell(rule['no_field'])}"
    if "constant" in rule:
        return f"engine: `{rule['constant']}`"
    values = "; ".join(f"`{name} = {cell(toml_text(value))}`" for name, value in rule["values"].items())
    own = data["systems"][rule["system"]]["presets"]
    if rule["presets"] == own:
        return values
    return f"{values} in {', '.join(f'`{name}`' for name in rule['presets'])}"


def shown_by(rule: Data, data: Data) -> str:
    names = []
    for name in rule.get("tests", ()):
        file, function = node(name, data)
        names.append(f"`{Path(file).stem}` `{function}`")
    return "<br>".join(names)


def left_out(data: Data) -> str:
    parts = ["## What is left out\n"]
    for group in data["skipped"]:
        lines = ", ".join(group["lines"])
        parts.append(f"- {group['why']} Lines {lines}; {len(group['says'])} sentences of other lines.")
    return "\n".join(parts) + "\n"


# --- the texts ------------------------------------------------------------------------------------------


def skipped_lines(data: Data) -> set[tuple[str, int]]:
    """The lines without a rule, as (key, line)."""
    found: set[tuple[str, int]] = set()
    for group in data["skipped"]:
        for span in group["lines"]:
            parts = re.fullmatch(r"(\w+):(\d+)(?:-(\d+))?", span)
            assert parts, span
            found |= {(parts[1], line) for line in range(int(parts[2]), int(parts[3] or parts[2]) + 1)}
    return found


def compare(data: Data, texts: Mapping[str, Sequence[str]]) -> list[str]:
    """The faults of the quotes, and the sentences without a quote.

    Args:
        data: The result of `load`.
        texts: The lines of each text by its key.
    """
    quotes: dict[tuple[str, int], list[str]] = defaultdict(list)
    wrong = []
    for entry in (*data["rule"], *data["skipped"]):
        for quote in entry["says"]:
            key, line, words = place(quote)
            quotes[key, line].append(words)
            if words not in " ".join(texts[key][line - 1].split()):
                wrong.append(f"not in its line: {quote}")
    nothing = skipped_lines(data)
    for key, lines in texts.items():
        for number, text in enumerate(lines, 1):
            if (key, number) in nothing:
                continue
            for sentence in re.split(r"(?<=[.!?:])\s+", " ".join(text.split())):
                if sentence and not any(touches(words, sentence) for words in quotes[key, number]):
                    wrong += [f"without a quote: {key}:{number} {sentence}"]
    return wrong


def touches(words: str, sentence: str) -> bool:
    """Whether a quote is of this sentence; a quote may run on into the next."""
    ends = (" ".join(words.split()[:4]), " ".join(words.split()[-4:]))
    return words in sentence or sentence in words or any(len(end) > 12 and end in sentence for end in ends)


def main(folder: str | None = None) -> int:
    data = load()
    if folder is None:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page(data), encoding="utf-8")
        return 0
    texts = {key: (Path(folder) / name).read_text(encoding="utf-8").split("\n") for key, name in data["texts"].items()}
    faults = compare(data, texts)
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
