"""Playing rounds: seeds, deals that differ only in who begins, and a round between players."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from ginrules.cards import Card
from ginrules.errors import EndlessPlayError
from ginrules.lab.players.protocol import NewPlayer, Player
from ginrules.lab.runner.guarded import Fault, Guarded
from ginrules.lab.runner.run_errors import Place
from ginrules.lab.runner.seats import Company
from ginrules.play.actions import Action, Discard, GoBigGin, Knock
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.engine import apply, chance_action
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet

PLY_CAP: Final = 20_000
"""Actions after which a round is given up as endless; sensible play needs some fifty."""


@attrs.frozen
class Played:
    """A finished round.

    Attributes:
        outcome: Its facts.
        turns: Turns played, a seat's draw and discard (or knock) being one.
        plies: Actions taken, chance included.
    """

    outcome: Outcome
    turns: int
    plies: int


@attrs.frozen
class Deal:
    """One shuffled pack, and everything else that chance decides about its rounds.

    Attributes:
        seed: What it came from; ``ginrules.shuffled(seed)`` is the order.
        order: The pack, first dealt first.
        knock_card: The card of the second pack, for rules whose limit it sets.
        chance: The seed of later shuffles and of players that need luck.
    """

    seed: int
    order: tuple[Card, ...]
    knock_card: Card
    chance: int


def deal_seed(seed: int, number: int) -> int:
    """The seed of the deal of this number in a run: a hash of both, below 2**63.

    Examples:
        >>> deal_seed(1, 0) == deal_seed(1, 0), deal_seed(1, 0) == deal_seed(0, 1)
        (True, False)
    """
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


def new_deal(seed: int, rules: RuleSet) -> Deal:
    """The deal of this seed: the same order for all rules with the same pack.

    Examples:
        >>> new_deal(5, RuleSet()).order == shuffled(5)
        True
    """
    pack = pack_of(rules)
    later = random.Random(f"after {seed}")  # noqa: S311 - games, not secrets
    return Deal(seed, shuffled(seed, rules), pack[int(later.random() * len(pack))], later.getrandbits(62))


def with_dealer(order: Sequence[Card], rules: RuleSet, *, seats: int, dealer: int) -> tuple[Card, ...]:
    """The order that deals every seat the same hand as ``order`` does when the last seat deals.

    Only who begins changes: upcard, stock and the extra card of the eleven-card opening (which
    goes to whoever begins) stay where they are.

    Args:
        order: The pack, first dealt first.
        rules: What decides the size of the hands.
        seats: How many seats are dealt to.
        dealer: The seat that is to deal; the seat after it begins.

    Examples:
        >>> from ginrules.play.deal import deal
        >>> rules = RuleSet()
        >>> order = shuffled(7, rules)
        >>> other = with_dealer(order, rules, seats=2, dealer=0)
        >>> deal(rules, order, dealer=1).hands == deal(rules, other, dealer=0).hands
        True
    """
    dealt = seats * rules.hand_size_for(seats)
    first = (dealer + 1) % seats
    turned = [order[place - place % seats + (place + first) % seats] for place in range(dealt)]
    return (*turned, *order[dealt:])


def play_deal(
    rules: RuleSet,
    new_player: NewPlayer,
    dealt: Deal,
    *,
    seats: int,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
) -> list[Played]:
    """The rounds of a deal, one for each dealer, with the same player at every seat.

    Raises:
        LabError: As `play_round`.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> len(play_deal(RuleSet(), lambda seed: Greedy(), new_deal(5, RuleSet()), seats=2))
        2
    """
    sitting = (new_player,) * seats
    return [
        play_dealt(rules, sitting, dealt, dealer=dealer, ply_cap=ply_cap, time_limit=time_limit)
        for dealer in range(seats)
    ]


def play_dealt(
    rules: RuleSet,
    sitting: Sequence[NewPlayer],
    dealt: Deal,
    *,
    dealer: int,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
    actions: list[Action] | None = None,
) -> Played:
    """One round of a deal: every seat holds the same hand whoever deals.

    Args:
        rules: The rules to play by.
        sitting: What makes the player of each seat.
        dealt: The deal.
        dealer: The dealer's seat.
        ply_cap: The most actions of the round.
        time_limit: The most seconds for a decision; None for no limit.
        actions: A list to put the actions into.

    Raises:
        LabError: As `play_round`.
    """
    seats = len(sitting)
    knock_card = dealt.knock_card if rules.knock_source == "knock-card" else None
    at = Place(rules, dealt.seed, dealer)
    players = []
    for seat, new_player in enumerate(sitting):
        try:
            players.append(new_player(dealt.chance + seat))
        except Exception as error:
            raise at.unmade(error, new_player, seat) from error
    order = with_dealer(dealt.order, rules, seats=seats, dealer=dealer)
    return play_round(
        rules, players, order, dealer=dealer, knock_card=knock_card, chance=dealt.chance,
        ply_cap=ply_cap, seed=dealt.seed, time_limit=time_limit, actions=actions,
    )  # fmt: skip


def play_round(
    rules: RuleSet,
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
) -> Played:
    """Play a round to its end.

    Args:
        rules: The rules to play by.
        players: Who decides for each seat.
        order: The whole pack, first dealt first.
        dealer: The dealer's seat.
        knock_card: The card of the second pack, for rules whose limit it sets.
        chance: The seed of reshuffles.
        ply_cap: The most actions before the round is given up.
        seed: The seed that the order came from, to be named in errors.
        time_limit: The most seconds for a decision; None for no limit.
        actions: A list to put the actions into, as a record wants them.

    Raises:
        DealError: If there is no such deal.
        PlayerActionError: If a player answers with an action that is not legal.
        PlayerFailedError: If a player raises.
        PlayerTooSlowError: If a decision takes longer than ``time_limit`` seconds.
        EndlessPlayError: If the round does not end within ``ply_cap`` actions. All are `LabError`;
            ``details`` tell rules, player, seat, seed, dealer and ply.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> played = play_round(RuleSet(), [Greedy(), Greedy()], shuffled(7))
        >>> played.outcome.ending, played.turns > 1
        ('knock', True)
    """
    state = deal(rules, order, dealer=dealer, seats=len(players), knock_card=knock_card)
    at = Place(rules, seed, dealer)
    plies: list[Action] = [] if actions is None else actions
    before = len(plies)
    try:
        state, turns = _to_the_end(state, players, chance, ply_cap, time_limit, plies)
    except Fault as fault:
        raise at.blamed(fault, players, len(plies) - before + 1, time_limit) from fault.cause
    except _Cap:
        raise at.error(EndlessPlayError, f"the round has not ended after {ply_cap} actions", ply_cap) from None
    outcome = state.outcome
    assert outcome is not None
    if outcome.ending == "out" and not isinstance(plies[-1], Discard):
        turns += 1  # went out with a meld or a lay-off
    return Played(outcome, turns, len(plies) - before)


def _to_the_end(
    state: RoundState,
    players: Sequence[Player],
    chance: int,
    ply_cap: int,
    time_limit: float | None,
    actions: list[Action],
) -> tuple[RoundState, int]:
    """The last state and the turns of a round; every action is put into the list when it is done."""
    company = Company([Guarded(player, seat, time_limit) for seat, player in enumerate(players)])
    company.begin(state)
    shuffles = None
    turns, most = 0, len(actions) + ply_cap
    while not state.is_over:
        if len(actions) == most:
            raise _Cap
        before = state
        if isinstance(state.phase, Reshuffle):
            shuffles = shuffles or random.Random(chance)  # noqa: S311 - games, not secrets
            action: Action = chance_action(state, shuffles)
            state = apply(state, action)
        else:
            action = company.ask(state)
            try:
                state = apply(state, action)
            except Exception as error:  # what is no action at all ends in other errors
                assert state.turn is not None
                raise Fault(state.turn, error, _shown(action)) from error
        company.tell(before, action, state)
        actions.append(action)
        if isinstance(action, Discard | Knock | GoBigGin):
            turns += 1
    return state, turns


class _Cap(Exception):
    """Too many actions."""


def _shown(answer: object) -> str:
    """What a player answered; it may be anything."""
    try:
        return repr(answer)
    except Exception:  # noqa: BLE001 - a stranger's code
        return f"a {type(answer).__name__}"
