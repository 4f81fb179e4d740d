"""Gin rummy as values and pure functions: every variant is data, every state is a value.

``import ginrules as gin`` and start with `deal`, `legal_actions` and `apply`.
"""

from ginrules.cards import Card, CardSet, Rank, Suit
from ginrules.errors import GinRulesError, IllegalAction
from ginrules.melds.arrange import (
    after_discard,
    arrangements,
    best_arrangement,
    deadwood,
    melds_in,
    outs,
)
from ginrules.melds.defend import Defence, best_defence
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
from ginrules.play.deal import deal, pack_of, shuffled, stacked
from ginrules.play.engine import apply, chance_action, legal_actions, transition, why_illegal
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet

__version__ = "0.1.0"
