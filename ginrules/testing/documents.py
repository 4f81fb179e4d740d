"""Laws of documents: the JSON of every public value, rule files and rule cards."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from ginrules._support.values import whole_number
from ginrules.errors import GinRulesError
from ginrules.match.settlement import settle
from ginrules.match.state import FirstDealer, MatchState, expect_match
from ginrules.play.deal import shuffled
from ginrules.play.determinize import determinize
from ginrules.play.engine import legal_actions, transition
from ginrules.play.follow import redact
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.presets.rule_files import dumps_rules, loads_rules
from ginrules.records import MatchRecord, RoundRecord, from_dict, to_dict
from ginrules.rules.model import RULES, RuleSet, in_use, rules_of
from ginrules.rules.seats import table_seats, team_size
from ginrules.scoring.price import price
from ginrules.show.rulecard.card import card_sections
from ginrules.testing.policies import MOST_PLIES, POLICIES, fresh, policy_named, steps
from ginrules.testing.state_laws import LawBroken, check_cards_conserved

_BY_TABLE_SEATS: Final = ("hand_size", "rounds")
_TEXT_FORMATS: Final = ("toml", "json")
_RAW_WORDS: Final = ("None", "True", "False", "{")


def check_survives_json(value: Any) -> None:
    """Check that a value written as JSON text and read again is the same value.

    Args:
        value: Any value that `ginrules.records.from_dict` reads.

    Raises:
        LawBroken: If the value read differs, cannot be read, or its document is not plain JSON.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_survives_json(gin.deal(gin.RuleSet(), gin.shuffled(7)))
    """
    data = to_dict(value)
    try:
        read = from_dict(type(value), json.loads(json.dumps(data, allow_nan=False)))
    except GinRulesError as error:
        raise LawBroken(f"a {type(value).__name__} is written and then refused: {error}; it is {data}") from error
    if read != value or type(read) is not type(value):
        raise LawBroken(f"a {type(value).__name__} is read as another value: {data}, {to_dict(read)}")


def _check_plain(value: Any) -> None:
    """Check that what is written only is plain JSON."""
    data = to_dict(value)
    if json.loads(json.dumps(data, allow_nan=False)) != data:
        raise LawBroken(f"the document of a {type(value).__name__} is not plain JSON: {data}")


def check_round_documents(rules: RuleSet | str, *, seats: int, seed: int, policy: str = "mixed") -> int:
    """Check the JSON of every part of a round, in a round that is played.

    Every state is checked, and views, actions and events of every kind as they occur. At the end the
    outcome, its price, the round's record and the seats' records are checked.

    Args:
        rules: Any rule set.
        seats: Seats at the table, a number that the rules allow.
        seed: The seed for the deal and the play.
        policy: The choice of actions: a key of ``ginrules.testing.policies.POLICIES``.

    Returns:
        The number of values that were written and read.

    Raises:
        LawBroken: If a value read back differs from the value written.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_round_documents(gin.RuleSet(), seats=2, seed=7, policy="greedy") > 50
        True
    """
    rules = rules_of(rules)
    state = fresh(rules, seats=seats, seed=seed)
    seats = state.seats
    rng = random.Random(seed)
    values: list[Any] = [rules, state, *_views(state)]
    actions = []
    for action, after in steps(state, seed, policy_named(policy)):
        actions.append(action)
        legal = legal_actions(state)
        values += [state.phase, action, *rng.sample(legal, min(2, len(legal)))]
        _, events = transition(state, action)
        values += events
        values += [redact(event, rng.randrange(seats)) for event in events]
        state = after
        values.append(state)
        if rng.random() < 0.2 or state.is_over:
            values += [*_views(state), *state.table]
    values += _record(rules, seats, seed, actions, state)
    for value in values:
        check_survives_json(value)
    return len(values)


def _views(state: RoundState) -> list[Any]:
    return [view(state, seat) for seat in (*range(state.seats), None)]


def _record(rules: RuleSet, seats: int, seed: int, actions: list[Any], end: RoundState) -> list[Any]:
    """Return a round's record, its outcome and its price."""
    start = fresh(rules, seats=seats, seed=seed)
    order = shuffled(random.Random(seed), rules)
    record = RoundRecord(
        rules, order, dealer=start.dealer, seats=seats, knock_card=start.knock_card, actions=actions[:MOST_PLIES]
    )
    if record.state != end:
        raise LawBroken(f"a record of {len(actions)} actions reaches another state than they do: {record.dumps()}")
    for text in map(record.dumps, _TEXT_FORMATS):
        if RoundRecord.loads(text) != record:
            raise LawBroken(f"the record of a round is read as another: {text}")
    values: list[Any] = [record]
    if end.outcome is not None:
        values += [end.outcome, price(end.outcome, rules)]
    return values


def check_match_documents(match: MatchState) -> None:
    """Check a match's JSON, and that of its parts and its record, which are read back with its entries.

    Args:
        match: Any match.

    Raises:
        LawBroken: If a value read back differs from the value written.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.new_match("standard", results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> gin.testing.check_match_documents(match)
    """
    expect_match(match)
    rounds = [entry for entry in match.entries if not isinstance(entry, FirstDealer)]
    dealer = next((entry.player for entry in match.entries if isinstance(entry, FirstDealer)), 0)
    record = MatchRecord(match.rules, match.players, rounds, dealer=dealer)
    if record.match != match:
        raise LawBroken(f"the record of a match makes another: {record.dumps()}")
    for value in (*match.entries, record):
        check_survives_json(value)
    for value in (match, settle(match), *match.scores, *match.games, match.sheet, *match.due):
        _check_plain(value)
    for text in map(record.dumps, _TEXT_FORMATS):
        if MatchRecord.loads(text) != record:
            raise LawBroken(f"the record of a match is read as another: {text}")


def check_rules_written(rules: RuleSet | str) -> None:
    """Check the rule file, the JSON and the rule card of a rule set.

    Reading a short or full file gives the same rules and texts again. The card spells no value as a
    rule file does.

    Args:
        rules: Any rule set.

    Raises:
        LawBroken: If a document gives other rules, or the card holds a raw value.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_rules_written(gin.RuleSet(knock_limit=7))
    """
    rules = rules_of(rules)
    check_survives_json(rules)
    for full in (False, True):
        text = dumps_rules(rules, full=full)
        if loads_rules(text) != rules:
            raise LawBroken(f"a rule file gives other rules than were written: {text}")
    card = _sentences(rules)
    raw = [word for word in _RAW_WORDS if word in card]
    if raw:
        raise LawBroken(f"the rule card holds the raw value {raw[0]}: {card}")


def check_rule_cards_differ(a: RuleSet | str, b: RuleSet | str) -> bool:
    """Check that two rule sets that differ in a rule that matters have two rule cards.

    A rule that is in use must change the card above its list of rules without effect.

    Args:
        a: A rule set.
        b: Another rule set.

    Returns:
        Whether they differ in a rule in use.

    Raises:
        LawBroken: If the cards are the same.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_rule_cards_differ(gin.RuleSet(), gin.RuleSet(gin_bonus=20))
        True
        >>> gin.testing.check_rule_cards_differ(gin.RuleSet(), gin.RuleSet(name="another name"))
        False
    """
    a, b = rules_of(a), rules_of(b)
    names = [name for name in RULES if _value_of(a, name) != _value_of(b, name)]
    if not names:
        return False
    used = [name for name in names if in_use(a, name) and in_use(b, name)]
    one, other = (_sentences(rules) for rules in (a, b))
    if used and one == other:
        values = ", ".join(f"{name} = {getattr(a, name)!r} and {getattr(b, name)!r}" for name in used)
        raise LawBroken(f"two rule sets share a card, with {values}: {one}")
    return bool(used)


def _sentences(rules: RuleSet) -> str:
    return "\n".join(line for _, lines in card_sections(rules) for line in lines)


def _value_of(rules: RuleSet, name: str) -> Any:
    """Return a rule's value, only for possible numbers if it depends on the number of players."""
    if name == "target":
        return [rules.target_for(team_size(rules.seating, players)) for players in rules.player_counts]
    if name in _BY_TABLE_SEATS:
        ask = rules.hand_size_for if name == "hand_size" else rules.rounds_for
        return [ask(table_seats(rules.seating, players)) for players in rules.player_counts]
    return getattr(rules, name)


def check_playable(state: RoundState, seed: int = 0) -> int:
    """Check that a state can be shown, determinized and played to the end, whatever its origin.

    A state read from a snapshot must allow everything that other states allow, even if no round leads
    to it. Only `ginrules.determinize` may raise an error.

    Args:
        state: Any state, most usefully a state read from a snapshot.
        seed: The seed of hidden cards and actions.

    Returns:
        The number of actions that were played.

    Raises:
        LawBroken: If a view leaks, a seat cannot act, or cards are lost.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_playable(gin.deal(gin.RuleSet(), gin.shuffled(7)), seed=1) > 2
        True
    """
    check_cards_conserved(state)
    seed = whole_number("seed", seed)
    str(state)
    written = seed % state.seats  # a view is read a hundred times more slowly than it is made
    for seat in (*range(state.seats), None):
        own = view(state, seat)
        str(own)
        try:
            possible = determinize(own, seed)
        except GinRulesError:
            continue  # an owed card that no hidden hand can use
        if seat == written:
            check_survives_json(own)
        if view(possible, seat) != own:
            raise LawBroken(f"a state determinized from the view of seat {seat} has another view: {to_dict(state)}")
    check_survives_json(state)
    number = 0
    for _, after in steps(state, seed, POLICIES["uniform"]):
        number += 1
        if not after.is_over and after.turn is not None and not legal_actions(after):
            raise LawBroken(f"after {number} actions seat {after.turn} cannot act: {to_dict(state)}")
        state = after
    check_cards_conserved(state)
    if state.outcome is not None:
        score = price(state.outcome, state.rules)
        if sum(score.net):
            raise LawBroken(f"the round pays {score.net}, not a zero sum: {to_dict(state)}")
    return number
