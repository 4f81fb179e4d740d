"""`review`: every decision of a recorded round or match, compared with the choice of a strong player."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from typing import Final

import attrs

from ginrules._values import expect, shown, whole_number
from ginrules.errors import InvalidRunError
from ginrules.lab.reviews.game_chances import GameChances, fits, game_chances
from ginrules.lab.reviews.result import Decision, Parts, Review, RoundReview
from ginrules.lab.statistics.estimate import Estimate, critical_value
from ginrules.match.match_view import MatchView, match_view
from ginrules.match.state import MatchState
from ginrules.play.actions import Action
from ginrules.play.determinize import determinize
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.players.expert import Expert
from ginrules.players.named import player_named
from ginrules.players.search.hidden import fitting_state
from ginrules.players.trials import gains_by_seat, outcomes_of
from ginrules.records import MatchRecord, RoundRecord
from ginrules.records.match import TeamRecord
from ginrules.rules.model import RuleSet
from ginrules.seated.labels import RoundLabel, player_name
from ginrules.seated.player import NewPlayer
from ginrules.seated.round import sit_down

REVIEWER: Final = "learned"
"""The default reviewer: the strongest player that decides at once; as `Expert` if it has no net for the rules."""

WORLDS: Final = 256
"""Worlds in which two actions are compared."""

_MOST_WORLDS: Final = 100_000
_NOTHING: Final = Estimate(0.0, 0.0, 0.0)


def review(
    record: RoundRecord | MatchRecord,
    seat: int | None = None,
    player: NewPlayer | str = REVIEWER,
    *,
    worlds: int = WORLDS,
    seed: int = 1,
) -> Review:
    """Compare every decision of a record with the choice of a strong player, and tell luck from skill.

    The reviewer decides from the knowledge of the seat at that moment: its view, and the events that it saw. If the
    recorded action differs, both are tried in worlds: deals that fit this knowledge, in which the hidden hands have
    improved with the turns played. The hidden cards of the record are never used. Both actions get the same worlds and
    the same chance, and the reviewer plays each world to its end at all seats. The mean difference is the loss by the
    action.

    Its interval says how far this is certain: if it contains 0, no difference can be measured. The reviewer makes
    mistakes too: an action can be better than its choice.

    Args:
        record: The record of a round or a match. A round that is not over has decisions, but no result.
        seat: The seat, in a match the player, whose decisions are listed; None for all. All seats' decisions count
            for luck and skill.
        player: The reviewer: its maker or its name, which is read as your own (`player_named`).
        worlds: Worlds in which two actions are compared; at most 12 are used if the engine must play them out. The
            expected result at other decisions is the mean of a quarter of them.
        seed: The seed of the worlds.

    Raises:
        WrongTypeError: If the record is not a record of a round or a match.
        InvalidRunError: If there is no such seat, no round of the record has cards, or another argument is wrong.

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
    expect(record, RoundRecord | MatchRecord, "the record of a round or a match")
    count = whole_number("worlds", worlds, 2, _MOST_WORLDS)
    number = whole_number("seed", seed)
    maker = player_named(player, own=True) if isinstance(player, str) else player
    if not callable(maker):
        raise InvalidRunError(f"player: expected a name or a maker of players, got {shown(player)}")
    seats = len(record.players) if isinstance(record, MatchRecord) else record.seats
    chosen = None if seat is None else whole_number("seat", seat, 0, seats - 1)
    tester = Tester.of(record.rules, maker, count)
    reviewer = Reviewer(maker, tester, number)
    rounds, skipped = [], 0
    for place, (one, names, match, before) in enumerate(_rounds(record), 1):
        if one is None:
            skipped += 1
        else:
            rounds.append(reviewer.round(one, names, place, match, before))
    if not rounds:
        raise InvalidRunError("the record has no round with cards: a review needs the deal and the actions")
    return Review(
        record=record, rules=record.rules, reviewer=player_name(maker(0)), worlds=tester.worlds, seed=number,
        seat=chosen, rounds=tuple(rounds), skipped=skipped,
    )  # fmt: skip


_Listed = tuple[RoundRecord | None, tuple[str, ...], MatchView | None, MatchState | None]


def _rounds(record: RoundRecord | MatchRecord) -> Iterator[_Listed]:
    """Yield the rounds of a record: record or None, names of the seats, and the match before it in both forms."""
    if isinstance(record, RoundRecord):
        yield record, record.names or tuple(f"seat {seat}" for seat in range(record.seats)), None, None
        return
    for before, added in zip(record.matches(), record.rounds, strict=False):
        tables = added.tables if isinstance(added, TeamRecord) else (added,)
        for number, one in enumerate(tables):
            if not isinstance(one, RoundRecord):
                yield None, (), None, None
                continue
            table = before.due[number]
            names = tuple(record.players[player] for player in table.players)
            yield one, names, match_view(before, table), before if len(tables) == 1 else None


@attrs.frozen
class Reviewer:
    """A player that reviews rounds.

    Attributes:
        new_player: Makes it.
        tester: Plays actions out.
        seed: The seed of the worlds.
        values: Whether the expected result is computed where the player agrees with the recorded action.
    """

    new_player: NewPlayer
    tester: Tester
    seed: int
    values: bool = True

    def round(
        self,
        record: RoundRecord,
        names: tuple[str, ...],
        number: int = 1,
        match: MatchView | None = None,
        before: MatchState | None = None,
    ) -> RoundReview:
        """Return the review of a round."""
        decisions = tuple(self._decisions(record, names, number, match, self._chances(before)))
        outcome = record.outcome
        parts = () if outcome is None else tuple(_parts(decisions, gains_by_seat(record.rules, outcome), names))
        return RoundReview(number=number, record=record, players=names, decisions=decisions, parts=parts)

    def _chances(self, before: MatchState | None) -> tuple[GameChances, MatchState] | None:
        if before is None or not fits(before):
            return None
        chances = game_chances(before.rules, self.tester.new_player)
        return None if chances is None else (chances, before)

    def _decisions(
        self,
        record: RoundRecord,
        names: tuple[str, ...],
        number: int,
        match: MatchView | None,
        chances: tuple[GameChances, MatchState] | None,
    ) -> Iterator[Decision]:
        seats = range(record.seats)
        label = RoundLabel(record.rules, record.seed, record.dealer)
        seated = sit_down(dict.fromkeys(seats, self.new_player), label, self.seed, outside=seats)
        states = record.states()
        state = next(states)
        seated.start(state, match)
        for ply, action in enumerate(record.actions, 1):
            if state.turn is not None and len(legal_actions(state)) > 1:
                choice = seated.advice(state)
                yield self._decision(state, action, choice, names, number, ply, chances)
            state = seated.take(state, action)

    def _decision(
        self,
        state: RoundState,
        action: Action,
        choice: Action,
        names: tuple[str, ...],
        number: int,
        ply: int,
        chances: tuple[GameChances, MatchState] | None,
    ) -> Decision:
        seat = state.turn
        assert seat is not None
        own = view(state, seat)
        decision = partial(
            Decision, round=number, ply=ply, seat=seat, player=names[seat], action=action, choice=choice, view=own
        )
        nothing = (Fraction(0),) * state.seats
        if action == choice and not self.values:
            return decision(value=Fraction(0), effect=nothing, lost=_NOTHING, chance=None)
        actions = [choice] if action == choice else [choice, action]
        outcomes = self.tester.outcomes(own, actions, f"review {self.seed} {number} {ply}")
        gains = [self.tester.gains(one, state.seats) for one in outcomes]
        worlds = len(gains[0])
        value = Fraction(sum(one[seat] for one in gains[0]), worlds)
        if action == choice:
            no_chance = None if chances is None else _NOTHING
            return decision(value=value, effect=nothing, lost=_NOTHING, chance=no_chance)
        effect = tuple(
            Fraction(sum(played[place] - chosen[place] for chosen, played in zip(*gains, strict=True)), worlds)
            for place in range(state.seats)
        )
        lost = mean_estimate([float(chosen[seat] - played[seat]) for chosen, played in zip(*gains, strict=True)])
        return decision(value=value, effect=effect, lost=lost, chance=_chance_lost(chances, outcomes, seat))


def _chance_lost(
    chances: tuple[GameChances, MatchState] | None, outcomes: list[list[Outcome | None]], seat: int
) -> Estimate | None:
    """Return the part of the chance to win the game that an action gives away, compared with the first action."""
    if chances is None:
        return None
    table, before = chances
    known: dict[Outcome | None, float] = {}
    for one in (*outcomes[0], *outcomes[1]):
        if one not in known:
            known[one] = table.after(before, one)
    player = before.due[0].players[seat]
    sign = 1 if player in before.sides[0] else -1
    return mean_estimate([sign * (known[one] - known[other]) for one, other in zip(*outcomes, strict=True)])


def _parts(decisions: tuple[Decision, ...], result: tuple[int, ...], names: tuple[str, ...]) -> Iterator[Parts]:
    """Yield the result of each seat in parts; the rest, not explained by decisions, is luck, so the sum is exact."""
    for seat, points in enumerate(result):
        own = [one for one in decisions if one.seat == seat]
        play = sum((one.effect[seat] for one in own), Fraction(0))
        others = sum((one.effect[seat] for one in decisions if one.seat != seat), Fraction(0))
        luck = points - play - others
        dealt = own[0].value if own else luck
        curve = (*((one.ply, one.value) for one in own), (decisions[-1].ply if decisions else 0, Fraction(points)))
        yield Parts(
            seat=seat, player=names[seat], result=points, deal=dealt, draws=luck - dealt, play=play, others=others,
            curve=curve,
        )  # fmt: skip


_PART: Final = 4
"""The expected result of a single action needs a part of these worlds."""

ENGINE_WORLDS: Final = 12
"""Limit on the worlds of a decision if the engine plays them out: it takes a hundred times as long."""

_SEEDS: Final = 1 << 62


# --- actions tried in worlds that fit what a seat knew: the same worlds and chance for each -------


@attrs.frozen
class Tester:
    """Plays actions out in worlds.

    Attributes:
        rules: The rules.
        new_player: Makes the players of every seat, who play the worlds to their ends.
        worlds: Worlds in which two actions are compared.
    """

    rules: RuleSet
    new_player: NewPlayer
    worlds: int

    @classmethod
    def of(cls, rules: RuleSet, new_player: NewPlayer, worlds: int) -> Tester:
        """Return the tester for a reviewer: its own kind plays on if the compiled core has it, else `Expert`."""
        if find_spec("numpy") is None:
            return cls(rules, Expert, min(worlds, ENGINE_WORLDS))
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

        maker = new_player if fast.why_not(rules, new_player) is None else Expert
        is_fast = fast.why_not(rules, maker) is None
        return cls(rules, maker, worlds if is_fast else min(worlds, ENGINE_WORLDS))

    def outcomes(self, view: PlayerView, actions: Sequence[Action], seed: str) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in all worlds, which are the same for each.

        Args:
            view: What the seat to act knows.
            actions: Legal actions.
            seed: The seed of the worlds.
        """
        source = random.Random(seed)  # noqa: S311 - games, not secrets
        place = determinize if self.rules.open_melds else fitting_state
        count = self.worlds if len(actions) > 1 else max(2, self.worlds // _PART)
        worlds = [place(view, source) for _ in range(count)]
        seeds = [source.randrange(_SEEDS) for _ in worlds]
        states = [apply(world, action) for action in actions for world in worlds]
        outcomes = outcomes_of(states, self.new_player, seeds * len(actions))
        return [outcomes[at : at + count] for at in range(0, len(outcomes), count)]

    def gains(self, outcomes: Sequence[Outcome | None], seats: int) -> list[tuple[int, ...]]:
        """Return the gains of all seats in each world, in points; nothing for a round that does not end."""
        known: dict[Outcome, tuple[int, ...]] = {}
        gains = []
        for outcome in outcomes:
            if outcome is None:
                gains.append((0,) * seats)
                continue
            if outcome not in known:
                known[outcome] = gains_by_seat(self.rules, outcome)
            gains.append(known[outcome])
        return gains


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its 95% interval.

    Examples:
        >>> mean_estimate([1.0, 2.0, 3.0, 4.0]).value, mean_estimate([2.0, 2.0]).high
        (2.5, 2.0)
    """
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    half = critical_value(max(count, 2)) * (spread / count) ** 0.5
    return Estimate(mean, mean - half, mean + half)
