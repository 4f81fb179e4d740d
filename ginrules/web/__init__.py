"""A table in a browser: the message that shows it to a player, and the scripts that draw it and play at it."""

from ginrules.web.message import table_message
from ginrules.web.scripts import folder

__all__ = ["folder", "table_message"]
