"""A rule of a game or match that its card names changes something at every kind of table, or it is refused there."""

import random

import attrs

import ginrules as gin
from ginrules.rules.model import RULES, in_use
from tests.conftest import every
from tests.core.conftest import TWO_VALUES, some_match, some_outcome, story

SELDOM = set(
    (
        "column_entry drawn_dealer exact_margin_forfeit game_end next_dealer player_counts rounds shutout shutout_when "
        "target winner_by"
    ).split()
)
"""Rules that need results which seldom occur, or change nothing at some tables whose cards name them."""

MATCHES = 20


def games_of_every_way():
    """One preset and number of players for each way of sitting, scoring and ending a game."""
    ways = {}
    for rules in map(gin.preset, gin.preset_names()):
        for players in rules.player_counts[:2]:
            way = rules.seating, rules.score_mode, rules.columns, rules.game_end, rules.winner_by, rules.box_timing
            ways.setdefault((*way, rules.match_form == "points", min(players, 4)), (rules, players))
    return list(ways.values())


def played(rules, players, seed, most=40):
    """A match of random facts; in every other match one side wins most rounds."""
    return some_match(rules, players, random.Random(seed), most=most, is_one_sided=seed % 2)


def drawn_results(rules, players, seed, most):
    """The outcomes of each round of a match."""
    source, match = random.Random(seed), gin.new_match(rules, players)
    while not match.is_over and len(match.scores) < most:
        outcomes = [some_outcome(rules, len(table.players), source, is_one_sided=seed % 2) for table in match.due]
        match = gin.add_round(match, *outcomes)
        yield outcomes


def values_at(rules, players):
    """The rules, and the rules with each other value of a rule of price, game or match, as far as they allow it."""
    yield rules
    for name in (name for name, rule in RULES.items() if rule.affects in {"price", "game", "match"} and not rule.fact):
        for _, value in TWO_VALUES[name]:
            try:
                other = rules.evolve(**{name: value})
            except gin.RuleSetError:
                continue
            if other != rules and players in other.player_counts:
                yield other


def moved(by_seat):
    """The values of a table at which everybody has moved one chair to the left."""
    return (*by_seat[-1:], *by_seat[:-1])


def moved_round(match, other, outcome):
    """The outcome at the table of `other`, where every player sits one chair further."""
    (old,), (new,) = match.due, other.due
    seats = [old.players.index((player - 1) % len(match.players)) for player in new.players]
    declarer = None if outcome.declarer is None else seats.index(outcome.declarer)
    held, laid = ([by_seat[seat] for seat in seats if by_seat] for by_seat in (outcome.deadwood, outcome.laid))
    return attrs.evolve(outcome, declarer=declarer, deadwood=tuple(held), laid=tuple(laid))


@every(games_of_every_way())
def test_a_rule_of_games_in_use_changes_a_match_at_every_table(rules, players):
    usual = [story(some_match(rules, players, random.Random(seed), most=40)) for seed in range(MATCHES)]
    for name in (name for name, rule in RULES.items() if rule.affects in {"game", "match"} and name not in SELDOM):
        for _, value in TWO_VALUES[name]:
            try:
                other = rules.evolve(**{name: value})
            except gin.RuleSetError:
                continue
            if value == getattr(rules, name) or players not in other.player_counts or not in_use(other, name):
                continue
            stories = (story(some_match(other, players, random.Random(seed), most=40)) for seed in range(MATCHES))
            assert any(one != before for one, before in zip(stories, usual, strict=True)), (name, value)


@every([(rules, players) for rules, players in games_of_every_way() if rules.seating in {"head-to-head", "all-play"}])
def test_a_match_does_not_depend_on_the_chairs(rules, players):
    """A rule that is read for the first two seats alone, or in their order, is found here, or refused for the table."""
    for other in values_at(rules, players):
        match, again = gin.new_match(other, players), gin.new_match(other, players, dealer=1)
        for (outcome,) in drawn_results(other, players, seed=1, most=16):
            assert not again.is_over, other
            match, again = gin.add_round(match, outcome), gin.add_round(again, moved_round(match, again, outcome))
        assert (moved(match.accounts), match.is_over) == (again.accounts, again.is_over), other
        assert {(winner + 1) % players for winner in match.winners} == {*again.winners}, other
        assert not match.is_over or moved(gin.settle(match).net) == gin.settle(again).net, other


@every(games_of_every_way())
def test_who_concedes_does_not_win(rules, players):
    for seed in range(3):
        match = played(rules, players, seed, most=2)
        if match.is_over or rules.score_mode == "penalty":
            continue
        try:
            given_up = gin.concede(match, 0)
        except gin.GinRulesError:
            continue
        assert given_up.is_over
        assert 0 not in given_up.winners
