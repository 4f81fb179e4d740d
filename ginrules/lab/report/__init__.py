"""Reports of the lab: HTML pages, and CSV files of rounds."""

from typing import Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "lab.report.files": "RowFile save",
    "lab.report.pages": "html",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
