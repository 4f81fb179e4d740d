"""How rounds end: the facts of an ending, and what leads to it."""

import attrs

from ginrules.errors import BigGinNotOffered, IllegalAction, NotBigGin, TooMuchDeadwood
from ginrules.play.actions import Action
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.phases import RoundOver, SpreadTurn
from ginrules.play.state import RoundState, swapped


def dead(state: RoundState, hands: tuple[int, ...], reason: DeadReason) -> Outcome:
    """The facts of a round that nobody won."""
    return _facts(state, hands, None, "dead", reason)


def declared(state: RoundState, declarer: int, ending: Ending) -> Outcome:
    """The facts of a round that a seat ended, all lay-offs being done."""
    return _facts(state, state.hand_masks, declarer, ending, None)


def _facts(
    state: RoundState, hands: tuple[int, ...], declarer: int | None, ending: Ending, reason: DeadReason | None
) -> Outcome:
    setup = state.setup
    rules, tables = setup.rules, setup.tables
    named = rules.names_defender_melds and declarer is not None
    count = tables.value if rules.open_melds or named else tables.deadwood
    points = [count(hand) for hand in hands]
    if declarer is not None:
        points[declarer] = tables.value(hands[declarer])
    return Outcome(
        declarer=declarer,
        deadwood=tuple(points),
        ending=ending,
        reason=reason,
        upcard=setup.upcard,
        knock_card=setup.knock_card,
        laid=tuple(map(tables.value, state.laid_masks)) if rules.open_melds else (),
        stock_left=len(state.stock_pile),
    )


def declare(state: RoundState, seat: int, hand: int, pile: bytes, ending: Ending) -> RoundState:
    """A knock or big gin: the hand is open to all from now on, and the spread is due."""
    return attrs.evolve(
        state,
        hand_masks=swapped(state.hand_masks, seat, hand),
        known_masks=swapped(state.known_masks, seat, hand),
        discard_pile=pile,
        phase=SpreadTurn(seat, seat, ending),
    )


def gone_out(state: RoundState, seat: int) -> RoundState:
    """The round is over: the seat has no card left (open melding, seed 000 mahjong)."""
    return attrs.evolve(state, phase=RoundOver(declared(state, seat, "out")))


def why_over_limit(state: RoundState, action: Action, left: int, limit: int | None = None) -> IllegalAction | None:
    """The refusal of so many points left, or None if they are within the limit (the one in force)."""
    if limit is None:
        limit = state.setup.knock_limit
    if left <= limit:
        return None
    return TooMuchDeadwood(
        f"{action} leaves {left} points of deadwood, the limit is {limit}",
        action=action,
        state=state,
        deadwood=left,
        limit=limit,
    )


def why_not_big_gin(state: RoundState, action: Action, cards: int) -> IllegalAction | None:
    """Big gin must be offered, and all these cards melded (WP, seed 001a)."""
    if not state.setup.rules.big_gin:
        return BigGinNotOffered(
            f"{action}: there is no big gin under these rules, knock with the last card", action=action, state=state
        )
    left = state.setup.tables.deadwood(cards)
    if not left:
        return None
    return NotBigGin(
        f"{action}: {left} points of the {cards.bit_count()} cards held stay unmelded",
        action=action,
        state=state,
        deadwood=left,
    )
