"""The pages of rules and errors: every rule with its values, the faults of rule files, errors by code."""

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Final

import ginrules as gin
from docs.generate import measured_rules
from docs.generate.markdown import ROOT, bullets, page, paragraphs, table
from ginrules import errors
from ginrules.rules.conditions import allowed_text
from ginrules.rules.fields import Rule
from ginrules.rules.model import DEFAULTS, RULES
from ginrules.rules.texts import value_text

_ALL: Final = """# Every rule

This page is made from the descriptions that also check rule files. A rule file has a TOML table for every heading
([Your own rules](own.md)). Each rule names its values, that of standard, where it comes from
([the sources](sources.md)) and the paragraphs of the rule book that decide it. In a shell, `ginrules rules` lists
them all, and `ginrules rules round the corner` searches them for words."""

_FAULTS: Final = """# Errors in rules

The messages for rule files that cannot be played. Every file below was read by `loads_rules` when
this page was made. `ginrules check FILE` prints the same and exits with 1.

## One by one"""

_CLASHES: Final = """## What cannot be combined

Some rules exclude others. The library also counts cards and players: the pack must have enough cards for the deal, and
the seating must be possible with every number of players."""

_CODES: Final = """# Errors by code

You catch every error of the library as `GinRulesError`. Match its `code`, which stays the same when a message
changes. `details` holds the values behind the message. Every message also says how to mend the fault in this case.

```pycon
>>> import ginrules as gin
>>> try:
...     gin.CardSet.parse("7h 7x")
... except gin.GinRulesError as error:
...     print(error.code, error.details)
parse-error {'text': '7x'}

```"""

FAULTS: Final = (
    ("A value out of range", "[knock]\nknock_limit = -1"),
    ("A value of the wrong kind", '[knock]\nbig_gin = "yes"\n[price]\ngin_bonus = 25.5'),
    ("A value that is not a choice", '[melds]\nace_rank = "hihg-or-low"'),
    ("A list too short", "[melds]\ncard_values = [1, 2, 3]"),
    ("A misspelled rule", "[knock]\nknock_limt = 7"),
    ("A misspelled section", "[layof]\nlayoff_chain = false"),
    ("A rule in the wrong section", "[price]\nknock_limit = 7"),
    ("A rule above the sections", "knock_limit = 7"),
    ("An unknown name above the sections", 'titel = "Our table"'),
    ("A section that is not a table", 'knock = "ten"'),
    ("A preset that does not exist", 'extends = "oklahomma"'),
    ("A title that is not a text", "title = 7"),
    ("More cards than the pack has", '[players]\nplayer_counts = [4]\nseating = "all-play"\n[deal]\nhand_size = 20'),
    ("Rules that contradict each other", "[draw]\nopen_melds = true"),
    ("A price for spades without an upcard", '[deal]\nopening = "no-upcard"\n[price]\nspade_multiplier = 2'),
    ("A match of an even number of games", '[match]\nmatch_form = "best-of"\nmatch_games = 4'),
    ("Weights that do not fit the columns", "[columns]\ncolumns = 3\ncolumn_weights = [1, 2]"),
    ("A text that is not TOML", "[knock\nknock_limit = 7"),
)
"""A title and a rule file with problems, for every kind of problem."""

_NO_DETAILS: Final = {"action", "state", "problems"}


def files() -> Iterator[tuple[str, str]]:
    """Yield the pages with their places."""
    yield "rules/all.md", page([*_every_rule()])
    yield "rules/errors.md", page([*_rule_errors()])
    yield "error-codes.md", page([*_error_codes()])


def _every_rule() -> Iterator[str]:
    yield _ALL
    for section, rules in groupby(RULES.items(), key=lambda item: item[1].section):
        yield f"## {section} {{ data-search-exclude }}"
        for name, rule in rules:
            yield f"### {name.replace('_', ' ')} `{name}` {{ #{name} }}"
            yield rule.doc
            yield bullets([*_facts(name, rule)])


def _facts(name: str, rule: Rule) -> Iterator[str]:
    values = "; ".join(f"`{value}`: {meaning}" for value, meaning in rule.values.items()) or rule.allowed
    yield f"Values: {values}. Standard: `{value_text(DEFAULTS[name])}`."
    yield from measured_rules.sentences(name)
    if rule.also:
        yield f"Also: {rule.also}."
    yield f"From: {rule.source}."
    if decided := paragraphs(name):
        yield f"Step by step: {decided}."


def _rule_errors() -> Iterator[str]:
    yield _FAULTS
    for title, text in FAULTS:
        yield f"### {title}\n\n```toml\n{text}\n```\n\n```text\n{message(text)}\n```"
    yield _CLASHES
    rows = [
        (
            " and ".join(f"`{name}` is {allowed_text(values)}" for name, values in limit.when.items()),
            f"`{rule}`",
            allowed_text(limit.allowed),
            limit.why,
        )
        for rule, entry in RULES.items()
        for limit in entry.limits
    ]
    yield table(("when", "this rule", "must be", "because"), rows)


def message(text: str) -> str:
    """Return the message for this file; every file of the page has a problem."""
    try:
        gin.loads_rules(text, source="my-gin.toml")
    except gin.RuleSetError as error:
        return str(error)
    raise AssertionError(f"this rule file has no problem:\n{text}")


def error_classes() -> list[type[gin.GinRulesError]]:
    """Return the public errors, in the order of their module."""
    found = [value for value in vars(errors).values() if isinstance(value, type)]
    return [value for value in found if issubclass(value, gin.GinRulesError) and not value.__name__.startswith("_")]


def _error_codes() -> Iterator[str]:
    yield _CODES
    for error in error_classes():
        text = " ".join((inspect.getdoc(error) or "").partition("\nAttributes:")[0].split())
        keys = ", ".join(f"`{key}`" for key in sorted(_details()[error.__name__]))
        yield f"## `{error.code}` {{ #{error.code} }}"
        yield f"[`{error.__name__}`][ginrules.errors.{error.__name__}]. {text}" + (f" Details: {keys}." if keys else "")


@cache
def _details() -> Mapping[str, set[str]]:
    """Return the keys of the details of every error, from all places that make it."""
    keys: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "ginrules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (name := getattr(node.func, "id", getattr(node.func, "attr", ""))):
                keys[name] |= {word.arg for word in node.keywords if word.arg and word.arg not in _NO_DETAILS}
    return keys
