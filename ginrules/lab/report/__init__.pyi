# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules.lab.report.files import RowFile as RowFile, save as save
from ginrules.lab.report.pages import html as html

__all__ = ["RowFile", "html", "save"]
