"""Help texts, made from a command's signature and docstring: plain lines for any width."""

import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

from ginrules.cli.commands import ABOUT, GROUPS, summary_of
from ginrules.cli.console import in_columns

if TYPE_CHECKING:
    from cyclopts import App
    from cyclopts.argument import Argument

_INDENT: Final = "  "
_KINDS: Final[Mapping[type, str]] = {int: "N", float: "NUMBER", Path: "FILE"}


def overview(columns: int) -> str:
    """Return the program's help: its purpose, and its commands with their summaries."""
    listed = {head: [(name, summary_of(name)) for name in group] for head, group in GROUPS.items()}
    listed["Options"] = [
        ("--help", "Show this, or the help of a command."),
        ("--version", "Show the version and what plays the lab's rounds."),
    ]
    parts = ["\n".join([f"{head}:", *in_columns(rows, columns)]) for head, rows in listed.items()]
    return "\n\n".join(["Usage: ginrules COMMAND ...", textwrap.fill(ABOUT, columns - 1), *parts])


def command_help(name: str, command: "App", columns: int) -> str:
    """Return a command's help, as cyclopts reads its signature and docstring."""
    listed = command.assemble_argument_collection(parse_docstring=True)
    arguments = [one for one in listed if one.is_positional_only()]
    options = [one for one in listed if not one.is_positional_only()]
    usage = ["Usage: ginrules", name]
    for one in arguments:
        shown = f"{one.name}{'...' if one.is_var_positional() else ''}"
        usage.append(shown if one.required else f"[{shown}]")
    usage += ["[OPTIONS]"] if options else []
    parts = [
        textwrap.fill(" ".join(usage), columns - 1, subsequent_indent=_INDENT),
        *description(command.default_command, columns),
    ]
    for head, chosen in (("Arguments:", arguments), ("Options:", options)):
        if chosen:
            parts.append("\n".join([head, *in_columns([(_label(one), _text(one)) for one in chosen], columns)]))
    return "\n\n".join(parts)


def _label(argument: "Argument") -> str:
    if argument.is_positional_only() or argument.is_flag():
        return argument.name
    types = (argument.hint, *get_args(argument.hint))
    is_named = any(get_origin(one) is Literal for one in types)
    kind = "RULES" if argument.parameter.completer else next((_KINDS[one] for one in types if one in _KINDS), "TEXT")
    return f"{argument.name} {'NAME' if is_named else kind}"


def _text(argument: "Argument") -> str:
    """Return the description of an argument, with the names that it can take and its default."""
    text = " ".join((argument.parameter.help or "").split())
    parts = [text]
    choices = argument.get_choices() or ()
    absent = [choice for choice in choices if choice not in text]
    if absent:
        parts.append(f"{'One of' if len(absent) == len(choices) else 'Also'} {', '.join(absent)}.")
    default = argument.field_info.default
    if default not in (argument.field_info.empty, None, False, ()):
        parts.append(f"(default: {' '.join(default) if isinstance(default, tuple) else default})")
    return " ".join(parts)


def description(function: Any, columns: int) -> list[str]:
    """Return the paragraphs in a command's docstring before its arguments.

    An indented block keeps its lines.
    """
    text = inspect.getdoc(function) or ""
    return [_wrapped_paragraph(part, columns) for part in text.partition("\n\nArgs:")[0].split("\n\n")]


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
