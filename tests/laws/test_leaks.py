"""Everything that a seat is shown of two worlds that it cannot tell apart is the same to the byte, through every door.

With GINRULES_EFFORT=long two hundred thousand states and twenty thousand pairs of sessions are compared.
"""

import json
import pickle
import random
from collections import Counter
from functools import cache
from itertools import count

import pytest

import ginrules as gin
from ginrules.fast import Rounds
from ginrules.prompts import view_prompt
from ginrules.svg import round_svg
from ginrules.terminal import colored
from ginrules.testing.policies import POLICIES
from ginrules.web import table_message
from tests.conftest import ALL_PLAY, HAS_RL, HOUSE, WAYS, slow, some
from tests.laws.conftest import exchanged, looking, meets_its_duty, sampled

pytestmark = pytest.mark.full


def forms(own_view, *, is_drawn):
    """All that is shown of a view."""
    yield hash(own_view)
    yield from (repr(own_view), str(own_view), colored(own_view, color="always"), json.dumps(gin.to_dict(own_view)))
    yield pickle.dumps(own_view)
    if is_drawn:
        yield str(round_svg(own_view))


def claims(rng):
    """Some actions, most of them illegal."""
    card, others = rng.randrange(52), rng.sample(range(52), 3)
    with_cards = gin.Discard(card), gin.Knock(card), gin.LayOff(card, 0), gin.Spread([others])
    return rng.sample((gin.Decline(), gin.DrawStock(), gin.TakeDiscard(), *with_cards, gin.Done()), 3)


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_a_view_is_shown_alike_in_every_form(name):
    compared = 0
    for number, (rng, state) in enumerate(sampled(name, rounds=slow(1, 100), states=16)):
        seat = rng.choice(looking(state))
        other = exchanged(state, seat, rng)
        if state.is_over or not meets_its_duty(other):
            continue
        views = [gin.view(world, seat) for world in (state, other)]
        one, two = ([*forms(own, is_drawn=number % 20 == 0)] for own in views)
        assert one == two
        compared += 1
        if seat == state.turn and seat is not None:
            assert gin.legal_actions(state) == gin.legal_actions(other)
            for action in claims(rng):
                assert str(gin.why_illegal(state, action)) == str(gin.why_illegal(other, action))
    assert compared > 4


# --- sessions ----------------------------------------------------------------------------------------

RULES = {**{name: gin.preset(name) for name in gin.preset_names()}, **HOUSE, **ALL_PLAY}
HINTS = ("simple", "greedy", "expert")
EVERY = 3
"""Events are compared since each version of this number."""


@cache
def observer(rules, seats):
    """The observer of a table, or None if its rules have no layout."""
    if not HAS_RL:
        return None
    from ginrules import rl

    try:
        return rl.Observer(rules, seats)
    except gin.GinRulesError:
        return None


def other_pack(state, order, seat, rng):
    """Another pack that looks the same to a seat so far; the same if its cards have been shuffled."""
    if state.memory.put_back:
        return order
    hidden = {*state.stock}
    for other, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        hidden |= set() if other == seat else {*(hand - known)}
    places = [place for place, card in enumerate(order) if card in hidden]
    moved = rng.sample(places, min(len(places), rng.choice((2, 3, 6, len(places)))))
    changed = list(order)
    for place, card in zip(moved, [order[place] for place in rng.sample(moved, len(moved))], strict=True):
        changed[place] = card
    return changed


def doors(session, player, rng):
    """Everything that a player is shown, by the name of the door."""
    own, events = session.view(player), session.events(player)
    yield "view", pickle.dumps(own)
    yield "vector", json.dumps(gin.to_dict(own))
    yield "text", str(own)
    yield "prompt", view_prompt(own, events)
    since = range(0, session.version, EVERY)
    yield "events", [[str(event) for event in session.events(player, version)] for version in since]
    yield "events as JSON", json.dumps([gin.to_dict(event) for event in events])
    yield "table message", json.dumps(table_message(session, player, rng.randrange(session.version + 1)))
    yield "to move", session.to_move
    observes = observer(own.rules, own.seats)
    if observes is not None and own.seat is not None:
        yield "observation", observes(own).tobytes()
    if player is None:
        return
    yield "legal", [str(action) for action in session.legal(player)]
    refusals = []
    for text in ("draw", "take", "knock 7h", "discard 7h", "spread", "big gin", "lay off 7h on 0", "nonsense"):
        try:
            session.act(player, text)
        except gin.GinRulesError as error:
            refusals.append((error.code, str(error), str(error.details)))
    yield "refusals", refusals
    if player in session.to_move:
        record = session.round[session.table_of(player).number]
        yield "rows of the core", rows_of(record.state)
        if rng.random() < 1 / EVERY:
            yield from advice(record, own.seat, session.version, rng)


def advice(record, seat, seed, rng):
    """What a player of the library does and believes in the seat's place."""
    yield "hint", str(gin.players.hint(record, rng.choice(HINTS), seat=seat))
    belief, own = gin.players.Belief(), gin.view(record.state, seat)
    belief.begin(gin.view(next(record.states()), seat))
    for event in record.events(seat):
        belief.note(event)
    worlds = belief.sample(own, 2, seed=seed)
    yield "belief", (sorted(belief.chances(own).items()), [(world.hands, world.stock) for world in worlds])


def rows_of(state):
    """The observation that the core makes for the seat to act; None without one."""
    try:
        rounds = Rounds.of([state])
    except gin.GinRulesError:
        return None
    return rounds.observed.tobytes(), rounds.masks.tobytes()


def played(session, actions):
    """The session after these actions, by player; None if one of them is refused in this world."""
    try:
        for player, action in actions:
            session = session.act(player, action)
    except gin.GinRulesError:
        return None
    return session


def pairs(rules, rng):
    """Play a round of a session, and yield pairs of worlds, and who looks, at some moments."""
    players = rng.choice(rules.player_counts)
    start = gin.Session(rules, [f"P{number}" for number in range(players)])
    packs = [list(gin.shuffled(rng, rules)) for _ in start.match.due]
    card = {"knock_card": rng.choice(gin.pack_of(rules))} if rules.knock_source == "knock-card" else {}
    session, actions = start.next_round(orders=packs, **card), []
    policy = POLICIES[rng.choice(list(POLICIES))]
    while session.is_playing and session.to_move and len(actions) < 300:
        player = rng.choice(sorted(session.to_move))
        state = session.round[session.table_of(player).number].state
        actions.append((player, policy(rng, state, session.legal(player))))
        session = session.act(*actions[-1])
        if rng.random() > 0.12 or not session.is_playing:
            continue
        who = rng.choice((*range(players), None))
        table = session.table_of(who) if who is not None else None
        changed = [
            pack
            if record.state.is_over
            else other_pack(record.state, pack, table.seat_of(who) if table and number == table.number else None, rng)
            for number, (pack, record) in enumerate(zip(packs, session.round, strict=True))
        ]
        other = None if changed == packs else played(start.next_round(orders=changed, **card), actions)
        if other is not None:
            yield session, other, who


def test_a_player_is_shown_the_same_of_two_sessions_through_every_door():
    counts, names, most = Counter(), list(RULES), slow(60, 20_000)
    for number in count():
        rules = RULES[names[number * 7 % len(names)]]
        for one, other, player in pairs(rules, random.Random(number)):
            first, second = (dict(doors(session, player, random.Random(counts["view"]))) for session in (one, other))
            assert [door for door in first if first[door] != second.get(door)] == [], (rules.name, number, player)
            assert first.keys() == second.keys()
            counts.update(first.keys())
        if counts["view"] >= most:
            break
    assert min(counts[door] for door in ("refusals", "belief", "rows of the core", "table message")) > 0
