"""Rounds of nets: all of them side by side, each step of one net for all the rounds in which it acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.fast._facts import FACTS
from ginrules.fast.batch.stepping import Rounds
from ginrules.fast.nets.card_net import CardNet, net_of
from ginrules.rules.model import RuleSet

_DEALS: Final = 512


def net_facts(rules: RuleSet, makers: Sequence[Any], seeds: NDArray[np.uint64], ply_cap: int) -> NDArray[np.void]:
    """Return the facts of deals, a round for each dealer; a round that has not ended within the cap has status 1.

    Args:
        rules: The rules, which the core plays.
        makers: What makes the player of each seat; nets play by themselves, the others are the core's.
        seeds: The seeds of the deals.
        ply_cap: The most actions of a round.
    """
    facts = np.zeros((len(seeds), len(makers)), FACTS)
    nets = [net_of(maker) for maker in makers]
    others = {seat: maker for seat, maker in enumerate(makers) if nets[seat] is None}
    for start in range(0, len(seeds), _DEALS):
        deals = seeds[start : start + _DEALS].tolist()
        rounds = Rounds._of_deals(rules, deals, len(makers), others)  # noqa: SLF001 - the deals of the lab, not of a run
        while (playing := ~rounds.over & (rounds.facts["plies"] < ply_cap)).any():
            rounds.step(_codes(rounds, nets, playing))
        facts[start : start + len(deals)] = rounds.facts.reshape(len(deals), len(makers))
    return facts


def _codes(rounds: Rounds, nets: Sequence[CardNet | None], playing: NDArray[np.bool_]) -> NDArray[np.int64]:
    codes: NDArray[np.int64] = rounds.masks.argmax(axis=1)  # for rounds beyond the cap, which no longer count
    for net in {id(net): net for net in nets if net is not None}.values():
        seats = [seat for seat, other in enumerate(nets) if other is net]
        rows = np.flatnonzero(playing & np.isin(rounds.acting, seats))
        if len(rows):
            codes[rows] = net.codes(rounds.observed[rows], rounds.masks[rows])
    return codes
