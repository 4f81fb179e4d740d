"""Rounds of a run as columns: the same of the core and of the engine, exact sums, and games through the deals."""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

from ginrules import fast
from ginrules.errors import EndlessPlayError
from ginrules.fast._facts import FACTS, facts_of, prices_of
from ginrules.lab import compare, simulate
from ginrules.lab.comparison import figures
from ginrules.lab.runner import workers
from ginrules.lab.runner.batch import Batch
from ginrules.lab.runner.games import GameRounds, is_plain
from ginrules.lab.runner.play import match_at
from ginrules.lab.runner.task import Run, Task
from ginrules.lab.runner.units import by_engine
from ginrules.lab.statistics.estimate import PairedSums
from ginrules.play.outcome import Outcome
from ginrules.play.seeded_deals import Played, deal_seed
from ginrules.players import Greedy, Simple, new_greedy
from ginrules.presets import OKLAHOMA, PENALTY_2_TO_4, STANDARD, preset

TWO = (new_greedy, partial(new_greedy, threshold=2))
SPADES = OKLAHOMA.evolve(name="spades", spade_multiplier=2)


@pytest.mark.skipif(not fast.available(), reason="no compiled core: python ginrules/fast/build.py")
def test_the_engine_fills_the_columns_of_the_core(without_core, monkeypatch):
    def run():
        lines = []
        results = (
            compare(STANDARD, SPADES, rounds=40, players=TWO, take_rows=lines.extend),
            simulate(PENALTY_2_TO_4.evolve(stock_exhausted="draw"), Simple, rounds=9, seats=3),
        )
        return results, lines

    monkeypatch.setattr(workers, "COMPILED_CHUNK", 7)
    mine = run()
    without_core()
    assert run() == mine


@pytest.mark.skipif(not fast.available(), reason="no compiled core: python ginrules/fast/build.py")
def test_figures_of_threads_are_those_of_one(monkeypatch):
    monkeypatch.setattr(workers, "COMPILED_CHUNK", 7)
    run = partial(compare, STANDARD, OKLAHOMA, SPADES, rounds=120, players=TWO)
    with ThreadPoolExecutor(3) as threads:
        assert run(executor=threads) == run()


@pytest.mark.parametrize(
    ("name", "players", "seating"),
    [
        ("penalty-elimination", [new_greedy], (0, 0, 0)),
        ("partnership", TWO, (0, 1, 0, 1)),
        ("standard", TWO, (1, 0)),
        ("standard+stock_floor=24", TWO, (0, 1)),
    ],
)
def test_rounds_of_matches_are_counted_by_match(name, players, seating):
    """Tables can lose seats during a match: the gains of each contestant are still added up by hand."""
    rules, names = preset(name), tuple(map(str, range(len(players))))
    run = Run((Task(rules, tuple(players), names, len(seating), matches=True, seed=3),), names, 5)
    priced = Batch.joined([by_engine(run, unit)[0] for unit in (3, 4)]).at_prices_of(rules)
    matches = [
        [
            match_at(rules, players, at_table, seed=deal_seed(3, unit), first_dealer=dealer)
            for at_table in run.tasks[0].seatings(deal_seed(3, unit))
            for dealer in range(len(seating))
        ]
        for unit in (3, 4)
    ]
    for number in range(2):
        (won, decided), (net, seats) = priced.contestant(number)
        for unit, of_unit in enumerate(matches):
            rounds = [one for match in of_unit for one in match.rounds]
            gains = [
                points
                for one in rounds
                for contestant, points in zip(one.contestants, one.score.net, strict=True)
                if contestant == number
            ]
            winners = [one.contestants[one.score.winner] for one in rounds if one.score.winner is not None]
            counted = won[unit], decided[unit], net[unit], seats[unit]
            assert counted == (winners.count(number), len(winners), sum(gains), len(gains))


def test_a_round_without_end_is_the_engine_s_to_say():
    with pytest.raises(EndlessPlayError, match="has not ended after 9 actions") as caught:
        simulate(STANDARD, new_greedy, rounds=40, ply_cap=9)
    assert caught.value.details["seed"] is not None


@pytest.mark.parametrize(("player", "time_limit"), [(lambda seed: Greedy(seed % 3), None), (Simple, 5.0)])
def test_other_players_and_time_limits_are_left_to_the_engine(player, time_limit):
    assert not Task(STANDARD, (player,), ("one",), 2, matches=False, seed=1, time_limit=time_limit).is_compiled


# --- sums and games


def test_sums_of_numbers_too_large_for_an_array_are_exact():
    chance = random.Random(1)
    columns = [[chance.randrange(-(10**12), 10**12) for _ in range(40)] for _ in range(4)]
    sums = PairedSums()
    for a, base_a, b, base_b in zip(*columns, strict=True):
        sums += PairedSums.of_unit(a, base_a, b, base_b)
    a, base_a, b, base_b = map(np.array, columns)
    assert PairedSums.of_units((a, base_a), (b, base_b)) == sums


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
        played = figures.Games(rules, other, 2, ((0, 0),))
        for _ in range(3):
            outcomes = [outcome for _ in range(50) for outcome in outcomes_of(chance)]
            facts = np.array([facts_of(Played(outcome, 1, 1), 0) for outcome in outcomes], FACTS).reshape(50, 2)
            played.add(*(GameRounds.of(one, facts, prices_of(one, facts)) for one in (rules, other)))
        return *played.sums.values(), played.counts, played.in_stretch

    plain = sums()
    assert plain[0].units > 3
    monkeypatch.setattr("ginrules.lab.runner.games.is_plain", lambda *_: False)
    assert sums() == plain
