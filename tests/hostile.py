"""Texts made to cost much: the worst known for each bound, for the tests and for ``benchmarks/bounds.py``."""

from ginrules._support import bounds


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
        + filled('"draw",', size - 100) + "]",
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
    }  # fmt: skip
