"""`compare`: what a change of rules does to the game, measured on the same shuffled deals.

Every deal is played under both rule sets, and under each once with every seat beginning while
all seats keep their cards. So the luck of the deal cancels, between the rule sets and between
first and second seat, and what is left is the rules.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import count, islice
from typing import Any, Final

import attrs

from ginrules.errors import NotComparable
from ginrules.lab.estimate import LEVEL, Estimate, PairedSums, estimates
from ginrules.lab.games import GameLengths
from ginrules.lab.measures import GAME_MEASURE, ROUND_MEASURES, Measure
from ginrules.lab.players import Greedy, NewPlayer
from ginrules.lab.playing import PLY_CAP, Played, deal_seed, new_deal, play_deal
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import players_fit, table_seats
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

FEWEST_DEALS: Final = 10
"""The fewest deals that are worth an interval."""

MOST_EXTRA_DEALS: Final = 200
"""Deals played beyond those asked for, so that the last games come to an end."""

_CHUNK: Final = 20
_NOT_PLAY: Final = ("price", "game", "columns", "match")
_NOT_PLAY_RULES: Final = ("player_counts", "seating", "opponents", "next_dealer")

Progress = Callable[[int, int], None]
"""Told of rounds done under each rule set, and of how many there are to be."""


@attrs.frozen
class Comparison:
    """What `compare` found.

    Attributes:
        a: The first rule set.
        b: The second.
        changes: The rules that differ.
        players: Who sat at every seat.
        seats: How many seats a table had.
        rounds: Rounds counted under each rule set.
        deals: Shuffled deals, each played with every seat beginning.
        seed: The seed of the run.
        repriced: Whether the rounds were played once and priced twice, the rules of play being equal.
        findings: The measures with their estimates.
    """

    a: RuleSet
    b: RuleSet
    changes: tuple[RuleChange, ...]
    players: str
    seats: int
    rounds: int
    deals: int
    seed: int
    repriced: bool
    findings: tuple["Finding", ...]

    def __getitem__(self, key: str) -> "Finding":
        for finding in self.findings:
            if finding.measure.key == key:
                return finding
        raise KeyError(key)

    def as_plain(self) -> dict[str, Any]:
        """Everything as dicts, lists, texts and numbers, for JSON; estimates not known are None."""
        return {
            "a": _plain_rules(self.a),
            "b": _plain_rules(self.b),
            "changes": [
                {"section": each.section, "rule": each.name, "a": _plain(each.a), "b": _plain(each.b)}
                for each in self.changes
            ],
            "players": self.players,
            "seats": self.seats,
            "rounds": self.rounds,
            "deals": self.deals,
            "seed": self.seed,
            "repriced": self.repriced,
            "level": LEVEL,
            "measures": [each.as_plain() for each in self.findings],
        }


@attrs.frozen
class Finding:
    """One measure under both rule sets; an estimate is None where too little was seen to tell.

    Attributes:
        measure: What was measured.
        a: Under the first rule set.
        b: Under the second.
        difference: The second less the first, paired.
        same: Whether the rules leave no room for a difference, which is then exactly 0.
    """

    measure: Measure
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None
    same: bool = False

    def as_plain(self) -> dict[str, Any]:
        """The finding as plain values."""
        measure = self.measure
        return {
            "key": measure.key,
            "title": measure.title,
            "unit": measure.unit,
            "doc": measure.doc,
            "a": _plain_estimate(self.a),
            "b": _plain_estimate(self.b),
            "difference": _plain_estimate(self.difference),
            "same": self.same,
        }


def new_greedy(_seed: int, threshold: int | None = None) -> Greedy:
    """A `Greedy` player, which needs no luck (a `NewPlayer`).

    Examples:
        >>> print(new_greedy(1, threshold=5))
        greedy, knocking at 5 or less
    """
    return Greedy(threshold)


def compare(
    a: RuleSet,
    b: RuleSet,
    *,
    rounds: int = 1000,
    seed: int = 1,
    seats: int | None = None,
    new_player: NewPlayer = new_greedy,
    executor: Executor | None = None,
    progress: Progress | None = None,
    ply_cap: int = PLY_CAP,
) -> Comparison:
    """Play the same shuffled deals under both rule sets and measure what differs.

    The figures depend on the arguments alone, not on the executor. Rules that differ only in
    what is paid are played once, unless the players look at prices (``reads_prices``).

    Args:
        a: The first rule set.
        b: The second.
        rounds: Rounds under each rule set, rounded up to whole deals (a round for each seat
            that can begin).
        seed: The seed of the run.
        seats: Seats at the table; left out, the fewest that both rule sets allow.
        new_player: Makes the player of each seat; with an executor of processes it must be a
            function of a module (or a ``functools.partial`` of one).
        executor: Where to play, any of `concurrent.futures`; here if left out.
        progress: Told after each part of the run.
        ply_cap: The most actions of a round.

    Raises:
        NotComparable: If no table seats both, the packs differ, or the rounds are too few.
        LabError: If a player breaks the rules, or a round exceeds ``ply_cap`` actions.

    Examples:
        >>> found = compare(RuleSet(), RuleSet(knock_limit=0), rounds=40)
        >>> found["knock"].b.value, found["gin"].difference.value > 0
        (0.0, True)
    """
    at_table = _seats_of(a, b, seats)
    deals = _deals_for(a, b, rounds, at_table)
    repriced = plays_alike(a, b) and not getattr(new_player(0), "reads_prices", True)
    played = (a,) if repriced else (a, b)
    tally = _Tally(a, b, at_table, repriced=repriced)
    seeds = (deal_seed(seed, number) for number in count())
    play = _Play(played, new_player, at_table, ply_cap)
    for done, result in enumerate(_results(play, islice(seeds, deals), executor), start=1):
        tally.add(result[0], result[-1])
        if progress is not None and (done % _CHUNK == 0 or done == deals):
            progress(done * at_table, deals * at_table)
    for extra in islice(seeds, MOST_EXTRA_DEALS):
        if not tally.lengths.in_stretch:
            break
        result = play.deal(extra)
        tally.finish(result[0], result[-1])
    return Comparison(
        a=a,
        b=b,
        changes=diff(a, b),
        players=str(new_player(0)),
        seats=at_table,
        rounds=deals * at_table,
        deals=deals,
        seed=seed,
        repriced=repriced,
        findings=tally.findings(),
    )


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Whether a round is played in the same way under both: only what is paid may differ.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20)), plays_alike(RuleSet(), RuleSet(knock_limit=5))
        (True, False)
    """
    return all(change.section in _NOT_PLAY or change.name in _NOT_PLAY_RULES for change in diff(a, b))


DealResult = tuple[list[Played], ...]
"""For each rule set that is played, a deal's rounds by the seat that dealt."""


@attrs.frozen
class _Play:
    """How a deal of the run is played; it goes to worker processes."""

    rules: tuple[RuleSet, ...]
    new_player: NewPlayer
    seats: int
    ply_cap: int

    def deal(self, seed: int) -> DealResult:
        return tuple(
            play_deal(rules, self.new_player, new_deal(seed, rules), seats=self.seats, ply_cap=self.ply_cap)
            for rules in self.rules
        )

    def chunk(self, seeds: tuple[int, ...]) -> list[DealResult]:
        return [self.deal(seed) for seed in seeds]


def _results(play: _Play, seeds: Iterable[int], executor: Executor | None) -> Iterator[DealResult]:
    """The deals' results in the order of the seeds, wherever they are played."""
    if executor is None:
        yield from map(play.deal, seeds)
        return
    for chunk in executor.map(play.chunk, _chunks(seeds)):
        yield from chunk


def _chunks(seeds: Iterable[int]) -> Iterator[tuple[int, ...]]:
    waiting = iter(seeds)
    while chunk := tuple(islice(waiting, _CHUNK)):
        yield chunk


class _Tally:
    """The sums of a run; deals are added in order."""

    def __init__(self, a: RuleSet, b: RuleSet, seats: int, *, repriced: bool) -> None:
        self._rules = a, b
        self._repriced = repriced
        self._priced_alike = repriced and all(change.section != "price" for change in diff(a, b))
        self._sums = [PairedSums() for _ in ROUND_MEASURES]
        self.lengths = GameLengths(a, b, seats)

    def add(self, a: list[Played], b: list[Played]) -> None:
        """Count a deal."""
        scores = self._scores(a, b)
        for sums, measure in zip(self._sums, ROUND_MEASURES, strict=True):
            sums.add(*_counted(measure, scores[0], a), *_counted(measure, scores[1], b))
        self.lengths.add(*scores)

    def finish(self, a: list[Played], b: list[Played]) -> None:
        """Let the games under way go on with a further deal, which is not counted itself."""
        self.lengths.add(*self._scores(a, b))

    def _scores(self, a: list[Played], b: list[Played]) -> tuple[list[RoundScore], list[RoundScore]]:
        of_a, of_b = (
            [price(each.outcome, rules) for each in rounds] for rules, rounds in zip(self._rules, (a, b), strict=True)
        )
        return of_a, of_b

    def findings(self) -> tuple[Finding, ...]:
        """The estimates, without optional measures of what never happened."""
        found = [
            _found(measure, sums, same=self._is_same(measure))
            for sums, measure in zip(self._sums, ROUND_MEASURES, strict=True)
            if sums.a or sums.b or not measure.optional
        ]
        same_game = self._rules[0] == self._rules[1] and self._repriced
        return (*found, _found(GAME_MEASURE, self.lengths.sums, same=same_game))

    def _is_same(self, measure: Measure) -> bool:
        """Whether a measure of rounds cannot differ: the same rounds, and the same prices if it looks at them."""
        return self._priced_alike or (self._repriced and measure.by_play)


def _found(measure: Measure, sums: PairedSums, *, same: bool) -> Finding:
    return Finding(measure, *estimates(sums, share=measure.unit == "share", same=same), same)


def _counted(measure: Measure, scores: list[RoundScore], rounds: list[Played]) -> tuple[int, int]:
    """The measure's count and base in a deal: the seat after the dealer begins."""
    seats = len(rounds)
    count_ = base = 0
    for dealer, (score, played) in enumerate(zip(scores, rounds, strict=True)):
        counted = measure.count(score, played, (dealer + 1) % seats)
        count_ += counted[0]
        base += counted[1]
    return count_, base


def _seats_of(a: RuleSet, b: RuleSet, seats: int | None) -> int:
    of_a, of_b = _table_sizes(a), _table_sizes(b)
    if a.ranks != b.ranks or a.suits != b.suits:
        raise NotComparable(
            f"the same deals need the same pack: {_name(a)} has {a.ranks} ranks × {a.suits} suits, "
            f"{_name(b)} {b.ranks} × {b.suits}",
            packs=[[a.ranks, a.suits], [b.ranks, b.suits]],
        )
    both = sorted(of_a & of_b)
    if not both:
        raise NotComparable(
            f"no table seats both: {_name(a)} is for {_numbers(of_a)} seats, {_name(b)} for {_numbers(of_b)}",
            seats_a=sorted(of_a),
            seats_b=sorted(of_b),
        )
    if seats is None:
        return both[0]
    if seats not in both:
        raise NotComparable(
            f"a table of {seats} does not suit both: choose {_numbers(both)} seats", seats=seats, allowed=both
        )
    return seats


def _table_sizes(rules: RuleSet) -> set[int]:
    return {table_seats(rules.seating, each) for each in rules.player_counts if players_fit(rules.seating, each)}


def _deals_for(a: RuleSet, b: RuleSet, rounds: int, seats: int) -> int:
    if not isinstance(rounds, int):
        raise NotComparable(f"rounds must be a whole number, not {rounds!r}", rounds=repr(rounds))
    deals = -(-rounds // seats)
    if deals < FEWEST_DEALS:
        fewest = FEWEST_DEALS * seats
        raise NotComparable(
            f"{rounds} rounds are too few to compare {_name(a)} and {_name(b)}: play {fewest} or more "
            f"({FEWEST_DEALS} deals, once with each of {seats} seats beginning)",
            rounds=rounds,
            fewest=fewest,
        )
    return deals


def _name(rules: RuleSet) -> str:
    return rules.name or f"rules {rules.digest}"


def _numbers(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))


def _plain_rules(rules: RuleSet) -> dict[str, Any]:
    return {"name": rules.name, "title": rules.title, "digest": rules.digest}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return {str(key): each for key, each in value.items()} if hasattr(value, "items") else value


def _plain_estimate(estimate: Estimate | None) -> dict[str, float] | None:
    return None if estimate is None else attrs.asdict(estimate)
