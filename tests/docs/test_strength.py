"""Statements about a player's strength agree with the benchmarks."""

import json
import re
from typing import get_args

from docs.generate.benchmark_tables import README, table
from ginrules._support.names import PlayerName
from ginrules.lab.comparison.result import STRENGTHS, Strength

_SHARE = re.compile(r"([\d.]+)% \(([\d.]+)% to ([\d.]+)%\)")


def test_the_strengths_are_those_of_the_table():
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table("strength").splitlines()]
    learned = json.loads((README.parent / "learned_nets.json").read_text(encoding="utf-8"))["games"]
    won, low, high = (100 * end for end in learned["learned, standard against expert"]["won"])
    assert STRENGTHS["learned"] == Strength("expert", round(won, 1), round(max(won - low, high - won), 1))
    for player, strength in STRENGTHS.items() - {("learned", STRENGTHS["learned"])}:
        share = next(row[3] for row in rows if row[0] == player and row[1].partition(",")[0] == strength.against)
        percent, low, high = map(float, _SHARE.match(share).groups())
        assert (strength.percent, strength.half_width) == (percent, round(max(percent - low, high - percent), 1))


def test_every_table_of_the_benchmarks_names_its_command():
    names = re.findall(r"<!-- ([a-z ]+) -->", README.read_text(encoding="utf-8"))[::2]
    assert len(names) > 10
    without = [name for name in names if "`python -m benchmarks" not in table(name).splitlines()[-1]]
    assert without == []


def test_every_player_is_on_the_page_of_players():
    page = (README.parents[1] / "docs" / "players.md").read_text(encoding="utf-8")
    assert [name for name in get_args(PlayerName) if f"`{name}`" not in page] == []
