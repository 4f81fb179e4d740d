"""Comparisons: the figures recounted by hand, equal seeds, equal figures, and what cannot be compared."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from ginrules.errors import IncompatibleRulesError, LabError
from ginrules.lab import compare, new_greedy
from ginrules.lab.comparison.games import Games, one_game, players_at
from ginrules.lab.comparison.plan import plays_alike
from ginrules.lab.players import Greedy, RandomPlayer
from ginrules.lab.runner.deals import deal_seed, new_deal
from ginrules.lab.runner.round import play_deal
from ginrules.match import add_round, new_match
from ginrules.presets import preset, preset_names
from ginrules.scoring import price

STANDARD = preset("standard")
OKLAHOMA = preset("oklahoma")
DEARER = STANDARD.evolve(name="dearer", gin_bonus=40, undercut_bonus=30)


def greedy(_seed):
    return Greedy()


def recounted(rules, deals, seed):
    """The rounds of a run once more, by deal: scores and rounds by dealer."""
    for number in range(deals):
        rounds = play_deal(rules, greedy, new_deal(deal_seed(seed, number), rules), seats=2)
        yield [price(each.outcome, rules) for each in rounds], rounds


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def test_the_figures_are_those_of_a_plain_recount():
    found = compare(STANDARD, OKLAHOMA, rounds=80, seed=6)
    assert (found.rounds, found.deals, found.seats, found.repriced) == (80, 40, 2, False)
    for side, rules in (("a", STANDARD), ("b", OKLAHOMA)):
        deals = list(recounted(rules, 40, 6))
        rounds = [(score, each, (dealer + 1) % 2) for scores, plays in deals
                  for dealer, (score, each) in enumerate(zip(scores, plays, strict=True))]  # fmt: skip
        expected = {
            "points": mean(max(score.points) for score, _, _ in rounds),
            "turns": mean(each.turns for _, each, _ in rounds),
            "first-seat-net": mean(score.net[first] for score, _, first in rounds),
            "first-seat-wins": mean(score.winner == first for score, _, first in rounds if score.winner is not None),
            "knock-deadwood": mean(
                each.outcome.deadwood[each.outcome.declarer] for _, each, _ in rounds if each.outcome.ending == "knock"
            ),
        }
        expected |= {
            result: mean(score.result == result for score, _, _ in rounds)
            for result in ("knock", "gin", "big-gin", "undercut", "dead")
        }
        for key, value in expected.items():
            estimate = getattr(found[key], side)
            assert estimate.value == pytest.approx(value)
            assert estimate.low <= estimate.value <= estimate.high
    assert found["rounds-per-game"].difference is None  # forty deals are too few games
    for finding in found.findings[:-3]:
        assert finding.difference.value == pytest.approx(finding.b.value - finding.a.value)
        assert not finding.same


def test_the_shares_add_up_to_all_rounds():
    found = compare(preset("openspiel"), preset("round-the-corner"), rounds=60)
    shares = [each for each in found.findings if each.measure.unit == "share"][:-3]
    assert sum(each.a.value for each in shares) == pytest.approx(1)
    assert sum(each.b.value for each in shares) == pytest.approx(1)


def test_the_same_seed_gives_the_same_figures_and_another_seed_others():
    first = compare(STANDARD, OKLAHOMA, rounds=60, seed=3)
    assert compare(STANDARD, OKLAHOMA, rounds=60, seed=3) == first
    assert compare(STANDARD, OKLAHOMA, rounds=60, seed=4)["points"].a != first["points"].a


def test_the_figures_do_not_depend_on_where_they_are_played():
    alone = compare(STANDARD, OKLAHOMA, rounds=100)
    with ThreadPoolExecutor(2) as threads:
        assert compare(STANDARD, OKLAHOMA, rounds=100, executor=threads) == alone


def test_worker_processes_give_the_same_figures(workers):
    player = partial(new_greedy, threshold=5)
    alone = compare(STANDARD, OKLAHOMA, rounds=60, new_player=player)
    with workers(1) as processes:
        assert compare(STANDARD, OKLAHOMA, rounds=60, new_player=player, executor=processes) == alone


def test_more_rounds_only_add_to_the_fewer():
    # the deals are numbered, so that a longer run begins with the shorter one
    few = [each[0][0].points for each in recounted(STANDARD, 3, 2)]
    more = [each[0][0].points for each in recounted(STANDARD, 5, 2)]
    assert more[:3] == few


def test_prices_alone_need_no_second_play():
    assert plays_alike(STANDARD, DEARER)
    assert not plays_alike(STANDARD, OKLAHOMA)
    calls = []

    def counting(seed):
        calls.append(seed)
        return Greedy()

    found = compare(STANDARD, DEARER, rounds=40, new_player=counting)
    assert found.repriced
    once = len(calls)
    calls.clear()

    class Wary(Greedy):
        reads_prices = True

    def wary(seed):
        calls.append(seed)
        return Wary()

    replayed = compare(STANDARD, DEARER, rounds=40, new_player=wary)
    assert not replayed.repriced
    assert len(calls) > 1.8 * once
    # played or priced again, the figures are the same; only what is certain is told apart
    for one, other in zip(found.findings, replayed.findings, strict=True):
        assert (one.a, one.b) == (other.a, other.b)
    assert {each.measure.key for each in found.findings if each.same} == {
        "gin", "big-gin", "dead", "turns", "knock-deadwood",
    }  # fmt: skip
    assert found["turns"].difference.half_width == 0


def test_rules_compared_with_themselves_are_the_same_in_everything():
    found = compare(STANDARD, STANDARD, rounds=40)
    assert found.changes == ()
    assert all(each.same for each in found.findings)
    assert found["points"].difference.value == found["points"].difference.half_width == 0


def test_a_longer_target_makes_longer_games_and_changes_no_round():
    found = compare(STANDARD, STANDARD.evolve(target=250), rounds=500)
    assert found.repriced
    assert found["points"].same
    games = found["rounds-per-game"]
    assert not games.same
    assert games.difference.low > 5


def test_rounds_per_game_are_those_of_games_played_deal_by_deal():
    seen = []
    games = Games(STANDARD, OKLAHOMA, 2)
    pairs = zip(recounted(STANDARD, 60, 1), recounted(OKLAHOMA, 60, 1), strict=True)
    scores = [(of_a, of_b) for (of_a, _), (of_b, _) in pairs]
    for of_a, of_b in scores:
        games.add(of_a, of_b)
        if not games.in_stretch:
            seen.append(games.lengths.units)
    # the same by hand: games from the start of each stretch, one for either first dealer
    start, units, total = 0, 0, [0, 0]
    while True:
        ends, stretch = [], []
        for which, rules in enumerate((STANDARD, OKLAHOMA)):
            for dealer in (0, 1):
                match, place = new_match(rules, dealer=dealer), start
                while not match.is_over and place < len(scores):
                    match = add_round(match, scores[place][which][match.due[0].dealer_seat])
                    place += 1
                ends.append(place if match.is_over else len(scores) + 1)
                stretch.append((which, place - start))
        if max(ends) > len(scores):
            break
        start, units = max(ends), units + 1
        for which, length in stretch:
            total[which] += length
    assert units >= 3
    assert (games.lengths.units, games.lengths.a, games.lengths.b) == (units, *total)
    assert (games.lengths.base_a, games.lengths.base_b) == (2 * units, 2 * units)
    assert seen == list(range(1, units + 1))


def test_a_match_of_several_games_counts_its_games():
    league = STANDARD.evolve(match_form="best-of", match_games=5)
    assert one_game(league) == STANDARD
    assert not one_game(preset("hollywood-endless")).endless
    assert compare(STANDARD, league, rounds=100)["rounds-per-game"].difference.value == 0


@pytest.mark.parametrize("name", [name for name in preset_names() if not preset(name).open_melds])
def test_every_preset_can_be_compared(name):
    rules = preset(name)
    found = compare(STANDARD, rules, rounds=20)
    assert found["points"].b.value > 0
    assert players_at(rules, found.seats) in rules.player_counts


def test_games_of_teams_take_a_deal_for_each_table():
    teams = preset("partnership")
    found = compare(STANDARD, teams, rounds=300)
    assert found["rounds-per-game"].b.value > 2


def test_games_too_long_to_see_are_left_open():
    found = compare(STANDARD, STANDARD.evolve(target=900_000), rounds=20)
    assert found["rounds-per-game"].a is found["rounds-per-game"].difference is None


def test_tables_of_more_than_two():
    penalty, mahjong = preset("penalty-2-to-4"), preset("mahjong-gin")
    found = compare(penalty, mahjong, rounds=45, seats=4)
    assert (found.seats, found.deals, found.rounds) == (4, 12, 48)
    assert found["out"].b.value > 0.5
    assert found["knock-deadwood"].b is None
    assert found["knock-deadwood"].difference is None
    assert compare(penalty, mahjong, rounds=40).seats == 2


def test_progress_counts_up_to_the_end():
    told = []
    compare(STANDARD, DEARER, rounds=90, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(set(told))
    assert told[-1] == (90, 90)
    assert {total for _, total in told} == {90}


def test_a_comparison_is_plain_values_for_json():
    found = compare(STANDARD, preset("mahjong-gin"), rounds=20)
    plain = json.loads(json.dumps(found.as_plain()))
    assert plain == found.as_plain()
    assert plain["a"]["name"] == "standard"
    assert {each["rule"] for each in plain["changes"]} == {each.name for each in found.changes}
    points = next(each for each in plain["measures"] if each["key"] == "points")
    assert points["difference"]["value"] == pytest.approx(points["b"]["value"] - points["a"]["value"])
    assert points["a"]["low"] < points["a"]["value"] < points["a"]["high"]
    (missing,) = [each for each in plain["measures"] if each["key"] == "rounds-per-game"]
    assert missing["a"] is None


def test_an_unknown_measure_is_a_key_error():
    with pytest.raises(KeyError, match="luck"):
        compare(STANDARD, DEARER, rounds=20)["luck"]


@pytest.mark.parametrize(
    ("a", "b", "options", "message"),
    [
        (STANDARD, OKLAHOMA, {"rounds": 19}, None),
        (STANDARD, OKLAHOMA, {"rounds": 18}, "18 rounds are too few to compare standard and oklahoma: play 20 or more"),
        (STANDARD, OKLAHOMA, {"rounds": 0}, "0 rounds are too few"),
        (STANDARD, OKLAHOMA, {"rounds": -5}, "-5 rounds are too few"),
        (STANDARD, OKLAHOMA, {"rounds": 99.5}, "rounds: expected a whole number, got 99.5"),
        (STANDARD, OKLAHOMA, {"seats": 3}, "seats: expected 2 for standard and oklahoma, got 3"),
        (STANDARD, preset("penalty-2-to-4").evolve(name="trio", player_counts=(3, 4)), {},
         "no table size fits both: standard is for 2 seats, trio for 3 or 4"),
        (STANDARD, STANDARD.evolve(name="small", ranks=8, hand_size=6), {},
         "the same deals need the same pack: standard has 13 ranks × 4 suits, small 8 × 4"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_with_its_numbers(a, b, options, message):
    if message is None:
        assert compare(a, b, **options).rounds == 20  # rounded up to whole deals
        return
    with pytest.raises(IncompatibleRulesError) as caught:
        compare(a, b, **options)
    assert message in str(caught.value)
    assert caught.value.code == "incompatible-rules-error"


def test_a_round_without_end_names_its_rule_set_and_seed():
    with pytest.raises(LabError) as caught:
        compare(STANDARD, OKLAHOMA, rounds=20, seed=8, new_player=RandomPlayer, ply_cap=30)
    details = caught.value.details
    assert details["rules"] in {"standard", "oklahoma"}
    assert details["seed"] in {deal_seed(8, number) for number in range(10)}
    assert str(details["seed"]) in str(caught.value)
    # it comes home from a worker process whole
    home = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert (str(home), home.details) == (str(caught.value), details)
