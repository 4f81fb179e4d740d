"""Checks of states in which a turn is being played: counts, stock, pile and what the rules remember."""

from collections.abc import Iterator

from ginrules.cards import CardSet
from ginrules.play.phases import (
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import RoundState
from ginrules.play.table.meld_placement import can_place

Faults = Iterator[tuple[str, str]]


def first_stock(state: RoundState) -> int:
    """How many cards the stock had after the deal."""
    rules = state.rules
    dealt = state.seats * rules.hand_size_for(state.seats) + (rules.opening == "eleven-cards")
    return rules.ranks * rules.suits - dealt - (state.upcard is not None)


def count_faults(state: RoundState, extra: dict[int, int] | None = None) -> Faults:
    """Each seat must hold, or have laid, the cards it was dealt and so many more.

    In open melding takes of several cards make a seat's cards more.
    """
    size = state.rules.hand_size_for(state.seats)
    may_grow = state.rules.open_melds and state.rules.discard_take == "several"
    for seat, (hand, laid) in enumerate(zip(state.hands, state.laid, strict=True)):
        wanted = size + (extra or {}).get(seat, 0)
        found = len(hand) + len(laid)
        if found < wanted or (found > wanted and not may_grow):
            least = "at least " if may_grow else ""
            yield (
                f"hands[{seat}]",
                f"holds {len(hand)} cards and has laid {len(laid)}, together {least}{wanted} are due",
            )


def memory_faults(state: RoundState) -> Faults:
    """What the rules remember must be something they do remember, within its bounds."""
    rules, memory, phase = state.rules, state.memory, state.phase
    if memory.takes and not memory.takes < rules.take_cap:
        yield "takes", f"is {memory.takes}, the take cap is {rules.take_cap or 'off'}"
    most = (2 if isinstance(phase, RoundOver) else 1) if rules.return_pair else 0
    if memory.returns > most:
        yield "returns", f"is {memory.returns}, at most {most} can be here"
    first = first_stock(state)
    if not memory.put_back:
        if len(state.stock_pile) > first:
            yield "stock", f"has {len(state.stock_pile)} cards, the deal left {first}"
    elif rules.stock_exhausted != "reshuffle":
        yield "put_back", "has cards, these rules do not reshuffle"
    else:
        yield from _put_back_faults(state)


def _put_back_faults(state: RoundState) -> Faults:
    """Reshuffles put cards on top of the floor, each card counted for the last one that did."""
    rules, pools = state.rules, state.memory.put_back
    if rules.reshuffle_cap and len(pools) > rules.reshuffle_cap:
        yield "put_back", f"tells of {len(pools)} reshuffles, the cap is {rules.reshuffle_cap}"
    seen = 0
    for place, pool in enumerate(pools):
        if pool & seen:
            yield f"put_back[{place}]", f"has {CardSet(pool & seen)}, which stands in an earlier one too"
        if pool & ~state.setup.tables.pack:
            yield f"put_back[{place}]", "has cards that are not in the pack"
        seen |= pool
    beneath = state.stock_pile[: rules.stock_floor]
    above = state.stock_pile[rules.stock_floor :]
    for card in beneath:
        if seen >> card & 1:
            yield "stock", f"has {CardSet(1 << card)} beneath, which a reshuffle put back above"
    for card in above:
        if not pools[-1] >> card & 1:
            yield "stock", f"has {CardSet(1 << card)}, which the last reshuffle did not put back"


def turn_faults(state: RoundState) -> Faults:
    """What the phase asks for, while the round goes on."""
    phase = state.phase
    match phase:
        case UpcardOffer():
            yield from _offer_faults(state)
        case DrawTurn():
            yield from _draw_faults(state, phase)
        case PlayTurn():
            yield from _play_faults(state, phase)
        case LastDiscard() | Reshuffle():
            yield from _run_down_faults(state)
        case SpreadTurn() | LayoffTurn() | RoundOver():
            pass


def _offer_faults(state: RoundState) -> Faults:
    yield from count_faults(state)
    if state.rules.opening != "upcard-offer":
        yield "phase", f"is an upcard offer, the opening is {state.rules.opening}"
        return
    if state.discards != (state.upcard,):
        yield "discards", f"must be the upcard alone, {state.upcard}, while it is offered"
    if len(state.stock_pile) != first_stock(state):
        yield "stock", f"has {len(state.stock_pile)} cards, the deal leaves {first_stock(state)}"
    yield from _untouched(state)


def _untouched(state: RoundState) -> Faults:
    """Nothing has been taken yet."""
    for seat, known in enumerate(state.known):
        if known:
            yield f"known[{seat}]", f"has {known} before any card was taken"
    if state.memory.takes or state.memory.returns:
        yield "takes", "tells of takes before any card was taken"


def _draw_faults(state: RoundState, phase: DrawTurn) -> Faults:
    yield from count_faults(state)
    rules = state.rules
    if len(state.stock_pile) <= rules.stock_floor:
        yield "stock", f"has {len(state.stock_pile)} cards, a draw leaves {rules.stock_floor} or more"
    is_first = (
        phase.seat == (state.dealer + 1) % state.seats
        and len(state.stock_pile) == first_stock(state)
        and not state.memory.put_back
    )
    declined = rules.opening == "upcard-offer" and rules.both_pass_draw == "stock-only"
    alone = state.discards == (() if state.upcard is None else (state.upcard,))
    if phase.stock_only:
        if not (is_first and alone and (declined or rules.opening == "no-upcard")):
            yield "phase.stock_only", "is only for the first draw, after all have declined or without an upcard"
        else:
            yield from _untouched(state)
    elif not state.discard_pile:
        yield "discards", "has no card, but a discard went before this draw"


def _play_faults(state: RoundState, phase: PlayTurn) -> Faults:
    yield from count_faults(state, {phase.seat: 1})
    rules, hand, known = state.rules, state.hands[phase.seat], state.known[phase.seat]
    for name, cards in (("taken", phase.taken), ("owed", phase.owed)):
        if len(cards) > 1:
            yield f"phase.{name}", f"is {cards}, one card at most can be"
        elif not cards <= known:
            yield f"phase.{name}", f"is {cards}, which is not among the known cards of seat {phase.seat}"
    if phase.taken and phase.owed:
        yield "phase.owed", f"is {phase.owed} while {phase.taken} was taken alone"
    if phase.owed and rules.discard_take != "several":
        yield "phase.owed", f"is {phase.owed}, these rules let nobody take several cards"
    elif len(phase.owed) == 1 and phase.owed <= hand and not can_place(state, hand.mask, next(iter(phase.owed))):
        yield "phase.owed", f"is {phase.owed}, which could be neither melded nor laid off"
    starts_empty = rules.opening in {"eleven-cards", "no-upcard"}
    if not (state.discard_pile or phase.taken or rules.open_melds or starts_empty):
        yield "discards", "has no card, but the upcard or a discard lies there"


def _run_down_faults(state: RoundState) -> Faults:
    yield from count_faults(state)
    rules = state.rules
    due = "last-discard-option" if isinstance(state.phase, LastDiscard) else "reshuffle"
    if rules.stock_exhausted != due:
        yield "phase", f"is of the rule {due}, these rules have {rules.stock_exhausted}"
    if len(state.stock_pile) != rules.stock_floor:
        yield "stock", f"has {len(state.stock_pile)} cards, this phase comes at {rules.stock_floor}"
    if not state.discard_pile:
        yield "discards", "has no card, but a discard went before"
    if due == "reshuffle" and rules.reshuffle_cap and len(state.memory.put_back) >= rules.reshuffle_cap:
        yield (
            "put_back",
            f"tells of {len(state.memory.put_back)} reshuffles, no more than {rules.reshuffle_cap} are made",
        )
