"""Random matches of every preset, to the end, compared with the plain fold of `tests/referees/plain_match.py`.

Most matches are of random facts, which is fast; some are played with cards. `.ci/run` plays more.
"""

import random
import re

import pytest
from hypothesis import assume, given

import ginrules as gin
from ginrules.rules.model import unsupported_rule
from ginrules.scoring.limits import limits_of
from ginrules.scoring.price_numbers import PRICED
from ginrules.testing import rule_sets
from ginrules.testing.policies import fresh, greedy, mixed
from tests.conftest import effort, finished, seeds, slow, some, whole_rounds
from tests.referees.plain_match import Chairs, Score, plain_boxes, plain_points, plain_sides, plain_winner, read_score

PLAYERS = [(name, players) for name in gin.preset_names() for players in gin.preset(name).player_counts]
# rule sets other than the presets, to cover every form of match and every shutout
FORMS = {
    "best of three": gin.RuleSet(match_form="best-of", match_games=3, target=50),
    "best of three, by rounds": gin.RuleSet(match_form="best-of", match_games=3, target=0, rounds=3, tie="nobody"),
    "points match": gin.RuleSet(match_form="points", match_target=500, match_bonus=100, exact_margin_forfeit=50),
    "points, highest total": gin.RuleSet(match_form="points", match_target=400, winner_by="highest-total", target=60),
    "teams in a points match": gin.preset("partnership").evolve(
        match_form="points", match_target=600, opponents="rotate"
    ),
    "double total at once": gin.RuleSet(shutout="double-total", box_timing="immediate"),
    "double bonuses": gin.RuleSet(shutout="double-bonuses", shutout_when="winner-every-hand", target=40),
    "penalty of the knocker": gin.RuleSet(undercut_moves="knocker", shutout="double-difference", target=70),
    "columns of their own": gin.preset("hollywood").evolve(
        column_close="own", column_weights=(1, 1, 2), shutout="flat", shutout_when="winner-every-hand"
    ),
    "captain in columns": gin.preset("captain").evolve(columns=3, target=60),
    "penalty to a target": gin.preset("penalty-2-to-4").evolve(
        target=60, rounds=0, penalty_share="pooled", undercut_penalty="full", tie="undercut", next_dealer="winner"
    ),
    "fixed teams": gin.preset("partnership-teams").evolve(
        next_dealer="alternate", team_sweep_boxes=3, team_sweep_bonus=25
    ),
    "rotating box, short": gin.preset("rotating-box").evolve(target=15),
    "several, boxes and a shutout": gin.preset(
        "knock-rummy+player_counts=3,6+box_bonus=20+undercut_boxes=1+box_timing=immediate+game_bonus=50+shutout=flat+"
        "knock_bonus=5+tie=nobody+next_dealer=winner+big_gin=true"
    ),
    "pairs, highest total": gin.preset(
        "group-gin+player_counts=3,5+tie=undercut-no-bonus+box_bonus=25+game_bonus=30+winner_by=highest-total+"
        "shutout=flat+shutout_when=winner-every-hand+rounds=5+hand_size=6+undercut_boxes=2"
    ),
    "the last of six": gin.preset("penalty-elimination").evolve(
        player_counts=(6,), hand_size={2: 10, 3: 7, 4: 7, 5: 6, 6: 6}, next_dealer="winner", drawn_dealer="next"
    ),
    "the last of two, best of three": gin.preset("penalty-elimination-50").evolve(
        seating="head-to-head", player_counts=(2,), next_dealer="fixed", match_form="best-of", match_games=3
    ),
    "loser deals": gin.RuleSet(next_dealer="loser", exact_margin_forfeit=50),
    "the deal passes": gin.RuleSet(drawn_dealer="next", next_dealer="winner"),
    "the deal passes, four": gin.preset("penalty-2-to-4").evolve(drawn_dealer="next"),
    "the deal passes, teams": gin.preset("partnership-teams").evolve(drawn_dealer="next"),
}
FORM_PLAYERS = [(name, players) for name, rules in FORMS.items() for players in rules.player_counts]
NOTICE = 15
MOST_ROUNDS = 1000


def rules_of(name):
    return FORMS[name] if name in FORMS else gin.preset(name)


# --- facts ------------------------------------------------------------------------------------------------


def facts(rules, seats, rng):
    """A round that these rules can have, made up: knocks, levels, undercuts, gins and drawn rounds are common."""
    suit = rng.choice("cdhs")
    rank = rng.choice("A4679TQK")
    card = {} if rules.knock_source == "fixed" else {"upcard": f"{rank}{suit}"}
    if rules.knock_source == "knock-card":
        card = {"knock_card": f"{rank}{suit}"}
    most = limits_of(rules, seats)
    share = min(most.deadwood, most.deadwood_of_all // seats)
    held = [min(share, rng.choice((0, rng.randrange(12), rng.randrange(50), rng.randrange(50)))) for _ in range(seats)]
    if rng.random() < 0.15:
        return gin.Outcome(declarer=None, deadwood=held, **card)
    seat = rng.randrange(seats)
    if rules.open_melds:
        held[seat] = 0
        return gin.Outcome(declarer=seat, deadwood=held, laid=[rng.randrange(0, 95, 5) for _ in held], ending="out")
    pips = "A23456789TJQK".index(rank) + 1
    limit = rules.knock_limit
    if card:
        limit = min(limit, 10, pips) if pips > 1 else int(rules.ace_upcard == "one")
    held[seat] = min(share, rng.choice((0, rng.randint(0, limit), rng.randint(0, limit))))
    big = rules.big_gin and not held[seat] and rng.random() < 0.3
    return gin.Outcome(declarer=seat, deadwood=held, ending="big-gin" if big else None, **card)


def made_up(rng):
    """How a table's round comes about: from random facts."""

    def one(rules, table):
        return facts(rules, len(table.players), rng)

    return one


# --- play -------------------------------------------------------------------------------------------------


def dealt(rng):
    """A table's round: dealt and played, mostly greedy."""

    def one(rules, table):
        state = fresh(rules, len(table.players), rng.randrange(2**32), dealer=table.dealer_seat)
        assert table.players[state.turn] == table.first
        over, _ = finished(state, rng.randrange(2**32), rng.choice((greedy, greedy, mixed)))
        return over.outcome

    return one


# --- the match against the fold -----------------------------------------------------------------------------


def play_out(rules, players, rng, one, *, conceding=0.0):
    """A match to its end; every round and the settlement are compared with the plain fold.

    Before each round somebody concedes with the probability given.
    """
    dealer = rng.randrange(2 if rules.seating == "captain" else players)
    match = gin.new_match(rules, players, dealer=dealer)
    chairs = Chairs(rules, players, dealer)
    team = players // 2 if rules.seating == "partnership" else 1
    score = Score(rules, len(match.sides), team, players if rules.seating == "all-play" else 2)
    while not match.is_over:
        assert not score.over
        if len(match.scores) == MOST_ROUNDS:
            assert rules.undercut_moves == "knocker", "only undercuts that cost let standings sink for ever"
            return match
        if rules.endless and len(match.scores) == NOTICE:
            match = gin.give_notice(match)
            score.sheets[-1].notice = True
        assert [(set(table.players), table.dealer, table.first) for table in match.due] == chairs.tables()
        if conceding and rng.random() < conceding:
            match = give_up(match, chairs, score, rng)
            continue
        tables = match.due
        results = [one(rules, table) for table in tables]
        match = gin.add_round(match, *results)
        winner = enter(match, tables, results, score)
        chairs.move(winner, out_of(score))
        assert [game.points for game in match.games] == [tuple(column.points) for column in score.columns()]
    assert score.over
    check_end(match, score)
    check_text(match, score)
    return match


def give_up(match, chairs, score, rng):
    """The match once one of the players left in has conceded, here and in the plain fold."""
    player = rng.choice([player for player in range(len(match.players)) if player not in match.out])
    match = gin.concede(match, player)
    score.give_up(next(side for side, members in enumerate(match.sides) if player in members))
    if out := out_of(score):
        chairs.leave(out)
    return match


def out_of(score):
    """Who is out of the game in progress, if the last player standing wins."""
    return score.sheets[-1].columns[-1].there if score.rules.game_end == "last-standing" else ()


def enter(match, tables, results, score):
    """Give the round just entered to the plain scorer; returns the winning player (of teams: side)."""
    rules, printed = match.rules, match.scores[-1]
    table = tables[0]
    points, boxes, winners, winner = plain_sides(rules, table.players, table.resting, results, len(match.sides))
    _, printed_points, printed_boxes, printed_winner = read_score(
        str(printed), 2 if rules.seating == "partnership" else len(table.players)
    )
    if rules.seating == "partnership":
        assert (printed_points, printed_boxes, printed_winner) == (points, boxes, winner)
    else:
        (outcome,) = results
        assert printed_points == plain_points(rules, outcome)
        assert (printed_boxes, printed_winner) == (plain_boxes(rules, outcome), plain_winner(rules, outcome))
    score.enter(points, boxes, winners, table.players[1] if rules.seating == "rotating-box" else 0)
    return winner


def check_end(match, score):
    settlement = gin.settle(match)
    totals, winners, leads = score.result()
    assert [list(game.totals) for game in settlement.games] == totals
    assert set(match.winners) == set(settlement.winners) == winners
    net = [0] * len(match.sides)
    for (one, other), lead in leads.items():
        net[one] += lead
        net[other] -= lead
    assert list(settlement.net) == net
    assert sum(settlement.net) == 0
    assert settlement.is_final
    if match.rules.match_form != "single":
        assert list(match.accounts) == score.accounts
    if match.rules.seating == "partnership":
        assert settlement.payments == ()
        return
    expected = set()
    for (one, other), lead in leads.items():
        payers, payees = (other, one) if lead > 0 else (one, other)
        expected |= {
            (payer, payee, abs(lead)) for payer in match.sides[payers] for payee in match.sides[payees] if lead
        }
    assert {(payment.payer, payment.payee, payment.points) for payment in settlement.payments} == expected
    assert gin.new_match(match.rules, match.players, results=match.entries) == match


def check_text(match, score):
    """The printed sheet: the last entry of each game equals the plain scorer's."""
    games = len(match.games)
    rows = [re.split(r"\s{2,}", row) for row in str(match).splitlines()[2:] if re.match(r"\d+ ", row)]
    assert len(rows) == len(match.scores)
    last = [None] * games
    for row in rows:
        for game, cell in enumerate(row[-games:]):
            if cell != ".":
                last[game] = cell.removesuffix(" closed").removesuffix(" conceded")
    for cell, column in zip(last, score.columns(), strict=True):
        printed_points = "–".join(map(str, column.points))
        assert cell == printed_points or (cell is None and not any(column.points))


def run(name, players, count, how, start=0, conceding=0.0):
    rules = rules_of(name)
    for number in range(start, start + count):
        rng = random.Random(f"{name} {players} {number}")
        match = play_out(rules, players, rng, how(rng), conceding=conceding)
        assert match.is_over
        assert match.due == ()


@pytest.mark.parametrize(("name", "players"), [*some(PLAYERS, 18), *some(FORM_PLAYERS, 17)])
def test_random_matches_end_with_the_scores_of_a_plain_fold(name, players):
    run(name, players, effort(6, 60), made_up)


@whole_rounds(25, 1000)
@given(rule_sets(sections=("players", "price", "game", "columns", "match")), seeds)
def test_matches_of_random_rules_end_with_the_scores_of_a_plain_fold(rules, seed):
    assume(unsupported_rule(rules, PRICED, "price") is None)  # the plain fold has the same prices
    rng = random.Random(seed)
    play_out(rules, rng.choice(rules.player_counts), rng, made_up(rng))


@pytest.mark.parametrize(("name", "players"), [*some(PLAYERS, 8), *FORM_PLAYERS])
def test_conceded_matches_end_with_the_scores_of_a_plain_fold(name, players):
    run(name, players, effort(2, 30), made_up, start=7000, conceding=0.25)


@pytest.mark.parametrize(("name", "players"), some(PLAYERS, 24))
def test_a_match_with_cards_ends_with_the_scores_of_a_plain_fold(name, players):
    run(name, players, 1, dealt)


@pytest.mark.full
@pytest.mark.parametrize(("name", "players"), [*PLAYERS, *FORM_PLAYERS])
def test_many_random_matches(name, players):
    run(name, players, slow(10, 400), made_up, start=60)


@pytest.mark.full
@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_more_matches_with_cards(name, players):
    run(name, players, slow(1, 15), dealt, start=1)
