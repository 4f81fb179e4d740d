"""Actions tried in worlds: played on by players who remember what they have seen, for searches and reviews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import NewPlayer
from ginrules.driver.round import RoundDriver, new_driver
from ginrules.nets.learned import POINT
from ginrules.play.actions import Action, LayOff, Spread
from ginrules.play.engine import apply
from ginrules.play.outcome import Outcome
from ginrules.play.phases import PlayTurn
from ginrules.play.seeded_deals import PLY_CAP
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.players.belief import Story, has_core
from ginrules.players.learned import Learned
from ginrules.players.search.knocks import gains_by_seat
from ginrules.rules.model import RuleSet
from ginrules.scoring.price_numbers import box_value

_ENDED: Final = 0
_MELDS: Final = (Spread, LayOff)

Worlds = Sequence[RoundState] | Any
"""States of one rule set and number of seats, or the worlds of a belief as the core keeps them."""


def outcomes_of(
    worlds: Sequence[RoundState],
    new_player: NewPlayer,
    seeds: Sequence[int],
    actions: Sequence[Action] = (),
    story: Story | None = None,
) -> list[list[Outcome | None]]:
    """Play each action in each world to the end, and return its outcomes, None for a round without end.

    All actions are tried in the same worlds, with the same chance. The compiled core and the engine give the same
    outcomes.
    """
    if not worlds:
        return [[] for _ in actions or (None,)]
    rules, seats = worlds[0].rules, worlds[0].seats
    if not has_core(rules, new_player):
        return [
            [_play(world, action, new_player, seed, story, 0)[0] for world, seed in zip(worlds, seeds, strict=True)]
            for action in actions or (None,)
        ]
    from ginrules.fast import outcomes

    rounds: list[list[Outcome | None]] = []
    for facts, _ in _in_core(worlds, actions, new_player, seeds, story, rules, seats, 0):
        has_ended = (facts["status"] == _ENDED).tolist()
        ended = iter(outcomes(rules, facts[facts["status"] == _ENDED]))
        rounds.append([next(ended).outcome if one else None for one in has_ended])
    return rounds


def gains_of(
    worlds: Worlds,
    new_player: NewPlayer,
    seeds: Sequence[int],
    seat: int,
    actions: Sequence[Action] = (),
    *,
    rules: RuleSet | None = None,
    story: Story | None = None,
    depth: int = 0,
) -> list[list[float]]:
    """Return for each action a seat's gains in each world, in points, or 0 for a round that does not end.

    A box counts only if boxes help to win the game.
    """
    if not len(worlds):
        return [[] for _ in actions or (None,)]
    is_kept = rules is not None and not isinstance(worlds[0], RoundState)
    rules = rules or worlds[0].rules
    if not is_kept and not has_core(rules, new_player):
        return [
            [
                _gain(rules, *_play(world, action, new_player, seed, story, depth)[:2], seat)
                for world, seed in zip(worlds, seeds, strict=True)
            ]
            for action in actions or (None,)
        ]
    from ginrules.fast._facts import prices_of

    seats = 2 if is_kept else worlds[0].seats
    tried = []
    for facts, answers in _in_core(worlds, actions, new_player, seeds, story, rules, seats, depth):
        gains = answers / POINT
        has_ended = facts["status"] == _ENDED
        prices = prices_of(rules, facts[has_ended])
        net, boxes = prices["net"][:, seat], prices["boxes"][:, :seats]
        net = net + box_value(rules) * (seats * boxes[:, seat] - boxes.sum(1))
        gains[has_ended] = net
        tried.append(gains.tolist())
    return tried


def _in_core(
    worlds: Worlds,
    actions: Sequence[Action],
    new_player: NewPlayer,
    seeds: Sequence[int],
    story: Story | None,
    rules: RuleSet,
    seats: int,
    depth: int,
) -> Iterator[tuple[Any, Any]]:
    """Yield for each action the facts of its rounds, and the net's answers where play was cut, 0 elsewhere."""
    from ginrules.fast import beliefs
    from ginrules.fast._facts import OUT_OF_BOUNDS, facts_at
    from ginrules.fast._states import state_of
    from ginrules.fast.codec import Codec

    size = len(worlds)
    if any(isinstance(action, _MELDS) for action in actions):  # the core's numbers of melds depend on the table
        for action in actions:
            after = [apply(world, action) for world in worlds]
            yield from _in_core(after, (), new_player, seeds, story, rules, seats, depth)
        return
    codec = Codec(rules, seats)
    numbers = [codec.encode(action)[0] for action in actions]
    facts, answers = beliefs.tried(rules, worlds, numbers, new_player, seeds, story, seats, depth, PLY_CAP)
    answers[answers == beliefs.NOT_CUT] = 0
    for number in (facts["status"] == OUT_OF_BOUNDS).nonzero()[0].tolist():
        world = state_of(worlds[number % size], rules, 2) if depth else worlds[number % size]
        first = actions[number // size] if actions else None
        _, answer, driver, state = _play(world, first, new_player, int(seeds[number % size]), story, depth)
        facts[number] = facts_at(state, driver.turns, driver.plies)
        answers[number] = answer or 0
    for start in range(0, len(facts), size):
        yield facts[start : start + size], answers[start : start + size]


# --- the engine -----------------------------------------------------------------------------------


def _play(
    world: RoundState, action: Action | None, new_player: NewPlayer, seed: int, story: Story | None, depth: int
) -> tuple[Outcome | None, int | None, RoundDriver, RoundState]:
    """Return how a round ends, or what the net says where play was cut, with the driver and the state there."""
    label = RoundLabel(world.rules, seed, world.dealer)
    driver = new_driver(dict.fromkeys(range(world.seats), new_player), label, seed)
    driver.start(world)
    if story is not None:
        for player in driver.players.values():
            recall = getattr(player, "recall", None)
            if recall is not None:
                recall(story.habits)
    me, left, state = world.turn, depth or -1, world
    if action is not None:
        left -= left > 0 and isinstance(state.phase, PlayTurn)
        state = driver.take(state, action)
    if left < 0:
        state = driver.play_on(state)
        return state.outcome, None, driver, state
    while state.outcome is None and driver.plies < PLY_CAP:
        if isinstance(state.phase, PlayTurn) and state.turn == me:
            if left == 0:
                assert me is not None, "a seat acts"
                player = driver.players[me]
                assert isinstance(player, Learned), "only its net says what a turn is worth"
                worth = player.worth_of_waiting(view(state, me))
                if worth is not None:
                    return None, worth, driver, state
            left -= left > 0
        state = driver.play_on(state, driver.plies + 1)
    return state.outcome, None, driver, state


def _gain(rules: RuleSet, outcome: Outcome | None, answer: int | None, seat: int) -> float:
    if answer is not None:
        return answer / POINT
    return 0.0 if outcome is None else float(gains_by_seat(rules, outcome)[seat])
