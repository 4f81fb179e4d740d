"""The match as shown to players: by seat, before every deal, and never outside matches."""

import attrs
import pytest

import ginrules as gin
from ginrules.lab import play_match, play_round, simulate
from ginrules.match import MatchView, match_view
from ginrules.players import Greedy, Player, hint, new_greedy

STANDARD = gin.RuleSet(name="standard")
WON = gin.Outcome(declarer=0, deadwood=(3, 21))


class Noted(Player):
    """Greedy, and it notes how it was started."""

    name = "noted"

    def __init__(self, notes):
        self.notes = notes

    def start(self, view, match=None):
        self.notes.append((view.seat, match))

    def choose(self, view):
        return Greedy().choose(view)


@pytest.mark.parametrize(
    ("name", "players", "rounds", "expected"),
    [
        ("standard", 2, [WON], ((18, 0),)),
        ("hollywood", 2, [WON, WON], ((36, 0), (18, 0), (0, 0))),
        ("standard+match_form=best-of+match_games=3+target=15", 2, [WON], ((0, 0),)),
        ("captain", 3, [WON], None),
        ("partnership", 4, [(WON, WON)], None),
        ("penalty-2-to-4", 3, [], ((0, 0, 0),)),
    ],
)
def test_standings_are_those_of_the_sheet_by_seat(name, players, rounds, expected):
    match = gin.new_match(gin.preset(name), players, results=rounds)
    assert match.due
    for table in match.due:
        known = match_view(match, table)
        assert (known.round, known.dealer, known.target) == (len(rounds), table.dealer_seat, match.sheet.target)
        (game, *_) = [game for game in match.games if not game.closed]
        sides = [next(side for side, members in enumerate(match.sides) if one in members) for one in table.players]
        assert known.standings == tuple(game.standing[side] for side in sides)
        assert sorted(known.resting) == sorted(points for side, points in enumerate(game.standing) if side not in sides)
        if expected is not None:
            assert {frozenset(column) for column in known.columns} == {frozenset(column) for column in expected}
        assert gin.from_dict(MatchView, gin.to_dict(known)) == known
    if "best-of" in name:
        assert sorted(known.won) == [0, 1]


@pytest.mark.parametrize(
    ("name", "players", "result", "seen"),
    [
        ("standard", 2, WON, 5),
        ("captain", 3, WON, 2),
        ("partnership", 4, (WON, gin.Outcome(declarer=1, deadwood=(21, 3))), 4),
    ],
)
def test_the_earlier_rounds_of_a_table_are_shown_by_its_seats(name, players, result, seen):
    match = gin.new_match(gin.preset(name), players)
    for _ in range(5):
        match = gin.add_round(match, *(result if isinstance(result, tuple) else (result,)))
    shown = 0
    for due in match.due:
        known = match_view(match, due)
        by_player = [
            {player: outcome.deadwood[seat] for seat, player in enumerate(due.players)} for outcome in known.outcomes
        ]
        winners = [due.players[outcome.declarer] for outcome in known.outcomes]
        before = [
            (entered, one)
            for entry, tables in zip(match.entries, match.seatings, strict=True)
            for entered, one in zip(getattr(entry, "results", (entry,)), tables, strict=True)
            if set(one.players) == set(due.players)
        ]
        assert by_player == [dict(zip(one.players, entered.deadwood, strict=True)) for entered, one in before]
        assert winners == [one.players[entered.declarer] for entered, one in before]
        assert gin.from_dict(MatchView, gin.to_dict(known)) == known
        shown += len(known.outcomes)
    assert shown == seen


def test_scores_of_a_pad_and_cards_are_not_in_the_earlier_rounds():
    played = attrs.evolve(WON, hands=(gin.CardSet.of("AS"), gin.CardSet.of("KS")))
    match = gin.new_match("standard", 2, results=[gin.pad_entry((0, 12), "standard", winner=1), played])
    assert match_view(match, match.due[0]).outcomes == (WON,)


def test_a_view_of_a_match_is_refused_where_there_is_none():
    match = gin.new_match("standard", 2)
    with pytest.raises(gin.ScoreError, match="not one of those that are due"):
        match_view(match, attrs.evolve(match.due[0], dealer=1 - match.due[0].dealer))
    with pytest.raises(gin.ScoreError, match="columns: expected the standings"):
        MatchView(round=0, dealer=0, target=100, columns=[])
    with pytest.raises(gin.WrongTypeError, match="expected a MatchView"):
        play_round("standard", [Greedy(), Greedy()], gin.shuffled(7), match=match)


def test_players_are_shown_the_match_that_they_play():
    notes = []
    played = play_match("standard", [lambda _seed: Noted(notes), new_greedy], seed=3)
    match = gin.new_match("standard", 2)
    assert len(notes) == len(played.match.scores)
    for (seat, known), simulated in zip(notes, played.rounds, strict=True):
        assert (seat, known) == (0, match_view(match, match.due[0]))
        match = gin.add_round(match, simulated.played.outcome)
    notes.clear()
    simulate("standard", lambda _seed: Noted(notes), rounds=2)
    assert {known for _, known in notes} == {None}


def test_a_hint_can_know_the_match():
    notes = []
    known = MatchView(round=3, dealer=0, target=100, columns=[(80, 35)])
    hint(gin.RoundRecord(STANDARD, 7), lambda _seed: Noted(notes), match=known)
    assert notes == [(1, known)]
