# Written by python -m docs.generate.package from the table in __init__.py.
from ginrules import errors as errors
from ginrules import fast as fast
from ginrules import lab as lab
from ginrules import match as match
from ginrules import players as players
from ginrules import presets as presets
from ginrules import prompts as prompts
from ginrules import records as records
from ginrules import rl as rl
from ginrules import scoring as scoring
from ginrules import svg as svg
from ginrules import terminal as terminal
from ginrules import testing as testing
from ginrules.cards import (
    Card,
    CardSet,
    Rank,
    Suit,
)
from ginrules.errors import (
    DealError,
    GinRulesError,
    IllegalAction,
    OldVersionError,
    ParseError,
    RecordError,
    RuleSetError,
    ScoreError,
    UnknownPresetError,
    WrongTypeError,
)
from ginrules.match import (
    Cut,
    MatchState,
    Settlement,
    Table,
    add_round,
    concede,
    cut,
    give_notice,
    new_match,
    settle,
)
from ginrules.melds.arrange import (
    after_discard,
    arrangements,
    best_arrangement,
    deadwood,
    melds_in,
    outs,
)
from ginrules.melds.meld import (
    Arrangement,
    Meld,
    TableMeld,
)
from ginrules.melds.sorting import (
    sorted_by_meld,
    sorted_by_rank,
    sorted_by_suit,
)
from ginrules.notation import (
    parse_action,
    parse_arrangement,
)
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    Done,
    Double,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Refuse,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import (
    deal,
    knock_card_of,
    pack_of,
    shuffled,
    stacked,
)
from ginrules.play.defence import (
    Defence,
    best_defence,
)
from ginrules.play.determinize import (
    determinize,
)
from ginrules.play.engine import (
    apply,
    chance_action,
    legal_actions,
    transition,
    why_illegal,
)
from ginrules.play.events import (
    Accepted,
    Declined,
    DefenceDone,
    Discarded,
    Doubled,
    DrewStock,
    Event,
    Knocked,
    LaidDown,
    LaidOff,
    MeldsSpread,
    Refused,
    RoundEnded,
    StockShuffled,
    TookDiscard,
    WentBigGin,
)
from ginrules.play.follow import (
    follow,
    redact,
)
from ginrules.play.outcome import (
    Outcome,
)
from ginrules.play.phases import (
    DoubleOffer,
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
from ginrules.play.state import (
    RoundState,
)
from ginrules.play.view import (
    PlayerView,
    view,
)
from ginrules.presets import (
    preset,
    preset_info,
    preset_names,
)
from ginrules.presets.catalogue import (
    PresetInfo,
)
from ginrules.records import (
    MatchRecord,
    RoundRecord,
    SeatRecord,
    Session,
    from_dict,
    load_pad,
    loads_pad,
    replay,
    replay_while_valid,
    to_dict,
)
from ginrules.rule_files import (
    check_rules,
    dumps_rules,
    load_rules,
    loads_rules,
)
from ginrules.rulecard.describe import (
    describe,
)
from ginrules.rules.diff import (
    RuleChange,
    diff,
)
from ginrules.rules.model import (
    RuleSet,
)
from ginrules.rules.problems import (
    RuleProblem,
)
from ginrules.scoring import (
    Game,
    RoundScore,
    ScoreLine,
    TeamScore,
    pad_entry,
    price,
)

__version__: str

__all__ = [
    "Accept",
    "Accepted",
    "Action",
    "Arrangement",
    "Card",
    "CardSet",
    "Cut",
    "DealError",
    "Decline",
    "Declined",
    "Defence",
    "DefenceDone",
    "Discard",
    "Discarded",
    "Done",
    "Double",
    "DoubleOffer",
    "Doubled",
    "DrawStock",
    "DrawTurn",
    "DrewStock",
    "Event",
    "Game",
    "GinRulesError",
    "GoBigGin",
    "IllegalAction",
    "Knock",
    "Knocked",
    "LaidDown",
    "LaidOff",
    "LastDiscard",
    "LayDown",
    "LayOff",
    "LayoffTurn",
    "MatchRecord",
    "MatchState",
    "Meld",
    "MeldsSpread",
    "OldVersionError",
    "Outcome",
    "ParseError",
    "Phase",
    "PlayTurn",
    "PlayerView",
    "PresetInfo",
    "Rank",
    "RecordError",
    "Refuse",
    "Refused",
    "Reshuffle",
    "RoundEnded",
    "RoundOver",
    "RoundRecord",
    "RoundScore",
    "RoundState",
    "RuleChange",
    "RuleProblem",
    "RuleSet",
    "RuleSetError",
    "ScoreError",
    "ScoreLine",
    "SeatRecord",
    "Session",
    "Settlement",
    "ShuffleStock",
    "Spread",
    "SpreadTurn",
    "StockShuffled",
    "Suit",
    "Table",
    "TableMeld",
    "TakeDiscard",
    "TeamScore",
    "TookDiscard",
    "UnknownPresetError",
    "UpcardOffer",
    "WentBigGin",
    "WrongTypeError",
    "add_round",
    "after_discard",
    "apply",
    "arrangements",
    "best_arrangement",
    "best_defence",
    "chance_action",
    "check_rules",
    "concede",
    "cut",
    "deadwood",
    "deal",
    "describe",
    "determinize",
    "diff",
    "dumps_rules",
    "follow",
    "from_dict",
    "give_notice",
    "knock_card_of",
    "legal_actions",
    "load_pad",
    "load_rules",
    "loads_pad",
    "loads_rules",
    "melds_in",
    "new_match",
    "outs",
    "pack_of",
    "pad_entry",
    "parse_action",
    "parse_arrangement",
    "preset",
    "preset_info",
    "preset_names",
    "price",
    "redact",
    "replay",
    "replay_while_valid",
    "settle",
    "shuffled",
    "sorted_by_meld",
    "sorted_by_rank",
    "sorted_by_suit",
    "stacked",
    "to_dict",
    "transition",
    "view",
    "why_illegal",
]
