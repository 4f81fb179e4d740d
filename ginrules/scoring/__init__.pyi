# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules.scoring.manual_score import pad_entry as pad_entry
from ginrules.scoring.price import price as price
from ginrules.scoring.score import LineKind as LineKind, Result as Result, RoundScore as RoundScore, ScoreLine as ScoreLine, TeamScore as TeamScore, team_score as team_score
from ginrules.scoring.settle import Claim as Claim, GameSettlement as GameSettlement, SettleLine as SettleLine, settle_game as settle_game
from ginrules.scoring.sheet import Game as Game, GameEntry as GameEntry, Sheet as Sheet

__all__ = ["Claim", "Game", "GameEntry", "GameSettlement", "LineKind", "Result", "RoundScore", "ScoreLine",
    "SettleLine", "Sheet", "TeamScore", "pad_entry", "price", "settle_game", "team_score"]
