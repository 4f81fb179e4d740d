"""The PettingZoo environment: its own tests at every table, prices as rewards, matches, and bad input."""

import contextlib
import hashlib
import io
import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ginrules as gin
from ginrules.errors import InvalidRunError, NotAnAction, RoundIsOver, WrongTypeError
from ginrules.rl import SeatEnv, VectorEnv, env, options, raw_env
from ginrules.rl.aec import RoundEnv
from ginrules.rl.options import largest_loss, tables_of
from tests.conftest import slow
from tests.lab.conftest import TABLES, code_in

SAMPLE = (("standard", 2), ("mahjong-gin", 4), ("oklahoma-second-deck", 2), ("doubling-gin", 2), ("knock-rummy", 6))
MATCHES = (
    "standard match 2, hollywood match 2, hollywood game 2, partnership match 4, penalty-elimination-50 match 3, "
    "captain match 4, three-handed game 3, rotating-box match 3, roodle match 6"
).split(", ")


def check_with_pettingzoo(cycles, **options):
    """Run PettingZoo's own tests, without the warning that they give for every dictionary."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for message in ("Observation is not a NumPy array", "Observation space for each agent probably", "Action mask"):
            warnings.filterwarnings("ignore", message)
        api_test(env(**options), num_cycles=cycles)
        seed_test(lambda: env(**options), num_cycles=cycles)


def played(table, seed, **reset):
    """Play an episode with random codes; return the sums of the rewards by agent."""
    generator = random.Random(seed)
    table.reset(seed=seed, **reset)
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, reward, terminated, truncated, info = table.last(observe=False)
        sums[agent] += reward
        table.step(None if terminated or truncated else code_in(info["action_mask"], generator))
    return sums


def test_a_match_of_elimination_has_tables_of_at_most_its_players():
    rules = gin.preset("penalty-elimination")
    assert [tables_of(rules, "match", None, players)[1] for players in (2, 3, 4)] == [(2,), (2, 3), (2, 3, 4)]


@pytest.mark.parametrize(
    ("options", "digest"),
    [
        ({"rules": "standard", "history": 5}, "182211d8378c"),
        ({"rules": "mahjong-gin", "seats": 4}, "8800f563621a"),
        ({"rules": "hollywood", "episode": "match", "most_rounds": 2}, "b6c55af25c65"),
        ({"rules": "captain", "episode": "match", "players": 4, "most_rounds": 2}, "f71c6e2a4771"),
    ],
)
def test_an_episode_stays_the_same_in_every_version(options, digest):
    """Seeds, codes, rows and rewards are part of the number in the name of an environment (`registration.VERSION`)."""
    table, generator, sums = raw_env(**options), random.Random(3), hashlib.sha256()
    table.reset(seed=11)
    for agent in table.agent_iter():
        observed, reward, terminated, truncated, info = table.last()
        code = None if terminated or truncated else code_in(info["action_mask"], generator)
        sums.update(observed["observation"].tobytes() + observed["action_mask"].tobytes())
        sums.update(f"{agent} {reward} {code}".encode())
        table.step(code)
    assert sums.hexdigest()[:12] == digest


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_pettingzoo_accepts_a_table(name, seats):
    check_with_pettingzoo(15, rules=name, seats=seats)


@pytest.mark.full
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_accepts_every_table(name, seats):
    check_with_pettingzoo(slow(4, 1_000), rules=name, seats=seats)


@pytest.mark.parametrize(("name", "episode", "players"), [("hollywood", "match", 2), ("partnership", "game", 4)])
def test_pettingzoo_accepts_a_match(name, episode, players):
    check_with_pettingzoo(15, rules=name, episode=episode, players=players, history=3)


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_rewards_are_the_price_of_the_round(name, seats):
    for seed in range(3):
        table = env(name, seats=seats, reward="points")
        rewards = played(table, seed)
        state = table.unwrapped.round
        assert tuple(rewards.values()) == gin.price(state.outcome, state.rules).net
        scaled = played(env(name, seats=seats, scale=50), seed)
        assert scaled == {agent: points / 50 for agent, points in rewards.items()}
        shares = played(env(name, seats=seats, reward="win"), seed)
        assert sum(shares.values()) == pytest.approx(0)
        assert all((shares[agent] > 0) == (points > 0) for agent, points in rewards.items())
        assert max(map(abs, rewards.values())) < largest_loss(state.rules, seats)


@pytest.mark.parametrize("case", MATCHES)
def test_a_match_is_played_to_its_settlement(case):
    name, episode, players = case.split()
    table = raw_env(name, episode=episode, players=int(players), reward="points", most_rounds=slow(6, 500))
    rewards = played(table, 5)
    match = table.match
    assert len(match.scores) >= 1
    assert match.is_over or len(match.scores) == slow(6, 500)
    net = gin.settle(match).net
    assert sum(rewards.values()) == 0
    assert any(rewards.values()) == any(net)
    if len(match.sides) == int(players):
        assert tuple(rewards.values()) == net
    if episode == "game":
        assert len(match.games) == 1


def test_scores_of_a_match_are_observed():
    table = raw_env("hollywood", episode="match")
    plain = raw_env("hollywood")
    table.reset(seed=3)
    before = table.observe("player_0")["observation"]
    generator = random.Random(1)
    while not any(table.match.games[0].points):
        table.step(code_in(table.infos[table.agent_selection]["action_mask"], generator))
    after = table.observe("player_0")["observation"]
    size = plain.observer.size
    assert not before[size : size + 6].any()
    points = table.match.games[0].points
    assert after[size] == pytest.approx(points[0] / (2 * table.match.sheet.target))
    theirs = table.observe("player_1")["observation"]
    assert theirs[size] == pytest.approx(points[1] / (2 * table.match.sheet.target))


def test_a_player_who_rests_sees_no_cards():
    table = raw_env("three-handed", episode="match")
    table.reset(seed=1)
    (resting,) = {0, 1, 2} - {*table._episode.seated}
    row = table.observe(f"player_{resting}")
    assert not row["observation"][: table.observer.size].any()
    assert not row["action_mask"].any()


def test_a_reset_can_name_the_deal():
    table = raw_env("standard")
    order = gin.shuffled(12)
    table.reset(seed=1, options={"order": order, "dealer": np.int64(1)})
    assert table.round == gin.deal("standard", order, dealer=1)
    table.reset(seed=4)
    first = table.round
    table.reset()
    assert table.round != first
    table.reset(seed=4)
    assert table.round == first
    with pytest.raises(gin.DealError, match="did you mean 'dealer'"):
        table.reset(options={"dealr": 1})
    with pytest.raises(gin.DealError):
        table.reset(options={"dealer": 2})
    for seed in ("one", -1, 1.0, True):
        for make in (raw_env, SeatEnv, VectorEnv):
            with pytest.raises(gin.DealError, match="seed: expected a whole number from 0 up"):
                make("standard").reset(seed=seed)


@pytest.mark.parametrize("width", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_numpy_integers_are_codes(width):
    table = raw_env("standard")
    table.reset(seed=0)
    before = table.round
    table.step(width(0))
    assert table.round == gin.apply(before, gin.Decline())


@pytest.mark.parametrize(
    ("code", "error"),
    [
        *((code, gin.IllegalAction) for code in (1, 584)),
        *((code, NotAnAction) for code in (-1, 10**9)),
        *((code, WrongTypeError) for code in (1.0, "draw", True, None)),
    ],
)
def test_an_illegal_code_raises_or_loses(code, error):
    table = raw_env("standard")
    table.reset(seed=0)
    before, agent = table.round, table.agent_selection
    with pytest.raises(error):
        table.step(code)
    assert (table.round, table.agent_selection) == (before, agent)
    if issubclass(error, gin.IllegalAction):
        lost = env("standard", reward="points")
        lost.reset(seed=0)
        lost.step(code)
        assert lost.rewards[agent] == -largest_loss(gin.preset("standard"), 2)
        assert sum(lost.rewards.values()) == 0
        assert lost.infos[agent]["illegal"]
        assert all(lost.terminations.values())


def test_steps_after_the_end_are_refused():
    table = raw_env("standard")
    with pytest.raises(RoundIsOver):
        table.step(0)
    played(table, 1)
    with pytest.raises(RoundIsOver):
        table.step(0)
    with pytest.raises(RoundIsOver):
        table.last()
    lost = env("standard")
    lost.reset(seed=1)
    lost.step(584)
    with pytest.raises(RoundIsOver, match="the only step is None"):
        lost.step(0)


def test_calls_before_the_first_deal_and_agents_that_are_absent_are_refused():
    table, seat = raw_env("standard", render_mode="svg"), SeatEnv("standard", render_mode="ansi")
    first = ("player_0",)
    for call, given in (
        (table.last, ()),
        (table.observe, first),
        (table.state, ()),
        (table.render, ()),
        (seat.render, ()),
    ):
        with pytest.raises(RoundIsOver, match="reset"):
            call(*given)
    table.reset(seed=1)
    for agent in ("player_2", 0, None, []):
        for call in (table.observe, table.observation_space, table.action_space):
            with pytest.raises(InvalidRunError, match="player_0 to player_1"):
                call(agent)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"rules": "standart"}, gin.UnknownPresetError),
        ({"rules": "standard+hand_size=30"}, gin.RuleSetError),
        ({"rules": 7}, WrongTypeError),
        *(({"seats": seats}, gin.DealError) for seats in (3, 2.0)),
        *(({name: 0}, InvalidRunError) for name in ("players", "scale", "most_rounds")),
        *(({name: "other"}, InvalidRunError) for name in ("episode", "reward", "illegal", "render_mode")),
        *(
            (options, InvalidRunError)
            for options in ({"players": 2}, {"episode": "match", "players": 3}, {"history": -1})
        ),
    ],
)
def test_wrong_arguments_are_refused(options, error):
    with pytest.raises(error):
        env(**options)


def test_a_round_is_rendered(capsys):
    for mode, start in (("ansi", "UpcardOffer: seat"), ("svg", "<svg")):
        table = raw_env("standard", render_mode=mode)
        table.reset(seed=1)
        assert table.render().startswith(start)
    table = raw_env("hollywood", episode="match", render_mode="human")
    table.reset(seed=1)
    table.step(0)
    assert "game 3" in capsys.readouterr().out
    with pytest.raises(InvalidRunError):
        raw_env("standard").render()


def test_pixels_have_one_shape_or_what_draws_them_is_named(monkeypatch):
    monkeypatch.setattr(options, "can_draw", lambda: False)
    for make in (raw_env, SeatEnv):
        with pytest.raises(InvalidRunError, match="pip install resvg_py pillow"):
            make(render_mode="rgb_array")
    monkeypatch.undo()
    if not options.can_draw():
        assert "rgb_array" not in RoundEnv.metadata["render_modes"]
        pytest.skip("resvg_py and pillow draw the pixels")
    assert "rgb_array" in RoundEnv.metadata["render_modes"]
    for table in (raw_env("penalty-2-to-4", seats=4, render_mode="rgb_array"), SeatEnv(render_mode="rgb_array")):
        table.reset(seed=1)
        drawn = table.render()
        assert (drawn.shape, drawn.dtype) == ((560, 700, 3), np.uint8)
        assert (drawn < 128).any()
        assert (drawn[:, 0] > 200).all()


def test_the_state_of_all_players_is_offered():
    table = env("knock-rummy", seats=3)
    table.reset(seed=1)
    assert table.state().shape == (3 * table.unwrapped.observer.size,)


# --- the environments are in PettingZoo's registry, where it has one ------------------------------

pettingzoo = pytest.importorskip("pettingzoo")
rl = pytest.importorskip("ginrules.rl")
if not hasattr(pettingzoo, "make"):
    pytest.skip("PettingZoo has a registry from 1.27 on", allow_module_level=True)


@pytest.mark.parametrize("name", ["Gin", "oklahoma", "group-gin"])
def test_an_environment_is_made_by_its_id(name):
    made = pettingzoo.make("aec", f"ginrules/{name}-v1")
    made.reset(seed=7)
    known = rl.env(**({} if name == "Gin" else {"rules": name}))
    known.reset(seed=7)
    assert made.agents == known.agents
    observations = [one.last()[0]["action_mask"].tolist() for one in (made, known)]
    assert observations[0] == observations[1]


def test_registering_twice_changes_nothing(recwarn):
    before = dict(pettingzoo.aec_registry)
    rl.register_envs()
    assert before == pettingzoo.aec_registry
    assert not recwarn.list
