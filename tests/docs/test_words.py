"""Words that stay out: identifiers that are not nouns, and English that reads as translated."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parents[2]
FOLDERS = ("ginrules", "examples", "benchmarks", "tools", "docs/generate")
PAGES = ("README.md", "CHANGELOG.md", "docs", "benchmarks", "tools", "examples")
QUOTED = {"docs/rules/sources.md"}  # sentences of the sources, word for word

IDENTIFIERS = re.compile(r"(?:^|_)(?:each|found|given|seen|told)(?:_|$)", re.IGNORECASE)
TEXTS = re.compile(
    r"\b(?:told|nought|whoever|whomever|so many|anew|for ever|dear(?:est)?|parted|spelt|wished|once over)\b",
    re.IGNORECASE,
)


# English that reads as translated: "the inputs" for "what it is given", "if" for "where", "Limit on the rounds" for
# "The most rounds", "continue" for "go on with"; quotations and rule texts of sources are exempt
SENTENCES = re.compile(
    r"\b(?:[Rr]eturn|[Yy]ield)s? what\b"
    r"|\b(?:[Nn]one|empty|0) where\b"
    r"|\b(?:been|be|is|are|was|were|not) taught\b"
    r"|\bgo(?:es|ing)? on (?:with|from|after|as|until|to)\b"
    r"|\bone's own\b"
    r"|\bjudg(?:es?|ing)\b"
    r"|(?<![Tt]here )\b(?:is|are) no (?!cap\b|longer|more|less|need|other)\w+"
    r"|\balso if\b"
)
OPENINGS = re.compile(r'^r?"""What\b|(?:^r?"""|^ {4,}\w+: )The (?:most|fewest) (?:\w+s|deadwood|memory)\b')


def modules(*folders):
    return [path for folder in folders or FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def pages():
    for name in PAGES:
        path = ROOT / name
        yield from sorted(path.rglob("*.md")) if path.is_dir() else [path]
    yield from sorted((ROOT / "ginrules").rglob("*.toml"))


def names_in(path):
    """Every name that a module gives: variables, parameters, functions, classes, attributes, modules."""
    yield 0, path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield line, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield line, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield line, name
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield line, name


def texts_in(path):
    """Every comment and text of a module, by line."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in {tokenize.COMMENT, tokenize.STRING}:
            for offset, text in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, text


def sentences_in(path):
    """Every line of a comment or a docstring, attribute docstrings included; no code and no message."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text, lineno=first):
                yield first, lines[first - 1].strip()
                yield from ((line, lines[line - 1]) for line in range(first + 1, text.end_lineno + 1))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def shown(path, line, text):
    return f"{path.relative_to(ROOT)}:{line}: {text.strip()[:110]}"


def test_an_identifier_is_a_noun_or_a_verb_of_its_own():
    wrong = [shown(path, line, name) for path in modules() for line, name in names_in(path) if IDENTIFIERS.search(name)]
    assert not wrong, f"{len(wrong)} identifiers: say the noun\n" + "\n".join(wrong)


def test_a_variable_of_a_test_is_a_noun_too():
    names = ((path, line, name) for path in modules("tests") for line, name in names_in(path))
    wrong = [shown(path, line, name) for path, line, name in names if name.lower() in {"each", "told"}]
    assert not wrong, "\n".join(wrong)


def test_texts_of_modules_are_plain_english():
    wrong = [shown(path, line, text) for path in modules() for line, text in texts_in(path) if TEXTS.search(text)]
    assert not wrong, f"{len(wrong)} lines: say it plainly\n" + "\n".join(wrong)


def test_sentences_need_no_second_reading():
    wrong = [
        shown(path, line, text)
        for path in modules(*FOLDERS, "tests")
        for line, text in sentences_in(path)
        if path.resolve() != Path(__file__).resolve()
        if SENTENCES.search(text) or OPENINGS.search(text)
    ]
    assert not wrong, f"{len(wrong)} lines: say it with a noun, an if, a limit\n" + "\n".join(wrong)


def test_pages_are_plain_english():
    wrong = [
        shown(path, number, line)
        for path in pages()
        if str(path.relative_to(ROOT)) not in QUOTED
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if TEXTS.search(line) or SENTENCES.search(line)
    ]
    assert not wrong, f"{len(wrong)} lines: say it plainly\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", ["each", "cards_found", "told_names", "is_given", "Seen"])
def test_the_words_are_recognized(name):
    assert IDENTIFIERS.search(name)
    assert not IDENTIFIERS.search("reach")
    assert TEXTS.search("so many cards")


@pytest.mark.parametrize(
    "line",
    [
        "Return what a net is given.",
        "its entry; None where there is none",
        "has not been taught",
        "goes on with the match",
        "play goes on until one side leads",
        "Yield what the round pays.",
        "it judges the hand that is left",
        "from a program that is no browser",
    ],
)
def test_foreign_sentences_are_recognized(line):
    assert SENTENCES.search(line)
    assert OPENINGS.search("        seconds: The most seconds for a decision.")
    assert OPENINGS.search('"""What players share."""')
    assert not OPENINGS.search("        near: The most similar name, or None.")
    assert not SENTENCES.search("Return the match. Play goes on. There is no command, and no number.")


# facts joined by a semicolon, per 1,000 words: python-chess, attrs and PettingZoo have 0.2 to 0.6 in docstrings
MOST_SEMICOLONS = 1
MOST_ON_A_PAGE = 3
MOST_CLAUSES = 1.5
"""How often *in which*, *by which* and the like occur, per 1,000 words: 0 to 0.5 in python-chess and attrs."""
MOST_GENERIC = {"docstrings": 4, "pages": 3.2}
"""How often *give* and *make* occur, for which return, draw, train or pass is usually the verb, per 1,000 words: 1.2
to 7 in docstrings of attrs, python-chess and PettingZoo, 1.4 to 2.9 on their pages. *Take* is a word of the game."""
MOST_PHRASES = {"an?": {"docstrings": 1.8, "pages": 1}, "the": {"docstrings": 4, "pages": 3}}
"""How often *the sheet of a pad* stands for *a pad's sheet*, per 1,000 words: 0.2 to 0.7 in docstrings of attrs,
python-chess and PettingZoo, 0 to 0.4 on their pages. And *the sheet of the pad*: 0.8 to 2.3 in their docstrings. Both
can only fall."""
LEAST_YOU = 10
"""How often a guide says *you* or *your*, per 1,000 words: attrs does 33 times, PettingZoo 13 times."""
SHORT = 200
"""Words of a page that is too short to be counted."""
GUIDES = {
    "beliefs", "compare-rules", "fast", "intervals", "javascript", "language-models", "learning", "long-runs",
    "players", "port", "put-it-online", "pytorch", "review", "score-pad", "search", "server", "tournaments",
    "diverge", "tutorial", "views", "guides/index", "rules/own",
}  # fmt: skip
"""The pages for a reader who is doing something."""

MARKS = re.compile(r"``[^`]*``|`[^`]*`|^ *(?:>>>|[.]{3}) .*$", re.MULTILINE)
BLOCKS = re.compile(r"^ *```.*?^ *```|^\|.*?$|<!--.*?-->|&\w+;|`[^`]*`", re.MULTILINE | re.DOTALL)


def rate(pattern, texts):
    """How often the pattern occurs in the texts, per 1,000 words."""
    text = "\n".join(texts)
    return 1000 * len(re.findall(pattern, text)) / max(1, len(re.findall(r"[A-Za-z']+", text)))


def semicolons(texts):
    return rate(";", texts)


def docstrings_in(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield MARKS.sub("x", (ast.get_docstring(node) or "").partition("Examples:")[0])


def prose_of(path):
    """A page without its blocks, tables and code."""
    return BLOCKS.sub("", path.read_text(encoding="utf-8"))


def test_a_docstring_has_one_fact_in_a_sentence():
    folders = {}
    for path in modules("ginrules"):
        folder = path.parent.relative_to(ROOT / "ginrules").as_posix()
        folders.setdefault(folder, []).extend(docstrings_in(path))
    many = {folder: round(semicolons(texts), 1) for folder, texts in folders.items()}
    assert {folder: number for folder, number in many.items() if number > MOST_SEMICOLONS} == {}
    assert semicolons(["One fact; another."]) > MOST_SEMICOLONS


def test_a_page_has_one_fact_in_a_sentence():
    texts = {path.relative_to(ROOT).as_posix(): prose_of(path) for path in pages() if path.suffix == ".md"}
    long = {
        name: text
        for name, text in texts.items()
        if name not in QUOTED and not name.startswith("examples/") and len(text.split()) > SHORT
    }
    many = {name: round(semicolons([text]), 1) for name, text in long.items()}
    assert {name: number for name, number in many.items() if number > MOST_ON_A_PAGE} == {}
    assert len(many) > 30


def test_a_guide_speaks_to_its_reader():
    few = {
        name: round(rate(r"\b[Yy]ours?\b|\b[Yy]ou\b", [prose_of(ROOT / "docs" / f"{name}.md")]), 1) for name in GUIDES
    }
    assert {name: number for name, number in few.items() if number < LEAST_YOU} == {}


def test_a_percent_sign_follows_its_number():
    wrong = [
        shown(path, number, line)
        for path in pages()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"[0-9] %(?!\s*[\w(])", line)
    ]
    assert not wrong, "\n".join(wrong)


def prose():
    """All docstrings of the package, and all pages without quotations."""
    yield "docstrings", [text for path in modules("ginrules") for text in docstrings_in(path)]
    yield "pages", [prose_of(path) for path in pages() if path.suffix == ".md" and path.name != "sources.md"]


def test_a_relative_clause_is_rare():
    which = r"\b(?:after|at|before|by|for|from|in|of|on|through|to|under|with) which\b"
    assert {name: rate(which, texts) for name, texts in prose() if rate(which, texts) >= MOST_CLAUSES} == {}


def test_a_verb_says_what_is_done():
    generic = r"\b(?:[Gg]ives?|gave|given|giving|[Mm]akes?|made|making)\b"
    assert {name: rate(generic, texts) for name, texts in prose() if rate(generic, texts) >= MOST_GENERIC[name]} == {}


@pytest.mark.parametrize("article", MOST_PHRASES)
def test_a_thing_has_its_owner_before_it(article):
    phrase, most = rf"\b[Tt]he \w+ of {article} \w+", MOST_PHRASES[article]
    assert {name: rate(phrase, texts) for name, texts in prose() if rate(phrase, texts) >= most[name]} == {}
    assert rate(phrase, ["the sheet of a pad, the pad of the house"]) > 0
