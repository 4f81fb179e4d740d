"""Tournaments: every game is won once, order and workers change nothing, and played games are kept."""

import json
from functools import partial
from math import isclose

import numpy as np
import pytest

import ginrules as gin
from ginrules.driver.named import PLAYERS
from ginrules.errors import InvalidRunError, PlayerActionError, PlayerFailedError, PlayerTooSlowError
from ginrules.lab import Tournament, play_match, play_round, tournament
from ginrules.lab.round_robin.ratings import ratings
from ginrules.lab.runner.task import Task
from ginrules.lab.statistics.estimate import GAME, PairedSums
from ginrules.match import MatchView
from ginrules.play.seeded_deals import deal_seed
from ginrules.players import Simple, new_greedy
from tests.conftest import slow
from tests.lab.conftest import LIMIT, new_wrong

QUICK = gin.RuleSet(name="quick", target=20)


def stop_after(games):
    def stop(done, _total):
        if done >= games:
            raise KeyboardInterrupt

    return stop


@pytest.fixture(scope="module")
def three():
    return tournament(["simple", "greedy", partial(new_greedy, threshold=2)], QUICK, 30, seed=3)


@pytest.mark.parametrize(
    ("rules", "seats", "size"),
    [
        (QUICK, None, 4),
        (gin.preset("penalty-2-to-4").evolve(target=30), 3, 18),
        (gin.preset("partnership").evolve(target=20), 4, 8),
    ],
)
def test_every_game_is_won_once_and_points_are_won_from_somebody(rules, seats, size):
    result = tournament(["simple", "greedy", "random"], rules, 1, seats=seats)
    assert result.units == 1
    assert {contest.games for contest in result.contests} == {size}
    for contest in result.contests:
        assert sum(contest.won) == contest.games
    assert isclose(sum(entrant.won for entrant in result.entrants), result.games)
    assert result.entrants[-1].player == "random"


def test_the_order_of_the_players_changes_nothing(three):
    turned = tournament([partial(new_greedy, threshold=2), "greedy", "simple"], QUICK, 30, seed=3)
    assert [entrant.player for entrant in turned.entrants] == [entrant.player for entrant in three.entrants]
    for one in three.entrants:
        assert turned[one.player].won == one.won
        assert isclose(turned[one.player].elo.half_width, one.elo.half_width, rel_tol=1e-6)
    there, back = (result.share("simple", "greedy") for result in (three, turned))
    assert (there, there.value) == (back, pytest.approx(1 - three.share("greedy", "simple").value))
    for contest in three.contests:
        assert isclose(sum(net.value for net in contest.nets), 0, abs_tol=1e-9)


def test_a_player_draws_with_itself():
    result = tournament({"one": new_greedy, "other": new_greedy}, QUICK, 20)
    assert [(one.share.value, one.net.value, one.elo.value) for one in result.entrants] == [(0.5, 0, 0)] * 2


def test_the_core_and_the_engine_play_the_same(monkeypatch, three):
    pytest.importorskip("numpy")
    monkeypatch.setattr(Task, "is_compiled", False)
    monkeypatch.setattr(Task, "is_asked", False)
    assert tournament(["simple", "greedy", partial(new_greedy, threshold=2)], QUICK, 30, seed=3) == three


def test_games_are_those_of_play_match(three):
    won = 0
    for unit in range(three.units):
        for seating in (0, 1):
            for dealer in (0, 1):
                players = [(Simple, new_greedy), (new_greedy, Simple)][seating]
                played = play_match(QUICK, players, seed=deal_seed(3, unit), first_dealer=dealer)
                won += played.match.winner == seating
    assert three.contests[0].won[0] == won


def test_an_interrupted_tournament_resumes(tmp_path, three):
    players = ["simple", "greedy", partial(new_greedy, threshold=2)]
    play = partial(tournament, players, QUICK, 30, seed=3, time_limit=60)  # on the engine, unit by unit
    first = play(progress=stop_after(30))
    assert (first.partial, first.units) == (True, 3)
    whole = play(resume=first)
    assert whole == three
    path = tmp_path / "run"
    play(progress=stop_after(12), checkpoint=path)
    assert play(checkpoint=path) == three
    with pytest.raises(InvalidRunError, match="expected a checkpoint of 'tournament by"):
        tournament(["greedy", "simple"], QUICK, 30, seed=3, resume=first)


@pytest.mark.parametrize(
    ("what", "error"), [("illegal", PlayerActionError), ("raises", PlayerFailedError), ("hangs", PlayerTooSlowError)]
)
def test_a_player_that_fails_ends_it_and_the_games_before_are_kept(what, error):
    with pytest.raises(error, match=r"player at seat [01].* \(wrong, quick, seed \d+, dealer [01]") as caught:
        tournament({"mine": partial(new_wrong, what=what, every=37), "greedy": "greedy"}, QUICK, 400, time_limit=LIMIT)
    kept = caught.value.partial
    assert isinstance(kept, Tournament)
    assert kept.partial
    assert 0 < kept.games < 400


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["greedy"],), "players: expected two or more, got 1"),
        (("greedy",), "players: expected two or more, got 1"),
        (([],), "players: expected two or more, got 0"),
        ((["greedy", "bob"],), "'bob' is not the name of a player"),
        ((["greedy", 7],), "expected a function or class that makes a player"),
        (({1: "greedy", 2: "simple"},), "players: expected texts as names"),
        ((["greedy", "simple"], QUICK, 0), r"games: expected a whole number from 1 to 10\*\*15, got 0"),
        ((["greedy", "simple"], "penalty-2-to-4", 10, 3), "players: 2 cannot share 3 places evenly"),
        ((["greedy"] * 70, QUICK), "have 2,415 contests: expected at most 2,000"),
    ],
)
def test_a_tournament_of_nothing_is_refused(arguments, message):
    *others, seats = arguments if len(arguments) == 4 else (*arguments, None)
    with pytest.raises(InvalidRunError, match=message):
        tournament(*others, seats=seats)


def test_a_tournament_is_printed_and_written(three):
    assert json.loads(json.dumps(three.as_plain()))["contests"][0]["players"] == ["simple", "greedy"]
    lines = str(three).splitlines()
    assert lines[0] == "quick: 96 games between 3 players, 32 in each contest, seed 3"
    assert lines[3].startswith(f"1. {three.entrants[0].player}")
    assert "games won, %, by the player of the line" in str(three)
    with pytest.raises(KeyError, match="bob"):
        three["bob"]
    with pytest.raises(InvalidRunError, match="'bob' and 'greedy' have not met"):
        three.share("bob", "greedy")


def test_ratings_are_those_of_the_shares_they_were_made_from():
    # every player has won exactly as often as ratings of 200, 0 and -200 expect
    strengths = (200, 0, -200)
    contests = [(0, 1), (0, 2), (1, 2)]
    expected = [1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400)) for a, b in contests]
    games = 1e9
    totals = [PairedSums(units=6, a=6 * GAME, base_a=48 * GAME)] * 3
    products = np.full((3, 3), 10 * GAME**2, object)
    found = ratings("abc", contests, [(games * share, games * (1 - share)) for share in expected], totals, products)
    assert [round(elo.value, 3) for _, elo in found] == [200, 0, -200]


def test_players_that_say_so_do_not_look_at_the_match():
    last = MatchView(round=30, dealer=1, target=100, columns=[(99, 0)], won=(0, 0))
    for name in ("random", "simple", "greedy", "expert", "searching"):
        new_player = PLAYERS[name]
        if not getattr(new_player(0), "reads_match", True):
            played = [
                play_round("standard", [new_player(1), new_player(2)], gin.shuffled(11), match=match)
                for match in (None, last)
            ]
            assert played[0] == played[1], name


@pytest.mark.full
def test_intervals_of_ratings_have_their_coverage():
    """95 % intervals of ratings from 40 games hold the ratings of thousands in nearly 95 % of the tournaments."""
    players = {"greedy": new_greedy, "simple": Simple, "five": partial(new_greedy, threshold=5)}
    count = slow(40, 250)
    truth = {"five": 16.6, "greedy": -4.1, "simple": -12.5}  # of 8,000 games in each contest, ± 4
    entrants = [one for seed in range(count) for one in tournament(players, QUICK, 40, seed=5000 + seed).entrants]
    held = sum(one.elo.low <= truth[one.player] <= one.elo.high for one in entrants)
    assert 0.9 <= held / len(entrants) < 1
