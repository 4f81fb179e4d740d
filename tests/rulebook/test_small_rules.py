"""The small rules of the second part: the knocker's best melds, and big gin after gin alone.

Each test is named after a paragraph, its docstring quotes it.
"""

import attrs
import pytest

import ginrules as gin
from ginrules.errors import BigGinNeedsGin, SpreadNotBest, TooMuchDeadwood
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD
from tests.rulebook.conftest import knocked, play, refusal, run_down, stack, texts

BEST = STANDARD.evolve(name="best", knocker_melds="best")
NEEDS = STANDARD.evolve(name="needs", big_gin_needs_gin=True)
OTHER = "4c 8c Jc 2d 8d Kd 6h 7s Qs 4h"
ELEVEN = "Ac 2c 3c 5d 6d 7d 9h Th Jh Qh"  # all melded except the drawn card


# --- knocker_melds ------------------------------------------------------------------------------------


def test_13_4_only_spreads_that_leave_the_least_are_legal():
    """`best`: only spreads that leave the least are legal (Gin Rummy Online, "determine automatically")."""
    hands = ["Ac 2c 3c 5d 6d 7d Ah 2h 3h 4s", OTHER]
    named = knocked(hands, "Qd", STANDARD)
    assert len(texts(named)) == 3  # all three melds, or without either of the small melds
    state = knocked(hands, "Qd", BEST)
    assert texts(state) == ["spread Ac 2c 3c / 5d 6d 7d / Ah 2h 3h"]
    assert refusal(state, gin.Spread(["Ac 2c 3c", "5d 6d 7d"])) is SpreadNotBest
    assert refusal(state, gin.Spread(["5d 6d 7d"])) is TooMuchDeadwood
    assert str(gin.why_illegal(state, gin.Spread(["Ac 2c 3c", "5d 6d 7d"]))) == (
        "spread Ac 2c 3c / 5d 6d 7d is not allowed: it leaves 10 points of deadwood, "
        "under these rules a knocker leaves the least, 4"
    )


def test_13_4_arrangements_that_leave_equally_little_are_a_choice():
    """Of arrangements with equal deadwood the knocker shows the one they like: they differ in lay-offs."""
    hands = ["5c 5d 5h 4h 6h Ts Js Qs Ac 2c", "4c 8c Jc 2d 8d Kd 6s 7s Qd 4s"]
    rules = BEST.evolve(knock_limit=30)
    state = knocked(hands, "Kc", rules)
    left = [rules.tables.value((state.hands[0] - _melded(spread)).mask) for spread in gin.legal_actions(state)]
    assert len(left) == 2
    assert set(left) == {gin.deadwood(state.hands[0], rules)}


def _melded(spread):
    cards = gin.CardSet()
    for meld in spread.melds:
        cards |= meld.cards
    return cards


def test_13_4_gin_is_counted_automatically():
    """*Gin Rummy Online*: the system determines whether it was a gin hand, so that no meld can be withheld."""
    state = knocked([ELEVEN, OTHER], "Qd", BEST)
    assert texts(state) == ["spread Ac 2c 3c / 5d 6d 7d / 9h Th Jh Qh"]
    assert play(state, *texts(state)[:1]).outcome.ending == "gin"


def test_13_4_a_snapshot_in_which_a_meld_was_withheld_is_refused():
    """A state after a spread that was not the best cannot have come about."""
    hands = ["Ac 2c 3c 5d 6d 7d Ah 2h 3h 4s", OTHER]
    state = gin.apply(knocked(hands, "Qd", STANDARD), gin.Spread(["Ac 2c 3c", "5d 6d 7d"]))
    data = gin.to_dict(state)
    assert gin.from_dict(gin.RoundState, data) == state
    data["rules"] = {"knock": {"knocker_melds": "best"}}
    with pytest.raises(gin.RecordError, match="these rules have a knocker leave 4"):
        gin.from_dict(gin.RoundState, data)


@pytest.mark.parametrize("name", ["online-rubl", "online-rubl-50", "online-rubl-oklahoma", "pure-gin-app"])
def test_13_4_best_in_the_online_games(name):
    """`best` in `online-rubl` and its kin, `pure-gin-app` and its kin."""
    assert gin.preset(name).knocker_melds == "best"
    assert "spreads melds that leave the least deadwood" in " ".join(gin.describe(gin.preset(name)).split())


# --- big_gin_needs_gin --------------------------------------------------------------------------------


def offered(hand, upcard, rules=NEEDS, **piles):
    return stack([hand, OTHER], rules, upcard=upcard, **piles)


def test_13_4_big_gin_needs_gin_before_the_draw():
    """`GoBigGin` only where the hand before this turn's draw was all melded (*Gin rummy notes*)."""
    had_gin = play(offered(ELEVEN, "Kh"), "take")
    assert had_gin.phase == gin.PlayTurn(0, gin.CardSet.parse("Kh"), was_gin=True)
    assert "big gin" in texts(had_gin)
    assert play(had_gin, "big gin").phase == gin.SpreadTurn(0, 0, "big-gin")
    made_now = play(offered(ELEVEN.replace("7d", "Kh"), "7d"), "take")
    assert not made_now.phase.was_gin
    assert "big gin" not in texts(made_now)
    assert "knock Kh" in texts(made_now)
    assert refusal(made_now, gin.GoBigGin()) is BigGinNeedsGin
    assert "big gin" in texts(play(offered(ELEVEN.replace("7d", "Kh"), "7d", STANDARD), "take"))


def test_13_4_a_card_from_the_stock_makes_it_big_too():
    """The draw may be from the stock."""
    state = play(offered(ELEVEN, "3s", stock=["Kh"]), "decline", "decline", "draw")
    assert state.phase.was_gin
    assert "big gin" in texts(state)


def test_13_4_eleven_cards_dealt_never():
    """Eleven cards dealt: never."""
    rules = NEEDS.evolve(opening="eleven-cards")
    state = stack([f"{ELEVEN} Kh", OTHER], rules)
    assert "big gin" not in texts(state)
    assert refusal(state, gin.GoBigGin()) is BigGinNeedsGin
    assert gin.from_dict(gin.RoundState, gin.to_dict(state)) == state
    assert not gin.determinize(gin.view(state, 1), 1).phase.was_gin


def test_13_4_the_first_draw_of_a_round_without_an_upcard():
    """The phase knows whether the hand was all melded: an empty pile alone is not a deal of eleven cards."""
    state = play(stack([ELEVEN, OTHER], NEEDS.evolve(opening="no-upcard"), stock=["Kh"]), "draw")
    assert state.phase.was_gin
    assert gin.from_dict(gin.RoundState, gin.to_dict(state)) == state
    tiny = NEEDS.evolve(
        opening="no-upcard", ranks=3, suits=3, hand_size=2, stock_floor=0, knock_limit=0, min_run=2, min_set=2
    )
    for hands, drawn, was_gin in ((["Ac Ad", "2c 3d"], "Ah", True), (["Ac 2d", "2c 3d"], "3h", False)):
        state = play(stack(hands, tiny, stock=[drawn]), "draw")
        data = gin.to_dict(state)
        assert state.phase.was_gin is was_gin
        assert gin.from_dict(gin.RoundState, data) == state
        data["phase"]["was_gin"] = not was_gin  # any two of these three cards are a meld, or none are
        with pytest.raises(gin.RecordError, match=r"phase\.was_gin"):
            gin.from_dict(gin.RoundState, data)
    worlds = {gin.determinize(gin.view(state, 1), seed) for seed in range(40)}
    assert all(gin.from_dict(gin.RoundState, gin.to_dict(world)) == world for world in worlds)
    assert {world.phase.was_gin for world in worlds} == {True, False}


@pytest.mark.parametrize(
    ("hand", "last", "is_legal"), [(ELEVEN, "Kh", True), (ELEVEN.replace("7d", "Kh"), "7d", False)]
)
def test_13_4_the_last_discard_asks_for_the_ten_before_it(hand, last, is_legal):
    """Last discard: the ten before it."""
    rules = NEEDS.evolve(stock_exhausted="last-discard-option")
    state = run_down(stack([OTHER.replace("8d", last), hand], rules, upcard="3s"), last)
    assert state.phase == gin.LastDiscard(1)
    assert ("big gin" in texts(state)) is is_legal
    assert refusal(state, gin.GoBigGin()) is (None if is_legal else BigGinNeedsGin)


def test_13_4_views_of_others_do_not_carry_it():
    """Views of others, `redact` and the JSON of a view do not carry it."""
    state = play(offered(ELEVEN, "3s", stock=["Kh"]), "decline", "decline", "draw")
    hidden = attrs.evolve(state, phase=gin.PlayTurn(0))
    for seat in (1, None):
        assert gin.view(state, seat) == gin.view(hidden, seat)
        assert "was_gin" not in str(gin.to_dict(gin.view(state, seat)))
    assert gin.view(state, 0).legal == gin.legal_actions(state)
    assert gin.view(state, 0) != gin.view(hidden, 0)
    data = gin.to_dict(gin.view(state, 1))
    data["phase"]["was_gin"] = True
    with pytest.raises(gin.RecordError, match="phase"):
        gin.from_dict(gin.PlayerView, data)


def test_13_4_a_snapshot_cannot_claim_it_of_any_hand():
    """A state can say so only if some drawn card could have come to a hand that was all melded."""
    state = play(offered(ELEVEN.replace("7d", "Kh"), "7d"), "take")
    for claimed, fault in ((state, True), (play(offered(ELEVEN, "Kh"), "take"), False)):
        data = gin.to_dict(claimed)
        assert gin.from_dict(gin.RoundState, data) == claimed
        data["phase"]["was_gin"] = fault
        with pytest.raises(gin.RecordError, match=r"phase\.was_gin"):
            gin.from_dict(gin.RoundState, data)
    plain = gin.to_dict(fresh(STANDARD.evolve(opening="eleven-cards")))
    plain["phase"]["was_gin"] = True
    with pytest.raises(gin.RecordError, match="do not ask"):
        gin.from_dict(gin.RoundState, plain)


def test_13_4_determinize_gives_a_world_consistent_with_the_hand():
    """A world in which the other hand was gin says so, another does not; both come up if both are possible."""
    rules = NEEDS.evolve(ranks=4, suits=2, hand_size=3, stock_floor=0, knock_limit=0, min_run=2, min_set=2)
    state = stack(["Ac 2c 3c", "Ad 2d 4c"], rules, upcard="4d", stock=["3d"])
    state = play(state, "decline", "decline", "draw")
    worlds = {gin.determinize(gin.view(state, 1), seed) for seed in range(60)}
    for world in worlds:
        assert gin.view(world, 1) == gin.view(state, 1)
        assert gin.from_dict(gin.RoundState, gin.to_dict(world)) == world
    assert {world.phase.was_gin for world in worlds} == {True, False}


def test_13_4_on_in_the_guide_with_30_and_50():
    """On in `gin30-biggin50`."""
    assert gin.preset("gin30-biggin50").big_gin_needs_gin
    assert "Big gin needs gin first" in gin.describe(gin.preset("gin30-biggin50"))


# --- presets of the catalogue's second part --------------------------------------------------------------


@pytest.mark.parametrize(("players", "target"), [(4, 150), (6, 175), (8, 175), (10, 200)])
def test_rg_round_the_corner_in_partnership_is_played_to_25_more(players, target):
    """rummy-games.com: the normal target of a partnership and 25 more: 150 (four), 175 (six, eight), 200 (ten)."""
    rules = gin.preset("round-the-corner-partnership")
    normal = gin.preset("partnership" if players == 4 else "partnership-teams")
    assert rules.target_for(players // 2) == target == normal.target_for(players // 2) + 25
    match = gin.new_match(rules, players)
    void, *others = [gin.Outcome(declarer=0, deadwood=(0, 0))] + [gin.Outcome(declarer=0, deadwood=(0, 5))] * (
        players // 2 - 1
    )
    match = gin.add_round(match, void, *others)
    assert match.scores[0].points == (25 * len(others), 0)


def test_wp_multi_match_adds_up_the_totals_of_the_games_won():
    """Wikipedia: games 290 (A), then 255 (B), then 260 (A): A's account is 550 and wins a match to 500."""
    rules = gin.preset("multi-match").evolve(shutout="none")
    assert gin.preset("multi-match").match_target == 500
    won = [(0, 30), (0, 45), (0, 40), (1, 60), (1, 45), (0, 60), (0, 50)]
    match = gin.new_match(rules, results=[gin.pad_entry(points, rules, winner=side) for side, points in won])
    assert match.accounts == (550, 255)
    assert match.winner == 0
    assert gin.settle(match).net == (295, -295)


def test_pokerwiner_hollywood_doubles_the_difference_of_an_empty_column():
    """Pokerwiner: game 100, 20 a box, the difference doubled when the loser's column is empty."""
    rules = gin.preset("hollywood-pokerwiner")
    won = [(0, 100), (1, 30), (0, 100), (0, 100)]
    match = gin.new_match(rules, results=[gin.pad_entry(points, rules, winner=side) for side, points in won])
    assert [game.points for game in match.games] == [(100, 0), (100, 30), (100, 0)]
    assert [game.net[0] for game in gin.settle(match).games] == [2 * 220, 220 - 50, 2 * 220]


def test_everything2_hollywood_columns_go_to_125():
    """everything2: 125 a column; a column of 124 stays open."""
    rules = gin.preset("hollywood-125")
    match = gin.add_round(gin.new_match(rules), gin.pad_entry(124, rules, winner=0))
    assert not match.games[0].closed
    assert gin.add_round(match, gin.pad_entry(1, rules, winner=0)).games[0].closed
