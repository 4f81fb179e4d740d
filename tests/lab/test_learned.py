"""The learned player: its net in whole numbers, on the engine and in the core, and its files."""

from array import array
from fractions import Fraction
from functools import partial
from hashlib import sha256
from math import floor, prod
from random import Random

import pytest

import ginrules as gin
from ginrules import fast
from ginrules.errors import InvalidNetError, InvalidRunError
from ginrules.nets.learned import (
    COUNT,
    FORMAT,
    HIDDEN,
    LIMITS,
    MIXED,
    MIXED_SHIFT,
    MOST_AT_ONCE,
    SHAPES,
    FoldedNet,
    LearnedNet,
)
from ginrules.nets.rules import COUNT as RULE_COUNT
from ginrules.nets.rules import SUPPORTED, WHOLE, WITHOUT_INPUTS, amounts_of
from ginrules.players import Expert, Learned, net_for, player_named
from ginrules.players.packaged_nets import NET, folded
from ginrules.rules.model import DEFAULTS, RULES
from tests.conftest import effort, slow
from tests.core.conftest import TWO_VALUES
from tests.lab.test_net_files import write_net

needs_core = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
PLAIN = ("standard", "oklahoma", "straight", "doubling", "eaai")


def some_net(seed, rules="standard", most=None):
    """A net of random weights; with most, all of them are as large as they can be, but the rules change nothing."""
    rng, weights = Random(seed), {}
    for name, shape in SHAPES.items():
        limit = LIMITS[name] if most else {"inputs": 60, "rule_inputs": 15, "mixed": 900, "heads": 3000}.get(name, 2000)
        limit = 0 if most and name == "rule_inputs" else limit
        count = prod(shape)
        weights[name] = [rng.choice((-limit, limit)) if most else rng.randint(-limit, limit) for _ in range(count)]
    return LearnedNet(rules=gin.preset(rules), **weights, training={"seed": str(seed)})


def answers_slowly(net, amounts, inputs):
    """The answers of a net, summed one by one."""
    units = []
    for j in range(HIDDEN):
        by = sum(amount * net.rule_inputs[number * HIDDEN + j] for number, amount in enumerate(amounts))
        total = net.inputs_bias[j] + floor(Fraction(by, WHOLE) + Fraction(1, 2))
        total += sum(net.inputs[number * HIDDEN + j] for number in inputs)
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
        amounts = [rng.randint(-WHOLE, WHOLE) for _ in range(RULE_COUNT)]
        assert FoldedNet(net, amounts).answers(inputs) == answers_slowly(net, amounts, inputs)
    if most:  # the inputs that drive one unit as far up as it goes
        best = sorted(range(COUNT), key=lambda number: -net.inputs[number * HIDDEN])[:MOST_AT_ONCE]
        amounts = [0] * RULE_COUNT
        assert FoldedNet(net, amounts).answers(best) == answers_slowly(net, amounts, best)


def test_rules_that_could_move_a_bias_out_of_its_range_are_refused():
    net = some_net(3)
    weights = {name: getattr(net, name) for name in SHAPES}
    weights["inputs_bias"] = [4000, *[0] * (HIDDEN - 1)]
    weights["rule_inputs"] = [0] * (RULE_COUNT * HIDDEN)
    assert FoldedNet(LearnedNet(rules=None, **weights), [WHOLE] * RULE_COUNT).inputs_bias[0] == 4000
    weights["rule_inputs"][7 * HIDDEN] = -1  # with the amount -WHOLE the bias would be 4,001
    with pytest.raises(InvalidNetError, match="can make it 4,001"):
        LearnedNet(rules=None, **weights)


def test_a_net_is_folded_once_for_each_rule_set():
    net, rules = some_net(1), gin.preset("oklahoma")
    assert folded(net, rules) is folded(net, gin.preset("oklahoma"))
    assert folded(net, rules) is Learned(net=net).net_for(rules, 2)
    assert folded(net, rules).inputs_bias != folded(net, rules.evolve(gin_bonus=35)).inputs_bias


def changed(name):
    """Rule sets of two seats with another value of a rule than usual, each with the same rules and the usual value."""
    for base, value in TWO_VALUES[name]:
        rules = gin.preset(base).evolve(**{name: value})
        if name.endswith("_boxes"):
            rules = rules.evolve(box_timing="immediate")  # other boxes do not help to win
        if 2 in rules.table_sizes and not rules.open_melds:
            yield rules, rules.evolve(**{name: DEFAULTS[name]})


def test_the_rules_of_play_and_price_have_inputs_or_none():
    for name in sorted(SUPPORTED - {"knock_limit"}):  # the limit in force is an input of positions
        assert any(amounts_of(one) != amounts_of(other) for one, other in changed(name)), name
    for name in sorted(WITHOUT_INPUTS):
        assert all(amounts_of(one) == amounts_of(other) for one, other in changed(name)), name
    read = {name for name, rule in RULES.items() if rule.affects in {"play", "price"}}
    assert read == {"ranks", "suits", *SUPPORTED, *WITHOUT_INPUTS}


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


SEVERAL = [rules for name in sorted(SUPPORTED - {"knock_limit"}) for rules, _ in changed(name)]


def varied(rng):
    """Rules that the net plays, with unusual values of up to five rules."""
    rules = rng.choice(SEVERAL)
    for name in rng.sample(sorted(SUPPORTED), 4):
        try:
            other = rules.evolve(name="drawn", **{name: getattr(rng.choice(SEVERAL), name)})
        except gin.RuleSetError:
            continue
        rules = other if 2 in other.table_sizes and net_for(other, 2).net is not None else rules
    return rules


@needs_core
def test_engine_and_core_decide_alike_under_random_rules(monkeypatch):
    rng = Random(26)
    for number in range(effort(2, slow(10, 300))):
        rules, seeds = varied(rng), range(100 * number, 100 * number + 2)
        on_core, on_engine = played_twice(rules, [Learned, partial(Learned, net=some_net(number))], seeds, monkeypatch)
        assert on_core == on_engine, rules


KINDS = dict.fromkeys(SHAPES, "<i2") | {"inputs": "|i1", "rule_inputs": "|i1", "mixed_bias": "<i4", "heads_bias": "<i4"}


def written(tmp_path, net, change=lambda *_: None):
    codes = {"|i1": "b", "<i2": "h", "<i4": "i"}
    arrays = {
        name: (kind, SHAPES[name], array(codes[kind], getattr(net, name)).tobytes()) for name, kind in KINDS.items()
    }
    about = {"seats": 2, "training": net.training, "many_rules": False}
    change(arrays, about)
    write_net(tmp_path / "net.npz", FORMAT, arrays, net.rules, about)
    return tmp_path / "net.npz"


def test_a_file_is_read_as_it_was_written(tmp_path):
    net = some_net(5)
    path = written(tmp_path, net)
    again = LearnedNet.load(path)
    assert (again.rules, again.training) == (net.rules, {"seed": "5"})
    assert all(getattr(again, name) == getattr(net, name) for name in SHAPES)
    player = player_named(f"learned:{path}", own=True)(1)
    assert str(player) == "learned for standard"
    assert player.net.inputs == net.inputs


WRONG = {
    "an array less": lambda arrays, _: arrays.pop("heads"),
    "an array more": lambda arrays, _: arrays.update(more=("<i2", (1,), bytes(2))),
    "a shape": lambda arrays, _: arrays.update(heads=("<i2", (3, 31), bytes(186))),
    "an input": lambda arrays, _: arrays.update(inputs=("|i1", SHAPES["inputs"], b"\x80" * (COUNT * HIDDEN))),
    "a weight": lambda arrays, _: arrays.update(mixed=("<i2", SHAPES["mixed"], b"\xff\x7f" * (MIXED * HIDDEN))),
    "a bias": lambda arrays, _: arrays.update(rule_inputs=("|i1", SHAPES["rule_inputs"], b"`" * RULE_COUNT * HIDDEN)),
    "fractions": lambda arrays, _: arrays.update(heads=("<f4", SHAPES["heads"], bytes(4 * 3 * MIXED))),
    "no training": lambda _, about: about.pop("training"),
    "a list": lambda _, about: about.update(training=[1]),
    "a number": lambda _, about: about.update(many_rules=1),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_a_typed_error(tmp_path, change):
    path = written(tmp_path, some_net(5), change)
    with pytest.raises(InvalidNetError):
        LearnedNet.load(path)
    with pytest.raises(InvalidRunError, match="learned:"):
        player_named(f"learned:{path}", own=True)


def test_a_file_that_is_not_there_is_a_typed_error(tmp_path):
    with pytest.raises(InvalidRunError, match="cannot be read"):
        player_named(f"learned:{tmp_path / 'none.npz'}", own=True)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("group-gin", "this one has 3 seats"),
        ("mahjong-gin", "open melds"),
        ("standard+hand_size=11", "larger hands"),
        ("standard+hand_size=3", "hands below 4 cards"),
        ("standard+ranks=10", "do not read ranks, and it is not 13"),
        ("knock-rummy", "knock limits up to 10, and this one is 100"),
    ],
)
def test_expert_plays_where_no_net_does(rules, reason):
    choice = net_for(rules)
    assert choice.net is None
    assert choice.reason.startswith("expert plays: ")
    assert reason in choice.reason
    state = gin.deal(rules, seed=3, seats=gin.preset(rules).table_sizes[0])
    view = gin.view(state, state.turn)
    learned, expert = Learned(1), Expert(1)
    learned.start(view)
    expert.start(view)
    assert learned.choose(view) == expert.choose(view)


def test_the_net_plays_all_other_presets():
    of_two = [name for name in gin.preset_names() if 2 in gin.preset(name).table_sizes]
    nets = {name: net_for(name, 2).net for name in of_two}
    played = {name for name, net in nets.items() if net is not None}
    assert set(gin.preset_names()) - played == {"group-gin", "mahjong-gin", "knock-rummy"}
    assert len({id(nets[name]) for name in played}) == 1


@needs_core
def test_a_player_without_a_net_has_the_row_of_expert():
    rules = gin.preset("standard+knock_limit=11")
    assert fast.play(rules, Learned, range(5)).tobytes() == fast.play(rules, Expert, range(5)).tobytes()


def test_the_nets_of_the_package_are_these_files():
    digests = {path.name: sha256(path.read_bytes()).hexdigest()[:16] for path in NET.parent.glob("*.npz")}
    assert digests == {"belief.npz": "badc0ac47578acf2", "learned.npz": "46b667a57cd72f88"}


def test_the_net_of_the_package_is_small_and_says_how_it_was_trained():
    assert {path.name for path in NET.parent.glob("*.npz")} == {NET.name, "belief.npz"}
    assert NET.stat().st_size <= 300_000
    net = LearnedNet.load(NET)
    assert net.rules is None
    assert str(Learned(net=net)) == "learned for many rules"
    assert int(net.training["positions"]) >= 50_000_000
    assert f"{int(net.training['positions']):,}" in (NET.parent / "README.md").read_text()
    assert isinstance(net.inputs, array)
