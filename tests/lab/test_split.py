"""Rule sets that no table fits together: each on deals of its own, checked against matches counted one by one."""

import json
from collections import Counter
from functools import partial
from math import hypot
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ginrules import load_rules, preset
from ginrules.errors import IncompatibleRulesError, InvalidRunError, LabError
from ginrules.lab import Precision, compare
from ginrules.lab.runner import workers
from ginrules.lab.runner.play import match_at
from ginrules.play.seeded_deals import deal_seed, seatings
from ginrules.players import RandomPlayer, Simple, new_greedy
from tests.lab.conftest import Stop

FILE = Path(__file__).parents[1] / "data" / "blitz.toml"
BLITZ = load_rules(FILE)
RECORD = "measure unit rules value value_low value_high difference difference_low difference_high".split()


def played(comparison):
    return sum(run.rounds for run in comparison.split)


def slowly(rules, makers, matches, seed):
    """The figures of matches that the engine plays one by one."""
    places = min(rules.player_counts)
    names = ["one", *["other"] * (places - 1)] if len(makers) > 1 else ["one"]
    size = places * len(seatings(names, places, 0))
    every = []
    for unit in range(-(-matches // size)):
        deals = deal_seed(seed, unit)
        for at_table in seatings(names, places, deals):
            contestants = [makers[0 if number == 0 else -1] for number in range(len(names))]
            every += [match_at(rules, contestants, at_table, seed=deals, first_dealer=one) for one in range(places)]
    rounds = [one for match in every for one in match.rounds]
    won = [one for one in rounds if one.score.winner is not None]
    decided = [match for match in every if match.match.winner is not None]
    turns = sum(one.played.turns for one in rounds)
    return {
        "matches": len(every),
        "turns": turns / len(rounds),
        "drawn": 1 - len(won) / len(rounds),
        "rounds-per-match": len(rounds) / len(every),
        "minutes-per-match": turns / len(every) / 6,
        "first-seat-fair": places * sum(one.score.winner == one.first for one in won) / len(won),
        "skill": places * sum(match.contestants[match.match.winner] == 0 for match in decided) / len(decided),
    }


def test_blitz_beside_standard_is_what_a_slow_computation_finds():
    apart = compare("standard", BLITZ, rounds=270, seed=3, players=(Simple, new_greedy))
    assert [run.seats for run in apart.split] == [2, 3]
    assert "not on the same deals" in str(apart)
    for number, rules in enumerate(apart.rules):
        expected = slowly(rules, (Simple, new_greedy), 54, 3)
        assert apart.split[number].matches == expected.pop("matches")
        for key, value in expected.items():
            assert apart[key].values[number].value == pytest.approx(value), key


def test_differences_are_of_independent_runs():
    finding = compare("standard", BLITZ, rounds=450, players="greedy")["turns"]
    (first, other), (difference,) = finding.values, finding.differences
    assert difference.value == pytest.approx(other.value - first.value)
    assert difference.half_width == pytest.approx(hypot(first.half_width, other.half_width))


def test_a_run_that_is_stopped_continues_to_the_same_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "MATCHES_CHUNK", 5)
    play = partial(compare, "standard", BLITZ, rounds=300, players=("simple", "greedy"))
    whole = play()
    for stop in (1, 2, 4):  # in the first rule set, and in the second
        file = tmp_path / str(stop)
        part = play(checkpoint=file, checkpoint_every=0, progress=Stop(stop))
        assert part.partial
        assert played(part) < played(whole)
        assert play(resume=part) == whole
        rows = []
        assert play(checkpoint=file, take_rows=rows.extend) == whole
        assert len(rows) == played(whole)
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        compare("standard", BLITZ, rounds=305, players=("simple", "greedy"), resume=whole)


def test_rows_are_those_of_the_run():
    rows = []
    apart = compare("standard", BLITZ, rounds=300, players="greedy", take_rows=rows.extend)
    assert Counter(row.rules for row in rows) == {"standard": apart.split[0].rounds, "blitz": apart.split[1].rounds}
    turns = sum(row.turns for row in rows if row.rules == "blitz")
    assert turns / apart.split[1].rounds == apart["turns"].values[1].value


def test_the_command_writes_one_page_and_all_rounds(tmp_path, capsys, monkeypatch):
    pytest.importorskip("cyclopts")
    from ginrules.cli import main

    monkeypatch.chdir(tmp_path)
    command = ["compare", "standard", str(FILE), "--rounds", "300", "--player", "greedy"]

    def printed(*options):
        assert main([*command, *options]) == 0
        return capsys.readouterr().out

    table = printed("--html", "page.html", "--checkpoint", "run")
    assert "not on the same deals" in table
    assert "difference" in table
    page = Path("page.html").read_text()
    apart = compare("standard", BLITZ, rounds=300, players="greedy")
    for text in ("not on the same deals", "minutes per match", ">difference<", f"{apart['turns'].values[1].value:.2f}"):
        assert text in page
    assert table.endswith("\npage.html: the page\n")
    figures = table.removesuffix("page.html: the page\n")
    assert printed("--checkpoint", "run") == figures
    assert printed("--csv", "rounds.csv") == f"{figures}rounds.csv: every round\n"
    assert len(Path("rounds.csv").read_text().splitlines()) == 1 + played(apart)
    assert json.loads(printed("--json")) == apart.as_plain()
    assert printed("--csv", "other.csv", "--checkpoint", "run") == f"{figures}other.csv: every round\n"
    assert Path("other.csv").read_bytes() == Path("rounds.csv").read_bytes()
    assert main([*command, "--plot", "plot.svg"]) == 2
    assert "needs rounds of the same deals" in capsys.readouterr().err


def test_a_player_among_equals_has_no_skill_and_a_better_one_has_the_most():
    apart = compare("standard", BLITZ, rounds=450, players=("greedy", "greedy"))
    assert apart["skill"].values[1].value == pytest.approx(1)
    better = compare(BLITZ, "partnership", rounds=300, players=(new_greedy, RandomPlayer))
    assert better["skill"].values[0].value > 2.5


def names_of(comparison):
    return [run.contestants for run in comparison.split]


def test_a_second_player_fills_the_other_seats_and_a_third_is_refused():
    names = names_of(compare(BLITZ, "standard", rounds=45, players=("simple", "greedy")))
    assert [len(one) for one in names] == [2, 2]
    with pytest.raises(InvalidRunError, match="one player or two"):
        compare(BLITZ, preset("standard"), players=("simple", "greedy", "expert"))


def test_one_player_plays_under_all_rules_where_none_is_named():
    assert names_of(compare("standard", "group-gin", rounds=30)) == [("expert",), ("expert",)]


def test_seats_and_a_precision_need_the_same_deals():
    for option in ({"seats": 3}, {"until": Precision(5.0)}):
        with pytest.raises(IncompatibleRulesError, match="without seats and until, each is played on deals of its own"):
            compare("standard", BLITZ, **option)
    with pytest.raises(LabError, match="has no picture"):
        compare("standard", BLITZ, rounds=30, players="greedy").plot()


def test_a_pair_of_three_rule_sets_keeps_their_runs():
    apart = compare("standard", BLITZ, "group-gin", rounds=30, players="greedy")
    assert apart.pairs[1].split == (apart.split[0], apart.split[2])
    assert apart.pairs[1]["turns"].differences == apart["turns"].differences[1:]
    assert list(apart.records()[0]) == list(RECORD)
    units = {row["measure"]: row["unit"] for row in apart.records()}
    assert (units["minutes-per-match"], units["first-seat-fair"], units["turns"]) == ("minutes", "ratio", "turns")
    assert apart.split[2].histograms["rounds-per-match"].total == apart.split[2].matches
