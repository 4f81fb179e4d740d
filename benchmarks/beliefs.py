"""The worth of a belief: its chances and its worlds against the hands that were held, by turn, for six players.

    python -m benchmarks.beliefs measure               # 60 rounds of each player; --rounds, --seed, --rules
    python -m benchmarks.beliefs tables                # the table and the plot of docs/beliefs.md

The figures are in benchmarks/beliefs.json. Each round is played by one kind of player in both seats. Of every fourth
decision the seat's belief is compared with the hand of the other seat.
"""

import argparse
import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

import ginrules as gin
from benchmarks.pages import put, today
from docs.generate.preset_pages import table
from ginrules.driver.player import NewPlayer
from ginrules.play.determinize import determinize
from ginrules.players import Belief, Learned
from ginrules.players.belief import reads
from ginrules.players.named import player_named

FIGURES: Final = Path(__file__).parent / "beliefs.json"
PAGE: Final = Path(__file__).parents[1] / "docs" / "beliefs.md"
PLOT: Final = PAGE.parent / "assets" / "belief-calibration.svg"
WORLDS: Final = 64
STAGES: Final = ("turns 0 to 2", "3 to 5", "6 to 8", "9 and later")
ROWS: Final = ("uniform", "worlds", "chances")
BINS: Final = 10
LEAST: Final = 1e-3
LEAST_CARDS: Final = 50
DECISIONS: Final = frozenset({"UpcardOffer", "DrawTurn", "PlayTurn", "DoubleOffer"})


@attrs.define
class Slipping(Learned):
    """A learned player that discards any card in one turn of ten."""

    def end_turn(self, view: gin.PlayerView, cards: int, allowed: int) -> gin.Action:
        """Return a random discard now and then."""
        action = super().end_turn(view, cards, allowed)
        source = random.Random(f"{self.seed} {cards}")
        if isinstance(action, gin.Discard) and source.random() < 0.1:
            return source.choice([one for one in view.legal if isinstance(one, gin.Discard)])
        return action


def players() -> dict[str, NewPlayer]:
    named = {name: player_named(name) for name in ("learned", "expert", "greedy", "careful", "simple")}
    return {**named, "10% random discards": Slipping}


def decisions(rules: str, maker: NewPlayer, seed: int, number: int) -> Iterator[tuple[gin.RoundState, Belief]]:
    """Yield some decisions of a round, with a belief that has seen it."""
    state, belief, source = gin.deal(rules, seed=number, dealer=number % 2), Belief(), random.Random(f"{seed} {number}")
    seated = [maker(2 * number + seat) for seat in (0, 1)]
    belief.begin(gin.view(state, 0))
    for seat, player in enumerate(seated):
        player.start(gin.view(state, seat))
    while state.turn is not None and type(state.phase).__name__ in DECISIONS:
        if source.random() < 1 / 4:
            yield state, belief
        state, events = gin.transition(state, seated[state.turn].choose(gin.view(state, state.turn)))
        for event in events:
            belief.note(gin.redact(event, 0))
            for seat, player in enumerate(seated):
                player.watch(gin.redact(event, seat))


def tally() -> dict[str, Any]:
    return {
        "decisions": [0] * 4, "cards": [0] * 4, "truth": [0] * 4,
        **{row: {"loss": [0.0] * 4, "deadwood": [0.0] * 4} for row in ROWS},
        "bins": [[0, 0.0, 0] for _ in range(BINS)],
    }  # fmt: skip


def compare(state: gin.RoundState, belief: Belief, seed: int, into: dict[str, Any]) -> None:
    """Add one decision."""
    me = state.turn
    assert me is not None
    view, other = gin.view(state, me), 1 - me
    hidden = sum(view.hidden_counts[other])
    if not hidden or not reads(view):
        return
    stage, deadwood = min(belief.story.turns[other] // 3, 3), state.setup.tables.deadwood
    held, cards = state.hand_masks[other], list(view.unseen)
    worlds, plain = belief.sample(view, WORLDS, seed), hidden / len(cards)
    counts = {card: sum(world.hand_masks[other] >> card & 1 for world in worlds) for card in cards}
    said = {
        "uniform": dict.fromkeys(cards, plain),
        "worlds": {card: (counts[card] + 2 * plain) / (WORLDS + 2) for card in cards},  # two worlds of chance
        "chances": belief.chances(view),
    }
    into["decisions"][stage] += 1
    into["cards"][stage] += len(cards)
    into["truth"][stage] += deadwood(held)
    drawn = {"uniform": [determinize(view, seed * WORLDS + number) for number in range(WORLDS)], "worlds": worlds}
    for row, states in drawn.items():
        into[row]["deadwood"][stage] += sum(deadwood(world.hand_masks[other]) for world in states) / WORLDS
    for row, chances in said.items():
        for card in cards:
            chance = min(max(chances[card], LEAST), 1 - LEAST)
            into[row]["loss"][stage] -= math.log(chance if held >> card & 1 else 1 - chance)
    for card in cards:
        bin_ = into["bins"][min(int(BINS * said["chances"][card]), BINS - 1)]
        bin_[0] += 1
        bin_[1] += said["chances"][card]
        bin_[2] += held >> card & 1


def measure(rules: str, rounds: int, seed: int) -> None:
    figures: dict[str, Any] = {"rules": rules, "rounds": rounds, "seed": seed, "date": today(), "players": {}}
    for name, maker in players().items():
        into = tally()
        for number in range(seed * 100_000, seed * 100_000 + rounds):
            for state, belief in decisions(rules, maker, seed, number):
                compare(state, belief, number, into)
        figures["players"][name] = into
        print(name, [round(sum(into[row]["loss"]) / sum(into["cards"]), 4) for row in ROWS], flush=True)
    FIGURES.write_text(json.dumps(figures) + "\n", encoding="utf-8")


def tables() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    rows: list[Sequence[str]] = []
    for name, one in figures["players"].items():
        losses = [f"{sum(one[row]['loss']) / sum(one['cards']):.3f}" for row in ROWS]
        rows.append((name, f"{sum(one['decisions']):,}", *losses, *(by_turn(one, row) for row in ("truth", *ROWS[:2]))))
    head = ("players", "decisions", *(f"loss: {row}" for row in ROWS), "deadwood: truth", "uniform", "worlds")
    bins = [[sum(one["bins"][place][part] for one in figures["players"].values()) for part in range(3)]
            for place in range(BINS)]  # fmt: skip
    PLOT.write_text(plot([(said / n, was / n) for n, said, was in bins if n >= LEAST_CARDS]), encoding="utf-8")
    caption = (
        f"{figures['date']}: `python -m benchmarks.beliefs measure --rounds {figures['rounds']} "
        f"--seed {figures['seed']}`, `{figures['rules']}`. Deadwood is by the other seat's turns: {', '.join(STAGES)}."
    )
    put("beliefs", f"{table(head, rows)}\n\n{caption}", PAGE)


def by_turn(one: dict[str, Any], row: str) -> str:
    sums = one[row] if row == "truth" else one[row]["deadwood"]
    return " / ".join(f"{total / max(1, n):.0f}" for total, n in zip(sums, one["decisions"], strict=True))


def plot(points: Sequence[tuple[float, float]]) -> str:
    """Return a picture: the chance that the belief named across, the share of cards that were held upwards."""
    dots = "".join(f'<circle cx="{20 + 260 * said:.1f}" cy="{280 - 260 * was:.1f}" r="4" fill="#00897b"/>'
                   for said, was in points)  # fmt: skip
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 310" width="300" height="310" role="img" '
        'font-family="sans-serif" font-size="12" fill="#777">'
        "<title>Chances named by the belief, and shares of the cards that were held</title>"
        '<path d="M20 20V280H280" fill="none" stroke="#777"/>'
        '<path d="M20 280L280 20" stroke="#bbb" stroke-dasharray="4"/>'
        f'{dots}<text x="20" y="300">0</text><text x="262" y="300">100%</text>'
        '<text x="110" y="300">chance named</text>'
        '<text x="26" y="16">share held</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beliefs", description=__doc__)
    parser.add_argument("what", choices=("measure", "tables"))
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--rounds", type=int, default=60, help="rounds of each player")
    parser.add_argument("--seed", type=int, default=4101)
    options = parser.parse_args()
    if options.what == "measure":
        measure(options.rules, options.rounds, options.seed)
    else:
        tables()


if __name__ == "__main__":
    main()
