"""Rounds of the engine, asked of the core in a page: for every position everything that both say of it."""

import random

import ginrules as gin
from ginrules.fast._plan import unplayed
from ginrules.play.actions import ACCEPT, BIG_GIN, DECLINE, DONE, DOUBLE, DRAW, REFUSE
from ginrules.rules.model import RULES
from ginrules.scoring.price_numbers import unsupported_price_rule
from ginrules.testing.policies import POLICIES, next_action

MOST_PLIES = 400
PLAYED = [
    name
    for name in gin.preset_names()
    if not unplayed(gin.preset(name)) and not unsupported_price_rule(gin.preset(name))
]
ONE_TABLE = [name for name in PLAYED if gin.preset(name).seating in {"head-to-head", "all-play"}]
"""The presets whose matches a page plays."""


def random_rules(rng):
    """A preset with some other values, so that the core plays and prices it."""
    while True:
        rules = gin.preset(rng.choice(PLAYED))
        changes = {name: _value(rng, RULES[name]) for name in rng.sample(sorted(RULES), rng.randrange(6))}
        try:
            rules = rules.evolve(name="drawn", **changes)
        except gin.RuleSetError:
            continue
        if rules.table_sizes and not unplayed(rules) and not unsupported_price_rule(rules):
            return rules


def _value(rng, rule):
    if rule.choices:
        return rng.choice(rule.choices)
    if rule.kind == "yes-no":
        return rng.random() < 0.5
    if rule.kind == "numbers":
        if rule.section == "melds":
            return tuple(rng.choice((1, 5, 10, 15, 25)) for _ in range(13))
        return tuple(rng.sample(range(2, 7), rng.randrange(1, 3)))
    return rng.choice((0, 1, 2, 3, 4, 5, 7, 10, 13, 25, 60, 100))


def tried(state, rng):
    """Actions that a player could try here, many of them not legal."""
    actions = [DRAW, DECLINE, BIG_GIN, DONE, DOUBLE, ACCEPT, REFUSE, gin.TakeDiscard(1), gin.TakeDiscard(2)]
    if state.turn is None:
        return actions
    hand = state.hands[state.turn]
    for card in (*rng.sample(list(hand), min(3, len(hand))), gin.Card(rng.randrange(52))):
        actions += [gin.Discard(card), gin.Knock(card), gin.LayOff(card, 0), gin.LayOff(card, 9)]
    melds = gin.best_arrangement(hand, state.rules).melds
    actions += [gin.Spread(some) for some in (melds, melds[:1], (), (*melds, *melds))]
    return [*actions, *map(gin.LayDown, melds)]


def played_round(rules, rng, *, views=1, refusals=1):
    """A round of random play: the question to the core, and the answer of the engine.

    Views are compared in so many positions and at the end, refused actions in so many.
    """
    seats = rng.choice(rules.table_sizes)
    pack = gin.shuffled(rng.randrange(2**40), rules)
    knock_card = rng.choice(pack) if rules.knock_source == "knock-card" else None
    dealer, policy = rng.randrange(seats), rng.choice([*POLICIES.values()])
    state = gin.deal(rules, pack, dealer=dealer, seats=seats, knock_card=knock_card)
    asked = {
        "kind": "round",
        "rules": gin.to_dict(rules),
        "seats": seats,
        "dealer": dealer,
        "order": " ".join(map(str, pack)),
    }
    asked |= {"actions": [], "views": [], "refused": {}} | ({"knock_card": str(knock_card)} if knock_card else {})
    looked = {*rng.sample(range(60), min(60, views))}, {*rng.sample(range(60), min(60, refusals))}
    steps = []

    def said(place, *, is_end=False):
        step = {"turn": state.turn, "legal": [str(action) for action in gin.legal_actions(state)]}
        if is_end or place in looked[0]:
            asked["views"].append(place)
            step["views"] = [gin.to_dict(gin.view(state, seat)) for seat in (*range(seats), None)]
        tempted = tried(state, rng) if is_end or place in looked[1] else []
        asked["refused"][place] = [str(action) for action in tempted]
        return step | {"refused": [_code(gin.why_illegal(state, action)) for action in tempted]}

    while not state.is_over and len(steps) < MOST_PLIES:
        place, step = len(steps), {}
        if state.turn is None:
            action = gin.chance_action(state, rng.randrange(2**40))
        else:
            step, action = said(place), next_action(rng, state, policy)
        asked["actions"].append(str(action))
        state, events = gin.transition(state, action)
        steps.append(step | {"events": events})
    if not state.is_over and state.turn is None:
        return played_round(rules, rng, views=views, refusals=refusals)
    answer = {"steps": [], "end": said(len(steps), is_end=True), "outcome": None, "price": None}
    for step in steps:
        shown, seen = [
            [gin.to_dict(gin.redact(e, 0)) if hide else gin.to_dict(e) for e in step["events"]]
            for hide in (False, True)
        ]
        answer["steps"].append(step | {"events": shown, "seen": seen})
    if state.outcome:
        score = gin.price(state.outcome, rules)
        answer["outcome"] = gin.to_dict(state.outcome)
        by_seat = {name: list(getattr(score, name)) for name in ("points", "net", "boxes")}
        answer["price"] = {**by_seat, "winner": score.winner, "result": score.result}
    return asked, answer


def _code(refusal):
    return None if refusal is None else refusal.code


def without_shuffles(answer):
    """An answer in which the events of a reshuffle are left out: the core shuffles at once, the engine as an action."""
    steps = [
        step | {key: [event for event in step[key] if event["kind"] != "stock-shuffled"] for key in ("events", "seen")}
        for step in answer["steps"]
    ]
    return answer | {"steps": steps}


def difference(expected, answer, at=""):
    """The first place in which two answers differ, with both values; None if they are equal."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        for key in {**expected, **answer}:
            if found := difference(expected.get(key), answer.get(key), f"{at}.{key}"):
                return found
        return None
    if isinstance(expected, list) and isinstance(answer, list) and len(expected) == len(answer):
        return next(
            filter(
                None, (difference(a, b, f"{at}[{i}]") for i, (a, b) in enumerate(zip(expected, answer, strict=True)))
            ),
            None,
        )
    same = expected == answer and type(expected) is type(answer)
    return None if same else f"{at}: expected {expected!r}, got {answer!r}"


def rng_of(seed):
    return random.Random(f"core in the page {seed}")
