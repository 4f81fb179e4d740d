"""A scene in plain words: what a reader of screens hears, and the frame of what terminals show."""

from collections.abc import Iterable, Iterator

from ginrules.cards import Card
from ginrules.display.round import RoundScene
from ginrules.display.sheet import SheetScene


def round_lines(scene: RoundScene) -> Iterator[str]:
    """All that a picture of a round shows, line by line."""
    yield f"{scene.title}. {scene.told}."
    piles = [f"stock {scene.stock}", f"pile {len(scene.pile)}" + (f", top {scene.pile[-1]}" if scene.pile else "")]
    piles += [f"upcard {scene.upcard}"] if scene.upcard else []
    piles += [f"knock card {scene.knock_card}"] if scene.knock_card else []
    yield "; ".join(piles + ([scene.limit] if scene.limit else []))
    for seat in scene.seats:
        cards = " | ".join(map(spelt, seat.groups)) or ("" if seat.hidden else "no card")
        hidden = f"{seat.hidden} hidden" if seat.hidden else ""
        dealer = " (dealer)" if seat.is_dealer else ""
        seen = f"; seen by all: {seat.seen}" if seat.seen and not seat.hidden else ""
        note = f"; {seat.note}" if seat.note else ""
        yield f"{seat.name}{dealer}: {' + '.join(filter(None, (cards, hidden)))}{note}{seen}"
    for meld in scene.table:
        added = f"; laid off: {meld.laid_off}" if meld.laid_off else ""
        yield f"meld {meld.place} of {meld.owner}: {spelt(meld.cards)}{added}"


def sheet_lines(scene: SheetScene) -> Iterator[str]:
    """All that a picture of a sheet shows, line by line."""
    yield f"{scene.title}. {' – '.join(scene.sides)}. {scene.told}."
    for row in scene.rows:
        cells = (
            f"{game} {'–'.join(map(str, cell.standing))}"
            for game, cell in zip(scene.games, row.cells, strict=True)
            if cell is not None
        )
        yield f"round {row.number}: {row.told}; {', '.join(cells) or 'written nowhere'}"
    for foot in scene.feet:
        cells = (
            f"{game} {' – '.join(values)}" for game, values in zip(scene.games, foot.values, strict=True) if any(values)
        )
        yield f"{foot.label}: {', '.join(cells)}"
    yield from scene.notes


def spelt(cards: Iterable[Card]) -> str:
    """The cards in the order given."""
    return " ".join(map(str, cards))
