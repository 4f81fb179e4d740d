"""An episode played by codes: one round, or the rounds of a game or a match, with everything that chance decides."""

import random
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from ginrules._values import index_of, shown
from ginrules.errors import DealError, IllegalAction, InvalidRunError, RoundIsOver
from ginrules.fast.numbering.codec import Codec
from ginrules.match.fold import add_round, new_match
from ginrules.match.match_view import match_view
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, Table
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action
from ginrules.play.deal import deal, knock_card_of, seats_at, shuffled
from ginrules.play.engine import chance_action
from ginrules.play.outcome import Outcome
from ginrules.play.phases import RoundOver
from ginrules.play.state import RoundState
from ginrules.rl.options import EpisodeForm, checked_seed, largest_loss
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import Player
from ginrules.seated.round import OnAction, Seated

OPTIONS: Final = ("order", "dealer", "knock_card")
"""The options of a reset: the first deal."""

NOT_BEGUN: Final = "no episode is being played: call reset() first"

_BITS: Final = 62


class Episode:
    """The rounds of an episode, one table at a time, played by codes.

    In a round the players are the seats. In a game or a match they are those of the match, who sit where its
    seating puts them; the tables of a team round are played one after another.

    Attributes:
        rules: The rules; for a game those of a single game in one column.
        form: How long the episode is.
        players: The number of players.
        sizes: The numbers of seats that its tables can have.
        codecs: The numbering of actions at each of them.
        codes: How many codes the largest of them has.
        state: The round in progress, or the last one.
        laid: The melds already laid of the unfinished spread.
        seated: The player at each seat.
        match: The match; None for a round.
        table: Its table that is played.
        score: The price of the last round that has ended.
        rounds: Rounds that have ended.
        watch: Called after each action, chance included, with the states before and after it.
        on_deal: Called when a round has been dealt, before anything is played.
        new_players: Makes the players that sit at the table of a round, by seat; the actions of the other seats
            come from outside.
        time_limit: Time limit per call of such a player, in seconds; None for no limit.
        net: Zero-sum points by player once the episode is over.
        is_over: Whether the episode has ended.
        is_cut: Whether it has ended because the match was too long.
    """

    def __init__(self, rules: RuleSet | str, players: int | None, form: EpisodeForm, *, most_rounds: int) -> None:
        self.rules = _rules_of_form(rules_of(rules), form)
        self.form = form
        if form == "round":
            self.players = seats_at(self.rules, players)
            self.sizes: tuple[int, ...] = (self.players,)
        else:
            self.players = _checked_players(self.rules, players)
            most = len(new_match(self.rules, self.players).due[0].players)
            self.sizes = tuple(size for size in self.rules.table_sizes if size <= most)
            if self.rules.game_end == "target":
                self.sizes = (most,)
        self.codecs = {size: Codec(self.rules, size) for size in self.sizes}
        self.codes = max(codec.n for codec in self.codecs.values())
        self.watch: OnAction | None = None
        self.on_deal: Callable[[], None] | None = None
        self.new_players: Callable[[RoundLabel], Mapping[int, Player]] = _nobody
        self.time_limit: float | None = None
        self._seed: int | None = None
        self._company: Seated | None = None
        self._most_rounds = most_rounds
        self._chance = random.Random()  # noqa: S311 - games, not secrets
        self.match: MatchState | None = None
        self.table: Table
        self._state: RoundState | None = None
        self.score: RoundScore | None = None
        self.is_over = True
        self.is_cut = False
        self.seated: tuple[int, ...] = ()
        self.laid: tuple[Meld, ...] = ()
        self.net: tuple[float, ...] = ()
        self.rounds = 0

    @property
    def state(self) -> RoundState:
        """The round in progress, or the last one.

        Raises:
            RoundIsOver: If nothing has been dealt.
        """
        if self._state is None:
            raise RoundIsOver(NOT_BEGUN)
        return self._state

    @property
    def codec(self) -> Codec:
        """The numbering of actions at the table that is played."""
        return self.codecs[self.state.setup.seats]

    @property
    def player(self) -> int:
        """The player to act."""
        turn = self.state.phase.turn
        assert turn is not None
        return self.seated[turn]

    def seat_of(self, player: int) -> int | None:
        """Return the seat of a player at the table that is played, or None for one who is not there."""
        return self.seated.index(player) if player in self.seated else None

    def start(self, seed: int | None, options: Mapping[str, Any] | None, *, named: int | None = None) -> None:
        """Begin an episode, and play to the first action from outside; without a seed its random numbers go on.

        Args:
            seed: A seed for the deals, the dealers and the reshuffles.
            options: ``order`` (the whole pack), ``dealer`` (a seat; of a match, a player) and ``knock_card`` of the
                first deal. Other names are left alone, but for one that resembles these.
            named: The seed to name in errors, if it is not this one.

        Raises:
            DealError: If the seed is not a whole number, 0 or more, or the deal is not possible.
            LabError: If a player at the table goes wrong; the episode is over.
            ScoreError: If the dealer cannot deal first in a match.
        """
        chosen = checked_options(options)
        number = checked_seed(seed)
        self._seed = number if named is None else named
        if number is not None:
            self._chance = random.Random(number)  # noqa: S311 - games, not secrets
        first = int(self._chance.random() * self.players)
        self._second_pack = self._chance.getrandbits(_BITS)
        dealer = chosen.get("dealer")
        if self.form == "round":
            self.match, self._due = None, []
            self.seated = tuple(range(self.players))
            self._deal(first if dealer is None else dealer, self.players, chosen)
        else:
            if dealer is None:
                dealer = first % 2 if self.rules.seating == "captain" else first
            match = new_match(self.rules, self.players, dealer=dealer)
            self.match, self._due = match, list(match.due)
            self._sit_down(chosen)
        self._results: list[Outcome] = []
        self.rounds, self.score, self.net = 0, None, ()
        self.is_over = self.is_cut = False
        self._play_on()

    def step(self, code: object) -> None:
        """Take the action of a code for the seat to act, and what chance does after it.

        Raises:
            RoundIsOver: If the episode is over, or has not begun.
            IllegalAction: If the rules do not allow it here; nothing has changed.
            WrongTypeError: If it is not a whole number.
        """
        if self.is_over:
            raise RoundIsOver(NOT_BEGUN)
        state, codec = self.state, self.codec
        action = codec.action(code, state, self.laid)  # type: ignore[arg-type] # which it checks
        if action is None:
            self.laid = (*self.laid, codec.meld(code))  # type: ignore[arg-type]
        else:
            self.take(action)

    def take(self, action: Action) -> None:
        """Take an action for the seat to act, and what chance does after it.

        Raises:
            IllegalAction: If the rules do not allow it here; nothing has changed.
        """
        self._play_on(action)

    def _play_on(self, action: Action | None = None) -> None:
        """Play an action from outside, and then chance and the players, deal after deal, to the next such action."""
        try:
            company = self._company or self._new_company()
            state = self.state if action is None else company.take(self.state, action)
            self.laid, self._state = (), company.play_to_outside(state)
            while type(self._state.phase) is RoundOver:
                self._end_round(self._state)
                if self.is_over:
                    return
                self._state = self._new_company().play_to_outside(self._state)
        except IllegalAction:
            raise  # nothing has changed
        except BaseException:
            self.is_over = True  # a player has failed in the middle of a round
            raise

    def _new_company(self) -> Seated:
        """Seat the players of a new deal and show it to them."""
        state = self.state
        label = RoundLabel(self.rules, self._seed, state.dealer)
        players = self.new_players(label)
        outside = [seat for seat in range(state.seats) if seat not in players]
        self._company = company = Seated(
            players, label, self._shuffle, outside=outside, time_limit=self.time_limit, on_action=self.watch
        )
        company.start(state, None if self.match is None else match_view(self.match, self.table))
        return company

    def _shuffle(self, state: RoundState) -> Action:
        return chance_action(state, self._chance)

    def forfeit(self, player: int) -> None:
        """End the episode with a loss larger than that of any round, which the others share."""
        self.is_over = True
        points = float(largest_loss(self.rules, self.state.setup.seats))
        share = points / (self.players - 1)
        self.net = tuple(-points if other == player else share for other in range(self.players))

    def _end_round(self, state: RoundState) -> None:
        outcome = state.outcome
        assert outcome is not None
        self.score = price(outcome, self.rules)
        if self.match is None:
            self.rounds, self.net, self.is_over = 1, tuple(map(float, self.score.net)), True
            return
        self._results.append(outcome)
        if not self._due:
            self.match = add_round(self.match, *self._results)
            self.rounds += 1
            self._results, self._due = [], list(self.match.due)
            self.is_cut = not self.match.is_over and self.rounds >= self._most_rounds
            if self.match.is_over or self.is_cut:
                self.net, self.is_over = net_of(self.match), True
                return
        self._sit_down({})

    def _sit_down(self, chosen: Mapping[str, Any]) -> None:
        self.table = table = self._due.pop(0)
        self.seated = table.players
        self._deal(table.dealer_seat, len(table.players), chosen)

    def _deal(self, dealer: int, seats: int, chosen: Mapping[str, Any]) -> None:
        order, knock_card = chosen.get("order"), chosen.get("knock_card")
        if order is None:
            order = shuffled(self._chance, self.rules)
        if knock_card is None and self.rules.knock_source == "knock-card":
            number = 0 if self.match is None else len(self.match.scores)
            knock_card = knock_card_of(self.rules, self._second_pack, number)
        self._state = deal(self.rules, order, dealer=dealer, seats=seats, knock_card=knock_card)
        self.laid = ()
        self._company = None
        if self.on_deal is not None:
            self.on_deal()


def _nobody(_label: RoundLabel) -> Mapping[int, Player]:
    return {}


def net_of(match: MatchState) -> tuple[float, ...]:
    """Return what each player of a match gains, in points; the sum is zero.

    A captain's line pays and is paid player by player, as do three scores; each member of a team gains its net. A
    best-of match counts its games.
    """
    settlement = settle(match)
    gains = [0.0] * len(match.players)
    if match.rules.match_form == "best-of":
        for own, other in ((0, 1), (1, 0)):
            for player in match.sides[own]:
                gains[player] = float(match.accounts[own] - match.accounts[other])
    elif match.rules.seating == "partnership":
        for side, players in enumerate(match.sides):
            for player in players:
                gains[player] = float(settlement.net[side])
    else:
        for payment in settlement.payments:
            gains[payment.payer] -= payment.points
            gains[payment.payee] += payment.points
    return tuple(gains)


def _rules_of_form(rules: RuleSet, form: EpisodeForm) -> RuleSet:
    match form:
        case "round":
            return rules
        case "match":
            return rules.evolve(name=rules.name, endless=False)
        case "game":
            return rules.evolve(
                name=rules.name, endless=False, columns=1, column_weights=(1,),
                match_form="single", match_games=1, match_target=0, match_bonus=0,
            )  # fmt: skip


def _checked_players(rules: RuleSet, players: object) -> int:
    allowed = rules.player_counts
    number = allowed[0] if players is None else index_of(players)
    if number is None or number not in allowed:
        choice = " or ".join(map(str, allowed))
        raise InvalidRunError(
            f"expected {choice} players in a match of {rules.label}, got {shown(players)}", players=shown(players)
        )
    return number


def checked_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the options; PettingZoo's own test passes one that no environment has, so that others are left alone."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise DealError(f"expected options in a dictionary, got {shown(options)}")
    for name in options:
        near = [] if name in OPTIONS else get_close_matches(str(name), OPTIONS, n=1)
        if near:
            raise DealError(f"{shown(name)} is not an option of reset: did you mean {near[0]!r}?", option=str(name))
    return options
