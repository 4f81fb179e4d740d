"""Untrusted input is bounded before it is parsed: rule texts, records, actions, hands, numbers of rules."""

import collections
import contextlib
import itertools
import json
import random
import re
import time
import tracemalloc

import pytest

import ginrules as gin
from ginrules._support import bounds
from ginrules._support.files import UnreadableError
from ginrules._support.text_limits import check_shape
from ginrules.presets import STANDARD
from ginrules.records import loads_records, read_records
from tests.conftest import every, slow


def filled(unit, size=bounds.RULE_TEXT):
    """Return a text that repeats a part."""
    return unit * (size // len(unit.encode()))


def lines(line, size=bounds.RULE_TEXT):
    """Return a text of numbered lines: every ``#`` is the number of the line."""
    text, number = [], 0
    while size > 0:
        text.append(line.replace("#", str(number)))
        size -= len(text[-1])
        number += 1
    return "".join(text[:-1])


RULE_TEXTS = {
    "a name of many parts": filled("a.", 60_000) + "a = 1",
    "names of sixteen parts": lines("a#" + ".b" * 15 + "=1\n"),
    "headers of sixteen parts": lines("[a#" + ".b" * 15 + "]\n"),
    "headers": lines("[a#]\n"),
    "tables in a list": filled("[[a]]\n"),
    "sizes of 8,000 seats": "[deal]\nhand_size = {" + lines("#=5,", 60_000).strip(",") + "}",
    "unknown rules": "[knock]\n" + lines("knock_limit#=1\n", 60_000),
    "long names": lines("[knock#" + "k" * 70 + "]\n"),
    "unknown sections": lines("layof#={}\n"),
    "rules in wrong places": lines("[x#]\nknock_limit = 7\n"),
    "numbers": "[melds]\ncard_values = [" + filled("1,", 60_000) + "]",
    "notes": "notes = [" + filled('"a",', 60_000) + "]",
    "numbers of players": "[players]\nplayer_counts = [" + filled("11,", 60_000) + "]",
    "brackets": "x = " + filled("[", 60_000),
    "inline tables": "x = " + filled("{a=", 60_000),
    "quotes": filled('"'),
    "escapes": '"' + filled('\\"', 60_000),
    "a long string": 'x = """' + filled("\\u0041", 60_000) + '"""',
    "a hexadecimal number": "x = 0x" + filled("f", 60_000),
    "names to extend": "extends = [" + filled('"standrd",', 60_000) + "]",
    "an expression": 'extends = "' + filled("a+", 60_000) + '"',
    # as many as the bounds let in
    "numbers within the bounds": "[melds]\ncard_values = [" + "1," * 4_990 + "]",
    "notes within the bounds": "notes = [" + '"a",' * 4_990 + "]",
    "players within the bounds": "[players]\nplayer_counts = [" + "11," * 4_990 + "]",
    "names to extend within the bounds": "extends = [" + '"standrd",' * 4_990 + "]",
    "sizes within the bounds": "[deal]\nhand_size = {" + ",".join(f"{seat}=5" for seat in range(2_490)) + "}",
    "sections within the bounds": "".join(f"layof{number}={{}}\n" for number in range(2_490)),
    "headers within the bounds": lines("[a#]      \n", 24_000),
    "parts within the bounds": lines("[a#.b.b.b]" + " " * 60 + "\n"),
    "lists within the bounds": "x = [" + ("[]," + " " * 20) * 2_490 + "]",
    "strings of several lines": 'x = """' + "\n\\\n  " * 12_000 + '"""',
    "long names within the bounds": "[knock]\n" + lines("knock_limi#" + "t" * 70 + "=1\n", 60_000),
}


def record_texts(size):
    """Return texts of about this many bytes that the parsers of records read, or are kept from reading."""
    return {
        "a name of many parts": filled("a.", size - 10) + "a = 1",
        "brackets that never close": filled("[", size),
        "levels at the end": filled("[],", size - 100) + "[" * 70,
        "a number without end": "a = " + filled("1", size - 10),
        "names of sixteen parts": lines("a#" + ".b" * 15 + "=1\n", size),
        "headers of sixteen parts": "#\n" + lines("[a#" + ".b" * 15 + "]\n", size - 10),
        "headers": lines("[a#]\n", size),
        "headers behind a comment": "#\n" + lines("[a#]\n", size - 10),
        "small tables": lines("a#={}\n", size),
        "lists of lists": '{"a": [' + filled("[],", size - 20) + "[]]}",
        "tables of JSON": '{"a": [' + filled('{"a":1},', size - 20) + "{}]}",
        "names of JSON": "{" + lines('"a#":1,', size - 20) + '"a":1}',
        "names twice": '{"a": 1,' + lines('"a#":1,', size - 40) + '"a":1}',
        "actions": 'format = "ginrules/round"\nversion = 2\nrules = "standard"\nseed = 7\nactions = ['
        + filled('"draw",', size - 100)
        + "]",
        "escapes": '{"a": "' + filled("\\u0041", size - 20) + '"}',
        "quotes": filled('"', size),
        "records": filled('{"format": "x"}\n', size),
        # as many as the bounds let in
        "headers within the bounds": lines("[a#]" + " " * 10 + "\n", size),
        "tables in lists within the bounds": "#\n" + lines("[[a]]" + " " * 32 + "\n", size - 10),
        "parts within the bounds": lines("a#.b.b.b.b=1" + " " * 64 + "\n", size),
        "tables within the bounds": lines("a#={}" + " " * 8 + "\n", size),
        "lists in lists within the bounds": "a=[" + filled("[]," + " " * 16, size - 20) + "]",
        "names within the bounds": lines("a#=1\n", size),
        "numbers within the bounds": "a=[" + filled("1,    ", size - 20) + "]",
        "tables of JSON within the bounds": '{"a": [' + filled('{"a":100000000000},', size - 20) + "{}]}",
        "numbers of JSON": '{"a": [' + filled("1,", size - 20) + "1]}",
        "strings of JSON": '{"a": [' + lines('"#",', size - 20) + "1]}",
        "tables and names within the bounds": lines("[a#]\nb=1\nc=1\n   ", size),
        "comments": filled("#.\n", 29_000) + lines("a#=1\n", size - 29_000),
        "escapes in TOML": 'a = "' + filled("\\u0041", size - 20) + '"',
    }


DEEP_NAME = "a." * 16 + "a"


def cost(work, *arguments):
    """The processor time of a call in seconds: the least of three, as other processes disturb it."""

    def once():
        began = time.process_time()
        with contextlib.suppress(gin.GinRulesError):
            work(*arguments)
        return time.process_time() - began

    return min(once() for _ in range(3))


@pytest.mark.full
@every(RULE_TEXTS)
def test_a_rule_text_of_64_kib_costs_little(name, text):
    assert len(text.encode()) <= bounds.RULE_TEXT
    assert cost(gin.loads_rules, text) < 0.5, name  # at most 40 ms on a machine at rest


def most_memory(work, text):
    tracemalloc.start()
    try:
        with contextlib.suppress(gin.GinRulesError):
            work(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.full
@every(slow(["headers within the bounds", "parts within the bounds", "sections within the bounds"], list(RULE_TEXTS)))
def test_the_rule_texts_of_many_tables_need_little_memory(name):
    assert most_memory(gin.loads_rules, RULE_TEXTS[name]) < 30 << 20


@pytest.mark.full
@every(
    slow(
        ["tables within the bounds", "tables and names within the bounds", "names within the bounds", "names of JSON"],
        list(record_texts(1 << 15)),
    )
)
def test_the_texts_of_records_cost_by_their_size(name):
    """At an eighth or a quarter of the largest size: at most 65 bytes a byte, and time that grows with the size."""
    most = slow(1 << 17, 1 << 18)
    small, large = (record_texts(size)[name] for size in (most // 4, most))
    assert cost(gin.RoundRecord.loads, large) < 24 * cost(gin.RoundRecord.loads, small) + 0.05, name
    assert most_memory(gin.RoundRecord.loads, large) < 65 * len(large), name


STRINGS_OF_TOML = re.compile(
    r'#[^\n]*|"""(?:[^"\\]|\\.|"(?!""))*"{0,5}'
    r"|'''(?:[^']|'(?!''))*'{0,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*"?'
    r"|'[^'\n]*'?",
    re.DOTALL,
)
PIECES = [
    *'""\'#\n[]{}.=,_a ',
    *('"""', "'''", '\\"', "\\\\", "a.", "0" * 18, "1" * 19, '"a"', "'a'", "# a\n", "[" * 40, "a." * 9),
]


def plain_faults(text):
    """The faults of a TOML text as a reader finds them that goes from string to string."""
    bare = STRINGS_OF_TOML.sub(lambda string: '"' + "\n" * string[0].count("\n"), text)
    depths = itertools.accumulate((char in "[{") - (char in "]}") for char in bare)
    names = re.sub(r"[^.\n#\[\]{}=,]", "", bare)
    return {
        name
        for name, is_fault in {
            "digits": re.search("[0-9a-f]{19}", bare.replace("_", "").replace('""', '"')),
            "parts": "." * 16 in names,
            "deep": max(depths, default=0) > 64,
        }.items()
        if is_fault
    } | ({"backslash"} if "\\" in bare else set())


def reason_against(text, kind):
    try:
        check_shape(text, kind)
    except UnreadableError as error:
        return error.reason
    return ""


@pytest.mark.full
def test_the_quick_look_at_a_text_finds_what_a_plain_reader_finds():
    rng, counts = random.Random(5), collections.Counter()
    for _ in range(slow(20_000, 1_000_000)):
        text = "".join(rng.choices(PIECES, k=rng.choice((3, 8, 20, 60))))
        faults, reason = plain_faults(text), reason_against(text, "toml")
        if "backslash" in faults:  # outside of strings: no parser reads on
            continue
        word = next((word for word in ("digits", "parts", "deep") if word in reason), None)
        assert word in (faults or {None}), repr(text)
        counts[word] += 1
    assert min(counts[word] for word in ("digits", "parts", "deep", None)) > 40


OF_JSON = ['\\"', "[],"]
OF_TOML = ["a.b\n", '"\\"".a.a', '"', '"""', "a \t", "1_2 ", "#'\n", "'", '"\n', " . "]


@pytest.mark.full
@every([*OF_JSON, *OF_TOML])
def test_the_look_before_the_parser_is_linear(text):
    """Four times the text takes at most some twelve times as long, whatever it is made of."""
    kind = "json" if text in OF_JSON else "toml"
    short, long = (text * (size // len(text)) for size in (1 << 15, 1 << 17))
    took = [min(cost(reason_against, part, kind) for _ in range(3)) for part in (short, long)]
    assert took[1] < 12 * took[0] + 0.02


@every(
    {
        "a name": DEEP_NAME + " = 1",
        "a header": f"[{DEEP_NAME}]",
        "behind an escaped quote": '"\\""' + ".a" * 16 + " = 1",
        "in an inline table": f"x = {{ {DEEP_NAME} = 1 }}",
        "in an inline table behind a quote": 'x = { "\\""' + ".a" * 16 + " = 1 }",
        "with blanks": "a . " * 16 + "a = 1",
        "quoted": '"a".' * 16 + "a = 1",
        "behind a long string": 'x = """\n"""\n' + DEEP_NAME + " = 1",
        "behind a comment": f'# "\n{DEEP_NAME} = 1',
    }
)
def test_names_of_many_parts_are_refused_wherever_they_are(name, text):
    with pytest.raises(gin.RuleSetError, match=r"line \d: has a name of more than 16 parts"):
        gin.loads_rules(text, source=name)


@every(
    [
        *(form % DEEP_NAME for form in ('title = "%s"', "title = '%s'", 'title = """\n%s"""', "# %s")),
        'title = "[[[[' + "[" * 64 + '"',
        *('title = "12345678901234567890"', "title = '''''x'''''", 'title = """""x"""'),
    ]
)
def test_what_is_in_a_string_or_a_comment_is_text(text):
    assert gin.loads_rules(text) == STANDARD


@every(
    [
        ("x = " + "[" * 65, "line 1: is nested more than 64 deep"),
        ("x = " + "{a=" * 65, "nested more than 64 deep"),
        ("x = [" + "[]," * 50_000, "bytes"),
        ("x = 1234567890123456789", "more than 18 digits"),
        ("x = 0x1234567890123456789", "more than 18 digits"),
        ("x = 1_2_3_4_5_6_7_8_9_0_1_2_3_4_5_6_7_8_9", "more than 18 digits"),
        ("[deal]\nhand_size = {" + ", ".join(f"{seats} = 5" for seats in range(1, 12)) + "}", "has 11 numbers"),
        ("[columns]\ncolumn_weights = [" + "1," * 21 + "]", "has 21 numbers, at most 20"),
        ("notes = [" + '"a",' * 101 + "]", "has 101 texts, at most 100"),
        (f'summary = "{"x" * 9_001}"', "makes the texts 9001 characters long"),
        ("[knock]\n" + "".join(f"a{number} = 1\n" for number in range(150)), "100 problems or more"),
        ("[knock]\n" + "".join(f"a{number} = 1\n" for number in range(250)), "100 problems or more"),
    ]
)
def test_rule_texts_beyond_a_bound_are_refused(text, expected):
    with pytest.raises(gin.RuleSetError) as caught:
        gin.loads_rules(text)
    assert expected in str(caught.value)
    assert len(caught.value.problems) <= bounds.PROBLEMS
    assert len(str(caught.value)) < 20_000


def test_limits_are_enforced_before_the_parser(tmp_path):
    text = 'title = "é"\n'
    assert gin.loads_rules(text, limit=len(text.encode())) == STANDARD
    with pytest.raises(gin.RuleSetError, match=r"more than 12 bytes"):
        gin.loads_rules(text, limit=12)
    with pytest.raises(gin.RuleSetError, match=r"more than 65536 bytes"):
        gin.loads_rules("[" * 65_537, limit=1 << 30)  # a limit only lowers the bound
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(gin.RuleSetError, match=r"larger than the limit of 12 bytes"):
        gin.load_rules(path, limit=12)
    with pytest.raises(TypeError, match="limit in bytes: expected a whole number"):
        gin.loads_rules(text, limit="12")
    record = gin.RoundRecord(STANDARD, 7).dumps()
    size = len(record.encode())
    assert gin.RoundRecord.loads(record, limit=size)
    for read in (gin.RoundRecord.loads, lambda text, limit: list(loads_records(text, limit=limit))):
        with pytest.raises(gin.RecordError, match=rf"more than {size - 1} bytes"):
            read(record, limit=size - 1)
    path.write_text(record * 3, encoding="utf-8")
    assert len(list(read_records(path, limit=size))) == 3
    with pytest.raises(gin.RecordError, match=r"more than"):
        list(read_records(path, limit=size - 1))


def test_problems_of_tables_are_bounded_too():
    data = {"knock": {f"name{number}": 1 for number in range(5_000)}} | {
        f"section{number}": 1 for number in range(5_000)
    }
    assert len(gin.check_rules(data)) == bounds.PROBLEMS
    assert "at most 10" in str(
        gin.check_rules({"deal": {"hand_size": {str(number): 5 for number in range(1, 5_000)}}})[0]
    )


def test_every_rule_set_that_can_be_made_is_a_text_that_can_be_read():
    longest = gin.RuleSet(name="\x01" * 8_900, notes=["\x02"] * 100, sources=["\x7f"] * 0)
    text = gin.dumps_rules(longest, full=True)
    assert len(text.encode()) <= bounds.RULE_TEXT
    assert gin.loads_rules(text).name == longest.name
    with pytest.raises(gin.RuleSetError, match=r"characters long"):
        gin.RuleSet(name="x" * 9_001)


LONG = " " * 20_000


@every(
    [
        (gin.Card.parse, f"7h{LONG}"),
        (gin.CardSet.parse, f"7h{LONG}"),
        (gin.CardSet.of, "7h " * 10_000),
        (gin.CardSet.of, itertools.repeat("7h")),
        (gin.Meld.parse, f"7h 8h 9h{LONG}"),
        (gin.parse_action, f"discard 7h{LONG}"),
        (lambda text: gin.parse_arrangement(text, STANDARD), f"7h 8h 9h | As{LONG}x"),
        (lambda text: gin.parse_arrangement(text, STANDARD), "|" * 20_000),
        (lambda text: gin.parse_arrangement(text, STANDARD), "| " + "nothing" * 2_000 + "left: 1"),
    ]
)
def test_texts_of_cards_hands_and_actions_are_bounded(parse, text):
    began = time.process_time()
    with pytest.raises(gin.ParseError) as caught:
        parse(text)
    assert time.process_time() - began < 0.5
    assert len(str(caught.value)) < 400


REFUSED_BEFORE_PARSING = (
    "a name of many parts, brackets that never close, levels at the end, a number without end, small tables, "
    "names of sixteen parts, headers of sixteen parts, headers, headers behind a comment, lists of lists, "
    "tables of JSON, quotes"
).split(", ")


@pytest.mark.full
def test_records_that_the_bounds_refuse_never_reach_the_parser(monkeypatch):
    def fail(*_args, **_options):
        raise AssertionError("parsed")

    monkeypatch.setattr("tomllib.loads", fail)
    monkeypatch.setattr(json, "loads", fail)
    hostile = [text for name, text in record_texts(1 << 20).items() if name in REFUSED_BEFORE_PARSING]
    for text in ("[" * (1 << 20), "x" * (1 << 21), "a." * 1_000 + "a=1", '{"a":' + "1" * 100_000, "[" * 65, *hostile):
        for read in (gin.RoundRecord.loads, lambda text: list(loads_records(text))):
            took = min(cost(read, text) for _ in range(3))
            assert took < 0.5, text[:80]  # some 10 ms on a machine at rest
            with pytest.raises(gin.RecordError):
                read(text)


def test_records_whose_strings_have_brackets_dots_and_quotes_are_read():
    """Contents of strings and comments are not counted; too many full strings and comments are refused."""
    record = gin.RoundRecord(STANDARD, 7, comment="[[{ ]=. 'a' \"b\" # \\ " * 40)
    text = "# [[[[ 'a, = . \n" * 60 + record.dumps()
    assert gin.RoundRecord.loads(text) == gin.RoundRecord.loads(record.dumps("json")) == record
    with pytest.raises(gin.RecordError, match=r"more than 10000 comments and strings with"):
        gin.RoundRecord.loads("# [\n" * 10_001 + record.dumps())
