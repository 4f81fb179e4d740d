"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules.scoring.manual_score import pad_entry
from ginrules.scoring.price import price
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, TeamScore, team_score
from ginrules.scoring.settle import Claim, GameSettlement, SettleLine, settle_game
from ginrules.scoring.sheet import Game, GameEntry, Sheet

__all__ = ["Claim", "Game", "GameEntry", "GameSettlement", "LineKind", "Result", "RoundScore", "ScoreLine",
    "SettleLine", "Sheet", "TeamScore", "pad_entry", "price", "settle_game", "team_score"]
