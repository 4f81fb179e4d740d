"""Pictures: rounds, hands and score sheets as SVG.

Notebooks show states, views, arrangements, defences and matches as their pictures, without an import.
"""

from ginrules._support.names import ThemeName
from ginrules.show.pictures.card import arrangement_svg, held_svg
from ginrules.show.pictures.draw import Picture
from ginrules.show.pictures.picture import picture_of
from ginrules.show.pictures.sheet import blank_sheet_svg, sheet_svg
from ginrules.show.pictures.table import round_svg

__all__ = [
    "Picture",
    "ThemeName",
    "arrangement_svg",
    "blank_sheet_svg",
    "held_svg",
    "picture_of",
    "round_svg",
    "sheet_svg",
]
