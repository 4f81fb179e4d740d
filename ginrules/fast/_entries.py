"""The compiled core's entries: their arguments, their errors, and the sizes of the records that the core keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ARGUMENTS: Final[Mapping[str, str]] = {
    "tables": "const tables_t *", "plan": "const int32_t *", "compiled": "tables_t *", "sizes": "int64_t *",
    "policies": "const policy_t *", "nets": "const net_t *",
    "seeds": "const uint64_t *", "ply_cap": "int32_t",
    "facts": "facts_t *", "chance": "chance_t *", "dealer": "int32_t", "states": "state_t *", "seed": "uint64_t",
    "below": "int32_t", "drawn": "int32_t *", "log": "int32_t *", "lengths": "int64_t *", "hands": "const uint64_t *",
    "points": "uint16_t *", "left": "int32_t *", "bill": "const int32_t *", "seats": "int32_t", "prices": "price_t *",
    "knock_cards": "const uint8_t *",
    "places": "const int64_t *", "dealers": "const uint8_t *", "laid": "uint64_t *", "chances": "chance_t *",
    "players": "player_t *", "layout": "const layout_t *", "melds": "const uint64_t *", "codes": "const int64_t *",
    "wrong": "int64_t *", "flags": "uint8_t *", "masks": "uint8_t *", "observed": "float *", "acting": "int8_t *",
    "over": "uint8_t *", "advice": "int64_t *",
    "deals": "deal_t *", "legal": "uint32_t *", "words": "uint32_t *",
    "next": "int64_t *", "numbers": "int64_t *", "chosen": "int64_t *",
    "beliefs": "const belief_t *", "story": "const story_t *", "seat": "int32_t", "tries": "int32_t",
    "stocks": "int32_t", "likely": "int32_t *", "worlds": "state_t *", "actions": "const int64_t *", "depth": "int32_t",
    "answers": "int64_t *",
}  # fmt: skip
"""The arguments by name, with their types in C. After a buffer comes its number of items, named ``n_`` and its name."""

ENTRIES: Final[Mapping[str, str]] = {
    "gin_sizes": "sizes",
    "gin_compile": "plan compiled",
    "gin_play": "tables policies nets seeds knock_cards ply_cap facts",
    "gin_play_random": "tables chance dealer ply_cap facts",
    "gin_play_on": "tables policies nets states seeds ply_cap facts",
    "gin_seed": "seed chance",
    "gin_draw": "chance below drawn",
    "gin_trace": "tables policies nets seed dealer ply_cap states log lengths",
    "gin_deadwoods": "tables hands points",
    "gin_after_discards": "tables hands left",
    "gin_price": "bill seats facts prices",
    "gin_deals": "tables policies seeds deals",
    "gin_rounds_deal": "tables policies places deals dealers states laid chances players",
    "gin_rounds_step": (
        "tables layout melds policies nets places codes wrong states laid chances players flags "
        "legal masks observed words acting over facts deals next numbers"
    ),
    "gin_rounds_choose": "legal seed chosen",
    "gin_believe": "tables nets beliefs story states seat seed tries stocks likely worlds",
    "gin_try": "tables policies nets story worlds actions seeds depth ply_cap facts answers",
    "gin_rounds_advise": "tables layout melds policies nets flags states laid players advice",
}
"""The arguments of every entry, in order, as the fields of its one struct. ``gin_version`` has no arguments."""

ERRORS: Final[Mapping[str, str]] = {
    "size": "a buffer has a wrong size",
    "memory": "there is not enough memory",
    "rules": "the rules are not among those it plays",
    "player": "a player is not among those it has",
    "cards": "a hand has cards outside the pack",
    "action": "an action is not legal",
}
"""The reasons why an entry refuses a call, in the order of the numbers that it returns, from 1."""


def error_number(name: str) -> int:
    """Return an error's number in `ERRORS`."""
    return 1 + list(ERRORS).index(name)


MOST_MELDS: Final = 26
"""Melds that fit the table of a state: at least two cards each."""

MOST_OWN: Final = 13
"""Limit on the melds of one hand."""

MOST_POOLS: Final = 64
"""Reshuffles that a state can remember."""

SPREAD_ACTION: Final = 4096
"""The core's number of the first spread in the list of a decision. All other actions are numbered below it."""
