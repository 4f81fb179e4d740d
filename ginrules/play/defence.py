"""The defender's best answer to a spread: own melds and lay-offs decided together.

The best defence can break one of the seat's own sets, or extend a run rather than complete a set
(OpenSpiel, GameplayTest1 and 3). Own melds and lay-offs are therefore searched together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import attrs

from ginrules._support.bounds import DEFENCES, TABLE_MELDS
from ginrules._support.notebook import ShownAsPicture
from ginrules._support.values import Value, few_items, shown
from ginrules.cards import CardSet
from ginrules.errors import IncompatibleRulesError, ParseError
from ginrules.melds.arrange import Hand, best_arrangement, held_in
from ginrules.melds.meld import Meld, TableMeld, as_meld
from ginrules.play.actions import DONE, Action, LayOff, Spread
from ginrules.play.meld_placement import fitting_mask
from ginrules.rules.model import RuleSet, rules_of, unsupported_rule
from ginrules.solver.meld_tables import MeldTables

SUPPORTED: Final = frozenset(
    """
    ace_rank ace_upcard big_gin big_gin_needs_gin both_pass_draw card_values defender_melds discard_take doubling
    doubling_limit hand_size knock_limit knock_source knocker_melds layoff layoff_chain min_run min_set open_melds
    opening ranks reshuffle_cap return_pair return_taken_discard stock_exhausted stock_floor suits take_cap
    """.split()
)
"""The rules of play that `best_defence`, our players and `ginrules.fast.Layout` support."""

_Table = tuple[tuple[int, int], ...]
"""The melds to lay off on, as pairs of masks: the cards now, the cards first laid."""


@attrs.frozen
class Defence(ShownAsPicture, Value):
    """A defender's lay-offs and melds.

    Attributes:
        melds: The defender's own melds, in spread order.
        layoffs: The lay-offs in an order that is legal step by step.
        unmelded: The cards left over.
        deadwood: Their value in points.
        actions: The actions to play: the lay-offs, `Done`, and the `Spread` if the rules
            have defenders name their melds.
    """

    melds: tuple[Meld, ...]
    layoffs: tuple[LayOff, ...]
    unmelded: CardSet
    deadwood: int
    actions: tuple[Action, ...]

    def __str__(self) -> str:
        laid = ", ".join(map(str, self.layoffs)) or "no lay-off"
        melded = " · ".join(map(str, self.melds)) or "no meld"
        return f"{melded} | {laid} | {self.unmelded or 'nothing'} left: {self.deadwood}"


def best_defence(hand: Hand, melds: Iterable[Meld | TableMeld | CardSet | str], rules: RuleSet | str) -> Defence:
    """Return the least deadwood a defender can reach against these melds, and how (Wikipedia, pagat.com).

    Lay-offs and own melds are searched together. Ties go to the fewest lay-offs, then to the
    lowest cards and places. If the rules have no lay-offs on the spread (`layoff` "none", or
    a spread that is gin), pass no melds.

    Args:
        hand: The defender's cards.
        melds: The knocker's melds in the order of the table. `LayOff.onto` counts in it.
        rules: Meld rules, chaining and whether defenders name their melds.

    Raises:
        IncompatibleRulesError: If there is a rule of play that is not known here: it may forbid lay-offs.
        ParseError: If the hand is not a set of cards of this pack, a meld is not a meld, or there are
            more than 26 melds or 20,000 sets of lay-offs, which no round has.

    Examples:
        >>> import ginrules as gin
        >>> spread = ["Ks Kc Kd", "5s 6s 7s", "9c Tc Jc"]
        >>> print(gin.best_defence("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac", spread, "standard"))
        2c 2d 2h 2s | lay off 8s on 1, lay off 9s on 1, lay off 8c on 2, lay off 7c on 2 | Ac 8d left: 9
    """
    rules = rules_of(rules)
    if (name := unsupported_play_rule(rules)) is not None:
        raise IncompatibleRulesError(
            f"the best defence is not known under {name} = {shown(getattr(rules, name))}: see SUPPORTED in {__name__}",
            rule=name,
        )
    held = held_in(hand, rules)
    tables = rules.tables
    listed = few_items(melds, TABLE_MELDS, "melds in a list", "best_defence(hand, ['7h 8h 9h'], rules)")
    table: _Table = tuple(map(_meld_masks, listed))
    chain = rules.layoff_chain and rules.has_layoffs
    choices = list(_layoff_choices(held, table, tables, chain=chain)) if rules.has_layoffs else [(held, ())]
    deadwoods = {left: tables.deadwood(left) for left in {left for left, _ in choices}}
    left, layoffs = min(
        choices, key=lambda one: (deadwoods[one[0]], len(one[1]), [(action.card, action.onto) for action in one[1]])
    )
    arranged = best_arrangement(CardSet(left), rules)
    ending: tuple[Action, ...] = (DONE, Spread(arranged.melds)) if rules.defender_melds == "named" else (DONE,)
    return Defence(arranged.melds, layoffs, arranged.unmelded, arranged.deadwood, (*layoffs, *ending))


@lru_cache(maxsize=256)
def unsupported_play_rule(rules: RuleSet) -> str | None:
    """Return the first rule of play that `best_defence` and players do not know, or None if they know all."""
    return unsupported_rule(rules, SUPPORTED, "play")


def _meld_masks(meld: Meld | TableMeld | CardSet | str) -> tuple[int, int]:
    """Return a meld's cards now, and those it was first laid with."""
    if isinstance(meld, TableMeld):
        return meld.cards.mask, meld.original.mask
    cards = as_meld(meld).cards.mask
    return cards, cards


def _layoff_choices(
    held: int, table: _Table, tables: MeldTables, *, chain: bool
) -> Iterator[tuple[int, tuple[LayOff, ...]]]:
    """Yield every reachable set of lay-offs once: the cards still held and the steps so far."""
    reached = {table}
    fits: dict[tuple[int, int], int] = {}
    waiting: list[tuple[int, _Table, tuple[LayOff, ...]]] = [(held, table, ())]
    for left, now, steps in waiting:  # grows while it is read: breadth first, fewest lay-offs first
        if len(reached) > DEFENCES:
            raise ParseError(
                f"more than {DEFENCES} sets of lay-offs are possible: give fewer cards or fewer melds", most=DEFENCES
            )
        yield left, steps
        for onto, meld in enumerate(now):
            cards, original = meld
            fitting = fits.get(meld)
            if fitting is None:
                fitting = fits[meld] = fitting_mask(cards, original, tables, chain=chain)
            for card in CardSet(left & fitting) if left & fitting else ():
                then = (*now[:onto], (cards | 1 << card, original), *now[onto + 1 :])
                if then not in reached:
                    reached.add(then)
                    waiting.append((left ^ 1 << card, then, (*steps, LayOff(card, onto))))
