"""Words of rules that ginrules does not have, and a sentence about each of them."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = {
    "joker jokers wild wilds wildcard wildcards": "ginrules has no jokers and no wild cards",
    "pack packs decks": "ginrules deals from one pack of at most 52 cards",
    "battle royal royale": "ginrules has no Battle Royal, in which the discards of several seats can be taken",
    "money stake stakes ante pot wager": "ginrules counts points, not money; Settlement.amounts multiplies them",
    "clock clocks timer seconds": "ginrules has no clocks",
    "misdeal misdeals revoke irregularity irregularities": "ginrules refuses illegal actions and does not score them",
}
_SENTENCES: Final = {word: sentence for words, sentence in _WORDS.items() for word in words.split()}
_PAGE: Final = '(see "Not built, on purpose" on the page Design)'
_CARDS: Final = "ginrules has no bonus for certain cards: RoundScore.plus adds one (see the page Your own rules)"


def absence(name: str) -> str:
    """Return a clause about the idea behind an unknown name; empty if it is not an idea that is known to be missing.

    Args:
        name: The name of a rule or a preset that ginrules does not have.

    Examples:
        >>> absence("two_jokers")
        'ginrules has no jokers and no wild cards (see "Not built, on purpose" on the page Design)'
        >>> absence("four_aces_bonus")
        'ginrules has no bonus for certain cards: RoundScore.plus adds one (see the page Your own rules)'
        >>> absence("knock_limt")
        ''
    """
    words = re.split(r"[^a-z]+", name[:80].lower())
    for word in words:
        if word in _SENTENCES:
            return f"{_SENTENCES[word]} {_PAGE}"
    return _CARDS if "bonus" in words and len(words) > 1 else ""
