"""Rules that cannot be seated, combined or dealt are refused with every fault named, before a card is dealt."""

import pytest

from ginrules.errors import DealError, RuleSetError, ScoreError
from ginrules.match import new_match
from ginrules.play.deal import deal, shuffled, stacked
from ginrules.presets import preset, preset_names
from ginrules.presets.rule_files import check_rules, loads_rules
from ginrules.rules.model import RuleSet
from tests.every import every

SEATS = range(12)
SEATED = [(name, seats) for name in preset_names() for seats in SEATS if seats not in preset(name).player_counts]


@every(SEATED)
def test_a_preset_asked_for_players_it_does_not_allow(name, seats):
    rules = preset(name)
    with pytest.raises(ScoreError) as caught:
        new_match(rules, seats)
    allowed = " or ".join(map(str, rules.player_counts))
    assert str(caught.value) == f"expected {allowed} players in a match of {name}, got {seats}"


@every(preset_names())
def test_a_preset_asked_for_seats_that_its_tables_do_not_have(name):
    rules = preset(name)
    allowed = rules.player_counts if rules.seating == "all-play" else (2,)
    knock_card = "7h" if rules.knock_source == "knock-card" else None
    for seats in SEATS:
        if seats in allowed:
            continue
        with pytest.raises(DealError) as caught:
            deal(rules, shuffled(1, rules), seats=seats, knock_card=knock_card)
        assert f"got {seats}" in str(caught.value)
        assert caught.value.details["allowed"] == list(allowed)
        if seats:
            with pytest.raises(DealError, match=f"got {seats}"):
                stacked([["Ac"]] * seats, rules)


@pytest.mark.parametrize("players", [3, 5, 7, 9])
def test_a_team_size_that_does_not_divide_the_players(players):
    for name in ("partnership", "tedesco-teams", "partnership-teams"):
        with pytest.raises(ScoreError, match=rf"players in a match of [\w-]+, got {players}"):
            new_match(preset(name), players)
        with pytest.raises(RuleSetError, match="an even number, 4 or more, two teams") as caught:
            preset(name).evolve(player_counts=(players,))
        assert "player_counts" in [problem.path for problem in caught.value.problems]


def test_teams_without_a_target_of_their_size():
    with pytest.raises(RuleSetError, match="has no number for teams of 4; add 4 = …"):
        preset("tedesco-teams").evolve(player_counts=(4, 6, 8))


def faults_of(text):
    """The refusals of a rule file, by path."""
    with pytest.raises(RuleSetError) as caught:
        loads_rules(text)
    error = caught.value
    lines = str(error).splitlines()
    assert len(lines) == 1 + len(error.problems)
    assert lines[0].startswith(f"{len(error.problems)} problem")
    return [problem.path for problem in error.problems], str(error)


def test_mahjong_melding_with_knocking_allowed():
    """The issue's first example; every other rule that open melding excludes is named at once."""
    paths, text = faults_of("[draw]\nopen_melds = true\ndiscard_take = 'several'\n")
    assert set(paths) == {"knock.knock_limit", "knock.big_gin", "layoff.layoff"}
    assert "knock_limit = 10: must be 0 with open_melds = true: melds lie open and nobody knocks" in text
    paths, _ = faults_of("[draw]\nopen_melds = true\n[layoff]\nlayoff_chain = false\n[stock]\nreturn_pair = true\n"
                    "stock_exhausted = 'reshuffle'\n")  # fmt: skip
    assert {"layoff.layoff_chain", "stock.return_pair", "stock.stock_exhausted"} < set(paths)


def test_a_deep_take_without_open_melding():
    paths, _ = faults_of("[draw]\ndiscard_take = 'several'\n")
    assert paths == ["draw.open_melds"]


def test_three_columns_with_a_match_by_points():
    paths, text = faults_of("[columns]\ncolumns = 3\n[match]\nmatch_form = 'points'\nmatch_target = 500\n")
    assert paths == ["match.match_form"]
    assert "must be single with columns = 3" in text


@pytest.mark.parametrize(
    ("seating", "counts", "dealer"),
    [("all-play", [2], "alternate"), ("sit-out", [3], "incoming"), ("rotating-box", [3], "box")],
)
def test_three_columns_of_more_than_two_sides(seating, counts, dealer):
    paths, _ = faults_of(
        f"[players]\nseating = '{seating}'\nplayer_counts = {counts}\nnext_dealer = '{dealer}'\n"
        "[columns]\ncolumns = 3\n[game]\nshutout = 'none'\n"
    )
    assert paths == ["columns.columns"]


@pytest.mark.parametrize(("name", "size", "largest"), [("penalty-2-to-4", 13, 12), ("mahjong-gin", 13, 12)])
def test_hand_sizes_that_exceed_the_deck(name, size, largest):
    """Seats × hand + 1 + floor ≥ cards in the deck."""
    rules = preset(name)
    with pytest.raises(RuleSetError) as caught:
        rules.evolve(hand_size=size)
    assert [problem.path for problem in caught.value.problems] == ["hand_size"]
    seats = max(rules.player_counts)
    state = deal(rules.evolve(hand_size=largest), shuffled(1), seats=seats)
    assert len(state.stock) > state.rules.stock_floor


def test_every_faulty_hand_size_is_named():
    paths, text = faults_of(
        "[players]\nseating = 'all-play'\nplayer_counts = [2, 3, 4]\n[price]\nscore_mode = 'penalty'\n"
        "[game]\nbox_bonus = 0\ngame_bonus = 0\nshutout = 'none'\n[deal]\nhand_size = { 2 = 26, 3 = 17, 4 = 13 }\n"
    )
    assert paths == ["deal.hand_size"] * 3
    for line in ("4 seats × 13 cards", "3 seats × 17 cards", "2 seats × 26 cards"):
        assert line in text


def test_a_small_pack_whose_reshuffle_would_leave_the_stock_at_the_floor():
    small = {"ranks": 4, "suits": 3, "stock_exhausted": "reshuffle", "knock_limit": 3}
    with pytest.raises(RuleSetError, match="nothing to draw in a pack of 12"):
        RuleSet(hand_size=5, stock_floor=1, **small)
    assert RuleSet(hand_size=4, stock_floor=1, **small).hand_size_for(2) == 4


SECTION_11 = [
    ({"opening": "eleven-cards", "knock_source": "upcard"}, {"knock_source"}),
    ({"opening": "no-upcard", "knock_source": "upcard"}, {"knock_source"}),
    ({"score_mode": "penalty"}, {"box_bonus", "game_bonus", "shutout"}),
    ({"score_mode": "penalty", "box_bonus": 0, "game_bonus": 0, "shutout": "none", "exact_margin_forfeit": 50,
      "spade_multiplier": 2, "knock_source": "upcard"}, {"exact_margin_forfeit", "spade_multiplier"}),
    ({"seating": "all-play", "layoff": "including-gin"}, {"layoff"}),
    ({"seating": "captain", "next_dealer": "winner"}, {"player_counts"}),
    ({"seating": "sit-out", "next_dealer": "incoming", "shutout": "none", "player_counts": (4,)}, {"player_counts"}),
    ({"seating": "rotating-box", "next_dealer": "box", "shutout": "none"}, {"player_counts"}),
]  # fmt: skip


@pytest.mark.parametrize(("values", "blamed"), SECTION_11)
def test_impossible_combinations_name_every_rule_in_the_way(values, blamed):
    with pytest.raises(RuleSetError) as caught:
        RuleSet(**values)
    assert {problem.path for problem in caught.value.problems} == blamed


def test_many_faults_of_a_file_are_named_together():
    """Nothing is dealt, nothing is half accepted."""
    data = {
        "players": {"seating": "partnership", "player_counts": [5], "next_dealer": "winning-side"},
        "deal": {"hand_size": 26},
        "draw": {"open_melds": True},
        "knock": {"knock_limit": 10},
        "columns": {"columns": 3},
        "match": {"match_form": "points", "match_target": 500, "team_sweep_bonus": -1},
    }
    problems = check_rules(data)
    assert {problem.path for problem in problems} >= {
        "players.player_counts", "knock.knock_limit", "knock.big_gin", "layoff.layoff", "match.match_form",
        "match.team_sweep_bonus",
    }  # fmt: skip
    with pytest.raises(RuleSetError) as caught:
        loads_rules("[columns]\ncolumns = 3\n[match]\nmatch_form = 'points'\n[draw]\nopen_melds = true\n")
    assert len(caught.value.problems) == 5
