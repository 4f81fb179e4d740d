"""Laws of `Session`, for every preset at every size of its table: texts, events, secrets, and the record at the end."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.errors import GinRulesError, IllegalAction
from ginrules.presets import preset, preset_names
from ginrules.records import TeamRecord, from_dict, to_dict
from ginrules.testing.policies import greedy
from tests.conftest import effort, some, whole_rounds

TABLES = [(name, players) for name in preset_names() for players in preset(name).player_counts]
# short matches of each kind, which are played to their end
SHORT = {
    "doubling": (preset("standard+doubling=true+target=30"), 2),
    "Hollywood, second pack": (preset("hollywood-oklahoma-second-deck+target=20"), 2),
    "best of three": (gin.RuleSet(match_form="best-of", match_games=3, target=20), 2),
    "three-handed": (preset("three-handed+target=20"), 3),
    "two tables": (preset("partnership+target=20"), 4),
    "last one standing": (preset("penalty-elimination+target=30"), 3),
    "reshuffles": (gin.RuleSet(stock_exhausted="reshuffle", stock_floor=25, knock_limit=0, take_cap=30), 2),
}


class Pages:
    """The pages of the players, who are sent a view at the deal, and then events alone."""

    def __init__(self, session):
        self.of = [*range(len(session.names)), None]
        self.views = {player: session.view(player) for player in self.of}
        self.version = session.version

    def hear(self, session):
        for player in self.of:
            for event in session.events(player, self.version):
                self.views[player] = gin.follow(self.views[player], event)
            assert self.views[player] == session.view(player)
        self.version = session.version


def step(session, choose):
    """Return the session after the action of one of the players to act, or after chance."""
    if not session.to_move:
        return session.advance(choose.getrandbits(30))
    player = choose.choice(sorted(session.to_move))
    table = session.table_of(player)
    action = greedy(choose, session.round[table.number].state, list(session.legal(player)))
    asked = str(action) if choose.random() < 0.5 else action
    return session.act(player, asked, choose.choice((None, session.version)))


def check_step(before, session):
    assert session.version > before.version
    assert session.to_move <= set(range(len(session.names)))
    for player in range(len(session.names)):
        assert bool(session.legal(player)) == (player in session.to_move)


def check_text(session, kind):
    again = gin.Session.loads(session.dumps(kind))
    assert again == session
    assert again.dumps(kind) == session.dumps(kind)
    assert (again.to_move, again.tables, again.version) == (session.to_move, session.tables, session.version)
    assert from_dict(gin.Session, to_dict(session)) == session
    text, rounds = session.apart()
    assert gin.Session.together(text, rounds) == session
    assert session.apart(len(rounds) // 2) == (text, rounds[len(rounds) // 2 :])
    assert "seed" not in to_dict(session).get("round", [{}])[0]


def check_record(session):
    """The match of the session equals the match of its finished rounds, dealt and played again without it."""
    record = gin.MatchRecord(session.rules, session.names)
    for added in session.record.rounds:
        tables = added.tables if isinstance(added, TeamRecord) else (added,)
        if not isinstance(tables[0], gin.RoundRecord):
            continue
        played = []
        for table in tables:
            again = record.next_round(table.order, table=len(played), knock_card=table.knock_card)
            for action in table.actions:
                again = again.play(action)
            played.append(again)
        record = record.add(*played)
    assert record.match.scores == session.match.scores
    assert gin.MatchRecord.loads(session.record.dumps()).match == session.match


def check_secrets(session, choose):
    """A session with hidden cards in other places shows a player the same."""
    player = choose.randrange(len(session.names))
    table = session.table_of(player)
    if not session.is_playing or table is None:
        return
    record, seat = session.round[table.number], table.seat_of(player)
    state = record.state
    hidden = [gin.Card(card) for card in state.stock_pile]
    hidden += [
        card for other in range(state.seats) if other != seat for card in state.hands[other] - state.known[other]
    ]
    seen = [gin.Card(card) for pool in state.memory.put_back for card in range(52) if pool >> card & 1]
    hidden = [card for card in hidden if card not in seen]  # those of a shuffled pile have lain open
    if len(hidden) < 2 or state.is_over:
        return
    one, other = choose.sample(sorted(hidden), 2)
    order = [{one: other, other: one}.get(card, card) for card in record.order]
    try:
        moved = gin.RoundRecord(
            record.rules, order, dealer=record.dealer, seats=record.seats, knock_card=record.knock_card,
            names=record.names, actions=record.actions,
        )  # fmt: skip
    except GinRulesError:  # the others could not have played like this
        return
    data = to_dict(session)
    rounds = [to_dict(item) for item in (*session.round[: table.number], moved, *session.round[table.number + 1 :])]
    for item in rounds:
        for name in ("format", "version", "rules"):
            del item[name]
    data["round"] = [{"kind": "round", **item} for item in rounds]
    twin = from_dict(gin.Session, data)
    assert twin.round[table.number] == moved
    assert twin.view(player) == session.view(player)
    assert twin.events(player) == session.events(player)
    assert twin.legal(player) == session.legal(player)
    if player not in session.to_move:
        assert refusal(twin, player) == refusal(session, player)


def refusal(session, player):
    with pytest.raises(IllegalAction) as caught:
        session.act(player, "draw")
    return str(caught.value)


def check_match(rules, players, seed, most_rounds, often):
    choose = random.Random(seed)
    session = gin.Session(rules, players)
    rounds = 0
    while not session.is_over and rounds < most_rounds:
        rounds += 1
        session = session.next_round(choose.choice((None, choose.getrandbits(30))))
        check_text(session, "json")
        pages = Pages(session)
        while session.is_playing:
            before, text = session, session.dumps() if choose.random() < often else None
            session = step(session, choose)
            check_step(before, session)
            if text is not None:
                assert before.dumps() == text  # unchanged
                check_text(session, choose.choice(("toml", "json")))
                check_secrets(session, choose)
            pages.hear(session)
    check_text(session, "toml")
    check_record(session)
    return session


@given(st.sampled_from(TABLES), st.integers(0, 1 << 30))
@whole_rounds(8, 300)
def test_laws_of_a_session_hold_at_every_step(table, seed):
    name, players = table
    check_match(preset(name), players, seed, most_rounds=2, often=effort(0.1, 0.5))


@pytest.mark.full
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_laws_of_a_session_hold_for_every_preset_at_every_table(name, players):
    check_match(preset(name), players, len(name) + players, most_rounds=effort(1, 6), often=effort(0.1, 0.3))


@pytest.mark.parametrize("kind", some(list(SHORT), 7))
def test_a_session_is_the_record_of_its_match_at_the_end(kind):
    rules, players = SHORT[kind]
    session = check_match(rules, players, 7, most_rounds=effort(6, 60), often=effort(0.03, 0.3))
    assert session.match.scores
