"""From a spread to the next defender, or to the end of the round."""

import attrs

from ginrules.play.outcome import Ending
from ginrules.play.phases import LayoffTurn, Phase, RoundOver, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.play.table.endings import declared


def next_defender(state: RoundState, after: int, declarer: int, ending: Ending) -> RoundState:
    """The state in which the seat left of `after` defends; back at the declarer the round is over.

    After gin a defender is passed over unless these rules let him lay off or name his melds.
    """
    rules = state.setup.rules
    seat = (after + 1) % state.setup.seats
    phase: Phase
    if seat == declarer or not (may_lay_off(state, ending) or rules.names_defender_melds):
        phase = RoundOver(declared(state, declarer, ending))
    elif may_lay_off(state, ending):
        phase = LayoffTurn(seat, declarer, ending)
    else:
        phase = SpreadTurn(seat, declarer, ending)
    return attrs.evolve(state, phase=phase)


def may_lay_off(state: RoundState, ending: Ending) -> bool:
    """Whether defenders get a lay-off turn: always after a knock, after gin where the rules say so (RG)."""
    return ending == "knock" or state.setup.rules.lays_off_after_gin
