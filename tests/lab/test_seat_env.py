"""The Gymnasium environment: its own checks, opponents, and errors."""

import random
import warnings
from functools import partial

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ginrules as gin
from ginrules.errors import EndlessPlayError, InvalidRunError, PlayerActionError, PlayerFailedError, RoundIsOver
from ginrules.players import Greedy, Player, RandomPlayer
from ginrules.rl import SeatEnv
from tests.conftest import slow
from tests.lab.conftest import code_in


class Noted(Player):
    """Random, and it notes every event and every start."""

    name = "noted"
    notes: list = []  # noqa: RUF012 - of all its players

    def __init__(self, seed):
        self.random = RandomPlayer(seed)

    def start(self, view, match=None):
        self.notes.append((view.seat, match))

    def watch(self, event):
        self.notes.append(event)

    def choose(self, view):
        return self.random.choose(view)


class Cheat(Greedy):
    """It discards a card that it does not hold."""

    def choose(self, view):
        return gin.Knock(min(view.unseen))


def played(table, seed, **options):
    """Play an episode with random codes; return the sum of rewards and the last info."""
    generator = random.Random(seed)
    _, info = table.reset(seed=seed, **options)
    total, over = 0.0, False
    while not over:
        observed, reward, terminated, truncated, info = table.step(code_in(info["action_mask"], generator))
        assert np.array_equal(observed["action_mask"], info["action_mask"])
        total, over = total + reward, terminated or truncated
    return total, info


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("standard", {}),
        ("mahjong-gin", {"seats": 4, "opponents": "random"}),
        ("Gin", {"rules": "oklahoma+gin_bonus=30"}),
    ],
)
def test_gymnasium_accepts_a_registered_environment(name, options, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = gym.make(f"ginrules/{name}-v1", **options)
        check_env(table.unwrapped)
    assert capsys.readouterr()


@pytest.mark.full
@pytest.mark.parametrize("name", gin.preset_names())
def test_every_preset_is_registered(name):
    for seats in gin.preset(name).table_sizes[: slow(1, 9)]:
        table = gym.make(f"ginrules/{name}-v1", seats=seats, opponents="simple")
        total, info = played(table, 3)
        assert total == pytest.approx(info["net"] / 100)


def test_a_reward_is_the_price_and_opponents_see_what_they_may():
    table = SeatEnv("penalty-2-to-4", Noted, seats=3, seat=1, reward="points")
    Noted.notes.clear()
    total, info = played(table, 4)
    score = gin.price(table.round.outcome, table.rules)
    assert (total, info["result"]) == (score.net[1], score.result)
    drew = [event for event in Noted.notes if isinstance(event, gin.DrewStock)]
    assert all(event.card is None for event in drew if event.seat == 1)
    assert any(event.card is not None for event in drew)
    assert any(isinstance(event, gin.RoundEnded) for event in Noted.notes)


def test_different_opponents_change_places_but_partners_do_not():
    taken = {1: set(), 2: set()}

    class Placed(RandomPlayer):
        def __init__(self, number, seed):
            super().__init__(seed)
            self.number = number

        def choose(self, view):
            taken[self.number].add(view.seat)
            return super().choose(view)

    table = SeatEnv("penalty-2-to-4", [partial(Placed, number) for number in taken], seats=3)
    for seed in range(2):
        played(table, seed)
    assert taken == {1: {1, 2}, 2: {1, 2}}
    assert len(SeatEnv("partnership", ("greedy", "simple", "expert"), episode="match")._orders) == 1


def test_a_match_shows_its_standings_to_opponents():
    table = SeatEnv("standard", Noted, episode="match", most_rounds=4, seat=1)
    Noted.notes.clear()
    _, info = played(table, 2)
    starts = [note for note in Noted.notes if isinstance(note, tuple)]
    assert len(starts) >= info["rounds"] >= 1
    assert all(match is not None for _, match in starts)


def test_the_same_seed_gives_the_same_episode():
    rows = []
    for _ in range(2):
        table = SeatEnv("standard", "random", history=4)
        rows.append((table.reset(seed=5)[0]["observation"], played(table, 6)))
    assert np.array_equal(rows[0][0], rows[1][0])
    assert rows[0][1][0] == rows[1][1][0]


def test_an_illegal_code_loses_or_raises():
    table = SeatEnv("standard")
    table.reset(seed=1)
    _, reward, terminated, _, info = table.step(583)
    assert (reward, terminated, info["illegal"]) == (-1.41, True, True)
    with pytest.raises(RoundIsOver):
        table.step(0)
    strict = SeatEnv("standard", illegal="raise")
    strict.reset(seed=1)
    before = strict.round
    with pytest.raises(gin.IllegalAction):
        strict.step(583)
    assert strict.round == before


def test_the_masks_are_those_of_the_observations_at_every_step():
    table = gym.make("ginrules/standard-v1", opponents="greedy")
    observation, _ = table.reset(seed=4)
    terminated = False
    while not terminated:
        masks = table.get_wrapper_attr("action_masks")()
        assert masks.dtype == bool
        assert (masks == (observation["action_mask"] == 1)).all()
        observation, _, terminated, _, _ = table.step(int(masks.nonzero()[0][-1]))


def test_steps_before_a_reset_are_refused():
    with pytest.raises(RoundIsOver):
        SeatEnv("standard").step(0)


def test_an_episode_whose_opponent_goes_wrong_is_over():
    table = SeatEnv("standard", lambda _seed: Cheat())
    with pytest.raises(PlayerActionError, match="seat 1"):
        played(table, 1)
    with pytest.raises(RoundIsOver):
        table.step(0)


def test_an_opponent_that_fails_at_the_sight_of_an_action_ends_the_episode():
    class Startled(Greedy):
        watches = True

        def watch(self, event):
            if getattr(event, "seat", 1) == 0:
                raise ZeroDivisionError(event)

    table = SeatEnv("standard", lambda _seed: Startled())
    with pytest.raises(PlayerFailedError, match="seat 1"):
        played(table, 1)
    with pytest.raises(RoundIsOver):
        table.step(0)


def play_rounds(table, count):
    for seed in range(count):
        played(table, seed)


def test_opponents_who_come_to_no_end_are_named(monkeypatch):
    """While the learner rests the others play by themselves, which must end."""
    monkeypatch.setattr("ginrules.driver.round.PLY_CAP", 5)
    table = SeatEnv("three-handed", episode="match", seat=2)
    with pytest.raises(EndlessPlayError, match="5 actions"):
        play_rounds(table, 9)


@pytest.mark.parametrize(
    "options",
    [
        *({"opponents": opponents} for opponents in ("nobody", 7, ["greedy", "greedy"])),
        *({"seat": 2}, {"seat": -1}, {"render_mode": "pixels"}, {"players": 2}, {"illegal": "ignore"}),
    ],
)
def test_wrong_arguments_are_refused(options):
    with pytest.raises(InvalidRunError):
        SeatEnv("standard", **options)


def test_a_seat_is_rendered_as_it_sees_the_round():
    table = SeatEnv("standard", render_mode="ansi")
    table.reset(seed=1)
    assert "? ?" in table.render()
    pictured = SeatEnv("standard", render_mode="svg")
    pictured.reset(seed=1)
    assert pictured.render().startswith("<svg")
