"""The learned player in figures: the training of its net, games against the other players, and rounds under all rules.

    python -m benchmarks.learned_nets train            # the net of the package, with its curve; under an hour
    python -m benchmarks.learned_nets games            # every contest; --only takes parts of their names
    python -m benchmarks.learned_nets presets          # rounds against expert under every preset that the net plays
    python -m benchmarks.learned_nets drawn            # games against expert under 40 rule sets that are drawn
    python -m benchmarks.learned_nets alone            # nets trained for five of these alone; an hour of one core
    python -m benchmarks.learned_nets tables           # writes the tables into docs/strongest-player.md

The figures are in benchmarks/learned_nets.json. The seeds of the games are used for nothing else.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from benchmarks.pages import put, today
from docs.generate.preset_pages import table
from ginrules import fast
from ginrules.driver.player import NewPlayer
from ginrules.fast._facts import prices_of
from ginrules.lab import tournament
from ginrules.nets.learned import LearnedNet
from ginrules.nets.rules import amounts_of
from ginrules.players import Expert, Learned, net_for
from ginrules.players.named import player_named
from ginrules.players.packaged_nets import NET
from ginrules.presets import preset, preset_names
from ginrules.rules.model import RULES, RuleSet, changed_values
from ginrules.rules.texts import value_text
from ginrules.scoring.price_numbers import box_value
from tools.training import rule_draws
from tools.training.courses import Course, Learning, train

FIGURES: Final = Path(__file__).parent / "learned_nets.json"
PAGE: Final = Path(__file__).parents[1] / "docs" / "strongest-player.md"
TRAINED: Final = ((1, 120_000_000), (2, 90_000_000))
"""The seed and the positions of each of the two trainings of the net; the second begins with the net of the first."""

MEASURE_EVERY: Final = 25
"""Steps of a training from one measurement against expert to the next."""

MEASURE_GAMES: Final = 300
MEASURE_SEED: Final = 26_000
OPPONENTS: Final = ("expert", "careful", "greedy", "simple")
PRESETS_SEED: Final = 390_704_000_000
DEALS: Final = 10_000
"""Deals of each preset, of which four rounds are played: either player in either seat, and either dealer."""

DRAWN_SEED: Final = "fresh rules 390703"
DRAWN: Final = 40
DRAWN_GAMES: Final = 4_000
DRAWN_GAMES_SEED: Final = 390_702
LEAST_AWAY: Final = 4
"""The rules in which a drawn rule set differs from every preset, at least."""

ALONE_SEED: Final = "alone 390710"
ALONE: Final = 5
ALONE_POSITIONS: Final = 40_000_000
ALONE_GAMES: Final = 10_000
ALONE_GAMES_SEED: Final = 390_710
PACKAGED: Final = "the package's net"
BEGUN: Final = f"from {PACKAGED}"
STARTS: Final = {"from random weights": None, BEGUN: net_for("standard").net}
"""The two trainings of a net for one drawn rule set."""


@attrs.frozen
class Meeting:
    """A contest of two players.

    Attributes:
        player: The first player, whose games count.
        rules: The preset.
        opponent: The other player.
        games: The games.
        seed: The seed of the deals.
    """

    player: str
    rules: str
    opponent: str
    games: int
    seed: int

    def __str__(self) -> str:
        return f"{self.player}, {self.rules} against {self.opponent}"

    def makers(self) -> dict[str, NewPlayer]:
        """Return the makers of the two players."""
        return {"first": player_named(self.player), "other": player_named(self.opponent)}


MEETINGS: Final = (
    Meeting("learned", "standard", "expert", 20_000, 390_701),
    *(Meeting("learned", "standard", other, 10_000, 390_705) for other in OPPONENTS[1:]),
    *(Meeting("expert", "standard", other, 10_000, 390_705) for other in OPPONENTS[1:]),
)
"""The contests."""


def play(meeting: Meeting) -> dict[str, Any]:
    """Return the share of games that the first player wins and its net points a round, with 95% intervals.

    Raises:
        SystemExit: If the games were stopped.
    """
    result = tournament(meeting.makers(), meeting.rules, meeting.games, seed=meeting.seed)
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


def train_nets(threads: int) -> None:
    """Train the net of the package, with its curves."""
    net: LearnedNet | None = None
    for seed, positions in TRAINED:
        points: list[dict[str, float]] = []

        def note(course: Course[LearnedNet], _: tuple[float, ...], points: list[dict[str, float]] = points) -> None:
            if course.step % MEASURE_EVERY == 0 or course.step == course.steps:
                players: dict[str, NewPlayer] = {"first": partial(Learned, net=course.net({})), "other": Expert}
                won, low, high = won_by_first(players, preset("standard"), MEASURE_GAMES, MEASURE_SEED)
                points.append({"positions": course.step * course.positions(), "won": won, "low": low, "high": high})
                print(points[-1], flush=True)

        net = train(Learning, seed=seed, positions=positions, start=net, threads=threads, progress=note)
        name = f"seed {seed}"
        keep("training", name, {"seed": seed, "positions": int(net.training["positions"]), "points": points})
    assert net is not None
    net.save(NET)


def rounds_of(rules: RuleSet) -> dict[str, float]:
    """Return the points of learned ahead of expert in a round, and half of their interval; boxes count if they help."""
    seeds, means = range(PRESETS_SEED, PRESETS_SEED + DEALS), []
    for seat, players in enumerate(((Learned, Expert), (Expert, Learned))):
        prices = prices_of(rules, fast.play(rules, players, seeds).ravel())
        boxes = prices["boxes"].astype(float)
        ahead = prices["net"][:, seat] + box_value(rules) * (boxes[:, seat] - boxes[:, 1 - seat])
        means.append(ahead.reshape(-1, 2).mean(1))
    both = (means[0] + means[1]) / 2
    half = 1.96 * both.std(ddof=1) / len(both) ** 0.5
    return {"points": round(float(both.mean()), 3), "half": round(float(half), 3)}


def ways() -> Iterator[tuple[str, ...]]:
    """Yield the presets that the net plays; those that are the same to it are together."""
    same: dict[tuple[int, ...], list[str]] = {}
    for name in rule_draws.presets():
        same.setdefault(amounts_of(preset(name)), []).append(name)
    yield from map(tuple, same.values())


def drawn_sets() -> Iterator[RuleSet]:
    """Yield rule sets of the distribution that differ from every preset in several rules of a round and its price."""
    counted = [name for name, rule in RULES.items() if rule.affects in {"play", "price"}]
    counted += ["box_bonus", "box_timing", "winner_by"]
    presets = [preset(name) for name in preset_names() if 2 in preset(name).table_sizes]
    chance, count = Random(DRAWN_SEED), 0
    while count < DRAWN:
        rules = rule_draws.varied(chance)
        if all(sum(getattr(rules, name) != getattr(one, name) for name in counted) >= LEAST_AWAY for one in presets):
            count += 1
            yield rules


def play_drawn(number: int, rules: RuleSet) -> None:
    """Measure a drawn rule set in games."""
    changes = " ".join(f"{name}={value_text(value)}" for name, value in changed_values(rules).items())
    won = won_by_first({"first": Learned, "other": Expert}, rules, DRAWN_GAMES, DRAWN_GAMES_SEED)
    print(number, changes, won, flush=True)
    keep("drawn", str(number), {"rules": changes, "won": won})


def won_by_first(players: dict[str, NewPlayer], rules: RuleSet, games: int, seed: int) -> list[float]:
    """Return the share of games that the player named first wins, with its 95% interval."""
    result = tournament(players, rules, games, seed=seed)
    share = next(entrant.share for entrant in result.entrants if entrant.player == "first")
    assert share is not None, "the games are enough for an interval"
    return [round(one, 4) for one in (share.value, share.low, share.high)]


def train_alone(threads: int) -> None:
    """Train nets for some of the drawn rule sets alone, and play each against the package's net.

    Those that begin with this net meet expert too, as it does: a net can learn to win against this one net only.
    """
    for number, rules in sorted(Random(ALONE_SEED).sample([*enumerate(drawn_sets())], ALONE), key=itemgetter(0)):

        def won(player: NewPlayer, other: NewPlayer, rules: RuleSet = rules) -> list[float]:
            return won_by_first({"first": player, "other": other}, rules, ALONE_GAMES, ALONE_GAMES_SEED)

        keep("alone", f"{number} {PACKAGED}", {"expert": won(Learned, Expert)})
        for words, start in STARTS.items():
            net = train(Learning, rules, seed=1, positions=ALONE_POSITIONS, start=start, threads=threads)
            alone = partial(Learned, net=net)
            measured = {"won": won(alone, Learned)}
            if start is not None:
                measured["expert"] = won(alone, Expert)
            print(number, words, measured, flush=True)
            keep("alone", f"{number} {words}", measured)


def tables() -> Iterator[str]:
    """Yield the tables of the page."""
    kept = figures()

    def cell(name: str) -> str:
        one = kept["games"].get(name)
        return "" if one is None else share(one["won"])

    def share(won: list[float]) -> str:
        value, low, high = won
        return f"{value:.1%} ({low:.1%} to {high:.1%})"

    def ahead(one: dict[str, float]) -> str:
        return f"{one['points']:+.2f} ± {one['half']:.2f}"

    yield "### Against the other players, under `standard`\n"
    heads = ("against", "learned", "expert")
    rows = [(other, *(cell(f"{player}, standard against {other}") for player in heads[1:])) for other in OPPONENTS]
    measured = [row for row in rows if any(row[1:])]
    columns = [place for place in range(len(heads)) if any(row[place] for row in measured)]
    yield table([heads[place] for place in columns], [tuple(row[place] for place in columns) for row in measured])
    yield "\n### Points a round ahead of expert, under every preset that the net plays\n"
    yield table(("presets", "points a round"), [
        (", ".join(f"`{name}`" for name in names), ahead(kept["presets"][names[0]]))
        for names in ways() if names[0] in kept["presets"]
    ])  # fmt: skip
    yield "\n### Games won against expert, under rule sets that were drawn\n"
    yield table(("rules that differ from standard", "games won"), [
        (one["rules"], share(one["won"])) for _, one in sorted(kept["drawn"].items(), key=lambda item: int(item[0]))
    ])  # fmt: skip
    yield "\n### Nets for a drawn rule set alone, against the net of the package\n"
    numbers = dict.fromkeys(name.split()[0] for name in kept["alone"])
    yield table(("rules that differ from standard", *(f"games won, {words}" for words in STARTS)), [
        (kept["drawn"][number]["rules"], *(share(kept["alone"][f"{number} {words}"]["won"]) for words in STARTS))
        for number in numbers
    ])  # fmt: skip
    yield "\nThe package's net, and those that began with it, against expert:\n"
    both = (PACKAGED, BEGUN)
    yield table(("rules that differ from standard", "the package's net", "the net for these rules alone"), [
        (kept["drawn"][number]["rules"], *(share(kept["alone"][f"{number} {one}"]["expert"]) for one in both))
        for number in numbers
    ])  # fmt: skip
    yield f"\n{today()}: `python -m benchmarks.learned_nets games`, `presets`, `drawn` and `alone`."


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learned_nets", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("train", help="train the net of the package")
    one.add_argument("--threads", type=int, default=2)
    one = commands.add_parser("games", help="play the contests and write their figures")
    one.add_argument("--only", nargs="+", default=[""], help="parts of the names of contests")
    one.add_argument("--games", type=int, help="games of each contest, in place of its own number")
    commands.add_parser("presets", help="play rounds under every preset")
    commands.add_parser("drawn", help="play games under rule sets that are drawn")
    one = commands.add_parser("alone", help="train nets for five of these rule sets alone")
    one.add_argument("--threads", type=int, default=2)
    commands.add_parser("tables", help="write the tables into the page")
    options = parser.parse_args(words)
    match options.command:
        case "train":
            train_nets(options.threads)
        case "games":
            for meeting in MEETINGS:
                if any(part in str(meeting) for part in options.only):
                    played = play(attrs.evolve(meeting, games=options.games or meeting.games))
                    print(meeting, played, flush=True)
                    keep("games", str(meeting), played)
        case "presets":
            for names in ways():
                keep("presets", names[0], rounds_of(preset(names[0])))
        case "drawn":
            for number, rules in enumerate(drawn_sets()):
                play_drawn(number, rules)
        case "alone":
            train_alone(options.threads)
        case _:
            put("learned nets", "\n".join(tables()), PAGE)


if __name__ == "__main__":
    main()
