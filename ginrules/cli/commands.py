"""The commands and their modules."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple


class Command(NamedTuple):
    """A command.

    Attributes:
        module: Its module in this package.
        summary: The first sentence of its help.
        function: The name of its function there, if it differs from the command's name.
    """

    module: str
    summary: str
    function: str = ""


GROUPS: Final[Mapping[str, Mapping[str, Command]]] = {
    "Rules": {
        "presets": Command("lists", "List the built-in rule sets by family, one per line.", "presets_"),
        "show": Command("rules", "Print the rule card of a rule set: how it is played and what it pays."),
        "rules": Command("lists", "List the rules: what each says, its values, and the presets that set it.", "rules_"),
        "diff": Command("rules", "Show which rules differ between two rule sets.", "diff_"),
        "check": Command("rules", "Check a rule file or an expression, and list every problem, with its line."),
        "sheet": Command("rules", "Draw an empty score sheet to print and write on, one side of A4."),
    },
    "Play and score": {
        "melds": Command("melds", "Show a hand's melds, its best arrangement and its deadwood."),
        "play": Command("play", "Play against the computer until the match is over."),
        "replay": Command("records", "Replay a recorded round, step by step, and show the last position."),
        "verify": Command("records", "Check files of records: every action legal, every result as played."),
        "review": Command(
            "review", "Review recorded rounds and matches: what each decision gives away, and luck apart from skill."
        ),
        "score": Command("records", "Turn a file of round results, a score pad, into the sheet."),
        "pad": Command(
            "evening",
            "Keep an evening's score: type each round, see the sheet, undo lines, continue later.",
        ),
        "league": Command(
            "league", "Show a season's standings from score pads, who met whom, who pays whom, and how rounds ended."
        ),
    },
    "Measure": {
        "compare": Command(
            "rounds", "Play the same deals under two or more rule sets and show what the rules change.", "compare_"
        ),
        "simulate": Command(
            "rounds", "Let players play many rounds, or whole matches, and show the figures.", "simulate_"
        ),
        "diverge": Command(
            "diverge", "Find the smallest round on which two rule sets disagree, and show it.", "diverge_"
        ),
        "tournament": Command("tournament", "Let players meet each other in mirrored games, and rate them."),
    },
    "For programs": {
        "schema": Command(
            "records",
            "Print the JSON Schema of documents or of rule files, or the TypeScript types of documents.",
        ),
        "perft": Command(
            "conform", "Count the lines of play of a deal by depth: positions, actions, endings.", "perft_"
        ),
        "conform": Command(
            "conform", "Ask another engine the questions of vectors, and report the first difference.", "conform_"
        ),
        "completion": Command("completion", "Let your shell complete commands, options, presets and rules with Tab."),
    },
}
"""The commands by their purpose, as the help lists them."""

COMMANDS: Final[Mapping[str, Command]] = {name: one for group in GROUPS.values() for name, one in group.items()}

ABOUT: Final = (
    "Gin rummy by any rules: look rules up, play, compare rules at play, evaluate hands. "
    "Where a command takes rules, name a preset, give the path of a rule file (.toml) or - for the standard input, "
    "or join several and rule=value by +: oklahoma+hollywood+knock_limit=7."
)


def function_of(name: str) -> Any:
    """Load the module of a command and return its function, whose signature and docstring are the help."""
    command = COMMANDS[name]
    return getattr(import_module(f"ginrules.cli.{command.module}"), command.function or name)
