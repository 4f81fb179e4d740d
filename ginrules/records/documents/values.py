"""The JSON of rule sets and of small values: melds, arrangements, actions, phases, outcomes and events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import attrs

from ginrules._support.bounds import NAMES
from ginrules.cards import Card, CardSet
from ginrules.errors import RecordError, RuleSetError, UnknownPresetError
from ginrules.melds.meld import Arrangement, Meld, TableMeld
from ginrules.play import events, phases
from ginrules.play.actions import Action
from ginrules.play.defence import Defence
from ginrules.play.notation import parse_action
from ginrules.play.outcome import Outcome
from ginrules.presets import preset, preset_names
from ginrules.records.documents.json_forms import CARD, CARD_SET, PILE, JsonForm, class_form, parsed
from ginrules.records.documents.problems import BAD, At
from ginrules.records.documents.registry import attrs_form, fields_of, register, union, write_only
from ginrules.rules.fields import SECTIONS
from ginrules.rules.model import RuleSet, described
from ginrules.rules.rule_fields import Ceremony
from ginrules.rules.sections import read_tables, section_tables
from ginrules.rules.texts import json_value

UNSEEN: Final = "??"
"""The text of a card that the seat has not seen."""


def _write_meld(meld: Meld) -> str:
    if meld != Meld.of(meld.cards):
        raise RecordError(f"{meld} is claimed to be a {meld.kind}, which its text cannot say: use Meld.of")
    return str(meld)


register(Card, CARD)
register(CardSet, CARD_SET)
register(Meld, attrs.evolve(parsed(Meld.parse, CARD_SET.schema), write=_write_meld))
register(Action, parsed(parse_action, {"examples": ["draw", "discard 7h", "lay off 7h on 0"]}, longest=1000))
register(TableMeld, attrs_form(TableMeld), "table-meld")
write_only(Arrangement)
write_only(Defence)


def _outcome_problems(outcome: Outcome) -> Iterator[tuple[str, str]]:
    seats = outcome.seats
    if outcome.declarer is not None and outcome.declarer >= seats:
        yield "declarer", f"is seat {outcome.declarer}, deadwood is given for {seats} seats"
    if (outcome.declarer is None) != (outcome.ending == "dead"):
        who = "nobody" if outcome.declarer is None else f"seat {outcome.declarer}"
        yield "ending", f"cannot be {outcome.ending} when {who} declared"
    if outcome.reason is not None and outcome.ending != "dead":
        yield "reason", f"is only for dead rounds, this one ended in {outcome.ending}"
    if outcome.laid and len(outcome.laid) != seats:
        yield "laid", f"has {len(outcome.laid)} numbers, deadwood is given for {seats} seats"
    if outcome.hands and len(outcome.hands) != seats:
        yield "hands", f"has {len(outcome.hands)} hands, deadwood is given for {seats} seats"


_FACTS: Final = fields_of(Outcome, required="ending")
OUTCOME_FIELDS: Final = {"ending": _FACTS["ending"], **_FACTS}
register(Outcome, class_form(Outcome, OUTCOME_FIELDS, check=_outcome_problems), "outcome")
register(phases.Phase, union(phases.Phase), "phase")


def _or_unseen(form: JsonForm, hidden: Any) -> JsonForm:
    """Return a form for values that may be unseen, written as ``??``."""

    def write(value: Any) -> Any:
        return UNSEEN if value == hidden else form.write(value)

    def read(data: Any, at: At) -> Any:
        return hidden if data == UNSEEN else form.read(data, at)

    return JsonForm(write, read, {"oneOf": [{"const": UNSEEN}, form.schema]})


_HIDING: Final[dict[type, JsonForm]] = {
    events.DrewStock: attrs_form(events.DrewStock, {"card": _or_unseen(CARD, None)}),
    events.StockShuffled: attrs_form(events.StockShuffled, {"order": _or_unseen(PILE, ())}),
}
register(events.Event, union(events.Event, given=_HIDING), "event")


# --- rule sets: a preset's name, or a rule file's tables ---------------------------------------


def _write_rules(rules: RuleSet) -> Any:
    if _is_preset(rules):
        return rules.name
    texts = {name: json_value(value) for name, value in described(rules).items()}
    return texts | {
        section: {name: json_value(value) for name, value in table.items()}
        for section, table in section_tables(rules).items()
    }


def _is_preset(rules: RuleSet) -> bool:
    """Return whether the name alone says all: the values of that preset, and no other text."""
    if rules.name not in preset_names():
        return False
    known = preset(rules.name)
    return rules == known and all(getattr(known, name) == value for name, value in described(rules).items())


def _read_rules(data: Any, at: At) -> Any:
    if isinstance(data, str):
        try:
            return preset(data)
        except (RuleSetError, UnknownPresetError) as error:
            return at.bad(str(error))
    if not isinstance(data, Mapping):
        return at.wrong(data, "must be the name of a preset, an expression or a table of rules")
    if any(isinstance(table, Mapping) and len(table) > NAMES for table in (data, *data.values())):
        return at.bad(f"has more names than the {NAMES} of a table that are read")
    reading = read_tables(data, preset)
    if at.note((problem.path, str(problem).removeprefix(f"{problem.path}: ")) for problem in reading.problems):
        return BAD
    return reading.rule_set()


_RULES_SCHEMA: Final = {
    "oneOf": [
        {"type": "string", "description": "The name of a preset, or an expression of several."},
        {
            "type": "object",
            "description": "A rule file: texts, and one table for each section.",
            "properties": {
                **{name: {"type": "string"} for name in ("name", "title", "summary", "family", "confidence")},
                "extends": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
                **{name: {"type": "array", "items": {"type": "string"}} for name in ("sources", "notes", "aliases")},
                "first_dealer": {"enum": list(get_args(Ceremony))},
                **{section: {"type": "object"} for section in SECTIONS},
            },
            "additionalProperties": False,
        },
    ]
}

RULES: Final = register(RuleSet, JsonForm(_write_rules, _read_rules, _RULES_SCHEMA), "rules")
