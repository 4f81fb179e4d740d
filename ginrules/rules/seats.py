"""Refused combinations of players, tables and packs: the seating, and whether there are enough cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from ginrules._support.bounds import HAND_OF_THREES, HAND_OF_TWOS, MORE_WITH_ONE_LEFT, TABLE_SEATS
from ginrules.rules.choices import (
    DefenderMelds,
    DrawnDealer,
    GameEnd,
    MatchForm,
    NextDealer,
    Opening,
    Opponents,
    Seating,
    Shutout,
)

Fault = tuple[str, str]
Sizes = int | Mapping[int, int]

_SMALLEST_TEAMS: Final = 4


def players_fit(seating: Seating, players: int) -> bool:
    """Return whether this number of players can be seated in this way."""
    match seating:
        case "head-to-head":
            return players == 2
        case "all-play":
            return 2 <= players <= TABLE_SEATS
        case "sit-out" | "rotating-box":
            return players == 3
        case "captain":
            return players >= 3
        case "partnership":
            return players >= _SMALLEST_TEAMS and players % 2 == 0


def table_seats(seating: Seating, players: int) -> int:
    """Return how many seats a table has: a seat for every player in all-play, two elsewhere."""
    match seating:
        case "all-play":
            return players
        case "head-to-head" | "sit-out" | "captain" | "rotating-box" | "partnership":
            return 2


@lru_cache(maxsize=256)
def table_sizes(seating: Seating, player_counts: tuple[int, ...], game_end: GameEnd) -> tuple[int, ...]:
    """Return the numbers of seats that a table can have, ascending, and every number from two if players drop out."""
    sizes = sorted({table_seats(seating, count) for count in player_counts if players_fit(seating, count)})
    match game_end:
        case "target":
            return tuple(sizes)
        case "last-standing":
            return tuple(range(2, max(sizes, default=0) + 1))


def team_size(seating: Seating, players: int) -> int:
    """Return how many players a side has for its target: half of them in a partnership, else 1."""
    match seating:
        case "partnership":
            return players // 2
        case "head-to-head" | "all-play" | "sit-out" | "captain" | "rotating-box":
            return 1


def has_three_scores(seating: Seating) -> bool:
    """Return whether three players each have a score of their own, of whom two play."""
    return seating in {"sit-out", "rotating-box"}


def _dealers(seating: Seating) -> tuple[NextDealer, ...]:
    """Return the dealer rotations that the seating defines, the usual rotation first."""
    match seating:
        case "head-to-head":
            return ("alternate", "winner", "loser", "fixed")
        case "all-play":
            return ("alternate", "winner", "fixed")
        case "sit-out":
            return ("incoming", "idle-loser")
        case "captain":
            return ("winner",)
        case "rotating-box":
            return ("box",)
        case "partnership":
            return ("winning-side", "alternate", "fixed")


def seat_faults(sound: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every refused combination that depends on seats, as (rule, message)."""
    for names, check in CHECKS:
        if all(name in sound for name in names):
            yield from check(**{name: sound[name] for name in names})


def _needs(seating: Seating) -> str:
    match seating:
        case "head-to-head":
            return "exactly 2"
        case "all-play":
            return f"2 to {TABLE_SEATS}"
        case "sit-out" | "rotating-box":
            return "exactly 3"
        case "captain":
            return "3 or more"
        case "partnership":
            return "an even number, 4 or more, two teams"


def _players(seating: Seating, player_counts: tuple[int, ...]) -> Iterator[Fault]:
    if list(player_counts) != sorted(set(player_counts)):
        yield "player_counts", "must be in ascending order, every number once"
    wrong = [str(count) for count in player_counts if not players_fit(seating, count)]
    if wrong:
        yield "player_counts", f"seating = {seating} needs {_needs(seating)} players, not {' or '.join(wrong)}"


def _dealer(seating: Seating, player_counts: tuple[int, ...], next_dealer: NextDealer) -> Iterator[Fault]:
    allowed = _dealers(seating)
    if seating == "all-play" and max(player_counts) == 2:
        allowed = (*allowed, "loser")
    if next_dealer not in allowed:
        yield "next_dealer", f"must be {' or '.join(allowed)} with seating = {seating}"


def _drawn(seating: Seating, next_dealer: NextDealer, drawn_dealer: DrawnDealer) -> Iterator[Fault]:
    match drawn_dealer:
        case "same":
            return
        case "next":
            pass
    match seating:
        case "head-to-head" | "all-play" | "partnership":
            if next_dealer == "fixed":
                yield "drawn_dealer", "must be same with next_dealer = fixed: one player deals every round"
        case "sit-out" | "captain" | "rotating-box":
            yield "drawn_dealer", f"must be same with seating = {seating}: the places decide who deals"


def _doubling(
    *, seating: Seating, player_counts: tuple[int, ...], game_end: GameEnd, doubling: bool
) -> Iterator[Fault]:
    seats = max(table_sizes(seating, player_counts, game_end), default=2)
    if doubling and seats > 2:
        yield "doubling", f"must be false with {seats} seats at a table: a double is offered by one seat to the other"


def _hands(
    *,
    seating: Seating,
    player_counts: tuple[int, ...],
    game_end: GameEnd,
    hand_size: Sizes,
    opening: Opening,
    stock_floor: int,
    ranks: int,
    suits: int,
) -> Iterator[Fault]:
    """Refuse a deal that leaves nothing to draw.

    The same count makes a reshuffle possible: when the stock is at its floor, the pile then
    holds two cards or more. At least one goes back. One stays as the open discard.
    """
    pack = ranks * suits
    extra = _one_more(opening)
    for seats in reversed(table_sizes(seating, player_counts, game_end)):
        cards = _size(hand_size, seats)
        if cards is None:
            continue
        dealt = f"{seats} seats × {cards} cards{extra}"
        total = seats * cards + 1
        if total > pack:
            yield "hand_size", f"{dealt} = {total}, the pack has {pack}"
        elif total + stock_floor >= pack:
            needed = total + stock_floor
            yield "hand_size", f"{dealt} + {stock_floor} never drawn = {needed}, nothing to draw in a pack of {pack}"
        if isinstance(hand_size, int) and total + stock_floor >= pack:
            return  # the fewer seats have the same fault, or none


def _spreads(
    *,
    seating: Seating,
    player_counts: tuple[int, ...],
    game_end: GameEnd,
    hand_size: Sizes,
    min_set: int,
    min_run: int,
    ranks: int,
    suits: int,
    card_values: tuple[int, ...],
    knock_limit: int,
    defender_melds: DefenderMelds,
    open_melds: bool,
) -> Iterator[Fault]:
    """Refuse hands that could be spread in more than about 2,000 ways.

    The worst hands were searched for: see `tests/laws/test_bound_laws.py`. Under open melds nothing
    is spread.
    """
    if open_melds:
        return
    threes = min(min_set, min_run) > 2
    most = HAND_OF_THREES if threes else HAND_OF_TWOS
    left = knock_limit // min(card_values[:ranks])
    if left <= 1 and defender_melds == "best":
        most += MORE_WITH_ONE_LEFT
    sizes = {seats: _size(hand_size, seats) or 0 for seats in table_sizes(seating, player_counts, game_end)}
    largest = max(sizes.values(), default=0)
    can_deal = all(seats * size < ranks * suits for seats, size in sizes.items())  # else refused above
    if largest > most and can_deal:
        cards = "three or more cards" if threes else "two cards"
        why = f"a hand of {largest} could be spread in thousands of ways"
        yield "hand_size", f"must be {most} or less where {cards} make a meld ({_longest_hands(threes=threes)}): {why}"


def _longest_hands(*, threes: bool) -> str:
    most = HAND_OF_THREES if threes else HAND_OF_TWOS
    return f"{most + MORE_WITH_ONE_LEFT} if a knocker can keep at most one card and defender_melds = best, else {most}"


def _one_more(opening: Opening) -> str:
    """Return the number of cards that leave the pack in addition to the hands."""
    match opening:
        case "upcard-offer" | "open-card":
            return " + 1 upcard"
        case "eleven-cards":
            return " + 1 extra card"
        case "no-upcard":
            return " + 1 first discard"


def _by_seats(name: str) -> Callable[..., Iterator[Fault]]:
    def missing(
        *, seating: Seating, player_counts: tuple[int, ...], game_end: GameEnd, **sizes: Sizes
    ) -> Iterator[Fault]:
        started = table_sizes(seating, player_counts, "target")
        for seats in table_sizes(seating, player_counts, game_end):
            if _size(sizes[name], seats) is None:
                why = "" if seats in started else " (game_end = last-standing: players drop out until two are left)"
                yield name, f"has no number for {seats} seats at the table; add {seats} = …{why}"

    return missing


def _targets(seating: Seating, player_counts: tuple[int, ...], target: Sizes) -> Iterator[Fault]:
    for size in sorted({team_size(seating, count) for count in player_counts if players_fit(seating, count)}):
        if _size(target, size) is None:
            yield "target", f"has no number for teams of {size}; add {size} = …"


def _teams(seating: Seating, player_counts: tuple[int, ...], opponents: Opponents) -> Iterator[Fault]:
    larger = [count for count in player_counts if count != _SMALLEST_TEAMS]
    if seating == "partnership" and opponents == "alternate" and larger:
        yield "opponents", f"must be fixed or rotate with {max(larger)} players: alternate is for teams of two"


def _sweeps(
    seating: Seating, player_counts: tuple[int, ...], team_sweep_bonus: int, team_sweep_boxes: int
) -> Iterator[Fault]:
    if seating != "partnership":
        for name, value in (("team_sweep_bonus", team_sweep_bonus), ("team_sweep_boxes", team_sweep_boxes)):
            if value:
                yield name, f"must be 0 with seating = {seating}: only teams sweep"
    elif team_sweep_bonus and max(player_counts) == _SMALLEST_TEAMS:
        yield "team_sweep_bonus", "must be 0 with 4 players: it is paid to teams of three or more"


def _three_scores(seating: Seating, shutout: Shutout, exact_margin_forfeit: int) -> Iterator[Fault]:
    if not has_three_scores(seating):
        return
    if shutout not in {"none", "flat"}:
        yield "shutout", f"must be none or flat with seating = {seating}: every pair of three scores settles"
    if exact_margin_forfeit:
        yield "exact_margin_forfeit", f"must be 0 with seating = {seating}: three scores have no single margin"


def _columns(seating: Seating, columns: int) -> Iterator[Fault]:
    if columns > 1 and seating not in {"head-to-head", "captain", "partnership"}:
        yield "columns", f"must be 1 with seating = {seating}: columns are kept by two sides"


def _same_two_sides(seating: Seating, players: int) -> bool:
    """Return whether the same two sides meet in every round."""
    match seating:
        case "head-to-head" | "partnership":
            return True
        case "all-play":
            return players == 2
        case "sit-out" | "captain" | "rotating-box":
            return False


def _matches(seating: Seating, player_counts: tuple[int, ...], match_form: MatchForm) -> Iterator[Fault]:
    if match_form != "single" and not _same_two_sides(seating, max(player_counts)):
        yield "match_form", f"must be single with seating = {seating}: several games are matched by the same two sides"


def _size(sizes: Sizes, number: int) -> int | None:
    return sizes if isinstance(sizes, int) else sizes.get(number)


_SEATING: Final = ("seating", "player_counts")
CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[..., Iterator[Fault]]], ...]] = (
    (_SEATING, _players),
    ((*_SEATING, "next_dealer"), _dealer),
    (("seating", "next_dealer", "drawn_dealer"), _drawn),
    ((*_SEATING, "game_end", "doubling"), _doubling),
    ((*_SEATING, "game_end", "hand_size", "opening", "stock_floor", "ranks", "suits"), _hands),
    (
        (
            *_SEATING,
            "game_end",
            "hand_size",
            "min_set",
            "min_run",
            "ranks",
            "suits",
            "card_values",
            "knock_limit",
            "defender_melds",
            "open_melds",
        ),
        _spreads,
    ),
    ((*_SEATING, "game_end", "hand_size"), _by_seats("hand_size")),
    ((*_SEATING, "game_end", "rounds"), _by_seats("rounds")),
    ((*_SEATING, "target"), _targets),
    ((*_SEATING, "opponents"), _teams),
    ((*_SEATING, "team_sweep_bonus", "team_sweep_boxes"), _sweeps),
    (("seating", "shutout", "exact_margin_forfeit"), _three_scores),
    (("seating", "columns"), _columns),
    ((*_SEATING, "match_form"), _matches),
)
