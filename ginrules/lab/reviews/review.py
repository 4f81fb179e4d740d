"""`review`: every decision of a recorded round or match, compared with a strong player's choice.

Actions are tried out in worlds that fit what a seat knew: the same worlds and the same chance for each action.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Final

import attrs

from ginrules._support.values import as_items, expect, shown, whole_number
from ginrules.driver.labels import RoundLabel, player_name
from ginrules.driver.named import player_named
from ginrules.driver.player import NewPlayer
from ginrules.driver.round import new_driver
from ginrules.errors import InvalidRunError
from ginrules.lab.reviews.result import Decision, Parts, Review, RoundReview
from ginrules.lab.runner.games import is_plain
from ginrules.lab.statistics.estimate import Estimate, critical_value
from ginrules.match.advance import add_round
from ginrules.match.state import MatchState
from ginrules.match.view import MatchView, match_view
from ginrules.play.actions import Action
from ginrules.play.engine import legal_actions
from ginrules.play.events import events_of
from ginrules.play.follow import redact
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.players.belief import Belief, has_core, reads
from ginrules.players.equity import MatchEquity, equity_of
from ginrules.players.expert import Expert
from ginrules.players.learned import Learned
from ginrules.players.rollouts import outcomes_of
from ginrules.players.search.knocks import gains_by_seat
from ginrules.players.search.simulation import plausible
from ginrules.records import MatchRecord, RoundRecord
from ginrules.records.match import tables_in
from ginrules.rules.model import RuleSet

REVIEWER: Final = "learned"
"""The default reviewer: the strongest player that decides at once. It is as `Expert` without a net for the rules."""

WORLDS: Final = 256
"""Worlds for the comparison of two actions."""

_MOST_WORLDS: Final = 100_000
_NOTHING: Final = Estimate(0.0, 0.0, 0.0)


def review(
    records: RoundRecord | MatchRecord | Iterable[RoundRecord | MatchRecord],
    seat: int | str | None = None,
    player: NewPlayer | str = REVIEWER,
    *,
    worlds: int = WORLDS,
    seed: int = 1,
) -> Review:
    """Compare every decision of one or more records with a strong player's choice, and tell luck from skill.

    The reviewer decides from the seat's knowledge at that moment: its view, and the events that it saw. If the
    recorded action differs, both are tried in worlds: deals that fit this knowledge. Their hidden hands have improved
    with the turns played. The hidden cards of the record are never used. Both actions get the same worlds and the
    same chance, and the reviewer plays each world to its end at all seats. The mean difference is the loss by the
    action.

    Its interval says how far this is certain: if it contains 0, no difference can be measured. The reviewer makes
    mistakes too: an action can be better than its choice.

    Args:
        records: A record of a round or a match, or several, for example of an evening. A round that is not over has
            decisions, but no result. Rounds without cards, as on a score pad, are counted and left out.
        seat: The player whose decisions are listed, by its name, by the seat in a round, or by its number in a match,
            or None for all. All seats' decisions count for luck and skill.
        player: The reviewer: its maker or its name, which is read as your own (`player_named`).
        worlds: Worlds for the comparison of two actions, at most: fewer are used where the difference is settled
            earlier, and at most 12 if the engine must play them out. The expected result at other decisions is the
            mean over a quarter of them.
        seed: The seed for the worlds.

    Raises:
        WrongTypeError: If an argument is not a record of a round or a match, or several of them.
        InvalidRunError: If there is no such seat or player, no round has cards, or another argument is wrong.

    Examples:
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", 7)
        >>> while not record.state.is_over:
        ...     seen = gin.view(record.state, record.state.turn)
        ...     record = record.play(gin.players.Simple(3).choose(seen))
        >>> result = gin.lab.review(record, worlds=16)
        >>> parts = result.rounds[0].parts[0]
        >>> parts.luck + parts.skill == parts.result
        True
    """
    listed = (records,) if isinstance(records, RoundRecord | MatchRecord) else as_items(records, _EXPECTED)
    for one in listed:
        expect(one, RoundRecord | MatchRecord, _EXPECTED)
    count = whole_number("worlds", worlds, 2, _MOST_WORLDS)
    number = whole_number("seed", seed)
    maker = player_named(player, own=True) if isinstance(player, str) else player
    if not callable(maker):
        raise InvalidRunError(f"player: expected a name or a maker of players, got {shown(player)}")
    chosen = _chosen(seat, listed)
    rounds, skipped, most = [], 0, 0
    for record_number, record in enumerate(listed, 1):
        tester = InWorlds.of(record.rules, maker, count)
        most = max(most, tester.worlds)
        for place, (one, names, match, before) in enumerate(_rounds(record), 1):
            if one is None:
                skipped += 1
            else:
                table = _Table(maker, tester, number, record_number, place, one, names, match, _Game.of(before))
                rounds.append(table.review())
    if not rounds:
        raise InvalidRunError("no round has cards: a review needs the deal and the actions, which a score pad lacks")
    reviewer = player_name(maker(0))
    return Review(
        reviewed=listed, reviewer=reviewer, worlds=most, seed=number, seat=chosen, rounds=tuple(rounds), skipped=skipped
    )


_EXPECTED: Final = "the record of a round or a match, or several of them"


def _names(record: RoundRecord | MatchRecord) -> tuple[str, ...]:
    if isinstance(record, MatchRecord):
        return record.players
    return record.names or tuple(f"seat {seat}" for seat in range(record.seats))


def _chosen(seat: object, records: Sequence[RoundRecord | MatchRecord]) -> int | str | None:
    """Return the seat or the name of the player whose decisions are listed."""
    if seat is None:
        return None
    if isinstance(seat, str):
        names = list(dict.fromkeys(name for record in records for name in _names(record)))
        if seat not in names:
            raise InvalidRunError(f"no player is called {shown(seat)}: expected one of {', '.join(names)}", seat=seat)
        return seat
    fewest = min((len(_names(record)) for record in records), default=1)
    return whole_number("seat", seat, 0, fewest - 1)


_Listed = tuple[RoundRecord | None, tuple[str, ...], MatchView | None, MatchState | None]


def _rounds(record: RoundRecord | MatchRecord) -> Iterator[_Listed]:
    """Yield a record's rounds: record or None, names of the seats, and the match before it in both forms."""
    if isinstance(record, RoundRecord):
        yield record, _names(record), None, None
        return
    for before, added in zip(record.matches(), record.rounds, strict=False):
        tables = tables_in(added)
        for number, one in enumerate(tables):
            if not isinstance(one, RoundRecord):
                yield None, (), None, None
                continue
            table = before.due[number]
            names = tuple(record.players[player] for player in table.players)
            yield one, names, match_view(before, table), before if len(tables) == 1 else None


@attrs.frozen
class _Table:
    """The table of a round that is reviewed: by whom, which round it is, its seats and its game."""

    new_player: NewPlayer
    tester: InWorlds
    seed: int
    record_number: int
    number: int
    record: RoundRecord
    names: tuple[str, ...]
    match: MatchView | None
    game: _Game | None

    def review(self) -> RoundReview:
        """Return the round's review."""
        decisions = tuple(self._decisions())
        outcome = self.record.outcome
        parts = () if outcome is None else tuple(self._parts(decisions, outcome))
        of_round = partial(RoundReview, record_number=self.record_number, number=self.number, record=self.record)
        return of_round(players=self.names, decisions=decisions, parts=parts)

    def _decisions(self) -> Iterator[Decision]:
        record, seats = self.record, range(self.record.seats)
        label = RoundLabel(record.rules, record.seed, record.dealer)
        belief = Belief()

        def note(state: RoundState, action: Action, after: RoundState) -> None:
            for event in events_of(state, action, after):
                belief.note(redact(event, None))

        driver = new_driver(dict.fromkeys(seats, self.new_player), label, self.seed, outside=seats, on_action=note)
        states = record.states()
        state = next(states)
        driver.start(state, self.match)
        belief.begin(view(state, 0))
        for ply, action in enumerate(record.actions, 1):
            if state.turn is not None and len(legal_actions(state)) > 1:
                yield self._decision(belief, state, action, driver.advice(state), ply)
            state = driver.take(state, action)

    def _decision(self, belief: Belief, state: RoundState, action: Action, choice: Action, ply: int) -> Decision:
        seat = state.turn
        assert seat is not None
        own = view(state, seat)
        decision = partial(Decision, record_number=self.record_number, round=self.number, ply=ply, seat=seat, view=own)
        decision = partial(decision, player=self.names[seat], action=action, choice=choice)
        nothing = (Fraction(0),) * state.seats
        actions = [choice] if action == choice else [choice, action]
        outcomes = self.tester.compared(belief, own, actions, mixed(self.seed, self.record_number, self.number, ply))
        gains = [self.tester.gains(one, state.seats) for one in outcomes]
        worlds = len(gains[0])
        value = Fraction(sum(one[seat] for one in gains[0]), worlds)
        if action == choice:
            no_chance = None if self.game is None else _NOTHING
            return decision(value=value, effect=nothing, lost=_NOTHING, chance=no_chance)
        effect = tuple(
            Fraction(sum(played[place] - chosen[place] for chosen, played in zip(*gains, strict=True)), worlds)
            for place in range(state.seats)
        )
        lost = mean_estimate([float(chosen[seat] - played[seat]) for chosen, played in zip(*gains, strict=True)])
        chance = None if self.game is None else self.game.lost(outcomes, seat)
        held = {other: belief.chances(own, other) for other in range(state.seats) if other != seat}
        return decision(value=value, effect=effect, lost=lost, chance=chance, worlds=worlds, held=held)

    def _parts(self, decisions: tuple[Decision, ...], outcome: Outcome) -> Iterator[Parts]:
        """Yield the result of each seat in parts, of which luck is the rest, so the sum is exact."""
        for seat, points in enumerate(gains_by_seat(self.record.rules, outcome)):
            own = [one for one in decisions if one.seat == seat]
            play = sum((one.effect[seat] for one in own), Fraction(0))
            others = sum((one.effect[seat] for one in decisions if one.seat != seat), Fraction(0))
            luck = points - play - others
            dealt = own[0].value if own else luck
            curve = (*((one.ply, one.value) for one in own), (decisions[-1].ply if decisions else 0, Fraction(points)))
            game = self.game
            chance = None if game is None else (game.chance(seat), game.chance(seat, outcome))
            parts = partial(Parts, seat=seat, player=self.names[seat], result=points, curve=curve, chance=chance)
            yield parts(deal=dealt, draws=luck - dealt, play=play, others=others)


@attrs.frozen
class _Game:
    """A game of two sides before a round, and the chances to win it if both play as `Learned`."""

    equity: MatchEquity
    match: MatchState

    @classmethod
    def of(cls, match: MatchState | None) -> _Game | None:
        """Return the game, or None if its chances do not follow from two standings and the dealer."""
        if match is None or not is_plain(match.rules, len(match.sides)):
            return None
        equity = equity_of(match.rules, Learned)
        return None if equity is None else cls(equity, match)

    def chance(self, seat: int, outcome: Outcome | None = None) -> float:
        """Return a seat's chance after a round with this outcome, or without one."""
        after = self.match if outcome is None else add_round(self.match, outcome)
        player = self.match.due[0].players[seat]
        mine = next(number for number, side in enumerate(after.sides) if player in side)
        if after.is_over:
            return (mine in after.winners) / max(1, len(after.winners))
        standing, dealer = after.games[-1].standing, after.due[0].dealer
        return self.equity.chance(standing[mine], standing[1 - mine], int(dealer not in after.sides[mine]))

    def lost(self, outcomes: list[list[Outcome | None]], seat: int) -> Estimate:
        """Return how much of the chance an action gives away, compared with the first action."""
        chances = {outcome: self.chance(seat, outcome) for outcome in {*outcomes[0], *outcomes[1]}}
        return mean_estimate([chances[one] - chances[other] for one, other in zip(*outcomes, strict=True)])


ENGINE_WORLDS: Final = 12
"""Limit on the worlds of a decision if the engine plays them out: it takes a hundred times as long."""

_PART: Final = 4
"""The expected result of a single action needs a part of these worlds."""

FIRST_PART: Final = 8
"""The part of the worlds that only decides how many more are needed."""

FEWEST: Final = 16
"""Worlds of such a first sample, at least. A decision with fewer worlds has none."""

SURE: Final = 4
"""A standard error needs no more worlds if the difference, or a point, is this many times as large."""

SEEDS: Final = 1 << 62
"""All seeds are below it."""

STEP: Final = 0x9E3779B97F4A7C15
"""Numbers are mixed by it."""


@attrs.frozen
class InWorlds:
    """Plays actions out in worlds."""

    rules: RuleSet
    new_player: NewPlayer
    worlds: int

    @classmethod
    def of(cls, rules: RuleSet, new_player: NewPlayer, worlds: int) -> InWorlds:
        """Return the tester for a reviewer: its own kind plays on if the compiled core has it, else `Expert`."""
        maker = new_player if has_core(rules, new_player) else Expert
        return cls(rules, maker, worlds if has_core(rules, maker) else min(worlds, ENGINE_WORLDS))

    def compared(
        self, belief: Belief, view: PlayerView, actions: Sequence[Action], seed: int
    ) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in all worlds, which are the same for each.

        A first sample decides how many worlds are needed, and is then left out: the outcomes in the others do not
        depend on their number, so their mean and its interval are as honest as those of a fixed number.
        """
        if len(actions) == 1:
            return self.outcomes(belief, view, actions, seed, max(2, self.worlds // _PART))
        count = self.worlds
        first = self.worlds // FIRST_PART
        if first >= FEWEST:
            seat = view.phase.turn
            assert seat is not None
            gains = [self.gains(one, view.seats) for one in self.outcomes(belief, view, actions, mixed(seed, 1), first)]
            differences = [one[seat] - other[seat] for one, other in zip(*gains, strict=True)]
            count = worlds_needed(differences, self.worlds - first)
        return self.outcomes(belief, view, actions, seed, count)

    def outcomes(
        self, belief: Belief, view: PlayerView, actions: Sequence[Action], seed: int, count: int
    ) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in this number of worlds, which are the same for each.

        Where the belief does not read the rules, the hidden hands are those of sensible players.
        """
        source = random.Random(seed)
        worlds: Sequence[RoundState] = (
            belief.sample(view, count, seed) if reads(view) else [plausible(view, source) for _ in range(count)]
        )
        seeds = [(seed + place) % SEEDS for place in range(1, count + 1)]
        return outcomes_of(worlds, self.new_player, seeds, actions, belief.story)

    def gains(self, outcomes: Sequence[Outcome | None], seats: int) -> list[tuple[int, ...]]:
        """Return the gains of all seats in each world, in points, and nothing for a round that does not end."""
        known = {outcome: gains_by_seat(self.rules, outcome) for outcome in {*outcomes} if outcome is not None}
        return [known[outcome] if outcome is not None else (0,) * seats for outcome in outcomes]


def mixed(*numbers: int) -> int:
    """Return a seed that depends on all of these numbers, as a page computes it too."""
    seed = 0
    for number in numbers:
        seed = (seed + number) * STEP % SEEDS
    return seed


def worlds_needed(differences: Sequence[float], most: int) -> int:
    """Return the number of worlds that settles a difference, judged by a first sample.

    It is settled if it is clear, or if it is known to half a point. The number is exact, so that a page finds it too.
    """
    exact, count = [*map(Fraction, differences)], len(differences)
    mean = sum(exact) / count
    variance = sum((one - mean) ** 2 for one in exact) / (count - 1)
    needed = variance * SURE**2 / max(1, mean**2)
    return min(most, max(2 * count, ceil(needed)))


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its 95% interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    half = critical_value(max(len(values), 2)) * (variance / len(values)) ** 0.5
    return Estimate(mean, mean - half, mean + half)
