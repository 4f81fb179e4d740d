"""Laws of scores and score pads over random facts; those of whole matches are in `test_matches.py`."""

import random

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.records.pads import read_lines
from ginrules.rules.model import unsupported_rule
from ginrules.scoring.limits import limits_of
from ginrules.scoring.price_numbers import PRICED
from ginrules.testing import rule_sets
from ginrules.testing.policies import fresh
from tests.conftest import finished, whole_rounds
from tests.core.conftest import some_match, some_outcome

STANDARD = gin.RuleSet()
PRESETS = [gin.preset(name) for name in gin.preset_names()]
GAIN = [rules for rules in PRESETS if rules.score_mode == "gain" and 2 in rules.table_sizes]


@given(st.sampled_from(GAIN), st.randoms(use_true_random=False))
def test_only_one_side_gains_in_a_round(rules, rng):
    score = gin.price(some_outcome(rules, 2, rng), rules)
    moved = [points for points in score.points if points]
    assert len(moved) <= 1
    assert sum(map(bool, score.boxes)) == (0 if score.winner is None else 1)


@given(st.sampled_from(PRESETS), st.randoms(use_true_random=False))
def test_seat_rotation_only_changes_names(rules, rng):
    seats = max(rules.player_counts) if rules.seating == "all-play" else 2
    outcome = some_outcome(rules, seats, rng)
    turned = gin.Outcome(
        declarer=None if outcome.declarer is None else (outcome.declarer + 1) % seats,
        deadwood=(outcome.deadwood[-1], *outcome.deadwood[:-1]),
        laid=(outcome.laid[-1], *outcome.laid[:-1]) if outcome.laid else (),
        **{name: getattr(outcome, name) for name in ("ending", "upcard", "knock_card")},
    )
    score, again = gin.price(outcome, rules), gin.price(turned, rules)
    assert again.points == (score.points[-1], *score.points[:-1])
    assert again.boxes == (score.boxes[-1], *score.boxes[:-1])
    assert again.result == score.result


@given(seed=st.integers(0, 9999))
def test_a_match_is_the_same_from_facts_and_from_priced_rounds(seed):
    other = gin.RuleSet(gin_bonus=20, undercut_bonus=10, big_gin_bonus=50, columns=3)
    entries = some_match(STANDARD, 2, random.Random(seed)).entries
    repriced = gin.new_match(other, results=entries)
    again = gin.new_match(other, results=[gin.price(entry, other) for entry in entries])
    assert (repriced.games, repriced.due, repriced.winners) == (again.games, again.due, again.winners)


# --- what a round can give is read, and a number beyond it is refused at its line --------------------

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
WORDS = {"knock": "knocks", "big-gin": "big-gin", "refused": "doubles"}


def line_of(outcome, names):
    """A round as a line of a pad."""
    if outcome.declarer is None:
        return f"dead {' '.join(names)}"
    others = [seat for seat in range(outcome.seats) if seat != outcome.declarer]
    words = [names[outcome.declarer], WORDS.get(outcome.ending, outcome.ending)]
    words += [str(outcome.deadwood[outcome.declarer])] if outcome.ending in ("knock", "refused") else []
    words += [f"{names[seat]} {outcome.deadwood[seat]}" for seat in others]
    words += [f"upcard {outcome.upcard}"] if outcome.upcard is not None else []
    words += [f"knock-card {outcome.knock_card}"] if outcome.knock_card is not None else []
    words += (
        ["laid", *(f"{name} {points}" for name, points in zip(names, outcome.laid, strict=True))]
        if outcome.laid
        else []
    )
    words += [f"factor {outcome.factor}"] if outcome.factor > 1 else []
    return " ".join(words)


def played_at(table, rules, rng):
    """The outcome of a round that is played at this table."""
    seed = rng.randrange(2**32)
    state, _ = finished(fresh(rules, len(table.players), seed, dealer=table.dealer_seat), seed)
    assume(state.outcome is not None)
    return state.outcome


def a_pad(rules, rng, rounds):
    """The lines of a pad of played rounds, with the table and the outcome of each."""
    players = rng.choice(rules.player_counts)
    match = gin.new_match(rules, NAMES[:players])
    lines = []
    while not match.is_over and len(lines) < rounds:
        played = [(table, played_at(table, rules, rng)) for table in match.due]
        lines += [
            (line_of(outcome, [NAMES[player] for player in table.players]), table, outcome) for table, outcome in played
        ]
        match = gin.add_round(match, *(outcome for _, outcome in played))
    return match, lines


def read(rules, match, lines):
    return read_lines("\n".join((f'rules "{rules}"', f"players {' '.join(match.players)}", *lines)))


@whole_rounds(25, 400)
@given(rule_sets(), st.integers(0, 2**32))
def test_a_pad_of_played_rounds_is_read_and_a_number_that_no_hand_gives_is_refused_at_its_line(rules, seed):
    assume(unsupported_rule(rules, PRICED, "price") is None)  # pads know these prices alone
    rng = random.Random(seed)
    match, lines = a_pad(rules, rng, 4)
    for _, _, outcome in lines:
        limits, score = limits_of(rules, outcome.seats), gin.price(outcome, rules)
        assert max(map(abs, score.points)) <= limits.points
        assert sum(outcome.laid) <= limits.laid
    pad, problems = read(rules, match, [line for line, _, _ in lines])
    assert (problems, pad.match.games) == ([], match.games)
    declared = [place for place, (_, _, outcome) in enumerate(lines) if outcome.declarer is not None]
    if not declared:
        return
    place = rng.choice(declared)
    _, table, outcome = lines[place]
    seat = rng.choice([seat for seat in range(outcome.seats) if seat != outcome.declarer])
    wrong = list(outcome.deadwood)
    wrong[seat] = limits_of(rules, outcome.seats).deadwood + rng.choice((1, 2, 10, 900))
    changed = attrs.evolve(outcome, deadwood=wrong)
    names = [match.players[player] for player in table.players]
    written = [line for line, _, _ in lines[:place]] + [line_of(changed, names)]
    _, problems = read(rules, match, written)
    assert [problem.line for problem in problems] == [place + 3]
    assert f"as deadwood of {names[seat]}, no hand holds more" in str(problems[0])


@given(rule_sets(sections=["price"]), st.integers(0, 1))
def test_points_beyond_those_of_any_hand_are_refused_on_a_pad(rules, winner):
    assume(unsupported_rule(rules, PRICED, "price") is None)
    rules = rules.evolve(undercut_moves="defender")
    most = limits_of(rules, 2).points
    usual = {"rules": rules, "winner": winner, "boxes": 0 if rules.score_mode == "gain" else None}
    if rules.score_mode == "gain":
        assert gin.pad_entry(most, **usual).points[winner] == most
        with pytest.raises(gin.ScoreError, match=f"expected at most {most} points for seat {winner}"):
            gin.pad_entry(most + 1, **usual)
