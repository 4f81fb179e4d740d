"""The leak law by the hundred thousand: ``python -m tools.leaks --states 200000``.

Rounds are played at every table of every preset and house rule (`tests/tables.py`). In each state hidden cards
change places, by exchanges independent of `determinize`, or by `determinize`; everything shown to a seat or a
spectator must stay the same to the byte: its view with hash, JSON, pickle and representation, its pictures (text of a
terminal, SVG), the redacted events of the action that follows, and the reasons against actions. The first
difference ends the script with an error.
"""

import argparse
import json
import pickle
import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count

import attrs

from ginrules.play.actions import (
    Action,
    Decline,
    Discard,
    Done,
    DrawStock,
    Knock,
    LayOff,
    Spread,
    TakeDiscard,
)
from ginrules.play.determinize import determinize
from ginrules.play.engine import legal_actions, why_illegal
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.records import to_dict
from ginrules.show.round_text import display_round, round_lines
from ginrules.svg import round_svg
from ginrules.testing.policies import POLICIES, fresh
from tests.conftest import TABLES, decisions
from tests.laws.test_view_laws import REVEALING, exchanged, meets_its_duty, redacted_events

PICTURES = 20
"""One in this number of states is drawn as SVG, the slowest comparison."""


def shown(own_view: PlayerView, *, picture: bool) -> dict[str, object]:
    """Return everything that is shown of a view, by name."""
    return {
        "hash": hash(own_view),
        "representation": repr(own_view),
        "text": str(own_view),
        "terminal": "\n".join(round_lines(display_round(own_view))),
        "JSON": json.dumps(to_dict(own_view)),
        "pickle": pickle.dumps(own_view),
        "SVG": str(round_svg(own_view)) if picture else "",
    }


def claims(rng: random.Random) -> Iterator[Action]:
    """Yield some actions, most of them illegal."""
    card, others = rng.randrange(52), rng.sample(range(52), 3)
    every: tuple[Action, ...] = (
        Decline(),
        DrawStock(),
        TakeDiscard(),
        Discard(card),
        Knock(card),
        LayOff(card, 0),
        Done(),
        Spread([others]),
    )
    yield from rng.sample(every, 3)


def differences(
    state: RoundState, other: RoundState, seat: int | None, rng: random.Random, *, picture: bool
) -> list[str]:
    """Return the names of the differences for this seat between two states that it cannot tell apart."""
    own_view, same = view(state, seat), view(other, seat)
    names = [] if own_view == same and own_view.legal == same.legal else ["view"]
    pairs = zip(shown(own_view, picture=picture).items(), shown(same, picture=picture).values(), strict=True)
    names += [name for (name, value), copy in pairs if value != copy]
    if seat == state.turn and seat is not None:
        reasons = [(str(why_illegal(state, action)), str(why_illegal(other, action))) for action in claims(rng)]
        names += ["reason"] if any(reason != copy for reason, copy in reasons) else []
    return names


def event_differences(state: RoundState, other: RoundState, seat: int | None, action: Action) -> list[str]:
    """Return the differences in the events of an action; the seat's own draw is compared as others see it."""
    if why_illegal(other, action) is not None:
        return [] if state.turn != seat else ["legal actions"]
    to = None if isinstance(action, DrawStock) and state.turn == seat else seat
    first, second = redacted_events(state, action, to), redacted_events(other, action, to)
    equal = first == second and repr(first) == repr(second) and pickle.dumps(first) == pickle.dumps(second)
    return [] if equal else ["events"]


def states_of(name: str, number: int) -> Iterator[tuple[RoundState, Action | None]]:
    """Yield this many states of rounds at a table, with the actions played there."""
    rules, seats = TABLES[name]
    policies = list(POLICIES.values())
    for seed in count():
        for state, action in decisions(fresh(rules, seats, seed), seed, policies[seed % len(policies)]):
            yield state, action
            number -= 1
            if number == 0:
                return


def run(name: str, number: int, seed: int) -> Counter[str]:
    """Compare states of one table; return the count of each kind of comparison."""
    counts: Counter[str] = Counter()
    rng = random.Random(f"{name}/{seed}")
    for state, action in states_of(name, number):
        seat = rng.choice((*range(state.seats), None))
        picture = counts["states"] % PICTURES == 0
        counts["states"] += 1
        counts["SVG"] += picture
        if state.is_over:  # all hands are open; the order of the stock is not
            stock = list(state.stock_pile)
            rng.shuffle(stock)
            other = attrs.evolve(state, stock_pile=bytes(stock))
        elif rng.random() < 0.5:
            other = determinize(view(state, seat), rng)
        else:
            keep = state.turn if isinstance(action, REVEALING) else None
            other = exchanged(state, seat, rng, keep=keep)
            if not meets_its_duty(other):
                counts["no such world"] += 1
                continue
            if action is not None:
                counts["events"] += 1
                fail(name, state, seat, event_differences(state, other, seat, action))
        counts["different worlds"] += other != state
        if state.turn == seat and seat is not None:
            counts["reasons"] += 3
            if legal_actions(state) != legal_actions(other):
                fail(name, state, seat, ["legal actions"])
        fail(name, state, seat, differences(state, other, seat, rng, picture=picture))
    return counts


def fail(name: str, state: RoundState, seat: int | None, names: list[str]) -> None:
    """Stop if something differs."""
    if names:
        raise SystemExit(f"{name}: seat {seat} is shown other {', '.join(names)}:\n{json.dumps(to_dict(state))}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.leaks", description=__doc__)
    parser.add_argument("--states", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total: Counter[str] = Counter()
    began = time.monotonic()
    for place, name in enumerate(TABLES, 1):
        total += run(name, -(-options.states // len(TABLES)), options.seed)
        if place % 10 == 0 or place == len(TABLES):
            counts = ", ".join(f"{number:,} {what}" for what, number in sorted(total.items()))
            print(f"{place} of {len(TABLES)} tables, {time.monotonic() - began:.0f} s: {counts}", flush=True)


if __name__ == "__main__":
    main()
