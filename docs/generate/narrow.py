"""Pages in a narrow window: tables become cards if they are too wide, and blocks of code wrap or scroll."""

import re
from html import unescape
from typing import Final

COLUMNS: Final = 52
"""The characters of a line of code that a window of 390 pixels has room for."""

_ROOM: Final = 340  # pixels for a table there
_LETTER: Final = 7.2
_PADDING: Final = 13
_LONG: Final = 48  # characters of a cell that is prose
_LONG_ROW: Final = 80

_TABLE: Final = re.compile(r"<table>\n<thead>(.*?)</thead>\n<tbody>(.*?)</tbody>\n</table>", re.DOTALL)
_ROW: Final = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_CELL: Final = re.compile(r"<(t[hd])([^>]*)>(.*?)</\1>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]+>")
_BLOCK: Final = re.compile(r'(<div [^>]*?class="language-(\w+)[^"]*?)("><pre.*?</pre></div>)', re.DOTALL)
_ALIGNED: Final = re.compile(r"\S {3,}\S|──")
_LINE: Final = re.compile(r'(<span id="__line-[\d-]+")(>.*?\n</span>)', re.DOTALL)
_INLINE: Final = re.compile(r"<code>[^<\n]*</code>")
_BETWEEN: Final = re.compile(r"(?<=>)[^<>]+(?=<)")
_SHELLS: Final = ("sh", "console")
_OPTION: Final = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
_SCROLLING: Final = '<span class="gin-scroll" role="group" aria-label="Wide lines" tabindex="0">'
"""The element of a wide block that scrolls, by keyboard too: the theme takes the ``tabindex`` of ``code`` away."""
_SPACED_TITLE: Final = re.compile(r'title="\s+([^"]*)"')


def fitted(html: str) -> str:
    """Return a page whose tables and blocks fit a narrow window, by the style sheet of the site."""
    html = _TABLE.sub(_table, html)
    html = _INLINE.sub(_whole_options, html)
    html = _SPACED_TITLE.sub(lambda title: f'title="{" ".join(title[1].split())}"', html)
    return _BLOCK.sub(_block, html)


def _whole_options(text: re.Match[str]) -> str:
    """Return a text in which no option such as ``--html`` is broken after a hyphen."""
    return _OPTION.sub(r'<span class="gin-option">\g<0></span>', text[0])


def is_wide(text: str) -> bool:
    """Return whether a block is to keep its lines, since their columns say something.

    Examples:
        >>> is_wide("a    b"), is_wide("a    b" * 10), is_wide("word " * 20)
        (False, True, False)
    """
    lines = [line for line in text.splitlines() if len(line) > COLUMNS and not line.startswith((">>>", "...", "$"))]
    return any(_ALIGNED.search(line.strip()) for line in lines)


def _block(block: re.Match[str]) -> str:
    lines = _BETWEEN.sub(_whole_options, block[3]) if block[2] in _SHELLS else block[3]
    if not is_wide(_text(lines.removeprefix('">'))):
        return f"{block[1]}{lines}"
    lines = _LINE.sub(_line, lines)
    lines = lines.replace("<code>", f"<code>{_SCROLLING}", 1).replace("</code>", "</span></code>", 1)
    return f"{block[1]} gin-wide{lines}"


def _line(line: re.Match[str]) -> str:
    """Return a line of a wide block: a line of prose still wraps."""
    text = _text(line[2].removeprefix(">")).rstrip()
    wraps = len(text) > COLUMNS and not _ALIGNED.search(text.strip())
    return f'{line[1]} class="gin-prose"{line[2]}' if wraps else line[0]


def _text(html: str) -> str:
    return unescape(_TAG.sub("", html))


def _table(table: re.Match[str]) -> str:
    heads = [cell[3] for cell in _CELL.finditer(table[1])]
    rows = [[cell[3] for cell in _CELL.finditer(row)] for row in _ROW.findall(table[2])]
    if _fits([heads, *rows]):
        return table[0]
    labels = [_plain(head) for head in heads]
    body = _ROW.sub(lambda row: f'<tr role="row">{_labelled(row[1], labels)}</tr>', table[2])
    head = table[1].replace("<tr>", '<tr role="row">').replace("<th", '<th role="columnheader"')
    return (
        f'<table data-cards role="table">\n<thead role="rowgroup">{head}</thead>\n'
        f'<tbody role="rowgroup">{body}</tbody>\n</table>'
    )


def _fits(rows: list[list[str]]) -> bool:
    """Return whether the words of a table have room side by side; prose or a long row in three columns has none."""
    columns = [[_plain(cell) for cell in column] for column in zip(*rows, strict=True)]
    width = sum(max(map(_longest_word, column)) * _LETTER + _PADDING for column in columns)
    texts = [[len(_plain(cell)) for cell in row] for row in rows]
    long = len(columns) > 2 and any(max(row) > _LONG or sum(row) > _LONG_ROW for row in texts)
    return width <= _ROOM and not long


def _labelled(row: str, labels: list[str]) -> str:
    heads = iter(labels)
    return _CELL.sub(
        lambda cell: f'<td role="cell"{cell[2]} data-label="{next(heads)}">{cell[3]}</td>', row
    )  # an empty label shows nothing


def _plain(cell: str) -> str:
    return _TAG.sub("", cell).replace('"', "&quot;").strip()


def _longest_word(cell: str) -> int:
    return max(map(len, unescape(cell).split()), default=0)
