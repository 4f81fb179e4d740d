"""Tools for your own players: hidden hands, playouts, pay-offs, outlooks, and the habits of the other seats."""

from typing import Final

from ginrules._lazy import lazy_names

_PUBLIC: Final = {
    "lab.search.discards": "Outlook",
    "lab.search.hidden": "Habits",
    "lab.search.toolbox": "holding outlook payoffs plausible playout possible_melds with_stock",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
