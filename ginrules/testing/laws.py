"""Laws of every rule set, as ready checks.

`check_rules_hold` plays rounds and matches under your own rules and checks everything that the
engine promises. A law that does not hold raises `LawBroken`, which names the rules, seed and action needed to
replay the round.
"""

from __future__ import annotations

import random
from typing import Final

from ginrules._support.values import whole_number
from ginrules.match.advance import add_round, concede, new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, expect_match
from ginrules.play.engine import apply, transition
from ginrules.play.follow import follow, redact
from ginrules.play.view import view
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.testing.documents import check_round_documents, check_rules_written
from ginrules.testing.policies import MOST_PLIES, POLICIES, fresh, played, policy_named
from ginrules.testing.state_laws import check_cards_conserved, check_state, ensure

ROUNDS: Final = 20
"""Rounds that a check plays by default."""

_MOST_MATCH_ROUNDS: Final = 30


def check_rules_hold(rules: RuleSet | str, *, rounds: int = ROUNDS, seed: int = 0) -> int:
    """Check every law of the engine, of views, documents, prices and matches under these rules.

    Rounds are played at every number of seats, by several policies.

    Args:
        rules: Any rule set.
        rounds: The number of rounds, over all numbers of seats.
        seed: The first round's seed. The others follow.

    Returns:
        The number of states checked.

    Raises:
        LawBroken: If a law does not hold.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_rules_hold(gin.RuleSet(knock_limit=7, min_set=2), rounds=3)  # states
        64
    """
    rules = rules_of(rules)
    check_rules_written(rules)
    rounds, seed = whole_number("rounds", rounds), whole_number("seed", seed)
    checked = 0
    allowed = rules.table_sizes
    policies = list(POLICIES)
    for number in range(rounds):
        seats = allowed[number % len(allowed)]
        checked += check_round(rules, seats=seats, seed=seed + number, policy=policies[number % len(policies)])
    check_round_documents(rules, seats=allowed[0], seed=seed)
    for players in rules.player_counts:
        match = some_match(rules, players, seed)
        check_refolds(match)
        check_no_win_lost(match)
        check_concession(match, seed)
    return checked


def check_round(rules: RuleSet | str, *, seats: int, seed: int, policy: str = "mixed") -> int:
    """Play a round, check its laws at every state, and return the number of states.

    Args:
        rules: Any rule set.
        seats: Seats at the table, a number that the rules allow.
        seed: The seed for the deal and the play.
        policy: The choice of actions: a key of ``ginrules.testing.policies.POLICIES``.

    Raises:
        LawBroken: If a law does not hold.

    Examples:
        >>> from ginrules.testing.laws import check_round
        >>> import ginrules as gin
        >>> check_round(gin.RuleSet(), seats=2, seed=7, policy="greedy") > 1
        True
    """
    rules, chosen = rules_of(rules), policy_named(policy)
    state = fresh(rules, seats=seats, seed=seed)
    seats = state.seats
    rng = random.Random(seed)
    views = [view(state, seat) for seat in range(seats)]
    number = 0
    for number, action in enumerate(played(state, seed, chosen), start=1):  # noqa: B007 - counted
        check_state(state, rng)
        before = hash(state), repr(state)
        after, events = transition(state, action)
        ensure((hash(state), repr(state)) == before, f"{action} changed the state it was applied to", rules, seed)
        ensure(apply(state, action) == after, f"{action} has two outcomes", rules, seed)
        for event in events:
            views = [follow(own, redact(event, seat)) for seat, own in enumerate(views)]
        state = after
        expected = [view(state, seat) for seat in range(seats)]
        ensure(views == expected, f"after {action} the events do not give a seat's view", rules, seed)
    check_cards_conserved(state)
    capped = rules.take_cap > 0 and (rules.stock_exhausted != "reshuffle" or rules.reshuffle_cap > 0)
    ensure(state.is_over or not capped, f"the round is not over after {MOST_PLIES} actions", rules, seed)
    if state.outcome is not None:
        score = price(state.outcome, rules)
        ensure(sum(score.net) == 0, f"the round pays {score.net}, which is not a zero sum", rules, seed)
    return number + 1


def check_refolds(match: MatchState) -> None:
    """Check that a match is the fold of its entries, and that its settlement is a zero sum.

    Raises:
        LawBroken: If folding the entries again gives another match, or the settlement is not a zero sum.

    Examples:
        >>> from ginrules.testing.laws import check_refolds
        >>> import ginrules as gin
        >>> check_refolds(gin.new_match(gin.RuleSet()))
    """
    expect_match(match)
    again = new_match(match.rules, match.players, results=match.entries)
    ensure(again == match, f"{len(match.entries)} entries folded again give another match", match.rules)
    settled = settle(match)
    if match.rules.seating != "captain" or not settled.payments:
        ensure(sum(settled.net) == 0, f"the match is settled at {settled.net}, not a zero sum", match.rules)


def check_no_win_lost(match: MatchState) -> None:
    """Check that every decided round is written in a game of the sheet (rummy-games.com on Hollywood).

    With ``column_entry = "win-count"`` a win whose columns are all closed is not written, and there is
    nothing to check.

    Raises:
        LawBroken: If a round with a winner is not written in any game.

    Examples:
        >>> from ginrules.testing.laws import some_match
        >>> import ginrules as gin
        >>> gin.testing.check_no_win_lost(some_match(gin.RuleSet(columns=3), 2, seed=1))
    """
    expect_match(match)
    if match.rules.column_entry == "win-count":
        return
    written = {entry.round for game in match.games for entry in game.entries}
    for number, score in enumerate(match.scores):
        if score.winner is not None:
            ensure(number in written, f"round {number + 1} has a winner and is written in no game", match.rules)


def check_concession(match: MatchState, seed: int) -> None:
    """Check that any player can concede during a match: the fold agrees, they do not win, and a match between two ends.

    Args:
        match: A match. It is conceded after some of its entries.
        seed: The seed that chooses the entry and the player.

    Raises:
        LawBroken: If a concession breaks a law of matches.

    Examples:
        >>> from ginrules.testing.laws import check_concession, some_match
        >>> import ginrules as gin
        >>> check_concession(some_match(gin.RuleSet(), 2, seed=1), seed=1)
    """
    expect_match(match)
    rng = random.Random(whole_number("seed", seed))
    before = new_match(match.rules, match.players, results=match.entries[: rng.randrange(len(match.entries) + 1)])
    if before.is_over:
        return
    player = rng.choice([player for player in range(len(before.players)) if player not in before.out])
    after = concede(before, player)
    side = next(number for number, members in enumerate(before.sides) if player in members)
    check_refolds(after)
    ensure(after.scores == before.scores, f"the concession of player {player} changed a score", match.rules, seed)
    ensure(len(after.sides) > 2 or after.is_over, f"player {player} conceded and the match goes on", match.rules, seed)
    has_won = side in after.winners and match.rules.columns == 1
    ensure(not has_won, f"player {player} conceded and has won", match.rules, seed)


def some_match(rules: RuleSet | str, players: int, seed: int) -> MatchState:
    """Play a match, to its end or for thirty rounds, and return it.

    Args:
        rules: Any rule set.
        players: The number of players. The rules must allow it.
        seed: The first deal's seed. The others follow.

    Examples:
        >>> from ginrules.testing.laws import some_match
        >>> import ginrules as gin
        >>> match = some_match(gin.RuleSet(), 2, seed=1)
        >>> match.is_over, len(match.scores) > 1
        (True, True)
    """
    match = new_match(rules, players)
    rules, number = match.rules, whole_number("seed", seed)
    while not match.is_over and len(match.scores) < _MOST_MATCH_ROUNDS:
        results = []
        for table in match.due:
            number += 1
            start = fresh(rules, seats=len(table.players), seed=number)
            for action in played(start, number, POLICIES["greedy"]):
                start = apply(start, action)
            if start.outcome is None:
                return match
            results.append(start.outcome)
        match = add_round(match, *results)
    return match
