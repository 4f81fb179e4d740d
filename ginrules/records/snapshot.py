"""Snapshots: states and views as they are written, not yet known to be sound (see `invariants`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from ginrules.bounds import PLAYERS, RESHUFFLES
from ginrules.cards import Card, CardSet
from ginrules.melds.meld import TableMeld
from ginrules.play.actions import Action
from ginrules.play.phases import Phase
from ginrules.play.state import Memory, Position, RoundState, Setup
from ginrules.play.view import PlayerView
from ginrules.records.documents.json_forms import listed, number, record
from ginrules.records.documents.registry import fields_of, form_of


@attrs.frozen(kw_only=True)
class Snapshot(Position):
    """A state's cards and facts as they are written, not yet known to fit together.

    It has the attributes of `RoundState`, as cards.
    """

    setup: Setup
    hands: tuple[CardSet, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    laid: tuple[CardSet, ...]
    known: tuple[CardSet, ...]
    takes: int = 0
    returns: int = 0
    put_back: tuple[CardSet, ...] = ()
    factor: int = 1
    doubling_right: int | None = None
    phase: Phase

    @property
    def state(self) -> RoundState:
        """The state with these values, whatever they are."""
        return RoundState(
            self.setup,
            tuple(map(int, self.hands)),
            bytes(self.stock),
            bytes(self.discards),
            self.table,
            tuple(map(int, self.laid)),
            tuple(map(int, self.known)),
            Memory(self.takes, self.returns, tuple(map(int, self.put_back)), self.factor, self.doubling_right),
            self.phase,
        )


def snapshot_of(state: RoundState) -> Snapshot:
    """Return a state's values."""
    names = ("setup", "hands", "stock", "discards", "table", "laid", "known", "phase")
    memory = state.memory
    return Snapshot(
        **{name: getattr(state, name) for name in names},
        takes=memory.takes,
        returns=memory.returns,
        put_back=tuple(map(CardSet, memory.put_back)),
        factor=memory.factor,
        doubling_right=memory.doubling_right,
    )


_SETUP: Final = fields_of(Setup)
_SNAPSHOT: Final = "hands stock discards table laid known takes returns put_back factor doubling_right phase"
_VIEW: Final = (
    "seat hand hand_sizes known unseen discards stock_size hidden_counts table laid takes returns put_back "
    "factor doubling_right phase legal"
)


def _maker(cls: type) -> Callable[..., Any]:
    """Return a function that makes a value of a class from its fields and the fields of its set-up."""

    def make(**values: Any) -> Any:
        return cls(setup=Setup(**{name: values.pop(name) for name in _SETUP}), **values)

    return make


@attrs.frozen
class ViewSnapshot:
    """A view as it is written, not yet known to be a state's view.

    Attributes:
        view: The view.
        legal: The actions written as legal, which must follow from it.
    """

    view: PlayerView
    legal: tuple[Action, ...]


def _make_view(*, discards: tuple[Card, ...], legal: tuple[Action, ...], **values: Any) -> ViewSnapshot:
    return ViewSnapshot(_maker(PlayerView)(pile=bytes(discards), **values), legal)


_FIELDS: Final = fields_of(Snapshot, order=_SNAPSHOT)
SNAPSHOT: Final = record(_maker(Snapshot), {**_SETUP, **_FIELDS})
_MOST_LEGAL: Final = 10_000
_COUNTS: Final = listed(number(0, 52), most=RESHUFFLES + 1)
VIEW: Final = record(
    _make_view,
    {
        **_SETUP,
        **fields_of(
            PlayerView,
            {
                "hidden_counts": listed(_COUNTS, most=PLAYERS),
                **{name: _FIELDS[name] for name in ("discards", "takes", "returns", "put_back")},
                "legal": listed(form_of(Action), most=_MOST_LEGAL),
            },
            order=_VIEW,
        ),
    },
)
"""The form of a view. It reads a `ViewSnapshot`."""
