"""Playing rounds: seeds, deals that differ only in who begins, and a round between players."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from ginrules.cards import Card
from ginrules.errors import IllegalAction, LabError
from ginrules.lab.company import Company
from ginrules.lab.players.protocol import NewPlayer, Player
from ginrules.play.actions import Discard, GoBigGin, Knock
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.engine import apply, chance_action
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Reshuffle
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
    """The deal of this seed: the same order for all rules with the same pack."""
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
    rules: RuleSet, new_player: NewPlayer, dealt: Deal, *, seats: int, ply_cap: int = PLY_CAP
) -> list[Played]:
    """The rounds of a deal, one for each dealer, with the same player at every seat.

    Raises:
        LabError: As `play_round`.
    """
    rounds = []
    for dealer in range(seats):
        players = [new_player(dealt.chance + seat) for seat in range(seats)]
        order = with_dealer(dealt.order, rules, seats=seats, dealer=dealer)
        knock_card = dealt.knock_card if rules.knock_source == "knock-card" else None
        rounds.append(
            play_round(
                rules, players, order, dealer=dealer, knock_card=knock_card, chance=dealt.chance,
                ply_cap=ply_cap, seed=dealt.seed,
            )
        )  # fmt: skip
    return rounds


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
        seed: What the order came from, to be named in errors.

    Raises:
        DealError: If there is no such deal.
        LabError: If a player answers with an action that is not legal, or the round does not
            end within ``ply_cap`` actions; ``details`` tell rules, seed, dealer and ply.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> played = play_round(RuleSet(), [Greedy(), Greedy()], shuffled(7))
        >>> played.outcome.ending, played.turns > 1
        ('knock', True)
    """
    state = deal(rules, order, dealer=dealer, seats=len(players), knock_card=knock_card)
    company = Company(players)
    company.begin(state)
    shuffles = None
    turns = plies = 0
    while not state.is_over:
        if plies == ply_cap:
            raise _gone_wrong(
                f"the round has not ended after {ply_cap} actions", rules, seed=seed, dealer=dealer, ply=plies
            )
        plies += 1
        if isinstance(state.phase, Reshuffle):
            shuffles = shuffles or random.Random(chance)  # noqa: S311 - games, not secrets
            shuffle = chance_action(state, shuffles)
            before, state = state, apply(state, shuffle)
            company.tell(before, shuffle, state)
            continue
        action = company.ask(state)
        try:
            before, state = state, apply(state, action)
        except IllegalAction as error:
            seat = state.turn
            raise _gone_wrong(
                f"the player at seat {seat} broke the rules: {error}",
                rules, seed=seed, dealer=dealer, ply=plies, seat=seat, action=str(action),
            ) from error  # fmt: skip
        company.tell(before, action, state)
        if isinstance(action, Discard | Knock | GoBigGin):
            turns += 1
    outcome = state.outcome
    assert outcome is not None
    if outcome.ending == "out" and not isinstance(action, Discard):
        turns += 1  # went out with a meld or a lay-off
    return Played(outcome, turns, plies)


def _gone_wrong(what: str, rules: RuleSet, **details: object) -> LabError:
    name = rules.name or f"rules {rules.digest}"
    told = ", ".join(f"{key} {value}" for key, value in details.items() if key in {"seed", "dealer", "ply"})
    return LabError(f"{what} ({name}, {told})", rules=name, digest=rules.digest, **details)
