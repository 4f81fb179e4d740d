"""Actions that a sentence mentions, and whether the sentence says that they are played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

_CARD: Final = "@[2-9tjqka][cdhs]"
"""A card in a prepared sentence: an at sign, its rank and its suit."""

_FILL: Final = (
    r"(?:[\s:,]|\b(?:the|my|a|an|card|of|away|out|off|is|it|will|be|for|this|that|now|useless|lone|isolated|high|"
    r"unneeded|deadwood|with)\b){0,10}"
)
_DISCARD: Final = r"(?:discard|throw|toss|dump|ditch|drop|shed|play|get rid of)(?:ing)?\b"
_KNOCK: Final = r"(?:knock|(?:go|going|declare|call)\s+gin|gin)(?:ing)?\b"
_TAKING: Final = r"(?:take|taking|pick up|picking up|pick|grab|draw|drawing|accept|choose)\b"
_TO_CARD: Final = (
    r"(?:[\s:,]|\b(?:with|by|and|discarding|discard|throwing|using|the|my|card|of|for|a|on|gin|it|is|\d{1,2}|points|"
    r"deadwood|leaving|remaining)\b){1,12}"
)
_SOURCE: Final = (
    r"(?:[\s:,]|\b(?:a|the|one|card|top|up|from|new|fresh|hidden|face-down|facedown|blind|of|off|unknown|random|to|my|"
    r"next)\b){0,9}"
)
_PILE: Final = r"(?:[\s:,]|\b(?:a|the|card|top|up|from|visible|of|offered|available|showing|that|this|off)\b){0,9}"
_MANY: Final = rf"{_CARD}(?:[\s,/|;:.·+&]*(?:\band\b|\bmeld\b|\bset\b|\brun\b)?[\s,/|;:.·+&]*{_CARD})*"
_STOCK: Final = r"(?:stock\s?pile|stockpile|stock|deck|draw pile)\b"
_DISCARDS: Final = r"(?:up-?card|face-?up card|discard pile|discards|top discard|discard)\b(?!\s*@)"

_OFFERED: Final = rf"(?:up-?card|face-?up card|card|offer|{_CARD})"
_LAY_OFF: Final = rf"\blay(?:ing)?[ -]?off\b{_FILL}(?P<card>{_CARD})"
_ONTO: Final = rf"\s*(?:the\s|your\s|their\s|meld\s|number\s|run\s|set\s|of\s|#){{0,5}}(?:\d{{1,2}}|{_MANY})"
_SHOW: Final = (
    r"(?:spread|spreading|show|meld|lay down|lay out|lay)\b"
    r"(?:[\s:,]|\b(?:my|the|down|melds|meld|sets|runs|set|run|a|of|with|as|out)\b){0,8}"
)

_FORMS: Final = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("big gin", r"\b(?:(?:go|going|declare|call)\s+)?big[ -]?gin\b"),
        ("knock", rf"\b{_DISCARD}{_FILL}(?P<card>{_CARD})\s*,?\s*(?:and|&|\+)\s*(?:i\s)?(?:then\s|will\s)?{_KNOCK}"),
        ("knock", rf"\b{_KNOCK}{_TO_CARD}(?P<card>{_CARD})"),
        ("knock", rf"\b(?P<alone>{_KNOCK})(?!\s*(?:limit|card|value|threshold|count|rummy|bonus|next|later|soon))"),
        ("draw", rf"\b{_TAKING}{_SOURCE}{_STOCK}"),
        ("take", rf"\b{_TAKING}{_PILE}(?:{_DISCARDS}|(?P<card>{_CARD}))"),
        ("take", r"\btake it\b"),
        ("draw", r"\bdraw(?: a card| one card)?(?:\s*,|\s+and\b|\s+then\b){1,3}\s+(?=(?:discard|knock|throw)\b)"),
        ("lay off", rf"{_LAY_OFF}(?:\s*(?:on\s?to|on|to)\b(?P<onto>{_ONTO}))?"),
        ("discard", rf"\b{_DISCARD}{_FILL}(?P<card>{_CARD})(?!\s*pile)"),
        ("spread", rf"\b{_SHOW}(?P<cards>{_MANY})"),
        ("spread nothing", r"\bspread\s+(?:nothing|no melds)\b"),
        ("done", r"\b(?:am|go with|choose|say)\s+done\b|\bdone\s+laying\s+off\b"),
        ("done", r"\bno (?:more |further )?lay[- ]?offs?\b"),
        ("refuse", r"\b(?:refuse|reject|decline) the double\b"),
        ("accept", r"\b(?:accept|take) the double\b"),
        ("decline", rf"\b(?:decline|pass on|refuse|reject)\s+(?:the\s+|this\s+|that\s+)?{_OFFERED}"),
        ("double", r"\boffer (?:a|to) double\b"),
    )
)  # fmt: skip
"""The forms of actions in a sentence. An earlier form hides a later form at the same place."""

_DOUBT: Final = re.compile(
    r"\b(?:"
    r"not|never|no(?!\s*[:,])|none|cannot|without|neither|nor|avoid|rather than|instead of|refrain|stop|dont|"
    r"would|could|might|may|can|maybe|perhaps|possibly|if|unless|whether|either|or|consider(?:ing|ed)?|"
    r"options?|candidates?|alternatives?|possible|legal|illegal|tempt(?:ed|ing)|mistake|bad|wrong|dangerous|"
    r"risky|unwise|silly|foolish|worst|worse|next|later|eventually|future|previous(?:ly)?|last turn|"
    r"opponents?|they|he|she|his|her|their|them|you|your|hop(?:e|ing)|expect|until|while|although|though|"
    r"because|since|suppose|imagine|example|instance|when|once|after|before|thought|were|was|had|seat|player|"
    r"says?|said|rules?|wants? me|asked|pretend|ignore|forbidden|allowed|unable|impossible|decided against|"
    r"against|than|yet|will have|rejected|excluded|someone|anyone|everyone|nobody|dealer|"
    r"(?:reply|response|answer|output|action) format"
    r")\b"
)
"""Words of denials, conditions, plans, and of other players."""
_DENIED: Final = re.compile(r"\b(?:not|never)\s+(?:to\s+|want\s+to\s+|going\s+to\s+)?$")
_CORRECTION: Final = re.compile(
    r"\b(?:no|wait|actually|sorry|oops|hold on|hmm+|correction)(?=\s*(?:[,.:;!?-]|@|$))|[:-]\s*(?:the\s+)?@|"
    r"\b(?:scratch|strike|forget|make) that\b|\bon second thoughts?\b|\bi mean[t ]|\b(?:my|a) mistake\b|"
    r"\b(?:instead|rather)\s*[,:]?\s*(?:the\s+)?@|\bi (?:disagree|take (?:that|it) back)\b"
)
"""Words that take back what was said before."""
_RESET: Final = re.compile(
    r"(?:,\s*|\s+|--?\s*|—\s*)(?:so|but|therefore|thus|hence|consequently|nevertheless|nonetheless)\b(?! far)"
)
_I_DO: Final = re.compile(r",\s+(?:i|we)\s")
_CONDITION: Final = re.compile(r"\s*(?:if|unless|when|were|had|should|suppose|once|instead|rather|would|could|even)\b")
_CLAUSE_END: Final = re.compile(
    r",|;|\b(?:because|since|although|though|while|whereas|which|but|so|hoping|as|to|that|leaving|keeping|for|given|"
    r"and)\b"
)
_TO: Final = re.compile(
    r"(?:choose|chose|chosen|choice is|choosing|decide|decided|want|going|need|have|like|elect|opt|best(?: move| play)?"
    r"|best is|plan|intend|prefer|move is|play is|action is|answer is|decision is|ready|me|is best)\s+to\s+$"
)
_I_AM: Final = re.compile(r"\b(?:i am|i will be|im)\s+(?:now\s+)?$")
_NOUN: Final = re.compile(
    r"\b(?:the|his|her|their|its|last|previous|opponents|top|a|that|this|each|every|any|first|an|no|"
    r"of|from)\s+$"
)
_MY_DISCARD: Final = re.compile(r"\b(?:my|best|final|chosen|optimal|correct|right|preferred)\s+$")
_ANOTHER: Final = re.compile(r"\s*(?:,\s*(?:or\b|and\b)?|or\b|and\b|/|\||&|\+)?\s*(?:the\s+|then\s+)?@")


@attrs.frozen
class Mention:
    """An action that a sentence mentions.

    Attributes:
        text: The action in the notation of `ginrules.parse_action`. Empty if the sentence names several cards.
        is_played: Whether the sentence says that it is played: no doubt, no condition, no question, no other player.
        is_denied: Whether the sentence says that it is not played.
        end: The place after it in the sentence.
    """

    text: str
    is_played: bool
    is_denied: bool
    end: int


def mentions_in(sentence: str) -> Iterator[Mention]:
    """Yield the actions that a prepared sentence mentions, in order.

    Args:
        sentence: A sentence in lower case without quotes and markup, its cards written as ``@7h``.

    Examples:
        >>> [mention.text for mention in mentions_in("i cannot knock, so i discard the @3c")]
        ['knock', 'discard 3c']
        >>> [mention.is_played for mention in mentions_in("i cannot knock, so i discard the @3c")]
        [False, True]
    """
    is_asked = sentence.rstrip().endswith("?")
    at = 0
    while (one := _first(sentence, at)) is not None:
        kind, match = one
        at = match.end()
        is_played = not is_asked and _is_played(sentence, kind, match)
        is_denied = _DENIED.search(sentence[: match.start()]) is not None
        yield Mention(_text(sentence, kind, match), is_played, is_denied, at)


def is_correction(text: str) -> bool:
    """Return whether words after an action take it back.

    Examples:
        >>> is_correction(". wait, no: @As"), is_correction(", there is no meld with it")
        (True, False)
    """
    return _CORRECTION.search(text) is not None


def _first(sentence: str, at: int) -> tuple[str, re.Match[str]] | None:
    """Return the first form from a place on: at the same place, the form that is listed first."""
    best = None
    for kind, pattern in _FORMS:
        match = pattern.search(sentence, at)
        if match is not None and (best is None or match.start() < best[1].start()):
            best = kind, match
    return best


def _text(sentence: str, kind: str, match: re.Match[str]) -> str:
    groups = {name: text.replace("@", "").strip() for name, text in match.groupdict().items() if text}
    is_open = "card" in groups and "onto" not in groups
    if is_open and kind != "take" and _ANOTHER.match(sentence, match.end()):
        return ""
    if kind == "spread":
        return f"spread {groups['cards']}"
    if "onto" in groups:
        return f"lay off {groups['card']} on {groups['onto']}"
    return " ".join([kind, groups["card"]]) if "card" in groups else kind


def _is_played(sentence: str, kind: str, match: re.Match[str]) -> bool:
    before = _segment(sentence[: match.start()])
    end = _CLAUSE_END.search(sentence, match.end())
    after = sentence[match.end() : end.start() if end else len(sentence)]
    if _DOUBT.search(before) or _DOUBT.search(after):
        return False
    if re.search(r"\bto\s+$", before):
        return _TO.search(before) is not None
    word = match[0].split()[0]
    if word.endswith("ing"):
        return _I_AM.search(before) is not None
    if kind in {"discard", "knock", "spread"}:
        if re.search(r"\b(?:is|be)\b", match[0].partition("@")[0]) and kind == "discard":
            return _MY_DISCARD.search(before) is not None
        if _NOUN.search(before):
            return False
    if match.groupdict().get("alone"):
        return re.search(r"(?:^|\bi|\bi will|\bi choose to|\bi now)\s*$", before) is not None and not after.strip(" .!")
    return True


def _segment(before: str) -> str:
    """Return the part of a sentence in which a doubt or a negation still counts for the words after it."""
    *_, before = _RESET.split(before)
    if not _CONDITION.match(before):
        *_, before = _I_DO.split(before)
    return before
