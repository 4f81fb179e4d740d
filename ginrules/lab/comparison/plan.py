"""What is played and counted in a comparison: the plan that goes to workers, and the parts that come home."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import attrs

from ginrules.lab.players.protocol import NewPlayer
from ginrules.lab.runner.playing import Played, deal_seed, new_deal, play_dealt
from ginrules.lab.runner.rows import Row, row_of
from ginrules.lab.runner.units import Simulated, seated
from ginrules.lab.statistics.estimate import PairedSums
from ginrules.lab.statistics.measures import ROUND_MEASURES, SKILL_NET, SKILL_ROUND
from ginrules.play.outcome import Outcome
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

_NOT_PLAY: Final = ("price", "game", "columns", "match")
_NOT_PLAY_RULES: Final = ("player_counts", "seating", "opponents", "next_dealer")


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
