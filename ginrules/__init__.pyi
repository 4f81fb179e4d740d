# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules import errors as errors, fast as fast, lab as lab, match as match, players as players, presets as presets, prompts as prompts, records as records, rl as rl, scoring as scoring, svg as svg, terminal as terminal, testing as testing, web as web
from ginrules.cards import Card as Card, CardSet as CardSet, Rank as Rank, Suit as Suit
from ginrules.errors import DealError as DealError, GinRulesError as GinRulesError, IllegalAction as IllegalAction, OldVersionError as OldVersionError, ParseError as ParseError, RecordError as RecordError, RuleSetError as RuleSetError, ScoreError as ScoreError, UnknownPresetError as UnknownPresetError, WrongTypeError as WrongTypeError
from ginrules.match import MatchState as MatchState, Settlement as Settlement, Table as Table, add_round as add_round, concede as concede, give_notice as give_notice, new_match as new_match, settle as settle
from ginrules.match.cut import Cut as Cut, cut as cut
from ginrules.melds.arrange import after_discard as after_discard, arrangements as arrangements, best_arrangement as best_arrangement, deadwood as deadwood, melds_in as melds_in, outs as outs, sorted_by_meld as sorted_by_meld, sorted_by_rank as sorted_by_rank, sorted_by_suit as sorted_by_suit
from ginrules.melds.meld import Arrangement as Arrangement, Meld as Meld, TableMeld as TableMeld
from ginrules.play.actions import Accept as Accept, Action as Action, Decline as Decline, Discard as Discard, Done as Done, Double as Double, DrawStock as DrawStock, GoBigGin as GoBigGin, Knock as Knock, LayDown as LayDown, LayOff as LayOff, Refuse as Refuse, ShuffleStock as ShuffleStock, Spread as Spread, TakeDiscard as TakeDiscard
from ginrules.play.deal import deal as deal, knock_card_of as knock_card_of, pack_of as pack_of, shuffled as shuffled, stacked as stacked
from ginrules.play.defence import Defence as Defence, best_defence as best_defence
from ginrules.play.determinize import determinize as determinize
from ginrules.play.engine import apply as apply, chance_action as chance_action, legal_actions as legal_actions, transition as transition, why_illegal as why_illegal
from ginrules.play.events import Accepted as Accepted, Declined as Declined, DefenceDone as DefenceDone, Discarded as Discarded, Doubled as Doubled, DrewStock as DrewStock, Event as Event, Knocked as Knocked, LaidDown as LaidDown, LaidOff as LaidOff, MeldsSpread as MeldsSpread, Refused as Refused, RoundEnded as RoundEnded, StockShuffled as StockShuffled, TookDiscard as TookDiscard, WentBigGin as WentBigGin
from ginrules.play.follow import follow as follow, redact as redact
from ginrules.play.notation import parse_action as parse_action, parse_arrangement as parse_arrangement
from ginrules.play.outcome import Outcome as Outcome
from ginrules.play.phases import DoubleOffer as DoubleOffer, DrawTurn as DrawTurn, LastDiscard as LastDiscard, LayoffTurn as LayoffTurn, Phase as Phase, PlayTurn as PlayTurn, Reshuffle as Reshuffle, RoundOver as RoundOver, SpreadTurn as SpreadTurn, UpcardOffer as UpcardOffer
from ginrules.play.state import RoundState as RoundState
from ginrules.play.view import PlayerView as PlayerView, view as view
from ginrules.presets import preset as preset, preset_info as preset_info, preset_names as preset_names
from ginrules.presets.catalogue import PresetInfo as PresetInfo
from ginrules.presets.rule_files import check_rules as check_rules, dumps_rules as dumps_rules, load_rules as load_rules, loads_rules as loads_rules
from ginrules.records import MatchRecord as MatchRecord, RoundRecord as RoundRecord, Session as Session, from_dict as from_dict, load_pad as load_pad, loads_pad as loads_pad, replay as replay, replay_while_valid as replay_while_valid, to_dict as to_dict
from ginrules.rules.diff import RuleChange as RuleChange, diff as diff
from ginrules.rules.model import RuleSet as RuleSet
from ginrules.rules.problems import RuleProblem as RuleProblem
from ginrules.scoring import Game as Game, RoundScore as RoundScore, ScoreLine as ScoreLine, TeamScore as TeamScore, pad_entry as pad_entry
from ginrules.scoring.price import price as price
from ginrules.show.rulecard.card import describe as describe

__version__: str

__all__ = ["Accept", "Accepted", "Action", "Arrangement", "Card", "CardSet", "Cut", "DealError", "Decline", "Declined",
    "Defence", "DefenceDone", "Discard", "Discarded", "Done", "Double", "DoubleOffer", "Doubled", "DrawStock",
    "DrawTurn", "DrewStock", "Event", "Game", "GinRulesError", "GoBigGin", "IllegalAction", "Knock", "Knocked",
    "LaidDown", "LaidOff", "LastDiscard", "LayDown", "LayOff", "LayoffTurn", "MatchRecord", "MatchState", "Meld",
    "MeldsSpread", "OldVersionError", "Outcome", "ParseError", "Phase", "PlayTurn", "PlayerView", "PresetInfo", "Rank",
    "RecordError", "Refuse", "Refused", "Reshuffle", "RoundEnded", "RoundOver", "RoundRecord", "RoundScore",
    "RoundState", "RuleChange", "RuleProblem", "RuleSet", "RuleSetError", "ScoreError", "ScoreLine", "Session",
    "Settlement", "ShuffleStock", "Spread", "SpreadTurn", "StockShuffled", "Suit", "Table", "TableMeld", "TakeDiscard",
    "TeamScore", "TookDiscard", "UnknownPresetError", "UpcardOffer", "WentBigGin", "WrongTypeError", "add_round",
    "after_discard", "apply", "arrangements", "best_arrangement", "best_defence", "chance_action", "check_rules",
    "concede", "cut", "deadwood", "deal", "describe", "determinize", "diff", "dumps_rules", "errors", "fast", "follow",
    "from_dict", "give_notice", "knock_card_of", "lab", "legal_actions", "load_pad", "load_rules", "loads_pad",
    "loads_rules", "match", "melds_in", "new_match", "outs", "pack_of", "pad_entry", "parse_action",
    "parse_arrangement", "players", "preset", "preset_info", "preset_names", "presets", "price", "prompts", "records",
    "redact", "replay", "replay_while_valid", "rl", "scoring", "settle", "shuffled", "sorted_by_meld", "sorted_by_rank",
    "sorted_by_suit", "stacked", "svg", "terminal", "testing", "to_dict", "transition", "view", "web", "why_illegal"]
