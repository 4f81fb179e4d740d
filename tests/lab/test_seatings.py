"""No seat is favored: at every table the runs play seatings that give each contestant every neighbor."""

from collections import Counter
from functools import partial
from itertools import permutations

import pytest

from ginrules.errors import InvalidRunError
from ginrules.lab import compare, rows, simulate, tournament
from ginrules.play.seeded_deals import are_drawn, seatings
from ginrules.players import Expert, Greedy, new_greedy

NAMES = ("expert", "greedy", "learned", "simple", "random", "medium")
TARGET = "+target=20"


def test_each_contestant_has_each_place_once_in_each_circular_order():
    for size in range(2, 7):
        tables = seatings(NAMES[:size], size, 7)
        assert len(set(tables)) == len(tables) == size * (2 if size == 3 else 1)
        for place in zip(*tables, strict=True):
            assert set(Counter(place).values()) == {len(tables) // size}
    assert set(seatings(NAMES[:3], 3)) == set(permutations(range(3)))
    assert seatings(NAMES[:3], 6)[3] == (0, 2, 1, 0, 2, 1)
    with pytest.raises(InvalidRunError, match="3 players do not divide 4 places evenly"):
        seatings(NAMES[:3], 4)


def test_the_circular_orders_of_four_are_equally_likely():
    drawn = Counter()
    for seed in range(1200):
        (order,) = {table[table.index(0) :] + table[: table.index(0)] for table in seatings(NAMES[:4], 4, seed)}
        drawn[order] += 1
    assert len(drawn) == 6
    assert min(drawn.values()) > 160
    assert max(drawn.values()) < 240


def test_equal_opponents_do_not_change_places_among_themselves():
    assert not are_drawn(("a", "b", "b", "b", "b"))
    assert seatings(("a", "b", "b", "b"), 4, 1) == seatings(("a", "b", "b", "b"), 4, 2)
    assert len(seatings(("a", "b", "b"), 3)) == 3
    both = partial(compare, "knock-rummy", "knock-rummy+knock_limit=20", seats=3)
    assert both(players=(Expert, new_greedy, new_greedy), rounds=90).deals == 10
    assert both(players=(Expert, new_greedy, Greedy), rounds=180).deals == 10


@pytest.mark.parametrize("rules", ["knock-rummy", "group-gin", "penalty-2-to-4"])
def test_two_copies_beside_a_third_have_equal_figures(rules):
    for players in permutations((Expert, new_greedy, partial(new_greedy))):
        result = simulate(rules, players, seats=3, rounds=180)
        _, *copies = sorted(result.standings, key=lambda one: one.player)
        assert copies[0].net == copies[1].net is not None
        assert copies[0].rounds == copies[1].rounds
    gains = Counter()
    for row in rows(rules, ("expert", "greedy", "greedy"), seats=3, rounds=90):
        gains.update({row.player_0: row.net_0, row.player_1: row.net_1, row.player_2: row.net_2})
    assert gains[1] == gains[2] == -gains[0] / 2


def test_two_copies_in_a_tournament_win_equally():
    copies = {"one": new_greedy, "expert": Expert, "other": new_greedy}
    result = tournament(copies, "knock-rummy" + TARGET, 18, seats=3)
    assert result.games == 18
    assert result["one"].won == result["other"].won
    assert result["one"].points == result["other"].points


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_two_copies_among_others_agree_within_the_interval(seats):
    players = ["expert", "greedy", "greedy", "learned", "simple", "random"][:seats]
    _, one, other, *_ = simulate("knock-rummy", players, seats=seats, rounds=1080, seed=2).standings
    assert abs(one.net.value - other.net.value) <= one.net.half_width + other.net.half_width


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_order_of_the_names_gives_the_same_figures(seats):
    names = NAMES[:seats]
    orders = [names, names[::-1], names[2:] + names[:2], names[1::-1] + names[2:]]
    orders = [*permutations(names)] if seats == 3 else orders
    tables = []
    for order in orders:
        result = simulate("knock-rummy", order, seats=seats, rounds=20 * seats**2)
        tables.append((result.figures, sorted(result.standings, key=lambda one: one.player)))
    assert None not in [one.net for one in tables[0][1]]
    assert all(table == tables[0] for table in tables)


@pytest.mark.parametrize("seats", [3, 4])
def test_every_order_of_the_names_gives_one_table(seats):
    names = ("expert", "greedy", "medium", "simple")[:seats]
    orders = [*permutations(names)] if seats == 3 else [names, names[::-1], (*names[1:], names[0])]
    first, *others = (tournament(order, "knock-rummy" + TARGET, 1, seats=seats) for order in orders)
    assert len(first.entrants) == seats
    for one in others:
        assert one.entrants == first.entrants


def test_the_order_of_the_opponents_changes_no_comparison():
    both = partial(compare, "knock-rummy", "knock-rummy+knock_limit=20", rounds=180)
    assert both(seats=3, players=NAMES[:3]).findings == both(seats=3, players=(NAMES[0], *NAMES[2:0:-1])).findings
    four = both(seats=4, players=NAMES[:4])
    assert four.findings == both(seats=4, players=(NAMES[0], *NAMES[3:0:-1])).findings
    assert four["skill-net"] is not None
    with pytest.raises(KeyError):
        _ = four["rounds-per-game"]  # everybody has another seat at the next deal


@pytest.mark.parametrize("seats", [3, 4])
def test_core_and_engine_play_the_same_seatings(seats):
    play = partial(rows, "knock-rummy", NAMES[:seats], seats=seats, rounds=36)
    assert list(play()) == list(play(time_limit=60))


def test_resumed_runs_are_the_whole():
    run = partial(compare, "knock-rummy", "knock-rummy+knock_limit=20", seats=4, players=NAMES[:4])
    part = run(rounds=160)
    assert run(rounds=320, resume=part) == run(rounds=320)
    first = simulate("knock-rummy", NAMES[:4], seats=4, rounds=64)
    assert simulate("knock-rummy", NAMES[:4], seats=4, rounds=160, resume=first) == simulate(
        "knock-rummy", NAMES[:4], seats=4, rounds=160
    )
