"""Players made of networks: the same decisions singly and in a batch, and refusals."""

import pickle

import numpy as np
import pytest

import ginrules as gin
from ginrules import fast
from ginrules.errors import IncompatibleRulesError, InvalidNetError, InvalidRunError, PlayerFailedError, WrongTypeError
from ginrules.fast.card_net import CardNet
from ginrules.fast.rounds import engine_facts
from ginrules.lab import play_round, tournament
from ginrules.players import Careful, RandomPlayer, new_greedy, player_named
from ginrules.players.policy import Policy
from tests.conftest import STANDARD, WAYS, slow, some

POLICY = Policy(CardNet.new(STANDARD, 1, width=6, context=6))
needs_core = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")


@needs_core
@pytest.mark.parametrize("players", [[POLICY, new_greedy], [RandomPlayer, POLICY]])
def test_rounds_side_by_side_are_those_of_the_engine(players):
    assert fast.why_not(STANDARD, players) is None
    played = fast.play(STANDARD, players, range(2))
    assert (played == engine_facts(STANDARD, players, np.arange(2, dtype=np.uint64), 10_000)).all()


@needs_core
@pytest.mark.full
def test_rounds_side_by_side_at_other_tables():
    for rules, seats in some(list(WAYS.values()), slow(8, len(WAYS))):
        if fast.why_not(rules) is None:
            players = [Policy(CardNet.new(rules, 2, seats=seats, width=6, context=6))] + [new_greedy] * (seats - 1)
            played = fast.play(rules, players, range(2))
            assert (played == engine_facts(rules, players, np.arange(2, dtype=np.uint64), 10_000)).all()


@needs_core
def test_figures_of_the_lab_do_not_depend_on_the_core(monkeypatch):
    players = {"net": POLICY, "greedy": "greedy"}
    core = tournament(players, games=4)
    monkeypatch.setattr(fast, "why_not", lambda *_: "by the engine")
    assert core.records() == tournament(players, games=4).records()


def test_a_round_by_single_steps():
    played = play_round(STANDARD, [POLICY(1), Careful(2)], gin.shuffled(4))
    assert played.outcome.ending
    assert str(POLICY(3)) == str(POLICY) == f"policy of {POLICY.net.size:,} weights"


def test_policies_are_sent_to_workers():
    again = pickle.loads(pickle.dumps(POLICY))  # noqa: S301 - our own
    state = gin.deal(STANDARD, seed=1)
    assert again(1).choose(gin.view(state, state.turn)) == POLICY(1).choose(gin.view(state, state.turn))


def test_a_file_is_a_player_by_its_name(tmp_path):
    path = tmp_path / "my net.npz"
    POLICY.net.save(path)
    assert str(player_named(f"policy:{path}", own=True)(1)) == str(POLICY)
    assert str(Policy(path)) == str(POLICY)
    (tmp_path / "bad.npz").write_text("no net")
    for name, text in (("none.npz", "the file cannot be read: No such file"), ("bad.npz", "is not a net")):
        with pytest.raises(InvalidRunError, match=text):
            player_named(f"policy:{tmp_path / name}", own=True)


def test_wrong_nets_and_rules_are_refused(tmp_path):
    (tmp_path / "bad.npz").write_bytes(b"PK\3\4")
    with pytest.raises(InvalidNetError):
        Policy(tmp_path / "bad.npz")
    for net in (None, 3, [POLICY.net], b"net.npz"):
        with pytest.raises(WrongTypeError, match="expected a net or the path of its file"):
            Policy(net)
    other = gin.preset("oklahoma-second-deck")
    state = gin.deal(other, seed=1)
    with pytest.raises(IncompatibleRulesError, match="train one for these rules"):
        POLICY(1).choose(gin.view(state, state.turn))
    assert "train one" in fast.why_not(other, POLICY)
    with pytest.raises(PlayerFailedError, match="train one for these rules"):
        tournament([POLICY, "greedy"], "oklahoma-second-deck", games=4)
