"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules import errors, fast, lab, match, players, presets, prompts, records, rl, scoring, svg, terminal, testing
from ginrules.cards import Card, CardSet, Rank, Suit
from ginrules.errors import DealError, GinRulesError, IllegalAction, OldVersionError, ParseError, RecordError, RuleSetError, ScoreError, UnknownPresetError, WrongTypeError
from ginrules.match import MatchState, Settlement, Table, add_round, concede, give_notice, new_match, settle
from ginrules.match.cut import Cut, cut
from ginrules.melds.arrange import after_discard, arrangements, best_arrangement, deadwood, melds_in, outs, sorted_by_meld, sorted_by_rank, sorted_by_suit
from ginrules.melds.meld import Arrangement, Meld, TableMeld
from ginrules.play.actions import Accept, Action, Decline, Discard, Done, Double, DrawStock, GoBigGin, Knock, LayDown, LayOff, Refuse, ShuffleStock, Spread, TakeDiscard
from ginrules.play.deal import deal, knock_card_of, pack_of, shuffled, stacked
from ginrules.play.defence import Defence, best_defence
from ginrules.play.determinize import determinize
from ginrules.play.engine import apply, chance_action, legal_actions, transition, why_illegal
from ginrules.play.events import Accepted, Declined, DefenceDone, Discarded, Doubled, DrewStock, Event, Knocked, LaidDown, LaidOff, MeldsSpread, Refused, RoundEnded, StockShuffled, TookDiscard, WentBigGin
from ginrules.play.follow import follow, redact
from ginrules.play.notation import parse_action, parse_arrangement
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DoubleOffer, DrawTurn, LastDiscard, LayoffTurn, Phase, PlayTurn, Reshuffle, RoundOver, SpreadTurn, UpcardOffer
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.presets import preset, preset_info, preset_names
from ginrules.presets.catalogue import PresetInfo
from ginrules.presets.rule_files import check_rules, dumps_rules, load_rules, loads_rules
from ginrules.records import MatchRecord, RoundRecord, SeatRecord, Session, from_dict, load_pad, loads_pad, replay, replay_while_valid, to_dict
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RuleSet
from ginrules.rules.problems import RuleProblem
from ginrules.scoring import Game, RoundScore, ScoreLine, TeamScore, pad_entry
from ginrules.scoring.price import price
from ginrules.show.rulecard.card import describe

__all__ = ["Accept", "Accepted", "Action", "Arrangement", "Card", "CardSet", "Cut", "DealError", "Decline", "Declined",
    "Defence", "DefenceDone", "Discard", "Discarded", "Done", "Double", "DoubleOffer", "Doubled", "DrawStock",
    "DrawTurn", "DrewStock", "Event", "Game", "GinRulesError", "GoBigGin", "IllegalAction", "Knock", "Knocked",
    "LaidDown", "LaidOff", "LastDiscard", "LayDown", "LayOff", "LayoffTurn", "MatchRecord", "MatchState", "Meld",
    "MeldsSpread", "OldVersionError", "Outcome", "ParseError", "Phase", "PlayTurn", "PlayerView", "PresetInfo", "Rank",
    "RecordError", "Refuse", "Refused", "Reshuffle", "RoundEnded", "RoundOver", "RoundRecord", "RoundScore",
    "RoundState", "RuleChange", "RuleProblem", "RuleSet", "RuleSetError", "ScoreError", "ScoreLine", "SeatRecord",
    "Session", "Settlement", "ShuffleStock", "Spread", "SpreadTurn", "StockShuffled", "Suit", "Table", "TableMeld",
    "TakeDiscard", "TeamScore", "TookDiscard", "UnknownPresetError", "UpcardOffer", "WentBigGin", "WrongTypeError",
    "add_round", "after_discard", "apply", "arrangements", "best_arrangement", "best_defence", "chance_action",
    "check_rules", "concede", "cut", "deadwood", "deal", "describe", "determinize", "diff", "dumps_rules", "errors",
    "fast", "follow", "from_dict", "give_notice", "knock_card_of", "lab", "legal_actions", "load_pad", "load_rules",
    "loads_pad", "loads_rules", "match", "melds_in", "new_match", "outs", "pack_of", "pad_entry", "parse_action",
    "parse_arrangement", "players", "preset", "preset_info", "preset_names", "presets", "price", "prompts", "records",
    "redact", "replay", "replay_while_valid", "rl", "scoring", "settle", "shuffled", "sorted_by_meld", "sorted_by_rank",
    "sorted_by_suit", "stacked", "svg", "terminal", "testing", "to_dict", "transition", "view", "why_illegal"]
