"""Rule sets and tables for tests: every preset, and values that no preset combines."""

from hypothesis import strategies as st

from ginrules.presets import preset, preset_names
from ginrules.records import loads_pad
from ginrules.rules.model import RULES, RuleSet
from ginrules.testing import states
from tests.effort import is_full

STANDARD = RuleSet(name="standard")

# values that no preset combines in this way, or that presets play rarely
HOUSE = {
    "eleven cards": STANDARD.evolve(opening="eleven-cards"),
    "open card": STANDARD.evolve(opening="open-card"),
    "no upcard": STANDARD.evolve(opening="no-upcard", both_pass_draw="any"),
    "pass means any": STANDARD.evolve(both_pass_draw="any"),
    "last discard": STANDARD.evolve(stock_exhausted="last-discard-option"),
    "last discard, returns": STANDARD.evolve(stock_exhausted="last-discard-option", return_taken_discard=True),
    "reshuffle": STANDARD.evolve(stock_exhausted="reshuffle", take_cap=40, reshuffle_cap=2),
    "no lay-offs": STANDARD.evolve(layoff="none"),
    "no lay-offs, named": STANDARD.evolve(layoff="none", defender_melds="named"),
    "original melds": STANDARD.evolve(layoff_chain=False, layoff="including-gin"),
    "named after gin": STANDARD.evolve(layoff="including-gin", defender_melds="named", knock_limit=40),
    "pairs": STANDARD.evolve(min_set=2, knock_limit=25),
    "short runs": STANDARD.evolve(min_run=2, ace_rank="high-or-low"),
    "corner": STANDARD.evolve(ace_rank="round-the-corner", knock_limit=30),
    "deep floor": STANDARD.evolve(stock_floor=25, return_pair=True),
    "small pack": STANDARD.evolve(ranks=6, suits=4, hand_size=5, knock_limit=4),
}
ALL_PLAY = {
    "all-play, named": preset("penalty-2-to-4").evolve(defender_melds="named"),
    "all-play, chain": preset("penalty-2-to-4").evolve(layoff_chain=True, knock_limit=20, big_gin=True),
    "all-play, offer": preset("penalty-2-to-4").evolve(opening="upcard-offer", stock_exhausted="draw"),
    "all-play, eleven": preset("penalty-2-to-4").evolve(
        opening="eleven-cards", stock_exhausted="last-discard-option", layoff="none"
    ),
    "mahjong, small": preset("mahjong-gin").evolve(ranks=7, suits=4, hand_size=5),
    "mahjong, any": preset("mahjong-gin").evolve(both_pass_draw="any", ace_rank="round-the-corner"),
    "open, top card": preset("mahjong-gin").evolve(discard_take="top-only", return_taken_discard=True),
}
TABLES = {
    f"{name}, {seats} seats": (rules, seats)
    for name, rules in {**{name: preset(name) for name in preset_names()}, **HOUSE, **ALL_PLAY}.items()
    for seats in rules.table_sizes
}
"""Every table that can be set: rules and seats by name."""


def _way(rules, seats):
    """The values that decide play at a table: two tables with equal values here play alike."""
    return seats, *(
        rules.hand_size_for(seats) if name == "hand_size" else getattr(rules, name)
        for name, rule in RULES.items()
        if rule.affects == "play"
    )


ONLY_IN_THE_FULL_RUN = {
    "group-gin, 3 seats", "group-gin, 4 seats", "knock-rummy, 2 seats", "knock-rummy, 3 seats", "knock-rummy, 4 seats",
    "knock-rummy, 5 seats", "online-rubl-2-to-4, 3 seats", "penalty-oklahoma, 2 seats", "penalty-oklahoma, 3 seats",
    "penalty-oklahoma, 4 seats",
}  # fmt: skip
"""Ways to play that others of more seats stand for in the fast layer."""


def _distinct():
    named = {}
    for name, table in TABLES.items():
        named.setdefault(_way(*table), name)
    return {name: TABLES[name] for name in named.values() if is_full() or name not in ONLY_IN_THE_FULL_RUN}


WAYS = _distinct()
"""One table for each way to play: of presets that differ in prices, games and matches alone, the first."""

tables = st.sampled_from(list(WAYS.values()))
"""A strategy for rules and seats."""

reached = states(st.sampled_from(list({rules.digest: rules for rules, _ in WAYS.values()}.values())))
"""A strategy for states that are met in play under all of these rules."""

seeds = st.integers(0, 2**32 - 1)


def pad_match(text, *, source="pad", folder="."):
    """Return the match on a score pad."""
    return loads_pad(text, source=source, folder=folder).match
