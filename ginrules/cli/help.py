"""Help texts, made from a command's signature and docstring: plain lines for any width."""

import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from ginrules.cli.commands import ABOUT, GROUPS, summary_of
from ginrules.cli.console import in_columns

_INDENT: Final = "  "
_KINDS: Final[Mapping[type, str]] = {int: "N", float: "NUMBER", Path: "FILE", str: "TEXT"}
_RULES: Final = "RULES"


class Word(NamedTuple):
    """An argument or an option of a command."""

    name: str  # of an option as it is typed, like --rounds
    is_option: bool
    is_flag: bool  # whether it takes no value
    is_many: bool
    is_needed: bool
    kind: str  # of its value, like N or FILE, and RULES for rules
    choices: tuple[str, ...]
    default: str  # "" for none
    text: str


def overview(columns: int) -> str:
    """Return the program's help: its purpose, and its commands with their summaries."""
    listed = {head: [(name, summary_of(name)) for name in group] for head, group in GROUPS.items()}
    listed["Options"] = [
        ("--help", "Show this, or the help of a command."),
        ("--version", "Show the version and what plays the lab's rounds."),
    ]
    parts = ["\n".join([f"{head}:", *in_columns(rows, columns)]) for head, rows in listed.items()]
    return "\n\n".join(["Usage: ginrules COMMAND ...", textwrap.fill(ABOUT, columns - 1), *parts])


def command_help(name: str, function: Any, columns: int) -> str:
    """Return a command's help."""
    listed = words(function)
    arguments = [word for word in listed if not word.is_option]
    options = [word for word in listed if word.is_option]
    usage = ["Usage: ginrules", name]
    for word in arguments:
        shown = f"{word.name.upper()}{'...' if word.is_many else ''}"
        usage.append(shown if word.is_needed else f"[{shown}]")
    usage += ["[OPTIONS]"] if options else []
    parts = [
        textwrap.fill(" ".join(usage), columns - 1, subsequent_indent=_INDENT),
        *description(function, columns),
    ]
    for head, chosen in (("Arguments:", arguments), ("Options:", options)):
        if chosen:
            parts.append("\n".join([head, *in_columns([(_label(word), value_of(word)) for word in chosen], columns)]))
    return "\n\n".join(parts)


def description(function: Any, columns: int) -> list[str]:
    """Return the paragraphs in a command's docstring before its arguments.

    An indented block keeps its lines.
    """
    text = inspect.getdoc(function) or ""
    return [_wrapped_paragraph(part, columns) for part in text.partition("\n\nArgs:")[0].split("\n\n")]


def words(function: Any) -> list[Word]:
    """Return the arguments and options of a command, in their order."""
    texts = _argument_texts(inspect.getdoc(function) or "")
    hints = get_type_hints(function, include_extras=True)
    return [
        _word(parameter, hints[name], texts.get(name, ""))
        for name, parameter in inspect.signature(function).parameters.items()
    ]


def _argument_texts(docstring: str) -> dict[str, str]:
    _, _, section = docstring.partition("\nArgs:\n")
    texts: dict[str, str] = {}
    name = ""
    for line in section.partition("\n\n")[0].splitlines():
        head = re.match(r" {4}(\w+): (.*)", line)
        if head:
            name, texts[head[1]] = head[1], head[2]
        elif name:
            texts[name] = f"{texts[name]} {line.strip()}"
    return texts


def _word(parameter: inspect.Parameter, hint: Any, text: str) -> Word:
    value, marks = _unwrapped_type(hint)
    is_option = parameter.kind is inspect.Parameter.KEYWORD_ONLY
    is_many = parameter.kind is inspect.Parameter.VAR_POSITIONAL or get_origin(value) is tuple
    item = get_args(value)[0] if get_origin(value) is tuple else value
    choices = get_args(item) if get_origin(item) is Literal else ()
    kind = next((mark for mark in marks if isinstance(mark, str)), _KINDS.get(item, "NAME"))
    own = next((name for mark in marks for name in getattr(mark, "name", None) or ()), "")
    name = (own or f"--{parameter.name.strip('_').replace('_', '-')}") if is_option else parameter.name.strip("_")
    default = parameter.default
    is_needed = default is inspect.Parameter.empty and parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    has_default = default not in (inspect.Parameter.empty, None, False, ())
    shown = " ".join(default) if isinstance(default, tuple) else str(default)
    text = text or next((mark.help for mark in marks if getattr(mark, "help", None)), "")
    return Word(name, is_option, value is bool, is_many, is_needed, kind, choices, shown if has_default else "", text)


def _unwrapped_type(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without ``None``, and the marks on it."""
    marks: tuple[Any, ...] = ()
    while True:
        if get_origin(hint) is Annotated:
            hint, *more = get_args(hint)
            marks += tuple(more)
        elif get_origin(hint) in {Union, UnionType}:
            hint = next(member for member in get_args(hint) if member is not NoneType)
        else:
            return hint, marks


def _label(word: Word) -> str:
    if not word.is_option:
        return word.name.upper()
    return word.name if word.is_flag else f"{word.name} {word.kind}"


def value_of(word: Word) -> str:
    """Return the description of a word, with the names that it can take and its default."""
    parts = [word.text]
    absent = [choice for choice in word.choices if choice not in word.text]
    if absent:
        parts.append(f"{'One of' if len(absent) == len(word.choices) else 'Also'} {', '.join(absent)}.")
    if word.default:
        parts.append(f"(default: {word.default})")
    return " ".join(parts)


def _wrapped_paragraph(text: str, columns: int) -> str:
    if text.startswith(" "):
        return "\n".join(part for line in text.split("\n") for part in _block_lines(line, columns))
    return textwrap.fill(" ".join(text.split()), columns - 1, break_on_hyphens=False)


def _block_lines(line: str, columns: int) -> Iterator[str]:
    """Yield a line of a block, with its comment after # on the next line if it is too long."""
    if len(line) < columns:
        yield line
        return
    code, _, comment = line.partition("#")
    if code.strip():
        yield code.rstrip()
    yield from textwrap.wrap(f"# {comment.strip()}", columns - 1, initial_indent=" " * 6, subsequent_indent=" " * 8)
