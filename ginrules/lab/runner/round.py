"""Rounds between players, from a deal or from any order of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ginrules._values import as_items, expect
from ginrules.cards import Card
from ginrules.play.actions import Action
from ginrules.play.deal import deal
from ginrules.play.run_deals import PLY_CAP, Deal, Played
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet, rules_of
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import NewPlayer, Player
from ginrules.seated.round import OnAction, Reshuffles, Seated, dealt_round

if TYPE_CHECKING:
    from ginrules.match.match_view import MatchView


def play_dealt(
    rules: RuleSet,
    new_players: Sequence[NewPlayer],
    dealt: Deal,
    *,
    dealer: int,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
    actions: list[Action] | None = None,
    match: MatchView | None = None,
) -> Played:
    """Play a round of a deal; every seat holds the same hand, whichever seat deals.

    Args:
        rules: The rules to play by.
        new_players: The maker of the player of each seat.
        dealt: The deal.
        dealer: The dealer's seat.
        ply_cap: Limit on the actions of the round.
        time_limit: Time limit per decision, in seconds; None for no limit.
        actions: A list to append the actions to.
        match: The match that the round belongs to, for the players.

    Raises:
        LabError: For the same reasons as in `play_round`.
    """
    seated, state = dealt_round(
        rules, new_players, dealt, dealer, time_limit=time_limit, on_action=_appended_to(actions)
    )
    seated.start(state, match)
    return seated.finish(state, ply_cap)


def play_round(
    rules: RuleSet | str,
    players: Sequence[Player],
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
        players: The player of each seat.
        order: The whole pack, in the order in which it is dealt.
        dealer: The dealer's seat.
        knock_card: The card of the second pack, for rules in which it sets the knock limit.
        chance: The seed of reshuffles.
        ply_cap: Limit on the actions of the round.
        seed: The seed of the order, for errors.
        time_limit: Time limit per decision, in seconds; None for no limit. Outside the main thread, a
            slow decision is not stopped, but refused when it is made.
        actions: A list to append the actions to, for a record.
        match: The match that the round belongs to (`ginrules.match.match_view`), shown to the players;
            None for a single round.
        hands: Whether the outcome shall have the final hands, for house rules that look at cards.

    Raises:
        DealError: If the deal is impossible.
        PlayerActionError: If a player answers with an action that is not legal.
        PlayerFailedError: If a player raises an exception.
        PlayerTooSlowError: If a decision takes longer than ``time_limit`` seconds.
        EndlessPlayError: If the round does not end within ``ply_cap`` actions. The last four errors are
            `LabError`; their ``details`` hold rules, player, seat, seed, dealer and ply.

    Examples:
        >>> import ginrules as gin
        >>> played = gin.lab.play_round(gin.RuleSet(), [gin.lab.Greedy(), gin.lab.Greedy()], gin.shuffled(7))
        >>> played.outcome.ending, played.turns > 1
        ('knock', True)
    """
    rules = rules_of(rules)
    players = as_items(players, "a list of players")
    if match is not None:
        from ginrules.match.match_view import MatchView  # noqa: PLC0415 - few rounds belong to a match

        expect(match, MatchView, "a MatchView", "ginrules.match.match_view gives one")
    if actions is not None:
        expect(actions, list, "a list to append the actions to")
    state = deal(rules, order, dealer=dealer, seats=len(players), knock_card=knock_card)
    label = RoundLabel(rules, seed, dealer)
    seated = Seated(
        dict(enumerate(players)), label, Reshuffles(chance), time_limit=time_limit, on_action=_appended_to(actions)
    )
    seated.start(state, match)
    return seated.finish(state, ply_cap, hands=hands)


def _appended_to(actions: list[Action] | None) -> OnAction | None:
    if actions is None:
        return None

    def append(_before: RoundState, action: Action, _after: RoundState) -> None:
        actions.append(action)

    return append
