"""Rules that are accepted can be shown, at every door that a person or a program can reach, at any time of a round.

A door is a function that makes something to read or to look at: the rule card as text, as a page and in a notebook,
prompts, pictures, sheets, the message to `<gin-table>`, the invitation of the web table, the playground.
"""

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.errors import RuleSetError
from ginrules.presets import preset, preset_names
from ginrules.prompts import rules_prompt, view_prompt
from ginrules.rules.model import RuleSet, changed_values
from ginrules.rules.texts import toml_text
from ginrules.show.pictures import sheet as sheet_module
from ginrules.show.rulecard import card as card_module
from ginrules.show.rulecard.card import card_parts
from ginrules.show.rulecard.page import card_page
from ginrules.svg import blank_sheet_svg
from ginrules.testing import rule_sets
from ginrules.testing.conformance import neighbors
from ginrules.testing.policies import POLICIES
from ginrules.web import table_message
from tests.conftest import LONG, every, examples

ROOT = Path(__file__).parents[2]
MOST = 400  # actions of a round
seeds = st.integers(0, 2**16 - 1)
policies = st.sampled_from(list(POLICIES))


@pytest.fixture(scope="module", autouse=True)
def examples_found():
    """The modules of the web table and of the playground are found, as where they run."""
    with pytest.MonkeyPatch.context() as patch:
        for folder in ("examples/web_table", "docs/assets/playground"):
            patch.syspath_prepend(ROOT / folder)
        yield
        for name in ("pages", "tables", "store", "in_browser"):
            sys.modules.pop(name, None)


def expression(rules: RuleSet) -> str:
    """The rules in one line, as they stand in a form of the web table."""
    return "+".join(["standard", *(f"{name}={toml_text(value)}" for name, value in changed_values(rules).items())])


def rules_shown(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything that shows rules: the door, and what it shows.

    The playground shows the card of a notebook, and the invitation is the text of `describe`.
    """
    from in_browser import check
    from pages import invitation
    from store import StoredPlayer, StoredTable

    for part in card_parts(rules):
        yield from (("sentence", sentence) for sentence in (part.title, *part.sentences))
    yield "card", rules_prompt(rules)
    yield "page", card_page(rules)
    yield "page", card_page(rules, short=True)
    for players in rules.player_counts:
        yield "picture", str(blank_sheet_svg(rules, players))
    checked = check(gin.dumps_rules(rules))
    assert checked["problems"] == "", checked
    yield "page", checked["card"]
    text = expression(rules)
    assert preset(text) == rules, text
    host = StoredPlayer(0, "Ann", None, "token")
    yield "page", invitation(StoredTable("code", text, rules.player_counts[0], (host,)))


def round_shown(rules: RuleSet, players: int, seed: int, policy: str, *, times: int = 4) -> Iterator[tuple[str, str]]:
    """Everything that shows a round: at some times of it, and at its end."""
    session = gin.Session(rules, players).next_round(seed)
    rng = random.Random(seed)
    chosen = rng.sample(range(60), times)
    for number in range(MOST):
        if number in chosen:
            yield from session_shown(session)
        if not session.is_playing:
            break
        table = next(table for table in session.tables if not session.round[table.number].state.is_over)
        state = session.round[table.number].state
        if state.turn is None:
            session = session.advance(seed)
            continue
        action = POLICIES[policy](rng, state, gin.legal_actions(state))
        session = session.act(table.players[state.turn], action)
    yield from session_shown(session)


def session_shown(session: gin.Session) -> Iterator[tuple[str, str]]:
    """Everything that shows a match and its present round to the players and to a spectator."""
    yield "text", str(session.match)
    yield "page", session._repr_html_()
    for record in session.round:
        yield "text", str(record.state)
        yield "picture", record._repr_svg_()
    for player in (None, *range(len(session.names))):
        view = session.view(player)
        yield "message", json.dumps(table_message(session, player), allow_nan=False)
        yield "picture", str(gin.svg.round_svg(view))
        if view.seat is not None:
            yield "text", view_prompt(view, session.events(player))


def check_shown(rules: RuleSet, shown: Iterator[tuple[str, str]]) -> None:
    """Check that no text is empty, sentences have no gap where a word is missing, and pictures are XML."""
    for door, text in shown:
        assert text.strip(), (door, expression(rules))
        if door == "picture":
            ET.fromstring(text)
        if door == "sentence":
            assert not re.search(r"  |^ | $| [.,;:]|\bNone\b", text), (text, expression(rules))


@st.composite
def small_hands(draw):
    """Rules with hands of one to five cards, in which few melds are possible."""
    rules = draw(rule_sets())
    try:
        return rules.evolve(hand_size=draw(st.integers(1, 5)))
    except RuleSetError:
        return rules


presets = st.sampled_from(preset_names())


@examples(10, 120)
@given(small_hands() | presets.flatmap(lambda name: rule_sets(base=name)), seeds, policies, st.data())
def test_accepted_rules_are_shown_at_every_door(rules, seed, policy, data):
    check_shown(rules, rules_shown(rules))
    players = data.draw(st.sampled_from(rules.player_counts))
    check_shown(rules, round_shown(rules, players, seed, policy))


# --- every preset with a single change ----------------------------------------------------------------------


def changes(name: str) -> list[str]:
    """A preset with another value of one rule, as expressions."""
    return [f"{name}+{rule}={toml_text(getattr(other, rule))}" for rule, other in neighbors(preset(name))]


@pytest.mark.full
@pytest.mark.parametrize("name", preset_names())
def test_every_preset_with_a_single_change_is_shown(name):
    """All of them before a release, else a few."""

    def check(text: str) -> None:
        rules = preset(text)
        check_shown(rules, rules_shown(rules))
        check_shown(rules, round_shown(rules, rules.player_counts[0], len(text), "mixed", times=0))

    texts = changes(name)
    every(texts if LONG else random.Random(name).sample(texts, 4))(check)()


# --- the law notices ----------------------------------------------------------------------------------------


SMALL = preset("standard+hand_size=3")


@pytest.mark.parametrize("word", ["", "None"])
def test_a_sentence_without_its_word_is_noticed(monkeypatch, word):
    spoiled = f"The knocker spreads {word} and has 3♣ left."
    monkeypatch.setattr(card_module, "card_sections", lambda _: [("Turn", (spoiled,))])
    with pytest.raises(AssertionError, match=re.escape(spoiled)):
        check_shown(SMALL, rules_shown(SMALL))


def test_a_picture_that_is_cut_short_is_noticed(monkeypatch):
    monkeypatch.setattr(sheet_module, "_body", lambda *_: ["<g>"])
    with pytest.raises(ET.ParseError):
        check_shown(SMALL, rules_shown(SMALL))
