"""PettingZoo: a round, a game or a match of any rule set, for two or more seats, one agent at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ginrules._support.bounds import PLAYED_ROUNDS
from ginrules._support.values import shown
from ginrules.errors import InvalidRunError, RoundIsOver
from ginrules.match.state import MatchState
from ginrules.play.state import RoundState
from ginrules.rl.episode import NOT_BEGUN, Episode
from ginrules.rl.options import (
    RENDER_MODES,
    SCALE,
    EpisodeForm,
    EpisodeOptions,
    IllegalMove,
    RenderMode,
    RewardKind,
    rendered,
)
from ginrules.rules.model import RuleSet
from ginrules.show.pictures.table import round_svg

Observation = dict[str, NDArray[Any]]
Part = TypeVar("Part")


class RoundEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A PettingZoo environment (AEC) of one round, game or match.

    `raw_env` is another name for it. The function `env` adds PettingZoo's wrapper. Agents are ``player_0``,
    ``player_1``, …: a round's seats, or a match's players, seated by the match.

    An observation is a dictionary of ``observation``, a row of `Observer` (float32), and ``action_mask`` (int8), 1 at
    the codes of `ginrules.fast.Codec` that the agent can take now. The mask is in the agent's info too. A spread is
    laid meld by meld: the same agent acts until the code *done*. Rewards are zero-sum and come at the end. After a
    round the infos have ``result``, ``points`` and ``boxes``, after a match ``net`` and ``totals``.

    Args:
        rules: The rules, a preset's name or an expression.
        seats: Seats of the round, or None for the smallest table that the rules allow.
        episode: ``round``, ``game`` (a single game up to the target) or ``match`` (as the rules say).
        players: Players of the game or match, or None for the smallest number that the rules allow.
        reward: ``scaled`` (points / ``scale``), ``points``, or ``win`` (winners share 1, losers share -1).
        scale: Points that make a scaled reward of 1.
        illegal: The response to an illegal code: ``raise`` raises an error with the reason. ``lose`` ends the
            episode: the agent loses more than any round can cost, and the others share it.
        history: The number of recent events in an observation, after the round's row, or 0 for none.
        most_rounds: The limit on rounds. A longer match is truncated and settled as it stands.
        render_mode: ``ansi``, ``human``, ``svg`` or ``rgb_array``, or None for no rendering.

    Attributes:
        codec: The numbering of actions. A table with fewer seats uses the codes of its own codec.
        observer: The agents' observations of the round.
        round: The current or last round, all cards open.
        match: The match so far, or None if the episode is a single round.

    Examples:
        >>> import ginrules as gin
        >>> table = gin.rl.RoundEnv("oklahoma")
        >>> table.reset(seed=7)
        >>> observation, reward, terminated, truncated, info = table.last()
        >>> observation["action_mask"].nonzero()[0].tolist(), table.agent_selection
        ([0, 7], 'player_1')
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ginrules_v1",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: RuleSet | str = "standard",
        *,
        seats: int | None = None,
        episode: EpisodeForm = "round",
        players: int | None = None,
        reward: RewardKind = "scaled",
        scale: float = SCALE,
        illegal: IllegalMove = "raise",
        history: int = 0,
        most_rounds: int = PLAYED_ROUNDS,
        render_mode: RenderMode | None = None,
    ) -> None:
        """Make the environment."""
        super().__init__()
        options = EpisodeOptions(seats=seats, episode=episode, players=players, reward=reward, scale=scale)
        options |= EpisodeOptions(illegal=illegal, history=history, most_rounds=most_rounds, render_mode=render_mode)
        self._episode = Episode(rules, options)
        self.render_mode = render_mode
        self.codec = self._episode.codec
        self.observer = self._episode.observer
        self.possible_agents = [f"player_{player}" for player in range(self._episode.players)]
        self._number_of = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self._episode.space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(self._episode.codes) for agent in self.possible_agents}
        self.agents: list[str] = []

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self._episode.rules

    @property
    def round(self) -> RoundState:
        """The current or last round, all cards open, not for learners.

        Raises:
            RoundIsOver: If nothing has been dealt.
        """
        return self._episode.round.state

    @property
    def match(self) -> MatchState | None:
        """The match so far, or None if the episode is a single round."""
        return self._episode.match

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return an agent's observation space, always the same object.

        Raises:
            InvalidRunError: If there is no such agent.
        """
        return self._of_agent(self._observation_spaces, agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return an agent's action space, always the same object.

        Raises:
            InvalidRunError: If there is no such agent.
        """
        return self._of_agent(self._action_spaces, agent)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal, and begin an episode.

        Without a seed the random numbers continue.

        Args:
            seed: A seed for the deals, the dealers and the reshuffles.
            options: ``order`` (the whole pack), ``dealer`` (a seat, or in a match a player) and ``knock_card`` of the
                first deal. An omitted option is random. Other names are ignored, but a misspelling of these is an
                error.

        Raises:
            DealError: If the seed is not a whole number, 0 or more, or the deal is not possible.
            ScoreError: If the dealer cannot deal first in the match.
        """
        self._episode.start(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        nothing = self._episode.nothing
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": nothing} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation: its row and its action mask.

        Raises:
            InvalidRunError: If there is no such agent.
            RoundIsOver: If nothing has been dealt.
        """
        episode = self._episode
        row = episode.row(self._of_agent(self._number_of, agent))
        is_asked = not episode.is_over and agent == self.agent_selection
        return {"observation": row, "action_mask": self.infos[agent]["action_mask"] if is_asked else episode.nothing}

    def state(self) -> NDArray[np.float32]:
        """Return the rows of all players, joined in order: they show every hand, to train a central critic.

        Raises:
            RoundIsOver: If nothing has been dealt.
        """
        return np.concatenate([self._episode.row(player) for player in range(self._episode.players)])

    def last(self, observe: bool = True) -> Any:  # noqa: FBT001, FBT002 - as PettingZoo has it
        """Return the selected agent's observation, reward, termination, truncation and info.

        Raises:
            RoundIsOver: If nobody is left to act, or nothing has been dealt.
        """
        if not self.agents:
            raise RoundIsOver(NOT_BEGUN)
        return super().last(observe)

    def step(self, action: Any) -> None:
        """Take a code's action for the selected agent, or None for an agent whose episode is over.

        Raises:
            IllegalAction: If the rules do not allow the action and ``illegal`` is ``raise``. Nothing has changed.
            InvalidRunError: If a picture is to be printed, and the environment has no render mode.
            RoundIsOver: If nobody is left to act, or the action is not None for an agent whose episode is over.
            WrongTypeError: If it is not a whole number.
        """
        episode = self._episode
        if not self.agents:
            episode.step(action)  # raises the error
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise RoundIsOver(f"the episode of {agent} is over: the only step is None, got {shown(action)}")
            self._was_dead_step(action)
            return
        is_legal = episode.step(action)
        if episode.is_over:  # before it all rewards are 0
            self._end(agent, is_legal=is_legal)
        else:
            self.infos[agent] = {"action_mask": episode.nothing}
            self._ask()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the round with all cards open as text (``ansi``) or a picture (``svg``, ``rgb_array``), or print it.

        A picture of ``rgb_array`` is an array of 560 × 700 × 3.

        Raises:
            InvalidRunError: If the environment was made without a render mode.
            RoundIsOver: If nothing has been dealt.
        """
        names = [self.possible_agents[player] for player in self._episode.seated]
        return rendered(
            self.render_mode, lambda: self._episode.text(self.round), lambda: round_svg(self.round, names=names)
        )

    def _of_agent(self, parts: Mapping[str, Part], agent: str) -> Part:
        try:
            return parts[agent]
        except (KeyError, TypeError):
            names = f"{self.possible_agents[0]} to {self.possible_agents[-1]}"
            raise InvalidRunError(f"expected an agent, {names}, got {shown(agent)}", agent=shown(agent)) from None

    def _ask(self) -> None:
        """Select the agent to act and make its mask."""
        agent = self.agent_selection = self.possible_agents[self._episode.player]
        self.infos[agent] = {"action_mask": self._episode.mask()}

    def _end(self, agent: str, *, is_legal: bool) -> None:
        """Pay the rewards, end every agent's episode, and select the agent after the last actor."""
        episode = self._episode
        match, is_cut = episode.match, episode.is_cut
        totals: dict[str, Any] = {}
        if match is not None:
            totals["totals"] = tuple(sum(game.points[side] for game in match.games) for side in range(len(match.sides)))
        for player, (other, reward) in enumerate(zip(self.agents, episode.rewards(), strict=True)):
            self.rewards[other] = reward
            self._cumulative_rewards[other] += reward
            self.terminations[other], self.truncations[other] = not is_cut, is_cut
            self.infos[other] = {"action_mask": episode.nothing, **episode.facts(player), **totals}
        if not is_legal:
            self.infos[agent]["illegal"] = True
        self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]


class _InOrder(wrappers.OrderEnforcingWrapper):  # type: ignore[misc] # PettingZoo has no types
    """PettingZoo's check of the order of calls, without the cost of looking up every attribute through the wrapper."""

    @property
    def agents(self) -> Any:
        """The agents whose episodes are not over."""
        return self.env.agents if self._has_reset else super().__getattr__("agents")

    @property
    def agent_selection(self) -> Any:
        """The agent to act."""
        return self.env.agent_selection if self._has_reset else super().__getattr__("agent_selection")

    def last(self, observe: bool = True) -> Any:  # noqa: FBT001, FBT002 - as PettingZoo has it
        """Return the selected agent's observation, reward, termination, truncation and info."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


raw_env = RoundEnv
"""`RoundEnv`, under PettingZoo's name for an environment without wrappers."""


def env(rules: RuleSet | str = "standard", **options: Unpack[EpisodeOptions]) -> Any:
    """Make a PettingZoo environment in the wrapper that checks the order of calls.

    As in PettingZoo's own environments, an agent that takes an illegal code loses, unless ``illegal`` is ``raise``.
    A step after the end only warns.

    Args:
        rules: The rules, a preset's name or an expression.
        options: The other parameters of `RoundEnv`.

    Raises:
        RuleSetError: If the rules cannot be played.
        DealError: If the rules do not allow this number of seats.
        InvalidRunError: If an option's value is invalid.

    Examples:
        >>> import ginrules as gin
        >>> table = gin.rl.env("oklahoma+gin_bonus=30")
        >>> table.reset(seed=7)
        >>> for agent in table.agent_iter():
        ...     observation, reward, terminated, truncated, info = table.last()
        ...     table.step(None if terminated else table.action_space(agent).sample(info["action_mask"]))
        >>> table.unwrapped.round.is_over
        True
    """
    options.setdefault("illegal", "lose")
    return _InOrder(RoundEnv(rules, **options))
