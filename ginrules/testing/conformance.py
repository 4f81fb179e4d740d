"""Checks of engines: `conform` runs another engine against vectors, `perft` counts positions as chess engines do.

`conform` says in words where the engine first differs. The engine is a program that reads one line of JSON, a question,
and writes one line, its answer. It is run as a player's program is (`ginrules.players.program`), so the first line is
the greeting. The questions:

- ``{"kind": "position", "rules", "seats", "dealer", "order", "knock_card", "actions"}`` is answered by ``{"turn",
  "legal"}``, and at the end of a round by ``{"outcome", "points", "boxes"}``.
- ``{"kind": "refusal", …, "action"}``, with a position's names, is answered by ``{"code"}``.
- ``{"kind": "view", …, "seat"}`` is answered by the names of a view, from ``hand`` to ``legal``.
- ``{"kind": "hand", "rules", "hand"}`` is answered by ``{"deadwood", "within"}``.
- ``{"kind": "defence", "rules", "hand", "spread"}`` is answered by ``{"deadwood"}``.
- ``{"kind": "match", "rules", "players", "entries"}`` is answered by ``{"points", "is_over", "winners", "net"}``.
- ``{"kind": "text", "as", "text"}`` is answered by ``{"reading"}``.

An engine answers ``{"unsupported": true}`` to a question that it leaves out, and ``{"unsupported": ["boxes"], …}`` if
it leaves out some names of the answer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from ginrules._support.values import Value, whole_number
from ginrules.cards import Card, CardSet
from ginrules.errors import GinRulesError, ParseError, RecordError
from ginrules.match.advance import new_match, with_entry
from ginrules.match.settlement import settle
from ginrules.match.state import Entry
from ginrules.melds.arrange import arrangements, deadwood
from ginrules.play.deal import deal
from ginrules.play.defence import best_defence
from ginrules.play.engine import apply, legal_actions, why_illegal
from ginrules.play.notation import parse_action
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.players.program import Program
from ginrules.records import from_dict, to_dict
from ginrules.rules.fields import Rule
from ginrules.rules.model import RULES, RuleSet
from ginrules.scoring.price import price

Question = Mapping[str, Any]
Answer = Mapping[str, Any]

_BOOK: Final = Path(__file__).with_name("rule_book.json")
"""The paragraphs that decide each rule, as ``python -m tools.package`` writes them."""
_IN_THE_QUESTION: Final = ("format", "version", "rules", "seats", "dealer", "seat")
"""The names of a view's document that are not part of the answer."""
_MOVES: Final = ("Standing rules", "Phases and legal actions", "1.5")
_NEXT: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("hand", "text", "end"), ("Standing rules",)),
    **dict.fromkeys(("position", "refusal"), _MOVES),
    "defence": ("Standing rules", "1.5"),
    "match": ("1.10",),
    "view": ("Phases and legal actions",),
    "price": ("The price of a round",),
}
"""The paragraphs of differences that no rule explains."""


@attrs.frozen(kw_only=True)
class Difference(Value):
    """A question that the engine answers otherwise.

    Attributes:
        question: The question.
        expected: The right answer.
        answer: The engine's.
        rules: The rules with another value of which the engine's answer would be right.
        paragraphs: Paragraphs of the rule book that decide these rules, or the phase.
    """

    question: dict[str, Any]
    expected: dict[str, Any]
    answer: dict[str, Any]
    rules: tuple[str, ...]
    paragraphs: tuple[str, ...]

    def __str__(self) -> str:
        """Return the difference in sentences."""
        names = ", ".join(f"{name} ({RULES[name].doc})" for name in self.rules)
        lines = [f"{self.question['kind']}: {_shown(self.question)}"]
        for key in _wrong(self.expected, self.answer):
            expected, answer = self.expected[key], self.answer.get(key)
            if key == "legal" and isinstance(answer, list):
                missing, more = _unequal(expected, answer)
                lines += [f"  legal, but not listed: {', '.join(missing)}"] if missing else []
                lines += [f"  listed, but not legal: {', '.join(more)}"] if more else []
            else:
                lines.append(f"  {key}: expected {_shown(expected)}, got {_shown(answer)}")
        lines.append(f"  rule: {names}" if names else "  rule: no other value of a single rule explains it")
        lines.append(f"  the rules, step by step: {', '.join(self.paragraphs)}")
        return "\n".join(lines)


@attrs.frozen(kw_only=True)
class Report(Value):
    """An engine's answers.

    Attributes:
        asked: How many questions of each kind were asked.
        unsupported: How many of each kind the engine leaves out, and of each name of an answer, as ``position.boxes``.
        differing: How many of each kind it answers otherwise.
        complaints: What is wrong with these answers, and how often.
        first: The first difference, or None.
        shortest: The difference with the fewest actions or rounds before it, or None.
    """

    asked: dict[str, int]
    unsupported: dict[str, int]
    differing: dict[str, int]
    complaints: dict[str, int]
    first: Difference | None
    shortest: Difference | None

    def __str__(self) -> str:
        """Return the report in words."""
        lines = [
            f"{kind}: {number} questions, {self.differing.get(kind, 0)} answered otherwise"
            + (f", {self.unsupported[kind]} left out" if kind in self.unsupported else "")
            for kind, number in self.asked.items()
        ]
        names = [f"{name} ({number})" for name, number in self.unsupported.items() if "." in name]
        lines += [f"left out of answers: {', '.join(names)}"] if names else []
        if self.first is None:
            return "\n".join([*lines, "no difference"])
        lines += [f"  {words} ({number} times)" for words, number in self.complaints.items()]
        lines += ["", "The first difference", str(self.first)]
        if self.shortest != self.first:
            lines += ["", "The shortest case", str(self.shortest)]
        return "\n".join(lines)


def conform(program: Program, vectors: Iterable[Mapping[str, Any]], *, most: int = 1_000) -> Report:
    """Ask an engine all questions of vectors, and compare its answers.

    A round is left at its first difference.

    Args:
        program: The engine.
        vectors: Documents, the lines of a file of vectors. Views that they do not hold are the library's.
        most: How many differences are enough. The other vectors are then left out.

    Raises:
        RecordError: If a document is not a vector, or its round cannot be played.
        ProgramError: If the program ends or answers with something else than a line of JSON.
        PlayerTooSlowError: If an answer is late.

    Examples:
        >>> import json
        >>> import ginrules as gin
        >>> engine = gin.players.Program(["node", "examples/port/gin.mjs"])
        >>> with open("standard.jsonl") as lines:  # doctest: +SKIP
        ...     report = gin.testing.conform(engine, map(json.loads, lines))
    """
    asked: Counter[str] = Counter()
    unsupported: Counter[str] = Counter()
    differing: Counter[str] = Counter()
    differences: list[tuple[Question, Answer, Answer]] = []
    try:
        for vector in vectors:
            if len(differences) >= most:
                break
            for question, expected in questions(vector):
                kind = question["kind"]
                answer = program.ask(question)
                asked[kind] += 1
                if answer.get("unsupported") is True:
                    unsupported[kind] += 1
                    continue
                unsupported.update(f"{kind}.{name}" for name in expected if name in _left_out(answer))
                if not agrees(expected, answer):
                    differing[kind] += 1
                    differences.append((question, expected, answer))
                    break
    finally:
        program.close()
    first = differences[0] if differences else None
    shortest = min(differences, key=lambda it: len(it[0].get("actions") or it[0].get("entries") or ()), default=None)
    complaints = Counter(complaint(expected, answer) for _, expected, answer in differences)
    report = partial(Report, asked=dict(asked), unsupported=dict(unsupported), differing=dict(differing))
    return report(
        complaints=dict(complaints), first=first and _difference(*first), shortest=shortest and _difference(*shortest)
    )


def questions(vector: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield a vector's questions, each with its answer. A document that is no whole vector is refused."""
    try:
        match vector["format"]:
            case "ginrules/round-vector":
                yield from _of_round(vector)
            case "ginrules/hand-vector":
                about = {"rules": vector["rules"], "hand": vector["hand"]}
                expected = {"deadwood": vector["arrangement"]["deadwood"], "within": vector["within"]}
                yield {"kind": "hand", **about}, expected
                if vector.get("defence"):
                    expected = {"deadwood": vector["defence"]["deadwood"]}
                    yield {"kind": "defence", **about, "spread": vector["spread"]}, expected
            case "ginrules/match-vector":
                yield from _of_match(vector)
            case "ginrules/text-vector":
                yield {"kind": "text", "as": vector["kind"], "text": vector["text"]}, {"reading": vector.get("reading")}
            case "ginrules/vector-coverage":
                return
            case other:
                raise RecordError(f"expected the format of a vector, got {other!r:.60}")
    except GinRulesError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise RecordError(f"expected a vector, got a document that is not whole: {error!r:.100}") from error


def _of_round(vector: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    dealt = {name: vector[name] for name in ("rules", "seats", "dealer", "order", "knock_card") if name in vector}
    actions: list[str] = []
    for step, views in zip(vector["steps"], _views(vector), strict=True):
        position = {**dealt, "actions": [*actions]}
        if "turn" in step:
            expected = {"turn": step["turn"], "legal": step["legal"]}
            yield {"kind": "position", **position}, expected
        for refused in step.get("refused", ()):
            yield {"kind": "refusal", **position, "action": refused["action"]}, {"code": refused["code"]}
        for seat, document in enumerate(views):
            yield {"kind": "view", **position, "seat": seat}, _names_of_view(document)
        actions.append(step["action"])
    end = {"outcome": vector["outcome"], "points": vector["score"]["points"], "boxes": vector["score"]["boxes"]}
    yield {"kind": "position", **dealt, "actions": actions}, end


def _views(vector: Mapping[str, Any]) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Yield the views of every seat in each position: those of the file, or the library's."""
    try:
        state = _dealt(vector, from_dict(RuleSet, vector["rules"]))
        for step in vector["steps"]:
            yield step.get("views") or [to_dict(view(state, seat)) for seat in range(state.seats)]
            state = apply(state, parse_action(step["action"], state))
    except GinRulesError as error:
        raise RecordError(f"this round cannot be played: {error}") from error


def _names_of_view(document: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in _IN_THE_QUESTION}


def _of_match(vector: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    match = vector["match"]
    about = {"kind": "match", "rules": match["rules"], "players": match["players"]}
    last = len(match["entries"])
    for number, points in enumerate(vector["points"], 1):
        expected: dict[str, Any] = {"points": points}
        if number == last:
            net = vector["settlement"]["net"]
            expected |= {"is_over": match["is_over"], "winners": match["winners"], "net": net}
        yield {**about, "entries": match["entries"][:number]}, expected


# --- the answers of the library -------------------------------------------------------------------


def answer_to(question: Question, rules: RuleSet | None = None) -> dict[str, Any]:
    """Return the library's answer to a question, under other rules if they are given."""
    if question["kind"] == "text":
        return {"reading": read_text(question["as"], question["text"])}
    rules = rules or from_dict(RuleSet, question["rules"])
    match question["kind"]:
        case "position":
            return _position(_replayed(question, rules), rules)
        case "refusal":
            state = _replayed(question, rules)
            refusal = why_illegal(state, parse_action(question["action"], state))
            return {"code": None if refusal is None else refusal.code}
        case "view":
            return _names_of_view(to_dict(view(_replayed(question, rules), question["seat"])))
        case "hand":
            hand = question["hand"]
            return {"deadwood": deadwood(hand, rules), "within": len(arrangements(hand, rules, rules.knock_limit))}
        case "defence":
            return {"deadwood": best_defence(question["hand"], question["spread"], rules).deadwood}
        case "match":
            match = new_match(rules, question["players"])
            for entry in question["entries"]:
                match = with_entry(match, from_dict(Entry, entry))
            points = [list(game.points) for game in match.games]
            net = list(settle(match).net)
            return {"points": points, "is_over": match.is_over, "winners": list(match.winners), "net": net}
        case _:
            return {"unsupported": True}


_PARSERS: Final[Mapping[str, Any]] = {"card": Card.parse, "cards": CardSet.parse, "action": parse_action}


def read_text(kind: str, text: str) -> str | None:
    """Return the usual text of what a text says, or None if it is refused."""
    try:
        return str(_PARSERS[kind](text))
    except ParseError:
        return None


def _dealt(about: Question, rules: RuleSet) -> RoundState:
    order = about["order"].split()
    return deal(rules, order, dealer=about["dealer"], seats=about["seats"], knock_card=about.get("knock_card"))


def _replayed(question: Question, rules: RuleSet) -> RoundState:
    state = _dealt(question, rules)
    for action in question["actions"]:
        state = apply(state, parse_action(action, state))
    return state


def _position(state: RoundState, rules: RuleSet) -> dict[str, Any]:
    if state.outcome is None:
        return {"turn": state.turn, "legal": [str(action) for action in legal_actions(state)]}
    score = price(state.outcome, rules)
    return {"outcome": to_dict(state.outcome), "points": list(score.points), "boxes": list(score.boxes)}


# --- comparing ------------------------------------------------------------------------------------


def agrees(expected: Answer, answer: Answer) -> bool:
    """Return whether an answer says everything that is expected, whatever else it says."""
    return not _wrong(expected, answer)


def _wrong(expected: Answer, answer: Answer) -> list[str]:
    """Return the names that the engine answers otherwise."""
    names = (key for key in expected if key not in _left_out(answer))
    return [key for key in names if not _same(key, expected[key], answer.get(key))]


def _left_out(answer: Answer) -> list[Any]:
    names = answer.get("unsupported")
    return names if isinstance(names, list) else []


def complaint(expected: Answer, answer: Answer) -> str:
    """Return in a few words what is wrong with an answer: the names that differ, for actions their first word."""
    wrong = _wrong(expected, answer)
    if wrong != ["legal"] or not isinstance(answer.get("legal"), list):
        return f"another {', '.join(wrong)}"
    parts = zip(("not listed", "listed, but not legal"), _unequal(expected["legal"], answer["legal"]), strict=True)
    return "; ".join(f"{words}: {', '.join(sorted(set(map(_verb, actions))))}" for words, actions in parts if actions)


def _verb(action: str) -> str:
    return "lay off" if action.startswith("lay off") else action.split(maxsplit=1)[0]


def _unequal(expected: Sequence[str], answer: Sequence[Any]) -> tuple[list[str], list[str]]:
    """Return the legal actions that the engine does not list, and those listed that are not legal."""
    listed = list(map(str, answer))
    return [it for it in expected if it not in listed], [it for it in listed if it not in expected]


def _same(key: str, expected: Any, answer: Any) -> bool:
    if key == "legal":  # in any order
        return isinstance(answer, list) and sorted(map(str, answer)) == sorted(expected)
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            _same(name, value, answer.get(name)) for name, value in expected.items()
        )
    return bool(expected == answer) and type(expected) is type(answer)


def _difference(question: Question, expected: Answer, answer: Answer) -> Difference:
    named = tuple(dict.fromkeys(_explaining(question, expected, answer)))
    book: dict[str, list[str]] = json.loads(_BOOK.read_text(encoding="utf-8"))
    paragraphs: Sequence[str] = [paragraph for name in named for paragraph in book.get(name, ())]
    if not paragraphs:
        is_end = "outcome" in expected
        at_end = "price" if is_end and agrees({"outcome": expected["outcome"]}, answer) else "end"
        paragraphs = _NEXT[at_end if is_end else question["kind"]]
    differs = partial(Difference, question=dict(question), expected=dict(expected), answer=dict(answer))
    return differs(rules=named, paragraphs=tuple(dict.fromkeys(paragraphs)))


def _explaining(question: Question, expected: Answer, answer: Answer) -> Iterator[str]:
    """Yield the rules with another value of which the engine's answer would be right."""
    if question["kind"] == "text":
        return
    wrong = {key: answer.get(key) for key in expected if key not in _left_out(answer)}
    for name, changed in neighbors(from_dict(RuleSet, question["rules"]), _offsets(expected, answer)):
        try:
            other = answer_to(question, changed)
        except GinRulesError:
            continue
        if agrees(wrong, other):
            yield name


def neighbors(rules: RuleSet, offsets: Iterable[int] = ()) -> Iterator[tuple[str, RuleSet]]:
    """Yield the name of a rule, and valid rules that differ in that rule alone: every choice, numbers near and far."""
    for name in RULES:
        for other in neighbors_in(rules, name, offsets):
            yield name, other


def neighbors_in(rules: RuleSet, name: str, offsets: Iterable[int] = ()) -> Iterator[RuleSet]:
    """Yield valid rules that differ in one rule alone."""
    rule, value = RULES[name], getattr(rules, name)
    moved = [value + offset for offset in offsets] if rule.kind == "number" else []
    for other in [*_others(rule, value), *moved]:
        with suppress(GinRulesError):  # this value does not go with the other rules
            yield rules.evolve(**{name: other})


def _others(rule: Rule, value: Any) -> list[Any]:
    match rule.kind:
        case "choice":
            return [other for other in rule.choices if other != value]
        case "yes-no":
            return [not value]
        case "number":
            return _numbers(value)
        case "numbers":
            changed = [number + 1 for number in value]
            return [tuple(changed), (*value[:-1], changed[-1]), (changed[0], *value[1:]), (*value, value[-1])]
        case "by-number":
            if isinstance(value, Mapping):
                return [{key: number + 1 for key, number in value.items()}, *value.values()]
            return _numbers(value)


def _numbers(value: int) -> list[int]:
    return [other for other in dict.fromkeys((value + 1, value - 1, value * 2, 0, 5)) if other != value and other >= 0]


def _offsets(expected: Answer, answer: Answer) -> set[int]:
    """Return the differences of points that are not there yet: a price can be wrong by any number."""
    right, wrong = expected.get("points"), answer.get("points")
    if not (isinstance(right, list) and isinstance(wrong, list)):
        return set()
    pairs = [(a, b) for a, b in zip(right, wrong, strict=False) if type(a) is int and type(b) is int]
    return {sign * (b - a) for a, b in pairs for sign in (1, -1) if a != b}


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- counting -------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Level(Value):
    """The counts of one depth.

    Attributes:
        depth: How many actions have been played.
        lines: The lines of play with that many actions. A line that has ended earlier is not among them.
        positions: The different positions that they reach.
        actions: The legal actions in all lines: the number of lines at the next depth.
        endings: The lines that have ended here, by ending. For a drawn round by its reason.
        shuffles: The lines that stop here because the cards have to be shuffled.
    """

    depth: int
    lines: int
    positions: int
    actions: int
    endings: dict[str, int]
    shuffles: int


def perft(
    rules: RuleSet | str,
    order: Iterable[Card | int | str] | str,
    depth: int,
    *,
    dealer: int = 0,
    seats: int = 2,
    knock_card: Card | str | None = None,
) -> tuple[Level, ...]:
    """Count the lines of play of a deal, to a depth.

    Equal positions are merged, so the time grows with the positions and not with the lines. The pack's order is
    given, so there is no chance: a line that comes to a shuffle stops there.

    Args:
        rules: The rules.
        order: The shuffled pack, the first card dealt first.
        depth: How many actions are played.
        dealer: The seat that deals.
        seats: How many seats are at the table.
        knock_card: The second pack's card, in rules with a second pack.

    Returns:
        The counts of depth 0, 1 and so on. Fewer if all lines have ended.

    Raises:
        DealError: If the deal is not possible.
        ParseError: If the depth is not a whole number.

    Examples:
        >>> import ginrules as gin
        >>> levels = gin.testing.perft("standard", gin.shuffled(1), 3)
        >>> [level.lines for level in levels]
        [1, 2, 12, 31]
    """
    reached = Counter([deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)])
    levels = []
    for played in range(whole_number("depth", depth) + 1):
        level, reached = _counted(played, reached)
        levels.append(level)
        if not reached:
            break
    return tuple(levels)


def _counted(depth: int, reached: Counter[RoundState]) -> tuple[Level, Counter[RoundState]]:
    following: Counter[RoundState] = Counter()
    endings: Counter[str] = Counter()
    actions = shuffles = 0
    for state, lines in reached.items():
        legal = legal_actions(state)
        actions += lines * len(legal)
        if state.outcome is not None:
            endings[state.outcome.reason or state.outcome.ending] += lines
        elif not legal:
            shuffles += lines
        for action in legal:
            following[apply(state, action)] += lines
    lines, positions, ended = reached.total(), len(reached), dict(sorted(endings.items()))
    level = Level(depth=depth, lines=lines, positions=positions, actions=actions, endings=ended, shuffles=shuffles)
    return level, following
