"""Laws of every rule set, as ready checks.

`check_rules_hold` plays rounds and matches under your own rules and checks everything that the
engine promises. A law that does not hold raises `LawBroken`, which names the rules, seed and action needed to
replay the round.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Final

from ginrules._support.values import whole_number
from ginrules.match.advance import add_round, concede, new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, expect_match
from ginrules.play.actions import Action
from ginrules.play.deal import shuffled
from ginrules.play.engine import apply, transition
from ginrules.play.follow import follow, redact
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.presets.rule_files import dumps_rules, loads_rules
from ginrules.records import RoundRecord, from_dict, to_dict
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.testing.policies import MOST_PLIES, POLICIES, Policy, fresh, steps
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
    for full in (False, True):
        text = dumps_rules(rules, full=full)
        ensure(loads_rules(text) == rules, f"a rule file gives other rules than were written: {text}", rules)
    rounds, seed = whole_number("rounds", rounds), whole_number("seed", seed)
    checked = 0
    allowed = rules.table_sizes
    policies = list(POLICIES.values())
    for number in range(rounds):
        seats = allowed[number % len(allowed)]
        checked += _check_round(rules, seats, seed + number, policies[number % len(policies)])
    for players in rules.player_counts:
        match = _played_match(rules, players, seed)
        check_match(match, seed)
        check_no_win_lost(match)
    return checked


def _check_round(rules: RuleSet, seats: int, seed: int, policy: Policy) -> int:
    """Play a round, check its laws at every state, and return the number of states."""
    state = start = fresh(rules, seats=seats, seed=seed)
    rng = random.Random(seed)
    views = [view(state, seat) for seat in range(seats)]
    actions = [action for action, _ in steps(state, seed, policy)]
    for action in actions:
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
    _check_documents(start, state, actions, seed)
    return len(actions) + 1


def _check_documents(start: RoundState, end: RoundState, actions: Iterable[Action], seed: int) -> None:
    """Check that the round's record, its rules, and the first and the last state are read as they were written."""
    rules, seats = start.rules, start.seats
    order = shuffled(random.Random(seed), rules)
    record = RoundRecord(rules, order, dealer=start.dealer, seats=seats, knock_card=start.knock_card, actions=actions)
    ensure(record.state == end, f"a record of these actions reaches another state: {record.dumps()}", rules, seed)
    for text in map(record.dumps, ("toml", "json")):
        ensure(RoundRecord.loads(text) == record, f"a record is read as another: {text}", rules, seed)
    for value in (rules, start, end, *(view(end, seat) for seat in range(seats))):
        data = to_dict(value)
        again = from_dict(type(value), json.loads(json.dumps(data, allow_nan=False)))
        ensure(again == value, f"a {type(value).__name__} is read as another value: {data}", rules, seed)


def check_match(match: MatchState, seed: int = 0) -> None:
    """Check that a match is the fold of its entries and settled at a zero sum, and that any player can concede it.

    Args:
        match: Any match. It is conceded after some of its entries.
        seed: The seed that chooses the entry and the player.

    Raises:
        LawBroken: If a law does not hold: for a concession, that it changes no score, that who concedes has not won,
            and that a match between two ends.

    Examples:
        >>> from ginrules.testing.laws import check_match
        >>> import ginrules as gin
        >>> check_match(gin.new_match(gin.RuleSet()))
    """
    expect_match(match)
    _check_fold(match)
    rng = random.Random(whole_number("seed", seed))
    before = new_match(match.rules, match.players, results=match.entries[: rng.randrange(len(match.entries) + 1)])
    if before.is_over:
        return
    player = rng.choice([player for player in range(len(before.players)) if player not in before.out])
    after = concede(before, player)
    side = next(number for number, members in enumerate(before.sides) if player in members)
    _check_fold(after)
    ensure(after.scores == before.scores, f"the concession of player {player} changed a score", match.rules, seed)
    ensure(len(after.sides) > 2 or after.is_over, f"player {player} conceded and the match goes on", match.rules, seed)
    has_won = side in after.winners and match.rules.columns == 1
    ensure(not has_won, f"player {player} conceded and has won", match.rules, seed)


def _check_fold(match: MatchState) -> None:
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
        >>> import ginrules as gin
        >>> match = gin.new_match("hollywood", results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> gin.testing.check_no_win_lost(match)
    """
    expect_match(match)
    if match.rules.column_entry == "win-count":
        return
    written = {entry.round for game in match.games for entry in game.entries}
    for number, score in enumerate(match.scores):
        if score.winner is not None:
            ensure(number in written, f"round {number + 1} has a winner and is written in no game", match.rules)


def _played_match(rules: RuleSet, players: int, seed: int) -> MatchState:
    """Return a match played to its end, or for thirty rounds."""
    match = new_match(rules, players)
    while not match.is_over and len(match.scores) < _MOST_MATCH_ROUNDS:
        results = []
        for table in match.due:
            seed += 1
            state = fresh(rules, seats=len(table.players), seed=seed)
            *_, (_, state) = steps(state, seed, POLICIES["greedy"])
            if state.outcome is None:
                return match
            results.append(state.outcome)
        match = add_round(match, *results)
    return match
