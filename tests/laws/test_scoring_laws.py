"""Laws of scores and matches, over random facts, every seating and every preset."""

import random
from itertools import accumulate

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.records.pads import read_lines
from ginrules.scoring.limits import limits_of
from ginrules.testing import rule_sets
from tests.conftest import effort, some, whole_rounds
from tests.core.conftest import some_match, some_outcome

STANDARD = gin.RuleSet()
PRESETS = [gin.preset(name) for name in gin.preset_names()]


def naive_standing(match):
    """Points by side and round from the printed lines alone, without sheet, columns or netting code."""
    rows = []
    for tables, score in zip(match.seatings, match.scores, strict=True):
        row = [0] * len(match.sides)
        for line in score.lines:
            if isinstance(score, gin.TeamScore):
                row[line.seat] += line.points
                continue
            (table,) = tables
            players = [table.players[line.seat]]
            if match.rules.seating == "rotating-box" and line.seat == 1:
                players += table.resting
            for player in players:
                (side,) = [number for number, members in enumerate(match.sides) if player in members]
                row[side] += line.points
        rows.append(tuple(row))
    return rows


@pytest.mark.parametrize("rules", some(PRESETS, 40), ids=lambda rules: rules.name)
def test_every_preset_plays_to_the_end_under_all_laws(rules):
    rng = random.Random(rules.digest)
    for players in rules.player_counts:
        for _ in range(effort(2, 12)):
            match = some_match(rules, players, rng, dealer=rng.randrange(2))
            assert match.is_over, rules.name
            check_laws(match)


DECLARING = (gin.Knock, gin.GoBigGin, gin.Spread, gin.LayDown, gin.LayOff)
PLIES = 3000


def play_at(table, rules, rng):
    """Play a deal of this table with the engine; melds and knocks are preferred, so rounds are decided."""
    knock_card = rng.choice(gin.pack_of(rules)) if rules.knock_source == "knock-card" else None
    state = gin.deal(
        rules, gin.shuffled(rng, rules), dealer=table.dealer_seat, seats=len(table.players), knock_card=knock_card
    )
    assert table.players[state.turn] == table.first
    for _ in range(PLIES):
        if state.is_over:
            return state.outcome
        state = gin.apply(state, gin.chance_action(state, rng) if state.turn is None else some_action(state, rng))
    pytest.skip(f"a round of more than {PLIES} plies")


def some_action(state, rng):
    actions = gin.legal_actions(state)
    wanted = [action for action in actions if isinstance(action, DECLARING)]
    if wanted and rng.random() < 0.9:
        return rng.choice(wanted)
    discards = [action for action in actions if isinstance(action, gin.Discard)]
    if discards and not state.rules.open_melds:
        left = gin.after_discard(state.hands[state.turn], state.rules)
        return min(discards, key=lambda action: left[action.card])
    return rng.choice(actions)


@pytest.mark.parametrize("rules", some(PRESETS, 20), ids=lambda rules: rules.name)
def test_the_tables_that_are_due_can_be_dealt_and_their_outcomes_entered(rules):
    rng = random.Random(rules.digest)
    for players in rules.player_counts:
        match = gin.new_match(rules, players)
        while not match.is_over and len(match.scores) < 12:
            match = gin.add_round(match, *(play_at(table, rules, rng) for table in match.due))
        check_laws(match)


def check_laws(match):
    rules = match.rules
    assert gin.new_match(rules, match.players, results=match.entries) == match
    assert (match.due == ()) == match.is_over
    for tables, score in zip(match.seatings, match.scores, strict=True):
        check_score(score)
        seated = [player for table in tables for player in (*table.players, *table.resting)]
        assert sorted(seated) == list(range(len(match.players)))
        for table in tables:
            seat = table.dealer_seat
            assert table.first == table.players[(seat + 1) % len(table.players)]
            assert table.dealer in (table.players[seat], *table.resting)
    check_sheet(match)
    check_settlement(match)


def check_score(score):
    assert sum(score.net) == 0
    for number, (points, boxes) in enumerate(zip(score.points, score.boxes, strict=True)):
        mine = [line for line in score.lines if line.seat == number]
        assert points == sum(line.points for line in mine)
        assert boxes == sum(line.boxes for line in mine)
    if isinstance(score, gin.RoundScore) and score.winner is not None:
        assert score.boxes[score.winner] == score.box + score.extra_boxes


def check_sheet(match):
    rows = naive_standing(match)
    for game in match.games:
        assert game.points == tuple(
            sum(rows[entry.round][side] for entry in game.entries) for side in range(len(match.sides))
        )
    if match.rules.columns == 1:
        written = [entry.round for game in match.games for entry in game.entries]
        assert written == [number for number, score in enumerate(match.scores) if score.winner is not None]


def check_settlement(match):
    settled = gin.settle(match)
    assert sum(settled.net) == 0
    for game in settled.games:
        assert sum(game.net) == 0
        for side, total in enumerate(game.totals):
            assert total == sum(line.points for line in game.lines if line.side == side)
    if len(match.sides) == len(match.players) and settled.payments:
        paid = [0] * len(match.players)
        for payment in settled.payments:
            paid[payment.payer] -= payment.points
            paid[payment.payee] += payment.points
        assert tuple(paid) == settled.net


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
        ending=outcome.ending, upcard=outcome.upcard, knock_card=outcome.knock_card,
        laid=(outcome.laid[-1], *outcome.laid[:-1]) if outcome.laid else (),
    )  # fmt: skip
    score, again = gin.price(outcome, rules), gin.price(turned, rules)
    assert again.points == (score.points[-1], *score.points[:-1])
    assert again.boxes == (score.boxes[-1], *score.boxes[:-1])
    assert again.result == score.result


def two_sided():
    return st.lists(st.tuples(st.integers(0, 1), st.integers(0, 120)), max_size=25)


def naive_columns(rounds, *, next_open):
    """Hollywood by the rule's own words, target 100, with plain lists."""
    columns = [[0, 0], [0, 0], [0, 0]]
    is_open, wins, last = [True] * 3, [0, 0], [-1, -1]
    for side, points in rounds:
        if not any(is_open):
            break
        wins[side] += 1
        if wins[side] >= 3:
            entered = range(3)
        elif next_open:
            entered = range(min(3, max(last[side] + 1, is_open.index(True)) + 1))
        else:
            entered = range(wins[side])
        for column in entered:
            if is_open[column]:
                columns[column][side] += points
                last[side] = max(last[side], column)
        is_open = [still and max(columns[column]) < 100 for column, still in enumerate(is_open)]
    return [tuple(column) for column in columns], is_open


@pytest.mark.parametrize("entry", ["win-count", "next-open"])
@given(rounds=two_sided())
@example(rounds=[(0, 0), (0, 100), (1, 0), (1, 0)])  # the second win of side 1, which is in the last column already
def test_hollywood_equals_a_naive_sheet(entry, rounds):
    rules = gin.RuleSet(columns=3, column_entry=entry)
    match = gin.new_match(rules)
    for side, points in rounds:
        if not match.is_over:
            match = gin.add_round(match, gin.pad_entry(points, rules, winner=side))
    columns, is_open = naive_columns(rounds, next_open=entry == "next-open")
    assert [game.points for game in match.games] == columns
    assert [not game.closed for game in match.games] == is_open


@given(rounds=two_sided())
def test_a_game_stands_at_the_sum_of_its_rounds_and_ends_at_the_first_crossing(rounds):
    match = gin.new_match(STANDARD)
    for side, points in rounds:
        if match.is_over:
            break
        match = gin.add_round(match, gin.pad_entry(points, STANDARD, winner=side))
    played = rounds[: len(match.scores)]
    running = [list(accumulate(points if side == mine else 0 for side, points in played)) for mine in (0, 1)]
    if played:
        assert match.games[0].points == (running[0][-1], running[1][-1])
        assert all(max(pair) < 100 for pair in list(zip(*running, strict=True))[:-1])
        assert match.is_over == (max(running[0][-1], running[1][-1]) >= 100)


@given(seed=st.integers(0, 9999))
def test_a_match_is_the_same_from_facts_and_from_priced_rounds(seed):
    other = gin.RuleSet(gin_bonus=20, undercut_bonus=10, big_gin_bonus=50, columns=3)
    entries = some_match(STANDARD, 2, random.Random(seed)).entries
    repriced = gin.new_match(other, results=entries)
    again = gin.new_match(other, results=[gin.price(entry, other) for entry in entries])
    assert (repriced.games, repriced.due, repriced.winners) == (again.games, again.due, again.winners)


CHOICES = {
    "columns": (1, 3),
    "column_entry": ("win-count", "next-open"),
    "column_close": ("both", "own"),
    "shutout": ("double-hand-points", "none", "flat", "double-before-boxes", "double-total", "double-bonuses",
                "double-difference"),
    "shutout_when": ("loser-no-wins", "loser-no-points", "winner-every-hand"),
    "winner_by": ("first-to-target", "highest-total"),
    "box_timing": ("at-end", "immediate"),
    "box_bonus": (0, 10, 25),
    "exact_margin_forfeit": (0, 25, 50),
    "tie": ("undercut", "undercut-no-bonus", "knocker-wins", "nobody"),
    "next_dealer": ("alternate", "winner", "loser", "fixed"),
    "drawn_dealer": ("same", "next"),
    "gin_boxes": (0, 2),
    "target": (50, 100, 150),
}  # fmt: skip
ONE_GAME_AT_A_TIME = {
    "match_form": ("single", "best-of", "points"),
    "match_games": (1, 3, 5),
    "match_target": (500,),
    "undercut_moves": ("defender", "knocker"),
    "rounds": (0, 4),
}


def some_rules(rng):
    values = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    if values["columns"] == 1:
        values |= {name: rng.choice(choices) for name, choices in ONE_GAME_AT_A_TIME.items()}
    else:
        values["column_weights"] = rng.choice([(1,), (1, 1, 2)])
    if values["next_dealer"] == "fixed":
        values["drawn_dealer"] = "same"
    return gin.RuleSet(**values)


@given(seed=st.integers(0, 99999))
def test_any_rules_for_two_play_to_the_end_under_all_laws(seed):
    rng = random.Random(seed)
    rules = some_rules(rng)
    match = some_match(rules, 2, rng, dealer=rng.randrange(2))
    check_laws(match)
    # with knockers charged for undercuts scores can sink, so chance may not end a match in time
    assert match.is_over or rules.undercut_moves == "knocker"
    assert len(match.winners) <= 1
    if match.winner is not None and rules.match_form == "single" and rules.columns == 3:
        assert gin.settle(match).net[match.winner] > 0


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


def a_pad(rules, rng, rounds):
    """The lines of a pad of played rounds, with the table and the outcome of each."""
    players = rng.choice(rules.player_counts)
    match = gin.new_match(rules, NAMES[:players])
    lines = []
    while not match.is_over and len(lines) < rounds:
        played = [(table, play_at(table, rules, rng)) for table in match.due]
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
    rules = rules.evolve(undercut_moves="defender")
    most = limits_of(rules, 2).points
    usual = {"rules": rules, "winner": winner, "boxes": 0 if rules.score_mode == "gain" else None}
    if rules.score_mode == "gain":
        assert gin.pad_entry(most, **usual).points[winner] == most
        with pytest.raises(gin.ScoreError, match=f"expected at most {most} points for seat {winner}"):
            gin.pad_entry(most + 1, **usual)
