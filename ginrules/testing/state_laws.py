"""Laws of a single state: cards, legal actions and views. Also a broken law's error."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final, get_args

import attrs

from ginrules._support.values import as_items, expect
from ginrules.cards import CARDS, CardSet
from ginrules.errors import IllegalAction
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, ShuffleStock, Spread, TakeDiscard
from ginrules.play.determinize import determinize
from ginrules.play.engine import apply, legal_actions, why_illegal
from ginrules.play.notation import parse_action
from ginrules.play.phases import Reshuffle, SpreadTurn
from ginrules.play.state import RoundState, expect_state
from ginrules.play.view import view
from ginrules.rules.model import RuleSet

_STRANGE_MELDS: Final = tuple(map(Meld.parse, ("Ac 2c 3c", "Ac Ad Ah", "Ac 2c", "Kd Ad 2d", "4c 4d 4h 4s", "")))


class LawBroken(AssertionError):
    """A law that does not hold, with rules, seed and action in the message."""


def check_state(state: RoundState, rng: random.Random) -> None:
    """Check a single state's laws: cards, legal actions, views.

    Args:
        state: Any state.
        rng: The generator that chooses which actions to try and where to place the hidden cards.

    Raises:
        LawBroken: If a law does not hold.

    Examples:
        >>> import random
        >>> import ginrules as gin
        >>> gin.testing.check_state(gin.deal(gin.RuleSet(), gin.shuffled(7)), random.Random(1))
    """
    expect(rng, random.Random, "a random.Random")
    check_cards_conserved(state)
    check_legal_means_not_refused(state, some_actions(state, rng))
    if rng.random() < 0.2:  # a view costs as much as many actions
        check_views_leak_nothing(state, rng.getrandbits(32))


def check_cards_conserved(state: RoundState) -> None:
    """Check that every card of the pack is in exactly one place.

    Raises:
        LawBroken: If a card is missing or appears twice.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_cards_conserved(gin.deal(gin.RuleSet(), gin.shuffled(7)))
    """
    expect_state(state)
    places = [*state.stock, *state.discards]
    for cards in (*state.hands, *(meld.cards for meld in state.table)):
        places += list(cards)
    pack = list(CardSet(state.setup.tables.pack))
    ensure(sorted(places) == pack, f"there are {len(places)} cards, the pack has {len(pack)}", state.rules)


def check_legal_means_not_refused(state: RoundState, candidates: Iterable[Action] = ()) -> None:
    """Check that an action is listed as legal if and only if it is accepted, and that somebody can act.

    Args:
        state: Any state.
        candidates: Actions to try in addition to the legal actions (see `ginrules.testing.any_actions`).

    Raises:
        LawBroken: If a legal action is refused, an illegal action is accepted, or nobody can act.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_legal_means_not_refused(gin.deal("standard", seed=7), [gin.DrawStock(), gin.Decline()])
    """
    legal = legal_actions(state)
    stuck = not legal and not state.is_over and not isinstance(state.phase, Reshuffle)
    ensure(not stuck, f"seat {state.turn} must {state.phase.prompt} and cannot", state.rules)
    ensure(len(set(legal)) == len(legal), "a legal action is listed twice", state.rules)
    for action in legal:
        ensure(why_illegal(state, action) is None, f"{action} is listed and refused", state.rules)
        ensure(parse_action(str(action), state) == action, f"{action} is read as another action", state.rules)
    for action in as_items(candidates, "actions in a list"):
        if isinstance(action, ShuffleStock) and isinstance(state.phase, Reshuffle):
            continue  # chance's shuffles are not listed
        refusal = why_illegal(state, action)
        listed = action in legal
        ensure(
            (refusal is None) == listed,
            f"{action} is {'' if listed else 'not '}listed, the refusal is {refusal}",
            state.rules,
        )
        if refusal is not None:
            _ensure_refused(state, action, refusal)


def _ensure_refused(state: RoundState, action: Action, refusal: IllegalAction) -> None:
    try:
        apply(state, action)
    except IllegalAction as error:
        ensure(type(error) is type(refusal), f"{action} is refused in two ways: {error} / {refusal}", state.rules)
    else:
        raise LawBroken(f"{action} is refused and yet played ({state.rules.label})")


def check_views_leak_nothing(state: RoundState, seed: int = 0) -> None:
    """Check that a seat's view does not depend on where the cards are that are hidden from it.

    Args:
        state: Any state.
        seed: The seed for the places of the hidden cards.

    Raises:
        LawBroken: If a view depends on a hidden card.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_views_leak_nothing(gin.deal(gin.RuleSet(), gin.shuffled(7)))
    """
    expect_state(state)
    for seat in range(state.seats):
        own = view(state, seat)
        other = determinize(own, seed)
        check_cards_conserved(other)
        ensure(view(other, seat) == own, f"seat {seat} sees a card that it cannot know", state.rules, seed)


def some_actions(state: RoundState, rng: random.Random) -> list[Action]:
    """Return well-formed actions of every kind to try in a state, most of them illegal, some of them nearly legal.

    Examples:
        >>> import ginrules as gin
        >>> actions = some_actions(gin.deal(RuleSet(), gin.shuffled(7)), random.Random(1))
        >>> gin.Decline() in actions, len(actions) > 40
        (True, True)
    """
    held = 0 if state.turn is None else state.hand_masks[state.turn]
    near = [*CardSet(held), *state.discards[-2:], *rng.sample(CARDS, 8)]
    own = [Meld.of(CardSet(meld)) for meld in state.setup.tables.melds(held)]
    tried = [*rng.sample(own, min(4, len(own))), *rng.sample(_STRANGE_MELDS, 2)]
    tried += [Meld(meld.cards, "run" if meld.kind == "set" else "set") for meld in tried[:1]]
    due = rng.sample(state.discards, len(state.discards))
    actions: list[Action] = [kind() for kind in get_args(Action) if not attrs.fields(kind)]  # decline, draw, done …
    actions += [TakeDiscard(count) for count in (1, 2, 3, -1, 60)]
    actions += [kind(card) for kind in (Knock, Discard) for card in near]
    actions += [LayOff(rng.choice(near), onto) for onto in (-1, 0, 1, len(state.table))]
    actions += [*map(LayDown, tried), Spread(), *(Spread(tried[:number]) for number in (1, 2, 3)), Spread(tried[-2:])]
    if isinstance(state.phase, SpreadTurn):
        actions += [spread for spread in legal_actions(state) if isinstance(spread, Spread)][:8]
    return [*actions, *(ShuffleStock(order) for order in (due, due[1:], [*due, *due[:1]], state.discards[:-1]))]


def ensure(holds: bool, message: str, rules: RuleSet, seed: int | None = None) -> None:  # noqa: FBT001 - an assert
    """Raise `LawBroken` with rules and seed unless the law holds."""
    if not holds:
        where = "" if seed is None else f", seed {seed}"
        raise LawBroken(f"{message} ({rules.label}{where})")
