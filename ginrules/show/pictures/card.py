"""Cards, face up and face down, in groups and rows. `arrangement_svg`: a hand as melds, lay-offs and other cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from ginrules._support.names import ThemeName
from ginrules._support.printed import clean
from ginrules._support.values import expect
from ginrules.cards import CARDS, RANK_LETTERS, SUIT_SYMBOLS, Card, CardSet
from ginrules.melds.arrange import in_sequence
from ginrules.melds.meld import Arrangement, Meld
from ginrules.play.defence import Defence
from ginrules.show.pictures.draw import Picture, Theme, box, draw, element, number, text, text_width, theme_of
from ginrules.show.words import expect_shown, held_text

WIDTH: Final = 46
HEIGHT: Final = 66
_RADIUS: Final = 5
_STEP: Final = 32  # from card to card: the rank and pip of each card stay visible
_BACK_STEP: Final = 13
_GAP: Final = 14
_ROW_GAP: Final = 8
_LONGEST_LABEL: Final = 150
_NO_CARDS: Final = CardSet()

# Pips in a box of 20 by 20 around the origin, clubs to spades: drawn, because fonts differ in their
# suits and some show them as colored pictures.
_PIPS: Final = (
    (
        "M0-9a4.3 4.3 0 0 1 3.3 7.1a4.4 4.4 0 1 1-2.3 6.6q.3 2.6 2.4 4.3"
        "h-6.8q2.1-1.7 2.4-4.3a4.4 4.4 0 1 1-2.3-6.6A4.3 4.3 0 0 1 0-9z"
    ),
    "M0-10Q3-4.5 7 0Q3 4.5 0 10Q-3 4.5-7 0Q-3-4.5 0-10z",
    (
        "M0 9.5C-2.5 5.5-9 1.5-9-4C-9-7.2-6.7-9-4.5-9C-2.4-9-.7-7.8 0-5.8"
        "C.7-7.8 2.4-9 4.5-9C6.7-9 9-7.2 9-4C9 1.5 2.5 5.5 0 9.5z"
    ),
    (
        "M0-10C2.4-6 9-2.6 9 2.4C9 5.2 7.1 6.8 5 6.8C3.2 6.8 1.8 5.9 1 4.4Q1.2 7.5 3.2 9.5"
        "H-3.2Q-1.2 7.5-1 4.4C-1.8 5.9-3.2 6.8-5 6.8C-7.1 6.8-9 5.2-9 2.4C-9-2.6-2.4-6 0-10z"
    ),
)


def color_of(card: Card, theme: Theme) -> str:
    """Return the color of the card's suit."""
    return theme.red if card.suit in (1, 2) else theme.black


def pip(card: Card, x: float, y: float, size: float, theme: Theme) -> str:
    """Return the pip of the card's suit around a point, in a square of this size."""
    place = f"translate({number(x)} {number(y)}) scale({number(size / 20)})"
    return element("path", d=_PIPS[card.suit], transform=place, fill=color_of(card, theme))


def face(card: Card, x: float, y: float, theme: Theme, *, dot: bool = False, ring: bool = False) -> str:
    """Return a card face up, its upper left corner at a point: a dot means seen by all, a ring laid off."""
    rank = card.pretty[:-1].replace("T", "10")  # as it is printed on cards
    size = 17 if len(rank) == 1 else 15
    edge, stroke = (theme.stain, 2) if ring else (theme.edge, 1)
    paper: dict[str, str | float] = {"fill": theme.paper, "stroke": edge, "stroke_width": stroke}
    marks = [
        box(x + 0.5, y + 0.5, WIDTH - 1, HEIGHT - 1, radius=_RADIUS, **paper),
        text(x + 12, y + 19, rank, size=size, fill=color_of(card, theme), weight=700, anchor="middle"),
        pip(card, x + 12, y + 30, 12, theme),
        pip(card, x + 30, y + 46, 23, theme),
    ]
    if dot:
        marks.append(element("circle", cx=x + 12, cy=y + HEIGHT - 11, r=3.5, fill=theme.stain))
    return element("g", "".join(marks), data_card=str(card))


def back(x: float, y: float, theme: Theme) -> str:
    """Return a card face down, its upper left corner at a point."""
    weave = "".join(
        f"M{number(x + 5)} {number(y + step)}L{number(x + WIDTH - 5)} {number(y + step + 12)}"
        f"M{number(x + WIDTH - 5)} {number(y + step)}L{number(x + 5)} {number(y + step + 12)}"
        for step in range(5, 53, 11)
    )
    marks = (
        box(x + 0.5, y + 0.5, WIDTH - 1, HEIGHT - 1, radius=_RADIUS, fill=theme.back, stroke=theme.edge),
        box(x + 4, y + 4, WIDTH - 8, HEIGHT - 8, radius=3, fill="none", stroke=theme.weave),
        element("path", d=weave, stroke=theme.weave, stroke_width=0.9, fill="none"),
    )
    return element("g", "".join(marks))


@attrs.frozen
class Group:
    """A group of overlapping cards."""

    cards: Sequence[Card] = ()  # the cards face up
    hidden: int = 0  # the number of cards face down, after them
    dots: CardSet = _NO_CARDS  # cards marked as seen by all
    rings: CardSet = _NO_CARDS  # cards marked as laid off
    label: str = ""  # A text below. Empty for none.

    @property
    def steps(self) -> tuple[float, ...]:
        """The distance of each card from the one before it, or from the start of the group."""
        faces = [0.0, *[float(_STEP)] * (len(self.cards) - 1)] if self.cards else []
        # a back does not cover the face before it
        backs = [float(WIDTH + 4) if faces else 0.0, *[float(_BACK_STEP)] * (self.hidden - 1)] if self.hidden else []
        return (*faces, *backs)


def lay_out(
    groups: Iterable[Group], x: float, y: float, width: float, theme: Theme, *, labels: float = 0
) -> tuple[list[str], float, float]:
    """Return groups laid side by side from a point, wrapped into rows of this width: marks, width and height used.

    A group moves to the next row as a whole if it fits there, and is broken if it is wider than a row. ``labels`` is
    the height left for labels below each row.
    """
    parts: list[str] = []
    left, top, used = x, y, 0.0
    for group in groups:
        whole = max(sum(group.steps) + WIDTH, _label_width(group))
        if left > x and left + whole > x + width:
            left, top = x, top + HEIGHT + labels + _ROW_GAP
        start = left
        for card, step in zip((*group.cards, *[None] * group.hidden), group.steps, strict=True):
            left += step
            if left + WIDTH > x + width:
                left, top, start = x, top + HEIGHT + labels + _ROW_GAP, x
            if card is None:
                parts.append(back(left, top, theme))
            else:
                parts.append(face(card, left, top, theme, dot=card in group.dots, ring=card in group.rings))
            used = max(used, left + WIDTH - x)
        end = max(left + WIDTH, start + _label_width(group))
        if group.label:
            parts.append(text(start + 1, top + HEIGHT + 15, group.label, size=12, fill=theme.quiet, width=end - start))
        used = max(used, end - x)
        left = end + _GAP
    return parts, used, top + HEIGHT + labels - y


def _label_width(group: Group) -> float:
    return min(text_width(group.label, 12), _LONGEST_LABEL)


# --- hands ----------------------------------------------------------------------------------------


_MARGIN = 20.0
_INNER = 560.0
_LABELS = 20.0


def arrangement_svg(arrangement: Arrangement | Defence, *, theme: ThemeName = "light") -> Picture:
    """Draw an arrangement, or a defence with its lay-offs.

    Args:
        arrangement: The arrangement.
        theme: ``light`` or ``dark``.

    Raises:
        PictureError: If it is neither, or the theme is unknown.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.arrangement_svg(gin.best_arrangement("A23.456.789.T", "standard")).title
        'Ac 2c 3c · 4d 5d 6d · 7h 8h 9h | Ts left: 10'
    """
    colors = theme_of(theme)
    expect_shown(arrangement, Arrangement | Defence, "an Arrangement or a Defence")
    groups = _groups(arrangement)
    parts, used, below = lay_out(groups, _MARGIN, _MARGIN, _INNER, colors, labels=_LABELS)
    head = f"deadwood {arrangement.deadwood}" + ("" if groups else " · no card")
    width = max(used, 180) + 2 * _MARGIN
    top = _MARGIN + (below if groups else 0)
    parts.append(text(_MARGIN, top + 20, head, size=15, fill=colors.ink, weight=600))
    height = top + 20 + _MARGIN - 2
    return draw(parts, width, height, title=str(arrangement), ground=colors.ground)


def cards_svg(cards: Card | CardSet | Meld, *, theme: ThemeName = "light") -> Picture:
    """Draw cards by suit, or a meld in its order."""
    colors = theme_of(theme)
    shown = (
        in_sequence(cards.cards)
        if isinstance(cards, Meld)
        else tuple(CardSet.of([cards] if isinstance(cards, Card) else cards))
    )
    parts, used, below = lay_out([Group(shown)] if shown else [], _MARGIN, _MARGIN, _INNER, colors)
    title = clean(str(cards)) or "no card"
    width = max(used, 0 if shown else 60) + 2 * _MARGIN
    height = (below if shown else 15) + 2 * _MARGIN
    parts = parts if shown else [text(_MARGIN, _MARGIN + 12, title, size=15, fill=colors.ink)]
    return draw(parts, width, height, title=title, ground=colors.ground)


def _groups(arrangement: Arrangement | Defence) -> list[Group]:
    groups = [Group(in_sequence(meld.cards), label=meld.kind) for meld in arrangement.melds]
    if isinstance(arrangement, Defence):
        groups += [
            Group((step.card,), rings=CardSet.of([step.card]), label=f"on {step.onto}") for step in arrangement.layoffs
        ]
    if arrangement.unmelded:
        left = sorted(arrangement.unmelded, key=lambda card: (card.rank, card.suit))
        groups.append(Group(tuple(left), label="left over"))
    return groups


_SIDE: Final = 30.0
_EDGE: Final = 14.0
_LEFT: Final = 18.0
_HEAD: Final = 24.0
_RANKS: Final = 13
_DARK: Final = 0.55
"""A square with at least this chance has light digits."""


def held_svg(chances: Mapping[Card, float], *, name: str = "", theme: ThemeName = "light") -> Picture:
    """Draw how likely a seat holds each card: a row for every suit, the percentage in each square.

    Args:
        chances: The chance of each card that the seat can hold, from 0 to 1, as `ginrules.players.Belief.chances`
            returns them. A card that is missing is elsewhere.
        name: The seat's name.
        theme: ``light`` or ``dark``.

    Raises:
        WrongTypeError: If the chances are not a mapping or the name is no text.
        PictureError: If the theme is unknown.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.held_svg({gin.Card.parse("7h"): 0.5, gin.Card.parse("8h"): 1.0}, name="Bo").title
        'Bo may hold: 8♥ surely, 7♥ 50%'
    """
    expect(chances, Mapping, "the chance of each card")
    expect(name, str, "a name")
    colors = theme_of(theme)
    title = f"{name or 'the seat'} may hold: {held_text(chances)}"
    head = f"What {clean(name) or 'the seat'} may hold, %"
    parts = [text(_EDGE, _EDGE + 10, head, size=13, fill=colors.ink, weight=600)]
    top = _EDGE + _HEAD
    for rank, letter in enumerate(RANK_LETTERS):
        x = _EDGE + _LEFT + _SIDE * (rank + 0.5)
        parts.append(text(x, top + 10, letter.replace("T", "10"), size=11, fill=colors.quiet, anchor="middle"))
    for suit, symbol in enumerate(SUIT_SYMBOLS):
        y = top + 16 + _SIDE * suit
        ink = color_of(CARDS[_RANKS * suit], colors) if theme == "light" else colors.ink
        parts.append(text(_EDGE + 4, y + 20, symbol, size=14, fill=ink, anchor="middle"))
        for rank in range(_RANKS):
            chance, x = chances.get(CARDS[_RANKS * suit + rank], 0.0), _EDGE + _LEFT + _SIDE * rank
            parts.append(box(x, y, _SIDE - 2, _SIDE - 2, radius=3, fill=colors.felt))
            if chance:
                opacity = f"{min(1.0, chance):.2f}"
                parts.append(box(x, y, _SIDE - 2, _SIDE - 2, radius=3, fill=colors.accent, fill_opacity=opacity))
                digits = colors.on_accent if chance >= _DARK else colors.ink
                share = f"{100 * chance:.0f}"
                parts.append(text(x + _SIDE / 2 - 1, y + 19, share, size=11, fill=digits, anchor="middle"))
    width, height = 2 * _EDGE + _LEFT + _SIDE * _RANKS, top + 16 + 4 * _SIDE + _EDGE
    return draw(parts, width, height, title=title, ground=colors.ground)
