"""Matches: entering rounds, the first dealer, notices, refusals, accounts and the text of the sheet."""

import pickle

import pytest

from ginrules.errors import ScoreError
from ginrules.match import FirstDealer, Notice, TeamRound, add_round, cut, give_notice, new_match, settle
from ginrules.play.outcome import Outcome
from ginrules.presets import preset
from ginrules.records import MatchRecord, Session, from_dict, to_dict
from ginrules.records.documents.texts import changed
from ginrules.rules.model import RuleSet
from ginrules.scoring import RoundScore, pad_entry, price
from tests.conftest import COUNTS, PENALTIES

STANDARD = RuleSet()
KNOCK = Outcome(declarer=0, deadwood=(3, 21))
UNDERCUT = Outcome(declarer=0, deadwood=(9, 4))
DEAD = Outcome(declarer=None, deadwood=(20, 31))
TEAMS = RuleSet(seating="partnership", player_counts=(4,), next_dealer="winning-side", target=125)
ENDLESS = RuleSet(columns=3, endless=True)
PENALTY = RuleSet(**PENALTIES, player_counts=(2, 3), rounds={2: 2, 3: 3})


def test_a_new_match_waits_for_its_first_round():
    match = new_match(STANDARD)
    assert (match.players, match.sides, match.entries, match.scores) == (("A", "B"), ((0,), (1,)), (), ())
    assert (match.is_over, match.winner, match.winners) == (False, None, ())
    (table,) = match.due
    assert (table.players, table.dealer, table.dealer_seat, table.first, table.resting) == ((0, 1), 0, 0, 1, ())


def test_an_outcome_is_priced_and_kept_as_it_was_given():
    match = add_round(new_match(STANDARD), KNOCK)
    assert match.entries == (KNOCK,)
    assert match.scores == (price(KNOCK, STANDARD),)
    assert match.games[0].points == (18, 0)


def test_add_round_leaves_its_argument_as_it_was():
    match = new_match(STANDARD, results=[KNOCK])
    copy = pickle.loads(pickle.dumps(match))
    add_round(match, UNDERCUT)
    assert match == copy


def test_the_same_entries_can_be_priced_under_other_rules():
    match = new_match(STANDARD, results=[KNOCK, UNDERCUT])
    other = new_match(RuleSet(undercut_bonus=10), match.players, results=match.entries)
    assert other.games[0].points == (18, 15)


def test_correcting_an_entry_is_folding_again():
    match = new_match(STANDARD, results=[KNOCK, UNDERCUT, KNOCK])
    corrected = new_match(match.rules, match.players, results=[*match.entries[:1], DEAD, *match.entries[2:]])
    assert corrected == new_match(STANDARD, results=[KNOCK, DEAD, KNOCK])
    assert corrected.games[0].points == (36, 0)


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_first_dealer_is_among_the_entries(dealer):
    for match in (new_match(STANDARD, dealer=dealer), new_match(STANDARD, dealer=dealer, results=[KNOCK])):
        assert new_match(match.rules, match.players, results=match.entries) == match
        assert new_match(match.rules, match.players, dealer=dealer, results=match.entries) == match
    assert new_match(STANDARD, dealer=dealer).due[0].dealer == dealer
    assert new_match(STANDARD, dealer=1).entries == (FirstDealer(1),)


def test_a_team_round_is_one_result_a_table():
    match = new_match(TEAMS, 4, results=[(KNOCK, UNDERCUT)])
    assert match.entries == (TeamRound((KNOCK, UNDERCUT)),)
    assert match.scores[0].points == (0, 30 - 18)
    assert new_match(TEAMS, match.players, results=match.entries) == match
    assert "side 1: opponents -18" in str(match.scores[0])


def test_a_drawn_team_round_has_no_winner_and_no_lines():
    (score,) = new_match(TEAMS, 4, results=[(DEAD, DEAD)]).scores
    assert (score.result, score.winner, score.lines, score.net) == ("dead", None, (), (0, 0))
    assert str(score) == "team round: nobody, points 0 0"


def test_a_team_of_names():
    match = new_match(TEAMS, ["Ann", "Bo", "Cy", "Di"])
    assert match.sides == ((0, 2), (1, 3))
    assert "Ann/Cy – Bo/Di" in str(match)


def test_notice_is_an_entry():
    match = give_notice(new_match(ENDLESS, results=[KNOCK]))
    assert match.entries == (KNOCK, Notice())
    assert new_match(ENDLESS, match.players, results=match.entries) == match


MAHJONG = preset("mahjong-gin")
OPEN = MAHJONG.evolve(score_mode="gain", seating="head-to-head", player_counts=(2,))
COUNTED = Outcome(declarer=0, deadwood=(0, 0), ending="out", laid=(40, 0))
OVER = new_match(STANDARD, results=[pad_entry(100, STANDARD, winner=0)])


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: new_match(STANDARD, 3), "expected 2 players in a match of this rule set, got 3"),
        (lambda: new_match(STANDARD, 40), "expected 2 players in a match of this rule set, got 40"),
        (lambda: new_match(STANDARD, -3), "expected 2 players in a match of this rule set, got -3"),
        (lambda: new_match(STANDARD, 0), "got 0"),
        (lambda: new_match(STANDARD, "AB"), "got 'AB'"),
        (lambda: new_match(STANDARD, True), "got True"),
        (lambda: new_match(STANDARD, ["Ann", "Ann"]), "a different name for every player"),
        (lambda: new_match(STANDARD, ["Ann", ""]), "a different name for every player"),
        (lambda: new_match(STANDARD, ["Ann", 7]), "a different name for every player"),
        (lambda: new_match(STANDARD, dealer=2), "first dealer: expected a whole number from 0 to 1, got 2"),
        (lambda: new_match(STANDARD, dealer=-1), "first dealer: expected a whole number from 0 to 1, got -1"),
        (lambda: new_match(STANDARD, dealer=True), "first dealer: expected a whole number from 0 to 1, got True"),
        (
            lambda: new_match(RuleSet(seating="captain", player_counts=(4,), next_dealer="winner"), 4, dealer=2),
            "first dealer: expected a whole number from 0 to 1, got 2",
        ),
        (lambda: new_match(STANDARD, results=[KNOCK, FirstDealer(1)]), "must be the first entry"),
        (lambda: new_match(ENDLESS, dealer=1, results=[FirstDealer(2)]), "the entries begin with player 2"),
        (lambda: new_match(STANDARD, results=[7]), "got int"),
        (lambda: new_match(STANDARD, results=["knock"]), "got str"),
        (lambda: add_round(new_match(STANDARD)), "a round at 1 table needs 1 result, got 0"),
        (lambda: add_round(new_match(STANDARD), KNOCK, KNOCK), "1 table needs 1 result, got 2"),
        (lambda: add_round(new_match(STANDARD), (KNOCK,)), "got tuple"),
        (lambda: add_round(new_match(TEAMS, 4), KNOCK), "2 tables needs 2 results, got 1"),
        (lambda: add_round(new_match(STANDARD), Outcome(declarer=0, deadwood=(3, 4, 5))), "2 seats for table 0, got"),
        (lambda: add_round(new_match(PENALTY, 3), Outcome(declarer=0, deadwood=(3, 4))), "3 seats for table 0, got"),
        (lambda: add_round(new_match(STANDARD), Outcome(declarer=0, deadwood=(11, 40))), "the limit is 10"),
        (lambda: add_round(new_match(STANDARD), pad_entry((0, 5), PENALTY, winner=0)), "penalty points"),
        (lambda: add_round(new_match(PENALTY, 2), pad_entry(5, STANDARD, winner=0)), "gained points"),
        (lambda: add_round(new_match(STANDARD), price(COUNTED, MAHJONG)), "expected a score by gain, got a line"),
        (lambda: add_round(new_match(OPEN), price(COUNTED, MAHJONG)), "score by gain, got a line for laid"),
        (lambda: add_round(new_match(MAHJONG), price(COUNTED, OPEN)), "expected a score by table-count"),
        (lambda: add_round(new_match(STANDARD), RoundScore(result="gin-off", winner=1)), "got gin-off"),
        (lambda: add_round(new_match(STANDARD), RoundScore(result="gin", winner=0, multiplier=2)), "spade rule, got 2"),
        (lambda: add_round(OVER, KNOCK), "over after 1 round;"),
        (lambda: give_notice(OVER), "over after 1 round;"),
        (lambda: give_notice(new_match(STANDARD)), "endless"),
        (lambda: give_notice(give_notice(new_match(ENDLESS))), "given already"),
    ],
)
def test_refused(refused, message):
    with pytest.raises(ScoreError) as caught:
        refused()
    assert message in str(caught.value)


def test_a_match_that_is_over_has_no_table_due():
    assert (OVER.is_over, OVER.winner, OVER.winners, OVER.due) == (True, 0, (0,), ())


def test_a_points_match_goes_on_while_nobody_has_won_a_game():
    rules = RuleSet(match_form="best-of", match_games=3, target=0, rounds=2, shutout="none")
    level = new_match(rules, results=[pad_entry(30, rules, winner=0), pad_entry(30, rules, winner=1)])
    assert (level.accounts, len(level.games), level.is_over) == ((0, 0), 2, False)


@pytest.mark.parametrize(("target", "is_over"), [(225, True), (226, False)])
def test_a_points_match_is_over_at_its_target(target, is_over):
    rules = RuleSet(match_form="points", match_target=target, shutout="none")
    match = new_match(rules, results=[pad_entry(100, rules, winner=0)])
    assert (match.accounts, match.is_over) == ((225, 0), is_over)


def test_the_exact_margin_reverses_a_game_of_a_best_of_match():
    rules = RuleSet(match_form="best-of", match_games=1, target=100, shutout="none", exact_margin_forfeit=225)
    match = new_match(rules, results=[pad_entry(100, rules, winner=0)])
    assert match.winner == 1


def test_the_sheet_is_a_text():
    rules = RuleSet(name="hollywood", columns=3)
    results = [pad_entry(60, rules, winner=0), DEAD, pad_entry(45, rules, winner=1), pad_entry(70, rules, winner=0)]
    assert str(new_match(rules, ["Ann", "Bo"], results=results)).splitlines() == [
        "hollywood: Ann – Bo",
        "round  dealer  result        game 1         game 2  game 3",
        "1      Ann     Ann knock 60  60–0           .       .",
        "2      Bo      dead          .              .       .",
        "3      Bo      Bo knock 45   60–45          .       .",
        "4      Ann     Ann knock 70  130–45 closed  70–0    .",
        "boxes                        2–1            1–0     0–0",
        "next to deal: Bo",
    ]


def test_the_sheet_of_a_shared_penalty_game():
    three = [
        Outcome(declarer=seat, deadwood=tuple(1 if other == seat else 6 for other in range(3))) for seat in range(3)
    ]
    rows = str(new_match(PENALTY, 3, results=three)).splitlines()
    assert rows[2] == "1      A       A knock 0 5 5  0–5–5"
    assert rows[-1] == "A and B and C share the win"
    assert str(new_match(RuleSet(target=0), results=[DEAD])).splitlines()[-1] == "nobody wins"


def test_the_sheet_shows_everybodys_points_if_several_score():
    rules = RuleSet(**COUNTS)
    match = new_match(rules, results=[Outcome(declarer=1, deadwood=(25, 0), laid=(40, 70))])
    assert str(match).splitlines()[2] == "1      A       B out 15 70  15–70"
    charged = new_match(PENALTY, 2, results=[KNOCK])
    assert str(charged).splitlines()[2] == "1      A       A knock 0 18  0–18"


def test_the_settlement_is_a_text():
    rules = RuleSet(columns=2, column_weights=(1, 2), shutout="none")
    match = new_match(rules, ["Ann", "Bo"], results=[pad_entry(100, rules, winner=0)])
    assert str(settle(match)).splitlines() == [
        "provisional",
        "game 1",
        "  Ann: points 100",
        "  Ann: game bonus 100",
        "  Ann: boxes 25",
        "  totals Ann 225, Bo 0",
        "game 2 (counts 2 times)",
        "  totals Ann 0, Bo 0",
        "totals Ann 225, Bo 0",
        "net Ann +225, Bo -225",
    ]
    assert str(settle(OVER)).splitlines()[-1] == "won by A"


def test_a_match_is_a_value():
    match = new_match(TEAMS, 4, results=[(KNOCK, UNDERCUT)])
    again = new_match(TEAMS, 4, results=[(KNOCK, UNDERCUT)])
    assert len({match, again, pickle.loads(pickle.dumps(match))}) == 1
    assert len({settle(match), settle(again)}) == 1


def test_a_record_takes_a_pad_line_of_what_the_knocker_pays():
    rules = RuleSet(undercut_moves="knocker")
    record = MatchRecord(rules, ["Ann", "Bo"], [pad_entry((-30, 0), rules, winner=1, result="undercut")])
    assert from_dict(MatchRecord, to_dict(record)).match == record.match
    with pytest.raises(ScoreError, match="costs the knocker"):
        pad_entry((30, 0), rules, winner=1, result="undercut")


def test_every_game_of_a_match_has_the_weight_of_its_column():
    rules = RuleSet(match_form="best-of", match_games=3, column_weights=(2,), target=20)
    single = rules.evolve(column_weights=(1,))
    doubled, match = (
        new_match(one, results=[Outcome(declarer=seat, deadwood=(5 + 30 * seat, 35 - 30 * seat)) for seat in (0, 1, 0)])
        for one in (rules, single)
    )
    assert len(match.games) == 3
    assert settle(doubled).net == tuple(2 * net for net in settle(match).net)


def test_a_table_of_two_where_all_play_can_play_several_games():
    rules = preset("standard").evolve(seating="all-play", player_counts=(2,), match_form="best-of", match_games=3)
    assert rules.match_form == "best-of"


def test_nobody_is_out_of_a_match_to_a_target_or_after_its_end():
    assert new_match(preset("standard"), 2).out == ()
    rules = preset("penalty-elimination-50")
    lost = [pad_entry((0, 51, 12), rules, winner=0), pad_entry((0, 51), rules, winner=0)]
    assert [new_match(rules, 3, results=lost[:count]).out for count in (1, 2)] == [(1,), ()]


ALIKE = [["Ann", "ann"], ["Jos\u00e9", "Jose\u0301"], ["Ann", " "], ["Ann", "Bo\nCy"]]


@pytest.mark.parametrize("names", ALIKE, ids=["capitals", "accents", "blank", "two lines"])
@pytest.mark.parametrize(
    "begin",
    [lambda names: new_match("standard", names), lambda names: Session("standard", names), lambda names: cut(names, 7)],
    ids=["match", "session", "cut"],
)
def test_names_that_people_take_for_one_another_begin_nothing(begin, names):
    with pytest.raises(ScoreError, match=r"look like one player|expected a name on one line"):
        begin(names)


@pytest.mark.parametrize("names", ALIKE[:3], ids=["capitals", "accents", "blank"])
def test_a_kept_match_between_such_names_is_read_and_goes_on(names):
    record = MatchRecord("standard", names)
    assert MatchRecord.loads(record.add(KNOCK).dumps()).players == tuple(names)
    session = changed(Session("standard"), record=record).next_round(7)
    kept = Session.loads(session.dumps())
    assert kept.names == tuple(names)
    turn = min(kept.to_move)
    assert kept.act(turn, kept.legal(turn)[0]).version > kept.version
