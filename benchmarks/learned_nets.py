"""The learned player in figures: the training of its nets, and mirrored games against the other players.

    python -m benchmarks.learned_nets train standard   # a net of the package, with its curve; minutes
    python -m benchmarks.learned_nets games            # every contest; --only takes parts of their names
    python -m benchmarks.learned_nets games --net standard-2.npz --seed-of-net 2 --only "standard against expert"
    python -m benchmarks.learned_nets tables           # writes the tables into docs/strongest-player.md

The figures are in benchmarks/learned_nets.json. The seeds of the games are used for nothing else.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from benchmarks.pages import put, today
from docs.generate.preset_pages import table
from ginrules.lab import Lesson, tournament, train
from ginrules.learned_net import LearnedNet
from ginrules.players import Learned, net_for, new_greedy
from ginrules.players.named import player_named
from ginrules.players.packaged_nets import NETS
from ginrules.presets import preset
from ginrules.seated.player import NewPlayer

FIGURES: Final = Path(__file__).parent / "learned_nets.json"
PAGE: Final = Path(__file__).parents[1] / "docs" / "strongest-player.md"
TRAINED: Final = {"standard": 100_000_000, "oklahoma": 40_000_000, "straight-gin": 40_000_000}
"""The nets of the package, with the positions that they learn from; all have seed 1. That of standard begins with
random weights, the others begin with that of standard."""

OPPONENTS: Final = ("expert", "careful", "greedy", "simple")
THRESHOLDS: Final = (0, 3, 5, 8)
OTHER_RULES: Final = (
    "oklahoma", "straight-gin", "classic", "undercut-10", "gin-30", "hollywood", "bicycle-oklahoma",
)  # fmt: skip


@attrs.frozen
class Meeting:
    """A contest of two players.

    Attributes:
        player: The first player, whose games count.
        rules: The preset.
        opponent: The other player.
        games: The games.
        seed: The seed of the deals.
        threshold: The deadwood at which a greedy opponent knocks; None for the limit.
    """

    player: str
    rules: str
    opponent: str
    games: int
    seed: int
    threshold: int | None = None

    def __str__(self) -> str:
        at = "" if self.threshold is None else f" at {self.threshold}"
        return f"{self.player}, {self.rules} against {self.opponent}{at}"

    def makers(self, net: LearnedNet | None) -> dict[str, NewPlayer]:
        """Return the makers of the two players, the first with this net if it is the learned one."""
        first = partial(Learned, net=net) if net and self.player == "learned" else player_named(self.player)
        greedy = self.threshold is not None
        other = partial(new_greedy, threshold=self.threshold) if greedy else player_named(self.opponent)
        return {"first": first, "other": other}


MEETINGS: Final = (
    *(Meeting("learned", "standard", other, 20_000, 262_651) for other in OPPONENTS),
    *(Meeting("expert", "standard", other, 20_000, 262_651) for other in OPPONENTS[1:]),
    *(Meeting("learned", "eaai", other, 20_000, 262_652) for other in OPPONENTS),
    *(
        Meeting(player, "standard", "greedy", 20_000, 262_653, threshold)
        for threshold in THRESHOLDS
        for player in ("learned", "expert")
    ),
    *(Meeting("learned", rules, "expert", 1_000 if rules == "hollywood" else 20_000, 262_654) for rules in OTHER_RULES),
    Meeting("learned", "doubling-gin", "expert", 20_000, 262_655),
)
"""The contests. Games of Hollywood have three columns, which the core does not count."""


def play(meeting: Meeting, net: LearnedNet | None) -> dict[str, Any]:
    """Return the share of games that the first player wins and its net points a round, with 95 % intervals.

    Raises:
        SystemExit: If the games were stopped.
    """
    result = tournament(meeting.makers(net), meeting.rules, meeting.games, seed=meeting.seed)
    first = next(entrant for entrant in result.entrants if entrant.player == "first")
    if result.partial or first.share is None or first.net is None:
        raise SystemExit(1)
    share, points = ([round(one.value, 4), round(one.low, 4), round(one.high, 4)] for one in (first.share, first.net))
    return {"games": first.games, "seed": meeting.seed, "won": share, "points": points}


def figures() -> dict[str, Any]:
    """Return the figures so far."""
    kept: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return kept


def keep(kind: str, name: str, value: object) -> None:
    """Write a figure; each one is written by itself, so that several commands can run at a time."""
    kept = figures()
    kept.setdefault(kind, {})[name] = value
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def train_net(name: str, threads: int) -> None:
    """Train a net of the package, with its curve."""
    points: list[dict[str, float]] = []

    def note(lesson: Lesson) -> None:
        if lesson.is_measured and lesson.won is not None:
            won = lesson.won
            points.append({"positions": lesson.positions, "won": won.value, "low": won.low, "high": won.high})
            print(lesson, flush=True)

    state = NETS / f"{name}.npz.training"
    start = None if name == "standard" else LearnedNet.load(NETS / "standard.npz")
    net = train(
        name, seed=1, positions=TRAINED[name], start=start, threads=threads, games=2_000, checkpoint=state,
        progress=note,
    )  # fmt: skip
    net.save(NETS / f"{name}.npz")
    state.unlink(missing_ok=True)
    keep("training", name, {"seed": 1, "positions": int(net.training["positions"]), "points": points})


def tables() -> Iterator[str]:
    """Yield the tables of the page."""
    games = figures()["games"]

    def cell(name: str, *, points: bool = False) -> str:
        one = games.get(name)
        if one is None:
            return ""
        value, low, high = one["points" if points else "won"]
        return f"{value:+.2f} ± {(high - low) / 2:.2f}" if points else f"{value:.1%} ({low:.1%} to {high:.1%})"

    yield "### Against the other players\n"
    head = ("against", "learned, `standard`", "learned, `eaai`", "expert, `standard`")
    yield table(head, [
        (other, *(cell(f"{player}, {rules} against {other}")
                  for player, rules in (("learned", "standard"), ("learned", "eaai"), ("expert", "standard"))))
        for other in OPPONENTS
    ])  # fmt: skip
    yield "\n### Against greedy with a threshold\n"
    yield table(("greedy knocks at", "learned", "expert, on the same deals"), [
        (str(at), *(cell(f"{player}, standard against greedy at {at}") for player in ("learned", "expert")))
        for at in THRESHOLDS
    ])  # fmt: skip
    yield "\n### Under other rules, against expert\n"
    yield table(("rules", "games won", "points a round", "who plays"), [
        (f"`{rules}`", cell(name), cell(name, points=True), net_for(preset(rules)).reason)
        for rules in (*OTHER_RULES, "doubling-gin")
        for name in [f"learned, {rules} against expert"]
    ])  # fmt: skip
    others = sorted(name for name in games if name.startswith("seed "))
    if others:
        yield "\n### Other trainings\n"
        yield table(("net", "games won"), [(name.replace(": learned,", ", under"), cell(name)) for name in others])
    yield f"\n{today()}: `python -m benchmarks.learned_nets games`."


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learned_nets", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("train", help="train nets of the package")
    one.add_argument("names", nargs="+", choices=tuple(TRAINED))
    one.add_argument("--threads", type=int, default=2)
    one = commands.add_parser("games", help="play the contests and write their figures")
    one.add_argument("--only", nargs="+", default=[""], help="parts of the names of contests")
    one.add_argument("--games", type=int, help="games of each contest, in place of its own number")
    one.add_argument("--net", type=Path, help="another net than those of the package")
    one.add_argument("--seed-of-net", type=int, help="the seed that it was trained with")
    commands.add_parser("tables", help="write the tables into the page")
    options = parser.parse_args(words)
    if options.command == "train":
        for name in options.names:
            train_net(name, options.threads)
    elif options.command == "games":
        net = None if options.net is None else LearnedNet.load(options.net)
        label = "" if net is None else f"seed {options.seed_of_net}: "
        for meeting in MEETINGS:
            if any(part in str(meeting) for part in options.only) and (net is None or meeting.player == "learned"):
                played = play(attrs.evolve(meeting, games=options.games or meeting.games), net)
                print(f"{label}{meeting}", played, flush=True)
                keep("games", f"{label}{meeting}", played)
    else:
        put("learned nets", "\n".join(tables()), PAGE)


if __name__ == "__main__":
    main()
