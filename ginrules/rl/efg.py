"""Whole trees of small games in Gambit's EFG format, which OpenSpiel loads in C++.

A round with a small pack (six to eight cards) is a tree that fits into memory. Once the tree is written, OpenSpiel's
solvers can solve it exactly: they walk it in C++, without a call of Python for each state.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any, Final

import attrs

from ginrules._values import Value, whole_number
from ginrules.cards import CARDS, Card, CardSet
from ginrules.errors import DealError, InvalidRunError
from ginrules.play.actions import Action, DrawStock
from ginrules.play.deal import deal, hand_sizes, pack_of, seats_at, stacked
from ginrules.play.engine import apply, chance_action, legal_actions
from ginrules.play.events import event_text, events_of
from ginrules.play.follow import redact
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.rl.coded_round import next_cards, with_top
from ginrules.rules.model import RuleSet, beyond, rules_of
from ginrules.scoring.price import price
from ginrules.scoring.price_numbers import price_numbers

_SEATS: Final = 2
_MOST_NODES: Final = 3_000_000


@attrs.frozen
class Decision(Value):
    """An information set: everything that a player knows at a choice.

    Attributes:
        view: The seat's view.
        actions: The actions, in the tree's order.
        history: The player's hand and the events that it has seen, as text.
    """

    view: PlayerView
    actions: tuple[Action, ...]
    history: str


@attrs.frozen(kw_only=True, repr=False)
class GameTree(Value):
    """A round with a small pack as a game tree in the EFG format.

    Attributes:
        rules: The rules.
        text: The tree, a node per line.
        nodes: Nodes of chance, of players and at the ends.
        ends: Nodes of finished rounds.
        decisions: The information sets of each player. The tree numbers them by their place here, plus 1.

    Examples:
        >>> import ginrules as gin
        >>> tree = gin.rl.game_tree("standard+ranks=3+suits=2+hand_size=2+min_set=2+min_run=2+stock_floor=0+take_cap=1")
        >>> tree.text.splitlines()[0][:20], len(tree.text.splitlines()) == tree.nodes + 1
        ('EFG 2 R "standard+ra', True)
        >>> print(tree.decisions[0][0].history)
        2c 3c, upcard Ac
    """

    rules: RuleSet
    text: str = attrs.field(repr=False)
    nodes: int
    ends: int
    decisions: tuple[tuple[Decision, ...], tuple[Decision, ...]]

    def __repr__(self) -> str:
        sets = " and ".join(str(len(decisions)) for decisions in self.decisions)
        return f"<GameTree of {self.rules.label}: {self.nodes} nodes, {sets} information sets>"

    def save(self, path: str | PathLike[str]) -> None:
        """Write the tree to a file.

        Args:
            path: The file.

        Raises:
            OSError: If the file cannot be written.
        """
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")


def game_tree(rules: RuleSet | str, *, most_nodes: int = _MOST_NODES) -> GameTree:
    """Return the tree of all rounds with a small pack for two seats.

    The first node deals: every pair of hands with every upcard is equally likely. If no price depends on a suit, the
    upcard is always a club, since the other suits give the same game under other names. Player 0 begins. A draw from
    the stock is a chance node. A turn without a choice has no node. Payoffs are ``price(outcome).net``, in points.

    Args:
        rules: The rules. Packs of more than about eight cards have too many nodes.
        most_nodes: Limit on the nodes: positions of the tree, and deals.

    Raises:
        RuleSetError: If the rules cannot be played.
        DealError: If the rules do not allow two seats, or take the limit from a second pack.
        InvalidRunError: If the tree has more nodes than the limit.

    Examples:
        >>> import ginrules as gin
        >>> tree = gin.rl.game_tree("standard+ranks=3+suits=2+hand_size=2+min_set=2+min_run=2+stock_floor=0+take_cap=1")
        >>> tree.nodes, tree.ends, list(map(len, tree.decisions))
        (6250, 4281, [826, 610])
    """
    rules = rules_of(rules)
    seats_at(rules, _SEATS)
    if rules.knock_source == "knock-card":
        raise DealError("a game tree cannot have the limit from a second pack: set knock_source to fixed or upcard")
    writer = _Writer(rules, whole_number("most_nodes", most_nodes, 1))
    writer.write()
    return GameTree(
        rules=rules,
        text="\n".join(writer.lines) + "\n",
        nodes=writer.nodes,
        ends=writer.ends,
        decisions=(tuple(writer.decisions[0]), tuple(writer.decisions[1])),
    )


class _Writer:
    """Writes a tree from its first node down, with numbers for histories to find equal ones quickly."""

    def __init__(self, rules: RuleSet, most_nodes: int) -> None:
        self._rules, self._most = rules, most_nodes
        self._histories: dict[Any, int] = {}
        self._steps: list[tuple[int, Any]] = []
        self._nets: dict[Outcome, tuple[int, ...]] = {}
        self._sets: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._outcomes: dict[tuple[int, ...], int] = {}
        self._chances = 0
        self.lines: list[str] = []
        self.decisions: tuple[list[Decision], list[Decision]] = ([], [])
        self.nodes = self.ends = 0

    def write(self) -> None:
        """Write the head, the deals, and every position after them."""
        self.lines.append(f'EFG 2 R "{self._rules.label}" {{ "player 0" "player 1" }}')
        if _number_of_deals(self._rules) > self._most:
            raise self._too_many()
        deals = list(_deals(self._rules))
        share = f"1/{len(deals)}"
        self._chance([(f"{hands[0]} | {hands[1]} | {upcard or '-'}", share) for hands, upcard in deals])
        for hands, upcard in deals:
            order = stacked(hands, self._rules, upcard=upcard, dealer=1)
            state = deal(self._rules, order, dealer=1)
            own, other = (self._history(-1, f"{hand}, upcard {upcard}") for hand in hands)
            self._state(state, (own, other))

    def _state(self, state: RoundState, known: tuple[int, int]) -> None:
        """Write a position, an end or a choice, or the next position if there is no choice."""
        turn = state.phase.turn
        if state.outcome is not None:
            self._end(self._net(state.outcome))
            return
        if turn is None:
            self._after(state, chance_action(state, 0), known)
            return
        legal = legal_actions(state)
        if len(legal) > 1:
            self._player(state, turn, known[turn], legal)
        for action in legal:
            if isinstance(action, DrawStock):
                self._draw(state, known)
            else:
                self._after(state, action, known)

    def _net(self, outcome: Outcome) -> tuple[int, ...]:
        net = self._nets.get(outcome)
        if net is None:
            net = self._nets[outcome] = price(outcome, self._rules).net
        return net

    def _draw(self, state: RoundState, known: tuple[int, int]) -> None:
        cards = next_cards(state)
        if len(cards) > 1:
            self._chance([(str(CARDS[card]), f"1/{len(cards)}") for card in cards])
        for card in cards:
            self._after(with_top(state, card), DrawStock(), known)

    def _after(self, state: RoundState, action: Action, known: tuple[int, int]) -> None:
        after = apply(state, action)
        own, other = known
        if not after.is_over:
            for event in events_of(state, action, after):
                own, other = (self._history(own, redact(event, 0)), self._history(other, redact(event, 1)))
        self._state(after, (own, other))

    def _history(self, before: int, event: Any) -> int:
        """Return the number of a history extended by an event as a seat saw it."""
        key = before, event
        number = self._histories.get(key)
        if number is None:
            number = self._histories[key] = len(self._steps)
            self._steps.append((before, event))
        return number

    def _text(self, number: int) -> str:
        """Return a history as text, its events in order."""
        parts: list[str] = []
        while number >= 0:
            number, event = self._steps[number]
            parts.append(event if isinstance(event, str) else event_text(event))
        return "; ".join(reversed(parts))

    def _player(self, state: RoundState, turn: int, known: int, legal: tuple[Action, ...]) -> None:
        numbers = self._sets[turn]
        number = numbers.get(known)
        if number is None:
            number = numbers[known] = len(numbers) + 1
            self.decisions[turn].append(Decision(view(state, turn), legal, self._text(known)))
        labels = " ".join(f'"{action}"' for action in legal)
        self._node(f'p "" {turn + 1} {number} "" {{ {labels} }} 0')

    def _chance(self, outcomes: list[tuple[str, str]]) -> None:
        self._chances += 1
        labels = " ".join(f'"{label}" {share}' for label, share in outcomes)
        self._node(f'c "" {self._chances} "" {{ {labels} }} 0')

    def _end(self, net: tuple[int, ...]) -> None:
        number = self._outcomes.setdefault(net, len(self._outcomes) + 1)
        self.ends += 1
        self._node(f't "" {number} "" {{ {" ".join(map(str, net))} }}')

    def _node(self, line: str) -> None:
        self.nodes += 1
        if self.nodes > self._most:
            raise self._too_many()
        self.lines.append(line)

    def _too_many(self) -> InvalidRunError:
        return InvalidRunError(
            f"the game of {self._rules.label} has more than {self._most} nodes: take a smaller pack or take_cap, or a "
            "larger most_nodes",
            most_nodes=self._most,
        )


def _number_of_deals(rules: RuleSet) -> int:
    first, other = hand_sizes(rules, _SEATS, 1)
    left = len(pack_of(rules)) - rules.has_upcard
    return len(_upcards(rules)) * comb(left, first) * comb(left - first, other)


_READ: Final = frozenset({
    "ranks", "suits", "hand_size", "opening", "both_pass_draw", "ace_rank", "min_set", "min_run", "card_values",
    "discard_take", "return_taken_discard", "open_melds", "knock_limit", "knock_source", "ace_upcard", "big_gin",
    "big_gin_needs_gin", "knocker_melds", "doubling", "doubling_limit", "layoff", "layoff_chain", "defender_melds",
    "stock_floor", "stock_exhausted", "take_cap", "return_pair", "reshuffle_cap",
})  # fmt: skip
"""The rules of play that treat all suits alike."""


def _upcards(rules: RuleSet) -> list[Card | None]:
    """Return the upcards: only clubs if all suits give the same game under other names."""
    if not rules.has_upcard:
        return [None]
    are_alike = (
        rules.spade_multiplier == 1 and price_numbers(rules) is not None and beyond(rules, _READ, "play") is None
    )
    return [card for card in pack_of(rules) if card < rules.ranks or not are_alike]


def _deals(rules: RuleSet) -> Iterator[tuple[tuple[CardSet, CardSet], Any]]:
    """Yield pairs of hands with an upcard, all equally likely. Seat 1 deals."""
    pack, (first, second) = pack_of(rules), hand_sizes(rules, _SEATS, 1)
    for upcard in _upcards(rules):
        rest = [card for card in pack if card != upcard]
        for own in itertools.combinations(rest, first):
            for other in itertools.combinations([card for card in rest if card not in own], second):
                yield (CardSet.of(own), CardSet.of(other)), upcard
