"""The values of every rule that is a choice, spelled as in a rule file. The first is the default.

A new value is added here. `mypy` then names every place that reads the rule and does not know the
value: each is a ``match`` without a default branch.
"""

from typing import Literal

from ginrules.solver.meld_tables import AceRank as AceRank  # noqa: PLC0414 - the compiler has this one

Ceremony = Literal["lot", "low-card", "high-card"]
Seating = Literal["head-to-head", "all-play", "sit-out", "captain", "rotating-box", "partnership"]
Opponents = Literal["alternate", "fixed", "rotate"]
NextDealer = Literal["alternate", "winner", "loser", "winning-side", "incoming", "idle-loser", "box", "fixed"]
DrawnDealer = Literal["same", "next"]
Opening = Literal["upcard-offer", "eleven-cards", "open-card", "no-upcard"]
BothPassDraw = Literal["stock-only", "any"]
DiscardTake = Literal["top-only", "several"]
KnockSource = Literal["fixed", "upcard", "knock-card"]
AceUpcard = Literal["gin-only", "one"]
KnockerMelds = Literal["named", "best"]
Layoff = Literal["knock-only", "including-gin", "none"]
DefenderMelds = Literal["best", "named"]
StockExhausted = Literal["draw", "last-discard-option", "reshuffle"]
UndercutMoves = Literal["defender", "knocker"]
Tie = Literal["undercut", "undercut-no-bonus", "knocker-wins", "nobody"]
SpadeScope = Literal["hand", "hand-and-extra-boxes", "hand-and-all-boxes"]
ScoreMode = Literal["gain", "penalty", "table-count"]
GainFrom = Literal["winner-takes-all", "each-with-knocker"]
PenaltyShare = Literal["own", "pooled"]
UndercutPenalty = Literal["difference", "full"]
GameEnd = Literal["target", "last-standing"]
BoxTiming = Literal["at-end", "immediate"]
Shutout = Literal[
    "double-hand-points",
    "none",
    "flat",
    "double-before-boxes",
    "double-total",
    "double-bonuses",
    "double-difference",
]
ShutoutWhen = Literal["loser-no-wins", "loser-no-points", "winner-every-hand"]
WinnerBy = Literal["first-to-target", "highest-total"]
ColumnEntry = Literal["next-open", "win-count"]
ColumnClose = Literal["both", "own"]
MatchForm = Literal["single", "best-of", "points"]
