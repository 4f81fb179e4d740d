"""Laws of a rule set's documents: what is written of its rounds and of itself is read back as the same."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from ginrules.errors import GinRulesError
from ginrules.play.deal import shuffled
from ginrules.play.engine import legal_actions, transition
from ginrules.play.follow import redact
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.presets.rule_files import dumps_rules, loads_rules
from ginrules.records import RoundRecord, from_dict, to_dict
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.show.rulecard.card import card_sections
from ginrules.testing.policies import MOST_PLIES, fresh, policy_named, steps
from ginrules.testing.state_laws import LawBroken

_RAW_WORDS: Final = ("None", "True", "False", "{")


def check_survives_json(value: Any) -> None:
    """Check that a value written as JSON text and read again is the same value."""
    data = to_dict(value)
    try:
        read = from_dict(type(value), json.loads(json.dumps(data, allow_nan=False)))
    except GinRulesError as error:
        raise LawBroken(f"a {type(value).__name__} is written and then refused: {error}; it is {data}") from error
    if read != value or type(read) is not type(value):
        raise LawBroken(f"a {type(value).__name__} is read as another value: {data}, {to_dict(read)}")


def check_texts(record: Any) -> None:
    """Check that a record written as a text, in each format, and read again is the same record."""
    for text in map(record.dumps, ("toml", "json")):
        if type(record).loads(text) != record:
            raise LawBroken(f"a {type(record).__name__} is read as another: {text}")


def check_round_documents(rules: RuleSet, *, seats: int, seed: int, policy: str = "mixed") -> int:
    """Check the JSON of every part of a round that is played, and return how many values were written and read.

    Every state is checked, and views, actions and events of every kind as they occur. At the end the
    outcome, its price and the round's record are checked.
    """
    state = start = fresh(rules, seats=seats, seed=seed)
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
    if state.outcome is not None:
        values += [state.outcome, price(state.outcome, rules)]
    order = shuffled(random.Random(seed), rules)
    record = RoundRecord(
        rules, order, dealer=start.dealer, seats=seats, knock_card=start.knock_card, actions=actions[:MOST_PLIES]
    )
    if record.state != state:
        raise LawBroken(f"a record of {len(actions)} actions reaches another state than they do: {record.dumps()}")
    check_texts(record)
    values.append(record)
    for value in values:
        check_survives_json(value)
    return len(values)


def _views(state: RoundState) -> list[Any]:
    return [view(state, seat) for seat in (*range(state.seats), None)]


def check_rules_written(rules: RuleSet) -> None:
    """Check the rule file, the JSON and the rule card of a rule set.

    Reading a short or full file gives the same rules and texts again. The card spells no value as a
    rule file does.
    """
    check_survives_json(rules)
    for full in (False, True):
        text = dumps_rules(rules, full=full)
        if loads_rules(text) != rules:
            raise LawBroken(f"a rule file gives other rules than were written: {text}")
    card = card_sentences(rules)
    raw = [word for word in _RAW_WORDS if word in card]
    if raw:
        raise LawBroken(f"the rule card holds the raw value {raw[0]}: {card}")


def card_sentences(rules: RuleSet) -> str:
    """Return the sentences of a rule card that say what the rules are."""
    return "\n".join(line for _, lines in card_sections(rules) for line in lines)
