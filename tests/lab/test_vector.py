"""Batches of rounds in Gymnasium's vector API: the core's numbers equal the engine's."""

from collections import Counter
from functools import partial

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import ginrules as gin
from ginrules import fast
from ginrules.errors import DealError, IllegalAction, InvalidRunError, RoundIsOver, WrongTypeError
from ginrules.fast import Rounds, outcomes, stepping
from ginrules.players import Expert, RandomPlayer, Searching, new_greedy
from ginrules.rl import Observer, VectorEnv
from tests.conftest import STANDARD, WAYS, slow, some

pytestmark = pytest.mark.filterwarnings("ignore:these environments are not played by the compiled core")
MODES = list(AutoresetMode)


def chosen(observations, chance):
    """A legal code for each round, knocks first; 0 if there is none."""
    weights = chance.random(observations["action_mask"].shape) * observations["action_mask"]
    weights[:, 60:112] *= 20
    return weights.argmax(axis=1)


def run(make, steps, seed=1):
    """All that an environment answers, step by step, copied."""
    chance, env = np.random.default_rng(seed), make()
    observations, infos = env.reset(seed=seed)
    yield observations["observation"].copy(), observations["action_mask"].copy(), infos["acting"].copy()
    for _ in range(steps):
        if env.metadata["autoreset_mode"] is AutoresetMode.DISABLED and env._dead.any():
            observations, infos = env.reset(options={"reset_mask": env._dead})
            continue
        observations, *answers, infos = env.step(chosen(observations, chance))
        net = infos.get("net", np.zeros(1)).copy()
        yield observations["observation"].copy(), observations["action_mask"].copy(), net, *map(np.copy, answers)


def same(make, steps):
    with pytest.MonkeyPatch.context() as patch:
        core = list(run(make, steps))
        patch.setattr(stepping, "why_not", lambda *_: "by the engine")
        engine = list(run(make, steps))
    for mine, theirs in zip(core, engine, strict=True):
        assert all((one == other).all() for one, other in zip(mine, theirs, strict=True))
    return core


@pytest.mark.parametrize("mode", MODES)
def test_the_engine_gives_the_same_numbers(mode):
    core = same(lambda: VectorEnv("oklahoma", 3, new_greedy, autoreset_mode=mode), 25)
    assert any(step[4].any() for step in core[1:])


@pytest.mark.full
def test_the_engine_gives_the_same_numbers_for_every_way_to_play():
    for rules, seats in some(list(WAYS.values()), slow(8, len(WAYS))):
        for opponents in ("simple", None):
            same(lambda: VectorEnv(rules, 2, opponents, seats=seats, seat=seats - 1), 40)


def test_arrays_are_those_of_the_rounds():
    env = VectorEnv(STANDARD, 4, RandomPlayer, seat=1, reward="points")
    observations, infos = env.reset(seed=3)
    rounds, chance, observer = env.rounds, np.random.default_rng(3), Observer(STANDARD, 2)
    ended = 0
    for _ in range(150):
        assert observations["observation"] is rounds.observed
        assert np.shares_memory(observations["action_mask"], rounds.masks)
        assert set(infos["acting"].tolist()) == {1}
        view = gin.view(rounds.state(0), 1)
        assert (observer(view, rounds.laid(0)) == observations["observation"][0]).all()
        before = [(rounds.state(place), rounds.laid(place)) for place in range(4)]
        codes = chosen(observations, chance)
        observations, rewards, terminated, truncated, infos = env.step(codes)
        assert not truncated.any()
        for place in np.flatnonzero(terminated).tolist():
            assert infos["net"][place].sum() == 0
            assert rewards[place] == infos["net"][place][1]
            assert not infos["final_obs"][place]["action_mask"].any()
            after = gin.apply(before[place][0], rounds.codec.action(codes[place], *before[place]))
            if after.is_over:
                assert infos["net"][place].tolist() == list(gin.price(after.outcome, STANDARD).net)
            ended += 1
        assert not rewards[~terminated].any()
    assert ended > 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_packed_observations_are_the_same(mode, opponents):
    packed, rows = (
        VectorEnv("oklahoma", 4, opponents, autoreset_mode=mode, most_plies=40, packed=is_packed)
        for is_packed in (True, False)
    )
    (words, infos), (seen, _) = packed.reset(seed=1), rows.reset(seed=1)
    assert words["words"] is packed.rounds.words
    assert words["legal"] is packed.rounds.legal
    assert packed.observation_space.contains(words)
    unpack = {"observation": packed.observer.layout.unpack, "action_mask": packed.codec.unpack}
    names, last = {"observation": "words", "action_mask": "legal"}, 0
    for step in range(60):
        for name, entry in names.items():
            assert (unpack[name](words[entry]) == seen[name]).all()
        codes = np.maximum(packed.rounds.choose(step), 0)
        if mode is AutoresetMode.DISABLED and packed._dead.any():
            mask = packed._dead.copy()
            words, infos = packed.reset(options={"reset_mask": mask})
            seen, _ = rows.reset(options={"reset_mask": mask})
            continue
        words, *answers, infos = packed.step(codes)
        seen, *others, more = rows.step(codes)
        assert all((one == other).all() for one, other in zip(answers, others, strict=True))
        assert (infos.get("net", 0) == more.get("net", 0)).all() if "net" in infos else "net" not in more
        for place in np.flatnonzero(infos.get("_final_obs", ())).tolist():
            last += 1
            for name, entry in names.items():
                assert (unpack[name](infos["final_obs"][place][entry]) == more["final_obs"][place][name]).all()
    assert last or mode is not AutoresetMode.SAME_STEP


def test_every_seat_can_be_stepped():
    env = VectorEnv(STANDARD, 3, None, reward="win", autoreset_mode="Disabled")
    observations, infos = env.reset(seed=2)
    chance, seats = np.random.default_rng(1), set()
    while not env.rounds.over.all():
        acting = infos["acting"].copy()
        seats |= set(acting.tolist())
        observations, rewards, terminated, _, infos = env.step(chosen(observations, chance))
        for place in np.flatnonzero(terminated).tolist():
            assert rewards[place] == np.sign(infos["net"][place][acting[place]])
    assert seats >= {0, 1}
    assert len(outcomes(STANDARD, env.rounds.facts)) == 3
    with pytest.raises(RoundIsOver):
        env.step([0, 0, 0])
    env.reset(options={"reset_mask": np.array([True, False, True])})
    assert env.rounds.over.tolist() == [False, True, False]


@pytest.mark.parametrize("mode", MODES)
def test_long_rounds_are_truncated(mode):
    env = VectorEnv(STANDARD, 2, None, most_plies=5, autoreset_mode=mode)
    observations, _ = env.reset(seed=1)
    cut = []
    for _ in range(7):
        observations, rewards, terminated, truncated, _ = env.step(observations["action_mask"].argmax(axis=1))
        assert not terminated.any()
        assert not rewards.any()
        cut.append(int(truncated.sum()))
    assert cut == [0, 0, 0, 0, 2, 0, 0]
    if mode is AutoresetMode.SAME_STEP:
        assert env.rounds.facts["plies"].tolist() == [2, 2]
    if mode is AutoresetMode.NEXT_STEP:
        assert env.rounds.facts["plies"].tolist() == [1, 1]


def test_gymnasium_makes_it_by_name():
    env = RecordEpisodeStatistics(
        gym.make_vec("ginrules/oklahoma-v1", 2, vectorization_mode="vector_entry_point", opponents="simple", copy=True)
    )
    observations, _ = env.reset(seed=1)
    assert env.single_observation_space["observation"].contains(observations["observation"][0])
    assert env.observation_space.contains(observations)
    chance, infos = np.random.default_rng(1), {}
    while "episode" not in infos:
        last = observations
        observations, *_, infos = env.step(chosen(observations, chance))
        assert last["observation"] is not observations["observation"]
    assert infos["episode"]["l"].max() > 1


def test_seeds():
    one, two = (VectorEnv(STANDARD, 2) for _ in range(2))
    first, _ = one.reset(seed=9)
    second, _ = two.reset(seed=9)
    assert (first["observation"] == second["observation"]).all()
    before = first["observation"].copy()
    assert (one.reset()[0]["observation"] != before).any()
    assert (one.reset(seed=9)[0]["observation"] == before).all()


def test_bad_calls():
    env = VectorEnv(STANDARD, 2)
    with pytest.raises(RoundIsOver):
        env.step([0, 7])
    env.reset(seed=1)
    for error, call in (
        (InvalidRunError, lambda: VectorEnv(STANDARD, 0)),
        (InvalidRunError, lambda: VectorEnv(STANDARD, 10**6)),
        (InvalidRunError, lambda: VectorEnv(STANDARD, seat=2)),
        (InvalidRunError, lambda: VectorEnv(STANDARD, opponents=["greedy", "greedy"])),
        (InvalidRunError, lambda: VectorEnv(STANDARD, opponents="nobody")),
        (InvalidRunError, lambda: VectorEnv(STANDARD, opponents=7)),
        (InvalidRunError, lambda: VectorEnv(STANDARD, reward="much")),
        (InvalidRunError, lambda: VectorEnv(STANDARD, scale=0)),
        (InvalidRunError, lambda: VectorEnv(STANDARD, autoreset_mode="never")),
        (InvalidRunError, lambda: VectorEnv(STANDARD, most_plies=0)),
        (DealError, lambda: VectorEnv(STANDARD, seats=3)),
        (WrongTypeError, lambda: VectorEnv(None)),
        (DealError, lambda: env.reset(seed="1")),
        (InvalidRunError, lambda: env.reset(options={"reset_mask": [True, False]})),
        (InvalidRunError, lambda: env.reset(options=[True, False])),
        (InvalidRunError, lambda: env.reset(options={"dealer": 0})),
        (IllegalAction, lambda: env.step([1, 1])),
        (IllegalAction, lambda: env.step([585, 0])),
        (WrongTypeError, lambda: env.step([0])),
        (WrongTypeError, lambda: env.step("00")),
    ):
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("packed", [False, True])
def test_only_the_observations_that_are_asked_for_are_made(monkeypatch, packed):
    """Rows and words each cost as much as the step, so that neither is made in vain."""
    others = ("observed", "masks") if packed else ("words", "legal")
    env = VectorEnv("standard", 4, packed=packed)
    env.reset(seed=1)
    for name in others:
        monkeypatch.setattr(stepping.Rounds, name, property(lambda _: pytest.fail("made in vain")), raising=False)
    for seed in range(40):
        env.step(env.rounds.choose(seed))


def test_rows_of_uint8():
    whole, usual = VectorEnv("standard", 4, "simple", dtype="uint8"), VectorEnv("standard", 4, "simple")
    rows, infos = whole.reset(seed=5)
    usual.reset(seed=5)
    assert whole.observation_space["observation"].dtype == np.uint8
    for _ in range(60):
        assert whole.observation_space.contains(rows)
        assert usual.rounds is not None
        assert (rows["observation"] / whole.observer.layout.divisors == usual.rounds.observed).all()
        codes = rows["action_mask"].argmax(axis=1)
        rows, rewards, ended, _, infos = whole.step(codes)
        assert (rewards == usual.step(codes)[1]).all()
        if ended.any():
            assert infos["final_obs"][ended.argmax()]["observation"].dtype == np.uint8
    with pytest.raises(InvalidRunError, match="take_cap = 300 allows larger ones"):
        VectorEnv("standard+take_cap=300", 2, dtype=np.uint8)


@pytest.mark.parametrize(("seats", "orders"), [(3, 2), (4, 6)])
def test_different_opponents_take_every_order(seats, orders):
    """The deals of a run take the orders in turn, on core and engine."""
    opponents = (new_greedy, RandomPlayer, "medium")[: seats - 1]
    core = same(lambda: VectorEnv("knock-rummy", 3 * seats, opponents, seats=seats, autoreset_mode="SameStep"), 12)
    assert sum(step[4].sum() for step in core[1:]) > 6 * seats  # more deals than orders
    tables = VectorEnv("knock-rummy", opponents=opponents, seats=seats)._opponents
    assert len({tuple(table.items()) for table in tables}) == len(tables) == orders
    with pytest.raises(InvalidRunError, match="the same seats in every mapping"):
        Rounds("knock-rummy", 2, seats=3, opponents=[{1: new_greedy}, {2: new_greedy}])


def test_an_opponent_who_changes_places_plays_as_at_each_of_them():
    """Every second deal has the other order: its rounds are those of a run with this order alone."""
    orders = [{1: new_greedy, 2: RandomPlayer}, {1: RandomPlayer, 2: new_greedy}]

    def facts(opponents):
        rounds = Rounds("knock-rummy", 12, 5, seats=3, opponents=opponents)
        while not rounds.over.all():
            rounds.step(rounds.choose(1))
        return rounds.facts.reshape(4, 3)

    both, first, second = facts(orders), facts(orders[0]), facts(orders[1])
    assert (both[::2] == first[::2]).all()
    assert (both[1::2] == second[1::2]).all()
    assert (both[1::2] != first[1::2]).any()


POOL = [("expert", 0.25), ("greedy", 0.5), (partial(new_greedy, threshold=0), 0.25)]


def ends_against(opponents, *, n=512, seed=3):
    """How often rounds end in each way, under random play against opponents."""
    tables = VectorEnv("standard", n, opponents=opponents, packed=True)
    tables.reset(seed=seed)
    ended = Counter()
    for step in range(120):
        _, _, over, _, _ = tables.step(tables.rounds.choose(step))
        ended.update(tables.rounds.facts["ending"][over].tolist())
    return ended


def test_a_pool_is_drawn_from_the_seed_in_its_shares_and_stays_in_the_core():
    tables = VectorEnv("standard", 4, opponents=POOL)
    makers = [tables.rounds._factories if tables.reset(seed=seed) else None for seed in (1, 1, 2)]
    assert makers[0] == makers[1] != makers[2]
    assert tables.rounds.why_engine is None
    counts = Counter(player for table in makers[0] for player in table if player is not None)
    assert sorted(counts.values()) == [64, 64, 128]


def test_rounds_against_a_pool_are_those_of_its_members():
    pool = fast.Rounds("standard", 64, 7, opponents={1: [(new_greedy, 1), (Expert, 2)]})
    for table, makers in enumerate(pool._factories[:32]):
        member = fast.Rounds("standard", 64, 7, opponents={1: makers[1]})
        at = slice(2 * table, 2 * table + 2)
        assert (pool.observed[at] == member.observed[at]).all()
    assert len({makers[1] for makers in pool._factories}) == 2


def test_a_pool_of_one_is_the_player():
    assert ends_against([("greedy", 3)]) == ends_against("greedy")
    assert ends_against(POOL) != ends_against("greedy")


def test_weights_are_above_zero():
    for weight in (0, -1, True, "1", float("nan"), float("inf")):
        with pytest.raises(InvalidRunError, match="weights above 0"):
            VectorEnv("standard", 2, opponents=[("greedy", weight)]).reset(seed=1)


@pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
def test_leaving_the_core_is_said_once_with_the_reason():
    tables = VectorEnv("standard", 2, opponents=[("greedy", 1), (Searching, 1)])
    with pytest.warns(RuntimeWarning, match="the core does not have the player of Searching") as warned:
        tables.reset(seed=1)
    tables.reset(seed=2)
    assert len(warned) == 1
