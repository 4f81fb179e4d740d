"""Laws of `Session`, for every preset at every size of its table: texts, events, and the record at the end."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.records import TeamRecord
from ginrules.testing.policies import greedy
from tests.conftest import effort, some, whole_rounds

TABLES = [(name, players) for name in gin.preset_names() for players in gin.preset(name).player_counts]
# short matches of each kind, which are played to their end
SHORT = {
    "doubling": (gin.preset("standard+doubling=true+target=30"), 2),
    "Hollywood, second pack": (gin.preset("hollywood-oklahoma-second-deck+target=20"), 2),
    "best of three": (gin.RuleSet(match_form="best-of", match_games=3, target=20), 2),
    "three-handed": (gin.preset("three-handed+target=20"), 3),
    "two tables": (gin.preset("partnership+target=20"), 4),
    "last one standing": (gin.preset("penalty-elimination+target=30"), 3),
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
    assert gin.from_dict(gin.Session, gin.to_dict(session)) == session
    text, rounds = session.apart()
    assert gin.Session.together(text, rounds) == session
    assert session.apart(len(rounds) // 2) == (text, rounds[len(rounds) // 2 :])
    assert "seed" not in gin.to_dict(session).get("round", [{}])[0]


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
            pages.hear(session)
    check_text(session, "toml")
    check_record(session)
    return session


@given(st.sampled_from(TABLES), st.integers(0, 1 << 30))
@whole_rounds(8, 300)
def test_laws_of_a_session_hold_at_every_step(table, seed):
    name, players = table
    check_match(gin.preset(name), players, seed, most_rounds=2, often=effort(0.1, 0.5))


@pytest.mark.full
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_laws_of_a_session_hold_for_every_preset_at_every_table(name, players):
    check_match(gin.preset(name), players, len(name) + players, most_rounds=effort(1, 6), often=effort(0.1, 0.3))


@pytest.mark.parametrize("kind", some(list(SHORT), 7))
def test_a_session_is_the_record_of_its_match_at_the_end(kind):
    rules, players = SHORT[kind]
    session = check_match(rules, players, 7, most_rounds=effort(6, 60), often=effort(0.03, 0.3))
    assert session.match.scores
