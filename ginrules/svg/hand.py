"""`arrangement_svg`: a hand as melds, lay-offs and the cards left over; and cards as they are."""

from __future__ import annotations

from ginrules._names import ThemeName
from ginrules._printed import clean
from ginrules.cards import Card, CardSet
from ginrules.errors import PictureError
from ginrules.melds.meld import Arrangement, Meld
from ginrules.melds.sorting import in_sequence
from ginrules.play.table.defence import Defence
from ginrules.svg.card import Group, lay_out
from ginrules.svg.draw import Picture, document, text
from ginrules.svg.theme import theme_of

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
    value: object = arrangement
    if not isinstance(value, Arrangement | Defence):
        kind = type(value).__name__
        raise PictureError(f"expected an Arrangement or a Defence, got {kind}", kind=kind)
    groups = _groups(arrangement)
    laid = lay_out(groups, _MARGIN, _MARGIN, _INNER, colors, labels=_LABELS)
    nothing = "" if groups else "no card"
    head = f"deadwood {arrangement.deadwood}" + (f" · {nothing}" if nothing else "")
    width = max(laid.width, 180) + 2 * _MARGIN
    top = _MARGIN + (laid.height if groups else 0)
    parts = [*laid.parts, text(_MARGIN, top + 20, head, size=15, fill=colors.ink, weight=600)]
    height = top + 20 + _MARGIN - 2
    title = clean(str(arrangement))
    svg = document(width, height, title=title, description=title, ground=colors.ground, parts=parts)
    return Picture(svg=svg, title=title, width=width, height=height)


def cards_svg(cards: Card | CardSet | Meld, *, theme: ThemeName = "light") -> Picture:
    """Draw cards by suit, or a meld in its order.

    Examples:
        >>> cards_svg(CardSet.parse("7h 8h Ks")).title
        '7h 8h Ks'
    """
    colors = theme_of(theme)
    shown = (
        in_sequence(cards.cards)
        if isinstance(cards, Meld)
        else tuple(CardSet.of([cards] if isinstance(cards, Card) else cards))
    )
    laid = lay_out([Group(shown)] if shown else [], _MARGIN, _MARGIN, _INNER, colors)
    title = clean(str(cards)) or "no card"
    width = max(laid.width, 0 if shown else 60) + 2 * _MARGIN
    height = (laid.height if shown else 15) + 2 * _MARGIN
    parts = laid.parts if shown else [text(_MARGIN, _MARGIN + 12, title, size=15, fill=colors.ink)]
    svg = document(width, height, title=title, description=title, ground=colors.ground, parts=parts)
    return Picture(svg=svg, title=title, width=width, height=height)


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
