"""What is played and counted in a comparison: the plan that goes to workers, and the sums that come home."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

import attrs

from ginrules.lab.comparison import Finding
from ginrules.lab.estimate import PairedSums, effect, estimates, pairing_gain
from ginrules.lab.games import GameLengths
from ginrules.lab.histogram import Distribution, Histogram
from ginrules.lab.measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    MATCH_LENGTH,
    ROUND_MEASURES,
    SKILL_GAME,
    SKILL_MATCH,
    SKILL_NET,
    SKILL_ROUND,
    Measure,
)
from ginrules.lab.players.protocol import NewPlayer
from ginrules.lab.playing import Played, deal_seed, new_deal, play_dealt
from ginrules.lab.round_rows import Row, row_of
from ginrules.lab.units import Simulated, seated
from ginrules.play.outcome import Outcome
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore


@attrs.frozen
class DealResult:
    """A deal, played.

    Attributes:
        number: Its number in the run.
        rounds: For each rule set that is played its rounds: by dealer, one seating of the contestants after another.
    """

    number: int
    rounds: tuple[tuple[Played, ...], ...]

    @property
    def outcomes(self) -> tuple[tuple[Outcome, ...], ...]:
        """The facts of the rounds, arranged in the same way."""
        return tuple(tuple(each.outcome for each in rounds) for rounds in self.rounds)


COUNTED: Final = {
    "points": ("points per round", "points"),
    "turns": ("turns per round", "turns"),
    "knock-deadwood": ("deadwood at the knock", "points"),
    "rounds-per-game": ("rounds per game", "rounds"),
}
"""What is counted value by value: its title and unit."""

_NOT_PLAY: Final = ("price", "game", "columns", "match")
_NOT_PLAY_RULES: Final = ("player_counts", "seating", "opponents", "next_dealer")


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Whether a round is played in the same way under both: only what is paid may differ.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20)), plays_alike(RuleSet(), RuleSet(knock_limit=5))
        (True, False)
    """
    return all(change.section in _NOT_PLAY or change.name in _NOT_PLAY_RULES for change in diff(a, b))


@attrs.define
class Part:
    """What some deals add to a comparison.

    Attributes:
        sums: For each rule set but the first the sums of its pair, by measure.
        counts: For each rule set how often values came, by what was counted.
        deals: The outcomes of every deal, for the games that go through them in order.
        rows: The rounds as lines, where they are wanted: of each deal, under one rule set after another.
    """

    sums: list[dict[str, PairedSums]]
    counts: list[dict[str, Counter[int]]]
    deals: list[tuple[tuple[Outcome, ...], ...]]
    rows: list[Row]


@attrs.frozen
class Plan:
    """How the deals of a comparison are played and counted; it goes to worker processes.

    Attributes:
        rules: The rule sets.
        played: Those that are played.
        played_as: For each rule set which of the played ones stands for it.
        new_players: The contestants.
        seats: Seats of a table.
        seed: The seed of the run.
        ply_cap: The most actions of a round.
        time_limit: The most seconds for a decision; None for no limit.
        with_rows: Whether the rounds are wanted as lines too.
    """

    rules: tuple[RuleSet, ...]
    played: tuple[RuleSet, ...]
    played_as: tuple[int, ...]
    new_players: tuple[NewPlayer, ...]
    seats: int
    seed: int
    ply_cap: int
    time_limit: float | None
    with_rows: bool = False

    @property
    def rounds(self) -> int:
        """Rounds of a deal under one rule set."""
        return self.seats * len(self.new_players)

    def deal(self, number: int) -> DealResult:
        """Play the deal of this number."""
        seed = deal_seed(self.seed, number)
        return DealResult(number, tuple(tuple(self._rounds(rules, seed)) for rules in self.played))

    def _rounds(self, rules: RuleSet, seed: int) -> Iterator[Played]:
        dealt = new_deal(seed, rules)
        for seating in range(len(self.new_players)):
            sitting = [self.new_players[each] for each in seated(len(self.new_players), self.seats, seating)]
            for dealer in range(self.seats):
                yield play_dealt(rules, sitting, dealt, dealer=dealer, ply_cap=self.ply_cap, time_limit=self.time_limit)

    def part(self, deals: list[DealResult]) -> Part:
        """Count deals."""
        part = Part([{} for _ in self.rules[1:]], [{} for _ in self.rules], [], [])
        for deal in deals:
            counted = [
                self._counted(rules, deal.rounds[place], counts)
                for rules, place, counts in zip(self.rules, self.played_as, part.counts, strict=True)
            ]
            base = counted[0]
            for sums, other in zip(part.sums, counted[1:], strict=True):
                for key, (count, on) in base.items():
                    sums.setdefault(key, PairedSums()).add(count, on, *other[key])
            part.deals.append(deal.outcomes)
            if self.with_rows:
                part.rows.extend(self._rows(deal))
        return part

    def _rows(self, deal: DealResult) -> Iterator[Row]:
        """The rounds of a deal as lines, under one rule set after another."""
        seed = deal_seed(self.seed, deal.number)
        for rules, place in zip(self.rules, self.played_as, strict=True):
            for number, played in enumerate(deal.rounds[place]):
                seating, dealer = divmod(number, self.seats)
                contestants = seated(len(self.new_players), self.seats, seating)
                score = price(played.outcome, rules)
                yield row_of(
                    rules,
                    Simulated(deal.number, seating, dealer, 0, 0, seed, dealer, contestants, played, score),
                )

    def _counted(
        self, rules: RuleSet, rounds: tuple[Played, ...], counts: dict[str, Counter[int]]
    ) -> dict[str, tuple[int, int]]:
        """The measures' counts and bases in a deal; what is counted value by value is added to the counts."""
        scores = [price(each.outcome, rules) for each in rounds]
        seats = self.seats
        counted = {}
        for measure in ROUND_MEASURES:
            count = base = 0
            for place, (score, played) in enumerate(zip(scores, rounds, strict=True)):
                more, on = measure.count(score, played, (place + 1) % seats)
                count += more
                base += on
            counted[measure.key] = count, base
        contestants = len(self.new_players)
        if contestants > 1:
            counted |= _skill(scores, seats, contestants)
        for score, played in zip(scores, rounds, strict=True):
            _count(counts, "points", 0 if score.winner is None else score.net[score.winner])
            _count(counts, "turns", played.turns)
            outcome = played.outcome
            if outcome.ending == "knock" and outcome.declarer is not None:
                _count(counts, "knock-deadwood", outcome.deadwood[outcome.declarer])
        return counted


def _count(counts: dict[str, Counter[int]], key: str, value: int) -> None:
    counts.setdefault(key, Counter())[value] += 1


def _skill(scores: list[RoundScore], seats: int, contestants: int) -> dict[str, tuple[int, int]]:
    """Rounds won by the first contestant of those decided, and his net points on the rounds he had a seat in."""
    won = decided = net = places = 0
    for place, score in enumerate(scores):
        seating = place // seats
        winner = score.winner
        decided += winner is not None
        won += winner is not None and (winner + seating) % contestants == 0
        for seat, points in enumerate(score.net):
            if (seat + seating) % contestants == 0:
                net += points
                places += 1
    return {SKILL_ROUND.key: (won, decided), SKILL_NET.key: (net, places)}


class Pair:
    """The first rule set and one of the others: their sums, and the games that go through the deals in order.

    Args:
        plan: The plan of the run.
        number: The number of the other rule set.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self._contestants = len(plan.new_players)
        self._a, self._b = plan.rules[0], plan.rules[number]
        self._places = plan.played_as[0], plan.played_as[number]
        self.repriced = self._places[0] == self._places[1]
        self._priced_alike = self.repriced and all(change.section != "price" for change in diff(self._a, self._b))
        self.sums: dict[str, PairedSums] = {}
        self.games = GameLengths(self._a, self._b, plan.seats, self._contestants)
        several = any(rules.match_form != "single" for rules in (self._a, self._b))
        self._matches = GameLengths(self._a, self._b, plan.seats, self._contestants, whole=True) if several else None

    @property
    def in_stretch(self) -> bool:
        """Whether some game or match of a stretch is not over yet."""
        return any(each.in_stretch for each in self._folds())

    def add(self, sums: dict[str, PairedSums], deals: list[tuple[tuple[Outcome, ...], ...]]) -> None:
        """Add a part."""
        for key, each in sums.items():
            self.sums[key] = self.sums[key] + each if key in self.sums else each
        for deal in deals:
            for fold in self._folds():
                fold.add(deal[self._places[0]], deal[self._places[1]])

    def finish(self, deal: tuple[tuple[Outcome, ...], ...]) -> None:
        """Let the games under way go on with a further deal, which is not counted itself."""
        for fold in self._folds():
            if fold.in_stretch:
                fold.add(deal[self._places[0]], deal[self._places[1]])

    def _folds(self) -> list[GameLengths]:
        return [self.games] if self._matches is None else [self.games, self._matches]

    def measured(self) -> Iterator[tuple[Measure, PairedSums, bool]]:
        """Every measure with its sums, and whether it cannot differ."""
        skill = [SKILL_ROUND, SKILL_NET] if self._contestants > 1 else []
        for measure in (*ROUND_MEASURES, *skill):
            same = self._priced_alike or (self.repriced and measure.by_play)
            yield measure, self.sums.get(measure.key, PairedSums()), same
        same_game = self.repriced and self._a == self._b
        yield GAME_MEASURE, self.games.sums, same_game
        yield FIRST_DEALER, self.games.beginners, same_game
        yield COMEBACK, self.games.comebacks, same_game
        if self._contestants > 1:
            yield SKILL_GAME, self.games.skill, same_game
        if self._matches is not None:
            yield MATCH_LENGTH, self._matches.sums, same_game
            if self._contestants > 1:
                yield SKILL_MATCH, self._matches.skill, same_game


class Found:
    """Everything a run has found so far.

    Args:
        plan: The plan of the run.
        reach_of: How many standard errors an interval reaches with so many units.
    """

    def __init__(self, plan: Plan, reach_of: Callable[[int], float]) -> None:
        self._plan = plan
        self._reach_of = reach_of
        self.deals = 0
        self.pairs = [Pair(plan, number) for number in range(1, len(plan.rules))]
        self._counts: list[dict[str, Counter[int]]] = [{} for _ in plan.rules]

    @property
    def in_stretch(self) -> bool:
        """Whether some game is not over yet."""
        return any(pair.in_stretch for pair in self.pairs)

    def add(self, part: Part) -> None:
        """Add a part."""
        for pair, sums in zip(self.pairs, part.sums, strict=True):
            pair.add(sums, part.deals)
        for counts, more in zip(self._counts, part.counts, strict=True):
            for key, counted in more.items():
                counts.setdefault(key, Counter()).update(counted)
        self.deals += len(part.deals)

    def finish(self, deal: DealResult) -> None:
        """Let the games under way go on with a further deal, which is not counted itself."""
        for pair in self.pairs:
            pair.finish(deal.outcomes)

    def reaches(self, key: str) -> list[float | None]:
        """How far the interval of each difference reaches, for one measure."""
        found = []
        for pair in self.pairs:
            difference = next(
                estimates(sums, share=measure.unit == "share", same=same, reach_of=self._reach_of)[2]
                for measure, sums, same in pair.measured()
                if measure.key == key
            )
            found.append(None if difference is None else difference.reach)
        return found

    def findings(self) -> tuple[Finding, ...]:
        """The estimates, without optional measures of what never happened."""
        by_pair = [{measure: (sums, same) for measure, sums, same in pair.measured()} for pair in self.pairs]
        measures = dict.fromkeys(chain.from_iterable(by_pair))
        return tuple(
            self._finding(measure, [each.get(measure, (PairedSums(), False)) for each in by_pair])
            for measure in measures
            if not measure.optional or any(pair[measure][0].a or pair[measure][0].b for pair in by_pair)
        )

    def _finding(self, measure: Measure, pairs: list[tuple[PairedSums, bool]]) -> Finding:
        share = measure.unit == "share"
        found = [estimates(sums, share=share, same=same, reach_of=self._reach_of) for sums, same in pairs]
        return Finding(
            measure,
            (found[0][0], *(each[1] for each in found)),
            tuple(each[2] for each in found),
            tuple(same for _, same in pairs),
            tuple(effect(sums, share=share) for sums, _ in pairs),
            tuple(pairing_gain(sums) for sums, _ in pairs),
            tuple(each[0] for each in found),
        )

    def distributions(self) -> tuple[Distribution, ...]:
        """How the values were spread; the games of the first rule set are those of its first pair."""
        games = [self.pairs[0].games.lengths[0], *(pair.games.lengths[1] for pair in self.pairs)]
        return tuple(
            Distribution(
                key, title, unit,
                tuple(
                    Histogram(lengths if key == "rounds-per-game" else counts.get(key, {}))
                    for lengths, counts in zip(games, self._counts, strict=True)
                ),
            )
            for key, (title, unit) in COUNTED.items()
        )  # fmt: skip
