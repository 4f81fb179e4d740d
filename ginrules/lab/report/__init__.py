"""Reports of the lab: HTML pages, an SVG picture, and CSV files of rounds."""

from ginrules.lab.report.figure import save_figure
from ginrules.lab.report.files import RowFile, save, save_rows
from ginrules.lab.report.pages import html, simulation_page

__all__ = ["RowFile", "html", "save", "save_figure", "save_rows", "simulation_page"]
