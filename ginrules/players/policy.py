"""A player that plays the action that a net scores highest, by NumPy (the extra ``fast``)."""

from __future__ import annotations

from os import PathLike
from typing import Any

import attrs

from ginrules._support.values import shown
from ginrules.driver.core_spec import CoreSpec, runs_in_core
from ginrules.driver.player import Player
from ginrules.errors import GinRulesError, IncompatibleRulesError, InvalidRunError, WrongTypeError
from ginrules.fast.card_net import CardNet, why_other
from ginrules.fast.codec import Codec
from ginrules.fast.layout import Layout
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet


def _net_of(net: Any) -> CardNet:
    if isinstance(net, CardNet):
        return net
    if isinstance(net, str | PathLike):
        return CardNet.load(net)
    raise WrongTypeError(f"expected a net or the path of its file, got {shown(net)}")


@runs_in_core
@attrs.frozen
class Policy:
    """A factory of players that play the action that a net scores highest (a `ginrules.players.NewPlayer`).

    These players draw no random numbers. If the compiled core supports the rules and the other players, the lab
    plays many rounds of a policy side by side.

    Attributes:
        net: The net.

    Args:
        net: The net, or the path to a file that `CardNet.save` wrote.

    Raises:
        InvalidNetError: If the file does not hold a net.
        OSError: If the file cannot be read.
        WrongTypeError: If ``net`` is neither a net nor a path.

    Examples:
        >>> import ginrules as gin
        >>> untrained = gin.players.Policy(gin.rl.CardNet.new("standard", seed=1, width=8))
        >>> gin.lab.tournament({"untrained": untrained, "greedy": "greedy"}, games=8).entrants[0].player
        'greedy'
    """

    net: CardNet = attrs.field(converter=_net_of)

    def __call__(self, seed: int = 0) -> PolicyPlayer:  # noqa: ARG002 - all players are made from a seed
        """Make the player of one round, without the seed."""
        return PolicyPlayer(self.net)

    def __str__(self) -> str:
        return str(PolicyPlayer(self.net))


class PolicyPlayer(Player):
    """The player of one round, for whom a net decides.

    Args:
        net: The net.
    """

    name = "policy"
    watches = False
    reads_prices = False
    reads_match = False

    def __init__(self, net: CardNet) -> None:
        self._net = net
        self._codec: Codec | None = None
        self._layout: Layout | None = None

    def __str__(self) -> str:
        return f"policy of {self._net.size:,} weights"

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec:  # noqa: ARG002 - `why_other` tells whether the net fits
        """Return the net, which the core's rounds ask many positions at once."""
        return CoreSpec("net", net=self._net)

    def choose(self, view: PlayerView) -> Action:
        """Return the legal action that the net scores highest, and a spread meld by meld.

        Raises:
            IncompatibleRulesError: If the net's rules number actions or observations in another way.
        """
        rules, seats = view.setup.rules, view.setup.seats
        if self._codec is None or self._layout is None or self._codec.rules != rules or self._codec.seats != seats:
            reason = why_other(self._net, rules, seats)
            if reason is not None:
                raise IncompatibleRulesError(reason)
            self._codec, self._layout = Codec(rules, seats), Layout(rules, seats)
        laid: tuple[Meld, ...] = ()
        while True:
            row, mask = self._layout.observe(view, laid), self._codec.mask(view, laid)
            code = int(self._net.codes(row[None], mask[None])[0])
            action = self._codec.action(code, view, laid)
            if action is not None:
                return action
            laid = (*laid, self._codec.meld(code))


def policy_named(text: str) -> Policy:
    """Return the policy that a text like ``policy:agent.npz`` names.

    Raises:
        InvalidRunError: If the file cannot be read or does not hold a net.
    """
    try:
        return Policy(text.partition(":")[2])
    except OSError as error:
        reason = f"the file cannot be read: {error.strerror or error}"
        raise InvalidRunError(f"{shown(text)}: {reason}", player=text) from error
    except GinRulesError as error:
        raise InvalidRunError(f"{shown(text)}: {error}", player=text) from error
