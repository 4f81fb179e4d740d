"""Pictures: rounds, hands and score sheets as SVG.

Notebooks show states, views, arrangements, defences and matches as their pictures, without an import.
"""

from ginrules._names import ThemeName
from ginrules.svg.card import arrangement_svg
from ginrules.svg.draw import Picture
from ginrules.svg.held import held_svg
from ginrules.svg.picture import picture_of
from ginrules.svg.sheet import blank_sheet_svg, sheet_svg
from ginrules.svg.table import round_svg

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
