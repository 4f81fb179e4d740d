"""Exhaustive play of small packs to the end: every line of play, counted and pinned.

States are values, so the number of lines from a state is kept in a dict and each position is
played once. The same counts are made by a naive recursion, without the dict, on smaller deals.
"""

import hashlib
import json
from collections import Counter
from functools import cache
from itertools import permutations

import pytest

import ginrules as gin
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD, slow
from tests.laws.conftest import plain, second_opinion
from tests.referees.naive_legal import NaiveRound

SMALL = {"ranks": 4, "suits": 3, "hand_size": 4, "take_cap": 2}
FIVE = SMALL | {"ranks": 5, "stock_floor": 3, "knock_limit": 5}
FOUR = {"ranks": 4, "suits": 4, "hand_size": 3, "player_counts": (3,), "rounds": 3}
GAMES = {
    "standard": (STANDARD.evolve(**SMALL | {"ranks": 5}, stock_floor=3, knock_limit=3), 2),
    "straight gin, any draw": (STANDARD.evolve(**SMALL | {"take_cap": 3}, knock_limit=0, both_pass_draw="any"), 2),
    "openspiel": (gin.preset("openspiel").evolve(**SMALL | {"hand_size": 3}, stock_floor=3, knock_limit=4), 2),
    "eleven cards, round the corner": (
        STANDARD.evolve(**FIVE, opening="eleven-cards", ace_rank="round-the-corner", layoff="including-gin"),
        2,
    ),
    "second pack, original melds": (
        gin.preset("oklahoma-second-deck").evolve(
            **SMALL | {"ranks": 5, "hand_size": 5}, stock_floor=1, layoff_chain=False, knock_limit=5
        ),
        2,
    ),
    "all-play, reshuffle": (
        gin.preset("penalty-2-to-4").evolve(
            **FOUR, take_cap=1, reshuffle_cap=1, min_set=2, knock_limit=3, stock_floor=3
        ),
        3,
    ),
    "mahjong": (
        gin.preset("mahjong-gin").evolve(ranks=4, suits=3, hand_size=3, take_cap=2, player_counts=(2,)),
        2,
    ),
}


GAMES["all-play, reshuffle, fifteen cards"] = GAMES["all-play, reshuffle"][0].evolve(ranks=5, suits=3), 3
LARGE = {"all-play, reshuffle"}  # half a minute; the pack with fifteen cards is similar, without gin


def chances(state):
    """Every order of the shuffle that is due."""
    return map(gin.ShuffleStock, permutations(state.discards[:-1]))


def moves(state):
    return chances(state) if isinstance(state.phase, gin.Reshuffle) else gin.legal_actions(state)


def facts(outcome):
    return outcome.ending, outcome.reason, outcome.declarer, outcome.deadwood, outcome.laid


def lines(state, known):
    """The lines of play from here, by their endings."""
    tally = known.get(state)
    if tally is None:
        if state.is_over:
            tally = Counter([facts(state.outcome)])
        else:
            tally = Counter()
            for action in moves(state):
                tally.update(lines(gin.apply(state, action), known))
        known[state] = tally
    return tally


def naive_lines(state):
    """The same, every line played by itself."""
    if state.is_over:
        yield facts(state.outcome)
        return
    for action in moves(state):
        yield from naive_lines(gin.apply(state, action))


def drawn_lines(rules, state):
    """How many lines of head-to-head play nobody ends, by reason: from sizes alone, no card looked at.

    Whatever is held, a seat that does not knock can discard any card but the one it took, so that
    these lines do not depend on the deal (two seats, no open melding).
    """
    hand = rules.hand_size
    returns = rules.return_taken_discard
    after_take = hand + 1 if returns else hand
    endings = Counter()

    def discarded(count, stock, pile, takes):
        if stock > rules.stock_floor:
            draw(count, stock, pile, takes, closed=False)
        else:
            endings["stock"] += count

    def draw(count, stock, pile, takes, *, closed):
        discarded(count * (hand + 1), stock - 1, pile + 1, takes)
        if not closed and pile:
            if takes + 1 == rules.take_cap:
                endings["take-cap"] += count
            else:
                discarded(count * after_take, stock, pile, takes + 1)

    stock = len(state.stock)
    if rules.opening == "eleven-cards":
        discarded(hand + 1, stock, 1, 0)
    elif rules.opening == "no-upcard":
        draw(1, stock, 0, 0, closed=True)
    else:
        discarded(after_take, stock, 1, 0)  # the first seat takes the upcard
        discarded(after_take, stock, 1, 0)  # the second does
        draw(1, stock, 1, 0, closed=rules.both_pass_draw == "stock-only")
    return dict(endings)


def dealt(name):
    rules, seats = GAMES[name]
    return fresh(rules, seats, seed=1)


@cache
def played(name):
    """Every line of a game, and how many positions there are."""
    known = {}
    return lines(dealt(name), known), len(known)


def summary(tally, positions):
    """The pinned values: sizes, and a digest of the endings with their counts."""
    listed = json.dumps(sorted((list(map(str, key)), count) for key, count in tally.items()))
    return f"{tally.total()} lines, {positions} positions, {hashlib.sha256(listed.encode()).hexdigest()[:16]}"


PINNED = {
    "standard": "18335 lines, 26859 positions, 9a7c25e22053b94e",
    "straight gin, any draw": "1097 lines, 1500 positions, aed9cb82a1ffb61d",
    "openspiel": "1996 lines, 4256 positions, ae2148e8504278c9",
    "eleven cards, round the corner": "13233 lines, 22897 positions, 8f7e840f7bc4923f",
    "second pack, original melds": "36405 lines, 62205 positions, 05ea033ece0701de",
    "all-play, reshuffle": "64644 lines, 148223 positions, 662d078b282fddd6",
    "all-play, reshuffle, fifteen cards": "881 lines, 1697 positions, 72d63d7114d96a92",
    "mahjong": "7395 lines, 9384 positions, 976c5a93af34a881",
}


@pytest.mark.parametrize("name", slow(sorted(GAMES.keys() - LARGE), sorted(GAMES)))
def test_every_line_of_play(name):
    assert summary(*played(name)) == PINNED[name]


@pytest.mark.parametrize(
    "name", ["standard", "straight gin, any draw", "eleven cards, round the corner", "second pack, original melds"]
)
def test_drawn_lines_are_those_of_the_sizes(name):
    state = dealt(name)
    tally = Counter()
    for (_ending, reason, *_rest), count in played(name)[0].items():
        tally[reason] += count
    del tally[None]
    assert tally == drawn_lines(state.rules, state)


@pytest.mark.parametrize("name", ["standard", "straight gin, any draw", "openspiel", "mahjong"])
def test_the_dict_forgets_nothing(name):
    assert Counter(naive_lines(dealt(name))) == played(name)[0]


@pytest.mark.parametrize("name", ["mahjong", "all-play, reshuffle"])
def test_the_naive_rules_count_the_same_lines(name):
    """Lines counted through the naive second implementation of the legal actions."""
    state = dealt(name)
    naive = NaiveRound(state.rules)
    counts = {}

    def count(state):
        if state not in counts:
            if state.is_over:
                counts[state] = 1
            elif isinstance(state.phase, gin.Reshuffle):
                counts[state] = sum(count(gin.apply(state, action)) for action in chances(state))
            else:
                expected_names = second_opinion(naive, state, None, ())
                by_name = {plain(action): action for action in gin.legal_actions(state)}
                assert set(by_name) == expected_names
                counts[state] = sum(
                    count(gin.apply(state, by_name[name_of_action])) for name_of_action in expected_names
                )
        return counts[state]

    small = state if name == "mahjong" else fresh(state.rules.evolve(reshuffle_cap=1, hand_size=2, ranks=3), 3, seed=1)
    assert count(small) == lines(small, {}).total()
