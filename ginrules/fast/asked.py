"""Rounds in which some seats are asked for their decisions: players written in Python.

The core plays everything else, many rounds side by side. It stops where such a seat must act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.driver.labels import RoundLabel, UnansweredError
from ginrules.driver.player import NewPlayer, Player, sees_only_views
from ginrules.fast._facts import ENDLESS, FACTS
from ginrules.fast._plan import policy_of
from ginrules.play.seeded_deals import knock_place_and_round_seed, player_seed
from ginrules.play.view import view
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.fast.stepping import Rounds

_DEALS: Final = 512


def can_be_asked(factory: NewPlayer, rules: RuleSet, seats: int) -> bool:
    """Return whether a player decides by its view alone or is a player of the core, so that rounds can wait for it."""
    if policy_of(factory, rules, seats) is not None:
        return True
    try:
        return sees_only_views(factory(0))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - foreign code: the engine reports it
        return False


def asked_facts(
    rules: RuleSet,
    factories: Sequence[Any],
    seeds: NDArray[np.uint64],
    ply_cap: int,
    wanted: NDArray[np.bool_] | None = None,
) -> NDArray[np.void]:
    """Return the facts of deals, a round for each dealer.

    A round that does not end within the cap has status 1.
    """
    from ginrules.fast.stepping import Rounds

    seats = len(factories)
    facts = np.zeros((len(seeds), seats), FACTS)
    by_factory: dict[int, _Asked] = {}
    others = {}
    for seat, factory in enumerate(factories):
        if policy_of(factory, rules, seats) is None:
            by_factory.setdefault(id(factory), _Asked(factory)).seats.append(seat)
        else:
            others[seat] = factory
    deciders = by_factory.values()
    at_seats = [np.isin(np.arange(seats + 1), decider.seats) for decider in deciders]  # the last for no seat: -1
    for start in range(0, len(seeds), _DEALS):
        deals = seeds[start : start + _DEALS].tolist()
        here = np.ones(len(deals) * seats, np.bool_) if wanted is None else wanted[start : start + _DEALS].ravel()
        rounds = Rounds._of_deals(rules, deals, seats, others)  # noqa: SLF001 - the deals of the lab, not of a run
        for decider in deciders:
            decider.begin(deals, seats)
        while (playing := here & ~rounds.over & (rounds.facts["plies"] < ply_cap)).any():
            codes = rounds.choose(0)  # for rounds that do not count, or no longer
            for decider, is_here in zip(deciders, at_seats, strict=True):
                rows = np.flatnonzero(playing & is_here[rounds.acting])
                if len(rows):
                    codes[rows] = decider.codes(rounds, rows)
            rounds.step(codes)
        facts[start : start + len(deals)] = rounds.facts.reshape(len(deals), seats)
        late = here & ~rounds.over
        facts["status"][start : start + len(deals)][late.reshape(len(deals), seats)] = ENDLESS
    return facts


class _Asked:
    """A Python player's seats, each round with a new one, which is asked for actions.

    A player with ``choose_many`` is made once, for all rounds, unless its players depend on their seeds.

    A spread's codes are kept and taken one after another.
    """

    def __init__(self, factory: NewPlayer) -> None:
        self.seats: list[int] = []
        self._maker = factory
        self._together = _choice_for_all(factory)

    def begin(self, deals: Sequence[int], seats: int) -> None:
        """Begin the rounds of deals."""
        self._deals, self._at_table = deals, seats
        self._players: dict[tuple[int, int], Player] = {}
        self._due: dict[int, list[int]] = {}

    def codes(self, rounds: Rounds, rows: NDArray[np.int64]) -> list[int]:
        """Return the next code in each of these rounds, from an answer that is kept or of the player, who is asked."""
        places, due = rows.tolist(), self._due
        asked = [place for place in places if not due.get(place)]
        acting = rounds.acting.tolist()
        states = rounds._states(asked)  # noqa: SLF001 - the places are known
        views = [view(state, acting[place]) for state, place in zip(states, asked, strict=True)]
        if self._together is not None and asked:
            with self._blamed(rounds, asked[0]):
                for place, action in zip(asked, self._together(views), strict=True):
                    due[place] = list(rounds.codec.encode(action))
        else:
            for place, own in zip(asked, views, strict=True):
                with self._blamed(rounds, place):
                    due[place] = list(rounds.codec.encode(self._player(place, acting[place]).choose(own)))
        codes = [due[place].pop(0) for place in places]
        words, bits = np.divmod(codes, 32)
        is_legal = rounds.legal[rows, words] >> bits.astype(np.uint32) & 1
        if not is_legal.all():
            with self._blamed(rounds, places[int(is_legal.argmin())]):
                raise ValueError("an answer that is not legal")
        return codes

    @contextmanager
    def _blamed(self, rounds: Rounds, place: int) -> Iterator[None]:
        """Name the player and the round of whatever is raised, but Ctrl-C, which is the user's."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            deal, dealer = divmod(place, self._at_table)
            seat, ply = int(rounds.acting[place]), int(rounds.facts["plies"][place]) + 1
            label = RoundLabel(rounds.rules, self._deals[deal], dealer)
            player = self._players.get((place, seat)) or self._maker(0)
            raise UnansweredError(label.failed(error, player, seat, ply)) from error

    def _player(self, place: int, seat: int) -> Player:
        player = self._players.get((place, seat))
        if player is None:
            _, round_seed = knock_place_and_round_seed(self._deals[place // self._at_table])
            player = self._players[place, seat] = self._maker(player_seed(round_seed, seat))
        return player


def _choice_for_all(factory: NewPlayer) -> Callable[[list[Any]], Sequence[Any]] | None:
    """Return the ``choose_many`` of a player that stands for the players of all rounds, or None if none can.

    Players that differ with their seed could decide otherwise: each is asked for itself.
    """
    try:
        player, other = factory(0), factory(1)
        choice: Callable[[list[Any]], Sequence[Any]] | None = getattr(player, "choose_many", None)
        is_same = choice is not None and bool(player.__getstate__() == other.__getstate__())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - foreign code, such as arrays that cannot be compared
        return None
    return choice if is_same else None
