"""A round between players: they are shown what their seats can see, asked, timed, and named in errors."""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ginrules._values import as_items, expect
from ginrules.cards import Card
from ginrules.errors import EndlessPlayError, PlayerTooSlowError
from ginrules.lab.players.protocol import NewPlayer, Player, begin
from ginrules.lab.runner.run_errors import RoundLabel
from ginrules.lab.runner.stopping.time_limit import TimeUp, within
from ginrules.match.match_view import MatchView
from ginrules.play.actions import Action, Discard, GoBigGin, Knock
from ginrules.play.deal import deal
from ginrules.play.engine import apply, chance_action
from ginrules.play.events import events_of
from ginrules.play.phases import Reshuffle
from ginrules.play.run_deals import PLY_CAP, Deal, Played, with_dealer
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import view
from ginrules.rules.model import RuleSet, rules_of


class SeatedPlayers:
    """The players of one round by seat.

    They are shown what their seats can see, asked when it is their turn, and timed; whatever one of
    them does wrong becomes a `LabError` that names it.

    Args:
        players: The player of each seat.
        label: The round, for errors.
        time_limit: The most seconds for a call; None for no limit.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> from ginrules.play.deal import STANDARD, deal, shuffled
        >>> state = deal(STANDARD, shuffled(7))
        >>> players = SeatedPlayers([Greedy(), Greedy()], RoundLabel(STANDARD, 7, 0))
        >>> players.start(state)
        >>> action, after = players.play(state)
        >>> players.report(state, action, after)
        >>> str(action)
        'take'
    """

    __slots__ = ("_label", "_limit", "_players", "_ply", "_watching")

    def __init__(self, players: Sequence[Player], label: RoundLabel, time_limit: float | None = None) -> None:
        self._players = players
        self._label = label
        self._limit = time_limit
        self._ply = 1
        # a player without the attribute watches if it can
        self._watching = [
            seat for seat, player in enumerate(players) if getattr(player, "watches", hasattr(player, "watch"))
        ]

    def start(self, state: RoundState, match: MatchView | None = None) -> None:
        """Show the deal, and the match that it belongs to, to the players that watch."""
        for seat in self._watching:
            self._asked(seat, partial(begin, self._players[seat], view(state, seat), match))

    def play(self, state: RoundState) -> tuple[Action, RoundState]:
        """Ask the seat to act, and apply its action."""
        seat = state.phase.turn
        assert seat is not None
        action: Action = self._call(seat, "choose", view(state, seat))
        try:
            return action, apply(state, action)
        except Exception as error:  # an answer that is not an action can end in any error
            raise self._label.illegal(error, action, self._players[seat], seat, self._ply) from error

    def report(self, before: RoundState, action: Action, after: RoundState) -> None:
        """Show the players that watch what an action did, chance included."""
        if self._watching:
            for event in events_of(before, action, after):
                for seat in self._watching:
                    self._call(seat, "watch", redact(event, seat))
        self._ply += 1

    def _call(self, seat: int, method: str, argument: object) -> Any:
        return self._asked(seat, lambda: getattr(self._players[seat], method)(argument))

    def _asked(self, seat: int, call: Callable[[], Any]) -> Any:
        player = self._players[seat]
        try:
            return call() if self._limit is None else within(self._limit, call)
        except KeyboardInterrupt:
            raise  # Ctrl-C is the user's
        except BaseException as error:  # a player must not end the run, not by sys.exit() either
            if isinstance(error, PlayerTooSlowError):  # a program has a limit of its own
                limit = float(str(error.details["seconds"]))
                raise self._label.too_slow(player, seat, self._ply, limit) from error
            if isinstance(error, TimeUp) and self._limit is not None:
                raise self._label.too_slow(player, seat, self._ply, self._limit) from error
            raise self._label.failed(error, player, seat, self._ply) from error


def play_deal(
    rules: RuleSet,
    new_player: NewPlayer,
    dealt: Deal,
    *,
    seats: int,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
) -> list[Played]:
    """Play the rounds of a deal, one for each dealer, with the same player at every seat.

    Raises:
        LabError: As `play_round`.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> from ginrules.play.run_deals import new_deal
        >>> len(play_deal(RuleSet(), lambda seed: Greedy(), new_deal(5, RuleSet()), seats=2))
        2
    """
    new_players = (new_player,) * seats
    return [
        play_dealt(rules, new_players, dealt, dealer=dealer, ply_cap=ply_cap, time_limit=time_limit)
        for dealer in range(seats)
    ]


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
    """Play one round of a deal: every seat holds the same hand whichever seat deals.

    Args:
        rules: The rules to play by.
        new_players: What makes the player of each seat.
        dealt: The deal.
        dealer: The dealer's seat.
        ply_cap: The most actions of the round.
        time_limit: The most seconds for a decision; None for no limit.
        actions: A list to append the actions to.
        match: The match that the round belongs to, for the players.

    Raises:
        LabError: As `play_round`.
    """
    seats = len(new_players)
    players = []
    for seat, new_player in enumerate(new_players):
        try:
            players.append(new_player(dealt.chance + seat))
        except Exception as error:
            raise RoundLabel(rules, dealt.seed, dealer).not_made(error, new_player, seat) from error
    return play_round(
        rules,
        players,
        with_dealer(dealt.order, rules, seats=seats, dealer=dealer),
        dealer=dealer,
        knock_card=dealt.knock_card if rules.knock_source == "knock-card" else None,
        chance=dealt.chance,
        ply_cap=ply_cap,
        seed=dealt.seed,
        time_limit=time_limit,
        actions=actions,
        match=match,
    )


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
) -> Played:
    """Play a round to its end.

    Args:
        rules: The rules to play by.
        players: The player of each seat.
        order: The whole pack, first dealt first.
        dealer: The dealer's seat.
        knock_card: The card of the second pack, for rules whose limit it sets.
        chance: The seed of reshuffles.
        ply_cap: The most actions before the round is given up.
        seed: The seed that the order comes from, for errors.
        time_limit: The most seconds for a decision; None for no limit. Outside the main thread a
            decision is not ended but refused when it has been made.
        actions: A list to append the actions to, for a record.
        match: The match that the round belongs to (`ginrules.match.match_view`), which the players are
            shown; None for a single round.

    Raises:
        DealError: If the deal is impossible.
        PlayerActionError: If a player answers with an action that is not legal.
        PlayerFailedError: If a player raises.
        PlayerTooSlowError: If a decision takes longer than ``time_limit`` seconds.
        EndlessPlayError: If the round does not end within ``ply_cap`` actions. These are `LabError`;
            ``details`` hold rules, player, seat, seed, dealer and ply.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> from ginrules.play.deal import shuffled
        >>> played = play_round(RuleSet(), [Greedy(), Greedy()], shuffled(7))
        >>> played.outcome.ending, played.turns > 1
        ('knock', True)
    """
    rules = rules_of(rules)
    players = as_items(players, "a list of players")
    if match is not None:
        expect(match, MatchView, "a MatchView", "ginrules.match.match_view gives one")
    if actions is not None:
        expect(actions, list, "a list to append the actions to")
    state = deal(rules, order, dealer=dealer, seats=len(players), knock_card=knock_card)
    label = RoundLabel(rules, seed, dealer)
    seated = SeatedPlayers(players, label, time_limit)
    shuffles = None
    action: Action | None = None
    turns = plies = 0
    seated.start(state, match)
    while not state.is_over:
        if plies == ply_cap:
            raise label.error(EndlessPlayError, f"the round has not ended after {ply_cap} actions", ply_cap)
        before = state
        if isinstance(state.phase, Reshuffle):
            shuffles = shuffles or random.Random(chance)  # noqa: S311 - games, not secrets
            action = chance_action(state, shuffles)
            state = apply(state, action)
        else:
            action, state = seated.play(state)
        seated.report(before, action, state)
        plies += 1
        turns += isinstance(action, Discard | Knock | GoBigGin)
        if actions is not None:
            actions.append(action)
    outcome = state.outcome
    assert outcome is not None
    if outcome.ending == "out" and not isinstance(action, Discard):
        turns += 1  # the last turn ended with a meld or a lay-off
    return Played(outcome, turns, plies)
