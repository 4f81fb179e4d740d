"""Writes the parts of the package that follow from others: ``python -m tools.package``.

- ``__init__.pyi`` of packages that load their public names when they are read, for type checkers and editors.
- ``records/records.schema.json``, the documents for other languages.
- ``rules/rules.schema.json``, rule files for editors, and ``rules/rule_sentences.json``, the docstring of each rule.
- ``testing/rule_book.json``, the paragraphs of the rule book by rule, for the report of ``ginrules conform``.
- ``fast/core/plan.h``, shared by Python and the compiled core: rules, numbers, records, the arguments of entries.

Tests say when they are stale.
"""

import ast
import json
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Final, get_args

import ginrules
from ginrules import fast, lab, players, scoring, testing
from ginrules._support.bounds import NUMBERS
from ginrules.lab import report
from ginrules.players import search
from ginrules.rules.model import DESCRIPTIONS, RULES, RuleSet
from ginrules.rules.rule_fields import Ceremony
from ginrules.rules.sections import CATALOGUE
from ginrules.rules.texts import json_value
from tools.core_header import header
from tools.documents import schema

_PACKAGE: Final = Path(__file__).parents[1] / "ginrules"
LAZY: Final = (ginrules, fast, lab, players, report, search, scoring, testing)
"""The packages that load their public names when they are read."""
DOCUMENTS: Final = _PACKAGE / "records" / "records.schema.json"
CORE: Final = _PACKAGE / "fast" / "core" / "plan.h"
BOOK: Final = _PACKAGE / "testing" / "rule_book.json"
RULE_FILES: Final = _PACKAGE / "rules" / "rules.schema.json"
SENTENCES: Final = _PACKAGE / "rules" / "rule_sentences.json"

_STUB: Final = """\
# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off
"""
_LEVELS: Final = 4
"""How deep a schema has a line for each entry: a property of a document, a rule of a section."""
_SHORT: Final = 80
_LISTS: Final = frozenset(("sources", "notes", "aliases"))
"""The texts of a rule file that are lists."""
_RULE_BOOK: Final = _PACKAGE.parent / "docs" / "rules" / "precise.md"
_HEADING: Final = re.compile(r"^##+ (?P<title>(?:(?P<number>\d+[ab]?(?:\.\d+)?) )?.*?) \{ #[\w-]+ \}$", re.MULTILINE)
_RULES: Final = re.compile(r"^\*Rules: [^*]*\*$", re.MULTILINE)


def stub(package: ModuleType = ginrules) -> str:
    """Return the text of a package's ``__init__.pyi``, which imports each public name from its module."""
    table = vars(package)
    names: dict[str, list[str]] = defaultdict(list)
    for tables in table["_PUBLIC"].values() if package is ginrules else (table["_PUBLIC"],):
        for module, listed in tables.items():
            for name in listed.split():  # of a module with the name, never the module itself
                inner = _PACKAGE.joinpath(*module.split("."), f"{name}.py").exists()
                names[f"ginrules.{module}.{name}" if inner else f"ginrules.{module}"].append(name)
    own, submodules = package.__name__, table.get("_SUBMODULES", ())
    if submodules:
        names[own] += submodules
    imports = (
        f"from {module} import {', '.join(f'{name} as {name}' for name in sorted(listed, key=_kind))}"
        for module, listed in names.items()
    )  # `as`, by which a stub says that a name is public
    public = ", ".join(f'"{name}"' for name in sorted([*package.__all__, *submodules], key=_kind))
    version = ["", "__version__: str"] if package is ginrules else []
    lines = [
        _STUB,
        *sorted(imports),
        *version,
        "",
        *textwrap.wrap(f"__all__ = [{public}]", 120, subsequent_indent="    "),
    ]
    return "\n".join(lines) + "\n"


def _kind(name: str) -> tuple[bool, str]:
    """Return the place of a name in an import: constants first."""
    return not name.isupper(), name


def paragraphs() -> Iterator[tuple[str, list[str]]]:
    """Yield the number, or the title, of every paragraph of the rule book, and the rules that it decides."""
    text = _RULE_BOOK.read_text(encoding="utf-8")
    heads = [*_HEADING.finditer(text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        lines = _RULES.findall(text[head.end() : end])
        yield head["number"] or head["title"], [name for line in lines for name in re.findall(r"`(\w+)`", line)]


def book() -> str:
    """Return the text of ``testing/rule_book.json``: the paragraphs of the rule book that decide each rule."""
    deciding: dict[str, list[str]] = {}
    for number, rules in paragraphs():
        for rule in rules:
            deciding.setdefault(rule, []).append(number)
    return f"{_by_entry(dict(sorted(deciding.items())), 1)}\n"


def sentences() -> dict[str, str]:
    """Return the docstring under the entry of each rule."""
    source = (_PACKAGE / "rules" / "rule_fields.py").read_text(encoding="utf-8")
    (body,) = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    found = {}
    for entry, docstring in pairwise(body):
        match entry, docstring:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))) if name in RULES:
                found[name] = doc
    return found


def stubs() -> dict[Path, str]:
    """Return the texts of all ``__init__.pyi``, by path."""
    return {Path(package.__file__ or "").with_name("__init__.pyi"): stub(package) for package in LAZY}


def documents() -> str:
    """Return the JSON Schema of documents."""
    return f"{_by_entry(schema(), _LEVELS)}\n"


def rule_files() -> str:
    """Return the JSON Schema of rule files (draft 2020-12), by which editors complete and check TOML."""
    text = {"type": "string"}
    texts = {"type": "array", "items": text}
    head: dict[str, object] = {name: texts if name in _LISTS else text for name in (*DESCRIPTIONS, *CATALOGUE)}
    head["first_dealer"] = {"enum": list(get_args(Ceremony))}
    head["extends"] = {
        "description": "What the file builds on: a preset, an expression like oklahoma+hollywood, or a list of them.",
        "type": ["string", "array"],
        "items": text,
    }
    docs = sentences()
    sections = {
        section: {
            "type": "object",
            "properties": {name: _rule(name, docs[name]) for name in names},
            "additionalProperties": False,
        }
        for section, names in RuleSet.sections.items()
    }
    rules = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ginrules:rules",
        "title": "A rule file of ginrules",
        "type": "object",
        "properties": head | sections,
        "additionalProperties": False,
    }
    return f"{_by_entry(rules, _LEVELS)}\n"


def _rule(name: str, doc: str) -> dict[str, object]:
    rule = RULES[name]
    values = "; ".join(f"{value}: {meaning}" for value, meaning in rule.values.items())
    number = {"type": "integer", "minimum": rule.least, "maximum": rule.most}
    match rule.kind:
        case "yes-no":
            kind: dict[str, object] = {"type": "boolean"}
        case "choice":
            kind = {"enum": list(rule.values)}
        case "number":
            kind = {**number}
        case "numbers":
            kind = {"type": "array", "items": number, "minItems": 1, "maxItems": NUMBERS}
        case "by-number":
            kind = {
                **number,
                "type": ["integer", "object"],
                "propertyNames": {"type": "string", "pattern": "^[0-9]+$"},
                "additionalProperties": number,
            }
    description = f"{doc} {values}." if values else doc
    return {"description": description, **kind, "default": json_value(rule.default)}


def _by_entry(plain: object, levels: int, indent: str = "") -> str:
    """Return JSON with a line for each entry of the tables down to this level that are too long for one."""
    text = json.dumps(plain, ensure_ascii=False)
    if not levels or not isinstance(plain, dict) or len(text) <= _SHORT:
        return text
    deeper = f"{indent} "
    entries = (f"{deeper}{json.dumps(name)}: {_by_entry(value, levels - 1, deeper)}" for name, value in plain.items())
    return "\n".join(["{", ",\n".join(entries), f"{indent}}}"])


def _stale() -> Iterator[tuple[Path, str]]:
    made = {DOCUMENTS: documents, RULE_FILES: rule_files, CORE: header, BOOK: book}
    made[SENTENCES] = lambda: f"{_by_entry(sentences(), 1)}\n"
    for path, make in (*((path, text.__str__) for path, text in stubs().items()), *made.items()):
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path, text


if __name__ == "__main__":
    for path, text in _stale():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name}: written\n")
