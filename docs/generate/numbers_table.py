"""The exact counts, read from the file that the tests hold the library to."""

import json
from pathlib import Path
from typing import Any, Final

from docs.generate.preset_pages import table

NUMBERS: Final = Path(__file__).parents[2] / "tests" / "data" / "numbers.json"


def markdown() -> str:
    """Every count as tables."""
    numbers: dict[str, Any] = json.loads(NUMBERS.read_text(encoding="utf-8"))
    ten, eleven = numbers["ten_card_hands"], numbers["eleven_card_hands"]
    aces = ("low", "high-or-low", "round-the-corner")
    masks = numbers["rank_masks_of_one_suit_without_a_run"]
    parts = [
        "## Melds of the pack",
        table(
            ("ace", "runs", "sets", "melds", "of 3 to 5 cards", "rank masks of a suit without a run"),
            [
                (
                    ace,
                    _n(numbers["melds"][ace]["runs"]),
                    _n(numbers["melds"]["low"]["sets"]),
                    _n(numbers["melds"][ace]["all"]),
                    _n(numbers["melds"][ace]["length_up_to_5"]),
                    _n(masks[ace]),
                )
                for ace in aces
            ],
        ),
        "## Ten-card hands",
        table(
            ("kind", "hands"),
            [
                ("all", _n(ten["all"])),
                ("without a meld", _n(ten["low"]["no_meld"])),
                *(
                    (f"deadwood {most} or less" if most != "0" else "gin as dealt", _n(count))
                    for most, count in ten["low"]["deadwood_at_most"].items()
                ),
                (f"the most deadwood, {ten['low']['max_deadwood']}", _n(ten["low"]["max_deadwood_hands"])),
            ],
        ),
        f"The mean deadwood of a dealt hand is {ten['low']['mean_deadwood']} points.",
        "## Eleven-card hands",
        table(
            ("kind", "hands"),
            [
                ("all", _n(eleven["all"])),
                ("big gin", _n(eleven["low"]["big_gin"])),
                ("gin after some discard", _n(eleven["low"]["gin_by_some_discard"])),
                ("a knock at 10 after some discard", _n(eleven["low"]["knock_at_10_by_some_discard"])),
            ],
        ),
        "## Sets of cards that meld without leftover",
        table(
            ("cards", "sets of cards"),
            [(size, _n(count)) for size, count in numbers["fully_melded_sets_of_cards_by_size"]["low"].items()],
        ),
        "## Small packs",
        table(
            ("ranks × suits", "hand", "hands", "gin", "without a meld", "10 or less", "sum of deadwood"),
            [
                (
                    f"{pack['ranks']} × {pack['suits']}",
                    str(pack["hand"]),
                    *(_n(pack[key]) for key in ("hands", "gin", "meld_free", "deadwood_at_most_10")),
                    _n(pack["sum_of_deadwood"]),
                )
                for pack in numbers["small_decks"]
            ],
        ),
        "## Positions of a round",
        "Straight gin, two seats: sequences of actions from a deal in which nobody can have gin within the depth.",
        table(
            ("depth", "sequences"),
            [
                (str(depth), _n(count))
                for depth, count in enumerate(numbers["perft_straight_gin_while_no_gin_is_possible"]["nodes"], 1)
            ],
        ),
    ]
    return "\n\n".join(parts)


def _n(count: int) -> str:
    return f"{count:,}"
