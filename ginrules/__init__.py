"""Gin rummy as values and pure functions: every variant is data, every state is a value.

``import ginrules as gin``, then `deal`, `legal_actions` and `apply` play a round,
`price` turns its outcome into points, `new_match` and `add_round` keep the score.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

from ginrules.cards import Card, CardSet, Rank, Suit
from ginrules.errors import (
    DealError,
    GinRulesError,
    IllegalAction,
    ParseError,
    RecordError,
    RuleSetError,
    ScoreError,
    UnknownPresetError,
    WrongTypeError,
)
from ginrules.melds.arrange import after_discard, arrangements, best_arrangement, deadwood, melds_in, outs
from ginrules.melds.meld import Arrangement, Meld, TableMeld
from ginrules.play.actions import (
    Action,
    Decline,
    Discard,
    Done,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, knock_card_of, pack_of, shuffled, stacked
from ginrules.play.engine import apply, chance_action, legal_actions, transition, why_illegal
from ginrules.play.events import (
    Declined,
    DefenceDone,
    Discarded,
    DrewStock,
    Event,
    Knocked,
    LaidDown,
    LaidOff,
    MeldsSpread,
    RoundEnded,
    StockShuffled,
    TookDiscard,
    WentBigGin,
)
from ginrules.play.outcome import Outcome
from ginrules.play.phases import (
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    Phase,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import RoundState
from ginrules.play.table.defence import Defence, best_defence
from ginrules.presets import preset, preset_names
from ginrules.rules.model import RuleSet
from ginrules.rules.problems import RuleProblem

if TYPE_CHECKING:
    from ginrules.match import MatchState, Settlement, Table, add_round, give_notice, new_match, settle
    from ginrules.notation import parse_action, parse_arrangement
    from ginrules.play.views.determinize import determinize
    from ginrules.play.views.follow import follow, redact
    from ginrules.play.views.view import PlayerView, view
    from ginrules.records import (
        MatchRecord,
        RoundRecord,
        SeatRecord,
        from_dict,
        replay,
        replay_while_valid,
        to_dict,
    )
    from ginrules.rule_files import check_rules, dumps_rules, load_rules, loads_rules
    from ginrules.rules.card.describe import describe
    from ginrules.rules.diff import RuleChange, diff
    from ginrules.scoring import Game, RoundScore, ScoreLine, TeamScore, pad_entry, price

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022 - grouped as a user thinks
    # cards
    "Card",
    "CardSet",
    "Rank",
    "Suit",
    "knock_card_of",
    "pack_of",
    "shuffled",
    "stacked",
    # rules
    "RuleChange",
    "RuleProblem",
    "RuleSet",
    "check_rules",
    "describe",
    "diff",
    "dumps_rules",
    "load_rules",
    "loads_rules",
    "preset",
    "preset_names",
    # melds
    "Arrangement",
    "Defence",
    "Meld",
    "TableMeld",
    "after_discard",
    "arrangements",
    "best_arrangement",
    "best_defence",
    "deadwood",
    "melds_in",
    "outs",
    # actions
    "Action",
    "Decline",
    "Discard",
    "Done",
    "DrawStock",
    "GoBigGin",
    "Knock",
    "LayDown",
    "LayOff",
    "ShuffleStock",
    "Spread",
    "TakeDiscard",
    "parse_action",
    "parse_arrangement",
    # phases
    "DrawTurn",
    "LastDiscard",
    "LayoffTurn",
    "Phase",
    "PlayTurn",
    "Reshuffle",
    "RoundOver",
    "SpreadTurn",
    "UpcardOffer",
    # a round
    "RoundState",
    "apply",
    "chance_action",
    "deal",
    "legal_actions",
    "transition",
    "why_illegal",
    # what a seat may know
    "PlayerView",
    "determinize",
    "follow",
    "redact",
    "view",
    # events of a round
    "Declined",
    "DefenceDone",
    "Discarded",
    "DrewStock",
    "Event",
    "Knocked",
    "LaidDown",
    "LaidOff",
    "MeldsSpread",
    "RoundEnded",
    "StockShuffled",
    "TookDiscard",
    "WentBigGin",
    # scores and matches
    "Game",
    "MatchState",
    "Outcome",
    "RoundScore",
    "ScoreLine",
    "Settlement",
    "Table",
    "TeamScore",
    "add_round",
    "give_notice",
    "new_match",
    "pad_entry",
    "price",
    "settle",
    # records
    "MatchRecord",
    "RoundRecord",
    "SeatRecord",
    "from_dict",
    "replay",
    "replay_while_valid",
    "to_dict",
    # errors
    "ParseError",
    "DealError",
    "GinRulesError",
    "IllegalAction",
    "RecordError",
    "RuleSetError",
    "ScoreError",
    "UnknownPresetError",
    "WrongTypeError",
]

# Dealing and playing are imported at once, the rest when a name is first asked for: a bot that plays
# a round should not wait for score sheets and rule cards.
_LATER: Final = {
    name: module
    for module, names in {
        "ginrules.match": "MatchState Settlement Table add_round give_notice new_match settle",
        "ginrules.notation": "parse_action parse_arrangement",
        "ginrules.play.views.follow": "follow redact",
        "ginrules.play.views.determinize": "determinize",
        "ginrules.play.views.view": "PlayerView view",
        "ginrules.records": "MatchRecord RoundRecord SeatRecord from_dict replay replay_while_valid to_dict",
        "ginrules.rule_files": "check_rules dumps_rules load_rules loads_rules",
        "ginrules.rules.card.describe": "describe",
        "ginrules.rules.diff": "RuleChange diff",
        "ginrules.scoring": "Game RoundScore ScoreLine TeamScore pad_entry price",
    }.items()
    for name in names.split()
}
_MODULES: Final = ("lab", "match", "presets", "records", "scoring", "svg", "terminal", "testing")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"ginrules.{name}")
    if name in _LATER:
        found = getattr(importlib.import_module(_LATER[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'ginrules' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
