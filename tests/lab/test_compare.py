"""Comparisons: the figures recounted by hand, equal seeds, equal figures, and refusals."""

import json
import pickle

import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.driver.named import PLAYERS
from ginrules.errors import IncompatibleRulesError, LabError
from ginrules.lab import Precision
from ginrules.lab.comparison.compare import plays_alike
from ginrules.lab.comparison.figures import FIRST_LOOK, LOOK_EVERY, Games, players_at
from ginrules.lab.comparison.result import STRENGTHS, strength_text
from ginrules.lab.runner.games import GameRounds, one_game
from ginrules.lab.runner.workers import CHUNK
from ginrules.lab.statistics.measures import CAPS, GAME_MEASURE, cap_warning
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.players import Greedy, RandomPlayer, new_greedy
from tests.lab.conftest import compare, play_deal

STANDARD = gin.preset("standard")
OKLAHOMA = gin.preset("oklahoma")
HIGHER = STANDARD.evolve(name="higher", gin_bonus=40, undercut_bonus=30)


def greedy(_seed):
    return Greedy()


def recounted(rules, deals, seed):
    """The rounds of a run once more, by deal: scores and rounds by dealer."""
    for number in range(deals):
        rounds = play_deal(rules, greedy, new_deal(deal_seed(seed, number), rules), seats=2)
        yield [gin.price(played.outcome, rules) for played in rounds], rounds


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def test_the_figures_are_those_of_a_plain_recount():
    comparison = compare(STANDARD, OKLAHOMA, rounds=80, seed=6)
    assert (comparison.rounds, comparison.deals, comparison.seats, comparison.repriced) == (80, 40, 2, False)
    for side, rules in (("a", STANDARD), ("b", OKLAHOMA)):
        deals = list(recounted(rules, 40, 6))
        dealt = [
            (dealer, *one) for scores, plays in deals for dealer, one in enumerate(zip(scores, plays, strict=True))
        ]
        rounds = [(score, played, (dealer + 1) % 2) for dealer, score, played in dealt]
        expected = {
            "points": mean(max(score.points) for score, _, _ in rounds),
            "turns": mean(played.turns for _, played, _ in rounds),
            "first-seat-net": mean(score.net[first] for score, _, first in rounds),
            "first-seat-wins": mean(score.winner == first for score, _, first in rounds if score.winner is not None),
            "knock-deadwood": mean(
                played.outcome.deadwood[played.outcome.declarer]
                for _, played, _ in rounds
                if played.outcome.ending == "knock"
            ),
        }
        expected |= {
            result: mean(score.result == result for score, _, _ in rounds)
            for result in ("knock", "gin", "big-gin", "undercut", "dead")
        }
        for key, value in expected.items():
            estimate = getattr(comparison[key], side)
            assert estimate.value == pytest.approx(value)
            assert estimate.low <= estimate.value <= estimate.high
    assert comparison["rounds-per-game"].differences == (None,)  # forty deals are too few games
    for finding in comparison.findings[:-3]:
        assert finding.difference.value == pytest.approx(finding.b.value - finding.a.value)
        assert not finding.same


def test_the_shares_add_up_to_all_rounds():
    comparison = compare(gin.preset("openspiel"), gin.preset("round-the-corner"), rounds=60)
    shares = [finding for finding in comparison.findings if finding.measure.unit == "share"][:-3]
    assert sum(share.a.value for share in shares) == pytest.approx(1)
    assert sum(share.b.value for share in shares) == pytest.approx(1)


def test_the_same_seed_gives_the_same_figures_and_another_seed_others():
    first = compare(STANDARD, OKLAHOMA, rounds=60, seed=3)
    assert compare(STANDARD, OKLAHOMA, rounds=60, seed=3) == first
    assert compare(STANDARD, OKLAHOMA, rounds=60, seed=4)["points"].a != first["points"].a


def test_more_rounds_only_add_to_the_fewer():
    # the deals are numbered: a longer run begins with the shorter run
    few = [scores[0].points for scores, _ in recounted(STANDARD, 3, 2)]
    more = [scores[0].points for scores, _ in recounted(STANDARD, 5, 2)]
    assert more[:3] == few


def test_prices_alone_need_no_second_play():
    assert plays_alike(STANDARD, HIGHER)
    assert not plays_alike(STANDARD, OKLAHOMA)
    calls = []

    def counting(seed):
        calls.append(seed)
        return Greedy()

    comparison = compare(STANDARD, HIGHER, rounds=40, players=counting)
    assert comparison.repriced
    once = len(calls)
    calls.clear()

    class Wary(Greedy):
        reads_prices = True

    def wary(seed):
        calls.append(seed)
        return Wary()

    replayed = compare(STANDARD, HIGHER, rounds=40, players=wary)
    assert not replayed.repriced
    assert len(calls) > 1.8 * once
    # played or priced again, the figures are the same; only the certain differences are marked
    for one, other in zip(comparison.findings, replayed.findings, strict=True):
        assert one.values == other.values
    assert {finding.measure.key for finding in comparison.findings if finding.same} == set(
        "gin big-gin dead turns knock-deadwood".split()
    )
    assert comparison["turns"].difference.half_width == 0


def test_rules_compared_with_themselves_are_the_same_in_everything():
    comparison = compare(STANDARD, STANDARD, rounds=40)
    assert comparison.changes == ()
    assert all(finding.same for finding in comparison.findings)
    assert comparison["points"].difference.value == comparison["points"].difference.half_width == 0


def test_a_longer_target_makes_longer_games_and_changes_no_round():
    comparison = compare(STANDARD, STANDARD.evolve(target=250), rounds=500)
    assert comparison.repriced
    assert comparison["points"].same
    games = comparison["rounds-per-game"]
    assert not games.same
    assert games.difference.low > 5


def for_games(rules, scores):
    """The rounds of a deal as games take them."""
    winners = [-1 if score.winner is None else score.winner for score in scores]
    first, second = zip(*(score.points for score in scores), strict=True)
    return GameRounds(rules, len(scores), winners, (list(first), list(second)), None, None)


def test_rounds_per_game_are_those_of_games_played_deal_by_deal():
    units_so_far = []
    games = Games(STANDARD, OKLAHOMA, 2, ((0, 0),))
    pairs = zip(recounted(STANDARD, 60, 1), recounted(OKLAHOMA, 60, 1), strict=True)
    scores = [(of_a, of_b) for (of_a, _), (of_b, _) in pairs]
    for of_a, of_b in scores:
        games.add(for_games(STANDARD, of_a), for_games(OKLAHOMA, of_b))
        if not games.in_stretch:
            units_so_far.append(games.sums[GAME_MEASURE].units)
    # the same by hand: games from the start of each stretch, one for either first dealer
    start, units, total = 0, 0, [0, 0]
    while True:
        ends, stretch = [], []
        for which, rules in enumerate((STANDARD, OKLAHOMA)):
            for dealer in (0, 1):
                match, place = gin.new_match(rules, dealer=dealer), start
                while not match.is_over and place < len(scores):
                    match = gin.add_round(match, scores[place][which][match.due[0].dealer_seat])
                    place += 1
                ends.append(place if match.is_over else len(scores) + 1)
                stretch.append((which, place - start))
        if max(ends) > len(scores):
            break
        start, units = max(ends), units + 1
        for which, length in stretch:
            total[which] += length
    assert units >= 3
    lengths = games.sums[GAME_MEASURE]
    assert (lengths.units, lengths.a, lengths.b) == (units, *total)
    assert (lengths.base_a, lengths.base_b) == (2 * units, 2 * units)
    assert units_so_far == list(range(1, units + 1))


def test_a_match_of_several_games_counts_its_games():
    league = STANDARD.evolve(match_form="best-of", match_games=5)
    assert one_game(league).match_form == "single"
    assert not one_game(gin.preset("hollywood-endless")).endless
    assert compare(STANDARD, league, rounds=100)["rounds-per-game"].difference.value == 0


@pytest.mark.parametrize(
    "name",
    [name for name in gin.preset_names() if not gin.preset(name).open_melds and 2 in gin.preset(name).table_sizes],
)
def test_every_preset_can_be_compared(name):
    rules = gin.preset(name)
    comparison = compare(STANDARD, rules, rounds=20)
    assert comparison["points"].b.value > 0
    assert players_at(rules, comparison.seats) in rules.player_counts


def test_games_of_teams_take_a_deal_for_each_table():
    teams = gin.preset("partnership")
    comparison = compare(STANDARD, teams, rounds=300)
    assert comparison["rounds-per-game"].b.value > 2


def test_games_that_do_not_end_have_no_estimate():
    comparison = compare(STANDARD, STANDARD.evolve(target=900_000), rounds=20)
    assert comparison["rounds-per-game"].values[0] is comparison["rounds-per-game"].differences[0] is None
    with pytest.raises(LabError, match="there is no estimate"):
        _ = comparison["rounds-per-game"].difference


def test_tables_of_more_than_two():
    penalty, mahjong = gin.preset("penalty-2-to-4"), gin.preset("mahjong-gin")
    comparison = compare(penalty, mahjong, rounds=45, seats=4)
    assert (comparison.seats, comparison.deals, comparison.rounds) == (4, 12, 48)
    assert comparison["out"].b.value > 0.5
    assert comparison["knock-deadwood"].values[1] is None
    assert comparison["knock-deadwood"].differences == (None,)
    assert compare(penalty, mahjong, rounds=40).seats == 2


def test_progress_counts_up_to_the_end():
    calls = []
    compare(STANDARD, HIGHER, rounds=90, progress=lambda done, total: calls.append((done, total)))
    assert calls == sorted(set(calls))
    assert calls[-1] == (90, 90)
    assert {total for _, total in calls} == {90}


def test_a_comparison_is_plain_values_for_json():
    comparison = compare(STANDARD, gin.preset("mahjong-gin"), rounds=20)
    plain = json.loads(json.dumps(comparison.as_plain()))
    assert plain == comparison.as_plain()
    assert plain["a"]["name"] == "standard"
    assert {change["rule"] for change in plain["changes"]} == {change.name for change in comparison.changes}
    points = next(one for one in plain["measures"] if one["key"] == "points")
    assert points["difference"]["value"] == pytest.approx(points["b"]["value"] - points["a"]["value"])
    assert points["a"]["low"] < points["a"]["value"] < points["a"]["high"]
    (missing,) = [one for one in plain["measures"] if one["key"] == "rounds-per-game"]
    assert missing["a"] is None


def test_texts_of_a_comparison_fit_a_screen():
    comparison = compare(STANDARD, OKLAHOMA, rounds=40)
    assert repr(comparison) == (
        "<Comparison of standard and oklahoma: 40 rounds each by greedy, knocking whenever allowed, seed 1>"
    )
    lines = str(comparison).splitlines()
    assert lines[2].split() == ["standard", "oklahoma", "difference"]
    points = comparison["points"]
    assert f"{points.b.value:.2f} ± {points.b.half_width:.2f}" in lines[3]
    assert lines[3].endswith(" *") == (not points.difference.contains_zero)
    assert len(lines) < 24
    assert max(map(len, lines)) <= 100
    three = str(compare(STANDARD, OKLAHOMA, HIGHER, rounds=40)).splitlines()
    assert three[2].split() == ["standard", "oklahoma", "higher"]


TRIO = gin.preset("penalty-2-to-4").evolve(name="trio", player_counts=(3, 4))
SMALL = STANDARD.evolve(name="small", ranks=8, hand_size=6)


@pytest.mark.parametrize(
    ("a", "b", "options", "message"),
    [
        (STANDARD, OKLAHOMA, {"rounds": 19}, None),
        (STANDARD, OKLAHOMA, {"rounds": 18}, "18 rounds are too few to compare standard and oklahoma: play 20 or more"),
        (STANDARD, OKLAHOMA, {"rounds": 0}, "0 rounds are too few"),
        (STANDARD, OKLAHOMA, {"rounds": -5}, "-5 rounds are too few"),
        (STANDARD, OKLAHOMA, {"rounds": 99.5}, r"rounds: expected a whole number to 10**15, got 99.5"),
        (STANDARD, OKLAHOMA, {"seats": 3}, "expected 2 seats at a table of standard and oklahoma, got 3"),
        (STANDARD, TRIO, {"seats": 3}, "no table size fits both: standard is for 2 seats, trio for 3 or 4"),
        (STANDARD, SMALL, {}, "the same deals need the same pack: standard has 13 ranks × 4 suits, small 8 × 4"),
    ],
)
def test_incomparable_rules_are_refused(a, b, options, message):
    if message is None:
        assert compare(a, b, **options).rounds == 20  # rounded up to whole deals
        return
    with pytest.raises(IncompatibleRulesError) as caught:
        compare(a, b, **options)
    assert message in str(caught.value)
    assert caught.value.code == "incompatible-rules-error"


def test_a_round_without_end_names_its_rule_set_and_seed():
    with pytest.raises(LabError) as caught:
        compare(STANDARD, OKLAHOMA, rounds=20, seed=8, players=RandomPlayer, ply_cap=30)
    details = caught.value.details
    assert details["rules"] in {"standard", "oklahoma"}
    assert details["seed"] in {deal_seed(8, number) for number in range(10)}
    assert str(details["seed"]) in str(caught.value)
    # it can be sent from a worker process
    received = pickle.loads(pickle.dumps(caught.value))
    assert (str(received), received.details) == (str(caught.value), details)


@pytest.mark.full
def test_a_run_is_judged_after_a_number_of_deals_that_no_chunk_decides(monkeypatch):
    rules = gin.RuleSet(), gin.RuleSet(knock_limit=9)
    done = []
    for chunk in (CHUNK, CHUNK // 4, 1):
        monkeypatch.setattr("ginrules.lab.runner.workers.CHUNK", chunk)
        done.append(compare(*rules, rounds=500, until=Precision(1.4)).deals)
    assert done[0] % LOOK_EVERY == 0
    assert FIRST_LOOK < done[0] < 250
    assert len(set(done)) == 1


# --- the default player, and statements about its strength ----------------------------------------


def test_a_comparison_says_whom_it_let_play_and_how_strong_that_is():
    comparison = gin.lab.compare("standard", "oklahoma", rounds=20)
    assert comparison.contestants == ("learned",)
    assert comparison.strength == strength_text("learned") == "wins 64% of its games against expert"
    assert str(comparison).endswith(f"\nlearned {comparison.strength}")
    assert json.loads(json.dumps(comparison.as_plain()))["strength"] == comparison.strength
    several = gin.lab.compare("standard", "oklahoma", players=["greedy", "simple"], rounds=40)
    assert several.strength == ""
    assert several.as_plain()["strength"] is None
    named = gin.lab.compare("standard", "oklahoma", players="greedy", rounds=20)
    assert named == gin.lab.compare("standard", "oklahoma", players=new_greedy, rounds=20)


def test_the_figures_are_those_of_players_with_their_usual_parameters():
    texts = {str(new_player(1)) for new_player in PLAYERS.values()}
    for player, (against, percent, half_width) in STRENGTHS.items():
        assert player in texts
        assert against in PLAYERS
        assert 0 < half_width < percent < 100


# --- rounds that a cap ends are measures, and results say so above five in a hundred --------------


def shares(result):
    return {figure.measure.key: figure.estimate.value for figure in result.figures if figure.measure.key in CAPS}


def test_the_reasons_of_dead_rounds_are_measures():
    stalled = gin.lab.simulate("gra-tournament", rounds=200, seed=1)
    dead = next(figure for figure in stalled.figures if figure.measure.key == "dead").estimate.value
    assert 0.2 < shares(stalled)["take-cap"] <= dead
    played = list(gin.lab.rows("gra-tournament", rounds=200, seed=1))
    assert shares(stalled)["take-cap"] == pytest.approx(sum(row.reason == "take-cap" for row in played) / len(played))
    assert set(shares(gin.lab.simulate("openspiel", rounds=200, seed=1))) == {"returned-pair"}
    assert shares(gin.lab.simulate("standard", rounds=200, seed=1)) == {}


def test_a_line_warns_of_rules_under_which_players_stall(capsys):
    stalled = gin.lab.simulate("gra-tournament", rounds=100, seed=1)
    assert str(stalled).endswith("these players stall. See the rows that begin with dead.")
    assert (
        cap_warning(
            ["standard"], ((one.measure, [one.estimate]) for one in stalled.figures if one.measure.key != "take-cap")
        )
        == ""
    )
    assert main(["simulate", "gra-tournament", "--rounds", "100"]) == 0
    assert "Under gra-tournament a cap ends" in " ".join(capsys.readouterr().out.split())
    assert main(["compare", "standard", "openspiel", "--rounds", "100"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Under openspiel a cap ends" in out
    assert "under standard a cap" not in out
    assert main(["simulate", "standard", "--rounds", "100"]) == 0
    assert "a cap ends" not in capsys.readouterr().out
