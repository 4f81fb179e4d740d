"""One line of `benchmarks.versions`, run with the installed version: prints units a second of processor time.

Only names that both versions have are used.
"""

import json
import random
import sys
import time
from collections.abc import Callable

import ginrules as gin


def _random_rounds(name: str) -> Callable[[], int]:
    rules = gin.preset(name)
    seeds = iter(range(10**9))
    sizes = getattr(rules, "player_counts", (2,))
    seats = max(sizes) if rules.seating == "all-play" else 2

    def play() -> int:
        rng = random.Random(next(seeds))
        state = gin.deal(rules, gin.shuffled(rng, rules), seats=seats)
        while not state.is_over:
            legal = gin.legal_actions(state)
            state = gin.apply(state, rng.choice(legal) if legal else gin.chance_action(state, rng))
        return 1

    return play


def _hands(size: int) -> Callable[[], int]:
    rng = random.Random(size)
    hands = [gin.CardSet.of(rng.sample(gin.pack_of(gin.preset("standard")), size)) for _ in range(2000)]
    rules = gin.preset("standard")

    def count() -> int:
        for hand in hands:
            gin.deadwood(hand, rules)
        return len(hands)

    return count


def _after_discards() -> Callable[[], int]:
    rng = random.Random(11)
    rules = gin.preset("standard")
    hands = [gin.CardSet.of(rng.sample(gin.pack_of(rules), 11)) for _ in range(300)]

    def count() -> int:
        for hand in hands:
            gin.after_discard(hand, rules)
        return len(hands)

    return count


def _states() -> list[gin.RoundState]:
    rng = random.Random(5)
    states: list[gin.RoundState] = []
    for seed in range(20):
        state = gin.deal(gin.preset("standard"), gin.shuffled(seed))
        while not state.is_over and len(states) < 400:
            states.append(state)
            state = gin.apply(state, rng.choice(gin.legal_actions(state)))
    return states


def _views() -> Callable[[], int]:
    states = _states()

    def look() -> int:
        for state in states:
            gin.view(state, 0)
        return len(states)

    return look


def _determinized() -> Callable[[], int]:
    views = [gin.view(state, 0) for state in _states()]

    def draw() -> int:
        for number, view in enumerate(views):
            gin.determinize(view, number)
        return len(views)

    return draw


def _json() -> Callable[[], int]:
    documents = [gin.to_dict(state) for state in _states()[:60]]

    def read() -> int:
        for document in documents:
            gin.from_dict(gin.RoundState, document)
        return len(documents)

    return read


def _prices() -> Callable[[], int]:
    rules = gin.preset("standard")
    outcomes = [gin.Outcome(declarer=0, deadwood=(left, held)) for left in range(10) for held in range(30)]

    def price() -> int:
        for outcome in outcomes:
            gin.price(outcome, rules)
        return len(outcomes)

    return price


def _matches() -> Callable[[], int]:
    rules = gin.preset("hollywood")

    def play() -> int:
        rng = random.Random(3)
        match = gin.new_match(rules)
        while not match.is_over:
            held = (rng.randrange(1, 10), rng.randrange(10, 40))
            declarer = rng.randrange(2)
            match = gin.add_round(match, gin.Outcome(declarer=declarer, deadwood=held if declarer == 0 else held[::-1]))
        gin.settle(match)
        return 1

    return play


def _greedy() -> Callable[[], int]:
    rules = gin.preset("standard")

    def run() -> int:
        gin.lab.simulate(rules, gin.players.new_greedy, rounds=100)
        return 100

    return run


LINES = {
    "random rounds, standard": lambda: _random_rounds("standard"),
    "random rounds, oklahoma": lambda: _random_rounds("oklahoma"),
    "random rounds, mahjong-gin": lambda: _random_rounds("mahjong-gin"),
    "deadwoods, 10 cards": lambda: _hands(10),
    "deadwoods, 11 cards": lambda: _hands(11),
    "hands after a discard, 11 cards": _after_discards,
    "views": _views,
    "states that fit a view": _determinized,
    "states read from JSON": _json,
    "rounds priced": _prices,
    "matches of hollywood": _matches,
    "greedy rounds in the lab": _greedy,
}


def main() -> None:
    if len(sys.argv) == 1:
        print(json.dumps([*LINES]))
        return
    work = LINES[sys.argv[1]]()
    seconds = float(sys.argv[2])
    work()
    done, began = 0, time.process_time()
    while (passed := time.process_time() - began) < seconds:
        done += work()
    print(done / passed)


if __name__ == "__main__":
    main()
