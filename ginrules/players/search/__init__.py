"""Tools for your own players: hidden hands, playouts, pay-offs, and the other seats' habits."""

from typing import Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "players.search.hidden": "Habits",
    "players.search.odds": "Outlook holding outlook possible_melds",
    "players.search.simulation": "payoffs plausible playout with_stock",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
