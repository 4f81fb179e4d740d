"""Laws of the library's own documents: matches, rule cards that differ, and positions that are read."""

import json

from ginrules.errors import GinRulesError
from ginrules.match import settle
from ginrules.play.determinize import determinize
from ginrules.play.engine import legal_actions, transition
from ginrules.play.follow import redact
from ginrules.play.view import view
from ginrules.records import MatchRecord, from_dict, to_dict
from ginrules.rules.model import RULES, in_use
from ginrules.rules.seats import table_seats, team_size
from ginrules.scoring.price import price
from ginrules.show.rulecard.card import card_sections
from ginrules.testing.policies import POLICIES, fresh, steps
from ginrules.testing.state_laws import LawBroken, check_cards_conserved

BY_TABLE_SEATS = ("hand_size", "rounds")


def check_survives_json(value):
    """Check that a value written as JSON text and read again is the same value."""
    data = to_dict(value)
    try:
        read = from_dict(type(value), json.loads(json.dumps(data, allow_nan=False)))
    except GinRulesError as error:
        raise LawBroken(f"a {type(value).__name__} is written and then refused: {error}; it is {data}") from error
    if read != value or type(read) is not type(value):
        raise LawBroken(f"a {type(value).__name__} is read as another value: {data}, {to_dict(read)}")


def check_round_documents(rules, seats, seed, policy):
    """Every part of a round that is played survives JSON; gives how many values were written and read."""
    state = fresh(rules, seats=seats, seed=seed)
    values = [rules, state, *views(state)]
    for action, after in steps(state, seed, policy):
        _, events = transition(state, action)
        values += [state.phase, action, *events, *(redact(event, 0) for event in events), after, *after.table]
        state = after
    values += views(state)
    if state.outcome is not None:
        values += [state.outcome, price(state.outcome, rules)]
    for value in values:
        check_survives_json(value)
    return len(values)


def views(state):
    return [view(state, seat) for seat in (*range(state.seats), None)]


def check_match_documents(match):
    """The record of a match and its entries are read back, and all that follows from it is plain JSON."""
    record = MatchRecord(match.rules, match.players, match.entries)
    if record.match != match:
        raise LawBroken(f"the record of a match makes another: {record.dumps()}")
    for text in map(record.dumps, ("toml", "json")):
        if MatchRecord.loads(text) != record:
            raise LawBroken(f"a record is read as another: {text}")
    for value in (*match.entries, record):
        check_survives_json(value)
    for value in (match, settle(match), *match.scores, *match.games, match.sheet, *match.due):
        data = to_dict(value)
        if json.loads(json.dumps(data, allow_nan=False)) != data:
            raise LawBroken(f"the document of a {type(value).__name__} is not plain JSON: {data}")


def card_sentences(rules):
    """The sentences of a rule card that say what the rules are. None spells a value as a rule file does."""
    card = "\n".join(line for _, lines in card_sections(rules) for line in lines)
    raw = [word for word in ("None", "True", "False", "{") if word in card]
    if raw:
        raise LawBroken(f"the rule card holds the raw value {raw[0]}: {card}")
    return card


def check_rule_cards_differ(a, b):
    """Two rule sets that differ in a rule in use have two rule cards; gives whether they differ in one."""
    used = [name for name in RULES if value_of(a, name) != value_of(b, name) and in_use(a, name) and in_use(b, name)]
    if used and card_sentences(a) == card_sentences(b):
        values = ", ".join(f"{name} = {getattr(a, name)!r} and {getattr(b, name)!r}" for name in used)
        raise LawBroken(f"two rule sets share a card, with {values}: {card_sentences(a)}")
    return bool(used)


def value_of(rules, name):
    """A rule's value, only for possible numbers if it depends on the number of players."""
    if name == "target":
        return [rules.target_for(team_size(rules.seating, players)) for players in rules.player_counts]
    if name in BY_TABLE_SEATS:
        ask = rules.hand_size_for if name == "hand_size" else rules.rounds_for
        return [ask(table_seats(rules.seating, players)) for players in rules.player_counts]
    return getattr(rules, name)


def check_playable(state, seed=0):
    """A state can be shown, determinized and played to the end, whatever its origin; gives the number of actions.

    A state read from a document must allow everything that other states allow, even if no round leads to it.
    """
    check_cards_conserved(state)
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
