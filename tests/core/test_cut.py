"""The cut: who deals first, ties, and the description of a rule set that it follows."""

from collections import Counter

import pytest

import ginrules as gin
from ginrules.rules.model import described
from tests.conftest import effort

SEEDS = effort(2_000, 100_000)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_player_is_first_equally_often(players):
    first = Counter(gin.cut(players, seed).order[0] for seed in range(SEEDS))
    expected = SEEDS / players
    # the sum of squares has a chi-square distribution: with 5 degrees of freedom it passes 25 once in 7,000 times
    assert sum((first[player] - expected) ** 2 / expected for player in range(players)) < 25


def test_the_lowest_card_deals_first_or_the_highest():
    low, high = (gin.cut(["Ann", "Bo", "Cy"], 4, rules) for rules in ("classic", "captain"))
    assert low.drawn == high.drawn
    ranks = [cards[0].rank for cards in low.drawn]
    assert low.order == tuple(sorted(range(3), key=ranks.__getitem__))
    assert high.order == low.order[::-1]
    assert gin.cut(["Ann", "Bo", "Cy"], 4).order == low.order
    assert low.seated == tuple(low.players[player] for player in low.order)


def test_equal_ranks_cut_again_among_themselves_alone():
    cut = next(cut for seed in range(10_000) if max(map(len, (cut := gin.cut(4, seed)).drawn)) == 3)
    for number in range(3):
        by_player = {player: cards for player, cards in enumerate(cut.drawn) if len(cards) > number}
        assert len({cards[number] for cards in by_player.values()}) == len(by_player)  # cards of one pack
        for cards in by_player.values():
            ranks = [card.rank for card in cards[: number + 1]]
            same = [[card.rank for card in other[: number + 1]] for other in by_player.values()].count(ranks)
            assert (len(cards) > number + 1) == (same > 1)
    assert str(cut).count("; again ") == 2
    assert str(cut).endswith(
        f"{cut.seated[0]} deals first; to the left {', '.join(cut.seated[1:3])} and {cut.seated[3]}"
    )


def test_a_cut_with_a_tie_that_was_never_broken_is_refused():
    (ann,), (bo,) = gin.CardSet.parse("7h"), gin.CardSet.parse("7c")
    with pytest.raises(gin.ScoreError, match="no two players with the same ranks"):
        gin.match.Cut(players=("Ann", "Bo"), drawn=((ann,), (bo,)))


def test_a_session_sits_down_in_the_order_of_a_cut_and_shows_it():
    drawn = gin.cut(["Ann", "Bo", "Cy"], 4, "captain")
    session = gin.Session("captain", drawn).next_round(1)
    assert session.names == drawn.seated
    assert session.match.players[session.match.due[0].dealer] == drawn.seated[0]
    assert session.record.comment == f"the cut: {drawn}"
    assert gin.Session.loads(session.dumps()).record.comment == f"the cut: {drawn}"
    assert gin.Session("captain", drawn, comment="ours").record.comment == "ours"


@pytest.mark.parametrize("players", [1, 11, 0, -1, ["Ann", "Ann"], "Ann", None, ["Ann"]])
def test_a_cut_is_for_two_to_ten_different_players(players):
    with pytest.raises(gin.ScoreError):
        gin.cut(players, 1)


def test_the_ceremony_is_a_description():
    rules = gin.preset("standard")
    other = rules.evolve(first_dealer="high-card")
    assert (other == rules, hash(other), other.digest, gin.diff(rules, other)) == (True, hash(rules), rules.digest, ())
    assert described(other)["first_dealer"] == "high-card"
    assert "first_dealer" not in described(rules)
    assert gin.loads_rules(gin.dumps_rules(other)).first_dealer == "high-card"
    assert gin.from_dict(gin.RuleSet, gin.to_dict(other)).first_dealer == "high-card"
    assert "first_dealer='high-card'" in repr(other)


def test_the_ceremony_comes_with_the_rules_that_name_it():
    assert gin.preset("classic+knock_limit=7").first_dealer == "low-card"
    assert gin.preset("hollywood+captain").first_dealer == "high-card"
    assert gin.preset("classic").evolve(knock_limit=7).first_dealer == "low-card"
    assert gin.loads_rules('extends = "classic"').first_dealer == "low-card"
    assert gin.loads_rules('extends = "classic"\nfirst_dealer = "lot"').first_dealer == "lot"
    assert gin.preset("hoyle").first_dealer == "lot"


def test_a_ceremony_that_does_not_exist_is_refused():
    with pytest.raises(gin.RuleSetError, match='first_dealer = "dice": must be one of lot, low-card, high-card'):
        gin.RuleSet(first_dealer="dice")
