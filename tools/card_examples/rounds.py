"""A rule card's examples: a round, played to its end, and sentences about it.

Every number comes from the engine, the prices and the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from ginrules.cards import CARDS, Card
from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import Player
from ginrules.driver.round import Reshuffles, RoundDriver
from ginrules.errors import DealError
from ginrules.match import MatchState, add_round, new_match
from ginrules.match.state import side_names
from ginrules.melds.arrange import after_discard, best_arrangement, deadwood, in_sequence, sorted_by_rank
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal
from ginrules.play.defence import best_defence, unsupported_play_rule
from ginrules.play.outcome import Outcome
from ginrules.play.phases import LastDiscard, LayoffTurn, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.rules.conditions import boxes_count, points_count
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import joined, ordinal, plural, points
from ginrules.scoring import RoundScore, pad_entry, price

NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
"""The players of examples, by seat. Ann deals."""

_SEEDS: Final = 80
_PLIES: Final = 400
_ENOUGH: Final = 2  # cards laid off
_LOW: Final = 10  # deadwood that is worth a knock, whatever the limit


@attrs.frozen
class ExampleRound:
    """A round to show: its states after the deal, the knock or the declaration, the spread, and at the end.

    A turn is a draw and a discard; a lay-off has its seat.
    """

    dealt: RoundState
    declared: RoundState | None
    spread: RoundState | None
    ended: RoundState
    turns: int
    laid_off: tuple[tuple[int, LayOff], ...]

    @property
    def rank(self) -> int:
        """How well the round serves as an example: the more it shows, the higher."""
        outcome = self.ended.outcome
        if outcome is None or outcome.declarer is None:
            return 0
        wins = outcome.ending != "knock" or outcome.deadwood[outcome.declarer] < min(
            points for seat, points in enumerate(outcome.deadwood) if seat != outcome.declarer
        )
        knocks = wins and outcome.ending == "knock"
        return 1 + wins + knocks * (1 + min(len(self.laid_off), _ENOUGH))


def example_round(rules: RuleSet) -> ExampleRound | None:
    """Return a decided round under these rules, with lay-offs if there are any, or None if no deal leads to one.

    The players see their own hands alone, make the discard that leaves the least deadwood, and knock as soon as they
    can.
    """
    best: ExampleRound | None = None
    knocks = rules.knock_limit > 0 and not rules.open_melds
    highest = 2 + knocks * (1 + rules.has_layoffs * _ENOUGH)
    for seed in range(1, _SEEDS):
        try:
            played = _played(rules, seed)
        except DealError:
            return None
        if played is not None and (best is None or played.rank > best.rank):
            best = played
        if best is not None and best.rank >= highest:
            break
    return best if best is not None and best.rank else None


def _played(rules: RuleSet, seed: int) -> ExampleRound | None:
    """Return a seed's round, or None if it does not end soon."""
    dealt = deal(rules, seed=seed, seats=rules.table_sizes[0])
    decisions = _Decisions()
    players = {seat: _Newcomer() for seat in range(dealt.seats)}
    driver = RoundDriver(players, RoundLabel(rules, seed, dealt.dealer), Reshuffles(seed), on_action=decisions.action)
    ended = driver.play_on(dealt, _PLIES)
    if not ended.is_over:
        return None
    return ExampleRound(dealt, decisions.declared, decisions.spread, ended, driver.turns, tuple(decisions.laid_off))


@attrs.define
class _Decisions:
    """The decisions in a round that an example shows."""

    declared: RoundState | None = None
    spread: RoundState | None = None
    laid_off: list[tuple[int, LayOff]] = attrs.field(factory=list)

    def action(self, before: RoundState, action: Action, after: RoundState) -> None:
        """Note an action."""
        match action:
            case LayOff() if isinstance(before.phase, LayoffTurn):
                self.laid_off.append((before.phase.seat, action))
            case Knock() | GoBigGin():
                self.declared = after
            case Spread() if self.spread is None:
                self.spread = after
            case _:
                pass


class _Newcomer(Player):
    """A player who sees one turn ahead: keeps the least deadwood, knocks as soon as that is worth it."""

    name = "newcomer"
    watches = False

    def choose(self, view: PlayerView) -> Action:
        """Return the action of the seat in turn."""
        actions, rules = view.legal, view.rules
        match view.phase:
            case SpreadTurn():
                spread = Spread(best_arrangement(view.hand, rules).melds)
                return spread if spread in actions else actions[0]
            case LayoffTurn() if unsupported_play_rule(rules) is not None:
                return next(action for action in actions if not isinstance(action, LayOff))
            case LayoffTurn(_, declarer):
                melds = [meld for meld in view.table if meld.owner == declarer]
                return best_defence(view.hand, melds, rules).actions[0]
            case _:
                pass
        if placed := _first(actions, LayDown, LayOff, GoBigGin):
            return placed
        knocks = [action for action in actions if isinstance(action, Knock)]
        if knocks and isinstance(view.phase, LastDiscard):
            return knocks[0]
        discards = [action for action in actions if isinstance(action, Discard)]
        if knocks or discards:
            left = after_discard(view.hand, rules)
            best = min(knocks, key=lambda knock: left[knock.card], default=None)
            if best is not None and left[best.card] <= _LOW:
                return best
            return min(discards, key=lambda discard: (left[discard.card], -rules.card_values[discard.card.rank - 1]))
        take = _first(actions, TakeDiscard)
        if take is not None and _helps(view):
            return take
        return _first(actions, DrawStock, Decline, Accept) or actions[0]


def _first(actions: Iterable[Action], *kinds: type) -> Action | None:
    """Return the first action of the first of these kinds that there is."""
    for kind in kinds:
        for action in actions:
            if isinstance(action, kind):
                return action
    return None


def _helps(view: PlayerView) -> bool:
    """Return whether the top card of the pile would be melded at once."""
    top = CARDS[view.discards[-1]]
    left = after_discard(view.hand | top, view.rules)
    return min(points for card, points in left.items() if card != top) < deadwood(view.hand, view.rules) - 1


def layoff_example(shown: ExampleRound) -> Iterator[str]:
    """Yield the lay-offs of the round, with the deadwood before and after."""
    if shown.spread is None or not shown.laid_off or unsupported_play_rule(shown.spread.rules) is not None:
        return
    seat = shown.laid_off[0][0]
    table, hand, rules = shown.spread.table, shown.spread.hands[seat], shown.spread.rules
    before = best_arrangement(hand, rules).deadwood
    defence = best_defence(hand, table, rules)
    on: dict[int, list[Card]] = {}
    for step in defence.layoffs:
        on.setdefault(step.onto, []).append(step.card)
    laid = [f"{joined(map(card_text, cards), 'and')} on {_meld(table[place].cards)}" for place, cards in on.items()]
    who = f"Example: {NAMES[seat]} lays off {joined(laid, 'and')}"
    yield f"{who}; {before} points of deadwood become {defence.deadwood}."


def round_example(shown: ExampleRound) -> Iterator[str]:
    """Yield the end of the round: the knock, the hands, the points, and the points of other ends."""
    yield _beginning(shown)
    outcome = shown.ended.outcome
    assert outcome is not None
    assert outcome.declarer is not None
    if shown.ended.rules.open_melds:
        yield from _open_end(shown.ended, outcome, outcome.declarer)
    else:
        yield from _spread_hands(shown, outcome, outcome.declarer)
    yield f"So {scored(price(outcome, shown.ended.rules), shown.ended.rules)}."
    yield from _other_ends(shown, outcome, outcome.declarer)


def _beginning(shown: ExampleRound) -> str:
    """Return the deal and the end of the play."""
    dealt, outcome = shown.dealt, shown.ended.outcome
    assert outcome is not None
    assert outcome.declarer is not None
    turned = [
        f"the {name} is {card_text(card)}"
        for name, card in (("upcard", dealt.upcard), ("knock card", dealt.knock_card))
        if card is not None
    ]
    allowed = f"knock with {dealt.knock_limit} or less" if dealt.knock_limit else "gin only"
    limit = f" ({allowed})" if dealt.rules.knock_source != "fixed" and turned else ""
    deals = joined([f"{NAMES[dealt.dealer]} deals", *turned], "and")
    who = NAMES[outcome.declarer]
    after = f"In the {ordinal(shown.turns)} turn of the round"
    match outcome.ending:
        case "knock":
            card = shown.declared.discards[-1] if shown.declared is not None else None
            how = f"{who} knocks" + (f" with {card_text(card)}" if card is not None else "")
        case "gin":
            how = f"{who} has gin"
        case "big-gin":
            how = f"{who} has big gin"
        case "out" | "dead" | "refused":
            how = f"{who} goes out"
    return f"{deals}{limit}. {after} {how}."


def _spread_hands(shown: ExampleRound, outcome: Outcome, declarer: int) -> Iterator[str]:
    """Yield the hand of each player after the declaration, the declarer's first."""
    state = shown.spread or shown.ended
    mine = [meld.cards for meld in state.table if meld.owner == declarer and meld.original]
    left = [card for card in state.hands[declarer] if all(card not in meld for meld in mine)]
    rest = f" and has {_cards(left)} left, {points(outcome.deadwood[declarer])}" if left else ""
    spread = joined(map(_meld, mine), "and") if mine else "nothing"
    yield f"{NAMES[declarer]} spreads {spread}{rest}."
    laid = {seat: [step.card for who, step in shown.laid_off if who == seat] for seat in range(state.seats)}
    for seat, hand in enumerate(state.hands):
        if seat != declarer:
            yield _other_hand(state, seat, [card for card in hand if card not in laid[seat]], laid[seat], outcome)


def _other_hand(state: RoundState, seat: int, kept: list[Card], laid: list[Card], outcome: Outcome) -> str:
    arranged = best_arrangement(kept, state.rules)
    parts = []
    if laid:
        parts.append(f"lays off {_cards(laid)}")
    if arranged.melds:
        parts.append(f"melds {joined((_meld(meld.cards) for meld in arranged.melds), 'and')}")
    count = outcome.deadwood[seat]
    left = f"{_cards(sorted_by_rank(arranged.unmelded))}, {points(count)}" if count else "no deadwood"
    return f"{NAMES[seat]} {joined([*parts, f'has {left} left' if count else f'has {left}'], 'and')}."


def _open_end(state: RoundState, outcome: Outcome, declarer: int) -> Iterator[str]:
    for seat in (declarer, *(other for other in range(state.seats) if other != declarer)):
        held = f"{_cards(state.hands[seat])}, {points(outcome.deadwood[seat])}," if state.hands[seat] else "no card"
        yield f"{NAMES[seat]} has {points(outcome.laid[seat])} on the table and {held} in hand."


def scored(score: RoundScore, rules: RuleSet) -> str:
    """Return the points and boxes of each seat, with their parts, or only the winner where no points are counted."""
    if not points_count(rules) and score.winner is not None:
        return f"{NAMES[score.winner]} wins the round"
    parts = []
    for seat, number in enumerate(score.points):
        if not number and not score.boxes[seat] and seat != score.winner:
            continue
        own = [line for line in score.lines if line.seat == seat and line.points]
        items = [f"{line.kind.replace('-', ' ')} {line.points}" for line in own]
        why = f" ({', '.join(items)})" if len(items) > 1 else ""
        boxes = f" and {plural(score.boxes[seat], 'box')}" if score.boxes[seat] and boxes_count(rules) else ""
        verb = "is charged" if score.lowest_wins else "scores"
        amount = points(number) if number or not score.lowest_wins else "nothing"
        parts.append(f"{NAMES[seat]} {verb} {amount}{why}{boxes}")
    return joined(parts, "and") if parts else "nobody scores"


def _other_ends(shown: ExampleRound, outcome: Outcome, declarer: int) -> Iterator[str]:
    """Yield the points of an undercut, gin and big gin with these hands."""
    rules = shown.ended.rules
    if outcome.ending != "knock" or rules.open_melds or shown.spread is None:
        return
    other = next(seat for seat in range(outcome.seats) if seat != declarer)
    fewer = outcome.deadwood[declarer] - 1
    if fewer >= 0:
        deadwood = tuple(fewer if seat == other else count for seat, count in enumerate(outcome.deadwood))
        undercut = scored(price(attrs.evolve(outcome, deadwood=deadwood), rules), rules)
        yield f"With {points(fewer)} {NAMES[other]} would have undercut: {undercut}."
    if len(shown.spread.hands[other]) < min(rules.min_set, rules.min_run):
        return  # no hand of so few cards is gin
    match rules.layoff:
        case "including-gin":
            full, laid_off = list(outcome.deadwood), ""
            if not all(full[:declarer] + full[declarer + 1 :]):
                return  # gin against no deadwood is void there
        case "knock-only" | "none":
            full = [best_arrangement(hand, rules).deadwood for hand in shown.spread.hands]
            laid_off = ", and no lay-offs"
    full[declarer] = 0
    gin = attrs.evolve(outcome, deadwood=tuple(full), ending="gin")
    yield f"With gin in place of the knock{laid_off}: {scored(price(gin, rules), rules)}."


def _meld(cards: Iterable[Card]) -> str:
    return _cards(in_sequence(cards))  # type: ignore[arg-type]


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(card_text, cards))


def card_text(card: Card) -> str:
    """Return a card as it is printed on a pack: ``10♦``."""
    return card.pretty.replace("T", "10")


# --- the sheet of games side by side: six rounds --------------------------------------------------


_ROUNDS: Final = ((0, 40), (0, 35), (0, 30), (1, 20), (1, 25), (0, 36))
"""The side that wins, and its points as hundredths of the target (*The rules, step by step*, 6.4)."""


def example_sheet(rules: RuleSet) -> MatchState:
    """Return a match after six rounds, whose wins close a game and begin in later ones."""
    players = min(rules.player_counts)
    match = new_match(rules, NAMES[:players] if players <= len(NAMES) else players)
    target = match.sheet.target or 100
    for side, hundredths in _ROUNDS:
        if match.is_over:
            break
        points = max(1, round(target * hundredths / 100))
        won = pad_entry(tuple(points if seat == side else 0 for seat in range(2)), rules, winner=side)
        drawn = pad_entry((0, 0), rules, winner=None)
        match = add_round(match, won, *(drawn for _ in match.due[1:]))
    return match


def sheet_rows(match: MatchState) -> list[str]:
    """Return the sheet as aligned lines, a line per round."""
    return [line.rstrip() for line in str(match).splitlines()[1:-1]]


def written_where(match: MatchState) -> Iterator[str]:
    """Yield for each round in which games it is written, and which games it closes."""
    names = side_names(match)
    wins = [0] * len(names)
    for number in range(len(match.scores)):
        entered = [game for game in match.games if any(entry.round == number for entry in game.entries)]
        closes = [str(game.number) for game in entered if game.closed and game.entries[-1].round == number]
        side = match.scores[number].winner
        assert side is not None
        wins[side] += 1
        where = f"in {_games([str(game.number) for game in entered])}" if entered else "nowhere"
        closed = f" and closes {_games(closes)}" if closes else ""
        yield f"Round {number + 1}, the {ordinal(wins[side])} win of {names[side]}: written {where}{closed}."


def _games(numbers: list[str]) -> str:
    return f"game{'s' if len(numbers) > 1 else ''} {joined(numbers, 'and')}"
