"""Gin rummy as values and pure functions: every variant is data, every state is a value.

``import ginrules as gin``, then `deal`, `legal_actions` and `apply` play a round,
`price` turns its outcome into points, `new_match` and `add_round` keep the score.
"""

from __future__ import annotations

from typing import Final

from ginrules._support.lazy import lazy_names

__version__ = "0.2.0"

# The public names, grouped by task. A module is loaded when one of its names is first read;
# type checkers and editors read `__init__.pyi`, which `python -m tools.package` writes from this table.
_PUBLIC: Final = {
    "cards": {
        "cards": "Card CardSet Rank Suit",
        "play.deal": "knock_card_of pack_of shuffled stacked",
    },
    "rules": {
        "rules.diff": "RuleChange diff",
        "rules.problems": "RuleProblem",
        "rules.model": "RuleSet",
        "show.rulecard.card": "describe",
        "presets.rule_files": "check_rules dumps_rules load_rules loads_rules",
        "presets.catalogue": "PresetInfo",
        "presets": "preset preset_info preset_names",
    },
    "melds": {
        "melds.meld": "Arrangement Meld TableMeld",
        "melds.arrange": (
            "after_discard arrangements best_arrangement deadwood melds_in outs sorted_by_meld "
            "sorted_by_rank sorted_by_suit"
        ),
        "play.defence": "Defence best_defence",
    },
    "actions": {
        "play.actions": (
            "Accept Action Decline Discard Done Double DrawStock GoBigGin Knock LayDown LayOff Refuse ShuffleStock "
            "Spread TakeDiscard"
        ),
        "play.notation": "parse_action parse_arrangement",
    },
    "phases": {
        "play.phases": (
            "DoubleOffer DrawTurn LastDiscard LayoffTurn Phase PlayTurn Reshuffle RoundOver SpreadTurn UpcardOffer"
        ),
    },
    "a round": {
        "play.state": "RoundState",
        "play.engine": "apply chance_action legal_actions transition why_illegal",
        "play.deal": "deal",
    },
    "events of a round": {
        "play.events": (
            "Accepted Declined DefenceDone Discarded Doubled DrewStock Event Knocked LaidDown LaidOff MeldsSpread "
            "Refused RoundEnded StockShuffled TookDiscard WentBigGin"
        ),
    },
    "what a seat can know": {
        "play.view": "PlayerView view",
        "play.determinize": "determinize",
        "play.follow": "follow redact",
    },
    "scores and matches": {
        "match": "MatchState Settlement Table add_round concede give_notice new_match settle",
        "match.cut": "Cut cut",
        "play.outcome": "Outcome",
        "scoring": "Game RoundScore ScoreLine TeamScore pad_entry price",
    },
    "records": {
        "records": ("MatchRecord RoundRecord Session from_dict load_pad loads_pad replay replay_while_valid to_dict"),
    },
    "errors": {
        "errors": (
            "DealError GinRulesError IllegalAction OldVersionError ParseError RecordError RuleSetError ScoreError "
            "UnknownPresetError WrongTypeError"
        ),
    },
}
_SUBMODULES: Final = (
    "errors",
    "fast",
    "lab",
    "match",
    "players",
    "presets",
    "prompts",
    "records",
    "rl",
    "scoring",
    "svg",
    "terminal",
    "testing",
    "web",
)

__all__, __getattr__, __dir__ = lazy_names(__name__, *_PUBLIC.values(), submodules=_SUBMODULES)
