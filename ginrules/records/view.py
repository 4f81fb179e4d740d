"""The JSON of a view; on the way back it must be the view of some state."""

from collections.abc import Iterator
from typing import Any, Final

import attrs

from ginrules.cards import Card, CardSet
from ginrules.melds.meld import TableMeld
from ginrules.play.actions import Action
from ginrules.play.phases import Phase, RoundOver
from ginrules.play.state import Setup
from ginrules.play.views.determinize import filled, pools_of
from ginrules.play.views.view import PlayerView, view
from ginrules.records.document import document
from ginrules.records.documents.codec import CARD_SET, PILE, Codec, Optional, listed, number, record
from ginrules.records.documents.problems import BAD, At, Bad
from ginrules.records.documents.values import ACTIONS, BY_SEAT, MOST_SEATS, PHASE, SEAT, TABLE_MELD
from ginrules.records.invariants import setup_faults, shape_faults, state_faults
from ginrules.records.snapshot import MEMORY_FIELDS, MOST_RESHUFFLES, SETUP_FIELDS, parts_of
from ginrules.rules.model import RuleSet


@attrs.frozen(kw_only=True)
class ViewParts:
    """A view's fields as they are written, not yet known to fit together."""

    rules: RuleSet
    seats: int
    dealer: int
    upcard: Card | None
    knock_card: Card | None
    knock_limit: int
    seat: int | None
    hand: CardSet
    hand_sizes: tuple[int, ...]
    known: tuple[CardSet, ...]
    unseen: CardSet
    discards: tuple[Card, ...]
    stock_size: int
    hidden_counts: tuple[tuple[int, ...], ...]
    table: tuple[TableMeld, ...]
    laid: tuple[CardSet, ...]
    takes: int
    returns: int
    put_back: tuple[CardSet, ...]
    phase: Phase
    legal: tuple[Action, ...]

    @property
    def view(self) -> PlayerView:
        """The view of these parts, whatever they are."""
        setup = Setup(self.rules, self.seats, self.dealer, self.upcard, self.knock_card, self.knock_limit)
        own = {field.name: getattr(self, field.name) for field in attrs.fields(PlayerView) if field.name != "setup"}
        return PlayerView(setup=setup, **own)


_COUNT: Final = number(0, 52)
_VIEW: Final = record(
    ViewParts,
    {
        **SETUP_FIELDS,
        "seat": Optional(SEAT),
        "hand": CARD_SET,
        "hand_sizes": listed(_COUNT, most=MOST_SEATS),
        "known": BY_SEAT,
        "unseen": CARD_SET,
        "discards": PILE,
        "stock_size": _COUNT,
        "hidden_counts": listed(listed(_COUNT, most=MOST_RESHUFFLES + 1), most=MOST_SEATS),
        "table": listed(TABLE_MELD, most=52),
        "laid": BY_SEAT,
        **MEMORY_FIELDS,
        "phase": PHASE,
        "legal": ACTIONS,
    },
)


def _write(seen: PlayerView) -> dict[str, Any]:
    own = {field.name: getattr(seen, field.name) for field in attrs.fields(PlayerView) if field.name != "setup"}
    setup = {name: getattr(seen, name) for name in SETUP_FIELDS}
    written: dict[str, Any] = _VIEW.write(ViewParts(**own, **setup))
    return written


def _read(data: Any, at: At) -> Any:
    parts = _VIEW.read(data, at)
    if isinstance(parts, Bad):
        return BAD
    if at.note([*setup_faults(parts), *_shape_faults(parts)]):
        return BAD
    seen = parts.view
    return BAD if at.note(_view_faults(seen)) else seen


def _shape_faults(parts: ViewParts) -> Iterator[tuple[str, str]]:
    """Whether the hidden cards can be put into the hidden places at all."""
    seats = parts.seats
    for name in ("hand_sizes", "known", "laid", "hidden_counts"):
        if len(getattr(parts, name)) != seats:
            yield name, f"has {len(getattr(parts, name))} items, there are {seats} seats"
            return
    if parts.seat is not None and parts.seat >= seats:
        yield "seat", f"is {parts.seat}, seats are 0 to {seats - 1}"
        return
    waiting = [len(pool) for pool in pools_of(parts.view)]
    sound = True
    for seat, counts in enumerate(parts.hidden_counts):
        if len(counts) != len(waiting):
            yield f"hidden_counts[{seat}]", f"has {len(counts)} numbers, cards come from {len(waiting)} places"
            sound = False
        elif seat != parts.seat:
            waiting = [left - count for left, count in zip(waiting, counts, strict=True)]
    if sound and min(waiting) < 0:
        yield "hidden_counts", "are more than the unseen cards"


def _view_faults(seen: PlayerView) -> Iterator[tuple[str, str]]:
    """The state that the view describes, whatever the hidden cards, must be sound and look like this."""
    state = filled(seen, [tuple(pool) for pool in pools_of(seen)])
    parts = parts_of(state)
    broken = [*setup_faults(parts), *shape_faults(parts)]
    if not broken:
        broken = [each for each in state_faults(state) if not _depends_on_hidden(each, seen)]
    yield from broken
    if broken:
        return
    again = view(state, seen.seat)
    for field in attrs.fields(PlayerView):
        told, follows = getattr(seen, field.name), getattr(again, field.name)
        if told != follows:
            yield field.name, "is not what a seat sees of such a round"


def _depends_on_hidden(fault: tuple[str, str], seen: PlayerView) -> bool:
    """Faults of the cards that were put somewhere only to have a state."""
    path, message = fault
    return path == "phase.owed" and "neither melded" in message and seen.turn != seen.seat and not _is_over(seen)


def _is_over(seen: PlayerView) -> bool:
    return isinstance(seen.phase, RoundOver)


VIEW: Final = document("view", Codec(_write, _read, _VIEW.schema))
