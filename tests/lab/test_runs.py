"""Runs: the same figures anywhere, rows and their rounds again, stopping, and resuming."""

import importlib.util
import json
import sys
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial

import pytest

import ginrules as gin
from ginrules import errors
from ginrules.errors import InvalidRunError
from ginrules.lab import Row, play_match, replayed, rows, simulate
from ginrules.lab.runner import workers as workers_module
from ginrules.play.deal import players_by_place
from ginrules.players import Greedy, RandomPlayer, new_greedy
from tests.lab.conftest import Stop, compare, new_wrong

STANDARD = gin.preset("standard")
OKLAHOMA = gin.preset("oklahoma")
SECOND_DECK = gin.preset("oklahoma-second-deck")
TWO = (new_greedy, partial(new_greedy, threshold=0))


def test_figures_are_those_of_the_rows():
    result = simulate(STANDARD, TWO, rounds=120, seed=3)
    lines = list(rows(STANDARD, TWO, rounds=120, seed=3))
    assert len(lines) == result.rounds == 120
    assert result.units == 30
    assert [row.unit for row in lines] == [number for number in range(30) for _ in range(4)]
    places = Counter((row.seating, row.dealer) for row in lines)
    assert places == {(seating, dealer): 30 for seating in (0, 1) for dealer in (0, 1)}
    decided = [row for row in lines if row.winner is not None]
    assert result["turns"].value == pytest.approx(sum(row.turns for row in lines) / 120)
    assert result["points"].value == pytest.approx(sum((row.net_0, row.net_1)[row.winner] for row in decided) / 120)
    first, second = result.standings
    assert first.rounds.value == pytest.approx(sum(row.winning_player == 0 for row in decided) / len(decided))
    assert first.net.value == pytest.approx(
        sum((row.net_0, row.net_1)[(row.player_0, row.player_1).index(0)] for row in lines) / 120
    )
    assert first.net.value == pytest.approx(-second.net.value)
    assert first.matches is None
    assert result.histograms["turns"].counts == tuple(sorted(Counter(row.turns for row in lines).items()))
    assert result.histograms["points"].total == 120
    with pytest.raises(KeyError, match="luck"):
        result["luck"]
    assert json.loads(json.dumps(result.as_plain())) == result.as_plain()


def test_the_players_change_seats_on_the_same_deals():
    lines = list(rows(STANDARD, TWO, rounds=8))
    by_unit = {}
    for row in lines:
        by_unit.setdefault(row.unit, []).append(row)
    for four in by_unit.values():
        assert len({row.seed for row in four}) == 1
        assert len({row.upcard for row in four}) == 1
        places = {(row.player_0, row.player_1, row.dealer) for row in four}
        assert places == {(0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1)}
    hands = {replayed(row, STANDARD, TWO).back(row.plies).state.hands for row in by_unit[0]}
    assert len(hands) == 1


@pytest.mark.parametrize(
    ("rules", "players", "options"),
    [
        (STANDARD, TWO, {"rounds": 8}),
        (SECOND_DECK, new_greedy, {"rounds": 4}),
        (SECOND_DECK, TWO, {"matches": 2}),
        (STANDARD, RandomPlayer, {"rounds": 2}),
        (gin.preset("penalty-2-to-4"), new_greedy, {"rounds": 8, "seats": 4}),
        (gin.preset("partnership"), TWO, {"matches": 1}),
        (gin.preset("captain"), new_greedy, {"matches": 1}),
    ],
    ids=lambda case: getattr(case, "name", ""),
)
def test_a_row_is_that_very_round_again(rules, players, options):
    lines = list(rows(rules, players, **options))
    assert lines
    for row in lines[:8]:
        record = replayed(row, rules, players)
        outcome = record.state.outcome
        assert (len(record.actions), outcome.declarer, outcome.ending) == (row.plies, row.declarer, row.ending)
        assert outcome.deadwood == tuple(value for value in row[26:32] if value is not None)
        score = gin.price(outcome, rules)
        assert score.net == tuple(value for value in row[38:44] if value is not None)
        assert (score.winner, score.result) == (row.winner, row.result)


def test_a_round_again_names_its_seats_after_the_players_that_differ():
    names = {replayed(row, STANDARD, TWO).names for row in rows(STANDARD, TWO, rounds=4)}
    one, other = names
    assert one == other[::-1]
    assert len({*one}) == 2
    (row, *_) = rows(STANDARD, new_greedy, rounds=2)
    assert replayed(row, STANDARD, new_greedy).names == ()


def test_the_columns_are_in_their_documented_places():
    for start, name in ((9, "player"), (26, "deadwood"), (32, "points"), (38, "net")):
        assert Row._fields[start : start + 6] == tuple(f"{name}_{seat}" for seat in range(6))


def test_a_row_of_other_players_or_rules_is_refused():
    (row, *_) = rows(STANDARD, RandomPlayer, rounds=2)
    with pytest.raises(InvalidRunError, match="came out differently"):
        replayed(row, STANDARD, new_greedy)
    with pytest.raises(InvalidRunError, match="the row is of standard, not of oklahoma"):
        replayed(row, OKLAHOMA, RandomPlayer)
    with pytest.raises(InvalidRunError, match=r"players \[5, 0\]: expected as many players, got 1"):
        replayed(row._replace(player_0=5), STANDARD, RandomPlayer)


def test_matches_are_played_on_the_same_deals_with_everybody_in_every_place():
    result = simulate(STANDARD, TWO, matches=6, seed=2)
    lines = list(rows(STANDARD, TWO, matches=6, seed=2))
    assert (result.matches, result.units, result.rounds) == (8, 2, len(lines))
    with pytest.raises(errors.LabError, match="too few"):  # two units
        _ = result["rounds-per-match"]
    assert result.histograms["rounds-per-match"].total == 8
    seeds = {}
    for row in lines:
        seeds.setdefault((row.unit, row.round), set()).add(row.seed)
    assert all(len(of_round) == 1 for of_round in seeds.values())
    assert {(row.seating, row.player_0, row.player_1) for row in lines} == {(0, 0, 1), (1, 1, 0)}


@pytest.mark.parametrize("name", gin.preset_names())
def test_every_preset_plays_a_match(name):
    played = play_match(gin.preset(name), [new_greedy])
    assert played.match.is_over
    assert played.match.scores


def test_the_same_figures_with_any_workers(workers):
    alone = simulate(STANDARD, TWO, rounds=200)
    with ThreadPoolExecutor(3) as threads:
        assert simulate(STANDARD, TWO, rounds=200, executor=threads) == alone
    with workers(2) as processes:
        assert simulate(STANDARD, TWO, rounds=200, executor=processes) == alone
        assert list(rows(STANDARD, TWO, rounds=60, executor=processes)) == list(rows(STANDARD, TWO, rounds=60))
        three = partial(compare, STANDARD, OKLAHOMA, gin.preset("straight-gin"), rounds=80, players=TWO)
        assert three(executor=processes) == three()


def test_no_figure_depends_on_the_size_of_a_chunk(monkeypatch):
    runs = (partial(simulate, STANDARD, TWO, rounds=100), partial(compare, STANDARD, OKLAHOMA, rounds=60))
    expected = [run() for run in runs]
    monkeypatch.setattr(workers_module, "CHUNK", 7)
    assert [run() for run in runs] == expected


class Cluster(Executor):
    """An executor of another machine: it plays at once, and notes the units of each chunk."""

    def __init__(self):
        self.sizes = []

    def submit(self, play, run, start, stop, seconds):
        self.sizes.append(stop - start)
        future = Future()
        future.set_result(play(run, start, stop, seconds))
        return future


class Losing(Cluster):
    """A cluster that unpacks the first result of each chunk as an error, as Dask does if a worker dies just then."""

    def __init__(self):
        super().__init__()
        self.lost = set()

    def submit(self, play, run, start, stop, seconds):
        future = super().submit(play, run, start, stop, seconds)
        if start in self.lost:
            return future
        self.lost.add(start)
        with pytest.raises(ValueError, match="unpack") as unpacked:
            _type, _error, _traceback = future.result()
        future = Future()
        future.set_exception(unpacked.value)
        return future


@pytest.mark.parametrize("new_player", [new_greedy, lambda _seed: Greedy(4)], ids=["core", "engine"])
def test_chunks_that_a_cluster_loses_are_played_again(new_player, tmp_path):
    played = partial(simulate, STANDARD, new_player, rounds=120)
    cluster, done = Losing(), []
    checked = {"checkpoint": tmp_path / "run", "checkpoint_every": 0}
    assert played(executor=cluster, progress=lambda rounds, _of: done.append(rounds), **checked) == played()
    assert len(cluster.sizes) == 2 * len(cluster.lost)
    assert done == sorted(done)
    assert list(rows(STANDARD, new_player, rounds=40, executor=Losing())) == list(rows(STANDARD, new_player, rounds=40))
    compared = partial(compare, STANDARD, OKLAHOMA, players=new_player, rounds=60)
    assert compared(executor=Losing()) == compared()


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra dask is not installed")
@pytest.mark.filterwarnings("ignore")
def test_the_same_figures_on_a_dask_cluster():
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert simulate(STANDARD, TWO, rounds=120, executor=executor) == simulate(STANDARD, TWO, rounds=120)
        compared = partial(compare, STANDARD, OKLAHOMA, rounds=60)
        assert compared(executor=executor) == compared()
        with pytest.raises(errors.PlayerTooSlowError):  # its tasks run in threads
            simulate(STANDARD, partial(new_slow, seconds=1), rounds=2, executor=executor, time_limit=0.2)


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra dask is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_plays_on_after_a_run_that_its_workers_could_not_read(tmp_path, monkeypatch):
    from distributed import Client, LocalCluster

    (tmp_path / "late_bot.py").write_text("from ginrules.players import Greedy\ndef new(seed):\n    return Greedy(4)\n")
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        monkeypatch.syspath_prepend(tmp_path)  # the worker has begun without it
        executor, maker = client.get_executor(), importlib.import_module("late_bot").new
        for _ in range(2):
            with pytest.raises(errors.InvalidRunError, match=r"they need late_bot; .*client\.upload_file"):
                simulate(STANDARD, maker, rounds=40, executor=executor)
        client.upload_file(str(tmp_path / "late_bot.py"))
        assert simulate(STANDARD, maker, rounds=40, executor=executor) == simulate(STANDARD, maker, rounds=40)
        lambdas = simulate(STANDARD, lambda _seed: Greedy(4), rounds=40, executor=executor)  # Dask sends them as values
        assert lambdas == simulate(STANDARD, maker, rounds=40)
    sys.modules.pop("late_bot", None)


def new_slow(_seed, seconds):
    import time

    from ginrules.players import Greedy

    class Slow(Greedy):
        def choose(self, view):
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                pass
            return super().choose(view)

    return Slow()


def test_a_run_resumes_from_its_checkpoint():
    whole = simulate(STANDARD, TWO, rounds=160)
    part = simulate(STANDARD, TWO, rounds=60)
    assert simulate(STANDARD, TWO, rounds=160, resume=part) == whole
    assert whole != part
    for other in (
        partial(simulate, OKLAHOMA, TWO, rounds=160),
        partial(simulate, STANDARD, new_greedy, rounds=160),
        partial(simulate, STANDARD, TWO, rounds=160, seed=2),
        partial(simulate, STANDARD, TWO, matches=160),
    ):
        with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
            other(resume=part)


@pytest.mark.parametrize("where", ["progress", "player", "worker"])
def test_ctrl_c_returns_the_results_so_far(where):
    if where == "progress":
        result = simulate(STANDARD, TWO, rounds=400, progress=Stop(3))
        players = TWO
    else:
        players = partial(new_wrong, what="ctrl-c")
        with ThreadPoolExecutor(2) as threads:
            result = simulate(STANDARD, players, rounds=400, executor=None if where == "player" else threads)
    assert result.partial
    assert 0 < result.rounds < 400
    if where == "progress":
        assert simulate(STANDARD, players, rounds=400, resume=result) == simulate(STANDARD, players, rounds=400)
    # its results equal those found by a shorter run
    shorter = simulate(STANDARD, players, rounds=result.rounds)
    assert shorter.figures == result.figures
    assert not shorter.partial


def test_ctrl_c_ends_a_comparison_with_the_results_so_far():
    result = compare(STANDARD, OKLAHOMA, rounds=2000, progress=Stop(4))
    assert result.partial
    assert 0 < result.rounds < 2000
    assert result["points"].a == compare(STANDARD, OKLAHOMA, rounds=result.rounds)["points"].a


def test_figures_and_rounds_come_from_playing_once():
    lines = []
    assert simulate(STANDARD, TWO, rounds=60, take_rows=lines.extend) == simulate(STANDARD, TWO, rounds=60)
    assert lines == list(rows(STANDARD, TWO, rounds=60))
    lines.clear()
    first = simulate(STANDARD, TWO, rounds=20)
    simulate(STANDARD, TWO, rounds=60, resume=first, take_rows=lines.extend)
    assert lines == list(rows(STANDARD, TWO, rounds=60))
    lines.clear()
    simulate(STANDARD, TWO, matches=2, take_rows=lines.extend)
    assert lines == list(rows(STANDARD, TWO, matches=2))


def test_a_comparison_gives_the_rounds_of_every_rule_set():
    lines = []
    dearer = STANDARD.evolve(name="dearer", gin_bonus=40)
    compared = partial(compare, STANDARD, OKLAHOMA, dearer, rounds=60, players=TWO)
    assert compared(take_rows=lines.extend) == compared()
    for rules in (STANDARD, OKLAHOMA, dearer):
        assert [row for row in lines if row.rules == rules.name] == list(rows(rules, TWO, rounds=60))
    assert [row.rules for row in lines[:12]] == ["standard"] * 4 + ["oklahoma"] * 4 + ["dearer"] * 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, r"rounds: expected a whole number from 1 to 10\*\*15, got 0"),
        ({"matches": -1}, r"matches: expected a whole number from 1 to 10\*\*15, got -1"),
        ({"rounds": 2.5}, r"got 2\.5"),
        ({"rounds": True}, "got True"),
        ({"rounds": 2, "matches": 2}, "one of the two"),
        ({"rounds": 2, "seats": 3}, "expected 2 seats at a table of standard, got 3"),
        ({"rounds": 2, "time_limit": 0}, "time_limit: expected a number of seconds above 0, got 0"),
    ],
)
def test_runs_that_cannot_be_made_are_refused(options, message):
    for run in (simulate, rows):
        with pytest.raises(InvalidRunError, match=message):
            run(STANDARD, new_greedy, **options)


@pytest.mark.parametrize("wrong", ["greedier", b"greedy", 5, Greedy(), ["greedy", "nobody"], [new_greedy, 5]])
def test_players_that_are_not_players_are_refused(wrong):
    known = (
        r"expected a function or class .* new_greedy or Expert of .*, got"
        r"|is not the name of a player: expected one of random, simple, greedy"
    )
    for run in (
        partial(simulate, STANDARD, wrong, rounds=4),
        partial(rows, STANDARD, wrong, rounds=4),
        partial(compare, STANDARD, OKLAHOMA, players=wrong),
    ):
        with pytest.raises(InvalidRunError, match=known):
            run()


def test_a_factory_that_makes_no_player_is_named():
    with pytest.raises(errors.PlayerFailedError, match=r"player 0 could not be made: .*with a method choose, got 0"):
        simulate(STANDARD, int, rounds=4)


def test_contestants_divide_the_places_evenly():
    assert players_by_place(1, 3) == (0, 0, 0)
    with pytest.raises(InvalidRunError, match="3 players do not divide 2 places evenly"):
        simulate(STANDARD, (new_greedy,) * 3, rounds=6)
    with pytest.raises(InvalidRunError, match="0 players"):
        compare(STANDARD, OKLAHOMA, players=[])


def test_the_second_pack_of_a_match_is_gone_through_card_by_card_and_shared_by_all_tables():
    teams = gin.preset("partnership").evolve(name="second", opening="no-upcard", knock_source="knock-card")
    match = play_match(teams, [new_greedy], seed=3)
    turned = {}
    for simulated in match.rounds:
        turned.setdefault(simulated.round, set()).add(simulated.played.outcome.knock_card)
    assert {simulated.table for simulated in match.rounds} == {0, 1}
    assert all(len(cards) == 1 for cards in turned.values())
    assert len(set.union(*turned.values())) == len(turned)  # no card comes twice in the first 52 deals
