"""Rules that cannot be played together, refused before any card is dealt.

Most refusals are rows of a table, ``requires(rule, allowed, why, **when)``: with those other values, this rule can hold
no more than these. The rest are small functions that count cards, seats or columns. A refusal that is not written in
a source is a house choice: combinations that no source defines are refused, not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, Final

import attrs

from ginrules.rules.fields import LARGEST
from ginrules.rules.seats import seat_faults
from ginrules.rules.texts import value_text

_SOME: Final = range(1, LARGEST + 1)
_SEVERAL: Final = range(2, LARGEST + 1)
_LAST_STANDING: Final = ("last-standing",)
_OFF: Final = (False,)
_ON: Final = (True,)

Fault = tuple[str, str]
"""The name of a rule at fault and a message."""


class _MoreThanTwo:
    """The values of `players` that include three or more players."""

    def __contains__(self, player_counts: object) -> bool:
        return isinstance(player_counts, tuple) and max(player_counts) > 2

    def __str__(self) -> str:
        return "a list with 3 or more"


@attrs.frozen
class Constraint:
    """With certain values elsewhere, a rule can hold only certain values.

    Attributes:
        rule: The rule at fault.
        allowed: The values it can have then.
        why: The reason, as a clause.
        when: The values of other rules, by name, that bring the limit about.
    """

    rule: str
    allowed: Container[Any]
    why: str
    when: Mapping[str, Container[Any]]

    def fault(self, sound: Mapping[str, Any]) -> Fault | None:
        """Return the fault in these values, or None, leaving out rules without a valid value."""
        if self.rule not in sound or sound[self.rule] in self.allowed:
            return None
        if not all(name in sound and sound[name] in values for name, values in self.when.items()):
            return None
        cause = " and ".join(f"{name} = {value_text(sound[name])}" for name in self.when)
        return self.rule, f"must be {_allowed(self.allowed)} with {cause}: {self.why}"


def _allowed(values: Container[Any]) -> str:
    if isinstance(values, range):
        return f"{values.start} or more"
    assert isinstance(values, tuple)
    return " or ".join(map(value_text, values))


def requires(rule: str, allowed: Container[Any], why: str, /, **when: Container[Any]) -> Constraint:
    """Return one row of the table of refusals."""
    return Constraint(rule, allowed, why, when)


_PILE: Final = (
    requires("knock_limit", (0,), "melds lie open and nobody knocks", open_melds=_ON),
    requires("big_gin", _OFF, "the round ends when a seat has no cards left", open_melds=_ON),
    requires("layoff", ("none",), "no hand is spread; cards are laid off during play", open_melds=_ON),
    requires("layoff_chain", _ON, "cards laid off in play are extended freely", open_melds=_ON),
    requires("stock_exhausted", ("draw",), "there is no knock to answer with and the pile is in play", open_melds=_ON),
    requires("return_pair", _OFF, "it would end rounds of open melding", open_melds=_ON),
    requires("open_melds", _ON, "the deepest card of a take must be melded at once", discard_take=("several",)),
)
_LIMIT: Final = (
    requires(
        "knock_source",
        ("fixed", "knock-card"),
        "there is no upcard to set a limit",
        opening=("eleven-cards", "no-upcard"),
    ),
    requires(
        "spade_multiplier",
        (1,),
        "no upcard or knock card could be a spade",
        opening=("eleven-cards", "no-upcard"),
        knock_source=("fixed",),
    ),
    requires(
        "layoff",
        ("knock-only", "none"),
        "a defender without deadwood voids gin between two players only",
        seating=("all-play",),
    ),
    requires(
        "reshuffle_cap",
        _SOME,
        "some cap must end the round",
        stock_exhausted=("reshuffle",),
        take_cap=(0,),
    ),
)
_CHARGED: Final = (
    *(
        requires(rule, allowed, f"{what} in this way of scoring", score_mode=("penalty", "table-count"))
        for rule, allowed, what in (
            ("doubling", _OFF, "there is no gain to double"),
            ("knock_bonus", (0,), "no bonus is paid for a knock"),
            ("gin_off_bonus", (0,), "there is no gin-off"),
            ("undercut_moves", ("defender",), "no gain is taken from a knocker"),
            ("spade_multiplier", (1,), "nothing is multiplied"),
            ("gin_boxes", (0,), "there are no boxes"),
            ("big_gin_boxes", (0,), "there are no boxes"),
            ("undercut_boxes", (0,), "there are no boxes"),
            ("box_bonus", (0,), "there are no boxes"),
            ("game_bonus", (0,), "there is no game bonus"),
            ("shutout", ("none",), "there is no shutout"),
            ("exact_margin_forfeit", (0,), "there is no margin to forfeit on"),
            ("seating", ("head-to-head", "all-play"), "every seat has its own score"),
            ("columns", (1,), "a column is filled by wins"),
            ("match_form", ("single", "best-of"), "a points match adds up gains"),
        )
    ),
    requires("open_melds", _ON, "only cards melded in the open are counted", score_mode=("table-count",)),
    requires("undercut_moves", ("defender",), "a score cannot go backwards in a column", columns=_SEVERAL),
    requires("undercut_moves", ("defender",), "a team nets what its members won", seating=("partnership",)),
)
_GAINED: Final = tuple(
    requires(rule, allowed, why, seating=("all-play",), score_mode=("gain",), player_counts=_MoreThanTwo())
    for rule, allowed, why in (
        ("open_melds", _OFF, "gains are counted from the cards that the others still hold"),
        ("spade_multiplier", (1,), "no source doubles a gain from several"),
        ("gin_off_bonus", (0,), "a gin-off is defined between two"),
        ("undercut_moves", ("defender",), "nothing is taken from a knocker at a table of three or more"),
        ("shutout", ("none", "flat"), "every pair settles by itself"),
        ("exact_margin_forfeit", (0,), "three scores have no single margin"),
    )
)
_LAST_LEFT: Final = (
    requires("seating", ("head-to-head", "all-play"), "players drop out of one table", game_end=_LAST_STANDING),
    requires("score_mode", ("penalty",), "a player drops out by penalty points", game_end=_LAST_STANDING),
    requires("rounds", (0,), "the game ends when one player is left", game_end=_LAST_STANDING),
)
_DOUBLING: Final = (requires("doubling", _OFF, "melds on the table leave no two hands to compare", open_melds=_ON),)
_GAMES: Final = (
    requires("column_entry", ("next-open",), "a new column has no number to count wins to", endless=_ON),
    requires("column_close", ("both",), "the next column opens when one closes", endless=_ON),
    requires("columns", (3,), "three columns are kept open", endless=_ON),
    requires("rounds", (0,), "a column is closed by its target", columns=_SEVERAL),
    requires("match_form", ("single",), "the columns are the match", columns=_SEVERAL),
    requires("match_target", _SOME, "something must end the match", match_form=("points",)),
)

CONSTRAINTS: Final = (*_PILE, *_LIMIT, *_CHARGED, *_GAINED, *_LAST_LEFT, *_DOUBLING, *_GAMES)
"""Every row of the table of refusals."""


def refused(sound: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield every refused combination among these values, as (rule, message).

    Args:
        sound: Values by rule name that are right by themselves. A rule that is left out is
            assumed to suit the others.
    """
    for constraint in CONSTRAINTS:
        if (fault := constraint.fault(sound)) is not None:
            yield fault
    yield from seat_faults(sound)
    for names, check in CHECKS:
        if all(name in sound for name in names):
            yield from check(**{name: sound[name] for name in names})


def _card_values(card_values: tuple[int, ...]) -> Iterator[Fault]:
    if len(card_values) != 13:
        yield "card_values", f"must be 13 numbers, ace to king, not {len(card_values)}"


def _min_run(min_run: int, ranks: int) -> Iterator[Fault]:
    if min_run > ranks:
        yield "min_run", f"must be {ranks} or less: the pack has {ranks} ranks"


def _doubling_limit(doubling_limit: int) -> Iterator[Fault]:
    if doubling_limit.bit_count() != 1:
        nearest = 1 << (doubling_limit.bit_length() - 1)
        yield "doubling_limit", f"must be a power of two, such as {nearest}: every double multiplies by 2"


def _weights(column_weights: tuple[int, ...], columns: int, *, endless: bool) -> Iterator[Fault]:
    if endless and set(column_weights) != {1}:
        yield "column_weights", "must be 1 with endless = true: columns come without end"
    elif column_weights != (1,) and len(column_weights) != columns:
        yield "column_weights", f"must be a single 1, or {columns} numbers for columns = {columns}"


def _needed_target(target: int | Mapping[int, int], columns: int, game_end: str) -> Iterator[Fault]:
    if 0 not in ((target,) if isinstance(target, int) else target.values()):
        return
    if columns > 1:
        yield "target", f"must be 1 or more with columns = {columns}: a column is closed by its target"
    if game_end in _LAST_STANDING:
        yield "target", f"must be 1 or more with game_end = {game_end}: a player who has the target is out"


def _odd_games(match_form: str, match_games: int) -> Iterator[Fault]:
    if match_form == "best-of" and match_games % 2 == 0:
        yield "match_games", "must be an odd number with match_form = best-of, so that one side leads"


CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[..., Iterator[Fault]]], ...]] = (
    (("card_values",), _card_values),
    (("min_run", "ranks"), _min_run),
    (("doubling_limit",), _doubling_limit),
    (("column_weights", "columns", "endless"), _weights),
    (("target", "columns", "game_end"), _needed_target),
    (("match_form", "match_games"), _odd_games),
)
