"""Doubling (rummy-games.com): every sentence of the rule, by the public API.

Each test is named after a paragraph, its docstring quotes it.
"""

import pytest

import ginrules as gin
from ginrules.errors import DoublingLimitReached, DoublingNotOffered, NoDoublingRight, WrongPhase
from ginrules.match.state import Entry
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD
from tests.rulebook.conftest import HANDS, play, refusal, stack, texts

RULES = gin.preset("doubling-gin")
LEVELS = (2, 8, 64)


def at_draw(rules=RULES, hands=HANDS, **more):
    """Seat 0 is to draw from the stock: both have declined the upcard."""
    return play(stack(hands, rules, **{"upcard": "8h"} | more), "decline", "decline")


# --- when -----------------------------------------------------------------------------------------------


def test_13_3_a_double_comes_before_the_draw():
    """In a draw turn, before drawing, the seat to act may double if the right is its own."""
    state = at_draw()
    assert texts(state) == ["draw", "double"]
    assert (state.factor, state.doubling_right) == (1, None)
    offered = play(state, "double")
    assert offered.phase == gin.DoubleOffer(1, 0, stock_only=True)
    assert texts(offered) == ["accept", "refuse"]
    assert "seat 1 must accept or refuse the double" in str(offered)
    drawn = play(at_draw(), "draw")
    later = play(drawn, next(text for text in texts(drawn) if text.startswith("discard")))
    assert play(later, "double").phase == gin.DoubleOffer(1 - later.turn, later.turn)  # the pile is open to that draw
    assert "take" in texts(play(later, "double", "accept"))


def test_13_3_not_in_the_offer_nor_after_the_draw_nor_in_a_first_turn_of_eleven():
    """Not in the offer, nor as the last discard, nor in the first turn of eleven cards."""
    offer = stack(HANDS, RULES, upcard="8h")
    eleven = stack([f"{HANDS[0]} Ks", HANDS[1]], RULES.evolve(opening="eleven-cards"))
    for state in (offer, eleven, play(at_draw(), "draw")):
        assert "double" not in texts(state)
        assert refusal(state, gin.Double()) is WrongPhase
    assert "double" in texts(play(eleven, "discard Ks"))  # the other seat's first turn is an ordinary turn
    last = gin.preset("rubl").evolve(doubling=True)
    state = fresh(last, seed=4)
    while type(state.phase).__name__ != "LastDiscard" and not state.is_over:
        plain = [action for action in gin.legal_actions(state) if not isinstance(action, gin.Knock | gin.TakeDiscard)]
        state = gin.apply(state, plain[0])
    assert "double" not in texts(state)
    assert refusal(state, gin.Double()) is WrongPhase


def test_13_3_after_an_accepted_double_the_doubler_draws_and_the_right_has_passed():
    """`Accept`: the factor doubles, the doubler continues with its draw, and cannot double again."""
    state = play(at_draw(), "double", "accept")
    assert state.phase == gin.DrawTurn(0, stock_only=True)
    assert (state.factor, state.doubling_right) == (2, 1)
    assert texts(state) == ["draw"]
    assert refusal(state, gin.Double()) is NoDoublingRight
    state = play(state, "draw", "discard 4s")
    assert texts(state) == ["draw", "take", "double"]
    again = play(state, "double", "accept")
    assert (again.factor, again.doubling_right) == (4, 0)
    assert texts(again) == ["draw", "take"]


def test_13_3_an_own_double_cannot_follow_an_own_double():
    """The right belongs to the seat that accepted: in its next turn the doubler has lost it."""
    state = play(at_draw(), "double", "accept", "draw", "discard 4s", "draw", "discard 4c")
    assert texts(state) == ["draw", "take"]
    assert str(gin.why_illegal(state, gin.Double())) == (
        "double is not allowed: seat 1 has accepted a double and alone can double next"
    )


@pytest.mark.parametrize("limit", LEVELS)
def test_13_3_twice_the_factor_is_at_most_the_limit(limit):
    """Twice the factor is at most `doubling_limit`."""
    state = at_draw(RULES.evolve(doubling_limit=limit))
    while "double" in texts(state):
        state = play(state, "double", "accept", "draw")
        state = play(state, next(text for text in texts(state) if text.startswith("discard")))
    assert state.factor == limit
    assert state.doubling_right == state.turn
    assert refusal(state, gin.Double()) is DoublingLimitReached


def test_13_3_without_the_rule_there_is_no_double():
    """A rule of its own: `doubling`."""
    state = at_draw(STANDARD)
    assert texts(state) == ["draw"]
    assert refusal(state, gin.Double()) is DoublingNotOffered
    assert refusal(state, gin.Accept()) is WrongPhase


def test_13_3_an_answer_out_of_turn_is_refused():
    """The other seat answers; a record says whose turn it is."""
    record = gin.RoundRecord(RULES, 7).play(gin.Decline()).play(gin.Decline()).play(gin.Double())
    with pytest.raises(gin.errors.NotYourTurn):
        record.play(gin.Accept(), seat=1 - record.state.turn)
    assert refusal(record.state, gin.DrawStock()) is WrongPhase
    assert refusal(record.state, gin.Double()) is WrongPhase


# --- refused --------------------------------------------------------------------------------------------


def test_13_3_a_refusal_ends_the_round():
    """`Refuse`: ending and result `refused`, the doubler wins, both hands are shown and counted at their least."""
    offered = play(at_draw(), "double")
    state, events = gin.transition(offered, gin.Refuse())
    assert state.outcome == gin.Outcome(
        declarer=0, deadwood=(4, 68), ending="refused", upcard="8h", stock_left=31, factor=1
    )
    assert [type(event) for event in events] == [gin.Refused, gin.RoundEnded]
    assert events[1].hands == offered.hands
    assert gin.price(state.outcome, RULES).points == (74, 0)
    assert str(events[0]) == "seat 1 refuses the double"
    assert gin.view(state, 1).known == offered.hands


def test_13_3_named_melds_count_at_their_least_too():
    """Deadwood of both hands at its least, no lay-offs, whatever `defender_melds` says."""
    rules = RULES.evolve(defender_melds="named")
    hands = [HANDS[0], "4c 5c 6c 2d 8d Kd 3h 6h 7s Qs"]
    assert play(at_draw(rules, hands), "double", "refuse").outcome.deadwood == (4, 46)


def test_13_3_the_factor_is_the_one_before_the_double():
    """Price of a refusal: at the factor before the double."""
    state = play(at_draw(), "double", "accept", "draw", "discard 4s", "double", "refuse")
    assert (state.outcome.declarer, state.outcome.factor) == (1, 2)
    low, high = state.outcome.deadwood
    assert gin.price(state.outcome, RULES).points == (0, 2 * (max(0, low - high) + 10))


# --- prices ---------------------------------------------------------------------------------------------

PRICES = [
    # declarer, deadwood, factor, ending, payments
    (0, (34, 41), 1, "refused", (17, 0)),
    (0, (41, 34), 1, "refused", (10, 0)),
    (0, (12, 20), 2, "refused", (36, 0)),
    (0, (3, 21), 4, "knock", (72, 0)),
    (0, (9, 4), 4, "knock", (0, 120)),
    (0, (0, 30), 2, "gin", (110, 0)),
]


@pytest.mark.parametrize(("declarer", "deadwood", "factor", "ending", "points"), PRICES)
def test_13_3_examples(declarer, deadwood, factor, ending, points):
    """The examples of the rule, and the same round with the seats exchanged."""
    outcome = gin.Outcome(declarer=declarer, deadwood=deadwood, factor=factor, ending=ending)
    score = gin.price(outcome, RULES)
    assert score.points == points
    assert score.factor == factor
    assert score.boxes == ((1, 0) if points[0] else (0, 1))
    assert sum(line.points for line in score.lines if line.kind == "double") == sum(points) * (factor - 1) // factor
    other = gin.Outcome(declarer=1, deadwood=deadwood[::-1], factor=factor, ending=ending)
    assert gin.price(other, RULES).points == points[::-1]


def test_13_3_a_spade_multiplies_too():
    """Any other ending: (difference + bonus) × factor × spade; boxes are not multiplied by the factor."""
    rules = RULES.evolve(knock_source="upcard", spade_multiplier=2, gin_boxes=2, spade_scope="hand-and-all-boxes")
    gin_score = gin.price(gin.Outcome(declarer=0, deadwood=(0, 30), factor=4, upcard="Ts"), rules)
    assert (gin_score.points, gin_score.boxes, gin_score.multiplier) == ((440, 0), (6, 0), 2)
    refused = gin.price(gin.Outcome(declarer=1, deadwood=(20, 12), ending="refused", factor=2, upcard="Ts"), rules)
    assert (refused.points, refused.boxes, refused.result) == ((0, 72), (0, 2), "refused")


def test_13a_an_undercut_that_costs_the_knocker_is_doubled_a_refusal_is_a_gain():
    """`undercut_moves knocker`: an undercut costs the knocker; a refusal is always a gain of the doubler."""
    rules = RULES.evolve(undercut_moves="knocker")
    undercut = gin.Outcome(declarer=0, deadwood=(9, 4), factor=4)
    assert gin.price(undercut, rules).points == (-120, 0)
    refused = gin.Outcome(declarer=0, deadwood=(41, 34), ending="refused")
    assert gin.price(refused, rules).points == (10, 0)


def test_13a_a_win_for_nothing_is_a_win_and_a_drawn_round_can_have_a_factor():
    """A win for 0 points is a win. A drawn round may have a factor."""
    rules = RULES.evolve(refusal_bonus=0)
    score = gin.price(gin.Outcome(declarer=0, deadwood=(41, 34), ending="refused"), rules)
    assert (score.winner, score.points, score.boxes) == (0, (0, 0), (1, 0))
    drawn = gin.price(gin.Outcome(declarer=None, deadwood=(41, 34), factor=8), rules)
    assert (drawn.result, drawn.factor, drawn.lines) == ("dead", 8, ())


IMPOSSIBLE = [
    (RULES, {"factor": 3}, "power of two"),
    (RULES, {"factor": 0}, "power of two"),
    (RULES, {"factor": 2.0}, "power of two"),
    (RULES, {"factor": 128}, "64 or less"),
    (RULES, {"factor": 64, "ending": "refused"}, "32 or less"),
    (RULES, {"declarer": None, "ending": "refused"}, "nobody declared"),
    (STANDARD, {"factor": 2}, "no doubling"),
    (STANDARD, {"ending": "refused"}, "no doubling"),
]


@pytest.mark.parametrize(("rules", "facts", "message"), IMPOSSIBLE)
def test_13a_facts_that_no_doubles_lead_to_are_refused(rules, facts, message):
    """`factor` is a power of two up to the limit, `refused` up to half of it, and needs a declarer and the rule."""
    with pytest.raises(gin.ScoreError, match=message):
        gin.price(gin.Outcome(**{"declarer": 0, "deadwood": (3, 21), **facts}), rules)


def test_13a_on_the_pad_refused_is_a_result_where_doubling_is_on():
    """On the pad `refused` is a permitted result if `doubling` is on."""
    assert gin.pad_entry(17, RULES, winner=0, result="refused").result == "refused"
    with pytest.raises(gin.ScoreError, match="as the result under these rules"):
        gin.pad_entry(17, STANDARD, winner=0, result="refused")
    score = gin.price(gin.Outcome(declarer=0, deadwood=(3, 21), factor=4), RULES)
    with pytest.raises(gin.ScoreError, match="factor"):
        gin.add_round(gin.new_match(RULES.evolve(doubling_limit=2)), score)
    assert gin.add_round(gin.new_match(RULES), score).games[0].points == (72, 0)


# --- tables, combinations -------------------------------------------------------------------------------

REFUSED = [
    ({"score_mode": "penalty"}, "doubling"),
    ({"open_melds": True}, "doubling"),
    ({"seating": "all-play", "player_counts": (2, 3)}, "doubling"),
    ({"doubling_limit": 48}, "doubling_limit"),
    ({"doubling_limit": 1}, "doubling_limit"),
]


@pytest.mark.parametrize(("changes", "rule"), REFUSED)
def test_13a_refused_with_penalty_open_melds_and_three_seats(changes, rule):
    """Refused with penalty, table-count, open melds and tables that can have three seats; the limit is checked."""
    with pytest.raises(gin.RuleSetError) as caught:
        RULES.evolve(**changes)
    assert f"{rule} = " in str(caught.value)
    if rule == "doubling_limit":
        with pytest.raises(gin.RuleSetError, match="doubling_limit"):
            STANDARD.evolve(**changes)


TABLES_OF_TWO = [
    ("sit-out", 3, "incoming"),
    ("captain", 4, "winner"),
    ("rotating-box", 3, "box"),
    ("partnership", 4, "winning-side"),
]


@pytest.mark.parametrize(("seating", "players", "dealer"), TABLES_OF_TWO)
def test_13a_every_table_of_two_has_its_own_factor(seating, players, dealer):
    """Every table of two has its own factor (sit-out, captain, rotating box, partnership too)."""
    rules = RULES.evolve(seating=seating, player_counts=(players,), next_dealer=dealer, shutout="none", target=10_000)
    match = gin.new_match(rules, players)
    factors = [4, 2][: len(match.due)]
    match = gin.add_round(match, *(gin.Outcome(declarer=0, deadwood=(3, 21), factor=factor) for factor in factors))
    score = match.scores[0]
    assert max(score.points) == 18 * sum(factors)
    assert [table.factor for table in getattr(score, "tables", [score])] == factors
    entries = [gin.from_dict(Entry, entry) for entry in gin.to_dict(match)["entries"]]
    assert gin.new_match(rules, players, results=entries) == match


# --- texts and documents --------------------------------------------------------------------------------


def test_13_3_everybody_knows_the_factor_and_who_has_the_right():
    """The factor is part of the outcome; everybody knows it and who has the right."""
    state = play(at_draw(), "double", "accept", "draw", "discard 4s")
    for seat in (0, 1, None):
        shown = gin.view(state, seat)
        assert (shown.factor, shown.doubling_right) == (2, 1)
        assert "factor 2, seat 1 can double" in str(shown)
        assert gin.from_dict(gin.PlayerView, gin.to_dict(shown)) == shown
    assert "double" in map(str, gin.view(state, 1).legal)
    assert gin.determinize(gin.view(state, 0), 1).memory == state.memory


@pytest.mark.parametrize("steps", [["double"], ["double", "accept"], ["double", "refuse"]])
def test_13_3_states_events_and_records_are_read_back(steps):
    """Notation, events, JSON and records know doubles."""
    record = gin.RoundRecord(RULES, 7)
    for text in ["decline", "decline", *steps]:
        record = record.play(gin.parse_action(text))
    assert gin.RoundRecord.loads(record.dumps()) == record
    assert gin.from_dict(gin.RoundState, gin.to_dict(record.state)) == record.state
    for event in record.events(0):
        assert gin.from_dict(gin.Event, gin.to_dict(event)) == event


FALSE_STATES = [
    ({"factor": 3}, "factor"),
    ({"factor": 1}, "doubling_right"),
    ({"doubling_right": None}, "doubling_right"),
    ({"factor": 128}, "factor"),
    ({"phase": {"kind": "double-offer", "seat": 1, "by": 0, "stock_only": True}}, "cannot have doubled"),
    ({"phase": {"kind": "double-offer", "seat": 1, "by": 1, "stock_only": True}}, "its own double"),
    ({"rules": "standard"}, "factor"),
]


@pytest.mark.parametrize(("changes", "message"), FALSE_STATES)
def test_13_3_snapshots_that_no_doubles_lead_to_are_refused(changes, message):
    """A state's factor, right and offer must fit together."""
    data = gin.to_dict(play(at_draw(), "double", "accept"))
    with pytest.raises(gin.RecordError, match=message):
        gin.from_dict(gin.RoundState, {**data, **changes})


def test_13_3_pictures_say_what_the_round_counts():
    """SVG, terminal screen and the text of a state name the factor and who can double."""
    from ginrules.svg import round_svg
    from ginrules.terminal import colored

    state = play(at_draw(), "double", "accept", "draw", "discard 4s")
    for text in (round_svg(state, names=["Ann", "Bo"]).svg, colored(state, names=["Ann", "Bo"])):
        assert "knock limit 10 · factor 2, Bo can double" in text
    offered = play(state, "double")
    assert "Ann must accept or refuse the double" in colored(offered, names=["Ann", "Bo"])
    over = play(offered, "refuse")
    assert "Bo has doubled and was refused" in colored(over, names=["Ann", "Bo"])
