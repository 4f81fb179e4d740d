"""Rule sets that no table fits together: each on deals of its own, checked against matches counted one by one."""

import json
from collections import Counter
from functools import partial
from math import hypot
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from ginrules import load_rules, preset
from ginrules.errors import InvalidRunError
from ginrules.lab import Checkpoint, compare_apart
from ginrules.lab.runner.play import match_at
from ginrules.play.run_deals import deal_seed, seatings
from ginrules.players import RandomPlayer, Simple, new_greedy

FILE = Path(__file__).parents[2] / "data" / "blitz.toml"
BLITZ = load_rules(FILE)


def slowly(rules, makers, matches, seed):
    """The figures of matches that the engine plays one by one."""
    places = min(rules.player_counts)
    names = ["one", *["other"] * (places - 1)] if len(makers) > 1 else ["one"]
    size = places * len(seatings(names, places, 0))
    played = []
    for unit in range(-(-matches // size)):
        deals = deal_seed(seed, unit)
        for at_table in seatings(names, places, deals):
            contestants = [makers[0 if number == 0 else -1] for number in range(len(names))]
            played += [match_at(rules, contestants, at_table, seed=deals, first_dealer=one) for one in range(places)]
    rounds = [one for match in played for one in match.rounds]
    won = [one for one in rounds if one.score.winner is not None]
    decided = [match for match in played if match.match.winner is not None]
    turns = sum(one.played.turns for one in rounds)
    return {
        "matches": len(played),
        "turns": turns / len(rounds),
        "drawn": 1 - len(won) / len(rounds),
        "rounds-per-match": len(rounds) / len(played),
        "minutes-per-match": turns / len(played) / 6,
        "first-seat-fair": places * sum(one.score.winner == one.first for one in won) / len(won),
        "skill": places * sum(match.contestants[match.match.winner] == 0 for match in decided) / len(decided),
    }


def test_blitz_beside_standard_is_what_a_slow_computation_finds():
    apart = compare_apart("standard", BLITZ, matches=54, seed=3, players=(Simple, new_greedy))
    assert apart.seats == (2, 3)
    assert "not on the same deals" in str(apart)
    for number, rules in enumerate(apart.rules):
        expected = slowly(rules, (Simple, new_greedy), 54, 3)
        assert apart.matches[number] == expected.pop("matches")
        for key, value in expected.items():
            assert apart[key].values[number].value == pytest.approx(value), key


def test_differences_are_of_independent_runs():
    finding = compare_apart("standard", BLITZ, matches=90, players="greedy")["turns"]
    (first, other), (difference,) = finding.values, finding.differences
    assert difference.value == pytest.approx(other.value - first.value)
    assert difference.half_width == pytest.approx(hypot(first.half_width, other.half_width))


def test_a_run_that_is_stopped_continues_to_the_same_figures(tmp_path):
    play = partial(compare_apart, "standard", BLITZ, matches=60, players=("simple", "greedy"))
    whole = play()
    for stop in (1, 2, 3):  # in the first rule set, and in the second
        parts = 0

        def progress(_done, _total, stop=stop):
            nonlocal parts
            parts += 1
            if parts == stop:
                raise KeyboardInterrupt

        file = tmp_path / f"{stop}.json"
        part = play(checkpoint=file, checkpoint_every=0, progress=progress)
        assert part.partial
        assert part.matches < whole.matches
        assert Checkpoint.loads(file.read_text()) == part.checkpoint
        rows = []
        assert play(checkpoint=file, take_rows=rows.extend) == whole
        assert len(rows) == sum(whole.rounds) - sum(part.rounds)
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        compare_apart("standard", BLITZ, matches=61, players=("simple", "greedy"), resume=whole.checkpoint)


def test_rows_are_those_of_the_run():
    rows = []
    apart = compare_apart("standard", BLITZ, matches=60, players="greedy", take_rows=rows.extend)
    assert Counter(row.rules for row in rows) == dict(zip(("standard", "blitz"), apart.rounds, strict=True))
    assert sum(row.turns for row in rows if row.rules == "blitz") / apart.rounds[1] == apart["turns"].values[1].value


def test_the_command_writes_one_page_and_all_rounds(tmp_path, capsys, monkeypatch):
    pytest.importorskip("cyclopts")
    from ginrules.cli import main

    monkeypatch.chdir(tmp_path)
    command = ["compare", "standard", str(FILE), "--rounds", "300", "--player", "greedy"]

    def printed(*options):
        assert main([*command, *options]) == 0
        return capsys.readouterr().out

    table = printed("--html", "page.html", "--checkpoint", "run.json")
    assert "not on the same deals" in table
    assert "difference" in table
    page = Path("page.html").read_text()
    apart = compare_apart("standard", BLITZ, matches=60, players="greedy")
    for text in ("not on the same deals", "minutes per match", ">difference<", f"{apart['turns'].values[1].value:.2f}"):
        assert text in page
    assert table.endswith("\npage.html: the page\n")
    figures = table.removesuffix("page.html: the page\n")
    assert printed("--checkpoint", "run.json") == figures
    assert printed("--csv", "rounds.csv") == f"{figures}rounds.csv: every round\n"
    assert len(Path("rounds.csv").read_text().splitlines()) == 1 + sum(apart.rounds)
    assert json.loads(printed("--json")) == apart.as_plain()
    assert main([*command, "--csv", "other.csv", "--checkpoint", "run.json"]) == 2
    assert "leave one of them out" in capsys.readouterr().err
    assert main([*command, "--plot", "plot.svg"]) == 2
    assert "needs rounds of the same deals" in capsys.readouterr().err


def test_a_player_among_equals_has_no_skill_and_a_better_one_has_the_most():
    apart = compare_apart("standard", BLITZ, matches=90, players=("greedy", "greedy"))
    assert apart["skill"].values[1].value == pytest.approx(1)
    better = compare_apart(BLITZ, "partnership", matches=60, players=(new_greedy, RandomPlayer))
    assert better["skill"].values[0].value > 2.5


def test_a_second_player_fills_the_other_seats_and_a_third_is_refused():
    assert [
        len(names) for names in compare_apart(BLITZ, "standard", matches=9, players=("simple", "greedy")).contestants
    ] == [2, 2]
    with pytest.raises(InvalidRunError, match="one player or two"):
        compare_apart(BLITZ, preset("standard"), players=("simple", "greedy", "careful"))


def test_one_player_plays_under_all_rules_where_none_is_named():
    assert compare_apart("standard", "group-gin", matches=6).contestants == (("expert",), ("expert",))
    assert compare_apart("standard", "partnership", matches=4).contestants == (("learned",), ("learned",))
