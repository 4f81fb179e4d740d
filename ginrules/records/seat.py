"""`SeatRecord`: one seat's account of a round, its first view and what it was told since."""

from collections.abc import Iterator
from typing import Any

import attrs

from ginrules._values import as_items, expect
from ginrules.cards import Card, CardSet
from ginrules.errors import DutyCannotBeMet, GinRulesError, IllegalAction, MustUseTakenCard, RecordError
from ginrules.play.actions import Action, LayDown, LayOff, TakeDiscard
from ginrules.play.engine import step, why_illegal
from ginrules.play.events import (
    DrewStock,
    Event,
    RoundEnded,
    TookDiscard,
    events_of,
)
from ginrules.play.outcome import Outcome
from ginrules.play.phases import LastDiscard, RoundOver
from ginrules.play.views.determinize import filled, pools_of
from ginrules.play.views.follow import action_of, expect_event, follow, redact
from ginrules.play.views.view import PlayerView, expect_view, view
from ginrules.records.annotations import LONGEST_COMMENT, ensure_comment
from ginrules.records.documents.codec import Optional, text
from ginrules.records.documents.derived import derived
from ginrules.records.documents.problems import RecordProblem, first_line
from ginrules.records.documents.registry import register
from ginrules.records.documents.texts import WrittenRecord
from ginrules.records.invariants import view_problems
from ginrules.records.round import RoundRecord


def _as_events(events: Any) -> tuple[Event, ...]:
    return as_items(events, "events in a list")


@attrs.frozen
class SeatRecord(WrittenRecord):
    """What one seat, or a spectator, saw of a round; cards it never saw are not in it.

    Attributes:
        first: The seat's first view.
        events: What it was told since, redacted.
        comment: A text about it.
        now: The seat's view at the end of its events.

    Raises:
        RecordError: If an event cannot have followed.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> seen = account(RoundRecord(STANDARD, 7, actions=["decline", "decline", "draw"]), 0)
        >>> len(seen.events), seen.events[-1]
        (3, DrewStock(seat=1, card=None))
        >>> seen.now.hand_sizes
        (10, 11)
    """

    first: PlayerView
    events: tuple[Event, ...] = attrs.field(default=(), converter=_as_events)
    comment: str = attrs.field(default="", kw_only=True)
    now: PlayerView = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        expect_view(self.first)
        ensure_comment(self.comment)
        seen, is_ending = self.first, False
        for place, event in enumerate(self.events):
            expect_event(event)
            if isinstance(event, RoundEnded) and not (is_ending or event.outcome.reason == "take-cap"):
                why: str | None = "the round has not come to its end"
            elif is_ending and not isinstance(event, RoundEnded):
                why = "the round is over, its end is to be told"
            else:
                why, is_ending = why_not(seen, event)
            if why is not None:
                raise RecordError(f"events[{place}]: {why}", place=place)
            seen = follow(seen, event)
        object.__setattr__(self, "now", seen)

    @property
    def seat(self) -> int | None:
        """Whose account it is; None for a spectator's."""
        return self.first.seat

    @property
    def outcome(self) -> Outcome | None:
        """The facts of the finished round, or None."""
        return self.now.outcome

    def told(self, *events: Event) -> "SeatRecord":
        """The account with more events.

        Raises:
            RecordError: If one cannot have followed.
        """
        return attrs.evolve(self, events=(*self.events, *events))

    def views(self) -> Iterator[PlayerView]:
        """The seat's view after each event, the first view before them."""
        seen = self.first
        yield seen
        for event in self.events:
            seen = follow(seen, event)
            yield seen


def account(record: RoundRecord, seat: int | None) -> SeatRecord:
    """What this seat (None: a spectator) saw of a recorded round.

    Raises:
        DealError: If there is no such seat.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> record = RoundRecord(STANDARD, 30, actions=["decline", "decline", "draw"])
        >>> account(record, 0).events[-1]
        DrewStock(seat=1, card=None)
    """
    expect(record, RoundRecord, "a RoundRecord")
    return SeatRecord(view(next(record.states()), seat), record.events(seat))


def why_not(seen: PlayerView, event: Event) -> tuple[str | None, bool]:
    """Why the seat cannot have been told this now, or None; and whether it ends the round."""
    if isinstance(event, RoundEnded):
        return _why_not_ended(seen, event), False
    why, holds, next_card, action = _why_not_begun(seen, event)
    if why is not None or action is None:
        return why, False
    why = _why_no_place(seen, holds, next_card)
    return (why, False) if why is not None else _why_not_told(seen, event, action, holds, next_card)


def _why_not_begun(seen: PlayerView, event: Any) -> tuple[str | None, dict[int, CardSet], Card | None, Action | None]:
    """Whether it is this seat's turn; then the action behind the event and what it needs."""
    action: Action | None = None
    holds: dict[int, CardSet] = {}
    next_card: Card | None = None
    why = _why_not_its_turn(seen, event)
    if why is None and not (isinstance(event, TookDiscard) and isinstance(seen.phase, LastDiscard)):
        try:
            action, holds, next_card = action_of(seen, event)
        except GinRulesError as error:
            why = first_line(error)
    return why, holds, next_card, action


def _why_not_its_turn(seen: PlayerView, event: Any) -> str | None:
    if seen.is_over:
        return "the round is over"
    if isinstance(event, TookDiscard) and isinstance(seen.phase, LastDiscard):
        same = event.seat == seen.turn and event.cards == seen.discards[-1:]
        return None if same else "only the last discard can be taken here"
    seat = getattr(event, "seat", None)
    if seat != seen.turn:
        who = "chance" if seen.turn is None else f"seat {seen.turn}"
        return f"{who} is to {seen.phase.prompt}, not seat {seat}"
    if isinstance(event, DrewStock) and (event.card is None) != (seat != seen.seat):
        return "a card drawn from the stock is seen by the seat that draws it, and by no other"
    return None


def _why_no_place(seen: PlayerView, holds: dict[int, CardSet], next_card: int | None) -> str | None:
    """Whether the cards told of can be where they are told to be."""
    pools = pools_of(seen)
    wanted = 0
    for seat, cards in holds.items():
        own = seen.hand if seat == seen.seat else seen.known[seat]
        hidden = cards - own
        if isinstance(seen.phase, LastDiscard):
            hidden -= CardSet.of(seen.discards[-1:])  # it is taken into the hand with the knock
        if seat == seen.seat and hidden:
            return f"seat {seat} does not hold {hidden}"
        if not hidden <= seen.unseen:
            return f"{hidden - seen.unseen} cannot be in the hand of seat {seat}"
        for pool, count in zip(pools, seen.hidden_counts[seat], strict=True):
            if len(hidden & pool) > count:
                return f"seat {seat} cannot hold all of {hidden}"
        wanted |= hidden.mask
    if next_card is not None:
        top = CardSet(1 << next_card)
        if not top <= seen.unseen or wanted >> next_card & 1:
            return f"{top} cannot lie on the stock"
        newest = [pool for pool, size in zip(pools, _sizes_in_stock(seen), strict=True) if size]
        if not newest or not top <= newest[-1]:
            return f"{top} cannot lie on top of the stock"
    return None


def _sizes_in_stock(seen: PlayerView) -> list[int]:
    """How many cards of each pool are still in the stock."""
    sizes = [len(pool) for pool in pools_of(seen)]
    for seat, counts in enumerate(seen.hidden_counts):
        if seat != seen.seat:
            sizes = [size - count for size, count in zip(sizes, counts, strict=True)]
    return sizes


def _why_not_told(
    seen: PlayerView, event: Event, action: Action, holds: dict[int, CardSet], next_card: Any
) -> tuple[str | None, bool]:
    """Whether the action is legal where it was taken, and the event is what one is told of it."""
    state = filled(seen, pools_of(seen), holds=holds, next_card=next_card)
    refused = why_illegal(state, action)
    if refused is not None and not _rests_on_hidden(seen, action, refused):
        return first_line(refused), False
    after = step(state, action)
    told = [redact(each, seen.seat) for each in events_of(state, action, after)]
    return (None, after.is_over) if event in told else ("the event does not tell what happened", False)


def _rests_on_hidden(seen: PlayerView, action: Action, refused: IllegalAction) -> bool:
    """Whether the refusal is of a duty that another seat may well meet with cards not seen."""
    is_duty = isinstance(refused, DutyCannotBeMet | MustUseTakenCard) and isinstance(
        action, TakeDiscard | LayDown | LayOff
    )
    return is_duty and seen.turn != seen.seat


def _why_not_ended(seen: PlayerView, event: RoundEnded) -> str | None:
    if seen.is_over:
        return "the round has ended before"
    if len(event.hands) != seen.seats:
        return f"{len(event.hands)} hands are shown, there are {seen.seats} seats"
    for seat, (hand, size) in enumerate(zip(event.hands, seen.hand_sizes, strict=True)):
        own = seen.hand if seat == seen.seat else seen.known[seat]
        if len(hand) != size or not own <= hand or not hand - own <= seen.unseen:
            return f"seat {seat} cannot have shown {hand or 'no card'}"
    over = attrs.evolve(follow(seen, event), phase=RoundOver(event.outcome))
    problem = next(view_problems(over), None)
    return str(RecordProblem(*problem)) if problem else None


register(
    SeatRecord,
    derived(
        SeatRecord, {"comment": Optional(text(LONGEST_COMMENT), "")}, order="comment first events", required="events"
    ),
    "ginrules/account",
)
