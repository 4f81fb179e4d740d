"""What the seat that draws next may want: its chance to meld a card thrown to it."""

import attrs

from ginrules.lab.search.discard_choice import numbers, small_melds
from ginrules.play.events import Declined, Discarded, DrewStock, Event, TookDiscard
from ginrules.play.views.view import PlayerView

_SHUNNED = 0.5
"""How much less likely a seat holds a card next to one it has thrown or refused."""

_WANTED = 2.0
"""How much more likely it holds a card next to one it has taken."""


@attrs.define
class Habits:
    """What each seat has been seen to do with single cards.

    Attributes:
        shunned: For each seat, the cards it threw or refused, as a mask.
        wanted: For each seat, the cards it took, as a mask.
    """

    shunned: dict[int, int] = attrs.field(factory=dict)
    wanted: dict[int, int] = attrs.field(factory=dict)
    _top: int = 0

    def begin(self, view: PlayerView) -> None:
        """Forget the last round."""
        self.shunned.clear()
        self.wanted.clear()
        self._top = 1 << view.discards[-1] if view.discards else 0

    def note(self, event: Event) -> None:
        """Remember what an event tells of a seat's wishes."""
        match event:
            case Discarded():
                self.shunned[event.seat] = self.shunned.get(event.seat, 0) | 1 << event.card
                self._top = 1 << event.card
            case TookDiscard():
                self.wanted[event.seat] = self.wanted.get(event.seat, 0) | 1 << event.cards[0]
                self._top = 0
            case Declined():
                self.shunned[event.seat] = self.shunned.get(event.seat, 0) | self._top
            case DrewStock():
                self.shunned[event.seat] = self.shunned.get(event.seat, 0) | self._top
            case _:
                pass


def appetite(view: PlayerView, habits: Habits, seat: int) -> list[float]:
    """For each card, how likely this seat holds it: 1 for those seen to go there, 0 for those seen elsewhere."""
    tables = view.setup.tables
    unseen = view.unseen.mask
    hidden = sum(view.hidden_counts[seat])
    base = hidden / unseen.bit_count() if unseen else 0.0
    near = small_melds(tables)
    weight = [0.0] * 52
    cool = _neighbors(near, habits.shunned.get(seat, 0))
    warm = _neighbors(near, habits.wanted.get(seat, 0))
    for card in numbers(unseen):
        factor = _SHUNNED if cool >> card & 1 else 1.0
        if warm >> card & 1:
            factor *= _WANTED
        weight[card] = min(1.0, base * factor)
    for card in numbers(view.known[seat].mask):
        weight[card] = 1.0
    return weight


def wanted(near: tuple[tuple[int, ...], ...], held: list[float], card: int) -> float:
    """The chance that a seat that holds cards with these chances can meld this one."""
    spared = 1.0
    for meld in near[card]:
        both = 1.0
        for other in numbers(meld ^ 1 << card):
            both *= held[other]
        spared *= 1.0 - both
    return 1.0 - spared


def _neighbors(near: tuple[tuple[int, ...], ...], cards: int) -> int:
    found = 0
    for card in numbers(cards):
        for meld in near[card]:
            found |= meld
    return found
