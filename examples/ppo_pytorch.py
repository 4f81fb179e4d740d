"""PPO with PyTorch in one file, in the form of CleanRL: packed rounds, masks, a pool of opponents and past selves.

    pip install '.[rl]' torch
    python examples/ppo_pytorch.py --decisions 400000 --save agent.pt

Some rounds are played against a pool of players of the core, the others against earlier versions of the learner. A
head of the net learns to guess the hidden hands, which no observation has. After the last update the agent meets
`greedy` and `learned` in mirrored games. The loop is our own; its form is that of CleanRL's `ppo.py` (Huang et al.
2022, JMLR 23).
"""

import argparse
import time
from dataclasses import dataclass
from typing import Any

try:
    import numpy as np
    import torch
    from torch import nn

    from ginrules.fast import Codec, Layout
    from ginrules.rl import Policy, VectorEnv
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[rl]' torch") from None

from ginrules.lab import tournament

SCALE = 25.0  # points that make a reward of 1
LEARNER = 0  # its seat; the dealer changes from round to round


@dataclass
class Args:
    """The options, with CleanRL's names where it has one."""

    rules: str = "standard"
    seed: int = 1
    decisions: int = 400_000
    num_envs: int = 128
    num_steps: int = 64
    own_games: float = 0.25  # the share of the rounds that are played against past selves
    pool: str = "greedy:3 simple:1"
    keep_every: int = 8  # updates between two versions that are kept as opponents
    learning_rate: float = 7e-4
    gae_lambda: float = 0.95
    minibatch: int = 512
    update_epochs: int = 4
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    hidden_coef: float = 0.1
    max_grad_norm: float = 0.5
    games: int = 400
    save: str = ""


class Agent(nn.Module):
    """A small net with three heads: scores of the codes, the worth of the position, and the hidden hands."""

    def __init__(self, rules: str, width: int = 256) -> None:
        super().__init__()
        self.codec, self.layout = Codec(rules), Layout(rules)
        self.hidden_cards = 52 * (self.layout.seats - 1)
        self.trunk = nn.Sequential(nn.Linear(self.layout.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, self.codec.n), nn.Linear(width, 1)
        self.guess = nn.Linear(width, self.hidden_cards)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, words: Any, legal: Any) -> tuple[Any, Any, Any]:
        """Return the chances of the codes, the worths, and the scores of the hidden cards, from arrays of NumPy."""
        features = self.trunk(self.layout.unpack(torch.from_numpy(words)))
        masks = self.codec.unpack(torch.from_numpy(legal))
        scores = self.actor(features).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=scores), self.critic(features)[:, 0], self.guess(features)

    def best(self, rows: Any, masks: Any) -> Any:
        """Return the legal code with the highest score for each row: so it plays in the lab."""
        with torch.no_grad():
            scores = self.actor(self.trunk(torch.from_numpy(rows)))
        return np.where(masks, scores.numpy(), -np.inf).argmax(axis=1)


class Tables:
    """Rounds against the pool, which the core plays, and rounds in which every seat is stepped."""

    def __init__(self, args: Args) -> None:
        past = round(args.num_envs * args.own_games)
        pool = [(name, float(weight)) for name, _, weight in (one.partition(":") for one in args.pool.split())]
        sizes = ((args.num_envs - past, pool), (past, None))
        self.parts = [VectorEnv(args.rules, size, who, seat=LEARNER, packed=True) for size, who in sizes if size]
        self.ends = np.cumsum([part.num_envs for part in self.parts])[:-1]
        self.observed = [part.reset(seed=args.seed + number)[0] for number, part in enumerate(self.parts)]

    def now(self) -> tuple[Any, Any, Any, Any]:
        """Return the words, the legal codes, the hidden hands, and whether the learner is to act; all new arrays."""
        rounds = [part.rounds for part in self.parts if part.rounds is not None]
        words, legal = (np.concatenate([observed[name] for observed in self.observed]) for name in ("words", "legal"))
        acting = np.concatenate([one.acting for one in rounds])
        return words, legal, np.concatenate([one.hidden for one in rounds]), acting == LEARNER

    def step(self, codes: Any) -> tuple[Any, Any]:
        """Take a code in every round; return the learner's points / `SCALE`, and whether a round has ended."""
        rewards, ended = [], []
        for number, (part, own) in enumerate(zip(self.parts, np.split(codes, self.ends), strict=True)):
            self.observed[number], _, over, cut, infos = part.step(own)
            rewards.append(infos["net"][:, LEARNER] / SCALE if "net" in infos else np.zeros(part.num_envs))
            ended.append(over | cut)
        return np.concatenate(rewards), np.concatenate(ended)


def advantages(rewards: Any, ended: Any, own: Any, values: Any, after: Any, gae_lambda: float) -> Any:
    """Return the advantages of the learner's decisions (GAE without discount), 0 at the decisions of past selves.

    A reward belongs to the learner's last decision before it, even if a past self acted in between.
    """
    gains, later, worth, reward = np.zeros_like(values), np.zeros_like(after), after, np.zeros_like(after)
    for step in reversed(range(len(values))):
        later, worth = np.where(ended[step], 0, later), np.where(ended[step], 0, worth)
        reward = np.where(ended[step], 0, reward) + rewards[step]
        gain = reward + worth - values[step] + gae_lambda * later
        gains[step] = np.where(own[step], gain, 0)
        later, worth = np.where(own[step], gain, later), np.where(own[step], values[step], worth)
        reward = np.where(own[step], 0, reward)
    return gains


def train(args: Args) -> Agent:
    """Train an agent."""
    torch.manual_seed(args.seed)
    chance, tables = np.random.default_rng(args.seed), Tables(args)
    agent, rival = Agent(args.rules), Agent(args.rules)
    rival.load_state_dict(agent.state_dict())
    past = [rival.state_dict()]
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    updates = max(1, args.decisions // (args.num_envs * args.num_steps))
    began = time.process_time()
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) / updates)
        rival.load_state_dict(past[chance.integers(len(past))])

        steps, rewards, ended = [], [], []
        with torch.no_grad():
            for _ in range(args.num_steps):
                words, legal, hidden, own = tables.now()
                chances, worths, _ = agent(words, legal)
                codes = chances.sample()
                log_chances = chances.log_prob(codes).numpy()
                if not own.all():
                    codes[~own] = rival(words[~own], legal[~own])[0].sample()
                steps.append((words, legal, hidden, own, codes.numpy(), log_chances, worths.numpy()))
                reward, over = tables.step(codes.numpy())
                rewards.append(reward)
                ended.append(over)
            words, legal, _, own = tables.now()
            worths = agent(words, legal)[1].numpy()
            after = np.where(own, worths, -worths)  # what the other seat has to gain, the learner has to lose
        words, legal, hidden, own, codes, log_chances, values = (
            np.stack(column) for column in zip(*steps, strict=True)
        )
        gains = advantages(np.stack(rewards), np.stack(ended), own, values, after, args.gae_lambda).astype(np.float32)

        mine = own.ravel().nonzero()[0]
        flat = [
            array.reshape(-1, *array.shape[2:]) for array in (words, legal, hidden, codes, log_chances, gains, values)
        ]
        for _ in range(args.update_epochs):
            for rows in np.array_split(chance.permutation(mine), max(1, len(mine) // args.minibatch)):
                learn(agent, optimizer, args, [array[rows] for array in flat])

        if update % args.keep_every == 0:
            past.append({name: weight.clone() for name, weight in agent.state_dict().items()})
        points, rounds = SCALE * np.stack(rewards).sum(), max(1, np.stack(ended).sum())
        print(
            f"{update * args.num_envs * args.num_steps:9,} decisions, {time.process_time() - began:6.1f} s, "
            f"{points / rounds:+6.2f} points a round",
            flush=True,
        )
    return agent


def learn(agent: Agent, optimizer: Any, args: Args, rows: list[Any]) -> None:
    """Take a step on the decisions of a minibatch."""
    words, legal, hidden, codes, log_chances, gains, values = rows
    chances, worths, guesses = agent(words, legal)
    ratio = (chances.log_prob(torch.from_numpy(codes)) - torch.from_numpy(log_chances)).exp()
    gain = torch.from_numpy((gains - gains.mean()) / (gains.std() + 1e-8))
    better = torch.min(ratio * gain, ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef) * gain).mean()
    value_loss = 0.5 * (worths - torch.from_numpy(gains + values)).square().mean()
    cards: Any = agent.layout.unpack_hidden(torch.from_numpy(hidden))
    cards = cards.float().reshape(len(codes), agent.hidden_cards)
    hidden_loss = nn.functional.binary_cross_entropy_with_logits(guesses, cards)
    entropy = args.ent_coef * chances.entropy().mean()
    loss = args.vf_coef * value_loss + args.hidden_coef * hidden_loss - better - entropy
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
    optimizer.step()


def measure(agent: Agent, args: Args) -> None:
    """Let the agent meet players of the lab, in games to the target of the rules, and print its share with 95%."""
    for other in ("greedy", "learned"):
        played = tournament({"agent": Policy(agent.best, args.rules), other: other}, args.rules, args.games)
        share = played.share("agent", other)
        if share is not None:  # there were enough games for an interval
            print(f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%}) of {played.games:,} games against {other}")


def main(arguments: list[str] | None = None) -> None:
    """Train and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in vars(Args()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    args = Args(**vars(parser.parse_args(arguments)))
    torch.set_num_threads(1)
    agent = train(args)
    if args.save:
        torch.save(agent.state_dict(), args.save)
    measure(agent, args)


if __name__ == "__main__":
    main()
