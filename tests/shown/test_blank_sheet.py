"""The empty score sheet: as many columns and rows as the game needs, on one side of A4."""

import re
from xml.etree import ElementTree as ET

import pytest

import ginrules as gin
from ginrules.errors import PictureError
from ginrules.svg import blank_sheet_svg
from tests.conftest import every

TEXT = "{http://www.w3.org/2000/svg}text"


def texts(picture):
    return [element.text for element in ET.fromstring(str(picture)).iter(TEXT)]  # noqa: S314 - drawn by the library


@every(gin.preset_names())
def test_a_sheet_has_a_column_for_each_side_of_each_game(name):
    rules = gin.preset(name)
    picture = blank_sheet_svg(rules, min(rules.player_counts), rows=9)
    match = gin.new_match(rules, min(rules.player_counts))
    written = texts(picture)
    assert [text for text in written if re.fullmatch(r"game \d( ×\d)?", text)] == [
        f"game {number}" + (f" ×{weight}" if weight != 1 else "")
        for number, weight in zip(range(1, rules.columns + 1), rules.column_weights * rules.columns, strict=False)
    ]
    names = ["/".join(match.players[player] for player in side) for side in match.sides]
    assert [text for text in written if text in names] == names * rules.columns
    assert [text for text in written if text.isdigit()] == [str(number) for number in range(1, 10)]
    assert (picture.width, picture.height) == (794, 1123)
    lines = [float(found) for found in re.findall(r'y2="([\d.]+)"', str(picture))]
    assert max(lines) <= 1123 - 48


def test_the_lines_below_are_those_of_the_settlement():
    assert texts(blank_sheet_svg("hollywood", ["Ann", "Bo"]))[-7:] == [
        "points", "game bonus 100", "shutout", "boxes at 25", "total", "difference", "all games",
    ]  # fmt: skip
    assert texts(blank_sheet_svg("standard", 2))[-2:] == ["total", "difference"]
    assert texts(blank_sheet_svg("penalty-2-to-4", 3))[-1] == "points"


def test_a_sheet_has_no_line_for_what_decides_nothing():
    """F5 of the reading of cards: five of six lines counted bonuses in a match that counts games."""
    assert texts(blank_sheet_svg("gin-pro", 2))[-3:] == ["20", "points", "games won"]
    assert texts(blank_sheet_svg("straight-gin-best-of-seven", 2))[-2:] == ["7", "games won"]
    assert "to 121 points, gin 20" in texts(blank_sheet_svg("gin-pro", 2))


def test_rows_are_as_many_as_the_rules_need():
    rows = {name: [text for text in texts(blank_sheet_svg(name, 3)) if text.isdigit()] for name in ("penalty-2-to-4",)}
    assert rows["penalty-2-to-4"] == ["1", "2", "3", "4", "5", "6"]  # three decided rounds, and drawn ones
    assert "3 decided rounds, gin 25" in texts(blank_sheet_svg("penalty-2-to-4", 3))


def test_what_cannot_be_drawn_is_refused():
    for rows in (0, 41, "9"):
        with pytest.raises(PictureError):
            blank_sheet_svg("standard", 2, rows=rows)
    with pytest.raises(gin.ScoreError):
        blank_sheet_svg("standard", ["Ann"])


def test_names_from_outside_are_escaped():
    assert "Ann <b>" in texts(blank_sheet_svg("standard", ["Ann <b>", "Bo"]))
