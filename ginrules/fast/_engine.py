"""The same rounds on the engine: where the core is missing, and for rules and players that it does not have."""

import random
from collections.abc import Sequence
from typing import Any

from ginrules.fast._facts import ENDED, ENDLESS, facts_of
from ginrules.play.actions import Action, Discard, GoBigGin, Knock
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.engine import apply, chance_action, legal_actions
from ginrules.play.events import events_of
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Reshuffle
from ginrules.play.run_deals import Deal, Played, new_deal, with_dealer
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import view
from ginrules.rules.model import RuleSet


def deal_facts(rules: RuleSet, makers: Sequence[Any], seed: int, ply_cap: int) -> list[tuple[Any, ...]]:
    """Play the rounds of a deal, one for each dealer, and return their facts."""
    dealt = new_deal(seed, rules)
    return [round_facts(rules, makers, dealt, dealer, ply_cap) for dealer in range(len(makers))]


def round_facts(rules: RuleSet, makers: Sequence[Any], dealt: Deal, dealer: int, ply_cap: int) -> tuple[Any, ...]:
    """Play one round of a deal and return its facts."""
    order = with_dealer(dealt.order, rules, seats=len(makers), dealer=dealer)
    knock_card = dealt.knock_card if rules.knock_source == "knock-card" else None
    state = deal(rules, order, dealer=dealer, seats=len(makers), knock_card=knock_card)
    players = [new_player(dealt.chance + seat) for seat, new_player in enumerate(makers)]
    return facts_at(*_played(state, players, random.Random(dealt.chance), ply_cap))  # noqa: S311 - games


def playout_facts(state: RoundState, makers: Sequence[Any], seed: int, ply_cap: int) -> tuple[Any, ...]:
    """Play a round on from a state and return its facts; turns and plies are those played from there."""
    players = [new_player(seed + seat) for seat, new_player in enumerate(makers)]
    return facts_at(*_played(state, players, random.Random(seed), ply_cap))  # noqa: S311 - games


def random_facts(rules: RuleSet, chance: random.Random, seats: int, dealer: int, ply_cap: int) -> tuple[Any, ...]:
    """Play a random round whose every number comes from one generator, and return its facts."""
    order = shuffled(chance, rules)
    pack = pack_of(rules)
    knock_card = pack[int(chance.random() * len(pack))] if rules.knock_source == "knock-card" else None
    state = deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)
    turns = plies = 0
    action: Action | None = None
    while not state.is_over and plies < ply_cap:
        legal = legal_actions(state)
        action = legal[int(chance.random() * len(legal))] if legal else chance_action(state, chance)
        state = apply(state, action)
        turns += isinstance(action, Discard | Knock | GoBigGin)
        plies += 1
    return facts_at(state, turns + ends_without_discard(state, action), plies)


def _played(
    state: RoundState, players: Sequence[Any], chance: random.Random, ply_cap: int
) -> tuple[RoundState, int, int]:
    """Play a round and return its last state, with the turns and plies played."""
    watching = [seat for seat, player in enumerate(players) if getattr(player, "watches", hasattr(player, "watch"))]
    for seat in watching:
        players[seat].start(view(state, seat))
    turns = plies = 0
    action: Action | None = None
    while not state.is_over and plies < ply_cap:
        before, seat_to_act = state, state.turn
        if seat_to_act is None:
            assert isinstance(state.phase, Reshuffle)
            action = chance_action(state, chance)
        else:
            action = players[seat_to_act].choose(view(state, seat_to_act))
        state = apply(state, action)
        for event in events_of(before, action, state) if watching else ():
            for seat in watching:
                players[seat].watch(redact(event, seat))
        turns += isinstance(action, Discard | Knock | GoBigGin)
        plies += 1
    return state, turns + ends_without_discard(state, action), plies


def ends_without_discard(state: RoundState, action: Action | None) -> bool:
    """Return whether the last turn ended with a meld or a lay-off, which the count of discards misses."""
    outcome = state.outcome
    return outcome is not None and outcome.ending == "out" and not isinstance(action, Discard)


def facts_at(state: RoundState, turns: int, plies: int) -> tuple[Any, ...]:
    """Return the facts of a round at this state; of one that is not over those of an endless one."""
    if state.outcome is not None:
        return facts_of(Played(state.outcome, turns, plies), state.dealer, ENDED)
    unfinished = Outcome(
        declarer=None, deadwood=(0,) * state.seats, ending="dead", upcard=state.upcard, knock_card=state.knock_card,
        stock_left=len(state.stock_pile),
    )  # fmt: skip
    return facts_of(Played(unfinished, turns, plies), state.dealer, ENDLESS)
