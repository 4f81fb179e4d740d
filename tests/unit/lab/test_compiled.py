"""Runs on the compiled core give the figures of the engine to the last digit."""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

from ginrules import fast
from ginrules.errors import EndlessPlayError
from ginrules.fast import _load
from ginrules.fast._facts import ENDINGS
from ginrules.lab import Greedy, Precision, RandomPlayer, Simple, new_greedy, rows, simulate, tune
from ginrules.lab.comparison import games
from ginrules.lab.comparison.plain_games import is_plain
from ginrules.lab.runner import workers
from ginrules.lab.runner.compiled import is_compiled
from ginrules.lab.statistics import price_table
from ginrules.lab.statistics.compiled_sums import _distinct, paired_sums
from ginrules.lab.statistics.sums import PairedSums
from ginrules.play.outcome import Outcome
from ginrules.presets import OKLAHOMA, PENALTY_2_TO_4, STANDARD
from ginrules.rules.model import RuleSet
from tests.players import compare

TWO = (new_greedy, partial(new_greedy, threshold=2))
SPADES = OKLAHOMA.evolve(name="spades", spade_multiplier=2)
PLAIN_SPADES = STANDARD.evolve(name="plain spades", spade_multiplier=3)
RUNS = {
    "simulate": lambda: simulate(STANDARD, new_greedy, rounds=60),
    "simulate two": lambda: simulate("oklahoma-second-deck", [Simple, RandomPlayer], rounds=24),
    "simulate three seats": lambda: simulate(PENALTY_2_TO_4.evolve(stock_exhausted="draw"), Simple, rounds=9, seats=3),
    "compare": lambda: compare(STANDARD, OKLAHOMA, rounds=60),
    "compare prices": lambda: compare(STANDARD, PLAIN_SPADES, SPADES, STANDARD.evolve(gin_bonus=9), rounds=40),
    "compare two": lambda: compare(SPADES, OKLAHOMA.evolve(spade_multiplier=1), rounds=40, players=TWO),
    "compare until": lambda: compare(STANDARD, STANDARD.evolve(knock_limit=4), rounds=300, until=Precision(4.0)),
    "doubling": lambda: compare("doubling-gin", "doubling-gin+doubling_limit=2", rounds=40),
    "tune": lambda: tune(STANDARD, new_greedy, values=(0, 4, 10), rounds=40),
    "rows": lambda: list(rows(OKLAHOMA, TWO, rounds=16)),
}


@pytest.fixture
def without_core(monkeypatch):
    def switched():
        monkeypatch.setenv("GINRULES_CORE", "no")
        _load._loaded.cache_clear()

    yield switched
    monkeypatch.undo()
    _load._loaded.cache_clear()


@pytest.mark.skipif(not fast.available(), reason="no compiled core: python ginrules/fast/build.py")
@pytest.mark.parametrize("kind", RUNS)
def test_figures_are_those_of_the_engine(kind, without_core, monkeypatch):
    parts = []
    monkeypatch.setattr(workers, "COMPILED_CHUNK", 7)
    mine = RUNS[kind]()
    monkeypatch.setattr(workers, "_stop", lambda run, start: parts.append(start) or min(run.units, start + 20))
    without_core()
    assert RUNS[kind]() == mine
    assert parts


@pytest.mark.skipif(not fast.available(), reason="no compiled core: python ginrules/fast/build.py")
def test_figures_of_threads_are_those_of_one(monkeypatch):
    monkeypatch.setattr(workers, "COMPILED_CHUNK", 7)
    mine = compare(STANDARD, OKLAHOMA, SPADES, rounds=120, players=TWO), simulate(OKLAHOMA, Simple, rounds=120)
    with ThreadPoolExecutor(3) as threads:
        run = partial(compare, STANDARD, OKLAHOMA, SPADES, rounds=120, players=TWO, executor=threads)
        assert (run(), simulate(OKLAHOMA, Simple, rounds=120, executor=threads)) == mine


@pytest.mark.skipif(not fast.available(), reason="no compiled core: python ginrules/fast/build.py")
def test_rows_beside_figures_are_those_of_the_engine(without_core):
    def taken():
        lines = []
        compare(STANDARD, PLAIN_SPADES, OKLAHOMA, rounds=40, take_rows=lines.extend)
        simulate(STANDARD, TWO, rounds=12, take_rows=lines.extend)
        return lines

    mine = taken()
    without_core()
    assert taken() == mine


def test_a_round_without_end_is_the_engine_s_to_say():
    with pytest.raises(EndlessPlayError, match="has not ended after 9 actions") as caught:
        simulate(STANDARD, new_greedy, rounds=40, ply_cap=9)
    assert caught.value.details["seed"] is not None


@pytest.mark.parametrize(
    ("players", "options"),
    [((new_greedy, lambda seed: Greedy(seed % 3)), {}), ((Simple,), {"time_limit": 5.0})],
)
def test_other_players_and_time_limits_are_left_to_the_engine(players, options):
    assert not is_compiled(STANDARD, players, options.get("time_limit"))


# --- sums and games


@pytest.mark.skipif(not fast.available(), reason="no compiled core: python ginrules/fast/build.py")
def test_a_table_of_prices_that_begins_again_changes_no_figure(monkeypatch):
    monkeypatch.setattr(workers, "COMPILED_CHUNK", 7)
    mine = RUNS["compare two"]()
    monkeypatch.setattr(price_table, "_MOST", 5)
    begun = []
    made = price_table.PriceTable.__init__
    monkeypatch.setattr(
        price_table.PriceTable, "__init__", lambda table, *arguments: begun.append(made(table, *arguments))
    )
    assert RUNS["compare two"]() == mine
    assert len(begun) > 1


def test_distinct_rounds_are_numbered_as_they_come():
    table = price_table.PriceTable(STANDARD, 2)
    knock, gin, drawn = (0, 1, 0, 1, 0, 20, 4), (1, 0, 1, 1, 0, 0, 30), (0, 255, ENDINGS.index("dead"), 1, 0, 9, 9)
    early, numbers = table.measures_of([gin, knock])
    late, again = table.measures_of([drawn, knock])
    assert (numbers.tolist(), again.tolist(), len(table)) == ([0, 1], [2, 1], 3)
    assert (early.leads.tolist(), late.leads.tolist()) == ([55, 16], [55, 16, 0])
    assert late.results.tolist() == [[0, 55, 0], [1, 0, 16], [-1, 0, 0]]
    assert late.knocks.tolist() == [-1, 4, -1]


def test_sums_of_numbers_too_large_for_an_array_are_exact():
    chance = random.Random(1)
    columns = [[chance.randrange(-(10**12), 10**12) for _ in range(40)] for _ in range(4)]
    sums = PairedSums()
    for a, base_a, b, base_b in zip(*columns, strict=True):
        sums.add(a, base_a, b, base_b)
    a, base_a, b, base_b = map(np.array, columns)
    assert paired_sums((a, base_a), (b, base_b)) == sums


def test_distinct_rows_are_numbered_whatever_their_size():
    chance = np.random.default_rng(1)
    columns = [chance.integers(0, 3, 200) * 10**7 for _ in range(5)]
    which, first = _distinct(columns)
    rows_of = list(zip(*(column.tolist() for column in columns), strict=True))
    assert [rows_of[first[number]] for number in which] == rows_of
    assert len(first) == len(set(rows_of))


PLAIN = {
    "standard": STANDARD,
    "winner deals": STANDARD.evolve(next_dealer="winner"),
    "loser deals, drawn rounds pass": STANDARD.evolve(next_dealer="loser", drawn_dealer="next"),
    "one dealer, nobody wins ties": STANDARD.evolve(next_dealer="fixed", tie="nobody", target=40),
}


def outcomes_of(chance):
    """The outcomes of a deal's two rounds: knocks, gins and drawn rounds."""
    for _ in range(2):
        declarer = chance.choice([0, 1, None])
        points = (chance.choice([0, 3, 8]), chance.randrange(30))
        yield Outcome(declarer=declarer, deadwood=points if declarer == 0 else points[::-1])


@pytest.mark.parametrize("name", PLAIN)
def test_plain_games_are_those_of_a_match(name, monkeypatch):
    rules, other = PLAIN[name], STANDARD.evolve(target=60)
    assert is_plain(rules, 2)

    def sums():
        chance = random.Random(name)
        played = games.Games(rules, other, 2)
        for _ in range(150):
            deal = tuple(outcomes_of(chance))
            played.add(deal, deal)
        return played.lengths, played.comebacks, played.beginners, played.skill, played.counts, played.in_stretch

    plain = sums()
    assert plain[0].units > 3
    monkeypatch.setattr(games, "is_plain", lambda *_: False)
    assert sums() == plain


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": 3},
        {"match_form": "best-of", "match_games": 3},
        {"box_timing": "immediate"},
        {"winner_by": "highest-total"},
        {"undercut_moves": "knocker"},
        {"exact_margin_forfeit": 50},
        {"rounds": 5},
    ],
    ids=str,
)
def test_other_games_are_folded_as_matches(changes):
    assert not is_plain(RuleSet(**changes), 2)
