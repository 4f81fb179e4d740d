"""Limits on untrusted input: texts, records, hands and rule sets.

Each is enforced before the work that it bounds. The page *Bounds and trust* is made from this module,
with the worst times and sizes that were measured.
"""

from __future__ import annotations

from typing import Final

# texts: refused before a parser sees them

RULE_TEXT: Final = 1 << 16
"""Bytes of a rule file's text (64 KiB). ``limit=`` sets another."""
RECORD_TEXT: Final = 1 << 20
"""Bytes of one record's text (1 MiB). ``limit=`` sets another."""
ACTION_TEXT: Final = 1_000
"""Characters of an action, an arrangement, a hand, a meld or a card as text."""
REPLY_TEXT: Final = 100_000
"""Characters of a language model's reply."""
EXPRESSION: Final = 1_000
"""Characters of a preset's name, or of an expression of names and rules."""
KEY_PARTS: Final = 16
"""Parts of a dotted name in a TOML text."""
TEXT_NAMES: Final = 200_000
"""Names, parts of names, tables, lists and items in a TOML text."""
RULE_NAMES: Final = 5_000
"""The same in a rule file's text."""
FREE_TABLES: Final = 1_000
"""Tables, lists and parts of names that a text can have, whatever its size."""
BYTES_OF_A_TABLE: Final = 18
"""Bytes of a text for each additional table."""
TEXT_STRINGS: Final = 10_000
"""Comments and strings of a text that have brackets, dots, commas, equals signs, quotes or long numbers in them."""
NESTING: Final = 64
"""Levels of tables and lists in a text."""
DIGITS: Final = 18
"""Digits of a number in a text."""

RUN_UNITS: Final = 10**15
"""Rounds, games, matches or deals of a run of the lab."""
RUN_BLOCK: Final = 1 << 30
"""Bytes of a block of a run's rounds (1 GiB), as a file and when unpacked."""
PLAYED_ROUNDS: Final = 3_000
"""Rounds of a match that is played. A longer match is given up as endless."""
ROUNDS_AT_ONCE: Final = 100_000
"""Rounds side by side."""
TABLE_SEATS: Final = 6
"""Seats at a table."""

# files of nets: refused before anything is unpacked

NET_FILE: Final = 1 << 23
"""Bytes of a net file (8 MiB), and of its arrays when unpacked."""
NET_ARRAYS: Final = 64
"""Arrays in a net file."""
NET_NUMBERS: Final = 2_000_000
"""Weights of a net."""

# limits on values read from a parsed text

PROBLEMS: Final = 100
"""Problems that one error lists."""
NAMES: Final = 200
"""Names of a table whose names are fixed."""
TABLE_KEYS: Final = 10
"""Numbers in a table of a rule by seats or by team size."""
NUMBERS: Final = 20
"""Numbers in a list of a rule."""
DESCRIPTION_TEXT: Final = 9_000
"""Characters of the name, the title, the summary, the sources and the notes of a rule set together."""
DESCRIPTIONS: Final = 100
"""Sources, or notes, of a rule set."""
PLAYERS: Final = 10
"""Players, sides and seats in a record, and in the facts of a round."""
MATCH_ROUNDS: Final = 2_000
"""Rounds of a match that is read."""
RESHUFFLES: Final = 10_000
"""Reshuffles that a state can remember."""
LARGEST_NUMBER: Final = 1_000_000_000
"""The largest number of a record, and of the points, boxes and multipliers of a score."""
LARGEST_SUM: Final = 10**12
"""The largest sum of points, in either direction."""

# hands and rule sets

SPREADS: Final = 2_000
"""Spreads of one hand under valid rules. `best_arrangement` compares no more equal arrangements than this."""
HAND_OF_THREES: Final = 14
"""Cards of a dealt hand if every meld has three cards or more."""
HAND_OF_TWOS: Final = 10
"""Cards of a dealt hand if two cards can be a meld."""
MORE_WITH_ONE_LEFT: Final = 2
"""Additional cards of a dealt hand if a knocker can keep at most one card and defenders do not name their melds."""
ARRANGEMENTS: Final = 10_000
"""Arrangements that `arrangements` lists for one hand."""
OUTS_HAND: Final = 26
"""Cards of a hand in `outs`."""
LARGE_HAND: Final = 17
"""Cards of a hand above which `best_arrangement` compares no more than a hundred equals."""
TABLE_MELDS: Final = 26
"""Melds on the table in `best_defence`."""
DEFENCES: Final = 20_000
"""Sets of lay-offs that `best_defence` compares."""
MELD_TABLES: Final = 32
"""Compiled meld rules that are kept for later rule sets."""
MELD_RESULTS: Final = 1_024
"""Results that the tables of each meld rules keep."""
MELD_DIAGRAMS: Final = 128
"""Decision diagrams of suits that the tables of each meld rules keep."""
