"""Refused combinations of players, tables and packs: who sits where, and whether the cards go round."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

Fault = tuple[str, str]
Sizes = int | Mapping[int, int]

_DEALERS: Final[Mapping[str, tuple[str, ...]]] = {
    "head-to-head": ("alternate", "winner", "loser", "fixed"),
    "all-play": ("alternate", "winner", "fixed"),
    "sit-out": ("incoming", "idle-loser"),
    "captain": ("winner",),
    "rotating-box": ("box",),
    "partnership": ("winning-side", "alternate", "fixed"),
}
"""The dealer rotations that each seating defines; the first is the usual one."""

_THREE_SCORES: Final = ("sit-out", "rotating-box")
_TRIO: Final = 3
_SMALLEST_TEAMS: Final = 4


def players_fit(seating: str, players: int) -> bool:
    """Whether so many players can be seated in this way."""
    match seating:
        case "head-to-head":
            return players == 2
        case "all-play":
            return 2 <= players <= 4
        case "captain":
            return players >= _TRIO
        case "partnership":
            return players >= _SMALLEST_TEAMS and players % 2 == 0
        case _:
            return players == _TRIO


def table_seats(seating: str, players: int) -> int:
    """How many seats a table has: everybody in all-play, two elsewhere."""
    return players if seating == "all-play" else 2


@lru_cache(maxsize=256)
def table_sizes(seating: str, player_counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of seats that a table may have, ascending."""
    return tuple(sorted({table_seats(seating, count) for count in player_counts if players_fit(seating, count)}))


def team_size(seating: str, players: int) -> int:
    """How many players a side has for its target: half of them in a partnership, else 1."""
    return players // 2 if seating == "partnership" else 1


def seat_faults(sound: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every refused combination that depends on seats, as (rule, message)."""
    for names, check in _CHECKS:
        if all(name in sound for name in names):
            yield from check(**{name: sound[name] for name in names})


_NEEDS: Final[Mapping[str, str]] = {
    "head-to-head": "exactly 2",
    "all-play": "2 to 4",
    "sit-out": "exactly 3",
    "captain": "3 or more",
    "rotating-box": "exactly 3",
    "partnership": "an even number, 4 or more, two teams",
}


def _players(seating: str, player_counts: tuple[int, ...]) -> Iterator[Fault]:
    if list(player_counts) != sorted(set(player_counts)):
        yield "player_counts", "must be in ascending order, each number once"
    wrong = [str(each) for each in player_counts if not players_fit(seating, each)]
    if wrong:
        yield "player_counts", f"seating = {seating} needs {_NEEDS[seating]} players, not {' or '.join(wrong)}"


def _dealer(seating: str, player_counts: tuple[int, ...], next_dealer: str) -> Iterator[Fault]:
    allowed = _DEALERS[seating]
    if seating == "all-play" and max(player_counts) == 2:
        allowed = (*allowed, "loser")
    if next_dealer not in allowed:
        yield "next_dealer", f"must be {' or '.join(allowed)} with seating = {seating}"


def _gain(seating: str, player_counts: tuple[int, ...], score_mode: str) -> Iterator[Fault]:
    if seating == "all-play" and score_mode == "gain" and max(player_counts) > 2:
        seats = f"seating = all-play and {max(player_counts)} players"
        yield "score_mode", f"must be penalty or table-count with {seats}: no source says what is gained from several"


def _hands(
    *,
    seating: str,
    player_counts: tuple[int, ...],
    hand_size: Sizes,
    opening: str,
    stock_floor: int,
    ranks: int,
    suits: int,
) -> Iterator[Fault]:
    """Refuse a deal that leaves nothing to draw.

    The same count makes a reshuffle worth while: when the stock is at its floor the pile then
    holds two cards or more, so that at least one goes back (one stays as the open discard).
    """
    pack = ranks * suits
    extra = {"eleven-cards": " + 1 extra card", "no-upcard": " + 1 first discard"}.get(opening, " + 1 upcard")
    for seats in reversed(table_sizes(seating, player_counts)):
        cards = _size(hand_size, seats)
        if cards is None:
            continue
        dealt = f"{seats} seats × {cards} cards{extra}"
        total = seats * cards + 1
        if total > pack:
            yield "hand_size", f"{dealt} = {total}, the pack has {pack}"
        elif total + stock_floor >= pack:
            all_told = total + stock_floor
            yield "hand_size", f"{dealt} + {stock_floor} never drawn = {all_told}, nothing to draw in a pack of {pack}"
        if isinstance(hand_size, int) and total + stock_floor >= pack:
            return  # the fewer seats have the same fault, or none


def _by_seats(name: str) -> Callable[..., Iterator[Fault]]:
    def missing(*, seating: str, player_counts: tuple[int, ...], **sizes: Sizes) -> Iterator[Fault]:
        for seats in table_sizes(seating, player_counts):
            if _size(sizes[name], seats) is None:
                yield name, f"has no number for {seats} seats at the table; add {seats} = …"

    return missing


def _targets(seating: str, player_counts: tuple[int, ...], target: Sizes) -> Iterator[Fault]:
    for size in sorted({team_size(seating, each) for each in player_counts if players_fit(seating, each)}):
        if _size(target, size) is None:
            yield "target", f"has no number for teams of {size}; add {size} = …"


def _teams(seating: str, player_counts: tuple[int, ...], opponents: str) -> Iterator[Fault]:
    larger = [each for each in player_counts if each != _SMALLEST_TEAMS]
    if seating == "partnership" and opponents == "alternate" and larger:
        yield "opponents", f"must be fixed or rotate with {max(larger)} players: alternate is for teams of two"


def _sweeps(
    seating: str, player_counts: tuple[int, ...], team_sweep_bonus: int, team_sweep_boxes: int
) -> Iterator[Fault]:
    if seating != "partnership":
        for name, value in (("team_sweep_bonus", team_sweep_bonus), ("team_sweep_boxes", team_sweep_boxes)):
            if value:
                yield name, f"must be 0 with seating = {seating}: only teams sweep"
    elif team_sweep_bonus and max(player_counts) == _SMALLEST_TEAMS:
        yield "team_sweep_bonus", "must be 0 with 4 players: it is paid to teams of three or more"


def _three_scores(seating: str, shutout: str, exact_margin_forfeit: int) -> Iterator[Fault]:
    if seating not in _THREE_SCORES:
        return
    if shutout not in {"none", "flat"}:
        yield "shutout", f"must be none or flat with seating = {seating}: every pair of three scores settles"
    if exact_margin_forfeit:
        yield "exact_margin_forfeit", f"must be 0 with seating = {seating}: three scores have no single margin"


def _columns(seating: str, columns: int) -> Iterator[Fault]:
    if columns > 1 and seating in {"all-play", *_THREE_SCORES}:
        yield "columns", f"must be 1 with seating = {seating}: columns are kept by two sides"


def _matches(seating: str, player_counts: tuple[int, ...], match_form: str) -> Iterator[Fault]:
    two_sides = seating in {"head-to-head", "partnership"} or (seating == "all-play" and max(player_counts) == 2)
    if match_form != "single" and not two_sides:
        yield "match_form", f"must be single with seating = {seating}: several games are matched by the same two sides"


def _size(sizes: Sizes, number: int) -> int | None:
    return sizes if isinstance(sizes, int) else sizes.get(number)


_SEATING: Final = ("seating", "player_counts")
_CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[..., Iterator[Fault]]], ...]] = (
    (_SEATING, _players),
    ((*_SEATING, "next_dealer"), _dealer),
    ((*_SEATING, "score_mode"), _gain),
    ((*_SEATING, "hand_size", "opening", "stock_floor", "ranks", "suits"), _hands),
    ((*_SEATING, "hand_size"), _by_seats("hand_size")),
    ((*_SEATING, "rounds"), _by_seats("rounds")),
    ((*_SEATING, "target"), _targets),
    ((*_SEATING, "opponents"), _teams),
    ((*_SEATING, "team_sweep_bonus", "team_sweep_boxes"), _sweeps),
    (("seating", "shutout", "exact_margin_forfeit"), _three_scores),
    (("seating", "columns"), _columns),
    ((*_SEATING, "match_form"), _matches),
)
