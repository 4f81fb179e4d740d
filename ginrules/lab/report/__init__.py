"""Reports of the lab: HTML pages, an SVG picture, and CSV files of rounds."""

from typing import TYPE_CHECKING, Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "lab.report.figure": "save_figure",
    "lab.report.files": "RowFile save save_rows",
    "lab.report.pages": "html simulation_page",
}

if TYPE_CHECKING:
    from ginrules.lab.report._public import *  # noqa: F403
    from ginrules.lab.report._public import __all__ as __all__
else:
    __all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
