"""Learn gin rummy with Stable-Baselines3: MaskablePPO against greedy, in a minute of one core.

    pip install '.[rl]' sb3-contrib
    python examples/sb3_maskable.py --seeds 1 2 3

`Tables` gives `ginrules.rl.VectorEnv` the vector form of Stable-Baselines3: the compiled core plays all rounds and
the opponent. Begin against greedy: two random players end so few rounds by a knock that there is nothing to learn from.
"""

import argparse
import time
from typing import Any

try:
    import numpy as np
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv

    from ginrules.rl import VectorEnv
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[rl]' sb3-contrib") from None

SCALE = 25  # points that make a reward of 1
ROUNDS = 400  # rounds of a measurement
OPPONENTS = ("random", "greedy")


class Tables(VecEnv):  # type: ignore[misc]
    """Rounds side by side in the vector form of Stable-Baselines3; its observations are rows of numbers."""

    def __init__(self, rules: str, number: int, opponents: str) -> None:
        self.tables = VectorEnv(rules, number, opponents, scale=SCALE, copy=True)
        super().__init__(number, self.tables.observer.space, self.tables.single_action_space)
        self.codes: Any = None
        self.masks: Any = None

    def reset(self) -> Any:
        """Deal every round."""
        observations, _ = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self._rows(observations)

    def step_async(self, actions: Any) -> None:
        """Keep the codes for `step_wait`."""
        self.codes = actions

    def step_wait(self) -> Any:
        """Take the codes; a round that ends is replaced by a new deal."""
        observations, rewards, ended, cut, infos = self.tables.step(self.codes)
        details: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(ended | cut):
            last = infos["final_obs"][place]["observation"]
            details[place] = {"terminal_observation": last, "TimeLimit.truncated": bool(cut[place])}
        return self._rows(observations), rewards.astype(np.float32), ended | cut, details

    def _rows(self, observations: Any) -> Any:
        self.masks = observations["action_mask"].astype(bool)
        return observations["observation"]

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """Return the masks, one for each round: the only method that MaskablePPO calls."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self.masks)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each round."""
        value = self.masks if attr_name == "action_masks" else getattr(self.tables, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, *_: Any) -> None:
        """Refuse: the rounds share their attributes."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, *_: Any) -> list[bool]:
        """Return False for each round."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Free nothing: the rounds are arrays."""


def won(model: Any, opponents: str, rounds: int = ROUNDS) -> float:
    """Return the share of rounds that the model wins; a drawn round counts a half."""
    tables = VectorEnv("standard", 100, opponents, copy=True)
    observations, _ = tables.reset(seed=12345)
    left = np.full(100, -(-rounds // 100))  # the same number at each table, or short rounds would count more often
    score = total = 0.0
    while left.any():
        masks = observations["action_mask"].astype(bool)
        codes, _ = model.predict(observations["observation"], action_masks=masks, deterministic=True)
        observations, rewards, ended, cut, _ = tables.step(codes)
        counted = (ended | cut) & (left > 0)
        score += ((np.sign(rewards[counted]) + 1) / 2).sum()
        total += counted.sum()
        left -= counted
    return score / total


class Measure(BaseCallback):  # type: ignore[misc]
    """Prints the share of rounds won, before each update that is a multiple of a number."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.seconds = every, 0.0
        self.updates, self.since = 0, time.process_time()

    def measure(self) -> None:
        """Play against random and greedy; the time for this does not count."""
        self.seconds += time.process_time() - self.since
        shares = [won(self.model, opponent) for opponent in OPPONENTS]
        print(
            f"{self.num_timesteps:7,} decisions, {self.seconds:5.1f} s of processor time: "
            f"{shares[0]:4.0%} of {ROUNDS} rounds against random, {shares[1]:4.0%} against greedy",
            flush=True,
        )
        self.since = time.process_time()

    def _on_rollout_start(self) -> None:
        if self.updates % self.every == 0:
            self.measure()
        self.updates += 1

    def _on_step(self) -> bool:
        return True


def train(seed: int, decisions: int, opponents: str, every: int = 4) -> Any:
    """Train from random weights; return the model."""
    torch.set_num_threads(1)
    tables = Tables("standard", 64, opponents)
    steps = {"n_steps": 64, "batch_size": 512, "n_epochs": 4}
    rates = {"learning_rate": 7e-4, "gamma": 1.0, "ent_coef": 0.01}
    net = {"net_arch": [128, 128]}
    model = MaskablePPO("MlpPolicy", tables, seed=seed, policy_kwargs=net, device="cpu", **steps, **rates)
    measure = Measure(every)
    model.learn(decisions, callback=measure)
    measure.measure()
    return model


def main() -> None:
    """Train once with each seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--against", default="greedy", help="a player of ginrules.lab: simple, greedy, expert")
    parser.add_argument("--save", help="write the last model to this file")
    options = parser.parse_args()
    for seed in options.seeds:
        print(f"seed {seed}, against {options.against}")
        model = train(seed, options.decisions, options.against)
        if options.save:
            model.save(options.save)


if __name__ == "__main__":
    main()
