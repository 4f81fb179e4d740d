"""A round as a picture shows it: seats from the far side of the table to the near one, melds and piles.

It is made from a state, with all cards open, or from a view, with backs for the cards that
the seat does not know. It has no other source, so a picture of a view shows no more than the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from ginrules.cards import Card, CardSet, cards_text
from ginrules.melds.arrange import best_arrangement, in_sequence, sorted_by_rank
from ginrules.play.phases import PlayTurn
from ginrules.play.state import RoundState, doubling_text
from ginrules.play.turns.discard import discardable
from ginrules.play.view import PlayerView
from ginrules.show.words import expect_shown, phase_text, seat_labels

Round = RoundState | PlayerView
Cards = tuple[Card, ...]


@attrs.frozen(kw_only=True)
class SeatDisplay:
    """A seat of the picture."""

    name: str
    is_dealer: bool
    to_act: bool
    groups: tuple[Cards, ...]  # the open cards: melds first, then the rest
    hidden: int  # the number of backs
    public: CardSet  # open cards that everybody has seen, unless that is all of them
    note: str  # the value of its hand. Empty if unknown.


@attrs.frozen(kw_only=True)
class RoundDisplay:
    """All that a picture of a round shows."""

    title: str  # the rules' title
    headline: str  # who must act and how, or how the round ended
    limit: str  # the knock limit in force, in words. Empty in rules without a knock.
    doubling: str  # the factor of the round and who can double, in words. Empty without doubling.
    seats: tuple[SeatDisplay, ...]  # the seats in the order of play, starting after the near seat, which comes last
    table: tuple[tuple[str, Cards, CardSet], ...]  # for each meld its owner's name, its cards, those laid off on it
    pile: Cards  # the discards, the top card last
    spread_pile: bool  # whether the whole pile is open, because several cards of it can be taken
    stock: int  # the number of cards of the stock
    upcard: Card | None  # the first card turned, if it sets the knock limit
    knock_card: Card | None  # the second pack's card


def display_round(position: Round, names: Sequence[str] | None = None) -> RoundDisplay:
    """Return this state or view as a picture shows it."""
    expect_shown(position, Round, "a RoundState or a PlayerView")
    labels = seat_labels(names, position.seats)
    near = position.seat if isinstance(position, PlayerView) and position.seat is not None else 0
    rules = position.rules
    around = [(near + step) % position.seats for step in range(1, position.seats + 1)]
    title = rules.heading
    if isinstance(position, RoundState):
        title += " · all cards open"
    elif position.seat is None:
        title += " · seen by a spectator"
    return RoundDisplay(
        title=title,
        headline=phase_text(position.phase, labels, rules),
        limit="" if rules.open_melds else f"knock limit {position.knock_limit or '0 (gin only)'}",
        doubling=doubling_text(position, labels) if rules.doubling else "",
        seats=tuple(_seat(position, seat, labels[seat]) for seat in around),
        table=tuple(
            (labels[meld.owner], in_sequence(meld.cards), meld.cards - meld.original) for meld in position.table
        ),
        pile=position.discards,
        spread_pile=rules.discard_take == "several",
        stock=position.stock_size if isinstance(position, PlayerView) else len(position.stock_pile),
        upcard=position.upcard if rules.knock_source == "upcard" else None,
        knock_card=position.knock_card,
    )


def _seat(position: Round, seat: int, name: str) -> SeatDisplay:
    known = position.known[seat]
    if isinstance(position, RoundState):
        hand, hidden = position.hands[seat], 0
    else:
        hand = position.hand if seat == position.seat else known
        hidden = position.hand_sizes[seat] - len(hand)
    open_hand = hidden == 0
    if not open_hand:
        groups: tuple[Cards, ...] = (tuple(hand),)
    elif _has_spread(position, seat):
        groups = (sorted_by_rank(hand),)
    else:
        best = best_arrangement(hand, position.rules)
        groups = (*(in_sequence(meld.cards) for meld in best.melds), sorted_by_rank(best.unmelded))
    return SeatDisplay(
        name=name,
        is_dealer=seat == position.dealer,
        to_act=seat == position.turn,
        groups=tuple(filter(None, groups)),
        hidden=hidden,
        public=CardSet() if known == hand and open_hand else known & hand,
        note=_note(position, seat, hand) if open_hand else "",
    )


def _has_spread(position: Round, seat: int) -> bool:
    """Return whether the seat's melds are on the table, and the rest of its hand unmelded."""
    return not position.rules.open_melds and any(meld.owner == seat for meld in position.table)


def _note(position: Round, seat: int, hand: CardSet) -> str:
    outcome = position.outcome
    tables = position.setup.tables
    if outcome is not None:
        left = outcome.deadwood[seat]
        laid = f"{outcome.laid[seat]} on the table, " if outcome.laid else ""
        return f"{laid}{left} in hand" if position.rules.open_melds else f"deadwood {left}"
    if position.rules.open_melds:
        return f"{tables.value(hand.mask)} in hand"
    if _has_spread(position, seat):
        return f"deadwood {tables.value(hand.mask)}"
    if isinstance(position.phase, PlayTurn) and position.phase.seat == seat and hand:
        free = discardable(position.rules, hand.mask, position.phase.taken.mask)
        least = min(tables.deadwood((hand - card).mask) for card in CardSet(free))
        return f"deadwood {least} after the best discard"
    return f"deadwood {tables.deadwood(hand.mask)}"


def round_lines(display: RoundDisplay) -> Iterator[str]:
    """Yield a round as a picture shows it, line by line."""
    yield f"{display.title}. {display.headline}."
    piles = [
        f"stock {display.stock}",
        f"pile {len(display.pile)}" + (f", top {display.pile[-1]}" if display.pile else ""),
    ]
    piles += [f"upcard {display.upcard}"] if display.upcard else []
    piles += [f"knock card {display.knock_card}"] if display.knock_card else []
    yield "; ".join([*piles, *filter(None, (display.limit, display.doubling))])
    for seat in display.seats:
        cards = " | ".join(map(cards_text, seat.groups)) or ("" if seat.hidden else "no card")
        hidden = f"{seat.hidden} hidden" if seat.hidden else ""
        dealer = " (dealer)" if seat.is_dealer else ""
        public = f"; seen by all: {seat.public}" if seat.public and not seat.hidden else ""
        note = f"; {seat.note}" if seat.note else ""
        yield f"{seat.name}{dealer}: {' + '.join(filter(None, (cards, hidden)))}{note}{public}"
    for place, (owner, melded, laid_off) in enumerate(display.table):
        added = f"; laid off: {laid_off}" if laid_off else ""
        yield f"meld {place} of {owner}: {cards_text(melded)}{added}"
