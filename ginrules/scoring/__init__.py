"""From a round's facts to points, sheets and settlements, however the cards are played."""

from typing import Final

from ginrules._support.lazy import lazy_names
from ginrules.scoring.price import price as price  # here, since its module has its name

_PUBLIC: Final = {
    "scoring.price": "price",
    "scoring.score": "LineKind Result RoundScore ScoreLine TeamScore team_score",
    "scoring.settle": "Claim GameSettlement SettleLine settle_game",
    "scoring.sheet": "Game GameEntry Sheet",
    "scoring.manual_score": "pad_entry",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
