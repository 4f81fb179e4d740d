"""Reviews: exact sums, no hidden card, blunders among the worst, a reviewer that gives itself nothing away."""

import json
import random
import re
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import attrs
import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.errors import InvalidRunError, RecordError, WrongTypeError
from ginrules.lab import review
from ginrules.lab.reviews.game_chances import GameChances, _solved, fits, game_chances
from ginrules.lab.reviews.page import review_html
from ginrules.lab.reviews.review import Reviewer
from ginrules.lab.reviews.review import Tester as InWorlds
from ginrules.lab.statistics.estimate import Estimate
from ginrules.players import Careful, Expert, Learned, RandomPlayer, Simple, new_greedy
from tests.effort import effort, slow


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
        gin.lab.play_round(
            "standard",
            [Careful(seed), Simple(seed)],
            due.order,
            dealer=due.dealer,
            actions=actions,
        )
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
            record = played([Careful, *[Simple] * (seats - 1)], seed, name, ("A", "B", "C", "D"))
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


def test_a_reviewer_without_values_finds_the_same_points_given_away():
    record = played([Simple] * 2, 5)
    tester = InWorlds.of(record.rules, Expert, 8)
    with_values, without = (
        Reviewer(Expert, tester, seed=1, values=values).round(record, ("Ann", "Bo")) for values in (True, False)
    )
    assert [one.lost for one in without.decisions] == [one.lost for one in with_values.decisions]
    assert any(one.choice != one.action for one in without.decisions)


def test_the_hidden_cards_change_no_decision():
    record = played([Simple] * 2, 5)
    seat, generator = 1, random.Random(3)
    ply = next(ply for ply, state in enumerate(record.states()) if ply > 3 and state.turn == seat)
    state = [*record.states()][ply]
    tester = InWorlds.of(record.rules, Expert, 8)
    own = gin.view(state, seat)
    outcomes = tester.outcomes(own, own.legal[:2], "seed")
    for _ in range(5):
        other = gin.determinize(own, generator)
        assert other != state
        assert tester.outcomes(gin.view(other, seat), own.legal[:2], "seed") == outcomes
    assert list(map(len, outcomes)) == [8, 8]
    assert list(map(len, tester.outcomes(own, own.legal[:1], "seed"))) == [2]  # a quarter where nothing is compared


def test_a_blunder_is_among_the_worst():
    record = played([Simple] * 2, 7)
    states = [*record.states()]
    ply = next(ply for ply, state in enumerate(states) if isinstance(state.phase, gin.PlayTurn) and ply > 8)
    before = record.back(len(record.actions) - ply)
    melded = gin.best_arrangement(states[ply].hands[before.state.turn], "standard").melds
    assert melded, "another seed"
    taken = states[ply].phase.taken
    record = before.play(gin.Discard(next(card for card in melded[0].cards if card not in taken)))
    while not record.state.is_over:
        record = record.play(Simple(1).choose(gin.view(record.state, record.state.turn)))
    result = review(record, player="expert", worlds=effort(96, 256))
    worst = next(one for one in result.worst if one.ply == ply + 1)
    assert worst.lost.low > 0
    assert "gives away" in str(worst)
    assert result.rounds[0].parts[worst.seat].play < -5
    assert result.rounds[0].parts[1 - worst.seat].others > 5
    sure, unsure, unclear = Estimate(10, 8, 12), Estimate(20, 1, 39), Estimate(30, -1, 61)
    decisions = tuple(attrs.evolve(worst, lost=lost) for lost in (unsure, unclear, sure))
    ordered = attrs.evolve(result, rounds=(attrs.evolve(result.rounds[0], decisions=decisions),))
    assert [one.lost for one in ordered.worst] == [sure, unsure]


def test_a_match_has_chances_of_the_game_and_comments():
    record = a_match()
    result = review(record, worlds=32)
    assert [one.number for one in result.rounds] == [1, 2, 3]
    different = [one for one in result.decisions if one.action != one.choice]
    assert all(one.chance is not None and -1 <= one.chance.value <= 1 for one in different)
    clear = [one for one in result.decisions if one.is_clear]
    assert all(one.chance.value * one.lost.value > 0 for one in clear if abs(one.lost.value) > 8)
    commented = result.commented
    assert gin.MatchRecord.loads(commented.dumps()) == commented
    assert sum(len(one.comments) for one in commented.rounds) == len(clear)
    of_ann = attrs.evolve(result, seat=0).commented
    assert sum(len(one.comments) for one in of_ann.rounds) == sum(one.player == "Ann" for one in clear) < len(clear)
    own = review(record, 1, worlds=4)
    assert {one.player for one in own.decisions} == {"Bo"}
    assert own.rounds[0].parts[0].player == "Ann"
    json.dumps(result.as_plain())
    assert len(result.records()) == len(result.decisions)


def test_the_chances_of_a_game_are_fair_and_grow():
    chances = game_chances(gin.preset("standard"), Expert)
    assert chances.unit == 1, "every point is a step in games to 100"
    assert game_chances(gin.preset("standard+target=250"), Expert).unit == 3
    assert chances.at((0, 0)) == pytest.approx(0.5)
    assert chances.at((80, 20)) == pytest.approx(1 - chances.at((20, 80)))
    assert chances.at((80, 20)) > chances.at((40, 20)) > 0.5
    assert game_chances(gin.preset("hollywood"), Expert) is None
    assert fits(gin.new_match("standard"))
    assert not fits(gin.new_match("knock-rummy"))  # by its seating alone


def test_a_tie_at_the_end_of_a_game_is_half_a_win():
    table = _solved(2, Counter({(2, 2): 2, (1, 0): 1, (0, 1): 1}))
    assert table[0, 0] == 1 / 2
    assert table[1, 0] == 2 / 4 / 2 + 1 / 4 + table[1, 1] / 4
    tied = SimpleNamespace(is_over=True, winners=(0, 1))
    assert GameChances(100, 1, {}).after(tied, None) == 1 / 2


def test_the_turning_point_is_before_the_largest_change_up_or_down():
    (one,) = (one for one in review(played([Simple] * 2, 5), worlds=2).rounds[0].parts if one.seat == 0)
    points = (1, 4), (3, -10), (5, -3), (8, -6)
    turned = attrs.evolve(one, curve=tuple((ply, Fraction(value)) for ply, value in points))
    assert turned.turning_point == (1, -14.0)
    assert attrs.evolve(turned, curve=((1, Fraction(3)),)).turning_point is None


def test_the_page_draws_the_worst_positions_without_scripts():
    names = ("<b>Ann</b>", "Bo")
    result = review(played([RandomPlayer, Learned], 3, names=names), worlds=24)
    text = review_html(result)
    assert result.worst
    assert text.count("data:image/svg") >= len(result.worst)
    assert "<script" not in text
    assert "<b>Ann" not in text
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", text)
    assert review_html(review(played([Learned] * 2, 3), worlds=2)).count("polyline") == 2


def test_wrong_arguments_are_refused():
    record = gin.RoundRecord("standard", 7)
    with pytest.raises(WrongTypeError, match="expected the record of a round or a match"):
        review(record.state)
    for options in ({"seat": 2}, {"worlds": 1}, {"worlds": 10**9}, {"player": "nobody"}, {"player": 7}, {"seed": "x"}):
        with pytest.raises(InvalidRunError):
            review(record, **options)
    with pytest.raises(InvalidRunError, match="no round with cards"):
        review(gin.MatchRecord("standard").add(gin.Outcome(declarer=0, deadwood=(3, 21))))
    mixed = a_match(1).add(gin.Outcome(declarer=0, deadwood=(3, 21)))
    assert review(mixed, worlds=2).skipped == 1
    assert not review(record.play("take"), worlds=2).rounds[0].parts


def test_the_command_reviews_whole_and_broken_records(tmp_path, capsys):
    record = played([Careful, Simple], 8)
    file, page, commented = (tmp_path / name for name in ("round.toml", "page.html", "commented.json"))
    file.write_text(record.dumps())
    options = ["--worlds", "8", "--html", str(page), "--comments", str(commented)]
    assert main(["review", str(file), *options]) == 0
    assert "Luck and skill" in capsys.readouterr().out
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


def test_several_records_are_refused(tmp_path):
    from ginrules.cli.review import _record

    text = played([Simple] * 2, 8).dumps("json")
    file = tmp_path / "rounds.jsonl"
    file.write_text(json.dumps(json.loads(text)) + "\n" + json.dumps(json.loads(text)) + "\n")
    with pytest.raises(RecordError, match="has 2 records"):
        _record(file)
