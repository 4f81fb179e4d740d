"""Players and programs get equal messages and seeds in two worlds that their seat cannot tell apart."""

import json
import random
from unittest import mock

import pytest

import ginrules as gin
from ginrules.driver.labels import RoundLabel
from ginrules.driver.round import new_driver
from ginrules.play.seeded_deals import new_deal, player_seed
from ginrules.players import program
from ginrules.players.program import ProgramPlayer
from tests.conftest import effort, slow
from tests.lab.conftest import TABLES, pairs


class Recorder(program._Conversation):
    """A conversation with a program that declines nothing: what it is sent is kept."""

    def __init__(self, answer):
        self.sent, self._rounds, self.name, self._answer_with = [], 0, "recorder", answer

    def tell(self, message):
        self.sent.append(json.dumps(message))

    def exchange(self, message, key=""):
        self.tell(message)
        return {key: str(self._answer_with)}


def given(state, seat, chance):
    """All that a program at this seat is sent from here to its answer, and the seed of its player."""
    seeds, talk = [], Recorder(gin.legal_actions(state)[0] if state.turn == seat else None)

    def new_player(seed):
        seeds.append(seed)
        return ProgramPlayer(talk, seed)

    driver = new_driver({seat: new_player}, RoundLabel(state.rules, 7, state.dealer), chance)
    driver.start(state)
    if state.turn == seat:
        driver.choose(state)
    return talk.sent, seeds


def test_programs_are_sent_the_same_in_worlds_that_look_alike():
    count, differ = effort(3, slow(30, 500)), 0
    generator = random.Random(3)
    for rules, seats in TABLES:
        for one, other, seat, _events in pairs(gin.preset(rules), seats, count, generator.getrandbits(32)):
            chance = generator.getrandbits(62)
            assert given(one, seat, chance) == given(other, seat, chance)
            differ += one != other
    assert differ > len(TABLES)


def test_the_seed_of_a_player_tells_neither_the_chance_nor_the_other_seats():
    chances = [new_deal(seed, gin.preset("standard")).round_seed for seed in range(effort(200, 2_000))]
    seeds = [[player_seed(chance, seat) for seat in range(10)] for chance in chances]
    assert len({seed for row in seeds for seed in row}) == 10 * len(chances)
    for near in range(-16, 17):
        assert not any(
            row[seat] + near == chance for row, chance in zip(seeds, chances, strict=True) for seat in (0, 1)
        )
    bits = [sum(seed >> bit & 1 for row in seeds for seed in row) / (10 * len(chances)) for bit in range(63)]
    assert all(abs(share - 0.5) < 5 * 0.5 / (10 * len(chances)) ** 0.5 for share in bits)


def test_a_program_starts_with_its_command_alone_and_the_environment_of_the_run():
    with (
        mock.patch.object(program.subprocess, "Popen", side_effect=OSError("not started")) as opened,
        pytest.raises(gin.errors.LabError, match="not started"),
    ):
        gin.lab.simulate("standard", gin.players.Program(["python3", "-c", "0"]), rounds=2, seed=12345)
    (command,), options = opened.call_args
    assert command == ("python3", "-c", "0")
    assert not {"env", "cwd", "args"} & set(options)
