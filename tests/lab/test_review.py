"""Reviews: exact sums, no hidden card, blunders among the worst, a reviewer that gives itself nothing away."""

import json
import random
import re
import statistics
from fractions import Fraction

import attrs
import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.cli.review import _records
from ginrules.errors import InvalidRunError, RecordError, WrongTypeError
from ginrules.lab import review
from ginrules.lab.report import html
from ginrules.lab.reviews import review as worlds_module
from ginrules.lab.reviews.review import InWorlds, _Game, mean_estimate, mixed
from ginrules.lab.statistics.estimate import Estimate
from ginrules.players import Belief, Expert, Learned, RandomPlayer, Simple, new_greedy
from ginrules.players.rollouts import outcomes_of
from tests.conftest import effort, slow


def played(makers, seed, rules="standard", names=("Ann", "Bo"), dealer=0):
    chosen = gin.preset(rules)
    actions, card = [], random.Random(seed).choice(gin.pack_of(chosen))
    seats = len(makers)
    needed = {"knock_card": card} if chosen.knock_source == "knock-card" else {}
    players = [maker(seed + seat) for seat, maker in enumerate(makers)]
    order = gin.shuffled(seed, chosen)
    gin.lab.play_round(chosen, players, order, dealer=dealer, actions=actions, **needed)
    return gin.RoundRecord(
        chosen,
        order,
        seats=seats,
        dealer=dealer,
        actions=actions,
        names=names[:seats],
        knock_card=needed.get("knock_card"),
    )


def a_match(rounds=3):
    record = gin.MatchRecord("standard", ["Ann", "Bo"])
    for seed in range(rounds):
        due = record.next_round(100 + seed)
        actions = []
        gin.lab.play_round("standard", [Expert(seed), Simple(seed)], due.order, dealer=due.dealer, actions=actions)
        for action in actions:
            due = due.play(action)
        record = record.add(due)
    return record


def test_luck_and_skill_sum_to_the_result_exactly():
    rules = ["standard", "oklahoma", "group-gin", "doubling-gin", "mahjong-gin"]
    rules = [name for name in rules if name in gin.preset_names()]
    for number, name in enumerate(rules):
        for seed in range(effort(1, slow(2, 20))):
            seats = gin.preset(name).table_sizes[0]
            record = played([Expert, *[Simple] * (seats - 1)], seed, name, ("A", "B", "C", "D"))
            result = review(record, worlds=6, seed=number)
            (one,) = result.rounds
            score = gin.price(record.outcome, record.rules)
            for parts in one.parts:
                assert all(isinstance(part, Fraction) for part in (parts.deal, parts.draws, parts.play, parts.others))
                assert parts.deal + parts.draws + parts.play + parts.others == parts.result
                if record.rules.box_timing != "immediate" and record.rules.winner_by != "highest-total":
                    assert parts.result == score.net[parts.seat]
            assert sum(parts.result for parts in one.parts) == 0
            assert sum(sum(decision.effect) for decision in one.decisions) == 0


def test_a_round_played_by_the_reviewer_gives_away_nothing():
    for seed in range(effort(2, slow(4, 40))):
        result = review(played([Learned] * 2, seed), worlds=8, seed=seed + 100)
        assert result.decisions
        assert not result.worst
        assert all(decision.lost.value == 0 for decision in result.decisions)
        assert all(parts.skill == 0 for parts in result.rounds[0].parts)


def test_the_reviewer_sees_the_earlier_rounds_of_a_match():
    session = gin.Session("standard", ["Ann", "Bo"], players={0: Learned, 1: new_greedy})
    for seed in range(5):
        session = session.next_round(seed).advance(seed)
    result = review(session.record, seat=0, worlds=4)
    assert len(result.rounds) == 5
    assert all(decision.choice == decision.action for decision in result.decisions)


def test_the_hidden_cards_change_no_decision():
    record = played([Simple] * 2, 5)
    seat, generator = 1, random.Random(3)
    ply = next(ply for ply, state in enumerate(record.states()) if ply > 3 and state.turn == seat)
    state = [*record.states()][ply]
    tester = InWorlds.of(record.rules, Expert, 8)
    own = gin.view(state, seat)
    belief = gin.players.Belief()
    belief.begin(gin.view(next(iter(record.states())), seat))
    for event in record.back(len(record.actions) - ply).events(seat):
        belief.note(event)
    outcomes = tester.compared(belief, own, own.legal[:2], 7)
    for _ in range(5):
        other = gin.determinize(own, generator)
        assert other != state
        assert tester.compared(belief, gin.view(other, seat), own.legal[:2], 7) == outcomes
    assert list(map(len, outcomes)) == [8, 8]
    (alone,) = tester.compared(belief, own, own.legal[:1], 7)
    assert len(alone) == 2, "a quarter where nothing is compared"


def test_the_worst_decisions_are_those_that_certainly_cost_most():
    result = review(played([Simple] * 2, 7), worlds=4)
    decision = result.decisions[0]
    sure, unsure, unclear = Estimate(10, 8, 12), Estimate(20, 1, 39), Estimate(30, -1, 61)
    decisions = tuple(attrs.evolve(decision, lost=lost) for lost in (unsure, unclear, sure))
    ordered = attrs.evolve(result, rounds=(attrs.evolve(result.rounds[0], decisions=decisions),))
    assert [one.lost for one in ordered.worst] == [unsure, sure]


def test_a_match_has_chances_of_the_game_and_comments():
    record = a_match()
    result = review(record, worlds=32)
    assert [one.number for one in result.rounds] == [1, 2, 3]
    different = [one for one in result.decisions if one.action != one.choice]
    assert all(one.chance is not None and -1 <= one.chance.value <= 1 for one in different)
    clear = [one for one in result.decisions if one.is_clear]
    assert all(one.chance.value * one.lost.value > 0 for one in clear if abs(one.lost.value) > 8)
    (commented,) = result.commented
    assert gin.MatchRecord.loads(commented.dumps()) == commented
    assert sum(len(one.comments) for one in commented.rounds) == len(clear)
    (of_ann,) = attrs.evolve(result, seat=0).commented
    assert sum(len(one.comments) for one in of_ann.rounds) == sum(one.player == "Ann" for one in clear) < len(clear)
    own = review(record, 1, worlds=4)
    assert {one.player for one in own.decisions} == {"Bo"}
    assert own.rounds[0].parts[0].player == "Ann"
    json.dumps(result.as_plain())
    assert len(result.records()) == len(result.decisions)


def test_a_match_is_reviewed_with_the_chances_before_and_after_each_round():
    result = review(a_match(), worlds=4)
    parts = [
        [next(part for part in one.parts if part.player == name) for one in result.rounds] for name in ("Ann", "Bo")
    ]
    for of_ann, of_bo in zip(*parts, strict=True):
        assert [sum(chances) for chances in zip(of_ann.chance, of_bo.chance, strict=True)] == [1, 1]
        assert (of_ann.chance[1] > of_ann.chance[0]) == (of_ann.result > 0)
    for of_one in parts:
        assert [one.chance[1] for one in of_one[:-1]] == [one.chance[0] for one in of_one[1:]], "round after round"
    assert abs(parts[0][0].chance[0] - 0.5) < 0.02
    assert f" {parts[0][1].chance_text} " in result.details
    assert parts[0][1].chance_text in html(result)
    assert result.as_plain()["rounds"][0]["parts"][0]["chance"] == list(result.rounds[0].parts[0].chance)


def test_only_a_game_of_one_column_has_chances():
    assert _Game.of(gin.new_match("standard"))
    for rules in ("hollywood", "knock-rummy"):  # knock-rummy by its seating alone
        assert _Game.of(gin.new_match(rules)) is None
    alone = review(played([Simple] * 2, 5), worlds=2)
    assert {one.chance for one in alone.rounds[0].parts} == {None}
    assert "game, %" not in alone.details


def test_the_turning_point_is_before_the_largest_change_up_or_down():
    (one,) = (one for one in review(played([Simple] * 2, 5), worlds=2).rounds[0].parts if one.seat == 0)
    points = (1, 4), (3, -10), (5, -3), (8, -6)
    turned = attrs.evolve(one, curve=tuple((ply, Fraction(value)) for ply, value in points))
    assert turned.turning_point == (1, -14.0)
    assert attrs.evolve(turned, curve=((1, Fraction(3)),)).turning_point is None


def test_the_page_draws_the_worst_positions_without_scripts():
    names = ("<b>Ann</b>", "Bo")
    result = review(played([RandomPlayer, Learned], 3, names=names), worlds=24)
    text = html(result)
    assert result.worst
    assert text.count("data:image/svg") >= len(result.worst)
    assert "<script" not in text
    assert "<b>Ann" not in text
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", text)
    assert html(review(played([Learned] * 2, 3), worlds=2)).count("<details>") == 3  # kinds, parts, decisions


def test_wrong_arguments_are_refused():
    record = gin.RoundRecord("standard", 7)
    with pytest.raises(WrongTypeError, match="expected the record of a round or a match, or several"):
        review(record.state)
    for options in ({"seat": 2}, {"worlds": 1}, {"worlds": 10**9}, {"player": "nobody"}, {"player": 7}, {"seed": "x"}):
        with pytest.raises(InvalidRunError):
            review(record, **options)
    with pytest.raises(InvalidRunError, match="no round has cards"):
        review(gin.MatchRecord("standard").add(gin.Outcome(declarer=0, deadwood=(3, 21))))
    mixed = a_match(1).add(gin.Outcome(declarer=0, deadwood=(3, 21)))
    assert review(mixed, worlds=2).skipped == 1
    assert not review(record.play("take"), worlds=2).rounds[0].parts


def test_the_command_reviews_whole_and_broken_records(tmp_path, capsys):
    record = played([Expert, Simple], 8)
    file, page, commented = (tmp_path / name for name in ("round.toml", "page.html", "commented.json"))
    file.write_text(record.dumps())
    options = ["--worlds", "8", "--html", str(page), "--comments", str(commented)]
    assert main(["review", str(file), *options]) == 0
    out = capsys.readouterr().out
    assert "Where the points came from" in out
    assert "Luck and skill" not in out
    assert page.read_text().startswith("<!doctype html>")
    assert gin.RoundRecord.loads(commented.read_text()).actions == record.actions
    assert main(["review", str(file), "--worlds", "4", "--json", "--seat", "1"]) == 0
    plain = json.loads(capsys.readouterr().out)
    (one,) = plain["rounds"]
    assert {"deal", "draws", "play", "others", "result", "curve"} <= {*one["parts"][0]}
    assert {"action", "choice", "lost", "value"} <= {*one["decisions"][0]}
    text = record.dumps()
    file.write_text(text[: text.index("[outcome]") - 300])
    assert main(["review", str(file), "--worlds", "4"]) == 1
    assert "is not TOML" in capsys.readouterr().out
    file.write_text(text.replace(str(record.actions[4]), "discard Kc", 1))
    main(["review", str(file), "--worlds", "4"])
    assert "problem" in capsys.readouterr().out
    file.write_text("nothing")
    assert main(["review", str(file)]) != 0


def test_several_records_are_one_review_and_a_player_is_followed_by_name():
    match, single = a_match(2), played([Simple, Expert], 9, names=("Bo", "Cy"))
    result = review([match, single], worlds=8)
    assert [(one.record_number, one.number) for one in result.rounds] == [(1, 1), (1, 2), (2, 1)]
    alone = review(match, worlds=8)
    assert [one.lost for one in alone.decisions] == [one.lost for one in result.decisions if one.record_number == 1]
    own = review([match, single], "Bo", worlds=8)
    assert {(one.record_number, one.player) for one in own.decisions} == {(1, "Bo"), (2, "Bo")}
    assert [one.player for one in own.losses if one.kind is None] == ["Bo"]
    assert own.records() == [row for row in result.records() if row["player"] == "Bo"]
    (row,) = own.tables[0].rows
    points = sum(parts.result for one in result.rounds for parts in one.parts if parts.player == "Bo")
    assert row[:2] == ["Bo", f"{points:+d}".replace("-", "−")]
    assert len(result.commented) == 2
    with pytest.raises(InvalidRunError, match=r"Dee.*one of Ann, Bo, Cy"):
        review([match, single], "Dee", worlds=2)


def test_losses_add_up_by_kind_and_so_do_their_variances():
    result = review([played([RandomPlayer, Simple], seed) for seed in (3, 4)], worlds=6)
    for name in ("Ann", "Bo"):
        *kinds, together = [one for one in result.losses if one.player == name]
        own = [one for one in result.decisions if one.player == name]
        play = sum(parts.play for one in result.rounds for parts in one.parts if parts.player == name)
        assert together.lost.value == pytest.approx(-float(play))
        for field in ("decisions", "different", "clear"):
            assert sum(getattr(one, field) for one in kinds) == getattr(together, field)
        assert together.lost.half_width**2 == pytest.approx(sum(one.lost.half_width**2 for one in own))
        assert {one.kind for one in kinds} >= {"draws", "discards"}


def test_kinds_of_decisions_follow_the_action_and_the_choice():
    result = review([played([Simple] * 2, seed) for seed in range(4)], worlds=2)
    by_phase = {type(one.view.phase): one for one in result.decisions}
    knock, discard = gin.Knock("7d"), gin.Discard("7d")
    for phase, action, choice, kind in (
        (gin.PlayTurn, discard, discard, "discards"),
        (gin.PlayTurn, knock, discard, "knocks"),
        (gin.PlayTurn, discard, gin.GoBigGin(), "knocks"),
        (gin.DrawTurn, gin.DrawStock(), gin.TakeDiscard(), "draws"),
        (gin.DrawTurn, gin.Double(), gin.DrawStock(), "doubles"),
        (gin.LayoffTurn, gin.Done(), gin.LayOff("7d", 0), "lay-offs"),
    ):
        assert attrs.evolve(by_phase[phase], action=action, choice=choice).kind == kind


def test_a_review_says_in_words_what_decisions_cost():
    result = review(played([Simple] * 2, 5), worlds=2)
    turn = next(one for one in result.decisions if isinstance(one.view.phase, gin.PlayTurn) and one.player == "Ann")
    draw = next(one for one in result.decisions if isinstance(one.view.phase, gin.DrawTurn) and one.player == "Ann")
    turn = attrs.evolve(turn, action=gin.Discard("7d"), choice=gin.Discard("Td"), lost=Estimate(20, 12, 28))
    draw = attrs.evolve(draw, action=gin.TakeDiscard(), choice=gin.DrawStock(), lost=Estimate(7.4, 1.4, 13.4))
    same = attrs.evolve(turn, action=turn.choice, lost=Estimate(0, 0, 0))

    def summary(*decisions):
        return attrs.evolve(result, rounds=(attrs.evolve(result.rounds[0], decisions=decisions),)).sentences[0]

    assert summary(turn, turn, draw) == (
        "Two discards cost Ann about 40 points and a draw about 7 points. "
        "All decisions together gave away about 47 points in the round (35 to 60)."
    )
    unclear = attrs.evolve(draw, lost=Estimate(2, -4, 8))
    none = "No decision of Ann cost points that can be measured, and neither did all together in the round."
    assert summary(unclear) == none
    assert summary(same) == "Ann decided as learned does."
    better = attrs.evolve(draw, lost=Estimate(-9, -12, -6))
    assert summary(better).endswith("All decisions together gained about 9 points in the round (6 to 12).")
    text = str(attrs.evolve(result, rounds=(attrs.evolve(result.rounds[0], decisions=(turn,)),)))
    assert f"Action {turn.ply}: Ann discarded 7♦. Better by about 20 points: discard 10♦." in text
    assert not re.search(r"[0-9]\.[0-9]", text), "whole points"
    assert "±" not in text
    assert "±" in result.details


def test_worlds_are_played_on_by_players_who_remember_the_round(monkeypatch):
    remembered = []

    def played_on(worlds, new_player, seeds, actions, story):
        remembered.append(story)
        return outcomes_of(worlds, new_player, seeds, actions, story)

    monkeypatch.setattr(worlds_module, "outcomes_of", played_on)
    state, belief = gin.deal("standard", seed=7), Belief()
    belief.begin(gin.view(state, 1))
    for action in (gin.TakeDiscard(), gin.Discard("9d")):
        state, events = gin.transition(state, action)
        for event in events:
            belief.note(gin.redact(event, 0))
    own = gin.view(state, state.turn)
    InWorlds.of(own.rules, Learned, 8).compared(belief, own, own.legal[:2], 1)
    assert remembered == [belief.story]
    assert belief.story.habits.thrown


def test_actions_without_a_world_have_no_outcomes():
    assert outcomes_of([], Learned, [], [gin.TakeDiscard(), gin.Decline()]) == [[], []]
    assert outcomes_of([], Learned, []) == [[]]


class _Numbers(InWorlds):
    """A tester whose worlds are normal numbers: a known difference of 6 points."""

    def outcomes(self, belief, view, actions, seed, count):
        source = random.Random(seed)
        self.counts.append(count)
        return [[0.0] * count, [source.gauss(-6, 25) for _ in range(count)]]

    def gains(self, outcomes, seats):
        return [(one, -one) for one in outcomes]


def test_worlds_are_spared_where_the_difference_is_settled_and_intervals_stay_honest(monkeypatch):
    monkeypatch.setattr(_Numbers, "counts", [], raising=False)
    own = gin.view(gin.deal("standard", seed=7), 1)
    tester = _Numbers(own.setup.rules, Expert, 256)
    estimates = []
    for seed in range(2_000):
        choice, played = tester.compared(None, own, own.legal[:2], seed)
        estimates.append(mean_estimate([a - b for a, b in zip(choice, played, strict=True)]))
    counts = _Numbers.counts[1::2]
    assert len(set(counts)) > 20
    assert sum(counts) / len(counts) < 215
    _Numbers(own.setup.rules, Expert, 128).compared(None, own, own.legal[:2], 1)
    assert _Numbers.counts[-2] == 16, "128 worlds are the least that are judged by a part of them"
    mean = sum(one.value for one in estimates) / len(estimates)
    assert abs(mean - 6) < 0.15, "0.04 is a standard error; the worlds that decide their number would add a point"
    assert 0.935 < sum(one.low <= 6 <= one.high for one in estimates) / len(estimates) < 0.965


def test_the_command_reviews_an_evening_and_names_what_has_no_cards(tmp_path, capsys):
    files = [tmp_path / name for name in ("match.toml", "rounds.jsonl", "evening.txt")]
    match, single = a_match(1), played([Simple] * 2, 8)
    files[0].write_text(match.dumps())
    files[1].write_text("\n".join(json.dumps(json.loads(single.dumps("json"))) for _ in range(2)))
    files[2].write_text("rules standard\nplayers Ann Bo\nAnn 23\n")
    assert main(["review", *map(str, files[:2]), "--worlds", "4", "--details"]) == 0
    out = capsys.readouterr().out
    assert "in 3 rounds" in out
    assert "Points given away by kind of decision" in out
    assert main(["review", *map(str, files), "--worlds", "4", "--seat", "Bo", "--json"]) == 1
    plain = json.loads(capsys.readouterr().out)
    assert {one["player"] for one in plain["losses"]} == {"Bo"}
    assert main(["review", *map(str, files), "--worlds", "4"]) == 1
    assert "evening.txt has no round with cards" in capsys.readouterr().out
    assert main(["review", str(files[2])]) != 0
    assert main(["review"]) != 0
    with pytest.raises(RecordError, match=r"evening\.txt has no round with cards"):
        _records(files[2:])


def test_a_notebook_shows_words_and_positions():
    result = review(played([RandomPlayer, Learned], 3), worlds=24)
    text = result._repr_html_()
    assert (
        text.count("data:image/svg") == 4 * len(result.worst) > 0
    )  # the position and what Bo may hold, in both themes
    assert "cost Ann about" in text


# --- reviews of planted blunders, and of the reviewer's own choices in other worlds ---------------

RULES = gin.preset("standard")
COSTS = 10
"""The least cost of a blunder in points, in other worlds."""


def discards(own):
    return [action for action in own.legal if isinstance(action, gin.Discard)]


def throws_a_meld(own, hand, choice):
    """A card of a meld of three goes."""
    melded = {card for meld in gin.best_arrangement(hand, RULES).melds if len(meld.cards) == 3 for card in meld.cards}
    return [action for action in discards(own) if action.card in melded] if isinstance(choice, gin.Discard) else []


def breaks_a_knock(own, hand, choice):
    """The reviewer knocks; a discard leaves too much deadwood for it."""
    if not isinstance(choice, gin.Knock) or not gin.deadwood(hand - choice.card, RULES):
        return []
    return [action for action in discards(own) if gin.deadwood(hand - action.card, RULES) > own.setup.knock_limit]


def passes_gin(own, hand, choice):
    """The hand is gin, and another card goes."""
    if not isinstance(choice, gin.Knock) or gin.deadwood(hand - choice.card, RULES):
        return []
    return [action for action in discards(own) if gin.deadwood(hand - action.card, RULES)]


KINDS = throws_a_meld, breaks_a_knock, passes_gin


def planted(kind, number):
    """Return a round of two good players with a blunder of this kind, and its number of action; None without one."""
    source, makers = random.Random(f"{kind.__name__} {number}"), [Expert, Learned]
    actions, order = [], gin.shuffled(50_000 + number)
    gin.lab.play_round(RULES, [maker(number) for maker in makers], order, dealer=number % 2, actions=actions)
    record = gin.RoundRecord(RULES, order, dealer=number % 2, actions=tuple(actions))
    options = []
    for ply, state in enumerate(record.states()):
        if isinstance(state.phase, gin.PlayTurn):
            before = record.back(len(actions) - ply)
            own = gin.view(state, state.turn)
            choice = gin.players.hint(before, "learned")
            options += [(before, own, choice, action) for action in kind(own, own.hand, choice)]
    if not options:
        return None
    before, own, choice, blunder = source.choice(options)
    judge = InWorlds.of(RULES, Learned, 400)
    if lost(judge, before, own, choice, blunder, number).value < COSTS:
        return None
    after = before.play(blunder)
    players = [maker(number + 1) for maker in makers]
    while not after.state.is_over:
        after = after.play(players[after.state.turn].choose(gin.view(after.state, after.state.turn)))
    return after, len(before.actions) + 1


def believed(record, seat):
    """Return the belief of a seat by all that it has seen."""
    belief = gin.players.Belief()
    belief.begin(gin.view(next(record.states()), seat))
    for event in record.events(seat):
        belief.note(event)
    return belief


def lost(tester, before, own, choice, action, seed):
    outcomes = tester.outcomes(believed(before, own.seat), own, [choice, action], seed, tester.worlds)
    gains = [tester.gains(one, own.setup.seats) for one in outcomes]
    return mean_estimate([float(one[own.seat] - two[own.seat]) for one, two in zip(*gains, strict=True)])


def found(kind, wanted):
    """Return for each of the first planted blunders whether the review lists it among the worst three."""
    cases, number = [], 0
    while len(cases) < wanted:
        number += 1
        case = planted(kind, number)
        if case is not None:
            record, ply = case
            cases.append(ply in [one.ply for one in gin.lab.review(record, seed=number).worst])
    return cases


def test_a_planted_blunder_is_among_the_worst():
    assert found(throws_a_meld, 1) == [True]


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_planted_blunders_are_among_the_worst(kind):
    cases = found(kind, slow(4, 34))
    assert sum(cases) >= 0.95 * len(cases), f"{sum(cases)} of {len(cases)}"


def test_own_choices_are_worth_the_same_in_other_worlds():
    """Not by construction: a choice of the reviewer is compared with itself, in worlds of another seed."""
    tester, scores = InWorlds.of(RULES, Learned, 48), []
    for number in range(effort(2, slow(8, 40))):
        actions = []
        gin.lab.play_round(RULES, [Learned(0)] * 2, gin.shuffled(number), dealer=0, actions=actions)
        record = gin.RoundRecord(RULES, number, actions=tuple(actions))
        for ply, state in enumerate(record.states()):
            if state.turn is None or len(gin.legal_actions(state)) == 1:
                continue
            own = gin.view(state, state.turn)
            belief, values = believed(record.back(len(record.actions) - ply), state.turn), []
            for seed in range(2):
                label = mixed(seed, number, ply)
                (outcomes,) = tester.outcomes(belief, own, [record.actions[ply]], label, tester.worlds)
                points = [float(one[own.seat]) for one in tester.gains(outcomes, 2)]
                values.append(mean_estimate(points))
            scores.append(difference(*values))
    inside = sum(one.contains_zero for one in scores) / len(scores)
    assert len(scores) > 30
    assert 0.85 < inside < 1
    ratios = [one.value / one.half_width for one in scores if one.half_width]
    assert abs(statistics.mean(ratios)) < 3 / 1.96 / len(ratios) ** 0.5


def difference(one, other):
    half = (one.half_width**2 + other.half_width**2) ** 0.5
    return Estimate(one.value - other.value, one.value - other.value - half, one.value - other.value + half)
