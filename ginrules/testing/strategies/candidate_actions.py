"""Strategies for well-formed actions, most of them illegal."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ginrules.cards import CARDS, Card, CardSet
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    Done,
    Double,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Refuse,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import STANDARD
from ginrules.play.engine import legal_actions
from ginrules.play.phases import Reshuffle, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet, rules_of

KINDS: Final[tuple[type, ...]] = (
    Decline, TakeDiscard, DrawStock, Discard, Knock, GoBigGin, Done, LayOff, LayDown, Spread, ShuffleStock,
    Double, Accept, Refuse,
)  # fmt: skip


def melds(rules: RuleSet | str = STANDARD) -> st.SearchStrategy[Meld]:
    """Return a strategy for a meld of the pack under these rules; it shrinks to three low cards.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> find(gin.testing.melds(), lambda meld: meld.kind == "run").kind
        'run'
    """
    tables = rules_of(rules).tables
    masks = sorted(tables.melds(tables.pack), key=lambda meld: (meld.bit_count(), meld))
    return st.sampled_from(masks).map(lambda meld: Meld.of(CardSet(meld)))


def any_actions(state: RoundState | None = None) -> st.SearchStrategy[Action]:
    """Return a strategy for well-formed actions of every kind, legal or not, to test refusals.

    Args:
        state: The state in which the action is tried: cards that matter there, and melds and
            shuffles that are almost legal, are chosen more often.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> state = gin.deal(gin.RuleSet(), gin.shuffled(7))
        >>> @given(gin.testing.any_actions(state))
        ... def test_what_is_not_refused_is_listed(action):
        ...     assert (gin.why_illegal(state, action) is None) == (action in gin.legal_actions(state))
        >>> test_what_is_not_refused_is_listed()
    """
    return _any_actions(state)


def _near(state: RoundState | None) -> st.SearchStrategy[Card]:
    """Return a strategy for a card, preferring cards in a hand or on the pile."""
    if state is None or state.turn is None:
        return st.sampled_from(CARDS)
    near = [*state.hands[state.turn], *state.discards[-2:]]
    return st.one_of(st.sampled_from(near), st.sampled_from(CARDS)) if near else st.sampled_from(CARDS)


@st.composite
def _any_melds(draw: DrawFn, state: RoundState | None) -> Meld:
    """Draw a meld as an action names it: legal, with other cards, too short, of the wrong kind, or empty."""
    rules = STANDARD if state is None else state.rules
    tables = rules.tables
    held = 0 if state is None or state.turn is None else state.hand_masks[state.turn]
    own = tables.melds(held) or tables.melds(tables.pack)[:20]
    kind = draw(st.sampled_from(("own", "pack", "wrong kind", "any", "part")))
    if kind == "any" or not own:
        return Meld.of(CardSet.of(draw(st.sets(_near(state), max_size=5))))
    if kind == "pack":
        chosen: Meld = draw(melds(rules))
        return chosen
    meld = Meld.of(CardSet(draw(st.sampled_from(own))))
    if kind == "wrong kind":
        return Meld(meld.cards, "run" if meld.kind == "set" else "set")
    if kind == "part":
        return Meld.of(CardSet.of(list(meld.cards)[: draw(st.integers(0, 2))]))
    return meld


@st.composite
def _shuffles(draw: DrawFn, state: RoundState | None) -> ShuffleStock:
    """Draw an order of the cards that a shuffle needs, or almost these cards."""
    if state is None or not isinstance(state.phase, Reshuffle):
        return ShuffleStock(draw(st.lists(st.sampled_from(CARDS), max_size=4)))
    order = list(draw(st.permutations(state.discards[:-1])))
    match draw(st.sampled_from(("", "short", "twice", "top", "other"))):
        case "short":
            order = order[1:]
        case "twice":
            order = [*order, *order[:1]]
        case "top":
            order = [*order, state.discards[-1]]
        case "other":
            order = [*order[1:], draw(st.sampled_from(CARDS))]
        case _:
            pass
    return ShuffleStock(order)


@st.composite
def _any_actions(draw: DrawFn, state: RoundState | None) -> Action:
    kind = draw(st.sampled_from(KINDS))
    if kind is TakeDiscard:
        return TakeDiscard(draw(st.one_of(st.integers(1, 4), st.integers(-1, 60))))
    if kind is Discard:
        return Discard(draw(_near(state)))
    if kind is Knock:
        return Knock(draw(_near(state)))
    if kind is LayDown:
        return LayDown(draw(_any_melds(state)))
    if kind is LayOff:
        on_table = 4 if state is None else max(4, len(state.table))
        return LayOff(draw(_near(state)), draw(st.integers(-1, on_table)))
    if kind is Spread:
        return _spread(draw, state)
    if kind is ShuffleStock:
        shuffle: ShuffleStock = draw(_shuffles(state))
        return shuffle
    plain: Action = kind()
    return plain


def _spread(draw: DrawFn, state: RoundState | None) -> Spread:
    listed = legal_actions(state) if state is not None and isinstance(state.phase, SpreadTurn) else ()
    if draw(st.booleans()) and listed:
        chosen: Action = draw(st.sampled_from(listed))
        assert isinstance(chosen, Spread)
        return chosen if draw(st.booleans()) else Spread([*chosen.melds[1:], draw(_any_melds(state))])
    return Spread(draw(st.lists(_any_melds(state), max_size=4)))
