"""What a person at the table may type: the numbered list, and the line below it."""

from collections.abc import Iterator
from itertools import islice

from ginrules.cli.hints import layoffs_told
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, Spread
from ginrules.play.views.view import PlayerView


def listed(seen: PlayerView) -> list[Action]:
    """The actions that are awkward to type, in the order of their numbers: the cards they place, most first."""
    awkward = [action for action in seen.legal if isinstance(action, Spread | LayDown | LayOff)]
    return sorted(awkward, key=lambda action: -_placed(action, seen))


def _placed(action: Action, seen: PlayerView) -> int:
    values = seen.setup.tables.values
    match action:
        case Spread(melds):
            return sum(values[card] for meld in melds for card in meld.cards)
        case LayDown(meld):
            return sum(values[card] for card in meld.cards)
        case LayOff(card):
            return values[card]
        case _:
            return 0


def choices(seen: PlayerView) -> Iterator[str]:
    """What the person may do, shortly."""
    numbered = listed(seen)
    if numbered:
        yield "a number of the list" if len(numbered) > 1 else f"1 ({numbered[0]})"
    if cards := layoffs_told(seen):
        yield f"lay off {cards}"
    knocks = [action for action in seen.legal if isinstance(action, Knock)]
    others = [action for action in seen.legal if not isinstance(action, Spread | LayDown | LayOff | Knock | Discard)]
    yield from map(str, others)
    yield from islice(map(str, knocks), 6)
    discards = [action for action in seen.legal if isinstance(action, Discard)]
    if discards:
        yield f"throw a card, like {discards[-1].card}"
