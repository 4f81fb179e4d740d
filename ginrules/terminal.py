"""Rounds, hands and score sheets as colored text for a terminal.

The colors are plain ANSI codes, so nothing has to be installed. `rich.text.Text.from_ansi`
makes a renderable of the text.
"""

from ginrules.show.terminal import ColorChoice, colored

__all__ = ["ColorChoice", "colored"]
