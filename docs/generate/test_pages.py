"""The generated pages: complete, in one form, and in agreement with the library."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")  # the reference shows the environments

import ginrules as gin
from docs.generate import (
    benchmark_tables,
    bounds_table,
    copying,
    numbers_table,
    preset_pages,
    reference,
    rule_errors,
    rule_table,
    stored_tables,
)
from docs.generate.links import linked_page
from ginrules import errors
from ginrules._support import bounds
from ginrules.rules.model import RULES
from ginrules.show.rulecard.card import SURE, card_parts

HEADINGS = [
    "Specs",
    "The game",
    "Deal",
    "Turn",
    "End of a round",
    "Scoring",
    "Examples",
    "In this program",
    "Sources",
    "House choices and notes",
    "Differs from standard in",
    "The file",
]


OPTIONAL = {"Environments for learning": "pettingzoo", "Games for OpenSpiel": "pyspiel"}
"""The pages of the reference whose examples need more than the library and the extra ``test``."""


@pytest.mark.parametrize("name", gin.preset_names())
def test_a_preset_page_has_the_one_form(name):
    page = preset_pages.page(name)
    found = re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert found == HEADINGS
    rules = gin.preset(name)
    assert rules.digest in page
    assert all(text in page for text in (*rules.sources, *rules.notes))
    for change in gin.diff(gin.preset("standard"), rules):
        assert f"| `{change.section}.{change.name}` |" in page


@pytest.mark.parametrize("name", gin.preset_names())
def test_a_preset_page_holds_the_whole_rule_card(name):
    rules = gin.preset(name)
    page = preset_pages.page(name)
    for part in card_parts(rules):
        if part.title != SURE:  # the page has its grade, its sources and its notes under headings of their own
            assert all(f"- {line}\n" in page for line in part.sentences)
            assert "\n".join(part.table) in page


def test_every_section_of_a_card_has_a_heading():
    known = {section for sections in preset_pages.FORM.values() for section in sections} | {SURE}
    for name in gin.preset_names():
        assert {part.title for part in card_parts(gin.preset(name))} <= known, name


def test_every_preset_has_a_page_and_a_line_in_the_index():
    pages = preset_pages.pages()
    assert pages.keys() == {"presets/index.md", *(f"presets/{name}.md" for name in gin.preset_names())}
    assert all(f"]({name}.md)" in pages["presets/index.md"] for name in gin.preset_names())


def test_the_table_of_rules_has_every_rule_once():
    lines = [line for line in rule_table.markdown().splitlines() if line.startswith("| `")]
    assert [line.split("`")[1] for line in lines] == list(RULES)
    for rule, line in zip(RULES.values(), lines, strict=True):
        assert rule.doc in line
        assert rule.source in line
        assert all(f"`{value}` ({meaning})" in line for value, meaning in rule.values)


def test_each_bad_rule_file_shows_its_message():
    page = rule_errors.markdown()
    for _, text in rule_errors.FILES:
        assert rule_errors.message(text) in page
    with pytest.raises(AssertionError):
        rule_errors.message('extends = "oklahoma"')


def test_every_refused_combination_is_listed():
    lines = rule_errors.clashes().splitlines()[2:]
    limits = [limit for rule in RULES.values() for limit in rule.limits]
    assert len(limits) > 40
    assert all(limit.why in line for limit, line in zip(limits, lines, strict=True))


def test_every_mark_of_a_page_is_known():
    hooks = pytest.importorskip("docs.generate.hooks", exc_type=ImportError)
    pages = Path(__file__).parents[2] / "docs"
    marks = {mark for page in pages.rglob("*.md") for mark in re.findall(r"<!-- generate: (.+?) -->", page.read_text())}
    assert marks == set(hooks.MARKS)


def test_the_tables_in_the_files_of_pages_are_those_of_the_site():
    assert len(stored_tables.pages()) >= 4
    for page in stored_tables.pages():
        text = page.read_text(encoding="utf-8")
        assert text == stored_tables.stored(text), "python -m docs.generate.stored_tables"


def test_the_numbers_are_those_of_the_tests():
    page = numbers_table.markdown()
    assert "15,820,024,220" in page
    assert "| high-or-low | 304 | 65 | 369 |" in page


def test_the_reference_shows_every_public_name_once():
    shown = [name for _, names in reference.sections().values() for name in names]
    assert len(shown) == len(set(shown))
    kept = {name.rpartition(".")[2] for name in shown}
    assert kept >= set(gin.__all__)
    assert {name for name, value in vars(errors).items() if isinstance(value, type)} <= kept
    assert "clean_lines" not in kept
    assert "colored" in kept
    assert not [name for name in shown if name.rpartition(".")[2].startswith("_")]
    values = [reference.loaded(name) for name in shown]
    for module in reference.MODULES:
        own = [getattr(importlib.import_module(module), name) for name in reference.public_names(module)]
        assert all(any(value is one for one in values) for value in own), module


@pytest.mark.parametrize("title", reference.sections())
def test_a_page_of_the_reference_opens_with_an_example(title):
    if title in OPTIONAL:
        pytest.importorskip(OPTIONAL[title], exc_type=ImportError)
    example = reference.examples()[title].removeprefix("```python\n").removesuffix("```")
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(doctest.DocTestParser().get_doctest(example, {"__name__": title}, title, None, 0))
    assert runner.tries > 1
    assert runner.failures == 0, "python -m docs.generate.refresh docs/generate/reference_examples.txt"
    page = reference.pages()[f"reference/{title.lower().replace(' ', '-')}.md"]
    assert page.index(example) < page.index("\n::: ")


def test_functions_come_first_and_constructors_that_nobody_calls_are_hidden():
    names = reference.sections()["a round"][1]
    assert names[-1] == "ginrules.RoundState"
    hidden = {name.rpartition(".")[2] for name in reference.hidden_constructors()}
    assert {"RoundState", "Comparison", "UpcardOffer", "NotYourTurn"} <= hidden
    assert not {"RuleSet", "Outcome", "RoundRecord", "Knock", "SeatEnv", "Expert"} & hidden


def test_the_pages_of_the_reference_have_places_of_their_own():
    assert len(reference.pages()) == len(reference.sections()) + 1
    assert len(reference.navigation()) == len(reference.sections())


def test_names_are_linked_in_running_text_only():
    page = "# `deal`\n\n`deal` and ``deal`` and [`deal`](x.md)\n\n```python\n`deal`\n```\n"
    assert linked_page(page) == page.replace("\n\n`deal` and", "\n\n[`deal`][ginrules.deal] and")


def test_the_copied_text_is_the_typed_text():
    html = (
        '<div class="language-pycon highlight"><pre><code><span>&gt;&gt;&gt; </span>a &lt; "b"\nTrue</code></pre></div>'
    )
    assert copying.with_typed(html).startswith('<div data-copy="a &lt; &quot;b&quot;" class="language-pycon')
    assert (
        copying.typed("$ ginrules presets\nstandard\n$ ginrules show hoyle") == "ginrules presets\nginrules show hoyle"
    )
    other = '<div class="language-toml highlight"><pre><code>a = 1</code></pre></div>'
    assert copying.with_typed(other) == other


def test_a_table_of_the_benchmarks_is_found_by_its_marks():
    assert "| careful | greedy" in benchmark_tables.table("strength")
    with pytest.raises(AssertionError, match="no table 'speeed'"):
        benchmark_tables.table("speeed")


def test_the_glossary_leads_nowhere_in_vain():
    page = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\*\*(.+?)\*\*$", page, re.MULTILINE)
    named = re.findall(r"(?<!\*)\*([\w -]+)\*(?!\*)", page)
    assert len(terms) > 50
    assert terms == sorted(terms, key=str.lower)
    assert len(named) > 3
    assert {term.lower() for term in named} <= {term.lower() for term in terms}


def test_every_bound_is_used_and_has_a_row_on_its_page():
    names = {name for name in vars(bounds) if name.isupper()}
    assert {name.strip("`") for name, _, _ in bounds_table.rows()} == names
    package = Path(bounds.__file__).parents[1]
    code = "\n".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path.name != "bounds.py")
    assert not [name for name in names if not re.search(rf"\b{name}\b", code)]


def test_the_words_of_the_design_lead_to_their_classes():
    root = Path(__file__).parents[2]
    page = (root / "docs" / "design.md").read_text(encoding="utf-8")
    words = page.partition("## What the words mean")[2]
    rows = re.findall(r"^\| \*\*([\w ]+)\*\* \|.*\| (.*?) \|$", words, re.MULTILINE)
    assert {"outcome", "result", "score", "deal", "unit", "run", "estimate", "finding"} <= dict(rows).keys()
    places = [place for _, cell in rows for place in re.findall(r"`(\w+)` of `([\w./]+)`", cell)]
    assert len(places) >= len(rows) - 1, "a unit is a number"
    for name, path in places:
        code = (root / "ginrules" / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:class |def )?{name}\b", code, re.MULTILINE), name


@pytest.mark.parametrize("page", ["design", "contributing"])
def test_the_files_that_a_page_for_developers_names_are_there(page):
    root = Path(__file__).parents[2]
    text = (root / "docs" / f"{page}.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:\w+/)+\w+(?:\.\w+)?)`", text)
    assert len(paths) > 15
    assert [path for path in paths if not (root / path).exists() and not (root / "ginrules" / path).exists()] == []
