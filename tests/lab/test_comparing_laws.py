"""The laws of comparing: they hold for rules and players of all kinds, and they notice a player that breaks them."""

import random

import pytest

from ginrules.errors import IncompatibleRulesError, InvalidRunError
from ginrules.lab import checks as comparing
from ginrules.lab.checks import (
    check_gin_bonus_adds,
    check_order_turns_the_sign,
    check_prices_only_reprice,
    check_same_rules_same_game,
)
from ginrules.players import Greedy
from ginrules.presets import preset
from ginrules.testing import LawBroken

pytestmark = pytest.mark.full

STANDARD = preset("standard")
SHARED = random.Random(5)


class Forgetful(Greedy):
    """Takes the upcard by random numbers that do not come from its seed."""

    def offer(self, view):
        return view.legal[int(SHARED.random() * len(view.legal))]


class Sly(Greedy):
    """Knocks as the gin bonus makes it worth, and does not say that it reads prices."""

    def _limit(self, view):
        return 0 if view.rules.gin_bonus > 25 else 10


def new_forgetful(_seed):
    return Forgetful()


def new_sly(_seed):
    return Sly()


@pytest.mark.parametrize("case", ["oklahoma simple", "penalty-2-to-4 greedy", "knock-rummy greedy"])
def test_equal_rules_differ_by_nothing(case):
    rules, player = case.split()
    check_same_rules_same_game(rules, player, rounds=30)
    check_order_turns_the_sign(rules, preset(rules).evolve(name="b", undercut_bonus=7), player, rounds=30)


def test_a_player_that_reads_prices_plays_equal_rules_once():
    check_same_rules_same_game("eaai", "expert", rounds=20)


def test_prices_only_reprice():
    changed = ("standard", "standard+gin_bonus=20"), ("oklahoma", "oklahoma+spade_multiplier=1")
    for rules, other in (*changed, ("standard", "hollywood")):
        check_prices_only_reprice(rules, other)
    for rules in ("standard", "straight-gin", "tedesco"):
        check_gin_bonus_adds(rules, by=9)


def test_a_player_without_a_seed_is_noticed():
    with pytest.raises(LawBroken, match="is played in two ways"):
        check_same_rules_same_game(STANDARD, new_forgetful)
    with pytest.raises(LawBroken, match="in one order"):
        check_order_turns_the_sign(STANDARD, "oklahoma", new_forgetful)


def test_a_player_that_reads_prices_is_noticed():
    with pytest.raises(LawBroken, match="priced again"):
        check_prices_only_reprice(STANDARD, "standard+gin_bonus=50", new_sly)
    with pytest.raises(InvalidRunError, match="expert reads prices"):
        check_prices_only_reprice(STANDARD, "standard+gin_bonus=50", "expert")


def test_laws_that_do_not_apply_are_refused():
    with pytest.raises(IncompatibleRulesError, match="more than prices"):
        check_prices_only_reprice(STANDARD, "straight-gin")
    with pytest.raises(IncompatibleRulesError, match="nothing multiplies"):
        check_gin_bonus_adds("oklahoma")


def test_a_gin_bonus_that_pays_otherwise_is_noticed(monkeypatch):
    real = comparing.compare

    def dear(a, b, **options):
        return real(a, b.evolve(gin_bonus=b.gin_bonus + 1), **options)

    monkeypatch.setattr(comparing, "compare", dear)
    with pytest.raises(LawBroken, match="points more for gin"):
        check_gin_bonus_adds("straight-gin")
