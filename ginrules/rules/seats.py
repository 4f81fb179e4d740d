"""Who sits where, and the refusals that count: players, seats, cards, columns and games.

Refusals of single values beside others are ``limits`` of the rules themselves, see `ginrules.rules.rule_fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ginrules._support.bounds import HAND_OF_THREES, HAND_OF_TWOS, MORE_WITH_ONE_LEFT, PLAYERS, TABLE_SEATS

if TYPE_CHECKING:
    from ginrules.rules.model import RuleSet
    from ginrules.rules.rule_fields import GameEnd, NextDealer, Opening, Seating

Fault = tuple[str, str]
_SMALLEST_TEAMS: Final = 4

_PLAYERS: Final[Mapping[Seating, tuple[range, str]]] = {
    "head-to-head": (range(2, 3), "exactly 2"),
    "all-play": (range(2, TABLE_SEATS + 1), f"2 to {TABLE_SEATS}"),
    "sit-out": (range(3, 4), "exactly 3"),
    "captain": (range(3, PLAYERS + 1), "3 or more"),
    "rotating-box": (range(3, 4), "exactly 3"),
    "partnership": (range(_SMALLEST_TEAMS, PLAYERS + 1, 2), "an even number, 4 or more, two teams"),
}
"""The numbers of players that each seating has places for, also in words."""

_DEALERS: Final[Mapping[Seating, tuple[NextDealer, ...]]] = {
    "head-to-head": ("alternate", "winner", "loser", "fixed"),
    "all-play": ("alternate", "winner", "fixed"),
    "sit-out": ("incoming", "idle-loser"),
    "captain": ("winner",),
    "rotating-box": ("box",),
    "partnership": ("winning-side", "alternate", "fixed"),
}
"""The dealer rotations that each seating defines, the usual one first."""

_MORE_DEALT: Final[Mapping[Opening, str]] = {
    "upcard-offer": "1 upcard",
    "open-card": "1 upcard",
    "eleven-cards": "1 extra card",
    "no-upcard": "1 first discard",
}
"""The card that leaves the pack in addition to the hands."""


def players_fit(seating: Seating, players: int) -> bool:
    """Return whether this number of players can be seated in this way."""
    return players in _PLAYERS[seating][0]


def table_seats(seating: Seating, players: int) -> int:
    """Return how many seats a table has: a seat for every player in all-play, two elsewhere."""
    return players if seating == "all-play" else 2


@lru_cache(maxsize=256)
def table_sizes(seating: Seating, player_counts: tuple[int, ...], game_end: GameEnd) -> tuple[int, ...]:
    """Return the numbers of seats that a table can have, ascending, and every number from two if players drop out."""
    sizes = sorted({table_seats(seating, count) for count in player_counts if players_fit(seating, count)})
    return tuple(range(2, max(sizes, default=0) + 1)) if game_end == "last-standing" else tuple(sizes)


def team_size(seating: Seating, players: int) -> int:
    """Return how many players a side has for its target: half of them in a partnership, else 1."""
    return players // 2 if seating == "partnership" else 1


def has_three_scores(seating: Seating) -> bool:
    """Return whether three players each have a score of their own, of whom two play."""
    return seating in {"sit-out", "rotating-box"}


def _players(rules: RuleSet) -> Iterator[Fault]:
    if list(rules.player_counts) != sorted(set(rules.player_counts)):
        yield "player_counts", "must be in ascending order, every number once"
    wrong = [str(count) for count in rules.player_counts if not players_fit(rules.seating, count)]
    if wrong:
        fitting = _PLAYERS[rules.seating][1]
        yield "player_counts", f"seating = {rules.seating} needs {fitting} players, not {' or '.join(wrong)}"


def _dealer(rules: RuleSet) -> Iterator[Fault]:
    allowed = _DEALERS[rules.seating]
    if rules.seating == "all-play" and max(rules.player_counts) == 2:
        allowed = (*allowed, "loser")
    if rules.next_dealer not in allowed:
        yield "next_dealer", f"must be {' or '.join(allowed)} with seating = {rules.seating}"


def _drawn(rules: RuleSet) -> Iterator[Fault]:
    if rules.drawn_dealer == "same":
        return
    match rules.seating:
        case "head-to-head" | "all-play" | "partnership":
            if rules.next_dealer == "fixed":
                yield "drawn_dealer", "must be same with next_dealer = fixed: one player deals every round"
        case "sit-out" | "captain" | "rotating-box":
            yield "drawn_dealer", f"must be same with seating = {rules.seating}: the places decide who deals"


def _doubling(rules: RuleSet) -> Iterator[Fault]:
    seats = max(table_sizes(rules.seating, rules.player_counts, rules.game_end), default=2)
    if rules.doubling and seats > 2:
        yield "doubling", f"must be false with {seats} seats at a table: a double is offered by one seat to the other"


def _hands(rules: RuleSet) -> Iterator[Fault]:
    """Refuse a deal that leaves nothing to draw. With a card to draw, a reshuffle too has a card to put back."""
    pack = rules.ranks * rules.suits
    for seats in reversed(table_sizes(rules.seating, rules.player_counts, rules.game_end)):
        cards = _size(rules.hand_size, seats)
        if cards is None:
            continue
        dealt = f"{seats} seats × {cards} cards + {_MORE_DEALT[rules.opening]}"
        total = seats * cards + 1
        if total > pack:
            yield "hand_size", f"{dealt} = {total}, the pack has {pack}"
        elif (needed := total + rules.stock_floor) >= pack:
            why = f"{rules.stock_floor} never drawn = {needed}, nothing to draw in a pack of {pack}"
            yield "hand_size", f"{dealt} + {why}"
        if isinstance(rules.hand_size, int) and total + rules.stock_floor >= pack:
            return  # the fewer seats have the same fault, or none


def _spreads(rules: RuleSet) -> Iterator[Fault]:
    """Refuse hands that could be spread in more than about 2,000 ways (`tests/laws/test_bound_laws.py`)."""
    if rules.open_melds:
        return
    threes = min(rules.min_set, rules.min_run) > 2
    usual = most = HAND_OF_THREES if threes else HAND_OF_TWOS
    left = rules.knock_limit // min(rules.card_values[: rules.ranks])
    if left <= 1 and rules.defender_melds == "best":
        most += MORE_WITH_ONE_LEFT
    sizes = {
        seats: _size(rules.hand_size, seats) or 0
        for seats in table_sizes(rules.seating, rules.player_counts, rules.game_end)
    }
    largest = max(sizes.values(), default=0)
    can_deal = all(seats * size < rules.ranks * rules.suits for seats, size in sizes.items())  # else refused above
    if largest > most and can_deal:
        cards = "three or more cards" if threes else "two cards"
        longest = f"{usual + MORE_WITH_ONE_LEFT} if a knocker can keep at most one card and defender_melds = best"
        why = f"a hand of {largest} could be spread in thousands of ways"
        yield "hand_size", f"must be {most} or less where {cards} make a meld ({longest}, else {usual}): {why}"


def _by_seats(rules: RuleSet) -> Iterator[Fault]:
    started = table_sizes(rules.seating, rules.player_counts, "target")
    for seats in table_sizes(rules.seating, rules.player_counts, rules.game_end):
        why = "" if seats in started else " (game_end = last-standing: players drop out until two are left)"
        for name in ("hand_size", "rounds"):
            if _size(getattr(rules, name), seats) is None:
                yield name, f"has no number for {seats} seats at the table; add {seats} = …{why}"


def _targets(rules: RuleSet) -> Iterator[Fault]:
    fitting = [count for count in rules.player_counts if players_fit(rules.seating, count)]
    for size in sorted({team_size(rules.seating, count) for count in fitting}):
        if _size(rules.target, size) is None:
            yield "target", f"has no number for teams of {size}; add {size} = …"


def _teams(rules: RuleSet) -> Iterator[Fault]:
    larger = [count for count in rules.player_counts if count != _SMALLEST_TEAMS]
    if rules.seating == "partnership" and rules.opponents == "alternate" and larger:
        yield "opponents", f"must be fixed or rotate with {max(larger)} players: alternate is for teams of two"


def _sweeps(rules: RuleSet) -> Iterator[Fault]:
    if rules.seating != "partnership":
        for name, value in (("team_sweep_bonus", rules.team_sweep_bonus), ("team_sweep_boxes", rules.team_sweep_boxes)):
            if value:
                yield name, f"must be 0 with seating = {rules.seating}: only teams sweep"
    elif rules.team_sweep_bonus and max(rules.player_counts) == _SMALLEST_TEAMS:
        yield "team_sweep_bonus", "must be 0 with 4 players: it is paid to teams of three or more"


def _three_scores(rules: RuleSet) -> Iterator[Fault]:
    if not has_three_scores(rules.seating):
        return
    if rules.shutout not in {"none", "flat"}:
        yield "shutout", f"must be none or flat with seating = {rules.seating}: every pair of three scores settles"
    if rules.exact_margin_forfeit:
        yield "exact_margin_forfeit", f"must be 0 with seating = {rules.seating}: three scores have no single margin"


def _columns(rules: RuleSet) -> Iterator[Fault]:
    if rules.columns > 1 and rules.seating not in {"head-to-head", "captain", "partnership"}:
        yield "columns", f"must be 1 with seating = {rules.seating}: columns are kept by two sides"


def _matches(rules: RuleSet) -> Iterator[Fault]:
    two = rules.seating in {"head-to-head", "partnership"} or (
        rules.seating == "all-play" and max(rules.player_counts) == 2
    )
    if rules.match_form != "single" and not two:
        why = "several games are matched by the same two sides"
        yield "match_form", f"must be single with seating = {rules.seating}: {why}"


def _size(sizes: int | Mapping[int, int], number: int) -> int | None:
    return sizes if isinstance(sizes, int) else sizes.get(number)


def _card_values(rules: RuleSet) -> Iterator[Fault]:
    if len(rules.card_values) != 13:
        yield "card_values", f"must be 13 numbers, ace to king, not {len(rules.card_values)}"


def _min_run(rules: RuleSet) -> Iterator[Fault]:
    if rules.min_run > rules.ranks:
        yield "min_run", f"must be {rules.ranks} or less: the pack has {rules.ranks} ranks"


def _doubling_limit(rules: RuleSet) -> Iterator[Fault]:
    if rules.doubling_limit.bit_count() != 1:
        nearest = 1 << (rules.doubling_limit.bit_length() - 1)
        yield "doubling_limit", f"must be a power of two, such as {nearest}: every double multiplies by 2"


def _weights(rules: RuleSet) -> Iterator[Fault]:
    if rules.endless and set(rules.column_weights) != {1}:
        yield "column_weights", "must be 1 with endless = true: columns come without end"
    elif rules.column_weights != (1,) and len(rules.column_weights) != rules.columns:
        yield "column_weights", f"must be a single 1, or {rules.columns} numbers for columns = {rules.columns}"


def _needed_target(rules: RuleSet) -> Iterator[Fault]:
    if 0 not in ((rules.target,) if isinstance(rules.target, int) else rules.target.values()):
        return
    if rules.columns > 1:
        yield "target", f"must be 1 or more with columns = {rules.columns}: a column is closed by its target"
    if rules.game_end == "last-standing":
        yield "target", f"must be 1 or more with game_end = {rules.game_end}: a player who has the target is out"


def _odd_games(rules: RuleSet) -> Iterator[Fault]:
    if rules.match_form == "best-of" and rules.match_games % 2 == 0:
        yield "match_games", "must be an odd number with match_form = best-of, so that one side leads"


CHECKS: Final[tuple[Callable[[RuleSet], Iterator[Fault]], ...]] = (
    _players,
    _dealer,
    _drawn,
    _doubling,
    _hands,
    _spreads,
    _by_seats,
    _targets,
    _teams,
    _sweeps,
    _three_scores,
    _columns,
    _matches,
    _card_values,
    _min_run,
    _doubling_limit,
    _weights,
    _needed_target,
    _odd_games,
)
"""Every refusal that counts, as a function that yields the name of a rule at fault and a message."""
