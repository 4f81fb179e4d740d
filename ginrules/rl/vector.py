"""Gymnasium's vector API: many rounds side by side, stepped by the compiled core."""

from __future__ import annotations

import copy as copying
import warnings
from collections.abc import Mapping
from typing import Any, Final, Self

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ginrules._support.bounds import ROUNDS_AT_ONCE
from ginrules._support.values import shown, whole_number
from ginrules.errors import DealError, InvalidRunError, RoundIsOver
from ginrules.fast._facts import prices_of
from ginrules.fast._plan import available
from ginrules.fast.codec import Codec
from ginrules.fast.layout import row_dtype
from ginrules.fast.stepping import Busy, Rounds
from ginrules.play.deal import seats_at
from ginrules.play.seeded_deals import PLY_CAP
from ginrules.players.players import Players
from ginrules.rl.observer import Observer
from ginrules.rl.options import (
    OPTIONS,
    SCALE,
    Pool,
    RewardKind,
    checked_amount,
    checked_choice,
    opponents_of,
    reset_seed,
    rewards_of,
)
from ginrules.rules.model import RuleSet, rules_of

Observations = dict[str, NDArray[Any]]

_SEED_BITS: Final = 62
_LARGEST_WORD: Final = 2**32 - 1
_MOST_DEALS: Final = 1_000


class VectorEnv(GymnasiumVectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Rounds side by side as a vector environment of Gymnasium, played by the compiled core with the opponents.

    An observation is a dictionary of ``observation``, the rows of `Observer` (float32, rounds × ``observer.size``),
    and ``action_mask`` (int8, rounds × ``codec.n``), 1 at the codes of `ginrules.fast.Codec` that can be taken now.
    Both are the arrays of `ginrules.fast.Rounds`, not copied, and every step refills them. An illegal code raises an
    error and changes nothing. If the core is missing or lacks the rules or a player, the engine plays: the same
    numbers, slower. With ``packed`` the observation is ``words`` and ``legal`` (uint32) of packed rounds, which are
    stepped several times as fast: `Layout.unpack` and `Codec.unpack` make rows and masks of them, also in JAX or
    PyTorch. Rows of uint8 are whole numbers, as `Layout.unpack` makes them. Every step returns new ones.

    One seat learns against the opponents. Without opponents, every seat is stepped. The reward comes at the end of a
    round: the learner's gain, or that of the seat that took the last action. The infos have ``acting``, the seat to
    act. When a round has ended they also have ``net`` (zero-sum points, rounds × seats) and, in the mode
    ``SAME_STEP``, ``final_obs``.

    Attributes:
        rules: The rules.
        codec: The numbering of actions.
        observer: A round's observations.
        rounds: The rounds, once they have been dealt.

    Examples:
        >>> import ginrules as gin
        >>> tables = gin.rl.VectorEnv("oklahoma", 8, opponents="simple")
        >>> observations, infos = tables.reset(seed=1)
        >>> ended = 0
        >>> for _ in range(50):
        ...     codes = observations["action_mask"].argmax(axis=1)
        ...     observations, rewards, terminated, truncated, infos = tables.step(codes)
        ...     ended += int(terminated.sum())
        >>> ended, observations["observation"] is tables.rounds.observed
        (15, True)
    """

    rules: RuleSet
    codec: Codec
    observer: Observer
    rounds: Rounds | None

    def __init__(
        self,
        rules: RuleSet | str = "standard",
        num_envs: int = 64,
        opponents: Players | Pool | None = "greedy",
        *,
        seat: int = 0,
        seats: int | None = None,
        reward: RewardKind = "scaled",
        scale: float = SCALE,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = False,
        packed: bool = False,
        dtype: Any = np.float32,
        most_plies: int = PLY_CAP,
    ) -> None:
        """Make the environment.

        Args:
            rules: The rules, a preset's name or an expression.
            num_envs: The number of rounds side by side.
            opponents: Factory of the other players in each round: a name such as ``expert``, a function or class,
                or a sequence of these for the other seats, which they take in every order, deal by deal. Or a pool,
                pairs of a player and its weight. The seed draws the players of each deal from it. Or None to step
                every seat. A `RuntimeWarning` says why, if the core lacks a player or a rule and the engine plays.
            seat: The learner's seat.
            seats: Seats of the round, or None for the smallest table that the rules allow.
            reward: ``scaled`` (points / ``scale``), ``points``, or ``win`` (winners share 1, losers share -1).
            scale: Points that make a scaled reward of 1.
            autoreset_mode: When a finished round is replaced by a new deal: ``SAME_STEP``, ``NEXT_STEP`` or
                ``DISABLED``.
            copy: Whether every step returns new arrays, which is slower.
            packed: Whether the observations are the words of packed rounds.
            dtype: The rows' dtype: float32, or uint8.
            most_plies: The limit on actions. A longer round is truncated.

        Raises:
            RuleSetError: If the rules cannot be played.
            DealError: If the rules do not allow this number of seats.
            InvalidRunError: If another argument is invalid.
        """
        self.rules = rules_of(rules)
        seats = seats_at(self.rules, seats)
        self.num_envs = whole_number("num_envs", num_envs, 1, ROUNDS_AT_ONCE)
        self._seat = whole_number("seat", seat, 0, seats - 1)
        self._opponents: Any = () if opponents is None else opponents_of(opponents, self._seat, seats)
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
            raise InvalidRunError(f"autoreset_mode: expected {modes}, got {shown(autoreset_mode)}") from None
        self._reward, self._scale = checked_choice("reward", reward, RewardKind), checked_amount("scale", scale)
        self._most_plies = whole_number("most_plies", most_plies, 1)
        self._copy, self._packed = bool(copy), bool(packed)
        self._dtype = row_dtype(self.rules, dtype)
        self.codec, self.observer = Codec(self.rules, seats), Observer(self.rules, seats)
        self.metadata = {"autoreset_mode": self._mode}
        row = self.observer.space
        if self._dtype == np.uint8:
            row = spaces.Box(0, 255, row.shape, np.uint8)
        mask = spaces.Box(0, 1, (self.codec.n,), np.int8)
        rows: dict[str, spaces.Space[Any]] = {"observation": row, "action_mask": mask}
        if self._packed:
            sizes = {"words": self.observer.layout.words, "legal": self.codec.words}
            rows = {name: spaces.Box(0, _LARGEST_WORD, (size,), np.uint32) for name, size in sizes.items()}
        self.single_observation_space = spaces.Dict(rows)
        self.single_action_space = spaces.Discrete(self.codec.n)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.rounds = None
        self._dead = np.zeros(self.num_envs, np.bool_)  # ended, and awaiting a new deal
        self._nothing: Observations | None = None
        self._busy = Busy("these environments")
        self._has_warned = False

    def __copy__(self) -> Self:
        return copying.deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal every round, or the rounds in ``options={"reset_mask": …}``, and play to the learner's first turns.

        Args:
            seed: A seed for the deals, the reshuffles and the opponents, or None to continue with the next deals.
            options: ``reset_mask``: an array of bool, True for the rounds to deal.

        Returns:
            The observations, and the infos.

        Raises:
            DealError: If the seed is not a whole number, 0 or more, or the opponents end every round before the
                learner's turn.
            InvalidRunError: If the mask is not such an array, or an option belongs to the other environments.
            PlayerFailedError: If an opponent fails.
            PlayerActionError: If an opponent returns an illegal action.
        """
        number = reset_seed(seed)
        mask = self._mask_of(options)
        with self._busy:
            return self._reset(number, mask)

    def _reset(self, number: int | None, mask: NDArray[np.bool_]) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=number)
        if self.rounds is None or number is not None:
            number = int(self.np_random.integers(1 << _SEED_BITS))
            seats, others = self.codec.seats, self._opponents or None
            self.rounds = Rounds(
                self.rules, self.num_envs, number, seats=seats, opponents=others, packed=self._packed, dtype=self._dtype
            )
            self._warn(self.rounds)
            self._dead[:] = False
            self._deal(self.rounds, self.rounds.over.copy())
        else:
            self._deal(self.rounds, mask)
            self._dead[mask] = False
        return self._observed(self.rounds), {"acting": self.rounds.acting}

    def _warn(self, rounds: Rounds) -> None:
        reason = rounds.why_engine if available() and not self._has_warned else None
        if reason is not None:
            self._has_warned = True
            message = f"these environments are not played by the compiled core but on the engine, slowly: {reason}"
            warnings.warn(message, RuntimeWarning, stacklevel=4)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one code for each round, and play to the learner's next turns.

        Args:
            actions: The codes. Those of finished rounds that still await a new deal are ignored.

        Returns:
            The observations, the rewards (float64), whether each round has ended and whether it was truncated (bool),
            and the infos. Each array has an item for every round.

        Raises:
            IllegalAction: If a code is not legal. Nothing has changed.
            InvalidRunError: If another thread uses the environments at this moment.
            DealError: If the opponents end every round before the learner's turn.
            PlayerFailedError: If an opponent fails. The rounds cannot continue.
            PlayerActionError: If an opponent returns an illegal action. The rounds cannot continue.
            RoundIsOver: If nothing has been dealt, or every round is over.
            WrongTypeError: If the codes are not whole numbers, or not one for each round.
        """
        with self._busy:
            return self._step(actions)

    def _step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        rounds = self.rounds
        if rounds is None:
            raise RoundIsOver("no round has been dealt: call reset() first")
        before, acted = self._dead.copy(), rounds.acting.copy()
        stuck = before & ~rounds.over  # truncated, and awaiting a new deal
        if stuck.any():
            actions = np.where(stuck, rounds.masks.argmax(axis=1), actions)
        resets = self._mode is AutoresetMode.SAME_STEP
        if self._mode is AutoresetMode.DISABLED or acted.max() >= 0:
            rounds.step(actions, reset=resets)
        terminated = rounds.over & ~before
        truncated = ~rounds.over & ~before & (rounds.facts["plies"] >= self._most_plies)
        rewards, infos = self._paid(rounds, terminated, acted)
        match self._mode:
            case AutoresetMode.SAME_STEP:
                ended = terminated | truncated
                if ended.any():
                    infos |= {"final_obs": self._last(rounds, ended, truncated), "_final_obs": ended}
                if truncated.any():
                    self._deal(rounds, truncated)
            case AutoresetMode.NEXT_STEP:
                self._deal(rounds, before)
                self._dead = terminated | truncated
            case AutoresetMode.DISABLED:
                self._dead = before | terminated | truncated
        return self._observed(rounds), rewards, terminated, truncated, infos | {"acting": rounds.acting}

    def _mask_of(self, options: object) -> NDArray[np.bool_]:
        """Return the mask of rounds to deal, ignoring names unknown to all environments here."""
        if options is None:
            options = {}
        if not isinstance(options, Mapping):
            raise InvalidRunError(f"expected options in a dictionary, got {shown(options)}")
        for name in OPTIONS:
            if name in options:
                message = f"{name} is not an option here, where the run deals: only reset_mask is"
                raise InvalidRunError(message, name=name)
        mask = options.get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise InvalidRunError(f"reset_mask: expected an array of {self.num_envs} bool, got {shown(mask)}")
        return mask

    def _deal(self, rounds: Rounds, mask: NDArray[np.bool_]) -> None:
        """Begin the next rounds in these places, and again where opponents end one before the learner's first turn."""
        for _ in range(_MOST_DEALS):
            if not mask.any():
                return
            rounds.reset(mask)
            mask = rounds.over & mask
        raise DealError("the opponents end every round before the learner's first turn: choose others")

    def _observed(self, rounds: Rounds) -> Observations:
        observed: Observations
        if self._packed:
            observed = {"words": rounds.words, "legal": rounds.legal}
        else:
            observed = {"observation": rounds.observed, "action_mask": rounds.masks.view(np.int8)}
        return {name: array.copy() for name, array in observed.items()} if self._copy else observed

    def _last(self, rounds: Rounds, ended: NDArray[np.bool_], truncated: NDArray[np.bool_]) -> NDArray[Any]:
        """Return the last observations of rounds that have ended or are truncated, None for the other rounds.

        Those of rounds that have ended are 0, the same read-only arrays: the rounds show the next deals already.
        """
        observed = self._observed(rounds)
        last = np.full(self.num_envs, None, dtype=object)
        if self._nothing is None:
            self._nothing = {name: np.zeros(array.shape[1], array.dtype) for name, array in observed.items()}
            for array in self._nothing.values():
                array.flags.writeable = False
        last[ended] = self._nothing
        for place in truncated.nonzero()[0].tolist():
            last[place] = {name: array[place].copy() for name, array in observed.items()}
        return last

    def _paid(
        self, rounds: Rounds, terminated: NDArray[np.bool_], acted: NDArray[np.int8]
    ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        """Return the rewards and the infos of finished rounds."""
        rewards = np.zeros(self.num_envs)
        (places,) = terminated.nonzero()
        if not len(places):
            return rewards, {}
        net = np.zeros((self.num_envs, rounds.seats))
        net[places] = prices_of(self.rules, rounds.facts.take(places))["net"][:, : rounds.seats]
        shares = rewards_of(net[places], self._reward, self._scale)
        rewards[places] = shares[np.arange(len(places)), self._seat if self._opponents else acted[places]]
        return rewards, {"net": net, "_net": terminated}
