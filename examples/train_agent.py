"""Train a small net to play gin rummy: it imitates the expert, or learns by itself (PPO with masks).

    pip install '.[rl,train]'
    python examples/train_agent.py imitate --save agent.npz
    python examples/train_agent.py ppo --start agent.npz --against greedy expert --save better.npz
    python examples/train_agent.py ppo --save self-taught.npz

Each command writes a line of figures and the weights whenever it measures the net in games. ``--results FILE.json``
keeps the figures. A file of weights plays wherever ginrules takes a player, as ``policy:agent.npz``. With ``--quick``
everything is small: it shows that the script runs, not that a net learns.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
    import optax

    from ginrules.fast import Rounds
    from ginrules.lab import tournament
    from ginrules.players import Expert, Policy
    from ginrules.rl import CardNet, VectorEnv, forward
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[rl,train]'") from None

RULES = "standard"
FORBIDDEN = -1e9
CLIP, ENTROPY, WORTH, LAMBDA = 0.2, 0.003, 0.5, 0.95
EPOCHS, MINIBATCHES = 2, 16
KNOCKS, KNOCK_COUNTS = slice(60, 112), 4  # the codes of knocks; a decision with a legal knock counts as four others
SCALE = 50  # points that make a reward of 1


class Size(NamedTuple):
    """How large a run is.

    Attributes:
        tables: Rounds side by side.
        width: The widths of the net.
        batches: Batches of imitation; a batch has one decision of every table.
        updates: Updates of PPO.
        horizon: Decisions of every table between two of them.
        measures: How often the net is measured.
        games: Games against each opponent of a measurement.
        last_games: Games against each opponent of the last measurement.
    """

    tables: int = 1024
    width: int = 128
    batches: int = 1500
    updates: int = 30
    horizon: int = 16
    measures: int = 5
    games: int = 400
    last_games: int = 4000


QUICK = Size(tables=16, width=8, batches=4, updates=2, horizon=4, measures=1, games=4, last_games=20)


class Batch(NamedTuple):
    """Decisions and the targets learned from them.

    Attributes:
        inputs: The inputs of the network: cards, places, numbers.
        masks: The legal codes.
        codes: The codes to imitate, or those taken.
        chances: The logarithm of the probability of each code when it was taken.
        gains: The advantage of each code.
        worths: The value of each position in the rounds played.
    """

    inputs: Any
    masks: Any
    codes: Any
    chances: Any = 0.0
    gains: Any = 0.0
    worths: Any = 0.0


# --- the net: the library's forward pass on JAX's arrays


class Learner:
    """The weights of a network, and their optimizer."""

    def __init__(self, net: CardNet, rate: Any) -> None:
        self.net = net  # its weights are the first weights
        self.weights: Any = {name: jnp.asarray(weight) for name, weight in net.weights.items()}
        self.optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate))
        self.memory = self.optimizer.init(self.weights)
        self.act = jax.jit(self._act)
        self.imitate = jax.jit(lambda weights, memory, batch: self._step(self._imitation, weights, memory, batch))
        self.improve = jax.jit(lambda weights, memory, batch: self._step(self._ppo, weights, memory, batch))

    def now(self) -> CardNet:
        """Return the net as it is now."""
        weights = {name: np.asarray(weight) for name, weight in self.weights.items()}
        return CardNet(self.net.codec.rules, weights, self.net.codec.seats)

    def learn(self, step: Any, batch: Batch) -> Any:
        """Take a step, `imitate` or `improve`, and return its figures."""
        self.weights, self.memory, figures = step(self.weights, self.memory, batch)
        return figures

    def _step(self, loss: Any, weights: Any, memory: Any, batch: Batch) -> Any:
        gradient, figures = jax.grad(loss, has_aux=True)(weights, batch)
        change, memory = self.optimizer.update(gradient, memory, weights)
        return optax.apply_updates(weights, change), memory, figures

    def _chances(self, weights: Any, inputs: Any, masks: Any) -> Any:
        """Return the logarithms of the chances of all codes, and the worths of the positions."""
        scores, worths = forward(weights, inputs, self.net.codec, jnp)
        return jax.nn.log_softmax(jnp.where(masks, scores, FORBIDDEN)), worths

    def _act(self, weights: Any, inputs: Any, masks: Any, key: Any) -> Any:
        """Draw a code for each position; return the codes, the logarithms of their chances, and the worths."""
        chances, worths = self._chances(weights, inputs, masks)
        codes = jax.random.categorical(key, chances)
        return codes, chosen(chances, codes), worths

    def _imitation(self, weights: Any, batch: Batch) -> Any:
        """Return the cross entropy of the codes that are advised, how many agree, and the net's own codes."""
        chances, _ = self._chances(weights, batch.inputs, batch.masks)
        is_advised, own = batch.codes >= 0, chances.argmax(1)
        counts = is_advised * jnp.where(batch.masks[:, KNOCKS].any(1), KNOCK_COUNTS, 1)
        loss = -jnp.mean(chosen(chances, jnp.maximum(batch.codes, 0)) * counts)
        return loss, (jnp.sum(own == batch.codes) / is_advised.sum(), own)

    def _ppo(self, weights: Any, batch: Batch) -> Any:
        """Return the loss of PPO and its mean entropy."""
        chances, worths = self._chances(weights, batch.inputs, batch.masks)
        ratio = jnp.exp(chosen(chances, batch.codes) - batch.chances)
        gains = (batch.gains - batch.gains.mean()) / (batch.gains.std() + 1e-8)
        better = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
        entropy = -jnp.sum(jnp.where(batch.masks, jnp.exp(chances) * chances, 0), 1).mean()
        return WORTH * jnp.square(worths - batch.worths).mean() - better - ENTROPY * entropy, entropy


def chosen(chances: Any, codes: Any) -> Any:
    """Return the entry of each row at its code."""
    return jnp.take_along_axis(chances, codes[:, None], 1)[:, 0]


# --- imitation: the codes that the expert would choose


def imitate(net: CardNet, size: Size, log: "Log", seed: int) -> None:
    """Imitate the expert in positions that the expert comes to, and that the net comes to against it."""
    log.measure(net, 0, {})
    learner = Learner(net, optax.cosine_decay_schedule(2e-3, size.batches, 0.01))
    rounds = Rounds(RULES, size.tables, seed, advisor=Expert)
    net_plays = np.arange(size.tables) % 2 > 0  # at every other table, one seat and then the other
    agreements = []
    for batch in range(1, size.batches + 1):
        advice = rounds.advice.astype(np.int32)
        agreement, own = learner.learn(
            learner.imitate, Batch(tuple(net.inputs(rounds.observed)), rounds.masks.copy(), advice)
        )
        agreements.append(float(agreement))
        by_net = (net_plays & (rounds.acting == batch // 64 % 2)) | (advice < 0)
        rounds.step(np.where(by_net, np.asarray(own), advice))
        rounds.reset(rounds.over)
        if batch % max(1, size.batches // size.measures) == 0 or batch == size.batches:
            figures = {"agreement": round(float(np.mean(agreements[-50:])), 4)}
            log.measure(learner.now(), batch * size.tables, figures, is_last=batch == size.batches)


# --- PPO: rewards at the end of a round, advantages by GAE


def ppo(net: CardNet, size: Size, log: "Log", seed: int, opponents: list[str], rate: float) -> None:
    """Improve a net by rounds against players of the core, the tables shared among them."""
    log.measure(net, 0, {})
    steps = size.updates * EPOCHS * MINIBATCHES
    learner = Learner(net, optax.warmup_cosine_decay_schedule(0, rate, steps // 10 + 1, steps + 1, rate / 50))
    share, key, chance = size.tables // len(opponents), jax.random.key(seed), np.random.default_rng(seed)
    tables = [VectorEnv(RULES, share, opponent, scale=SCALE) for opponent in opponents]
    for number, table in enumerate(tables):
        table.reset(seed=seed + number)
    points: list[float] = []
    for update in range(1, size.updates + 1):
        key, *keys = jax.random.split(key, len(tables) + 1)
        parts = [rollout(learner, table, size.horizon, own, points) for table, own in zip(tables, keys, strict=True)]
        batch = jax.tree.map(lambda *arrays: np.concatenate(arrays), *parts)
        for _ in range(EPOCHS):
            order = chance.permutation(len(batch.codes))
            for rows in np.split(order, MINIBATCHES):
                entropy = learner.learn(learner.improve, jax.tree.map(lambda array, rows=rows: array[rows], batch))
        if update % max(1, size.updates // size.measures) == 0 or update == size.updates:
            last = points[-20 * size.tables // size.horizon :]
            figures = {"points a round": round(float(np.mean(last or [0])), 2), "entropy": round(float(entropy), 3)}
            log.measure(learner.now(), update * len(batch.codes), figures, is_last=update == size.updates)


def rollout(learner: Learner, table: VectorEnv, horizon: int, key: Any, points: list[float]) -> Batch:
    """Play some decisions at every table, add the points of the rounds that end, and return the decisions."""
    steps: list[Any] = []
    worths, rewards, ends = [], [], []
    for own in jax.random.split(key, horizon + 1):
        rounds = table.rounds
        assert rounds is not None
        inputs, masks = tuple(learner.net.inputs(rounds.observed)), rounds.masks.copy()
        codes, chances, worth = map(np.asarray, learner.act(learner.weights, inputs, masks, own))
        worths.append(worth)
        if len(steps) == horizon:
            break
        steps.append((inputs, masks, codes, chances))
        _, reward, ended, _, _ = table.step(codes)
        points.extend(SCALE * reward[ended])
        rewards.append(reward.astype(np.float32))
        ends.append(ended)
    gains = [np.zeros_like(worths[0])]
    for step in reversed(range(horizon)):
        later = np.where(ends[step], 0, worths[step + 1] + LAMBDA * gains[0])
        gains.insert(0, rewards[step] + later - worths[step])
    gains.pop()
    inputs, masks, codes, chances = jax.tree.map(lambda *arrays: np.concatenate(arrays), *steps)
    return Batch(
        inputs, masks, codes, chances, np.concatenate(gains), np.concatenate(gains) + np.concatenate(worths[:-1])
    )


# --- figures


class Log:
    """The figures of a run, printed as they come and kept in a file."""

    def __init__(self, name: str, size: Size, seed: int, save: Path | None, results: Path | None) -> None:
        self.name, self.size, self.seed, self.save, self.results = name, size, seed, save, results
        self.began, self.worked, self.measured = time.monotonic(), time.process_time(), 0.0
        self.points: list[dict[str, Any]] = []

    def measure(self, net: CardNet, decisions: int, figures: dict[str, float], *, is_last: bool = False) -> None:
        """Let the net meet greedy and expert in mirrored games, and note how many it wins."""
        if self.save is not None:
            net.save(self.save)
        began = time.process_time()
        point: dict[str, Any] = {
            "decisions": decisions,
            "minutes": round((time.monotonic() - self.began) / 60, 2),
            "cpu minutes": round((began - self.worked - self.measured) / 60, 2),
            **figures,
        }
        games = self.size.last_games if is_last else self.size.games
        for other in ("greedy", "expert"):
            result = tournament({"net": Policy(net), other: other}, RULES, games, seed=self.seed)
            if result.partial:  # Ctrl-C, or a signal to end
                raise SystemExit(1)
            share = result.share("net", other)
            point[other] = {"games": result.games, **{key: round(value, 4) for key, value in share_of(share).items()}}
        self.measured += time.process_time() - began
        self.points.append(point)
        print(self.name, json.dumps(point), flush=True)
        if self.results is not None:
            runs = json.loads(self.results.read_text()) if self.results.exists() else {}
            runs[self.name] = {"seed": self.seed, "weights": net.size, "points": self.points}
            self.results.write_text(json.dumps(runs, indent=1) + "\n")


def share_of(share: Any) -> dict[str, float]:
    """Return the share of games that the net won, with its 95% interval."""
    return {} if share is None else {"won": share.value, "low": share.low, "high": share.high}


def main(arguments: list[str] | None = None) -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("how", choices=("imitate", "ppo"), help="the teacher: the expert's decisions, or the score")
    parser.add_argument("--start", metavar="FILE", help="the weights to begin with; without it random ones")
    parser.add_argument("--against", nargs="+", default=["greedy"], metavar="PLAYER", help="the opponents of PPO")
    parser.add_argument("--rate", type=float, help="the highest step size of PPO: 0.001, with a start 0.0003")
    parser.add_argument("--save", metavar="FILE", type=Path, help="where to write the weights, at every measurement")
    parser.add_argument("--results", metavar="FILE", type=Path, help="where to keep the figures")
    parser.add_argument("--name", metavar="NAME", help="the name of the run among the figures")
    parser.add_argument("--seed", type=int, default=1, help="the seed of weights, deals, draws and games")
    parser.add_argument("--quick", action="store_true", help="the smallest size")
    options = parser.parse_args(arguments)
    size = QUICK if options.quick else Size()
    net = (
        CardNet.load(options.start)
        if options.start
        else CardNet.new(RULES, options.seed, width=size.width, context=size.width)
    )
    log = Log(options.name or options.how, size, options.seed, options.save, options.results)
    if options.how == "imitate":
        imitate(net, size, log, options.seed)
    else:
        ppo(net, size, log, options.seed, options.against, options.rate or (3e-4 if options.start else 1e-3))


if __name__ == "__main__":
    main()
