"""Additions of the site to its pages: the table of presets, links to sources, entries of the search, narrow tables."""

import itertools
import re
import shutil

import pytest

import ginrules as gin
from docs.generate import (
    addresses,
    benchmark_tables,
    command_pages,
    downloads,
    edit_links,
    error_codes,
    figures,
    matrix,
    narrow,
    page_heads,
    pictures,
    preset_pages,
    reference,
    rule_changes,
    search_words,
    settle,
)
from docs.generate.addresses import ROOT, site_url, source_of, urls
from ginrules import errors
from ginrules.cli.commands import COMMANDS, function_of
from ginrules.cli.help import words
from ginrules.rules.model import RULES
from ginrules.rules.words import rule_words

LONG = {"review", "tournament"}
"""Commands whose examples take long, or print a time."""


def test_every_preset_has_a_row_with_what_differs_in_bold():
    page = matrix.page()
    names = matrix.varied()
    assert len(names) > 50
    for key in gin.preset_names(shown=True):
        row = re.search(rf'<tr data-key="{key}".*?</tr>', page)[0]
        assert row.count("<td") == len(names)
        bold = re.findall(r'<td class="x" data-label="(.+?)">', row)
        assert bold == [
            rule_words(name)
            for name in names
            if getattr(gin.preset(key), name) != getattr(gin.preset("standard"), name)
        ]


def test_every_preset_is_in_one_family_of_the_navigation():
    places = [
        place
        for family in preset_pages.navigation()
        for entry in family.values()
        for page in entry
        for place in page.values()
    ]
    assert sorted(places) == sorted(f"presets/{key}.md" for key in gin.preset_names(shown=True))


@pytest.mark.parametrize(
    "place",
    [
        "index.md",
        "presets/oklahoma.md",
        "presets/index.md",
        "reference/rules.md",
        "examples/two_bots.md",
        "notebook.md",
    ],
)
def test_a_page_is_edited_where_it_is_written(place):
    path = edit_links.edit_url(place).partition("/edit/main/")[2]
    assert (ROOT / path).is_file(), path


def test_names_of_the_reference_lead_to_their_lines():
    names = [name for _, names in reference.sections().values() for name in names]
    addresses = [edit_links.source_of_name(name) for name in names]
    linked = [address for address in addresses if address]
    assert len(linked) > 0.8 * len(names)
    for address in linked:
        path, _, line = address.removeprefix(source_of("")).partition("#L")
        assert len((ROOT / path).read_text(encoding="utf-8").splitlines()) >= int(line)


def test_every_public_name_has_its_address_in_the_reference():
    """`ginrules.price` too, although ``ginrules.scoring`` has a module of that name."""
    names = {name for _, names in reference.sections().values() for name in names}
    assert {f"ginrules.{name}" for names in reference.groups().values() for name in names} - names == {
        f"ginrules.{name}"
        for name in reference.groups()["errors"]  # these are listed under their module
    }
    griffe = pytest.importorskip("griffe")
    from docs.generate.attrs_signatures import AttrsSignatures

    texts = {
        "__init__.py": "from pkg.sub import price",
        "sub/__init__.py": "from pkg.sub.price import price",
        "sub/price.py": "def price(): ...",
    }
    with griffe.temporary_pypackage("pkg", texts) as files:
        package = griffe.load(
            "pkg", search_paths=[files.tmpdir], extensions=griffe.Extensions(AttrsSignatures()), resolve_aliases=True
        )
    assert package["price"].is_function


def test_the_search_has_every_rule_and_every_word():
    entries = {entry["location"]: entry for entry in search_words.entries()}
    assert {f"rules/all/#{name}" for name in RULES} <= entries.keys()
    assert set(search_words.ALSO) <= set(RULES)
    assert "schneider" in entries["rules/all/#shutout"]["text"]
    assert "pdf" in entries["how-to-play/#print"]["text"]
    assert search_words.boost("presets/hollywood/") > entries["glossary/#lay-off"]["boost"]
    assert entries["glossary/#lay-off"]["title"] == "Lay off"
    html = "<dt><strong>Lay off</strong></dt>"
    assert search_words.with_anchors(html) == '<dt id="lay-off"><strong>Lay off</strong></dt>'


def test_a_table_too_wide_for_a_phone_is_cards():
    rows = "".join(f"<tr>\n<td>a</td>\n<td>{'word ' * 12}</td>\n<td>c</td>\n</tr>\n" for _ in range(2))
    table = (
        f"<table>\n<thead>\n<tr>\n<th>x</th>\n<th>y</th>\n<th></th>\n</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>"
    )
    cards = narrow.fitted(table)
    assert cards.count('data-label="y"') == 2
    assert "<table data-cards" in cards
    small = table.replace("word " * 12, "word")
    assert narrow.fitted(small) == small
    long = re.sub("<td>[ac]</td>", f"<td>{'ab ' * 15}</td>", small)
    assert "<table data-cards" in narrow.fitted(long)


def test_prose_in_a_wide_block_wraps():
    lines = ("$ ginrules " + "word " * 20, "rule" + " " * 60 + "value", "word " * 20, "short")
    spans = "".join(f'<span id="__line-0-{number}"><span>{line}</span>\n</span>' for number, line in enumerate(lines))
    block = f'<div class="language-console highlight"><pre><code>{spans}</code></pre></div>'
    marks = re.findall(r'id="__line-0-(\d)" class="gin-prose"', narrow.fitted(block))
    assert marks == ["0", "2"]
    assert narrow.fitted(block).count('<code><span class="gin-scroll" role="group"') == 1
    assert "gin-" not in narrow.fitted(block.replace(" " * 60, " "))


def test_an_option_in_a_sentence_is_not_broken():
    html = "<code>ginrules show standard --html card.html</code> <code>-1 a-b</code>"
    block = (
        '<div data-copy="ls --all" class="language-sh highlight"><pre><code><span>ls --all</span></code></pre></div>'
    )
    for text, option in ((html, "--html"), (block, "--all")):
        assert re.findall(r'gin-option">(.*?)<', narrow.fitted(text)) == [option]


def test_the_figures_are_numbers_and_pictures_have_both_themes():
    assert all(re.match(r"[\d,.]+", number) for number in figures.figures().values())
    assert figures.figures()["presets"] == str(len(gin.preset_names()))
    with pytest.raises(StopIteration):
        benchmark_tables.low_end("rounds", "no such task", "core", "× the first")
    assert (
        len(
            re.findall(
                r"-(light|dark)\.svg#only-\1",
                pictures.image("round", "a round", drawn=pictures.preset_picture("standard")),
            )
        )
        == 2
    )


def test_two_rule_sets_differ_in_the_lines_that_differ():
    data = settle.data()
    sets = {entry["key"]: entry for entry in data["sets"]}
    assert {*gin.preset_names()} < sets.keys()
    for a, b in itertools.pairwise(sets):
        names = {change.name for change in gin.diff(gin.preset(a), gin.preset(b))}
        values = [data["standard"] | sets[key]["values"] for key in (a, b)]
        assert {name for name in values[0] if values[0][name] != values[1][name]} == names
        assert sets[a]["lines"] != sets[b]["lines"]
    lines = dict(sets["oklahoma"]["lines"])["Ending the round"]
    assert any("upcard" in data["sentences"][line] for line in lines)


def test_every_argued_rule_is_measured_with_its_interval():
    document = rule_changes.kept()
    assert [(change["rule"], change["before"], change["after"]) for change in document["changes"]] == [
        *rule_changes.pairs()
    ]
    assert len(rule_changes.CHANGES) >= 10
    for change in document["changes"]:
        assert change["rounds"] >= 20_000
        assert {"points", "gin", "knock"} <= change["figures"].keys()
        for before, after, low, high in change["figures"].values():
            assert low <= high
            assert low - 0.02 <= after - before <= high + 0.02 or low == high == 0
    assert document["players"][0] in rule_changes.markdown()


def test_what_was_measured_is_what_the_lab_measures():
    comparison = gin.lab.compare("standard", "standard+undercut_bonus=10", rounds=2000, seed=2)
    (kept,) = [change for change in rule_changes.kept()["changes"] if change["after"] == comparison.b.name]
    *_, low, high = kept["figures"]["points"]
    assert comparison["points"].difference.low < (low + high) / 2 < comparison["points"].difference.high


def test_a_page_is_described_by_its_first_paragraph():
    page = "<!-- a mark -->\n\n# Title\n\n```python\na = 1\n\nb = 2\n```\n\nA *round* of [gin](x.md) & `x`.\n\nMore.\n"
    meta = {}
    page_heads.set_head(meta, "players.md", page)
    assert meta["description"] == "A round of gin &amp; x."
    assert len(page_heads.description("word " * 100)) <= 200
    meta = {"description": 'by "hand"'}
    page_heads.set_head(meta, "players.md", page)
    assert meta["description"] == "by &quot;hand&quot;"


def test_the_install_line_needs_an_address(monkeypatch):
    monkeypatch.delenv("GINRULES_SITE_URL", raising=False)
    monkeypatch.setattr(downloads, "files", lambda: {"ginrules-1.tar.gz": b"", "ginrules-1-py3-none-any.whl": b""})
    assert site_url() == urls().get("Documentation", "")
    assert site_url() or downloads.install_line() == "pip install '.[cli]'"
    monkeypatch.setenv("GINRULES_SITE_URL", "https://gin.example/docs")
    assert (
        downloads.install_line() == "pip install 'ginrules[cli] @ https://gin.example/docs/ginrules-1-py3-none-any.whl'"
    )
    monkeypatch.setattr(downloads, "files", dict)
    assert downloads.install_line() == "pip install '.[cli]'"


def test_a_printed_card_has_the_code_of_its_address(monkeypatch):
    pytest.importorskip("segno")
    monkeypatch.setenv("GINRULES_SITE_URL", "https://gin.example/docs")
    assert "<svg" in preset_pages.scan_code("presets/oklahoma/")
    monkeypatch.delenv("GINRULES_SITE_URL")
    monkeypatch.setattr(addresses, "urls", dict)
    assert preset_pages.scan_code("presets/oklahoma/") == ""


def test_every_preset_leads_to_the_playground_and_to_a_comparison():
    for key in gin.preset_names():
        page = preset_pages.page(key)
        assert f'href="../../playground/#rules={key}"' in page
        assert key == "standard" or f'href="../../settle/#rules=standard&amp;against={key}"' in page


def test_the_target_of_a_preset_says_what_ends_the_game():
    def target(key):
        return re.search(r"^\| Target \| (.+) \|$", preset_pages.page(key), re.MULTILINE)[1]

    assert target("standard") == "100"
    assert target("openspiel") == "none; rounds: 1"
    assert target("penalty-2-to-4") == "none; rounds: 2 for 2, 3 for 3, 4 for 4"
    assert target("tedesco-teams") == "150 for teams of 2, 175 for teams of 3"


def test_a_picture_for_chats_names_the_rules():
    drawn = page_heads.card("Knock & go", "A sentence.", "oklahoma")
    assert "Knock &amp; go" in drawn
    assert drawn.count("<svg") == 2
    assert page_heads.can_draw() is False or site_url()


def test_every_command_has_its_options_and_an_example_that_ran():
    page = command_pages.page()
    for name in COMMANDS:
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert f"$ ginrules {name}" in section
        assert [
            word.name for word in words(function_of(name)) if word.is_option and f"`{word.name}" not in section
        ] == []
    shown, now = (
        command_pages.stored(),
        command_pages.run(LONG | ({"conform"} if shutil.which("node") is None else set())),
    )
    assert {line: shown[line] for line in now} == now
    assert {line.split()[1] for line in shown} == {*COMMANDS}


def test_every_error_has_its_code_and_a_remedy():
    rows = [row.split(" | ") for row in error_codes.page().splitlines() if row.startswith("| ``")]
    assert {row[0].split("``")[1] for row in rows} == {
        getattr(errors, name).code for name in reference.public_names("ginrules.errors")
    }
    assert [row for row in rows if not re.search(r"[a-z]", row[-1].rstrip(" |"))] == []
    assert "``deadwood``, ``limit``" in next(row for row in rows if "``too-much-deadwood``" in row[0])[2]


def test_the_exact_names_of_the_search_are_all_public_names():
    names = search_words.exact()
    assert {name.lower() for name in gin.__all__} <= names.keys()
    assert {*COMMANDS, *RULES, "too-much-deadwood", "oklahoma", "lay off"} <= names.keys()
    assert names["save"][0][0] == "records/"
