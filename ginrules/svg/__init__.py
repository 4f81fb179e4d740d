"""Pictures: rounds, hands and score sheets as SVG.

Importing this module also makes notebooks show states, views, arrangements, defences and matches
as their pictures; `disable_notebook` takes that back.
"""

from ginrules.svg.hand import arrangement_svg
from ginrules.svg.notebook import disable_notebook, enable_notebook, picture_of
from ginrules.svg.picture import Picture
from ginrules.svg.sheet import sheet_svg
from ginrules.svg.table import round_svg
from ginrules.svg.theme import ThemeName

__all__ = [
    "Picture",
    "ThemeName",
    "arrangement_svg",
    "disable_notebook",
    "enable_notebook",
    "picture_of",
    "round_svg",
    "sheet_svg",
]

enable_notebook()
