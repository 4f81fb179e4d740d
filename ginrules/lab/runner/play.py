"""Rounds and matches between players, and simulated rounds with their places in a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs

from ginrules._support.bounds import PLAYED_ROUNDS
from ginrules._support.values import as_items, expect, whole_number
from ginrules.cards import Card
from ginrules.driver.labels import RoundLabel
from ginrules.driver.named import player_named
from ginrules.driver.player import NewPlayer, Player
from ginrules.driver.round import Reshuffles, RoundDriver, dealt_round
from ginrules.errors import EndlessPlayError, InvalidRunError
from ginrules.play.actions import Action
from ginrules.play.deal import deal, knock_card_of, players_by_place, players_in
from ginrules.play.outcome import Outcome
from ginrules.play.seeded_deals import PLY_CAP, Deal, Played, deal_seed, new_deal, player_seed, with_dealer
from ginrules.play.state import RoundState
from ginrules.players.players import Players, factories_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.seats import table_seats
from ginrules.scoring.price import price_played
from ginrules.scoring.score import RoundScore

if TYPE_CHECKING:
    from ginrules.match.state import MatchState
    from ginrules.match.view import MatchView
    from ginrules.records.round import RoundRecord


def play_dealt(
    rules: RuleSet,
    new_players: Sequence[NewPlayer],
    dealt: Deal,
    dealer: int,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
    actions: list[Action] | None = None,
    match: MatchView | None = None,
) -> Played:
    """Play a round of a deal. Every seat holds the same hand, whichever seat deals."""
    note = None if actions is None else partial(_note, actions)
    driver, state = dealt_round(rules, new_players, dealt, dealer, time_limit=time_limit, on_action=note)
    driver.start(state, match)
    return driver.finish(state, ply_cap)


def dealt_record(
    rules: RuleSet, dealt: Deal, actions: Iterable[Action], *, seats: int, dealer: int, names: Sequence[str] = ()
) -> RoundRecord:
    """Return the record of a round of a deal."""
    from ginrules.records.round import RoundRecord

    return RoundRecord(
        rules,
        with_dealer(dealt.order, rules, seats=seats, dealer=dealer),
        dealer=dealer,
        seats=seats,
        knock_card=dealt.knock_card if rules.knock_source == "knock-card" else None,
        actions=actions,
        names=names,
        comment=f"deal {dealt.seed} of the lab",
    )


def play_round(
    rules: RuleSet | str,
    players: Sequence[Player | str],
    order: Iterable[Card | int | str],
    *,
    dealer: int = 0,
    knock_card: Card | str | None = None,
    chance: int = 0,
    ply_cap: int = PLY_CAP,
    seed: int | None = None,
    time_limit: float | None = None,
    actions: list[Action] | None = None,
    match: MatchView | None = None,
    hands: bool = False,
) -> Played:
    """Play a round to its end.

    Args:
        rules: The rules to play by.
        players: The player of each seat, or its name, of which a player is made from ``chance``.
        order: The whole pack, in dealing order.
        dealer: The dealer's seat.
        knock_card: The second pack's card, if it sets the knock limit.
        chance: The seed of reshuffles.
        ply_cap: Limit on the round's actions.
        seed: The order's seed, for errors.
        time_limit: Time limit per decision, in seconds. None for no limit. Outside the main thread, a
            slow decision is not stopped, but refused when it is made.
        actions: A list to append the actions to, for a record.
        match: The match that the round belongs to (`ginrules.match.view`), shown to the players.
            None for a single round.
        hands: Whether the outcome has the final hands, for house rules that look at cards.

    Raises:
        DealError: If the deal is impossible.
        InvalidRunError: If no player has a name that is given.
        PlayerActionError: If a player answers with an action that is not legal.
        PlayerFailedError: If a player raises an exception.
        PlayerTooSlowError: If a decision takes longer than ``time_limit`` seconds.
        EndlessPlayError: If the round does not end within ``ply_cap`` actions. The last four errors are
            `LabError`. Their ``details`` hold rules, player, seat, seed, dealer and ply.

    Examples:
        >>> import ginrules as gin
        >>> played = gin.lab.play_round(gin.RuleSet(), [gin.players.Greedy(), gin.players.Greedy()], gin.shuffled(7))
        >>> played.outcome.ending, played.turns > 1
        ('knock', True)
    """
    rules = rules_of(rules)
    players = as_items(players, "a list of players")
    if match is not None:
        from ginrules.match.view import MatchView

        expect(match, MatchView, "a MatchView", "ginrules.match.view gives one")
    if actions is not None:
        expect(actions, list, "a list to append the actions to")
    state = deal(rules, order, dealer=dealer, seats=len(players), knock_card=knock_card)
    label = RoundLabel(rules, seed, dealer)
    seated = {
        seat: player_named(player, own=True)(player_seed(chance, seat)) if isinstance(player, str) else player
        for seat, player in enumerate(players)
    }
    note = None if actions is None else partial(_note, actions)
    driver = RoundDriver(seated, label, Reshuffles(chance), time_limit=time_limit, on_action=note)
    driver.start(state, match)
    return driver.finish(state, ply_cap, hands=hands)


def _note(actions: list[Action], _before: RoundState, action: Action, _after: RoundState) -> None:
    actions.append(action)


@attrs.frozen
class Simulated:
    """A simulated round with its place in the run.

    Attributes:
        unit: The number of the deal or the match in the run.
        seating: The seating's number among those of the deal or match (`seatings`).
        first_dealer: The dealer (in a match: the player who dealt first).
        round: The round's number in its match.
        table: The table's number in a team round.
        seed: The deal's seed.
        dealer: The dealer's seat.
        contestants: The contestant's number at each seat.
        played: The round.
        score: The round's score.
    """

    unit: int
    seating: int
    first_dealer: int
    round: int
    table: int
    seed: int
    dealer: int
    contestants: tuple[int, ...]
    played: Played
    score: RoundScore

    @property
    def first(self) -> int:
        """The seat that begins."""
        return (self.dealer + 1) % len(self.contestants)


@attrs.frozen
class SimulatedMatch:
    """A simulated match.

    Attributes:
        match: The finished match.
        contestants: The number of the contestant in the place of each player.
        rounds: Its rounds. In team rounds, the rounds of every table.
    """

    match: MatchState
    contestants: tuple[int, ...]
    rounds: tuple[Simulated, ...]


def play_match(
    rules: RuleSet | str,
    players: Players = None,
    *,
    seed: int = 1,
    seats: int | None = None,
    first_dealer: int = 0,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
) -> SimulatedMatch:
    """Play a match to its end.

    The deal of each round comes from the seed and the round's number. If the players change
    places, the match therefore has the same deals. If the rules let columns continue endlessly, the
    match still ends with its last column.

    Args:
        rules: The match's rules.
        players: The contestants, by the players' places. A shorter list is repeated. None as in
            `simulate`.
        seed: The seed for the deals.
        seats: The number of players. None for the smallest number that the rules allow.
        first_dealer: The player who deals first.
        ply_cap: Limit on a round's actions.
        time_limit: Time limit per decision, in seconds. None for no limit.

    Raises:
        InvalidRunError: If the rules do not allow this number of players, or it is not a multiple of the contestants.
        EndlessPlayError: If the match is not over after 3,000 rounds.
        LabError: If a round fails.

    Examples:
        >>> import ginrules as gin
        >>> players = [lambda seed: gin.players.Greedy(), lambda seed: gin.players.Greedy(0)]
        >>> played = gin.lab.play_match("standard", players, seed=5)
        >>> played.match.is_over, len(played.rounds) == len(played.match.scores)
        (True, True)
    """
    rules = rules_of(rules)
    seed = whole_number("seed", seed)
    places = players_in(rules, seats, error=InvalidRunError)
    makers = factories_of(players, (rules,), table_seats(rules.seating, places))
    contestants = players_by_place(len(makers), places)
    return match_at(
        rules, makers, contestants, seed=seed, first_dealer=first_dealer, ply_cap=ply_cap, time_limit=time_limit
    )


def match_at(
    rules: RuleSet,
    makers: Sequence[NewPlayer],
    contestants: tuple[int, ...],
    *,
    seed: int,
    first_dealer: int,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
    standing: tuple[int, int] = (0, 0),
) -> SimulatedMatch:
    """Play a match of `play_match` in a given seating, if it is of one column also from a given standing."""
    from ginrules.match.advance import add_round, new_match
    from ginrules.match.view import match_view

    match = new_match(rules.evolve(name=rules.name, endless=False), len(contestants), dealer=first_dealer)
    if any(standing):
        column = attrs.evolve(match.games[0], points=standing, standing=standing)
        match = attrs.evolve(match, sheet=attrs.evolve(match.sheet, games=(column,)))
    rounds: list[Simulated] = []
    while not match.is_over:
        done = len(match.scores)
        if done == PLAYED_ROUNDS:
            name = rules.label
            message = f"the match is not over after {done} rounds ({name}, seed {seed})"
            raise EndlessPlayError(message, rules=name, digest=rules.digest, seed=seed)
        results: list[Outcome] = []
        for table in match.due:
            table_seed = deal_seed(seed, done * len(match.due) + table.number)
            at_table = tuple(contestants[player] for player in table.players)
            dealt = new_deal(table_seed, rules)
            if rules.knock_source == "knock-card":
                dealt = attrs.evolve(dealt, knock_card=knock_card_of(rules, seed, done))
            seated, dealer = [makers[contestant] for contestant in at_table], table.dealer_seat
            seen = match_view(match, table)
            played = play_dealt(rules, seated, dealt, dealer, ply_cap, time_limit, match=seen)
            place = 0, 0, first_dealer, done, table.number
            score = price_played(played.outcome, rules)
            rounds.append(Simulated(*place, table_seed, dealer, at_table, played, score))
            results.append(played.outcome)
        match = add_round(match, *results)
    return SimulatedMatch(match, contestants, tuple(rounds))
