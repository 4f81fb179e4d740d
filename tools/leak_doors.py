"""The leak law for sessions: ``python -m tools.leak_doors --pairs 20000``.

Two sessions have the same actions, and packs in which cards that a player has not seen have changed places: those of
the stock, and of other hands as far as nobody has seen them. Everything that the player is shown must be the same to
the byte: the view, its prompt and its vector, every event since every third version, the table message of the web
component, refusals, hints, beliefs, the observation for learners, and the rows that the core makes of both states. A
spectator is shown the same too. The first difference ends the script with an error.
"""

import argparse
import json
import pickle
import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import ginrules as gin
from ginrules import rl
from ginrules.cards import Card
from ginrules.errors import GinRulesError
from ginrules.fast import Rounds
from ginrules.play.deal import pack_of, shuffled
from ginrules.play.state import RoundState
from ginrules.presets import preset, preset_names
from ginrules.prompts import view_prompt
from ginrules.records import account, to_dict
from ginrules.rules.model import RuleSet
from ginrules.testing.policies import POLICIES
from ginrules.web import table_message
from tests.conftest import ALL_PLAY, HOUSE

RULES: dict[str, RuleSet] = {**{name: preset(name) for name in preset_names()}, **HOUSE, **ALL_PLAY}
HINTS = ("simple", "greedy", "careful", "expert")
EVERY = 3
"""Events are compared since each version of this number."""


@cache
def observer(rules: RuleSet, seats: int) -> rl.Observer | None:
    """Return the observer of a table, or None if its rules have no layout."""
    try:
        return rl.Observer(rules, seats)
    except GinRulesError:
        return None


def played(session: gin.Session, actions: list[tuple[int, Any]]) -> gin.Session | None:
    """Return the session after these actions, by player; None if one of them is refused in this world."""
    try:
        for player, action in actions:
            session = session.act(player, action)
    except GinRulesError:
        return None
    return session


def other_pack(state: RoundState, order: list[Card], seat: int | None, rng: random.Random) -> list[Card] | None:
    """Return another pack that looks the same to a seat so far; None if its cards have been shuffled."""
    if state.memory.put_back:
        return None
    hidden = {*state.stock}
    for other, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        hidden |= set() if other == seat else {*(hand - known)}
    places = [place for place, card in enumerate(order) if card in hidden]
    moved = rng.sample(places, min(len(places), rng.choice((2, 3, 6, len(places)))))
    cards = [order[place] for place in rng.sample(moved, len(moved))]
    changed = list(order)
    for place, card in zip(moved, cards, strict=True):
        changed[place] = card
    return changed


def shown(session: gin.Session, player: int | None, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Yield everything that a player is shown, by the name of the door."""
    view = session.view(player)
    events = session.events(player)
    yield "view", pickle.dumps(view)
    yield "vector", json.dumps(to_dict(view))
    yield "text", str(view)
    yield "prompt", view_prompt(view, events)
    since = range(0, session.version, EVERY)
    yield "events", [[str(event) for event in session.events(player, version)] for version in since]
    yield "events as JSON", json.dumps([to_dict(event) for event in events])
    yield "table message", json.dumps(table_message(session, player, rng.randrange(session.version + 1)))
    yield "to move", session.to_move
    observes = observer(view.rules, view.seats)
    if observes is not None and view.seat is not None:
        yield "observation", observes(view).tobytes()
    if player is None:
        return
    yield "legal", [str(action) for action in session.legal(player)]
    refusals: list[tuple[str, ...]] = []
    for text in ("draw", "take", "knock 7h", "discard 7h", "spread", "big gin", "lay off 7h on 0", "nonsense"):
        try:
            session.act(player, text)
        except GinRulesError as error:
            refusals.append((error.code, str(error), str(error.details)))
    yield "refusals", refusals
    if player in session.to_move and rng.random() < 1 / EVERY:
        record = session.round[session.table_of(player).number]  # type: ignore[union-attr]
        own = account(record, view.seat)
        yield "hint", str(gin.players.hint(own, rng.choice(HINTS)))
        belief = gin.players.Belief()
        belief.begin(own.first)
        for event in own.events:
            belief.note(event)
        worlds = belief.sample(own.now, 2, seed=session.version)
        yield "belief", (sorted(belief.chances(own.now).items()), [(world.hands, world.stock) for world in worlds])


def rows_of(state: RoundState) -> Any:
    """Return the observation that the core makes for the seat to act; None without one."""
    if state.is_over or state.turn is None:
        return None
    try:
        rounds = Rounds.of([state])
    except GinRulesError:
        return None
    return rounds.observed.tobytes(), rounds.masks.tobytes()


def pairs(name: str, rng: random.Random) -> Iterator[tuple[gin.Session, gin.Session, int | None]]:
    """Play a round of a session, and yield pairs of worlds at some moments."""
    rules = RULES[name]
    players = rng.choice(rules.player_counts)
    session = gin.Session(rules, [f"P{number}" for number in range(players)])
    packs = [list(shuffled(rng, rules)) for _ in session.match.due]
    card = {"knock_card": rng.choice(pack_of(rules))} if rules.knock_source == "knock-card" else {}
    session = session.next_round(orders=packs, **card)
    actions: list[tuple[int, Any]] = []
    policy = POLICIES[rng.choice(list(POLICIES))]
    while session.is_playing and session.to_move and len(actions) < 300:
        player = rng.choice(sorted(session.to_move))
        state = session.round[session.table_of(player).number].state  # type: ignore[union-attr]
        action = policy(rng, state, session.legal(player))
        actions.append((player, action))
        session = session.act(player, action)
        if rng.random() > 0.12 or not session.is_playing:
            continue
        who = rng.choice((*range(players), None))
        table = session.table_of(who) if who is not None else None
        here = table.number if table else 0
        changed = []
        for number, record in enumerate(session.round):
            seat = table.seat_of(who) if table and number == here else None
            if record.state.is_over:
                changed.append(packs[number])
            else:
                changed.append(other_pack(record.state, packs[number], seat, rng) or packs[number])
        if changed == packs:
            continue
        other = played(gin.Session(rules, session.names).next_round(orders=changed, **card), actions)
        if other is not None:
            yield session, other, who


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.leak_doors", description=__doc__)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    began, number = time.monotonic(), 0
    names = list(RULES)
    while counts["pairs"] < options.pairs:
        name = names[number % len(names)]
        rng = random.Random(f"{options.seed}/{number}")
        number += 1
        for one, other, player in pairs(name, rng):
            counts["pairs"] += 1
            seed = rng.random()
            first, second = (dict(shown(session, player, random.Random(seed))) for session in (one, other))
            counts.update(first.keys())
            different = [door for door, value in first.items() if value != second.get(door)]
            if player in one.to_move and player is not None:
                place = one.table_of(player).number  # type: ignore[union-attr]
                rows = [rows_of(session.round[place].state) for session in (one, other)]
                counts["rows of the core"] += rows[0] is not None
                different += ["rows of the core"] if rows[0] != rows[1] else []
            if different or first.keys() != second.keys():
                raise SystemExit(f"{name}, round {number}: player {player} is shown other {', '.join(different)}")
        if number % 200 == 0:
            print(f"{number} rounds, {time.monotonic() - began:.0f} s: {dict(counts)}", flush=True)
    print(f"{number} rounds, {time.monotonic() - began:.0f} s: {dict(counts)}", flush=True)


if __name__ == "__main__":
    main()
