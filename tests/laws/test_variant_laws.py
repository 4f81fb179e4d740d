"""Laws between rule sets: the effects of a difference of rules, and no other effects.

Rounds are played in step under two rule sets by `pairs`, under all presets of one play by `lockstep`.
"""

import random
from collections import defaultdict

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.rules.model import RULES
from ginrules.scoring import team_score
from ginrules.testing import pairs, plays_alike
from ginrules.testing.policies import fresh, mixed, next_action, patient
from tests.conftest import effort, every, finished, some
from tests.laws.conftest import facts

STANDARD, OKLAHOMA, STRAIGHT = gin.preset("standard"), gin.preset("oklahoma"), gin.preset("straight-gin")
CARDGAMES, HOLLYWOOD = gin.preset("cardgames-io"), gin.preset("hollywood")
PRESETS = [gin.preset(name) for name in gin.preset_names()]
GAIN = [rules for rules in PRESETS if rules.score_mode == "gain" and 2 in rules.table_sizes]
PLAY = ("deck", "deal", "melds", "draw", "knock", "layoff", "stock")
"""The sections of the rules that decide the play of a round; `price` decides its price."""


def lockstep(states, seed, policy):
    """The states of several rounds played alike, at every ply; the first one's list chooses the action."""
    rng = random.Random(seed)
    while not states[0].is_over:
        yield states
        action = next_action(rng, states[0], policy)
        states = [gin.apply(state, action) for state in states]
    yield states


# --- Oklahoma -------------------------------------------------------------------------------------------


@given(pairs("standard", "oklahoma").filter(lambda pair: pair.start[0].upcard.rank >= 10))
def test_with_an_upcard_of_ten_or_a_picture_oklahoma_is_standard_action_for_action(pair):
    plays_alike(pair)
    standard, oklahoma = pair.end
    if standard.is_over:
        times = 2 if standard.upcard.suit == 3 else 1
        plain = gin.price(standard.outcome, STANDARD)
        assert gin.price(oklahoma.outcome, OKLAHOMA).points == tuple(times * number for number in plain.points)


@given(pairs("standard", "oklahoma").filter(lambda pair: pair.start[0].upcard.rank < 10))
def test_with_a_lower_upcard_oklahoma_lists_the_same_without_the_knocks_above_it(pair):
    upcard = pair.start[0].upcard
    limit = 0 if upcard.rank == 1 else int(upcard.rank)
    for standard, oklahoma in pair:
        if isinstance(standard.phase, gin.SpreadTurn):
            return
        assert gin.legal_actions(oklahoma) == without_knocks_above(standard, limit)


def without_knocks_above(state, limit):
    """The legal actions here, without the knocks that would leave more than the limit."""
    if not isinstance(state.phase, gin.PlayTurn):
        return gin.legal_actions(state)
    least, hand = state.setup.tables.deadwood, state.hand_masks[state.turn]
    return tuple(
        action
        for action in gin.legal_actions(state)
        if not isinstance(action, gin.Knock) or least(hand & ~(1 << action.card)) <= limit
    )


# --- straight gin ---------------------------------------------------------------------------------------


@given(pairs("straight-gin", "standard"))
def test_straight_gins_actions_are_those_of_standard_without_knocks_above_zero(pair):
    for straight, standard in pair:
        expected = without_knocks_above(standard, 0)
        if isinstance(standard.phase, gin.SpreadTurn):  # a spread that leaves deadwood is a knock above zero
            whole = len(standard.hands[standard.turn])
            expected = tuple(spread for spread in expected if sum(len(meld.cards) for meld in spread.melds) == whole)
        assert gin.legal_actions(straight) == expected
    if straight.is_over:
        assert straight.outcome == standard.outcome
        assert gin.price(straight.outcome, STRAIGHT) == gin.price(standard.outcome, STANDARD)


# --- cardgames.io ---------------------------------------------------------------------------------------


@given(pairs("standard", "cardgames-io"))
def test_cardgames_io_plays_as_standard_but_after_two_passes(pair):
    for standard, cardgames in pair:
        passed = isinstance(standard.phase, gin.DrawTurn) and standard.phase.stock_only
        assert gin.legal_actions(cardgames) == gin.legal_actions(standard) + ((gin.TakeDiscard(1),) if passed else ())
    assert standard.outcome == cardgames.outcome
    if standard.is_over:
        assert gin.price(standard.outcome, STANDARD) == gin.price(cardgames.outcome, CARDGAMES)


# --- equal sections, equal games ------------------------------------------------------------------------


def alike(sections):
    """The presets by the values of these sections, groups of two and more."""
    names = [name for name, rule in RULES.items() if rule.section in sections]
    groups = defaultdict(list)
    for rules in PRESETS:
        key = (rules.seating == "all-play", tuple(getattr(rules, name) for name in names))
        groups[key].append(rules)
    return [group for group in groups.values() if len(group) > 1]


ALIKE = alike(PLAY)


def test_many_presets_are_played_alike():
    assert sum(map(len, ALIKE)) > 40


@pytest.mark.parametrize("group", ALIKE, ids=lambda group: f"{len(group)} like {group[0].name}")
def test_presets_whose_play_sections_are_equal_play_alike(group):
    for seed in range(effort(4, 12)):
        seats = random.Random(seed).choice(group[0].table_sizes)
        start = [fresh(rules, seats, seed) for rules in group]
        for states in lockstep(start, seed, mixed):
            expected, listed = facts(states[0]), gin.legal_actions(states[0])
            for state in states[1:]:
                assert gin.legal_actions(state) == listed
            if len(listed) > 20:  # the whole state now and then
                assert all(facts(state) == expected for state in states[1:])
        assert all(state.outcome == states[0].outcome for state in states)


PRICED_ALIKE = [group for group in alike(("price",)) if group[0].score_mode == "gain"]


@pytest.mark.parametrize("group", PRICED_ALIKE, ids=lambda group: f"{len(group)} like {group[0].name}")
def test_presets_whose_prices_are_equal_price_alike(group):
    """Under the limit and the lay-offs that all of them know; a void round is the lay-offs' doing."""
    rng = random.Random(1)
    for _ in range(60):
        left, held = rng.choice((0, 0, rng.randrange(11))), rng.choice((0, rng.randrange(60)))
        outcome = gin.Outcome(declarer=rng.randrange(2), deadwood=(left, held))
        if outcome.declarer == 1:
            outcome = attrs.evolve(outcome, deadwood=(held, left), ending="knock" if left else "gin")
        scores = []
        for rules in group:
            if left > 0 == rules.knock_limit:
                with pytest.raises(gin.ScoreError):
                    gin.price(outcome, rules)
            else:
                scores.append(gin.price(outcome, rules))
        assert all(score == scores[0] for score in scores)


# --- prices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", some(GAIN, 12), ids=lambda rules: rules.name)
def test_a_higher_gin_bonus_raises_exactly_the_gin_rounds_that_were_played(rules):
    """By x times the multiplier; the play is the same."""
    raised = rules.evolve(gin_bonus=rules.gin_bonus + 7)
    gins = 0
    for seed in range(effort(8, 25)):
        one, _ = finished(fresh(rules, seed=seed), seed, patient)
        other, _ = finished(fresh(raised, seed=seed), seed, patient)
        assert one.outcome == other.outcome
        before, after = gin.price(one.outcome, rules), gin.price(other.outcome, raised)
        more = 7 * before.multiplier * before.factor if before.result == "gin" else 0
        gins += before.result == "gin"
        assert sum(after.points) == sum(before.points) + more
        assert (after.boxes, after.winner) == (before.boxes, before.winner)
    assert gins


@every(GAIN)
def test_a_team_of_one_table_scores_what_the_table_scores(rules):
    """Teams of one equal head-to-head, but for a table won for no points: level sums win nothing (RG)."""
    rng = random.Random(rules.digest)
    rules = rules.evolve(team_sweep_boxes=0)  # sweeps are for two tables and more
    paid = 0
    for _ in range(effort(100, 200)):
        left, held = rng.randrange(min(rules.knock_limit, 98) + 1), rng.choice((0, left_of(rng), rng.randrange(60)))
        seat = rng.randrange(2)
        score = gin.price(gin.Outcome(declarer=seat, deadwood=(held, left) if seat else (left, held)), rules)
        team = team_score([score], rules)
        if not any(score.points):
            assert (team.winner, team.points, team.boxes) == (None, (0, 0), (0, 0))
            continue
        paid += 1
        assert (team.winner, team.points, team.boxes, team.net) == (score.winner, score.points, score.boxes, score.net)
    assert paid > 50


def left_of(rng):
    return rng.randrange(11)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 70)), min_size=1, max_size=30))
def test_partners_whose_other_table_is_drawn_score_as_two_players(rounds):
    pair = gin.preset("partnership")
    two = pair.evolve(
        seating="head-to-head", player_counts=(2,), next_dealer="winner", target={1: 125}, opponents="alternate"
    )
    dead = gin.Outcome(declarer=None, deadwood=(9, 9))
    single, team = gin.new_match(two), gin.new_match(pair, 4)
    for side, points in rounds:
        if single.is_over:
            break
        score = (
            gin.pad_entry(0, two, winner=None) if side == 2 or not points else gin.pad_entry(points, two, winner=side)
        )
        single, team = gin.add_round(single, score), gin.add_round(team, score, dead)
    assert single.games == team.games
    assert single.is_over == team.is_over
    assert gin.settle(single).net == gin.settle(team).net
    if not single.is_over:
        assert [table.dealer_seat for table in team.due] == [single.due[0].dealer_seat] * 2


# --- Hollywood ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ["win-count", "next-open"])
def test_hollywoods_first_column_is_the_single_game_of_the_same_rounds(entry):
    hollywood = HOLLYWOOD.evolve(column_entry=entry)
    for seed in range(effort(4, 12)):
        single, columns = gin.new_match(STANDARD), gin.new_match(hollywood)
        while not single.is_over:
            table = single.due[0]
            number = 1000 * seed + len(single.scores)
            over, _ = finished(fresh(STANDARD, seed=number, dealer=table.dealer_seat), number)
            same, _ = finished(fresh(hollywood, seed=number, dealer=columns.due[0].dealer_seat), number)
            assert same.outcome == over.outcome
            single, columns = gin.add_round(single, over.outcome), gin.add_round(columns, same.outcome)
            assert single.games[0] == columns.games[0]
        assert columns.games[0].closed
        assert gin.settle(single).games[0] == gin.settle(columns).games[0]


def test_an_offered_upcard_is_the_only_thing_that_two_openings_with_an_open_card_differ_in():
    """Seed 001b's open card and two passes on cardgames.io come to the same first draw."""
    opened = STANDARD.evolve(opening="open-card")
    for seed in range(30):
        one, other = fresh(opened, seed=seed, dealer=0), fresh(CARDGAMES, seed=seed, dealer=0)
        while isinstance(other.phase, gin.UpcardOffer):
            other = gin.apply(other, gin.legal_actions(other)[-1])
        assert gin.legal_actions(one) == gin.legal_actions(other)
        assert facts(one) == facts(other)
