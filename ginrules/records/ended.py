"""Checks of states after a knock, and of rounds that are over."""

from collections.abc import Iterator

from ginrules.cards import CardSet
from ginrules.play.outcome import Ending, Outcome
from ginrules.play.phases import LayoffTurn, RoundOver, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.play.table.defenders import may_lay_off
from ginrules.play.table.endings import dead, declared
from ginrules.records.turns import count_faults

Faults = Iterator[tuple[str, str]]


def declared_faults(state: RoundState) -> Faults:
    """A knock, gin or big gin: hands, spread, lay-offs and what is open, seat by seat."""
    declarer, ending = _declared(state)
    yield from count_faults(state, {declarer: 1} if ending == "big-gin" else None)
    if not state.discard_pile and ending != "big-gin":
        yield "discards", "has no card, but one was thrown with the knock"
    if ending == "big-gin" and not state.rules.big_gin:
        yield "phase.ending", "is big-gin, which these rules do not have"
    if state.known[declarer] != state.hands[declarer]:
        yield f"known[{declarer}]", f"must be the whole hand of seat {declarer}, who declared"
    if isinstance(state.phase, SpreadTurn) and state.phase.seat == declarer:
        yield from _before_the_spread(state, declarer, ending)
    else:
        yield from _spread_faults(state, declarer, ending)
        yield from _defence_faults(state, declarer, ending)


def _declared(state: RoundState) -> tuple[int, Ending]:
    phase = state.phase
    if isinstance(phase, RoundOver):
        assert phase.outcome.declarer is not None
        return phase.outcome.declarer, phase.outcome.ending
    assert isinstance(phase, SpreadTurn | LayoffTurn)
    return phase.declarer, phase.ending


def _before_the_spread(state: RoundState, declarer: int, ending: Ending) -> Faults:
    if ending not in {"knock", "big-gin"}:
        yield "phase.ending", f"is {ending}; before the spread it is knock or big-gin"
    if state.table:
        yield "table", f"has melds, seat {declarer} has not spread yet"
    left = state.setup.tables.deadwood(state.hand_masks[declarer])
    limit = 0 if ending == "big-gin" else state.knock_limit
    if left > limit:
        yield f"hands[{declarer}]", f"has {left} points of deadwood, the limit is {limit}"


def _spread_faults(state: RoundState, declarer: int, ending: Ending) -> Faults:
    """The declarer has shown his melds; what he kept is within the limit."""
    left = state.setup.tables.value(state.hand_masks[declarer])
    if left > state.knock_limit:
        yield f"hands[{declarer}]", f"keeps {left} points after the spread, the limit is {state.knock_limit}"
    fitting = ("knock",) if left else ("gin", "big-gin")
    if ending not in fitting:
        path = "phase.outcome.ending" if isinstance(state.phase, RoundOver) else "phase.ending"
        yield path, f"is {ending}, with {left} points left it must be {' or '.join(fitting)}"
    owners = [(meld.owner - declarer) % state.seats for meld in state.table]
    if owners != sorted(owners):
        yield "table", f"must have the melds of seat {declarer} first, the others' in turn after them"


def _defence_faults(state: RoundState, declarer: int, ending: Ending) -> Faults:
    phase, rules = state.phase, state.rules
    lays, names = may_lay_off(state, ending), rules.defender_melds == "named"
    now = state.seats if isinstance(phase, RoundOver) else (phase.seat - declarer) % state.seats
    if isinstance(phase, LayoffTurn) and (now == 0 or not lays):
        yield "phase", f"has seat {phase.seat} lay off, who may not after {ending} by seat {declarer}"
    if isinstance(phase, SpreadTurn) and not names:
        yield "phase", f"has seat {phase.seat} name melds, these rules count them at their best"
    own = [0] * state.seats
    extra = 0
    for place, meld in enumerate(state.table):
        own[meld.owner] |= meld.original.mask
        if meld.owner == declarer:
            extra |= meld.cards.mask & ~meld.original.mask
        elif meld.cards != meld.original:
            yield f"table[{place}].cards", f"has lay-offs, which go on the melds of seat {declarer} only"
    if extra and not lays:
        yield "table", f"has {CardSet(extra)} laid off, which these rules do not allow after {ending}"
    for seat in range(state.seats):
        yield from _seat_faults(state, declarer, seat, own[seat], extra)
        if not lays and not names:
            continue
        turn = (seat - declarer) % state.seats
        done = turn < now or (turn == now and isinstance(phase, SpreadTurn) and lays)
        if turn and done and state.known[seat] != state.hands[seat]:
            yield f"known[{seat}]", f"must be the whole hand of seat {seat}, who is done"


def _seat_faults(state: RoundState, declarer: int, seat: int, own: int, extra: int) -> Faults:
    """What a seat has laid: the declarer his melds, a defender who has had his turn lay-offs and named melds."""
    phase, turn = state.phase, (seat - declarer) % state.seats
    now = state.seats if isinstance(phase, RoundOver) else (phase.seat - declarer) % state.seats
    laid = state.laid[seat].mask
    strange = laid & ~own & ~(extra if turn else 0)
    if strange:
        yield f"laid[{seat}]", f"has {CardSet(strange)}, which is neither its meld nor laid off"
    if turn == 0:
        return
    if turn > now and laid:
        yield f"laid[{seat}]", f"has cards, seat {seat} has not had its turn"
    if own and not (state.rules.defender_melds == "named" and turn < now):
        yield f"laid[{seat}]", f"has melds of its own, which seat {seat} has not shown"


def over_faults(state: RoundState) -> Faults:
    """The outcome must be what follows from the cards."""
    assert isinstance(state.phase, RoundOver)
    outcome = state.phase.outcome
    if outcome.declarer is not None and outcome.declarer >= state.seats:
        return  # told before
    if outcome.declarer is None:
        yield from _dead_faults(state, outcome)
        if outcome.reason is None:
            return
        due = dead(state, state.hand_masks, outcome.reason)
    else:
        if state.rules.open_melds:
            # who goes out with a meld or a lay-off throws nothing
            threw_nothing = len(state.laid[outcome.declarer]) > state.rules.hand_size_for(state.seats)
            yield from count_faults(state, {outcome.declarer: 1} if threw_nothing else None)
            if outcome.ending != "out" or state.hand_masks[outcome.declarer]:
                yield "phase.outcome", f"is {outcome.ending} by seat {outcome.declarer}, who must be out of cards"
        due = declared(state, outcome.declarer, outcome.ending)
    for name in ("deadwood", "upcard", "knock_card", "laid", "stock_left"):
        told, follows = getattr(outcome, name), getattr(due, name)
        if told != follows:
            yield f"phase.outcome.{name}", f"is {_plain(told)}, {_plain(follows)} follows from the cards"


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _dead_faults(state: RoundState, outcome: Outcome) -> Faults:
    rules, memory = state.rules, state.memory
    yield from count_faults(state)
    possible = {
        "stock": rules.stock_exhausted == "draw",
        "declined": rules.stock_exhausted == "last-discard-option",
        "take-cap": rules.take_cap > 0 and memory.takes == rules.take_cap - 1,
        "returned-pair": rules.return_pair and memory.returns == 2,
        "reshuffle-cap": rules.stock_exhausted == "reshuffle" and 0 < rules.reshuffle_cap == len(memory.put_back),
    }
    if outcome.reason is None:
        yield "phase.outcome.reason", "is missing: what ended the dead round"
    elif not possible[outcome.reason]:
        yield "phase.outcome.reason", f"is {outcome.reason}, which cannot have ended this round"
    elif outcome.reason in {"stock", "declined", "reshuffle-cap"} and len(state.stock_pile) != rules.stock_floor:
        yield "stock", f"has {len(state.stock_pile)} cards, the round ended at {rules.stock_floor}"
    if not state.discard_pile:
        yield "discards", "has no card, but a discard went before"
