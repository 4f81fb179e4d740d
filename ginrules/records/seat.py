"""`SeatRecord`: one seat's account of a round, its first view and its events since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import attrs

from ginrules._support.values import as_items, expect
from ginrules.cards import Card, CardSet
from ginrules.errors import DutyCannotBeMet, GinRulesError, IllegalAction, MustUseTakenCard, RecordError
from ginrules.play.actions import Action, LayDown, LayOff, TakeDiscard
from ginrules.play.determinize import place_hidden_cards, unseen_by_origin
from ginrules.play.engine import step, why_illegal
from ginrules.play.events import DrewStock, Event, RoundEnded, TookDiscard, events_of
from ginrules.play.follow import action_of, expect_event, follow, redact
from ginrules.play.outcome import Outcome
from ginrules.play.phases import LastDiscard, RoundOver
from ginrules.play.view import PlayerView, expect_view, view
from ginrules.records.annotations import COMMENT, ensure_comment
from ginrules.records.documents.problems import RecordProblem, first_line
from ginrules.records.documents.registry import derived, register
from ginrules.records.documents.texts import WrittenRecord
from ginrules.records.round import RoundRecord
from ginrules.records.snapshot import view_problems

_DUTIES: Final = DutyCannotBeMet | MustUseTakenCard


def _as_events(events: Any) -> tuple[Event, ...]:
    return as_items(events, "events in a list")


@attrs.frozen
class SeatRecord(WrittenRecord):
    """A round as one seat, or a spectator, saw it. Cards it never saw are not in it.

    Attributes:
        first: The seat's first view.
        events: Its events since, redacted.
        comment: A text about it.
        now: The seat's view at the end of its events.

    Raises:
        RecordError: If an event cannot have followed.

    Examples:
        >>> from ginrules.records import account
        >>> import ginrules as gin
        >>> record = account(gin.RoundRecord("standard", 7, actions=["decline", "decline", "draw"]), 0)
        >>> len(record.events), record.events[-1]
        (3, DrewStock(seat=1, card=None))
        >>> record.now.hand_sizes
        (10, 11)
    """

    _pictured: ClassVar = "now"
    first: PlayerView
    events: tuple[Event, ...] = attrs.field(default=(), converter=_as_events)
    comment: str = attrs.field(default="", kw_only=True)
    now: PlayerView = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        expect_view(self.first)
        ensure_comment(self.comment)
        current, is_ending = self.first, False
        for place, event in enumerate(self.events):
            expect_event(event)
            try:
                is_ending = _check_event(current, event, is_ending=is_ending)
            except GinRulesError as error:
                raise RecordError(f"events[{place}]: {first_line(error)}", place=place) from error
            current = follow(current, event)
        object.__setattr__(self, "now", current)

    @property
    def seat(self) -> int | None:
        """The seat whose account it is, or None for a spectator's."""
        return self.first.seat

    @property
    def outcome(self) -> Outcome | None:
        """The finished round's facts, or None."""
        return self.now.outcome

    def with_events(self, *events: Event) -> SeatRecord:
        """Return the account with more events.

        Raises:
            RecordError: If an event cannot follow.
        """
        return attrs.evolve(self, events=(*self.events, *events))

    def views(self) -> Iterator[PlayerView]:
        """Yield the seat's first view, then its view after each event."""
        current = self.first
        yield current
        for event in self.events:
            current = follow(current, event)
            yield current


def account(record: RoundRecord, seat: int | None) -> SeatRecord:
    """Return a recorded round as this seat (None: a spectator) saw it.

    Raises:
        DealError: If there is no such seat.

    Examples:
        >>> from ginrules.records import account
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", 30, actions=["decline", "decline", "draw"])
        >>> account(record, 0).events[-1]
        DrewStock(seat=1, card=None)
    """
    expect(record, RoundRecord, "a RoundRecord")
    return SeatRecord(view(next(record.states()), seat), record.events(seat))


# --- whether an event can have followed: some hidden cards must make it legal and give the seat this event ---------


def _check_event(current: PlayerView, event: Event, *, is_ending: bool) -> bool:
    """Refuse an event that the seat cannot see now. Return whether it is the last before the round's end."""
    if isinstance(event, RoundEnded):
        if not (is_ending or event.outcome.reason == "take-cap"):
            raise RecordError("the round is not over")
        _check_end(current, event)
        return False
    if is_ending:
        raise RecordError("the round is over, only its end can follow")
    _check_turn(current, event)
    if isinstance(event, TookDiscard) and isinstance(current.phase, LastDiscard):
        return False
    action, holds, next_card = action_of(current, event)
    _check_places(current, holds, next_card)
    state = place_hidden_cards(current, unseen_by_origin(current), holds=holds, next_card=next_card)
    refusal = why_illegal(state, action)
    if refusal is not None and not _depends_on_hidden_cards(current, action, refusal):
        raise refusal
    after = step(state, action)
    if event not in [redact(public, current.seat) for public in events_of(state, action, after)]:
        raise RecordError("the event is not what the seat sees of the action")
    return after.is_over


def _check_turn(current: PlayerView, event: Any) -> None:
    if current.is_over:
        raise RecordError("the round is over")
    if isinstance(event, TookDiscard) and isinstance(current.phase, LastDiscard):
        if event.seat != current.turn or event.cards != current.discards[-1:]:
            raise RecordError("only the last discard can be taken here")
        return
    seat = getattr(event, "seat", None)
    if seat != current.turn:
        who = "chance" if current.turn is None else f"seat {current.turn}"
        raise RecordError(f"{who} must {current.phase.prompt}, not seat {seat}")
    if isinstance(event, DrewStock) and (event.card is None) != (seat != current.seat):
        raise RecordError("a card drawn from the stock is seen by the seat that draws it, and by no other")


def _check_places(current: PlayerView, holds: Mapping[int, CardSet], next_card: Card | None) -> None:
    """Refuse cards that cannot be in these hands, or on top of the stock."""
    pools = unseen_by_origin(current)
    placed = CardSet()
    for seat, cards in holds.items():
        hidden = cards - (current.hand if seat == current.seat else current.known[seat])
        if isinstance(current.phase, LastDiscard):
            hidden -= CardSet.of(current.discards[-1:])  # it is taken into the hand with the knock
        if seat == current.seat and hidden:
            raise RecordError(f"seat {seat} does not hold {hidden}")
        if not hidden <= current.unseen:
            raise RecordError(f"{hidden - current.unseen} cannot be in the hand of seat {seat}")
        if any(len(hidden & pool) > count for pool, count in zip(pools, current.hidden_counts[seat], strict=True)):
            raise RecordError(f"seat {seat} cannot hold all of {hidden}")
        placed |= hidden
    if next_card is None:
        return
    others = [counts for seat, counts in enumerate(current.hidden_counts) if seat != current.seat]
    in_stock = [pool for place, pool in enumerate(pools) if len(pool) > sum(counts[place] for counts in others)]
    if next_card in placed or not in_stock or next_card not in in_stock[-1]:
        raise RecordError(f"{next_card} cannot lie on top of the stock")


def _depends_on_hidden_cards(current: PlayerView, action: Action, refusal: IllegalAction) -> bool:
    """Return whether the refusal is of a duty that another seat can meet with cards not seen."""
    is_duty = isinstance(refusal, _DUTIES) and isinstance(action, TakeDiscard | LayDown | LayOff)
    return is_duty and current.turn != current.seat


def _check_end(current: PlayerView, event: RoundEnded) -> None:
    if current.is_over:
        raise RecordError("the round has ended before")
    if len(event.hands) != current.seats:
        raise RecordError(f"{len(event.hands)} hands are shown, there are {current.seats} seats")
    for seat, (hand, size) in enumerate(zip(event.hands, current.hand_sizes, strict=True)):
        own = current.hand if seat == current.seat else current.known[seat]
        if len(hand) != size or not own <= hand or not hand - own <= current.unseen:
            raise RecordError(f"seat {seat} cannot have shown {hand or 'no card'}")
    over = attrs.evolve(follow(current, event), phase=RoundOver(event.outcome))
    for problem in view_problems(over):
        raise RecordError(str(RecordProblem(*problem)))


register(
    SeatRecord,
    derived(SeatRecord, {"comment": COMMENT}, order="comment first events", required="events"),
    "ginrules/account",
)
