"""The answer to a double (rummy-games.com).

Accepted, the round counts twice as much. Refused, it is over.
"""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.play.actions import ACCEPT, REFUSE, Accept, Action, Refuse
from ginrules.play.moves import Move, always, declared_outcome
from ginrules.play.phases import DoubleOffer, DrawTurn, RoundOver
from ginrules.play.state import RoundState, expect_state, with_phase

_ANSWERS: Final[tuple[Action, ...]] = (ACCEPT, REFUSE)


def legal(state: RoundState, _phase: DoubleOffer) -> tuple[Action, ...]:
    """Return accept and refuse, the only two."""
    expect_state(state)  # nothing else of it is looked at
    return _ANSWERS


def accept(state: RoundState, phase: DoubleOffer, _action: Accept) -> RoundState:
    """Return the state in which the round counts twice as much.

    The doubler draws, and the right to double is the other seat's.
    """
    expect_state(state)  # a view could be changed in this way
    memory = state.memory
    return attrs.evolve(
        state,
        memory=attrs.evolve(memory, factor=2 * memory.factor, doubling_right=phase.seat),
        phase=DrawTurn(phase.by, phase.stock_only),
    )


def refuse(state: RoundState, phase: DoubleOffer, _action: Refuse) -> RoundState:
    """Return the end of the round, which the doubler wins at the factor before the double."""
    return with_phase(state, RoundOver(declared_outcome(state, phase.by, "refused")))


MOVES: Final = (
    Move(DoubleOffer, Accept, always, accept),
    Move(DoubleOffer, Refuse, always, refuse),
)
