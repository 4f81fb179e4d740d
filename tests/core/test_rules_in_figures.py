"""Every rule of price, game and match at another value: it shows, and core and engine, games and matches agree."""

import contextlib
from functools import cache, partial
from itertools import pairwise

import attrs
import numpy as np
import pytest

import ginrules as gin
from ginrules import fast
from ginrules.fast._facts import prices_of
from ginrules.lab import compare, review, simulate
from ginrules.lab.comparison import figures
from ginrules.lab.reviews.review import _Game
from ginrules.lab.runner.games import is_plain
from ginrules.lab.statistics.estimate import estimates
from ginrules.players import Expert, Simple, equity
from ginrules.rules.model import RULES
from ginrules.show.sheet_text import display_sheet
from ginrules.testing.laws import check_match
from tests.core.conftest import GAMES, PRICES, match_of, story, without_a_row
from tests.core.fast.conftest import priced

ROWS = [*PRICES, *GAMES]

in_core = pytest.mark.skipif(not fast.available(), reason="the core is not here: python ginrules/fast/build.py")


def of(rows):
    return pytest.mark.parametrize("row", rows, ids=lambda row: f"{row.name}-{row.value}")


def test_every_rule_of_price_game_and_match_has_a_row():
    assert without_a_row(PRICES, "price") == []
    assert without_a_row(GAMES, "game", "match") == []


@in_core
@of(PRICES)
def test_the_core_prices_the_rule(row):
    played = row.rules if RULES[row.name].fact else row.usual
    facts = fast.play(played, Simple, range(row.seed, row.seed + 100), seats=row.seats)
    prices = prices_of(row.rules, facts)
    assert (prices == priced(row.rules, facts)).all()
    assert not np.array_equal(prices, prices_of(row.usual, facts)), "it changes nothing in these deals: name others"


@in_core
@of(PRICES)
def test_players_of_the_core_read_the_price_as_those_of_the_engine(row, without_core):
    play = partial(fast.play, row.rules, Expert, [row.seed], seats=row.seats)
    facts = play()
    without_core()
    assert np.array_equal(facts, play())


def compared(row, *, usual=False):
    """A comparison of the rules without the value and with it; or of the former with themselves."""
    if not row.seats:
        return None
    other = row.usual.evolve(name="with the value") if usual else row.rules
    return compare(row.usual, other, rounds=10 * row.seats, seed=row.seed, seats=row.seats, players=Simple)


def simulated(row, *, usual=False):
    kind = {"rounds": 4 * row.seats} if RULES[row.name].affects == "price" else {"matches": 2}
    return simulate(row.usual if usual else row.rules, Simple, **kind, seed=row.seed)


RUNS = {"compare": compared, "simulate": simulated}


@in_core
@of(ROWS)
def test_runs_show_the_rule(row, monkeypatch):
    result = compared(row)
    shown = [
        name for name, run in RUNS.items() if in_numbers(partial(run, row)) != in_numbers(partial(run, row, usual=True))
    ]
    assert shown == row.shows.split()
    monkeypatch.setattr("ginrules.lab.runner.games.is_plain", lambda *_: False)
    assert compared(row) == result, "games counted by themselves are not those of a match"


@in_core
@pytest.mark.full
@of(ROWS)
def test_runs_on_core_and_engine_are_equal(row, without_core):
    results = {name: run(row) for name, run in RUNS.items()}
    without_core()
    assert {name: run(row) for name, run in RUNS.items()} == results


def in_numbers(run):
    """The sums of a run, which are there for too few games too, without the names of its rules."""
    sums = []

    def noted(one, **options):
        sums.append(attrs.astuple(one))
        return estimates(one, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "estimates", noted)
        result = run()
    return None if result is None else (sums, [one.histograms for one in result.distributions])


@cache
def last_of(rules, seed):
    *_, (match, _) = match_of(rules, seed)
    return match


@of(ROWS)
def test_sheet_and_settlement_show_the_rule(row):
    match, usual = (last_of(rules, row.seed) for rules in (row.rules, row.usual))
    assert story(match) != story(usual), "it changes nothing in these deals: name others"
    check_match(match)
    for game in gin.settle(match).games:
        totals = [sum(line.points for line in game.lines if line.side == side) for side in range(len(game.totals))]
        assert list(game.totals) == totals
    shown = str(display_sheet(match))
    assert all(name in shown for name in match.players)
    assert len(str(match).splitlines()) > len(match.scores)


def brief(row):
    """The rules with the value and a small target, for which a table of chances is quick to make."""
    with contextlib.suppress(gin.RuleSetError):
        return row.rules if row.name == "target" else row.rules.evolve(target=30)
    return row.rules


@pytest.fixture
def _of_few_deals(monkeypatch):
    """Tables of chances that are quick to make."""
    monkeypatch.setattr(equity, "_DEALS", range(6))
    equity.equity_of.cache_clear()
    yield
    equity.equity_of.cache_clear()


@pytest.mark.usefixtures("_of_few_deals")
@of(ROWS)
def test_chances_of_a_game_are_those_of_the_match(row):
    """Chances are given only if two standings decide: a round adds its points, and the first at the target wins."""
    rules = brief(row)
    game = _Game.of(gin.new_match(rules, rules.player_counts[0]))
    for seed in range(row.seed, row.seed + 12) if game else ():
        for (before, outcomes), (after, _) in pairwise(match_of(rules, seed)):
            (table,), (outcome,) = before.due, outcomes
            points = dict(zip(table.players, gin.price(outcome, rules).points, strict=True))
            standing = tuple(old + points[side] for side, old in enumerate(before.games[-1].standing))
            crossed = tuple(side for side in range(2) if standing[side] >= game.equity.target)
            assert (after.is_over, after.winners) == (bool(crossed), crossed)
            assert after.games[-1].standing == standing
            chances = [_Game(game.equity, before).chance(seat, outcome) for seat in range(2)]
            assert sum(chances) == 1
            first = chances[table.players.index(0)]
            assert first == (crossed == (0,) if crossed else game.equity.chance(*standing, after.due[0].dealer))


@in_core
@of(ROWS)
def test_a_match_is_reviewed(row):
    rules = brief(row)
    count = rules.player_counts[0]
    session = gin.Session(rules, count, players=dict.fromkeys(range(count), Simple)).next_round(row.seed).advance(1)
    result = review(session.record, player="greedy", worlds=2)
    assert len(result.rounds) == len(session.round)
    for one in result.rounds:
        assert sum(parts.result for parts in one.parts) == 0
    known = {decision.chance is not None for one in result.rounds for decision in one.decisions}
    assert known == {is_plain(rules, count)}
