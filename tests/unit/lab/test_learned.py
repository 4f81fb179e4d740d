"""The learned player: its net in whole numbers, on the engine and in the core, and its files."""

from array import array
from functools import partial
from math import prod
from random import Random

import pytest

import ginrules as gin
from ginrules import fast
from ginrules.errors import InvalidNetError, InvalidRunError
from ginrules.learned_net import (
    COUNT,
    FORMAT,
    HIDDEN,
    LIMITS,
    MIXED,
    MIXED_SHIFT,
    MOST_AT_ONCE,
    SHAPES,
    LearnedNet,
)
from ginrules.net_files import NetArray, NetFile, write_net
from ginrules.players import Expert, Learned, net_for, packaged_nets, player_named
from ginrules.players.packaged_nets import NETS, is_known
from tests.effort import effort, slow

needs_core = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
PLAIN = ("standard", "oklahoma", "straight", "doubling", "eaai")


def some_net(seed, rules="standard", most=None):
    """A net of random weights; with most, all of them are as large as they can be."""
    rng, weights = Random(seed), {}
    for name, shape in SHAPES.items():
        limit = LIMITS[name] if most else {"inputs": 60, "mixed": 900, "heads": 3000}.get(name, 2000)
        count = prod(shape)
        weights[name] = [rng.choice((-limit, limit)) if most else rng.randint(-limit, limit) for _ in range(count)]
    return LearnedNet(rules=gin.preset(rules), **weights, training={"seed": str(seed)})


def answers_slowly(net, inputs):
    """The answers of a net, summed one by one."""
    units = []
    for j in range(HIDDEN):
        total = net.inputs_bias[j] + sum(net.inputs[number * HIDDEN + j] for number in inputs)
        units.append(min(total if total > 0 else total >> 4, 4000))
    mixed = []
    for k in range(MIXED):
        total = net.mixed_bias[k] + sum(net.mixed[k * HIDDEN + j] * units[j] for j in range(HIDDEN))
        assert abs(total) < 2**31, "the core sums in 32 bits"
        mixed.append((total if total > 0 else total >> 4) >> MIXED_SHIFT)
    return tuple(
        net.heads_bias[head] + sum(net.heads[head * MIXED + k] * mixed[k] for k in range(MIXED)) for head in range(3)
    )


@pytest.mark.parametrize("most", [False, True])
def test_the_answers_of_a_net_are_plain_sums(most):
    net, rng = some_net(3, most=most), Random(4)
    for count in (0, 1, 90, MOST_AT_ONCE):
        inputs = [rng.randrange(COUNT) for _ in range(count)]
        assert net.answers(inputs) == answers_slowly(net, inputs)
    if most:  # the inputs that drive one unit as far up as it goes
        best = sorted(range(COUNT), key=lambda number: -net.inputs[number * HIDDEN])[:MOST_AT_ONCE]
        assert net.answers(best) == answers_slowly(net, best)


def played_twice(rules, players, seeds, monkeypatch):
    """Return the facts of rounds by the core and by the engine, as bytes."""
    assert fast.why_not(rules, players) is None
    found = fast.play(rules, players, seeds)
    with monkeypatch.context() as patch:
        patch.setattr("ginrules.fast.rounds.policies_of", lambda *_: None)
        patch.setattr("ginrules.fast.rounds.why_not", lambda *_: "by hand")
        return found.tobytes(), fast.play(rules, players, seeds).tobytes()


@needs_core
@pytest.mark.parametrize("rules", PLAIN)
def test_engine_and_core_decide_alike(rules, monkeypatch):
    players = [partial(Learned, net=some_net(1)), partial(Learned, net=some_net(2))]
    on_core, on_engine = played_twice(gin.preset(rules), players, range(effort(2, slow(8, 70))), monkeypatch)
    assert on_core == on_engine


@needs_core
def test_engine_and_core_decide_alike_under_random_rules(monkeypatch):
    known = [name for name in gin.preset_names() if is_known(gin.preset(name)) and fast.why_not(name) is None]
    trained, rng = LearnedNet.load(NETS / "standard.npz"), Random(26)
    assert len(known) > 40
    for number in range(effort(1, slow(6, 150))):
        rules = gin.preset(rng.choice(known)).evolve(
            name="random",
            knock_limit=rng.randint(0, 10),
            gin_bonus=rng.randint(0, 60),
            undercut_bonus=rng.randint(0, 60),
        )  # fmt: skip
        players = [partial(Learned, net=trained), partial(Learned, net=some_net(number))]
        seeds = range(100 * number, 100 * number + 2)
        on_core, on_engine = played_twice(rules, players, seeds, monkeypatch)
        assert on_core == on_engine, rules


def test_a_file_is_read_as_it_was_written(tmp_path):
    net = some_net(5)
    net.save(tmp_path / "net.npz")
    again = LearnedNet.load(tmp_path / "net.npz")
    assert again.rules == net.rules
    assert again.training == {"seed": "5"}
    assert all(getattr(again, name) == getattr(net, name) for name in SHAPES)
    player = player_named(f"learned:{tmp_path / 'net.npz'}", own=True)(1)
    assert str(player) == "learned for standard"
    assert player.net.inputs == net.inputs


def spoiled(tmp_path, change):
    arrays = {}
    for name, shape in SHAPES.items():
        kind = {"inputs": "|i1", "mixed_bias": "<i4", "heads_bias": "<i4"}.get(name, "<i2")
        arrays[name] = NetArray(kind, shape, bytes(prod(shape) * int(kind[-1])))
    about = {"training": {}}
    change(arrays, about)
    write_net(tmp_path / "net.npz", FORMAT, NetFile(gin.preset("standard"), 2, arrays, about))
    return tmp_path / "net.npz"


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays, _: arrays.pop("heads"),
        lambda arrays, _: arrays.update(more=NetArray("<i2", (1,), bytes(2))),
        lambda arrays, _: arrays.update(heads=NetArray("<i2", (3, 31), bytes(186))),
        lambda arrays, _: arrays.update(inputs=NetArray("|i1", SHAPES["inputs"], b"\x80" * (COUNT * HIDDEN))),
        lambda arrays, _: arrays.update(mixed=NetArray("<i2", SHAPES["mixed"], b"\xff\x7f" * (MIXED * HIDDEN))),
        lambda arrays, _: arrays.update(heads=NetArray("<f4", SHAPES["heads"], bytes(4 * 3 * MIXED))),
        lambda _, about: about.pop("training"),
        lambda _, about: about.update(training=[1]),
    ],
    ids=["an array less", "an array more", "a shape", "an input", "a weight", "fractions", "no training", "a list"],
)
def test_a_wrong_file_is_a_typed_error(tmp_path, change):
    assert LearnedNet.load(spoiled(tmp_path, lambda *_: None)).rules == gin.preset("standard")
    path = spoiled(tmp_path, change)
    with pytest.raises(InvalidNetError):
        LearnedNet.load(path)
    with pytest.raises(InvalidRunError, match="learned:"):
        player_named(f"learned:{path}", own=True)


def test_a_file_that_is_not_there_is_a_typed_error(tmp_path):
    with pytest.raises(InvalidRunError, match="cannot be read"):
        player_named(f"learned:{tmp_path / 'none.npz'}", own=True)


@pytest.mark.parametrize(
    ("rules", "seats", "reason"),
    [
        ("group-gin", None, "this one has 3 seats"),
        ("standard+gin_bonus=300", None, "the prices are 275 points from"),
        ("round-the-corner", None, "no net was trained"),
        ("knock-rummy", None, "knock limits up to 10"),
    ],
)
def test_expert_plays_where_no_net_does(rules, seats, reason):
    choice = net_for(rules, seats)
    assert choice.net is None
    assert reason in choice.reason
    state = gin.deal(rules, seed=3, seats=gin.preset(rules).table_sizes[0])
    view = gin.view(state, state.turn)
    learned, expert = Learned(1), Expert(1)
    learned.start(view)
    expert.start(view)
    assert learned.choose(view) == expert.choose(view)


@pytest.mark.parametrize(
    ("rules", "trained", "reason"),
    [
        ("standard", "standard", ""),
        ("eaai", "standard", ": the prices of a round are the same"),
        ("undercut-15", "standard", ": prices are 10 points apart"),
        ("standard+knock_limit=7", "oklahoma", ": knock limits differ, the prices of a round are the same"),
        ("bicycle-oklahoma", "oklahoma", ": prices are 20 points apart"),
        ("straight-gin+gin_bonus=30", "straight-gin", ": prices are 5 points apart"),
    ],
)
def test_a_net_plays_under_similar_rules_and_says_why(rules, trained, reason):
    choice = net_for(rules)
    assert choice.net.rules == gin.preset(trained)
    assert choice.reason == f"a net trained for {trained} plays{reason}"


def test_a_net_without_knocks_plays_only_where_there_are_none(monkeypatch):
    straight = LearnedNet.load(NETS / "straight-gin.npz")
    monkeypatch.setattr(packaged_nets, "_nets", lambda: (straight,))
    monkeypatch.setattr(packaged_nets, "_net_for", packaged_nets._net_for.__wrapped__)
    assert net_for("straight-gin").net is straight
    assert net_for("standard").net is None


@needs_core
def test_a_player_without_a_net_has_the_row_of_expert():
    rules = gin.preset("standard+gin_bonus=300")
    assert fast.play(rules, Learned, range(5)).tobytes() == fast.play(rules, Expert, range(5)).tobytes()


def test_the_nets_of_the_package_are_small_and_say_how_they_were_trained():
    nets = sorted(NETS.glob("*.npz"))
    assert sum(path.stat().st_size for path in nets) <= 300_000
    for path in nets:
        net = LearnedNet.load(path)
        assert path.stem == net.rules.name
        assert int(net.training["positions"]) >= 1_000_000
        assert path.stem in (NETS / "README.md").read_text()
        assert isinstance(net.inputs, array)
        assert net_for(net.rules).net is not None
