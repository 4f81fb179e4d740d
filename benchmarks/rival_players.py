"""Players of other packages on PyPI as players of the lab: OpenSpiel's simple bot, RLCard's rule agent.

They are asked for the decisions that they have a policy for: the upcard, the draw, the discard and the knock. The
other decisions, and decisions that they make badly without need (the spread, lay-offs, a last discard), are made as
well as possible.
"""

import contextlib
import io
from collections import OrderedDict
from functools import lru_cache
from typing import Any

import ginrules as gin
from ginrules.play.phases import DrawTurn, PlayTurn, UpcardOffer
from ginrules.players import Greedy, Player

_DRAW_UPCARD, _DRAW_STOCK, _PASS, _KNOCK = 52, 53, 54, 55


class Rival(Player):
    """A player that asks another package if that has a policy, and otherwise plays well."""

    watches = False
    reads_prices = False
    reads_match = False

    def __str__(self) -> str:
        return self.name

    def choose(self, view: gin.PlayerView) -> gin.Action:
        """Return the package's action, or the best action if only the melds are to be chosen."""
        if len(view.legal) == 1:
            return view.legal[0]
        if isinstance(view.phase, UpcardOffer | DrawTurn | PlayTurn):
            return self.decide(view)
        return Greedy().choose(view)

    def decide(self, view: gin.PlayerView) -> gin.Action:
        """Return the action of the package."""
        raise NotImplementedError


class OpenSpielBot(Rival):
    """OpenSpiel's `SimpleGinRummyBot`, asked in a position with the same hand, upcard and phase.

    It looks at nothing else, so any sequence of actions to the position will do.
    """

    name = "OpenSpiel's simple bot"

    def __init__(self, _seed: int) -> None:
        self._game, self._bots = _openspiel()

    def decide(self, view: gin.PlayerView) -> gin.Action:
        """Return the bot's action."""
        state = self._position(view)
        bot = self._bots[state.current_player()]
        bot.restart()
        number = bot.step(state)
        if number == _KNOCK:
            state.apply_action(_KNOCK)
            return gin.Knock(_card(bot.step(state)))
        plain: dict[int, gin.Action] = {_DRAW_UPCARD: gin.TakeDiscard(), _DRAW_STOCK: gin.DrawStock()}
        if number == _PASS:
            return gin.Decline()
        return plain[number] if number in plain else gin.Discard(_card(number))

    def _position(self, view: gin.PlayerView) -> Any:
        """Return a position of OpenSpiel in which player 1 faces the seat's decision."""
        state = self._game.new_initial_state()
        phase, hand, top = view.phase, list(view.hand), view.discards[-1:]
        drawn = []
        if isinstance(phase, PlayTurn):
            drawn = list(phase.taken) or [max(hand, key=lambda card: card.rank)]
            hand.remove(drawn[0])
        others = [card for card in gin.pack_of(view.rules) if card not in view.hand and card not in top]
        for card in (*others[:10], *hand):
            state.apply_action(_number(card))
        if isinstance(phase, UpcardOffer):
            self._apply(state, _number(top[0]), _PASS)
            return state
        before, discard = others[10], [*phase.taken] if isinstance(phase, PlayTurn) and phase.taken else list(top)
        card = discard[0] if discard else others[11]
        self._apply(state, _number(before), _PASS, _PASS, _DRAW_STOCK, _number(card), _number(card))
        if isinstance(phase, PlayTurn):
            if phase.taken:
                self._apply(state, _DRAW_UPCARD)
            else:
                self._apply(state, _DRAW_STOCK, _number(drawn[0]))
        return state

    def _apply(self, state: Any, *numbers: int) -> None:
        for number in numbers:
            state.apply_action(number)


@lru_cache(maxsize=1)
def _openspiel() -> tuple[Any, tuple[Any, Any]]:
    """Return OpenSpiel's game and its bot for both players; making them takes longer than a round."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in (0, 1)]
    return game, (bots[0], bots[1])


class RLCardNovice(Rival):
    """RLCard's `GinRummyNoviceRuleAgent`: gin or a knock if legal, then a discard that leaves the least deadwood.

    Draws are its coin's.
    """

    name = "RLCard's novice rules"

    def __init__(self, seed: int) -> None:
        import numpy as np

        with contextlib.redirect_stderr(io.StringIO()):
            from rlcard.games.gin_rummy.utils import utils
            from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent
        self._agent, self._utils = GinRummyNoviceRuleAgent(), utils
        np.random.seed(seed % 2**32)  # noqa: NPY002 - the agent draws from it

    def decide(self, view: gin.PlayerView) -> gin.Action:
        """Return the agent's action."""
        import numpy as np

        numbers: dict[int, gin.Action] = {}
        for action in view.legal:
            match action:
                case gin.Discard(card):
                    numbers[6 + _rlcard(card)] = action
                case gin.Knock(card):
                    numbers[58 + _rlcard(card)] = action
                case gin.GoBigGin():
                    numbers[5] = action
                case gin.TakeDiscard():
                    numbers[3] = action
                case _:
                    numbers[2] = action
        knocks = {number: action for number, action in numbers.items() if isinstance(action, gin.Knock)}
        after = gin.after_discard(view.hand, view.rules) if knocks else {}
        gins = [action for action in knocks.values() if not after[action.card]]
        if gins:
            return gins[0]  # its gin names no card
        hand = np.zeros(52, int)
        for card in view.hand:
            hand[_rlcard(card)] = 1
        state = {"legal_actions": OrderedDict.fromkeys(numbers), "obs": [hand]}
        return numbers[int(self._agent.step(state))]


def _number(card: gin.Card) -> int:
    """Return OpenSpiel's number of a card: spades, clubs, diamonds, hearts from the ace."""
    return 13 * ((card // 13 + 1) % 4) + card % 13


def _card(number: int) -> gin.Card:
    return gin.Card(13 * ((number // 13 - 1) % 4) + number % 13)


def _rlcard(card: gin.Card) -> int:
    """Return RLCard's number of a card: spades, hearts, diamonds, clubs from the ace."""
    return 13 * (3 - card.suit) + card.rank - 1
