"""States and views as documents: what is written is any position, and what is read is checked to be sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from ginrules._support.bounds import PLAYERS, RESHUFFLES
from ginrules.cards import CARDS, CardSet
from ginrules.melds.meld import TableMeld
from ginrules.play import phases
from ginrules.play.actions import Action
from ginrules.play.deal import pack_of
from ginrules.play.determinize import place_hidden_cards, unseen_by_origin
from ginrules.play.meld_placement import can_use
from ginrules.play.outcome import Outcome, outcome_of
from ginrules.play.shared import can_lay_off, has_drawn, needs_gin_before_draw
from ginrules.play.state import History, RoundConfig, RoundState
from ginrules.play.view import PlayerView, view
from ginrules.records.documents import json_forms as forms
from ginrules.records.documents.problems import BAD, At, Bad
from ginrules.records.documents.registry import SEAT, fields_of, form_of, register
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import json_value

_SETUP: Final = fields_of(RoundConfig)
_SETS: Final = forms.listed(forms.CARD_SET, most=PLAYERS)
_TABLE: Final = forms.listed(form_of(TableMeld), most=52)
_MEMORY: Final[forms.Fields] = {
    "takes": forms.Optional(forms.number(), 0),
    "returns": forms.Optional(forms.number(), 0),
    "put_back": forms.Optional(forms.listed(forms.CARD_SET, most=RESHUFFLES), ()),
    "factor": forms.Optional(forms.number(1), 1),
    "doubling_right": forms.Optional(SEAT),
}
_BEFORE_MEMORY: Final[forms.Fields] = {
    **_SETUP,
    "hands": _SETS,
    "stock": forms.PILE,
    "discards": forms.PILE,
    "table": _TABLE,
    "laid": _SETS,
    "known": _SETS,
}
_PHASE: Final[forms.Fields] = {"phase": form_of(phases.Phase)}


def _setup_of(values: dict[str, Any]) -> RoundConfig:
    """Take a round's set-up from the values that were read."""
    return RoundConfig(**{name: values.pop(name) for name in _SETUP})


def _make_state(
    *, hands: Any, stock: Any, discards: Any, table: Any, laid: Any, known: Any, phase: phases.Phase, **values: Any
) -> RoundState:
    """Return the state with these values, whatever they are."""
    setup = _setup_of(values)
    values["put_back"] = tuple(map(int, values["put_back"]))
    hands, laid, known = (tuple(map(int, sets)) for sets in (hands, laid, known))
    return RoundState(setup, hands, bytes(stock), bytes(discards), table, laid, known, History(**values), phase)


def _write_state(state: RoundState) -> dict[str, Any]:
    memory = attrs.evolve(state.memory, put_back=tuple(map(CardSet, state.memory.put_back)))
    return {
        **forms.write_table(state, _BEFORE_MEMORY),
        **forms.write_table(memory, _MEMORY),
        **forms.write_table(state, _PHASE),
    }


def _make_view(*, discards: Any, legal: tuple[Action, ...], **values: Any) -> tuple[PlayerView, tuple[Action, ...]]:
    """Return the view with these values, whatever they are, and the actions written as legal."""
    setup = _setup_of(values)
    return PlayerView(setup=setup, pile=bytes(discards), **values), legal


STATE: Final = forms.class_form(_make_state, {**_BEFORE_MEMORY, **_MEMORY, **_PHASE})
_COUNTS: Final = forms.listed(forms.number(0, 52), most=RESHUFFLES + 1)
VIEW: Final = forms.class_form(
    _make_view,
    {
        **_SETUP,
        "seat": forms.Optional(SEAT),
        "hand": forms.CARD_SET,
        "hand_sizes": forms.listed(forms.number(0, 52), most=PLAYERS),
        "known": _SETS,
        "unseen": forms.CARD_SET,
        "discards": forms.PILE,
        "stock_size": forms.number(0, 52),
        "hidden_counts": forms.listed(_COUNTS, most=PLAYERS),
        "table": _TABLE,
        "laid": _SETS,
        **_MEMORY,
        **_PHASE,
        "legal": forms.listed(form_of(Action), most=10_000),
    },
)
"""The form of a view. It reads the view and the actions that are written as legal."""


Problems = Iterator[tuple[str, str]]
"""Paths and messages."""


def seat_problems(rules: RuleSet, seats: int, dealer: int) -> Problems:
    """Yield the problems of the number of seats and the dealer's seat."""
    if seats not in rules.table_sizes:
        yield "seats", f"is {seats}, the rules seat {' or '.join(map(str, rules.table_sizes))} at a table"
    if dealer >= seats:
        yield "dealer", f"is seat {dealer}, seats are 0 to {seats - 1}"


def _setup_problems(setup: RoundConfig) -> Problems:
    rules = setup.rules
    yield from seat_problems(rules, setup.seats, setup.dealer)
    for name, card, is_used in (
        ("upcard", setup.upcard, rules.has_upcard),
        ("knock_card", setup.knock_card, rules.knock_source == "knock-card"),
    ):
        if (card is not None) != is_used:
            yield name, "is missing under these rules" if is_used else f"is {card}, these rules have none"
        elif card is not None and card not in pack_of(rules):
            yield name, f"is {card}, which is not in the pack"
    limit = rules.limit_in_force(setup.upcard, setup.knock_card)
    if setup.knock_limit != limit:
        yield "knock_limit", f"is {setup.knock_limit}, the limit in force is {limit}"


def _shape_problems(state: RoundState) -> Problems:
    """Yield basic problems of a state: wrong lengths or seats, and missing or repeated cards of the pack."""
    seats = state.seats
    for name in ("hands", "laid", "known"):
        if len(getattr(state, name)) != seats:
            yield name, f"has {len(getattr(state, name))} items, there are {seats} seats"
    phase = state.phase
    numbers = [(f"table[{place}].owner", meld.owner) for place, meld in enumerate(state.table)]
    numbers += [(f"phase.{name}", getattr(phase, name)) for name in ("seat", "declarer", "by") if hasattr(phase, name)]
    for path, seat in numbers:
        if seat >= seats:
            yield path, f"is seat {seat}, seats are 0 to {seats - 1}"
    pack, used = state.setup.tables.pack, 0
    places: list[tuple[str, Any]] = [("stock", state.stock), ("discards", state.discards)]
    places += [(f"hands[{seat}]", hand) for seat, hand in enumerate(state.hands)]
    places += [(f"table[{place}].cards", meld.cards) for place, meld in enumerate(state.table)]
    for path, cards in places:
        for card in cards:
            bit = 1 << card
            if not bit & pack:
                yield path, f"has {CARDS[card]}, which is not in the pack"
            elif bit & used:
                yield path, f"has {CARDS[card]}, which is in another place too"
            used |= bit
    if pack & ~used:
        yield "", f"{CardSet(pack & ~used)} is nowhere: every card of the pack must be in one place"


def state_problems(state: RoundState) -> Problems:
    """Yield the problems of a state whose set-up and shape are right."""
    yield from _table_problems(state)
    for seat, (known, hand) in enumerate(zip(state.known, state.hands, strict=True)):
        if not known <= hand:
            yield f"known[{seat}]", f"has {known - hand}, which seat {seat} does not hold"
    yield from _count_problems(state)
    yield from _stock_problems(state)
    yield from _history_problems(state)
    phase = state.phase
    yield from _doubling_problems(state)
    exists = PHASE_EXISTS.get(type(phase))
    if exists is not None and not exists(state.rules):
        yield "phase", f"is {form_of(phases.Phase).write(phase)['kind']}, which these rules do not have"
    match phase:
        case phases.UpcardOffer():
            if state.discards != (state.upcard,):
                yield "discards", f"must be the upcard alone, {state.upcard}, while it is offered"
        case phases.PlayTurn():
            yield from _play_problems(state, phase)
        case phases.SpreadTurn() | phases.LayoffTurn():
            yield from _declared_problems(state, phase.declarer, phase.ending)
        case phases.RoundOver(outcome):
            yield from _over_problems(state, outcome)
        case phases.DrawTurn() | phases.LastDiscard() | phases.Reshuffle() | phases.DoubleOffer():
            pass


PHASE_EXISTS: Final[dict[type[phases.Phase], Callable[[RuleSet], bool]]] = {
    phases.UpcardOffer: lambda rules: rules.opening == "upcard-offer",
    phases.SpreadTurn: lambda rules: not rules.open_melds,
    phases.LayoffTurn: lambda rules: not rules.open_melds,
    phases.LastDiscard: lambda rules: rules.stock_exhausted == "last-discard-option",
    phases.Reshuffle: lambda rules: rules.stock_exhausted == "reshuffle",
    phases.DoubleOffer: lambda rules: rules.doubling,
}
"""The rules that have a phase, for the phases that not all rules have."""


def _table_problems(state: RoundState) -> Problems:
    tables, on_table, laid = state.setup.tables, 0, 0
    for place, meld in enumerate(state.table):
        original, cards = meld.original.mask, meld.cards.mask
        on_table |= cards
        if not tables.is_meld(original):
            yield f"table[{place}].original", f"is {meld.original or 'no card'}, not a meld under these rules"
            continue
        kind = "run" if len({card.suit for card in meld.original}) == 1 else "set"
        if meld.kind != kind:
            yield f"table[{place}].kind", f"is {meld.kind}, {meld.original} is a {kind}"
        if original & ~cards or not tables.is_meld(cards):
            yield f"table[{place}].cards", f"is {meld.cards}, which is not the meld {meld.original} with lay-offs"
        if not meld.original <= state.laid[meld.owner]:
            yield f"table[{place}].original", f"is not among the cards that seat {meld.owner} has laid"
    for seat, cards in enumerate(state.laid_masks):
        if cards & laid or cards & ~on_table:
            yield f"laid[{seat}]", f"has {CardSet(cards & (laid | ~on_table))}, which it cannot have put on the table"
        laid |= cards
    if on_table & ~laid:
        yield "laid", f"{CardSet(on_table & ~laid)} is on the table, but no seat has laid it"
    if state.table and not (state.rules.open_melds or _is_declared(state)):
        yield "table", "has melds before any knock"


def _is_declared(state: RoundState) -> bool:
    phase = state.phase
    return isinstance(phase, phases.SpreadTurn | phases.LayoffTurn) or (
        isinstance(phase, phases.RoundOver) and phase.outcome.declarer is not None and phase.outcome.ending != "refused"
    )


def _count_problems(state: RoundState) -> Problems:
    """Yield a problem for each seat whose number of cards fits neither the deal nor a draw in its turn."""
    rules, phase = state.rules, state.phase
    size = rules.hand_size_for(state.seats)
    may_grow = rules.open_melds and rules.discard_take == "several"
    for seat, (hand, laid) in enumerate(zip(state.hands, state.laid, strict=True)):
        expected = size + _has_one_more(phase, seat, len(laid) > size)
        count = len(hand) + len(laid)
        if count < expected or (count > expected and not may_grow):
            least = "at least " if may_grow else ""
            yield (
                f"hands[{seat}]",
                f"holds {len(hand)} cards and has laid {len(laid)}, together it must be {least}{expected}",
            )


def _has_one_more(phase: phases.Phase, seat: int, laid_all: bool) -> bool:  # noqa: FBT001 - a fact
    """Return whether a seat has a card more than it was dealt: in its turn, after big gin, out without a discard."""
    match phase:
        case phases.PlayTurn():
            return seat == phase.seat
        case phases.SpreadTurn() | phases.LayoffTurn():
            return seat == phase.declarer and phase.ending == "big-gin"
        case phases.RoundOver(outcome):
            return seat == outcome.declarer and (outcome.ending == "big-gin" or (outcome.ending == "out" and laid_all))
        case (
            phases.UpcardOffer() | phases.DrawTurn() | phases.LastDiscard() | phases.Reshuffle() | phases.DoubleOffer()
        ):
            return False


def _stock_problems(state: RoundState) -> Problems:
    rules, phase = state.rules, state.phase
    count, floor = len(state.stock_pile), rules.stock_floor
    if count < floor:
        yield "stock", f"has {count} cards, {floor} are never drawn"
    elif isinstance(phase, phases.DrawTurn | phases.DoubleOffer) and count == floor:
        yield "stock", f"has {count} cards, a draw leaves {floor} or more"
    elif isinstance(phase, phases.LastDiscard | phases.Reshuffle) and count > floor:
        yield "stock", f"has {count} cards, this phase comes at {floor}"
    if not state.discard_pile and (
        isinstance(phase, phases.LastDiscard | phases.Reshuffle)
        or (isinstance(phase, phases.DrawTurn | phases.DoubleOffer) and not phase.stock_only)
    ):
        yield "discards", "has no card, but a discard came before this phase"


def _history_problems(state: RoundState) -> Problems:
    """Yield the memory's problems: takes, returned cards and reshuffles beyond their bounds."""
    rules, memory = state.rules, state.memory
    if memory.takes and not memory.takes < rules.take_cap:
        yield "takes", f"is {memory.takes}, the take cap is {rules.take_cap or 'off'}"
    most = (1 + state.is_over) if rules.return_pair else 0
    if memory.returns > most:
        yield "returns", f"is {memory.returns}, at most {most} can be here"
    if not memory.put_back:
        return
    most = (
        rules.reshuffle_cap - isinstance(state.phase, phases.Reshuffle) if rules.reshuffle_cap else len(memory.put_back)
    )
    if rules.stock_exhausted != "reshuffle" or len(memory.put_back) > most:
        yield "put_back", f"has {len(memory.put_back)} reshuffles, more than these rules allow here"
    earlier = 0
    for place, pool in enumerate(memory.put_back):
        if pool & earlier or pool & ~state.setup.tables.pack:
            yield f"put_back[{place}]", "has cards of an earlier one, or cards that are not in the pack"
        earlier |= pool
    for place, card in enumerate(state.stock_pile):
        is_beneath = place < rules.stock_floor
        if (earlier if is_beneath else ~memory.put_back[-1]) >> card & 1:
            did = "a reshuffle put back above" if is_beneath else "the last reshuffle did not put back"
            yield "stock", f"has {CARDS[card]}, which {did}"


def _doubling_problems(state: RoundState) -> Problems:
    """Yield the problems of doubling: an impossible factor, a wrong seat to double next, an offer of another seat."""
    rules, factor, right = state.rules, state.factor, state.doubling_right
    by = _doubler(state.phase)
    most = rules.doubling_limit if rules.doubling else 1
    if by is not None:
        most //= 2
    if factor > most or factor.bit_count() != 1:
        yield "factor", f"is {factor}, here it must be {'1' if most < 2 else f'a power of two up to {most}'}"
    if (right is None) != (factor == 1) or (right is not None and right >= state.seats):
        expected = "no seat" if factor == 1 else "a seat"
        yield "doubling_right", f"is {right}, with a factor of {factor} it must be {expected}"
    if by is not None and right not in {None, by}:
        yield "doubling_right", f"is seat {right}, so that seat {by} cannot have doubled"
    if isinstance(state.phase, phases.DoubleOffer) and by == state.phase.seat:
        yield "phase.by", f"is seat {by}, which answers its own double"


def _doubler(phase: phases.Phase) -> int | None:
    """Return the seat whose double is not answered, or was refused, else None."""
    if isinstance(phase, phases.DoubleOffer):
        return phase.by
    return phase.outcome.declarer if isinstance(phase, phases.RoundOver) and phase.outcome.ending == "refused" else None


def _play_problems(state: RoundState, phase: phases.PlayTurn) -> Problems:
    for name, cards in (("taken", phase.taken), ("owed", phase.owed)):
        if len(cards) > 1 or not cards <= state.known[phase.seat]:
            yield f"phase.{name}", f"is {cards}, not one of the known cards of seat {phase.seat}"
    if phase.owed and (phase.taken or state.rules.discard_take != "several"):
        yield "phase.owed", f"is {phase.owed}, a card is owed only after several were taken"


def _duty_problems(state: RoundState) -> Problems:
    """Yield the problems of a card owed in a turn, and of an impossible claim about the hand before its draw."""
    phase = state.phase
    if not isinstance(phase, phases.PlayTurn):
        return
    if phase.owed:
        (card,) = phase.owed
        if not can_use(state, state.hand_masks[phase.seat], card):
            yield "phase.owed", f"is {card}, which could be neither melded nor laid off"
    if not needs_gin_before_draw(state):
        if phase.was_gin:
            yield "phase.was_gin", "is true, these rules do not ask for the hand before the draw"
        return
    hand, deadwood = state.hand_masks[phase.seat], state.setup.tables.deadwood
    drawn = phase.taken or (state.hands[phase.seat] - state.known[phase.seat] if has_drawn(state) else CardSet())
    melded = {not deadwood(hand & ~(1 << card)) for card in drawn} or {False}
    if phase.was_gin not in melded:
        yield "phase.was_gin", f"is {str(phase.was_gin).lower()}, which no card drawn to this hand allows"


def _declared_problems(state: RoundState, declarer: int, ending: str) -> Problems:
    """Yield the problems after a knock: who acts, the declarer's cards, and how they fit the ending."""
    phase, rules, tables = state.phase, state.rules, state.setup.tables
    hand = state.hand_masks[declarer]
    if state.known_masks[declarer] != hand:
        yield f"known[{declarer}]", f"must be the whole hand of seat {declarer}, who declared"
    if ending == "big-gin" and not rules.big_gin:
        yield "phase.ending", "is big-gin, which these rules do not have"
    is_before_spread = isinstance(phase, phases.SpreadTurn) and phase.seat == declarer
    left = tables.deadwood(hand) if is_before_spread else tables.value(hand)
    limit = 0 if ending == "big-gin" else state.knock_limit
    if left > limit:
        yield f"hands[{declarer}]", f"keeps {left} points of deadwood, the limit is {limit}"
    fitting = ("knock", "big-gin") if is_before_spread else ("gin", "big-gin") if left == 0 else ("knock",)
    if ending not in fitting:
        path = "phase.outcome.ending" if isinstance(phase, phases.RoundOver) else "phase.ending"
        yield path, f"is {ending}, here it must be {' or '.join(fitting)}"
    if rules.knocker_melds == "best" and not is_before_spread:
        melded = sum(meld.original.mask for meld in state.table if meld.owner == declarer)
        least = tables.deadwood(hand | melded)
        if left > least:
            yield f"hands[{declarer}]", f"keeps {left} points of deadwood, these rules have a knocker leave {least}"
    if is_before_spread and state.table:
        yield "table", f"has melds, seat {declarer} has not spread yet"
    if isinstance(phase, phases.LayoffTurn) and (phase.seat == declarer or not can_lay_off(state, phase.ending)):
        yield "phase", f"has seat {phase.seat} lay off, which it cannot after {ending} by seat {declarer}"
    if isinstance(phase, phases.SpreadTurn) and not is_before_spread and rules.defender_melds != "named":
        yield "phase", f"has seat {phase.seat} name melds, these rules count them at their best"


def _over_problems(state: RoundState, outcome: Outcome) -> Problems:
    """Yield a problem for each fact of the outcome that does not follow from the cards."""
    if outcome.declarer is None:
        if outcome.reason is None:
            yield "phase.outcome.reason", "is missing: what ended the dead round"
            return
        expected = outcome_of(state, state.hand_masks, None, "dead", outcome.reason)
    elif outcome.declarer >= state.seats:
        yield "phase.outcome.declarer", f"is seat {outcome.declarer}, seats are 0 to {state.seats - 1}"
        return
    else:
        expected = outcome_of(state, state.hand_masks, outcome.declarer, outcome.ending)
        if outcome.ending == "refused":
            if len(state.stock_pile) == state.rules.stock_floor:
                yield "stock", "has no card to draw, so that nobody can have doubled"
        elif not state.rules.open_melds:
            yield from _declared_problems(state, outcome.declarer, outcome.ending)
        elif outcome.ending != "out" or state.hand_masks[outcome.declarer]:
            yield "phase.outcome", f"is {outcome.ending} by seat {outcome.declarer}, who must be out of cards"
    for field in attrs.fields(Outcome):
        value, follows = getattr(outcome, field.name), getattr(expected, field.name)
        if value != follows:
            yield f"phase.outcome.{field.name}", f"is {json_value(value)}, {json_value(follows)} follows from the cards"


# --- views -------------------------------------------------------------------------------------------


def view_problems(player_view: PlayerView) -> Problems:
    """Yield why this cannot be a state's view, wherever the cards are that the seat has not seen."""
    problems = [*_setup_problems(player_view.setup), *_hidden_problems(player_view)]
    if problems:
        yield from problems
        return
    state = place_hidden_cards(player_view, [tuple(pool) for pool in unseen_by_origin(player_view)])
    problems = [*_shape_problems(state)] or [*state_problems(state)]
    if not problems and player_view.turn == player_view.seat:
        problems += _duty_problems(state)
    yield from problems
    if not problems:
        expected = view(state, player_view.seat)
        for field in attrs.fields(PlayerView):
            if field.eq and getattr(player_view, field.name) != getattr(expected, field.name):
                yield "discards" if field.name == "pile" else field.name, "differs from what the seat sees"


def _hidden_problems(player_view: PlayerView) -> Problems:
    """Yield why the unseen cards cannot be put into the hidden places."""
    seats = player_view.seats
    lengths = {name: len(getattr(player_view, name)) for name in ("hand_sizes", "known", "laid", "hidden_counts")}
    wrong = {name: length for name, length in lengths.items() if length != seats}
    for name, length in wrong.items():
        yield name, f"has {length} items, there are {seats} seats"
    if player_view.seat is not None and player_view.seat >= seats:
        yield "seat", f"is {player_view.seat}, seats are 0 to {seats - 1}"
    if wrong:
        return
    left = [len(pool) for pool in unseen_by_origin(player_view)]
    pools = len(left)
    for seat, counts in enumerate(player_view.hidden_counts):
        if len(counts) != pools:
            yield f"hidden_counts[{seat}]", f"has {len(counts)} numbers, cards come from {pools} places"
        elif seat != player_view.seat:
            left = [count - hidden for count, hidden in zip(left, counts, strict=True)]
    if min(left) < 0:
        yield "hidden_counts", "are more than the unseen cards"


# --- the documents -----------------------------------------------------------------------------------


def _read_state(data: Any, at: At) -> Any:
    state = STATE.read(data, at)
    if isinstance(state, Bad) or at.note([*_setup_problems(state.setup), *_shape_problems(state)]):
        return BAD
    return BAD if at.note([*state_problems(state), *_duty_problems(state)]) else state


def _read_view(data: Any, at: At) -> Any:
    read = VIEW.read(data, at)
    if isinstance(read, Bad):
        return BAD
    seen, legal = read
    problems = [*view_problems(seen)]
    if not problems and legal != seen.legal:
        problems = [("legal", "differs from what the seat sees")]
    return BAD if at.note(problems) else seen


register(RoundState, forms.JsonForm(_write_state, _read_state, STATE.schema), "ginrules/state")
register(PlayerView, forms.JsonForm(VIEW.write, _read_view, VIEW.schema), "ginrules/view")
