"""Players with known leaks: `Learned` at one seat, but for one bad habit; many rounds at once on the core.

A leak reads the advice that `Learned` gives in all rounds and returns the codes that its player takes instead.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

import ginrules as gin
from ginrules.play.run_deals import deal_seed, new_deal, with_dealer
from ginrules.players import Learned
from ginrules.rules.model import RuleSet

SEAT: Final = 0
"""The seat of the player with the leak."""

CARDS: Final = 52
DECLINE, DRAW, DONE, TAKE, DISCARDS, KNOCKS, MELDS = 0, 1, 2, 7, 8, 60, 112
POINTS_LATE: Final = 3


@attrs.frozen
class Turn:
    """The decisions of the player with the leak, in the rounds where it must act now.

    Attributes:
        rules: The rules.
        advice: The codes of `Learned`.
        masks: The legal codes, a row for each round.
        hands: The cards held, as bool by card.
        tops: The top card of the pile, as bool by card.
        limits: The knock limits, in points.
        lay_offs: The first code of a lay-off.
        chance: Random numbers.
    """

    rules: RuleSet
    advice: NDArray[np.int64]
    masks: NDArray[np.bool_]
    hands: NDArray[np.bool_]
    tops: NDArray[np.bool_]
    limits: NDArray[np.int64]
    lay_offs: int
    chance: np.random.Generator

    @property
    def discards(self) -> NDArray[np.bool_]:
        """Whether `Learned` discards."""
        return (self.advice >= DISCARDS) & (self.advice < KNOCKS)

    @property
    def knocks(self) -> NDArray[np.bool_]:
        """Whether `Learned` knocks."""
        return (self.advice >= KNOCKS) & (self.advice < MELDS)

    def left(self, rows: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the deadwood after each discard that is allowed in these rounds, in points; large for others."""
        points = gin.fast.after_discards(as_masks(self.hands[rows]), self.rules).astype(np.int64)
        return np.where(self.masks[rows, DISCARDS:KNOCKS], points, _MUCH)

    def drawn(self, cards: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the number of a random card of each row."""
        chosen: NDArray[np.int64] = (cards * (1 - self.chance.random(cards.shape))).argmax(axis=1)
        return chosen


_MUCH: Final = 1_000
_BITS: Final = np.uint64(1) << np.arange(CARDS, dtype=np.uint64)

Leak = Callable[[Turn, NDArray[np.int64]], None]


def as_masks(cards: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return rows of bool by card as masks."""
    masks: NDArray[np.uint64] = (cards.astype(np.uint64) * _BITS).sum(axis=1, dtype=np.uint64)
    return masks


def knocks_late(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Knock only with 3 points less than the limit, else discard the card of the knock."""
    rows = turn.knocks & turn.masks[np.arange(len(codes)), np.clip(codes - KNOCKS + DISCARDS, 0, None)]
    if rows.any():
        left = turn.left(rows)[np.arange(rows.sum()), codes[rows] - KNOCKS]
        waits = (left > turn.limits[rows] - POINTS_LATE) & (left > 0)
        codes[rows] -= waits * (KNOCKS - DISCARDS)


def knocks_early(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Knock as soon as it is allowed, with the least deadwood."""
    rows = turn.discards & turn.masks[:, KNOCKS:MELDS].any(axis=1)
    if rows.any():
        left = np.where(turn.masks[rows, KNOCKS:MELDS], turn.left(rows), _MUCH)
        codes[rows] = KNOCKS + left.argmin(axis=1)


def never_takes(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Never take from the pile."""
    rows = codes == TAKE
    codes[rows] = np.where(turn.masks[rows, DRAW], DRAW, DECLINE)


def always_takes(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Take every card that lowers the deadwood by a point."""
    rows = turn.masks[:, TAKE] & ((codes == DRAW) | (codes == DECLINE))
    if rows.any():
        held, tops = turn.hands[rows], turn.tops[rows]
        points = gin.fast.after_discards(as_masks(held | tops), turn.rules).astype(np.int64)
        least = np.where(held, points, _MUCH).min(axis=1)
        takes = least < gin.fast.deadwoods(as_masks(held), turn.rules)
        codes[rows] = np.where(takes, TAKE, codes[rows])


def slips(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Make every tenth discard at random."""
    rows = turn.discards & (turn.chance.random(len(codes)) < 1 / 10)
    codes[rows] = DISCARDS + turn.drawn(turn.masks[rows, DISCARDS:KNOCKS])


def breaks_pairs(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Discard a card of a pair that is not melded, in three discards of ten."""
    rows = np.flatnonzero(turn.discards & (turn.chance.random(len(codes)) < 3 / 10))
    if not len(rows):
        return
    held = turn.hands[rows]
    # a card is loose if the deadwood without it is less by its value: no meld needs it
    values = gin.fast.deadwoods(_BITS, turn.rules)
    before = gin.fast.deadwoods(as_masks(held), turn.rules)[:, None]
    loose = held & (turn.left(np.isin(np.arange(len(codes)), rows)) == before - values)
    ranks = loose.reshape(-1, 4, 13).sum(axis=1)
    pairs = loose & (np.tile(ranks, 4) == 2)
    has = pairs.any(axis=1)
    codes[rows[has]] = DISCARDS + turn.drawn(pairs[has])


def lays_nothing_off(turn: Turn, codes: NDArray[np.int64]) -> None:
    """Lay no card off."""
    codes[turn.masks[:, DONE] & (codes >= turn.lay_offs)] = DONE


LEAKS: Final[Mapping[str, Leak]] = {
    "knocks 3 points too late": knocks_late,
    "knocks at once": knocks_early,
    "never takes": never_takes,
    "takes what lowers its deadwood": always_takes,
    "10% random discards": slips,
    "breaks pairs (30%)": breaks_pairs,
    "lays nothing off": lays_nothing_off,
}


@attrs.frozen
class Rounds:
    """Rounds of a player with a leak against `Learned`, each deal with both dealers.

    Attributes:
        facts: Their facts.
        records: The records of the first of them.
        seeds: The seeds of the deals.
    """

    facts: NDArray[np.void]
    records: Sequence[gin.RoundRecord]
    seeds: Sequence[int]


def played(rules: RuleSet, leak: Leak | None, deals: int, seed: int, *, records: int = 0) -> Rounds:
    """Play deals, each with both dealers, a leak against `Learned`.

    Args:
        rules: The rules, for two seats.
        leak: The leak of seat 0; None for `Learned` itself.
        deals: The number of deals.
        seed: The seed of the run.
        records: The number of rounds to return as records.
    """
    rounds = gin.fast.Rounds(rules, 2 * deals, seed, advisor=Learned)
    chance, history = np.random.default_rng(seed), []
    while not rounds.over.all():
        codes, masks, over = rounds.advice.copy(), rounds.masks, rounds.over.copy()
        missing = (codes < 0) & ~over
        codes[missing] = masks[missing].argmax(axis=1)
        rows = np.flatnonzero(rounds.acting == SEAT)
        if leak is not None and len(rows):
            own = codes[rows]
            leak(_turn(rounds, rows, own, masks, chance), own)
            codes[rows] = own
        history.append(np.where(over, -1, codes)[:records])
        rounds.step(codes)
    seeds = [deal_seed(seed, number) for number in range(deals)]
    by_round = np.stack(history, axis=1)
    return Rounds(
        rounds.facts.copy(),
        [_record(rounds.codec, seeds[place // 2], place % 2, row) for place, row in enumerate(by_round.tolist())],
        seeds,
    )


def _turn(
    rounds: gin.fast.Rounds, rows: NDArray[np.int64], advice: NDArray[np.int64], masks: NDArray[np.bool_], chance: Any
) -> Turn:
    layout = rounds.layout
    named = layout.named(rounds.observed[rows])
    (start,) = (entry.start for entry in layout.entries if entry.name == "limit")
    limits = np.rint(named["limit"].reshape(-1) * layout.divisors[start]).astype(np.int64)
    lay_offs = MELDS + len(rounds.codec.melds)
    return Turn(rounds.rules, advice.copy(), masks[rows], named["hand"] > 0, named["top"] > 0, limits, lay_offs, chance)


def _record(codec: gin.fast.Codec, seed: int, dealer: int, codes: Sequence[int]) -> gin.RoundRecord:
    """Return the record of a round from its codes."""
    dealt = new_deal(seed, codec.rules)
    state = dealt.state(codec.rules, seats=2, dealer=dealer)
    order = with_dealer(dealt.order, codec.rules, seats=2, dealer=dealer)
    record = gin.RoundRecord(codec.rules, order, dealer=dealer, knock_card=state.setup.knock_card)
    actions: list[gin.Action] = []
    laid: tuple[gin.Meld, ...] = ()
    for code in codes:
        if code < 0:
            break
        action = codec.action(code, state, laid)
        if action is None:
            laid = (*laid, codec.meld(code))
            continue
        state, laid = gin.apply(state, action), ()
        actions.append(action)
    return attrs.evolve(record, actions=tuple(actions))
