"""`read_reply`: the one legal action that a reply in plain language names, or a refusal that can be sent back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ginrules._values import expect
from ginrules.bounds import REPLY_TEXT
from ginrules.cards import CardSet
from ginrules.errors import GinRulesError, ParseError
from ginrules.notation import parse_action
from ginrules.play.actions import Action, LayOff, Spread, TakeDiscard
from ginrules.play.determinize import determinize
from ginrules.play.engine import why_illegal
from ginrules.play.view import PlayerView, expect_view
from ginrules.prompts.json_replies import UnclearError, action_texts, json_objects
from ginrules.prompts.mentions import is_correction, mentions_in

_MOST_LISTED: Final = 30
_LONGEST_SENTENCE: Final = 600
"""Characters of a sentence. The meaning of a longer sentence is not clear."""

_RANKS: Final = {
    "ace": "A", "two": "2", "deuce": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "10": "T",
}  # fmt: skip
_SYMBOLS: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_RANK: Final = r"(?:10|[2-9TJQKA])"
_IN_WORDS: Final = re.compile(
    rf"\b({'|'.join(_RANKS)}|[2-9TJQKA])\s+of\s+(club|diamond|heart|spade)s?\b", re.IGNORECASE
)
_WITH_SYMBOL: Final = re.compile(rf"(?<![A-Za-z0-9])({_RANK})\s?([♣♧♦♢♥♡♠♤])", re.IGNORECASE)
_JOINED: Final = re.compile(rf"(?<![A-Za-z0-9@])(?:{_RANK}[cdhs])+(?![A-Za-z0-9])", re.IGNORECASE)
_ONE: Final = re.compile(rf"({_RANK})([cdhs])", re.IGNORECASE)
_WORD_AFTER: Final = re.compile(r"\s+[A-Za-z]")
_HIDDEN: Final = re.compile("[\ufe0e\ufe0f\u200b-\u200d\u2060\ufeff\u00ad]")
_QUOTED: Final = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_QUOTES: Final = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "→": ":", "—": " - ", "–": " - "})

_TAG: Final = re.compile(r"<(action|answer|move|reply|final)>([^<]{0,400})</\1>", re.IGNORECASE)
_BOXED: Final = re.compile(r"\\boxed\{(?:\\text\{)?([^{}]{0,400})\}")
_LABEL: Final = re.compile(
    r"^[ \t>*_#`\"'{\-]*(?:(?:my|the|final|chosen|best|so|therefore|thus|ok|okay)[ *_]+){0,3}"
    r"(?:action|answer|move|decision|choice|reply|response|play)(?:[ *_]+is)?[ *_\"'`]*(?::|=|->)(.{0,400})$",
    re.IGNORECASE | re.MULTILINE,
)
_REASON: Final = re.compile(r",?\s+(?:because|since|which|so that|as it|as i)\b")
_UNMARKED: Final = re.compile(r"(?<!@)\b(?:10|[2-9tjqka])[cdhs]\b")
_ITEM: Final = re.compile(r"^\s*(?:[-*•+]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+)")
_SENTENCE: Final = re.compile(r"[^.!?;\n]+[.!?;]?")
_LEAD: Final = re.compile(
    r"(?:(?:ok|okay|so|then|thus|therefore|hence|finally|well|alright|sure|yes|and|my|the|final|best|move|play|action|"
    r"answer|choice|decision|is|to|i|we|will|shall|am|going|choose|decide|want|would|like|have|must|should|select|go|"
    r"let|lets|us|me|please|here|it|you|now|ll|d)\b[\s:,\-]*)+"
)
_TRAIL: Final = re.compile(r"(?:[\s:,.!;\-]|\b(?:please|now|here|instead|thanks|thank you))+$")


def read_reply(text: str, view: PlayerView) -> Action:
    """Return the legal action that a reply names, as a language model or a person writes it.

    The reply can hold reasons, a code fence, JSON, tags, or a line like ``Action: discard 7h``. Cards can be written
    as ``7h``, ``7♥`` or ``seven of hearts``. Reasons between ``<think>`` and ``</think>`` are left out. An action
    counts if the reply says that it is played. Actions that the reply considers, denies, quotes in lines that begin
    with ``>``, or expects of others do not.

    Nothing is guessed: a reply that names no action, several, or one that is not legal is refused, and so is a reply
    that contradicts itself or takes its action back. The error's message can be sent back as the next question.

    Args:
        text: The reply, of at most 100,000 characters.
        view: The view of the seat that must act.

    Raises:
        ParseError: If the reply names no action or several, contradicts or corrects itself, or is too long.
        IllegalAction: If the action is not legal. The subclass says why.
        WrongTypeError: If these are not a text and a view.

    Examples:
        >>> import ginrules as gin
        >>> own = gin.view(gin.deal("standard", seed=7), 1)
        >>> gin.prompts.read_reply("The queen makes a third queen, so I take the Queen of Spades.", own)
        TakeDiscard(count=1)
        >>> gin.prompts.read_reply("I could take it or decline.", own)
        Traceback (most recent call last):
        ...
        ginrules.errors.ParseError: the reply names no action that it plays: write one line like 'Action: take'; ...
    """
    expect_view(view)
    expect(text, str, "the text of a reply")
    if len(text) > REPLY_TEXT:
        raise ParseError(
            f"expected a reply of at most {REPLY_TEXT:,} characters, got {len(text):,}: write only your action",
            length=len(text),
        )
    try:
        named, problem = _named(_plain(text), view)
    except UnclearError as error:
        raise ParseError(f"the reply {error}: write only your action; {_legal(view)}") from None
    if named and problem is not None:
        raise ParseError(f"the reply names more than {named[0]}: {_first_line(problem)}; {_legal(view)}")
    if len(named) > 1:
        texts = ", ".join(map(str, named[:4]))
        raise ParseError(f"the reply names several actions ({texts}): write exactly one; {_legal(view)}")
    if not named:
        if problem is not None:
            raise ParseError(f"{_first_line(problem)}; {_legal(view)}")
        example = view.legal[0] if view.legal else "draw"
        raise ParseError(
            f"the reply names no action that it plays: write one line like 'Action: {example}'; {_legal(view)}"
        )
    (action,) = named
    if action not in view.legal:
        raise _refusal(view, action)
    return action


def _refusal(view: PlayerView, action: Action) -> GinRulesError:
    """Return the reason that the rules give against an action, with the legal actions."""
    refusal = why_illegal(determinize(view, 0), action)  # whether it is legal follows from the view
    if refusal is None:
        return ParseError(f"{action} is not possible now; {_legal(view)}")
    message = f"{_first_line(refusal)}; {_legal(view)}"
    return type(refusal)(message, action=action, state=view)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".")


def _legal(view: PlayerView) -> str:
    if not view.legal:
        return "nobody waits for an action of this seat"
    listed = [*map(str, view.legal[:_MOST_LISTED]), *["…"] * (len(view.legal) > _MOST_LISTED)]
    return f"legal actions: {', '.join(listed)}"


# --- the places of an answer ------------------------------------------------------------------------


def _named(text: str, view: PlayerView) -> tuple[list[Action], GinRulesError | None]:
    """Return the different actions that a reply plays, and the first problem with a text that was meant as one."""
    reading = _Reading(view)
    places = sorted(_places(text))
    for start, _, content in places:
        before = text[:start].rstrip()
        context = before[before.rfind("\n") + 1 :].rpartition(".")[2] if before.endswith(":") else ""
        for part in content:
            reading.read(part, context)
    if reading.actions:
        end = max(end for _, end, _ in places)
        reading.read(text[end:])
    elif not reading.is_unclear:
        reading.read(text)
    return list(dict.fromkeys(reading.actions)), reading.problem


def _places(text: str) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield the places of a reply that hold its answer, if it marks them: start, end and texts."""
    taken: list[tuple[int, int]] = []
    for start, end, table in json_objects(text):
        texts = action_texts(table)
        taken.append((start, end))
        if texts:
            yield start, end, texts
    for pattern in (_TAG, _BOXED, _LABEL):
        for match in pattern.finditer(text):
            content = match[match.lastindex or 0].strip()
            if content and not any(start < match.end() and match.start() < end for start, end in taken):
                yield match.start(), match.end(), (content,)
    pieces, at = text.split("```"), 0
    for number, piece in enumerate(pieces):
        lines = [line for line in piece.splitlines() if line.strip()]
        if len(lines) > 1 and re.fullmatch(r"[a-z]{1,12}", lines[0].strip()):
            lines = lines[1:]
        if number % 2 and len(lines) == 1 and not lines[0].lstrip().startswith("{"):
            yield at - 3, at + len(piece) + 3, (lines[0],)
        at += len(piece) + 3


class _Reading:
    """The actions that a reply's parts play, so far.

    Attributes:
        actions: These actions, in order.
        problem: The first problem with a text that was meant as an action.
        is_unclear: Whether a part names several cards or actions at once.
    """

    def __init__(self, view: PlayerView) -> None:
        self.actions: list[Action] = []
        self.problem: GinRulesError | None = None
        self.is_unclear = False
        self._view = view

    def read(self, text: str, context: str = "") -> None:
        """Read a part of a reply, with a heading before it that ends with a colon as its context."""
        for sentence in _sentences(f"{context} {text}" if context else text):
            if len(sentence) <= _LONGEST_SENTENCE and any(map(str.isalnum, sentence)):
                self._read(_prepared(sentence))

    def _read(self, sentence: str) -> None:
        if self.actions and is_correction(sentence):
            raise UnclearError("takes back its action")
        words = sentence.strip(" -*>#:,")
        lead = _LEAD.match(words)
        bare = _TRAIL.sub("", _REASON.split(words[lead.end() :] if lead else words, maxsplit=1)[0])
        is_asked = sentence.rstrip().endswith("?")
        if not is_asked and not _UNMARKED.search(bare) and self._take(bare, is_bare=True):
            return
        for mention in mentions_in(sentence):
            if mention.is_denied and mention.text and self._is_taken(mention.text):
                raise UnclearError("contradicts itself")
            if mention.is_played:
                if not mention.text:
                    self._note(ParseError("the reply names several cards in one action"))
                elif self._take(mention.text) and is_correction(sentence[mention.end :]):
                    raise UnclearError("takes back its action")

    def _is_taken(self, text: str) -> bool:
        try:
            return _action(text, self._view) in self.actions
        except GinRulesError:
            return False

    def _take(self, text: str, *, is_bare: bool = False) -> bool:
        """Add a text's action and return whether it has one. A bare text without any has mentions."""
        try:
            self.actions.append(_action(text.replace("@", "").strip(), self._view))
        except GinRulesError as error:
            if not is_bare:
                self._note(error)
            return False
        return True

    def _note(self, error: GinRulesError) -> None:
        self.is_unclear = True
        self.problem = self.problem or error


def _sentences(text: str) -> Iterator[str]:
    """Yield a text's sentences.

    A heading with a colon belongs to every line of the list after it.
    """
    heading = ""
    for line in text.splitlines():
        item = _ITEM.sub("", line)
        is_item = item != line
        if not any(map(str.isalnum, line)):
            continue
        if not is_item and line.rstrip().endswith(":"):
            heading = line.strip()
            continue
        for sentence in _SENTENCE.findall(item):
            yield f"{heading} {sentence.strip()}" if heading else sentence
        if not is_item:
            heading = ""


def _prepared(sentence: str) -> str:
    """Return a sentence in lower case without markup, its cards written as ``@7h``."""
    text = re.sub(r"[*`\"<>\[\](){}\\|]", " ", sentence.replace("n't", " not").replace("cannot", "can not"))
    text = re.sub(r"'(?:ll|m|re|ve|d|s)\b", lambda match: f" {_SHORT[match[0]]} ", text.replace("_", " "))
    return " ".join(text.replace("'", " ").replace("->", ":").replace("=", ":").lower().split())


_SHORT: Final = {"'ll": "will", "'m": "am", "'re": "are", "'ve": "have", "'d": "would", "'s": "is"}


# --- cards and actions ------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """Return a reply without its reasons in tags, in plain characters, its cards written as ``@7h``."""
    text = _HIDDEN.sub("", unicodedata.normalize("NFKC", text)).translate(_QUOTES)
    text = _QUOTED.sub("", text)
    lower = text.lower()
    if len(lower) == len(text):
        for tag in ("think", "thinking", "reasoning"):
            closed, opened = lower.rfind(f"</{tag}>"), lower.rfind(f"<{tag}>")
            if opened > closed:
                text = text[: max(opened, 0)]
            elif closed >= 0:
                text = text[closed + len(tag) + 3 :]
            lower = text.lower()
    text = _IN_WORDS.sub(lambda match: _RANKS.get(match[1].lower(), match[1]) + match[2][0].lower(), text)
    text = _WITH_SYMBOL.sub(lambda match: match[1] + _SYMBOLS[match[2]] + " ", text)
    return _JOINED.sub(_marked, text)


def _marked(match: re.Match[str]) -> str:
    """Return cards with their marks.

    ``as``, ``ad`` and ``ah`` are words if the sentence continues after them.
    """
    text = match[0]
    if text.lower() in {"as", "ad", "ah"}:
        is_followed = _WORD_AFTER.match(match.string, match.end()) is not None
        if is_followed and (text[0] == "a" or text.isupper()):
            return text
        if text.lower() == "ah" and match.start() == 0 and match.end() < len(match.string):
            return text  # "Ah." opens a reply
    return " ".join(f"@{(one[1] if one[1] != '10' else 'T').upper()}{one[2].lower()}" for one in _ONE.finditer(text))


def _action(text: str, view: PlayerView) -> Action:
    """Return the action that a text in the notation names. A card to take, and melds, are looked up in the view.

    Raises:
        ParseError: If it is not an action, or could be several.
    """
    kind, _, rest = text.partition(" ")
    if kind == "take" and rest and not rest.isdigit():
        return _take_of(rest, view)
    if kind == "spread" and rest and rest != "nothing":
        if view.rules.open_melds:
            return parse_action(f"lay {rest}", view)
        return _spread_of(text, view)
    if text.startswith("lay off") and " on " in text:
        return _layoff_of(text, view)
    return parse_action(text, view)


def _take_of(card: str, view: PlayerView) -> Action:
    pile = [str(one) for one in reversed(view.discards)]
    name = card[:1].upper() + card[1:].lower()
    if name not in pile:
        raise ParseError(f"take {name}: it is not in the discard pile, whose top card is {pile[0] if pile else 'none'}")
    return TakeDiscard(pile.index(name) + 1)


def _spread_of(text: str, view: PlayerView) -> Action:
    """Return a spread, also of cards without marks between the melds if they fit only one."""
    named = parse_action(text)
    assert isinstance(named, Spread)
    if named in view.legal or len(named.melds) != 1:
        return named
    cards = named.melds[0].cards
    fitting = [action for action in view.legal if isinstance(action, Spread) and _cards_of(action) == cards]
    if len(fitting) > 1:
        raise ParseError(f"the cards {cards} can be spread in several ways: write / between the melds")
    return fitting[0] if fitting else named


def _cards_of(spread: Spread) -> CardSet:
    return CardSet.of([card for meld in spread.melds for card in meld.cards])


def _layoff_of(text: str, view: PlayerView) -> Action:
    """Return the lay-off of a card on the meld that a text describes by its number or by its cards."""
    card, _, onto = text.removeprefix("lay off").partition(" on ")
    named = re.findall(rf"\d{{1,2}}(?![cdhs])|{_RANK}[cdhs]", onto, re.IGNORECASE)
    if len(named) == 1 and named[0].isdigit():
        return parse_action(f"lay off {card.strip()} on {named[0]}")
    cards = CardSet.of(_texts(named))
    fitting = [
        action
        for action in view.legal
        if isinstance(action, LayOff)
        and str(action.card) == card.strip()[:1].upper() + card.strip()[1:]
        and cards <= view.table[action.onto].cards
    ]
    if not cards or len(fitting) != 1:
        raise ParseError(f"{text}: name the meld by its number")
    return fitting[0]


def _texts(names: Iterable[str]) -> list[str]:
    return [name[:-1].upper() + name[-1].lower() for name in names if not name.isdigit()]
