"""Reports of what the lab found: a page, tables for other programs, and pictures."""

from ginrules.lab.report.figure import save_figure
from ginrules.lab.report.page import html
from ginrules.lab.report.row_file import RowFile, save_rows
from ginrules.lab.report.saving import save
from ginrules.lab.report.simulation_page import simulation_page

__all__ = ["RowFile", "html", "save", "save_figure", "save_rows", "simulation_page"]
