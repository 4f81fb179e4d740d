"""Actions and arrangements as text that people type and read. The inverse of ``str``.

The full forms need no state. With a state or a view a shorter form is enough
if only one legal action fits it.

========================  ===================================================
text                      action
========================  ===================================================
``decline``, ``pass``     `Decline`
``take``, ``take 3``      `TakeDiscard`, of one card or of three
``draw``, ``stock``       `DrawStock`
``discard 7h``, ``7h``    `Discard`
``knock 7h``, ``knock``   `Knock`. Alone if only one card can be discarded
``gin``, ``gin 7h``       `Knock` that leaves nothing
``big gin``               `GoBigGin`
``spread 7h8h9h / 2c2d2s``  `Spread`. ``spread nothing``. ``spread`` alone if only one is legal
``lay 7h 8h 9h``          `LayDown`
``lay off 7h on 0``       `LayOff`. ``lay off 7h`` if it fits one meld
``done``                  `Done`
``shuffle 7h 2c …``       `ShuffleStock`
``double``                `Double`
``accept``, ``refuse``    `Accept`, `Refuse`
========================  ===================================================

Cards can be written in any way that `Card.parse` reads, joined or separate. What people say besides is read too:
``throw the ace of clubs``, ``draw from the deck``, ``take the discard``, ``knock with 7h``, ``add 7h to 0``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar, cast

from ginrules._support.bounds import ACTION_TEXT
from ginrules._support.values import expect, shown
from ginrules.cards import CARD_OF, RANK_LETTERS, Card, CardSet
from ginrules.errors import ParseError, RoundIsOver, WrongPhase
from ginrules.melds.meld import Arrangement, Meld, in_order
from ginrules.play import actions
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, ShuffleStock, Spread, TakeDiscard
from ginrules.play.engine import legal_actions, why_illegal
from ginrules.play.phases import LastDiscard
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet, rules_of

A = TypeVar("A")

_RANKS: Final = "(?:10|[2-9TJQKA])"
_SUITS: Final = "[cdhs♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?"
_CARD: Final = re.compile(rf"\s*,?\s*({_RANKS}{_SUITS}|{_SUITS}{_RANKS})", re.IGNORECASE)
_OPENSPIEL_PREFIX: Final = re.compile(r"^player:? ?\d+ action:? ?", re.IGNORECASE)
"""Before an action in the texts of OpenSpiel, and of arenas that play by it."""
_ON: Final = re.compile(r"\s+on\s+", re.IGNORECASE)
_NUMBERS: Final = "ace two three four five six seven eight nine ten jack queen king".split()
_RANK_NAMES: Final = {
    "10": "T",
    **{rank.lower(): rank for rank in RANK_LETTERS},
    **dict(zip(_NUMBERS, RANK_LETTERS, strict=True)),
}
_NAMED_CARD: Final = re.compile(rf"\b({'|'.join(_RANK_NAMES)})(?: of)? (clubs|diamonds|hearts|spades)\b", re.IGNORECASE)
_SYNONYMS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), form)
    for pattern, form in (
        (r"\b(?:the|my|card|from|with|please)\b|[.!,]+(?=\s|$)", ""),
        (r"^\s*(?:go|declare) gin\b", "gin"),
        (r"^\s*(?:throw|drop)\b", "discard"),
        (r"^\s*knock\s+discard\b", "knock"),
        (r"^\s*(?:pick up|take)(?:\s+(?:discard|upcard))?\s*$", "take"),
        (r"^\s*(?:decline|pass)\s+upcard\s*$", "decline"),
        (r"^\s*add\b(.*)\bto\b", r"lay off\1on"),
    )
)
"""What people say, and the form that means it. The first removes words without a meaning here."""
_VERBS: Final = "decline pass take draw discard knock gin spread lay done double accept refuse".split()
_FORMS: Final = (
    "decline, take, take 3, draw, discard 7h, knock 7h, big gin, spread 7h 8h 9h / 2c 2d 2s, "
    "lay 7h 8h 9h, lay off 7h on 0, done, shuffle 7h 2c …, double, accept or refuse"
)


def parse_action(text: str, state: RoundState | PlayerView | None = None) -> Action:
    """Return the action that a text means.

    Args:
        text: A full form, or a short one if there is a state.
        state: The state or view that gives short forms their meaning. The action is not checked against it
            (`ginrules.why_illegal` does that).

    Raises:
        ParseError: If the text is not an action, or is a short form that fits no legal action
            or several. The message names the expected forms.

    Examples:
        >>> import ginrules as gin
        >>> gin.parse_action("lay off 7♥ on 1")
        LayOff(card=Card.parse('7h'), onto=1)
        >>> gin.parse_action(str(gin.Discard("10d"))) == gin.Discard("Td")
        True
    """
    if not isinstance(text, str):
        raise ParseError(f"expected the text of an action, got {shown(text)}: write {_FORMS}")
    if state is not None:
        expect(state, RoundState | PlayerView, "a RoundState, a PlayerView or None")
    written = AS_WRITTEN.get(text)
    if written is not None:
        return written
    if len(text) > ACTION_TEXT:
        raise ParseError(f"expected an action of at most {ACTION_TEXT} characters, got {len(text)}", length=len(text))
    words = " ".join(text.split())
    words = _OPENSPIEL_PREFIX.sub("", words)
    try:
        return _read(words, state, words)
    except ParseError:
        replaced = _with_synonyms(words)
        if replaced == words:
            raise
    return _read(replaced, state, words)


def _read(words: str, state: RoundState | PlayerView | None, original: str) -> Action:
    """Return the action that words mean. An error names them as they were typed."""
    plain = _PLAIN.get(words.lower())
    if plain is not None:
        return plain
    for opening, reader in _READERS:
        start = opening.match(words)
        if start is not None:
            return reader(words[start.end() :].strip(), state)
    if "/" in words and _CARD.match(words):
        return Spread(_melds(words))
    name = _CARD.fullmatch(words)
    if name is None:
        raise ParseError(f"expected an action, got {original[:60]!r}: {_near(words)}write {_FORMS}", text=original[:60])
    card = Card.parse(name[1])
    return _only(words, [action for action in _legal(state, Discard) if action.card == card], state, Discard(card))


def _with_synonyms(words: str) -> str:
    """Return the words with named cards as cards, and with forms in place of what people say."""
    words = _NAMED_CARD.sub(lambda card: f"{_RANK_NAMES[card[1].lower()]}{card[2][0].lower()}", words)
    for pattern, form in _SYNONYMS:
        words = pattern.sub(form, words)
    return " ".join(words.split())


def parse_arrangement(text: str, rules: RuleSet | str) -> Arrangement:
    """Return the arrangement written as melds between ``/`` or ``·`` and, after ``|``, the cards left.

    The points are counted again. The ``left: 12`` that ``str`` adds is skipped.

    Raises:
        ParseError: If a part is not cards, a card appears twice, or a group is not a meld.

    Examples:
        >>> import ginrules as gin
        >>> gin.parse_arrangement("7h 8h 9h · 2c 2d 2s | As 4d", "standard").deadwood
        5
    """
    if not isinstance(text, str):
        raise ParseError(f"expected the text of an arrangement, got {shown(text)}: write 7h 8h 9h / 2c 2d 2s | As")
    rules = rules_of(rules)
    if len(text) > ACTION_TEXT:
        message = f"expected an arrangement of at most {ACTION_TEXT} characters, got {len(text)}"
        raise ParseError(message, length=len(text))
    melded, _, rest = text.partition("|")
    left = re.sub(r"(nothing\s*)?left:\s*\d+\s*$", "", rest.strip())
    melds = () if melded.strip() in ("", "no meld") else _melds(melded)
    unmelded = CardSet.of(_cards(left))
    CardSet.of([card for group in (*(meld.cards for meld in melds), unmelded) for card in group])  # each card once
    tables = rules.tables
    for meld in melds:
        if not tables.is_meld(meld.cards.mask):
            raise ParseError(f"{meld} is not a {meld.kind} under these rules", cards=str(meld))
    return Arrangement(in_order(melds), unmelded, tables.value(unmelded.mask))


def _cards(text: str) -> tuple[Card, ...]:
    known = tuple(map(CARD_OF.get, text.split()))
    if None not in known:  # as records write them
        return cast("tuple[Card, ...]", known)
    cards = []
    place = 0
    while place < len(text):
        card = _CARD.match(text, place)
        if card is None:
            if not text[place:].strip(" ,"):
                break
            raise ParseError(f"{text[place:].strip()[:40]!r} is not a card: write cards like 7h 8h 9h", text=text[:60])
        cards.append(Card.parse(card[1]))
        place = card.end()
    return tuple(cards)


def _melds(text: str) -> tuple[Meld, ...]:
    groups = re.split(r"[/·|]", text)
    if len(groups) == 1:  # commas part the melds if no meld is a card alone
        parts = text.split(",")
        groups = parts if all(len(part.split()) > 1 for part in parts) else groups
    return tuple(_meld(group) for group in groups)


def _meld(text: str) -> Meld:
    cards = _cards(text)
    if not cards:
        raise ParseError("expected melds like 7h 8h 9h / 2c 2d 2s, got one without cards", text=text[:60])
    return Meld.of(cards)


def _card(text: str, what: str) -> Card:
    cards = _cards(text)
    if len(cards) != 1:
        raise ParseError(f"expected one card, like {what} 7h, got {len(cards)} in {text!r:.60}", text=text[:60])
    return cards[0]


def _count(text: str, _state: RoundState | PlayerView | None) -> Action:
    if not re.fullmatch(r"\d{1,2}", text, re.ASCII):
        raise ParseError(f"expected take, or a number of cards like take 3, got take {text!r:.60}", text=text[:60])
    return TakeDiscard(int(text))


def _legal(state: RoundState | PlayerView | None, kind: type[A]) -> list[A]:
    if state is None:
        return []
    legal = state.legal if isinstance(state, PlayerView) else legal_actions(state)
    return [action for action in legal if isinstance(action, kind)]


def _only(
    short: str, fitting: Sequence[Action], state: RoundState | PlayerView | None, meant: Action | None = None
) -> Action:
    """Return the only action that fits. If none does, the error says why the action that is meant is refused."""
    if len(fitting) == 1:
        return fitting[0]
    if state is None:
        raise ParseError(f"{short!r} needs a state; without one write {_FORMS}", text=short[:60])
    if not fitting:
        legal = ", ".join(map(str, _legal(state, object)[:12])) or "nothing"
        known = state.as_known() if isinstance(state, PlayerView) else state
        refusal = None if meant is None or known is None else why_illegal(known, meant)
        why = "" if refusal is None or isinstance(refusal, WrongPhase | RoundIsOver) else f"; {refusal}"
        raise ParseError(f"{short!r} fits nothing here; expected one of: {legal}{why}", text=short[:60])
    several = ", ".join(map(str, fitting[:12]))
    raise ParseError(f"{short!r} could be any of: {several}; write one of them", text=short[:60])


def _likeliest_knock(state: RoundState | PlayerView | None) -> Action | None:
    """Return the knock that leaves the least deadwood, of the cards in the acting seat's hand."""
    if state is None or state.turn is None:
        return None
    hand = state.hand if isinstance(state, PlayerView) else state.hands[state.turn]
    knocks = [Knock(card) for card in hand]
    return min(knocks, key=lambda knock: _leaves(state, knock), default=None)


def _knock(text: str, state: RoundState | PlayerView | None) -> Action:
    if text:
        return Knock(_card(text, "knock"))
    return _only("knock", _legal(state, Knock), state, _likeliest_knock(state))


def _gin(text: str, state: RoundState | PlayerView | None) -> Action:
    if text:
        return Knock(_card(text, "gin"))
    fitting = [knock for knock in _legal(state, Knock) if state and _leaves(state, knock) == 0]
    meant = _likeliest_knock(state)
    if fitting or state is None or not isinstance(meant, Knock) or not _legal(state, Knock):
        return _only("gin", fitting, state, meant)
    why = f"; gin leaves no deadwood, {meant} leaves {_leaves(state, meant)}"
    legal = ", ".join(map(str, _legal(state, object)[:12]))
    raise ParseError(f"'gin' fits nothing here; expected one of: {legal}{why}", text="gin")


def _leaves(state: RoundState | PlayerView, knock: Knock) -> int:
    seat = state.turn
    assert seat is not None
    hand = state.hand.mask if isinstance(state, PlayerView) else state.hand_masks[seat]
    if isinstance(state.phase, LastDiscard):
        hand |= 1 << state.discards[-1]  # it is taken with the knock
    return state.setup.tables.deadwood(hand & ~(1 << knock.card))


def _spread(text: str, state: RoundState | PlayerView | None) -> Action:
    if text.lower() == "nothing":
        return Spread(())
    if text:
        return Spread(_melds(text))
    return _only("spread", _legal(state, Spread), state)


def _lay_off(text: str, state: RoundState | PlayerView | None) -> Action:
    cards, *on = _ON.split(text, 1)
    card = _card(cards, "lay off")
    if not on:
        fitting = [action for action in _legal(state, LayOff) if action.card == card]
        return _only(f"lay off {card}", fitting, state)
    (place,) = on
    if not re.fullmatch(r"\d{1,2}", place, re.ASCII):
        raise ParseError(f"expected the number of a meld, like lay off {card} on 0, got {place!r:.60}", text=place[:60])
    return LayOff(card, int(place))


def _near(text: str) -> str:
    """Return the form that a misspelled text is near to, as a question, or ""."""
    from difflib import get_close_matches

    verb, _, rest = text[:60].partition(" ")
    near = get_close_matches(verb.lower(), _VERBS, n=1)
    return f"did you mean {f'{near[0]} {rest}'.rstrip()}? Or " if near else ""


_PLAIN: Final[dict[str, Action]] = {
    **{str(action).lower(): action for action in actions.DISCARD},
    **{str(action).lower(): action for action in actions.KNOCK},
    "decline": actions.DECLINE,
    "pass": actions.DECLINE,
    "take": actions.TAKE,
    "draw": actions.DRAW,
    "stock": actions.DRAW,
    "draw upcard": actions.TAKE,
    "draw stock": actions.DRAW,
    "draw deck": actions.DRAW,
    "deck": actions.DRAW,
    "skip": actions.DECLINE,
    "no more": actions.DONE,
    "big gin": actions.BIG_GIN,
    "biggin": actions.BIG_GIN,
    "big-gin": actions.BIG_GIN,
    "done": actions.DONE,
    "double": actions.DOUBLE,
    "accept": actions.ACCEPT,
    "refuse": actions.REFUSE,
}
AS_WRITTEN: Final[dict[str, Action]] = {str(action): action for action in _PLAIN.values()}
"""The actions without a meld by their texts as ``str`` writes them, nearly all actions of a record."""

_Reader = Callable[[str, RoundState | PlayerView | None], Action]
_READERS: Final[tuple[tuple[re.Pattern[str], _Reader], ...]] = tuple(
    (re.compile(rf"{opening}(?=\s|$)", re.IGNORECASE), reader)
    for opening, reader in (
        ("take", _count),
        ("discard", lambda text, _: Discard(_card(text, "discard"))),
        ("knock", _knock),
        ("gin", _gin),
        ("spread", _spread),
        ("lay[ -]?off", _lay_off),
        ("lay", lambda text, _: LayDown(_meld(text))),
        ("shuffle", lambda text, _: ShuffleStock(_cards(text))),
    )
)
