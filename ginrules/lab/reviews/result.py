"""A review's result: decisions, what they cost in words, and the figures under its details."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, Self

import attrs

from ginrules._support.printed import clean, signed_text
from ginrules.cards import Card, with_symbols
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.result import Plain, RunResult, Table, estimate_text, format_number, interval_columns
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    Done,
    Double,
    DrawStock,
    GoBigGin,
    Knock,
    Refuse,
    TakeDiscard,
)
from ginrules.play.phases import DrawTurn, LayoffTurn, SpreadTurn, UpcardOffer
from ginrules.play.view import PlayerView
from ginrules.records import MatchRecord, RoundRecord
from ginrules.records.match import TeamRecord
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import joined, plural
from ginrules.show.round_text import display_round, round_lines
from ginrules.show.words import held_text

Kind = Literal["draws", "discards", "knocks", "lay-offs", "doubles"]
"""The kinds of decisions: a take or a draw, a discard, whether to knock, melds and lay-offs, the doubling cube."""

KINDS: Final[tuple[Kind, ...]] = ("draws", "discards", "knocks", "lay-offs", "doubles")

_DOUBLES: Final = (Double, Accept, Refuse)
_DIGITS: Final = 3
_ENDS: Final = (Knock, GoBigGin)


@attrs.frozen(kw_only=True)
class Decision(Plain):
    """A decision of a recorded round, with the reviewer's choice.

    Attributes:
        record_number: The record's number among those reviewed, from 1.
        round: The round's number in the record, from 1.
        ply: The action's number in its round, from 1.
        seat: The seat that decided.
        player: Its name.
        action: The action played.
        choice: The reviewer's action, from the seat's knowledge.
        value: The expected result of the round if the choice is played, in net points of the seat.
        effect: For each seat, the net points that the action gains it, compared with the choice.
        lost: The points that the action gives away, with their interval, below 0 if it is better than the choice.
        chance: How much of the chance to win the game it gives away (`ginrules.players.match_equity`), or None
            outside a game between two to a target.
        worlds: Worlds that compared the action with the choice, or 0 if they agree.
        held: How likely each other seat held each card, by the knowledge of this seat, as
            `ginrules.players.Belief.chances` tells it, empty if action and choice agree.
        view: The seat's view at that moment.
    """

    _document = "record_number round ply seat player kind lost chance is_clear worlds"

    record_number: int = 1
    round: int
    ply: int
    seat: int
    player: str
    action: Action
    choice: Action
    value: Fraction
    effect: tuple[Fraction, ...]
    lost: Estimate
    chance: Estimate | None
    worlds: int = 0
    held: Mapping[int, Mapping[Card, float]] = attrs.field(factory=dict)
    view: PlayerView

    @property
    def is_clear(self) -> bool:
        """Whether a difference between action and choice can be measured: the interval does not contain 0."""
        return not self.lost.contains_zero

    @property
    def kind(self) -> Kind:
        """The decision's kind, which is a knock for a knock instead of a discard, or the reverse."""
        actions = (self.action, self.choice)
        if any(isinstance(one, _DOUBLES) for one in actions):
            return "doubles"
        match self.view.phase:
            case UpcardOffer() | DrawTurn():
                return "draws"
            case SpreadTurn() | LayoffTurn():
                return "lay-offs"
            case _ if any(isinstance(one, _ENDS) for one in actions):
                return "knocks"
            case _:
                return "discards" if all(isinstance(one, Discard | Decline) for one in actions) else "lay-offs"

    def as_plain(self) -> dict[str, Any]:
        """Return the values as texts and numbers, for JSON."""
        texts = {"action": str(self.action), "choice": str(self.choice), "value": float(self.value)}
        held = {
            str(seat): {str(card): round(chance, _DIGITS) for card, chance in chances.items()}
            for seat, chances in self.held.items()
        }
        return {**super().as_plain(), **texts, "held": held}

    def __str__(self) -> str:
        if self.action == self.choice:
            return f"{self.action}: the reviewer's choice"
        if not self.is_clear:
            return f"{self.action}: no difference that can be measured to {self.choice}"
        if self.lost.value < 0:
            return f"{self.action}: {_points(self.lost, -1)} better than {self.choice}"
        game = "" if self.chance is None else f", {100 * self.chance.value:.1f}% of the game"
        return f"{self.action}: gives away {_points(self.lost)}{game}; better: {self.choice}"


@attrs.frozen(kw_only=True)
class Parts(Plain):
    """A seat's result of a round, in exact parts: ``deal + draws + play + others == result``.

    Every part is a fraction whose denominator is a number of worlds, and ``draws`` is the rest of the result. The sum
    is therefore exact, not rounded.

    Attributes:
        seat: The seat.
        player: Its name.
        result: Its net points in the round.
        deal: Luck: the expected result when the seat first decided, in points.
        draws: Luck: the effect of the cards after that, in points.
        play: Skill: the effect of its own decisions, compared with the reviewer's, in points.
        others: Skill: the effect of the other seats' decisions, in points.
        curve: The expected result at each of its decisions, by the action's number, and the result last.
        chance: The chance to win the game before and after the round, from 0 to 1
            (`ginrules.players.match_equity`), or None outside a game between two to a target.
    """

    _document = "seat player result chance deal draws play others curve"

    seat: int
    player: str
    result: int
    deal: Fraction
    draws: Fraction
    play: Fraction
    others: Fraction
    curve: tuple[tuple[int, Fraction], ...]
    chance: tuple[float, float] | None = None

    @property
    def luck(self) -> Fraction:
        """The points that the cards were worth: deal and draws."""
        return self.deal + self.draws

    @property
    def skill(self) -> Fraction:
        """The points that decisions were worth: the seat's own and the others'."""
        return self.play + self.others

    @property
    def turning_point(self) -> tuple[int, float] | None:
        """The number of the action before the largest change of the curve, and the change. None without decisions."""
        steps = [(one[0], float(other[1] - one[1])) for one, other in zip(self.curve, self.curve[1:], strict=False)]
        return max(steps, key=lambda step: abs(step[1]), default=None)

    @property
    def chance_text(self) -> str:
        """The chance before and after the round in percent, such as ``49 → 70``, empty if there is none."""
        return "" if self.chance is None else " → ".join(f"{100 * chance:.0f}" for chance in self.chance)


@attrs.frozen(kw_only=True)
class RoundReview(Plain):
    """A round's review.

    Attributes:
        record_number: The number of its record among those reviewed, from 1.
        number: The round's number in the record, from 1.
        record: The round.
        players: The seats' names.
        decisions: The decisions with more than one legal action, in order.
        parts: The result of each seat in parts, or none if the round is not over.
    """

    _document = "record_number number players parts decisions"

    record_number: int = 1
    number: int
    record: RoundRecord
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    parts: tuple[Parts, ...]


@attrs.frozen(kw_only=True)
class Loss(Plain):
    """The points that a player's decisions give away, of one kind or of all kinds together.

    Attributes:
        player: The player's name.
        kind: The kind of decisions, or None for all.
        decisions: Decisions with more than one legal action.
        different: The number of actions among them that differ from the reviewer's choice.
        clear: Those of them that give away points that can be measured.
        lost: The points that all of them give away, with their interval. It holds the worlds' uncertainty, not
            that of the deals.
    """

    player: str
    kind: Kind | None
    decisions: int
    different: int
    clear: int
    lost: Estimate

    @classmethod
    def of(cls, player: str, kind: Kind | None, decisions: Iterable[Decision]) -> Self:
        """Return the sum of these decisions, whose worlds are independent: the squares of half-widths add up."""
        listed = tuple(decisions)
        value = sum(one.lost.value for one in listed)
        half = sum(one.lost.half_width**2 for one in listed) ** 0.5
        return cls(
            player=player,
            kind=kind,
            decisions=len(listed),
            different=sum(one.action != one.choice for one in listed),
            clear=sum(one.lost.low > 0 for one in listed),
            lost=Estimate(value, value - half, value + half),
        )


def _points(lost: Estimate, sign: int = 1) -> str:
    digits = 0 if abs(lost.value) >= 1 else 1
    return f"{sign * lost.value:.{digits}f} ± {lost.half_width:.{digits}f} points"


_TEN: Final = re.compile("T(?=[♣♦♥♠])")
PAST: Final = {
    "discard": "discarded",
    "knock": "knocked with",
    "take": "took",
    "draw": "drew",
    "lay": "laid",
    "spread": "spread",
    "decline": "declined",
    "done": "laid off no more",
    "big": "declared big",
    "double": "doubled",
    "accept": "accepted",
    "refuse": "refused",
}
"""The past tense of an action, by its first word."""

SINGULAR: Final[dict[Kind, str]] = {
    "draws": "a draw",
    "discards": "a discard",
    "knocks": "a decision about a knock",
    "lay-offs": "a lay-off",
    "doubles": "a double",
}
"""A single decision of each kind."""

YOU: Final = "You"
"""The name of a player who reads the review."""

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers of decisions in words."""


def with_pips(text: str) -> str:
    """Return a text whose cards are written with the pips of their suits."""
    return _TEN.sub("10", with_symbols(text))


def action_words(action: Action, view: PlayerView, *, past: bool = False) -> str:
    """Return an action as people say it, with the card that it takes or declines."""
    top = f" {view.discards[-1]}" if view.discards else ""
    match action:
        case TakeDiscard() | Decline():
            text = f"{action}{top}"
        case DrawStock():
            text = "draw from the stock"
        case Done():
            text = "done" if past else "lay off no more"
        case _:
            text = str(action)
    if past:
        verb, _, rest = text.partition(" ")
        text = f"{PAST.get(verb, verb)} {rest}".rstrip()
    return with_pips(text)


def about(points: float) -> str:
    """Return a number of points in words."""
    whole = round(abs(points))
    return "less than a point" if not whole else "about a point" if whole == 1 else f"about {whole} points"


def summary(decisions: Sequence[Decision], together: Loss, reviewer: str, rounds: int) -> str:
    """Return in words the cost of a player's decisions: the clear ones by kind, then all together."""
    name, lost, when = clean(together.player), together.lost, "in the round" if rounds == 1 else f"in {rounds} rounds"
    whose, whom = ("yours", "you") if name == YOU else (name, name)
    if not together.different:
        return f"{name} decided as {reviewer} does."
    sentence = _clear_costs(whom, [one for one in decisions if one.lost.low > 0])
    if lost.contains_zero and not sentence:
        return f"No decision of {whose} cost points that can be measured, and neither did all together {when}."
    sentence = sentence or f"No single decision of {whose} cost points that can be measured."
    if lost.contains_zero:
        return f"{sentence} All decisions together cost no points that can be measured {when}."
    verb, low, high = ("gave away", lost.low, lost.high) if lost.value > 0 else ("gained", -lost.high, -lost.low)
    return f"{sentence} All decisions together {verb} {about(lost.value)} {when} ({low:.0f} to {high:.0f})."


def _clear_costs(name: str, clear: Sequence[Decision]) -> str:
    """Return a sentence with the cost of decisions by kind, the costliest kind first, empty without decisions."""
    if not clear:
        return ""
    counts = Counter(one.kind for one in clear)
    costs = {kind: sum(one.lost.value for one in clear if one.kind == kind) for kind in counts}
    kinds = sorted(counts, key=lambda kind: (-costs[kind], KINDS.index(kind)))
    parts = [f"{_counted(counts[kind], kind)} {about(costs[kind])}" for kind in kinds]
    parts[0] = f"{_counted(counts[kinds[0]], kinds[0])} cost {name} {about(costs[kinds[0]])}"
    text = joined(parts, "and")
    return f"{text[0].upper()}{text[1:]}."


def _counted(count: int, kind: Kind) -> str:
    if count == 1:
        return SINGULAR[kind]
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {'decisions about a knock' if kind == 'knocks' else kind}"


def decision_words(decision: Decision) -> str:
    """Return a decision that costs points in a sentence: the action, its cost and the better action."""
    view = decision.view
    played = action_words(decision.action, view, past=True)
    better = action_words(decision.choice, view)
    return f"{clean(decision.player)} {played}. Better by {about(decision.lost.value)}: {better}."


WORST: Final = 3
"""The number of decisions that a review lists as the worst."""

_BARS: Final = "▁▂▃▄▅▆▇█"


@attrs.frozen(kw_only=True, repr=False)
class Review(RunResult):
    """The result of `review`.

    Its ``str`` tells what decisions cost and shows the worst. `details` has the figures.

    Attributes:
        reviewed: The records.
        reviewer: Name of the player whose choices the decisions are compared with.
        worlds: Worlds for the comparison of two actions, at most.
        seed: The seed for the worlds.
        seat: The player whose decisions are shown, by its seat or number or by its name, or None for all.
        rounds: The reviewed rounds.
        skipped: Rounds without cards, which cannot be reviewed.
    """

    _document = "rules reviewer worlds seed seat skipped losses worst rounds"

    reviewed: tuple[RoundRecord | MatchRecord, ...]
    reviewer: str
    worlds: int
    seed: int
    seat: int | str | None
    rounds: tuple[RoundReview, ...]
    skipped: int = 0

    @property
    def rules(self) -> tuple[RuleSet, ...]:
        """The records' rules, each once."""
        return tuple(dict.fromkeys(one.rules for one in self.reviewed))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The chosen player's decisions, or all."""
        return tuple(one for reviewed in self.rounds for one in reviewed.decisions if self._shows(one, reviewed))

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The three decisions that lost most, of those that certainly lost points."""
        clear = [one for one in self.decisions if one.lost.low > 0]
        return tuple(sorted(clear, key=lambda one: -one.lost.value)[:WORST])

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The points that the decisions of each player give away: by kind, then together."""
        kinds = [kind for kind in KINDS if any(one.kind == kind for one in self.decisions)]
        by_player = {name: [one for one in self.decisions if one.player == name] for name in self._players}
        return tuple(
            Loss.of(name, kind, own if kind is None else [one for one in own if one.kind == kind])
            for name, own in by_player.items()
            for kind in (*kinds, None)
        )

    @property
    def commented(self) -> tuple[RoundRecord | MatchRecord, ...]:
        """The records with a comment on each action that differs measurably from the reviewer's choice."""
        return tuple(self._commented(record, number) for number, record in enumerate(self.reviewed, 1))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The cost of each player's decisions, in sentences."""
        return tuple(
            summary(
                [one for one in self.decisions if one.player == together.player],
                together,
                self.reviewer,
                rounds=sum(together.player in one.players for one in self.rounds),
            )
            for together in self.losses
            if together.kind is None
        )

    def title_of(self, decision: Decision) -> str:
        """Return where a decision is: its record and its round, if there are several, and its action."""
        parts = [f"record {decision.record_number}"] * (len(self.reviewed) > 1)
        parts += [f"round {decision.round}"] * (len(self.rounds) > 1)
        text = ", ".join([*parts, f"action {decision.ply}"])
        return text[0].upper() + text[1:]

    def names_at(self, decision: Decision) -> tuple[str, ...]:
        """Return the seats' names at a decision's table."""
        place = decision.record_number, decision.round
        return next(one.players for one in self.rounds if (one.record_number, one.number) == place)

    @property
    def positions(self) -> tuple[str, ...]:
        """The worst decisions with their positions, each as lines of text."""
        return tuple("\n".join(self._position_lines(one)) for one in self.worst)

    def _position_lines(self, decision: Decision) -> Iterator[str]:
        names = self.names_at(decision)
        yield f"{self.title_of(decision)}: {decision_words(decision)}"
        yield from (f"  {with_pips(line)}" for line in [*round_lines(display_round(decision.view, names))][1:])
        yield from (f"  {clean(names[seat])} may hold {held_text(held)}" for seat, held in decision.held.items())

    @property
    def tables(self) -> tuple[Table, ...]:
        """The result of each player in whole points: luck, play, and where play lost them."""
        table = self._where_table()
        return () if table is None else (table,)

    @property
    def detail_tables(self) -> tuple[Table, ...]:
        """The figures with their intervals: kinds of decisions, and every round in parts."""
        return tuple(filter(None, (self._kinds_table(), self._parts_table())))

    @property
    def details(self) -> str:
        """The figures with their intervals as text, and how to read them."""
        return "\n\n".join((self.summary, *map(str, self.detail_tables), self.reading))

    @property
    def note(self) -> str:
        """The rounds that were left out, empty if there are none."""
        if not self.skipped:
            return ""
        return f"{plural(self.skipped, 'round')} without cards, as on a score pad, could not be reviewed."

    @property
    def reading(self) -> str:
        """How to read the figures."""
        return (
            "Net points. deal and draws are luck, own play and the others' play are skill; they add up to the\n"
            f"result. ± is the 95% interval from at most {self.worlds} worlds that fit what the seat knew then."
        )

    def __str__(self) -> str:
        return "\n\n".join(
            filter(None, ("\n".join(self.sentences), *map(str, self.tables), *self.positions, self.note))
        )

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each decision: record, round, ply, player, kind, action, choice, what it gives away."""
        return [
            {
                "record": one.record_number,
                "round": one.round,
                "ply": one.ply,
                "player": one.player,
                "kind": one.kind,
                "action": str(one.action),
                "choice": str(one.choice),
                "value": float(one.value),
                **interval_columns("lost", one.lost),
                **interval_columns("chance", one.chance),
                "worlds": one.worlds,
            }
            for one in self.decisions
        ]

    def _shows(self, one: Decision | Parts, reviewed: RoundReview) -> bool:
        record = self.reviewed[reviewed.record_number - 1]
        if isinstance(self.seat, int) and isinstance(record, MatchRecord):
            return one.player == record.players[self.seat]
        return self.seat in {None, one.player, one.seat}

    @property
    def _players(self) -> tuple[str, ...]:
        """The names of the players shown, in the order of their seats."""
        shown = {one.player for one in self.decisions}
        return tuple(dict.fromkeys(name for one in self.rounds for name in one.players if name in shown))

    def _commented(self, record: RoundRecord | MatchRecord, number: int) -> RoundRecord | MatchRecord:
        comments = {}
        for reviewed in self.rounds:
            if reviewed.record_number == number:
                added = dict(reviewed.record.comments)
                for one in reviewed.decisions:
                    if one.is_clear and self._shows(one, reviewed):
                        added[one.ply] = f"{added.get(one.ply, '')} {one}".lstrip()
                comments[reviewed.record] = attrs.evolve(reviewed.record, comments=added)
        if isinstance(record, RoundRecord):
            return comments[record]

        def with_comments(added: Any) -> Any:
            if isinstance(added, TeamRecord):
                return TeamRecord(tuple(map(with_comments, added.tables)))
            return comments.get(added, added)

        return attrs.evolve(record, rounds=tuple(map(with_comments, record.rounds)))

    def _shown_parts(self) -> list[tuple[RoundReview, Parts]]:
        return [(reviewed, one) for reviewed in self.rounds for one in reviewed.parts if self._shows(one, reviewed)]

    def _where_table(self) -> Table | None:
        losses = self.losses
        kinds = [kind for kind in KINDS if any(one.kind == kind and one.different for one in losses)]
        rows = []
        for name in self._players:
            parts = [one for _, one in self._shown_parts() if one.player == name]
            lost = {one.kind: one.lost.value for one in losses if one.player == name}
            sums = map(sum, zip(*((one.result, one.luck, one.others, one.play) for one in parts), strict=True))
            if parts:
                rows.append([clean(name), *map(whole, (*sums, *(-lost[kind] for kind in kinds)))])
        heads = ["points", "result", "luck", "others' play", "own play", *kinds]
        return Table(heads, rows, "Where the points came from") if rows else None

    def _kinds_table(self) -> Table | None:
        rows = [
            [
                clean(one.player) if one.kind is None else f"{clean(one.player)}: {one.kind}",
                *map(str, (one.decisions, one.different, one.clear)),
                estimate_text(one.lost),
            ]
            for one in self.losses
            if one.decisions
        ]
        heads = ["", "decisions", "differ", "clear", "points given away"]
        return Table(heads, rows, "Points given away by kind of decision") if rows else None

    def _parts_table(self) -> Table | None:
        shown = self._shown_parts()
        has_chances = any(one.chance is not None for _, one in shown)
        rows = []
        for reviewed, one in shown:
            number = f"{reviewed.record_number}.{reviewed.number}" if len(self.reviewed) > 1 else str(reviewed.number)
            parts = [format_number(float(part), signed=True) for part in (one.deal, one.draws, one.play, one.others)]
            chance = [one.chance_text] if has_chances else []
            turn = one.turning_point
            change = "" if turn is None else f"after action {turn[0]}: {format_number(turn[1], signed=True)}"
            rows.append([number, clean(one.player), whole(one.result), *parts, *chance, curve_text(one.curve), change])
        heads = ["round", "player", "result", "deal", "draws", "own play", "others"]
        heads += ["game, %"] if has_chances else []
        return Table([*heads, "expected result", "turning point"], rows, "Luck and skill") if rows else None

    @property
    def _run(self) -> str:
        count = sum(len(one.decisions) for one in self.rounds)
        rules = ", ".join(dict.fromkeys(one.label for one in self.rules))
        rounds = plural(len(self.rounds), "round")
        return f"{rules}: {plural(count, 'decision')} in {rounds}, reviewed by {self.reviewer}"


def whole(points: float | Fraction) -> str:
    """Return a number of whole points with its sign."""
    return signed_text(round(points))


def curve_text(curve: Sequence[tuple[int, Fraction]]) -> str:
    """Return a curve as a line of bars, the lowest value lowest."""
    values = [value for _, value in curve]
    low, high = min(values), max(values)
    span = high - low or 1
    return "".join(_BARS[round(float((value - low) / span) * (len(_BARS) - 1))] for value in values)
