"""Tools for your own players: hidden hands, playouts, pay-offs, outlooks, and the other seats' habits."""

from typing import Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "players.search.best_draws": "Outlook",
    "players.search.hidden": "Habits",
    "players.search.simulation": "holding outlook payoffs plausible playout possible_melds with_stock",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
