"""Digests of play by the compiled core: every list and state of some rounds, and the facts of more rounds.

Set GINRULES_UPDATE_GOLDEN=1 to write the file again: the engine plays the rounds that have changed too, and must play
them alike. Of Expert, who chooses among what the others' rounds have shown, and of slips there are only facts.
"""

import hashlib
import os
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from ginrules import fast
from ginrules.fast._facts import FACTS
from ginrules.fast._plan import unplayed
from ginrules.lab.runner.play import play_dealt
from ginrules.play.seeded_deals import new_deal
from ginrules.players import Expert, Learned, RandomPlayer, Simple, new_greedy
from ginrules.rules.model import RULES
from tests.conftest import TABLES, WAYS
from tests.core.fast.conftest import arrays_of, check_round

PATH = Path(__file__).parents[2] / "data" / "core.txt"
PLAYERS = {
    "random": RandomPlayer,
    "greedy": new_greedy,
    "greedy 3": partial(new_greedy, threshold=3),
    "simple": Simple,
    "medium": partial(Learned, slip=56),
    "expert": Expert,
}
TRACED, PLAYED = 1, 20
LESS_PLAYED = {"medium": 2}
NOT_TRACED = {"medium", "expert"}
MORE_TRACED = {"standard, 2 seats": 15, "pairs, 2 seats": 15}
"""Ways to play that mutants of the core have survived for long."""

COLUMNS = [name for name in FACTS.names if name not in {rule.fact for rule in RULES.values()}]
"""The core leaves rounds with facts that a price needs to the engine."""

UPDATED = bool(os.environ.get("GINRULES_UPDATE_GOLDEN"))


def seeds_of(name, player):
    traced = 0 if player in NOT_TRACED else MORE_TRACED.get(name, TRACED)
    return range(traced), range(100, 100 + LESS_PLAYED.get(player, PLAYED))


def digest(name, player):
    """Return a digest of the rounds of these seeds: first ply by ply, then their facts."""
    (rules, seats), maker = TABLES[name], PLAYERS[player]
    traced, played = seeds_of(name, player)
    whole = hashlib.sha256()
    for seed in traced:
        for array in arrays_of(rules, [maker] * seats, seed, seed % seats):
            whole.update(array.tobytes())
    facts = fast.play(rules, [maker] * seats, played)
    for column in COLUMNS:
        whole.update(facts[column].tobytes())
    return whole.hexdigest()[:16]


def check(name, player):
    """Compare these rounds with the engine's."""
    (rules, seats), maker = TABLES[name], PLAYERS[player]
    traced, played = seeds_of(name, player)
    for seed in traced:
        check_round(rules, [maker] * seats, seed, seed % seats)
    by_engine = [
        play_dealt(rules, [maker] * seats, new_deal(seed, rules), dealer=dealer)
        for seed in played
        for dealer in range(seats)
    ]
    assert fast.outcomes(rules, fast.play(rules, [maker] * seats, played)) == by_engine


def kept():
    """Return the digests of the file by the way to play and the player."""
    lines = (line.split(" | ") for line in PATH.read_text(encoding="utf-8").splitlines())
    return {(name, player): one for name, player, one in lines}


def checked(key):
    """Return the digest of these rounds; the engine plays those that are not in the file, and must play them alike."""
    one = digest(*key)
    if kept().get(key) != one:
        check(*key)
    return one


@pytest.mark.skipif(not fast.available(), reason="the compiled core is not here: python ginrules/fast/build.py")
def test_the_core_plays_as_the_engine_has_played():
    names = [name for name, (rules, _) in WAYS.items() if not unplayed(rules)]
    if UPDATED:
        whole = kept() | {key: checked(key) for key in product(names, PLAYERS)}  # the full run has more ways to play
        lines = (f"{name} | {player} | {one}\n" for (name, player), one in whole.items())
        PATH.write_text("".join(lines), encoding="utf-8")
    expected = {key: one for key, one in kept().items() if key[0] in names}
    assert expected.keys() == set(product(names, PLAYERS))
    for (name, player), one in expected.items():  # ends at the first difference, which saves time for mutants
        assert digest(name, player) == one, (name, player)
