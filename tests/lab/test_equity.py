"""The chances of a game from its score, the prices that the score makes, and play by them in matches."""

from functools import partial

import attrs
import pytest

import ginrules as gin
from ginrules import lab
from ginrules.cli.prompts import hint
from ginrules.errors import InvalidRunError
from ginrules.match import MatchView
from ginrules.players import Adjusting, Greedy, Learned, Searching, equity, match_equity, new_greedy
from ginrules.players.equity import MatchEquity, equity_of, paid_prices, plays_to_target, written
from ginrules.players.learned import at_prices
from ginrules.players.packaged_nets import why_expert
from tests.conftest import every

STANDARD = gin.preset("standard")
LATE = MatchView(round=5, dealer=0, target=100, columns=[(97, 60)])


def covered():
    known = [name for name in gin.preset_names() if 2 in gin.preset(name).player_counts]
    plain = [name for name in known if plays_to_target(gin.preset(name), 2) and not gin.preset(name).doubling]
    return [name for name in plain if why_expert(gin.preset(name), 2) is None]


def table_of(rules, size, drawn=0):
    """The chances where the dealer wins three rounds by a point and loses one."""
    wins = equity.Wins.of(size)
    wins.counts[0][0][0], wins.counts[1][0][0], wins.drawn = 3, 1, drawn
    return MatchEquity(rules, "nobody", size, 1, wins)


@pytest.fixture
def small(monkeypatch):
    """Tables of few deals, made for the test."""
    monkeypatch.setattr(equity, "_DEALS", range(30))
    equity_of.cache_clear()
    yield
    equity_of.cache_clear()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "rules", ["standard", "standard+next_dealer=winner+drawn_dealer=next", "standard+target=250", "palace"]
)
def test_the_chances_of_both_sides_are_one(rules):
    table = equity_of(gin.preset(rules), Greedy)
    scores = range(0, table.target, 7)
    for dealer in range(2):
        for mine in scores:
            chances = [table.chance(mine, theirs, dealer) for theirs in scores]
            assert chances[0] > chances[-1]
            assert [
                one + table.chance(theirs, mine, 1 - dealer) for theirs, one in zip(scores, chances, strict=True)
            ] == [1.0] * len(chances)


@pytest.mark.usefixtures("small")
def test_the_core_and_the_engine_make_the_same_table(monkeypatch):
    table = equity_of(STANDARD, Greedy)
    equity_of.cache_clear()
    monkeypatch.setattr(equity, "has_core", lambda *_: False)
    other = equity_of(STANDARD, Greedy)
    assert (other._wins, other._table) == (table._wins, table._table)


def test_the_chance_of_a_single_round_is_its_share_of_wins():
    table = table_of(STANDARD, 1)
    assert (table.chance(0, 0), table.chance(0, 0, dealer=1)) == (0.75, 0.25)
    table = table_of(STANDARD.evolve(drawn_dealer="next"), 1, drawn=4)
    # half of all rounds are drawn, after which the other side deals
    assert table.chance(0, 0) == pytest.approx(0.75 * 2 / 3 + 0.25 / 3)


@pytest.mark.parametrize("next_dealer", ["winner", "loser", "fixed", "alternate"])
def test_the_next_dealer_counts(next_dealer):
    rules = STANDARD.evolve(next_dealer=next_dealer)
    table = table_of(rules, 3)

    def after(dealer, winner):
        return {"winner": winner, "loser": 1 - winner, "fixed": dealer, "alternate": 1 - dealer}[next_dealer]

    def chance(mine, theirs, dealer):
        if 3 in {mine, theirs}:
            return mine == 3
        won = 3 / 4 if dealer == 0 else 1 / 4
        return won * chance(mine + 1, theirs, after(dealer, 0)) + (1 - won) * chance(mine, theirs + 1, after(dealer, 1))

    scores = [(mine, theirs, dealer) for mine in range(3) for theirs in range(3) for dealer in range(2)]
    assert [table.chance(*score) for score in scores] == pytest.approx([chance(*score) for score in scores])


def test_prices_where_the_score_matters():
    table = match_equity("standard")
    assert table.prices([(0, 0)]) == table.prices([(50, 50)]) == paid_prices(STANDARD) == (0, 25, 25)
    for late in ((97, 60), (97, 97), (90, 50)):
        knock, for_gin, _ = table.prices([late])
        assert knock > 4
        assert for_gin < 20
    assert table.prices([(50, 90)])[1] >= 25
    straight = match_equity("straight-gin")
    assert {straight.prices([(mine, 60)]) for mine in range(0, straight.target, 9)} == {paid_prices(straight.rules)}


def test_prices_that_are_not_told_are_those_that_are_paid():
    far = match_equity("standard+target=1000000")
    assert far.prices([(999_990, 0)]) == (0, 25, 25)
    assert far.chance(999_990, 0) > far.chance(0, 0)
    doubling = match_equity("doubling-gin")
    assert doubling.prices([(97, 60)]) == paid_prices(doubling.rules)
    assert match_equity("standard").prices([(100, 60)]) == (0, 25, 25)  # nothing is written there any more


def test_what_has_no_table_says_so(monkeypatch):
    for rules in ("mahjong-gin", "exact-50", "penalty-elimination"):
        with pytest.raises(InvalidRunError, match="no chances for"):
            match_equity(rules)
    monkeypatch.setattr(equity, "_ACTIONS", 100)
    equity_of.cache_clear()
    try:
        assert equity_of(STANDARD, new_greedy) is None  # as if its rounds hardly ended
        assert Learned()._in_match(STANDARD, 0, LATE) == (False, None)
    finally:
        equity_of.cache_clear()


@pytest.mark.parametrize("wrong", [{"mine": 100}, {"theirs": -1}, {"mine": 1.5}, {"dealer": 2}])
def test_wrong_scores_are_refused(wrong):
    with pytest.raises(InvalidRunError):
        match_equity("standard").chance(**{"mine": 0, "theirs": 0, **wrong})


def test_a_win_is_written_in_the_columns_begun_and_one_more():
    assert [len(written(columns)) for columns in ([(0, 5)], [(3, 0), (0, 0), (0, 0)], [(3, 9)] * 3, [])] == [1, 2, 3, 0]
    table = match_equity("hollywood")
    assert table.prices([(97, 60), (0, 60)]) != table.prices([(97, 60)])


def test_a_match_is_played_by_its_score_and_a_round_is_not():
    seats = [Learned()._in_match(STANDARD, seat, LATE)[1] for seat in range(2)]
    assert seats == [match_equity("standard").prices([(97, 60)]), match_equity("standard").prices([(60, 97)])]
    played = {}
    for told in (None, LATE):
        for seed in range(12):
            result = lab.play_round(STANDARD, [Learned(), Greedy()], gin.shuffled(seed), match=told)
            played.setdefault(seed, set()).add(repr(result))
    assert {len(one) for one in played.values()} == {1, 2}
    stand_in = Learned().stand_in(STANDARD, 0, LATE)
    assert stand_in is Learned().stand_in(STANDARD, 0, LATE), "rounds are grouped by their makers"
    for seed in range(6):
        order, told = gin.shuffled(seed), ((Learned, LATE), (stand_in, None))
        by = [lab.play_round(STANDARD, [one(0), Greedy()], order, match=match) for one, match in told]
        assert by[0].outcome == by[1].outcome


def test_a_player_says_why_the_score_matters():
    assert Learned().why(STANDARD, 0, LATE) == (
        "at 97 to 60, 99% of your wins win the game: a knock counts 8 more, gin counts 15 less, "
        "an undercut counts 5 more"
    )
    assert Learned().why(STANDARD, 1, LATE).startswith("at 60 to 97, ")
    assert Learned().why(STANDARD, 0, attrs.evolve(LATE, columns=[(0, 0)])) == ""
    hollywood = attrs.evolve(LATE, columns=[(90, 60), (40, 20)])
    assert Learned().why(gin.preset("hollywood"), 0, hollywood).startswith("at 90 to 60 and 40 to 20: a knock counts ")
    knocks = [gin.Outcome(declarer=1, deadwood=(21, 9), stock_left=9)] * 3
    assert "knocks as soon as possible" in Learned().why(STANDARD, 0, attrs.evolve(LATE, outcomes=knocks))
    record = gin.RoundRecord(STANDARD, 7)
    with_match, alone = (list(hint(record, 1, Learned(), match)) for match in (LATE, None))
    assert with_match[-1] == Learned().why(STANDARD, 1, LATE)
    assert not alone[-1].startswith("at ")


def test_who_plays_every_round_for_points():
    assert Searching().stand_in(STANDARD, 0, LATE) is None
    assert Learned().stand_in(STANDARD, 0, attrs.evolve(LATE, columns=[(0, 0)])) is None
    for rules, seats in (("mahjong-gin", 2), ("group-gin", 3)):
        assert Learned().stand_in(gin.preset(rules), 0, attrs.evolve(LATE, columns=[(60,) * seats])) is None
    adjusting = Adjusting(7)
    adjusting.start(gin.view(gin.deal("standard", seed=7), 0), LATE)
    assert adjusting._strong._told is None


@every(covered())
def test_the_paid_prices_are_told_at_the_beginning(name):
    """Where they differ by more than a step nothing is told, and the game is played for points."""
    table = match_equity(name)
    assert table.prices([(0, 0)]) == paid_prices(table.rules)
    assert table._tells


@pytest.mark.parametrize("name", covered())
def test_every_told_price_is_one_that_rules_can_have(name):
    for told in ((0, 0, 0), equity._MOST_PRICES):
        assert at_prices(gin.preset(name), told).gin_bonus == told[1]


def test_play_by_the_score_wins_more():
    """From 97 to 97 knocks pay: on the same deals the learned player ends more rounds with them."""
    view = attrs.evolve(LATE, columns=[(97, 97)])
    by_score = Learned().stand_in(STANDARD, 0, view)
    won = [
        lab.simulate(STANDARD, [one, partial(Greedy)], rounds=400).standings[0].rounds.value
        for one in (Learned, by_score)
    ]
    assert won[1] > won[0]
