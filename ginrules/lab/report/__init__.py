"""Reports of the lab: HTML pages, an SVG picture, and CSV files of rounds."""

from typing import Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "lab.report.files": "RowFile save save_rows",
    "lab.report.pages": "html simulation_page",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
