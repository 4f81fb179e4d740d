"""The page that leads from every rule of the five texts to the field that holds it and the test that shows it.

`python -m tools.source_page` writes the rules in `docs/rules/sources.md` from `tests/data/source_rules.toml`;
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

BEGINNING = "## Every rule of the five texts\n"
"""The heading where the written part of the page ends."""


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


# --- the page -----------------------------------------------------------------------------------------


def page(data: Data) -> str:
    """The page as Markdown: its written part as it stands, and every rule."""
    written, _, _ = PAGE.read_text(encoding="utf-8").partition(BEGINNING)
    parts = [written + BEGINNING, summary(data)]
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
    tests = (name.split("::") for name in rule.get("tests", ()))
    return "<br>".join(f"`{Path(data['files'][file]).stem}` `{function}`" for file, function in tests)


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
    """The faults of the quotes, and the sentences without a quote, in the lines of each text by its key."""
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
        PAGE.write_text(page(data), encoding="utf-8")
        return 0
    texts = {key: (Path(folder) / name).read_text(encoding="utf-8").split("\n") for key, name in data["texts"].items()}
    faults = compare(data, texts)
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
