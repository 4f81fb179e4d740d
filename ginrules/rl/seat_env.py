"""Gymnasium: one seat learns, and players of the lab play the other seats."""

from __future__ import annotations

from typing import Any, ClassVar, Final, SupportsInt

import gymnasium as gym
import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray

from ginrules._support.bounds import PLAYED_ROUNDS
from ginrules._support.values import whole_number
from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import Player
from ginrules.driver.round import RoundDriver, make_player
from ginrules.errors import DealError
from ginrules.fast._opponents import drawn_tables
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.players.players import Players
from ginrules.presets import preset_names
from ginrules.rl.aec import Observation
from ginrules.rl.episode import Episode
from ginrules.rl.options import (
    RENDER_MODES,
    SCALE,
    EpisodeForm,
    EpisodeOptions,
    IllegalMove,
    Pool,
    RenderMode,
    RewardKind,
    checked_options,
    opponents_of,
    rendered,
    reset_seed,
)
from ginrules.rules.model import RuleSet
from ginrules.show.pictures.table import round_svg

_SEED_BITS: Final = 62
_MOST_DEALS: Final = 1_000


class SeatEnv(gym.Env[Observation, SupportsInt]):
    """A Gymnasium environment: a learner plays against players of `ginrules.lab`.

    An observation is a dictionary of ``observation``, a row of `Observer` (float32), and ``action_mask`` (int8), 1 at
    the codes of `ginrules.fast.Codec` that can be taken now. The mask is in the info too. The reward comes at the
    end: the learner's gain in a zero-sum score. If the other players end a round before the learner's first turn, a
    new round is dealt.

    Registered as ``ginrules/Gin-v1`` (with the rules as an argument) and ``ginrules/<preset>-v1`` when `ginrules.rl` is
    imported.

    Attributes:
        rules: The rules.
        codec: The numbering of actions.
        observer: The learner's observations of the round.

    Examples:
        >>> import gymnasium as gym, ginrules.rl
        >>> table = gym.make("ginrules/oklahoma-v1", opponents="simple")
        >>> observation, info = table.reset(seed=3)
        >>> terminated = False
        >>> while not terminated:
        ...     code = info["action_mask"].argmax()
        ...     observation, reward, terminated, truncated, info = table.step(code)
        >>> info["result"], reward == info["net"] / 100
        ('knock', True)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        rules: RuleSet | str = "standard",
        opponents: Players | Pool = "greedy",
        *,
        seat: int = 0,
        seats: int | None = None,
        episode: EpisodeForm = "round",
        players: int | None = None,
        reward: RewardKind = "scaled",
        scale: float = SCALE,
        illegal: IllegalMove = "lose",
        history: int = 0,
        most_rounds: int = PLAYED_ROUNDS,
        render_mode: RenderMode | None = None,
    ) -> None:
        """Make the environment.

        Args:
            rules: The rules, a preset's name or an expression.
            opponents: The other players' factory, called with a seed for each round: a name such as ``expert``,
                a function or class, or a sequence of these for the other players. They take the other places in an
                order drawn for each episode. In a partnership they keep the places of their names. Or a pool, pairs
                of a player and its weight. Every episode draws from it.
            seat: The learner's seat, or in a match the learner's number.
            seats: Seats of the round, or None for the smallest table that the rules allow.
            episode: ``round``, ``game`` (a single game up to the target) or ``match`` (as the rules say).
            players: Players of the game or match, or None for the smallest number that the rules allow.
            reward: ``scaled`` (points / ``scale``), ``points``, or ``win`` (winners share 1, losers share -1).
            scale: Points that make a scaled reward of 1.
            illegal: The response to an illegal code: ``lose`` ends the episode, and the learner loses more than any
                round can cost. ``raise`` raises an error with the reason and changes nothing.
            history: The number of recent events in an observation, after the round's row, or 0 for none.
            most_rounds: The limit on rounds. A longer match is truncated and settled as it stands.
            render_mode: ``ansi``, ``human``, ``svg`` or ``rgb_array``, or None for no rendering.

        Raises:
            RuleSetError: If the rules cannot be played.
            DealError: If the rules do not allow this number of seats.
            InvalidRunError: If another argument is invalid.
        """
        options = EpisodeOptions(seats=seats, episode=episode, players=players, reward=reward, scale=scale)
        options |= EpisodeOptions(illegal=illegal, history=history, most_rounds=most_rounds, render_mode=render_mode)
        self._episode = Episode(rules, options, self._new_driver)
        self._learner = whole_number("seat", seat, 0, self._episode.players - 1)
        changes = self._episode.rules.seating != "partnership"
        others = opponents_of(opponents, self._learner, self._episode.players, change_places=changes)
        self._orders = drawn_tables(others, 0) if isinstance(others, dict) else others
        self._opponents = self._orders[0]
        self.render_mode = render_mode
        self.rules = self._episode.rules
        self.codec = self._episode.codec
        self.observer = self._episode.observer
        self.observation_space: spaces.Space[Any] = self._episode.space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(self._episode.codes)

    @property
    def round(self) -> RoundState:
        """The current or last round, all cards open, not for learners.

        Raises:
            RoundIsOver: If nothing has been dealt.
        """
        return self._episode.round.state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and play to the learner's first turn.

        Args:
            seed: A seed for the deals, the dealers, the reshuffles and the opponents, or None to continue the random
                numbers.
            options: ``order`` (the whole pack), ``dealer`` (a seat, or in a match a player) and ``knock_card`` of the
                first deal. An omitted option is random. Other names are ignored, but a misspelling of these is an
                error.

        Returns:
            The observation, and the info with its action mask.

        Raises:
            DealError: If the seed is not a whole number, 0 or more, the deal is not possible, or the other players end
                every round before the learner's turn.
            LabError: If an opponent fails. The error names it.
        """
        chosen = checked_options(options)
        super().reset(seed=reset_seed(seed))
        for _ in range(1 if chosen.get("order") is not None else _MOST_DEALS):
            if len(self._orders) > 1:
                self._opponents = self._orders[int(self.np_random.integers(len(self._orders)))]
            self._episode.start(self._number(), chosen)
            if not self._episode.is_over:
                observed = self._observed()
                return observed, {"action_mask": observed["action_mask"]}
        raise DealError("the other players have ended the round before the learner's first turn: choose another deal")

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and play to its next turn.

        Args:
            action: The code.

        Returns:
            The observation, the reward, whether the episode has ended, whether a match was truncated, and the info.

        Raises:
            IllegalAction: If the rules do not allow the action and ``illegal`` is ``raise``. Nothing has changed.
            RoundIsOver: If the episode is over, or has not begun.
            LabError: If an opponent fails. The error names it, and the episode is over.
        """
        episode = self._episode
        info: dict[str, Any] = {} if episode.step(action) else {"illegal": True}
        reward = 0.0
        if episode.is_over:
            reward = episode.rewards()[self._learner]
            info |= episode.facts(self._learner)
        observed = self._observed()
        info["action_mask"] = observed["action_mask"]
        return observed, reward, episode.is_over and not episode.is_cut, episode.is_cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of codes that can be taken now, as MaskablePPO of sb3-contrib expects it (bool, codes).

        Examples:
            >>> from ginrules.rl import SeatEnv
            >>> table = SeatEnv("standard", opponents="simple")
            >>> _, info = table.reset(seed=3)
            >>> table.action_masks().tolist() == (info["action_mask"] == 1).tolist()
            True
        """
        return self._episode.mask().astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the learner's view as text (``ansi``) or a picture (``svg``, ``rgb_array``), or print it.

        A picture of ``rgb_array`` is an array of 560 × 700 × 3.

        Raises:
            InvalidRunError: If the environment was made without a render mode.
            RoundIsOver: If nothing has been dealt.
        """
        return rendered(self.render_mode, lambda: self._episode.text(self._view()), lambda: round_svg(self._view()))

    def _view(self) -> PlayerView:
        return view(self.round, self._episode.seat_of(self._learner))

    def _number(self) -> int:
        return int(self.np_random.integers(1 << _SEED_BITS))

    def _new_driver(self, dealt: RoundState) -> RoundDriver:
        """Make a new deal's players."""
        episode = self._episode
        label = RoundLabel(episode.rules, self.np_random_seed, dealt.dealer)
        company: dict[int, Player] = {}
        for seat, player in enumerate(episode.seated):
            if player == self._learner:
                company[seat] = episode.memory()
            else:
                company[seat] = make_player(self._opponents[player], self._number(), label, seat)
        outside = [seat for seat, player in enumerate(episode.seated) if player == self._learner]
        return RoundDriver(company, label, episode.chance, outside=outside, on_action=episode.note)

    def _observed(self) -> Observation:
        return {"observation": self._episode.row(self._learner), "action_mask": self._episode.mask()}


VERSION = 1
"""The version in the names. It goes up when actions, observations or rewards change their meaning."""


def register_envs() -> None:
    """Register ``ginrules/Gin-v1`` and ``ginrules/<preset>-v1`` with Gymnasium, as `import ginrules.rl` does.

    Also with PettingZoo, from 1.27 on, which has a registry: ``pettingzoo.make("aec", "ginrules/oklahoma-v1")``.

    Examples:
        >>> import ginrules as gin
        >>> import gymnasium as gym
        >>> gin.rl.register_envs()
        >>> gym.spec("ginrules/oklahoma-v1").kwargs
        {'rules': 'oklahoma'}
    """
    names: dict[str, dict[str, str]] = {"Gin": {}} | {name: {"rules": name} for name in preset_names()}
    for name, options in names.items():
        env_id = f"ginrules/{name}-v{VERSION}"
        if env_id not in gym.registry:
            gym.register(
                env_id,
                entry_point="ginrules.rl.seat_env:SeatEnv",
                vector_entry_point="ginrules.rl.vector:VectorEnv",
                kwargs=options,
            )
        if hasattr(pettingzoo, "aec_registry") and env_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id, "ginrules.rl.aec:env", kwargs=options)
