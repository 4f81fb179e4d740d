"""Histories of OpenSpiel's gin rummy read as records, and records written as such histories. OpenSpiel is not needed.

A history is a list of whole numbers. Cards are numbered by suits s c d h, from the ace: 0 to 51. 52 takes the upcard,
53 draws, and the card drawn follows. 54 passes, 55 knocks, and the card thrown follows. 56 and up are melds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ginrules._support.values import as_items, expect, plain_number
from ginrules.cards import Card, CardSet
from ginrules.errors import RecordError
from ginrules.melds.meld import Meld
from ginrules.play import actions
from ginrules.play.deal import stacked
from ginrules.play.engine import apply, legal_actions
from ginrules.play.phases import LayoffTurn, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.records.round import RoundRecord
from ginrules.rules.model import RuleSet

_TAKE, _DRAW, _PASS, _KNOCK, _MELDS = 52, 53, 54, 55, 56
_DEALT: Final = 21
_HAND: Final = 10
_SETS: Final = 65
_RUNS: Final = ((3, 65, 11), (4, 109, 10), (5, 149, 9))
"""The length of runs, the number of the first and how many a suit has."""


def read_openspiel(history: Iterable[int], rules: RuleSet | str = "openspiel") -> RoundRecord:
    """Return a round's record from its history in OpenSpiel.

    A history does not say three things. The stock that was never drawn follows in ascending order. A card laid off goes
    on a run if it fits one, since no meld is named. A run of six cards and more was named in pieces, and stays so.

    Args:
        history: The numbers of ``state.history()``, of a whole round or its beginning.
        rules: The rules that it was played by, such as ``openspiel-oklahoma``.

    Raises:
        RecordError: If it is not a history of such a round.

    Examples:
        >>> from ginrules.records import read_openspiel
        >>> read_openspiel([*range(21), 52, 4]).actions
        (TakeDiscard(count=1), Discard(card=Card.parse('5s')))
    """
    numbers = [plain_number(number) for number in as_items(history, "a list of the numbers of a history")]
    if len(numbers) < _DEALT or not all(type(number) is int for number in numbers):
        raise RecordError(f"expected the whole numbers of a history, {_DEALT} of them for the deal, got {len(numbers)}")
    try:
        dealt = [_card(number) for number in numbers[:_DEALT]]
        drawn = [
            _card(card)
            for number, card in zip(numbers[_DEALT:], numbers[_DEALT + 1 :], strict=False)
            if number == _DRAW
        ]
        hands = [dealt[:_HAND], dealt[_HAND : 2 * _HAND]]
        record = RoundRecord(rules, stacked(hands, rules, upcard=dealt[-1], stock=drawn, dealer=1), dealer=1)
        state, played, left = record.state, [], iter(numbers[_DEALT:])
        for number in left:
            try:
                action = _read_action(state, number, left)
            except StopIteration:  # it is cut within this action
                break
            played.append(action)
            state = apply(state, action)
    except (ValueError, IndexError) as error:
        raise RecordError(f"no history of a round under these rules: {error}") from None
    return RoundRecord(rules, record.order, dealer=1, actions=played)


def openspiel_history(record: RoundRecord) -> tuple[int, ...]:
    """Return a record as a history of OpenSpiel, whose rules have to be those of the record.

    Names, times and comments are left out, and so are the undrawn stock and the melds of lay-offs.

    Raises:
        RecordError: If the seats are not two, or an action has no number in OpenSpiel.

    Examples:
        >>> import ginrules as gin
        >>> from ginrules.records import openspiel_history
        >>> record = gin.RoundRecord("openspiel", seed=1, dealer=1, actions=["take"])
        >>> openspiel_history(record)[-1]
        52
    """
    expect(record, RoundRecord, "a RoundRecord")
    state = RoundRecord(record.rules, record.order, dealer=record.dealer, seats=record.seats).state
    if record.seats != 2:
        raise RecordError(f"OpenSpiel seats two players, this round has {record.seats}")
    first = 1 - record.dealer
    numbers = [_number(card) for seat in (first, 1 - first) for card in state.hands[seat]]
    numbers.append(_number(state.upcard))
    for action in record.actions:
        numbers += _action_numbers(state, action)
        state = apply(state, action)
    return tuple(numbers)


# --- numbers --------------------------------------------------------------------------------------


def _card(number: int) -> Card:
    if not 0 <= number < _TAKE:
        raise RecordError(f"expected the number of a card, got {number}")
    return Card(13 * ((number // 13 - 1) % 4) + number % 13)


def _number(card: Card | int | None) -> int:
    if card is None:
        raise RecordError("OpenSpiel's rounds have an upcard, this one has none")
    return 13 * ((int(card) // 13 + 1) % 4) + int(card) % 13


def _meld(number: int) -> Meld:
    """Return a meld by its number: sets first, then runs of three, of four and of five."""
    place = number - _MELDS
    if place < _SETS:
        rank, missing = divmod(place, 5)
        return Meld.of([_card(13 * suit + rank) for suit in range(4) if suit != missing])
    size, first, starts = next(run for run in reversed(_RUNS) if place >= run[1])
    suit, start = divmod(place - first, starts)
    return Meld.of([_card(13 * suit + start + step) for step in range(size)])


def _meld_number(cards: CardSet) -> int:
    numbers = sorted(map(_number, cards))
    suits, ranks = {number // 13 for number in numbers}, {number % 13 for number in numbers}
    if len(ranks) == 1:
        missing = next(iter({0, 1, 2, 3} - suits), 4)
        return _MELDS + 5 * ranks.pop() + missing
    _size, first, starts = _RUNS[len(numbers) - 3]
    return _MELDS + first + starts * (numbers[0] // 13) + numbers[0] % 13


# --- actions --------------------------------------------------------------------------------------


def _read_action(state: RoundState, number: int, left: Iterator[int]) -> actions.Action:
    if isinstance(state.phase, SpreadTurn):
        melds = []
        while number != _PASS:
            melds.append(_meld(number))
            number = next(left)
        return actions.Spread(melds)
    if isinstance(state.phase, LayoffTurn):
        return actions.DONE if number == _PASS else _read_layoff(state, _card(number))
    match number:
        case 52:
            return actions.TakeDiscard()
        case 53:
            next(left)
            return actions.DRAW
        case 54:
            return actions.DECLINE
        case 55:
            return actions.Knock(_card(next(left)))
        case _:
            return actions.Discard(_card(number))


def _read_layoff(state: RoundState, card: Card) -> actions.LayOff:
    places = [action for action in legal_actions(state) if isinstance(action, actions.LayOff) and action.card == card]
    if not places:
        raise RecordError(f"{card} cannot be laid off")
    return max(places, key=lambda action: state.table[action.onto].kind == "run")


def _action_numbers(state: RoundState, action: actions.Action) -> list[int]:
    match action:
        case actions.TakeDiscard(count=1):
            return [_TAKE]
        case actions.DrawStock():
            return [_DRAW, _number(state.stock[-1])]
        case actions.Decline() | actions.Done():
            return [_PASS]
        case actions.Discard(card=card) | actions.LayOff(card=card):
            return [_number(card)]
        case actions.Knock(card=card):
            return [_KNOCK, _number(card)]
        case actions.Spread(melds=melds):
            return [*(number for meld in melds for number in _pieces(meld)), _PASS]
        case _:
            raise RecordError(f"OpenSpiel has no number for the action {action}")


def _pieces(meld: Meld) -> Iterator[int]:
    """Yield a meld's number, and two numbers for a run of six cards and more."""
    cards = sorted(meld.cards)
    longest = _RUNS[-1][0]
    if len(cards) > longest:
        half = len(cards) // 2
        yield from (_meld_number(CardSet.of(part)) for part in (cards[:half], cards[half:]))
    else:
        yield _meld_number(meld.cards)
