"""The random player."""

from __future__ import annotations

import random
from typing import ClassVar

import attrs

from ginrules.play.actions import Action
from ginrules.play.views.view import PlayerView, expect_view
from ginrules.seated.core_twin import twin_in_core
from ginrules.seated.player import Player, random_source


@twin_in_core("random")
@attrs.define
class RandomPlayer(Player):
    """A player that takes every legal action with equal chance.

    Args:
        seed: A number; the same seed chooses the same actions.
    """

    name: ClassVar[str] = "random"  # type: ignore[misc]
    watches: ClassVar[bool] = False  # type: ignore[misc]
    reads_prices: ClassVar[bool] = False  # type: ignore[misc]
    reads_match: ClassVar[bool] = False  # type: ignore[misc]

    seed: int
    _random: random.Random = attrs.field(init=False, repr=False, eq=False)

    def __str__(self) -> str:
        return self.name

    def __attrs_post_init__(self) -> None:
        self._random = random_source(self.seed)

    def choose(self, view: PlayerView) -> Action:
        """Return one of the legal actions."""
        try:
            legal = view.legal
        except AttributeError:
            expect_view(view)
            raise
        return legal[int(self._random.random() * len(legal))]
