"""A player whose strength follows the results of the match."""

import math
import random

import pytest

import ginrules as gin
from ginrules.cli.prompts import strength_lines
from ginrules.errors import InvalidRunError
from ginrules.match import MatchView, match_view
from ginrules.players import Adjusting, Expert, Learned
from ginrules.players.adjusting import START, slip_chance, strength_after, strength_text

LOST = gin.Outcome(declarer=0, deadwood=(3, 21))


def in_match(wins, losses, seat=1):
    outcomes = [LOST] * (losses if seat == 1 else wins) + [gin.Outcome(declarer=1, deadwood=(21, 3))] * (
        wins if seat == 1 else losses
    )
    return MatchView(round=len(outcomes), dealer=0, target=1000, columns=[(0, 0)], outcomes=outcomes)


def mean_share(asked, share_at, runs=400, seed=1):
    """The share of rounds 31 to 60 that the opponent wins, if it wins with a chance that depends on the strength."""
    source, late = random.Random(seed), 0
    for _ in range(runs):
        wins = 0
        for number in range(60):
            is_won = source.random() >= share_at(strength_after(wins, number, 1 - asked))
            wins += is_won
            late += number >= 30 and not is_won
    return late / (30 * runs)


@pytest.mark.parametrize("asked", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("center", [0.2, 0.4, 0.6, 0.8])
def test_the_share_of_rounds_approaches_the_share_asked_for(asked, center):
    def share_at(strength):
        return 1 / (1 + math.exp(8 * (min(1.0, max(0.0, strength)) - center)))

    assert share_at(1) < asked - 0.05 or center > 0.7
    if share_at(1.0) < asked < share_at(0.0):
        assert mean_share(asked, share_at) == pytest.approx(asked, abs=0.04)


def test_the_strength_follows_the_results_and_is_said():
    player = Adjusting(7)
    own = gin.view(gin.deal("standard", seed=7), 1)
    texts = []
    for match in (None, in_match(0, 0), in_match(1, 0), in_match(0, 1), in_match(9, 0), in_match(0, 9)):
        player.start(own, match)
        texts.append(str(player))
    start, first, won, lost, weakest, strongest = texts
    assert start == first == f"adjusting, strength {START:.0%}"
    assert weakest == "adjusting, at its weakest"
    assert strongest == "adjusting, at its strongest"
    assert int(won.split()[-1].rstrip("%")) < 70 < int(lost.split()[-1].rstrip("%"))
    assert Adjusting(1, share=0.8).strength(in_match(1, 1), 1, own.rules) < START
    assert slip_chance(2.0) == 0
    assert strength_text(0.25) == "strength 25%"


def test_at_its_strongest_it_plays_as_learned_and_at_its_weakest_it_slips():
    for match, equal in ((in_match(0, 9), True), (in_match(9, 0), False)):
        same = []
        for seed in range(3):
            state = gin.deal("standard", seed=seed)
            players = [Adjusting(seed), Adjusting(seed + 1)]
            strong = [Learned(), Learned()]
            for seat in (0, 1):
                players[seat].start(gin.view(state, seat), match if seat == 1 else in_match(9, 0, 0))
                strong[seat].start(gin.view(state, seat))
            for _ in range(60):
                if state.is_over:
                    break
                own = gin.view(state, state.turn)
                action = players[state.turn].choose(own)
                assert action == players[state.turn].choose(own)  # a resumed round has the same slips
                assert action in own.legal
                if state.turn == 1:
                    same.append(action == strong[1].choose(own))
                state, events = gin.transition(state, action)
                for event in events:
                    for seat in (0, 1):
                        players[seat].watch(gin.redact(event, seat))
                        strong[seat].watch(gin.redact(event, seat))
        assert all(same) == equal
        assert len(same) > 30


def test_it_plays_matches_and_any_rules():
    played = gin.lab.play_match("standard+target=20", [Adjusting, gin.players.Simple], seed=3)
    assert played.match.is_over
    for rules in ("mahjong-gin", "group-gin"):
        seats = gin.preset(rules).table_sizes[0]
        players = [Adjusting(1), *(gin.players.Simple(seat) for seat in range(1, seats))]
        assert gin.lab.play_round(rules, players, gin.shuffled(3, gin.preset(rules))).outcome


@pytest.mark.parametrize("share", [0, 1, -1, True, "half", None])
def test_a_share_outside_the_range_is_refused(share):
    with pytest.raises(InvalidRunError, match="share: expected a number above 0 and below 1"):
        Adjusting(1, share=share)


def test_the_table_names_its_strength():
    match = gin.new_match("standard", ["You", "Adjusting"], results=[LOST])
    (line,) = strength_lines(match, {1: Adjusting})
    strength = Adjusting(0).strength(match_view(match, match.due[0]), match.due[0].players.index(1), match.rules)
    assert line == f"Adjusting follows the results: {strength_text(strength)} in the next round."
    assert strength > START
    assert not [*strength_lines(match, {1: Expert})]
