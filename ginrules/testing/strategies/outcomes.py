"""Strategies for outcomes without cards, and for matches."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules.cards import Card
from ginrules.match.advance import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.play.deal import STANDARD, pack_of
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.rules.model import RuleSet, rules_of

_MOST_DEADWOOD: Final = 98
_REASONS: Final[tuple[DeadReason | None, ...]] = (None, "stock", "declined")


def outcomes(rules: RuleSet | str = STANDARD, *, seats: int | None = None) -> st.SearchStrategy[Outcome]:
    """Return a strategy for facts that these rules can price. It shrinks to a win of seat 0 without deadwood anywhere.

    Knocks, level counts, undercuts, gin, big gin and drawn rounds are all common.

    Args:
        rules: The rules that the facts fit.
        seats: The number of seats. The smallest table if None.

    Raises:
        hypothesis.errors.InvalidArgument: If the rules do not allow this number of seats.

    Examples:
        >>> from hypothesis import find
        >>> import ginrules as gin
        >>> from ginrules.testing import outcomes
        >>> undercut = find(outcomes(), lambda outcome: gin.price(outcome, "standard").result == "undercut")
        >>> undercut.ending
        'knock'
    """
    rules = rules_of(rules)
    allowed = rules.table_sizes
    if seats is not None and seats not in allowed:
        raise InvalidArgument(f"expected {' or '.join(map(str, allowed))} seats under these rules, got {seats}")
    return _outcomes(rules, min(allowed) if seats is None else seats)


@st.composite
def _outcomes(draw: DrawFn, rules: RuleSet, seats: int) -> Outcome:
    deadwood = [draw(st.integers(0, _MOST_DEADWOOD)) for _ in range(seats)]
    doubles = draw(st.integers(0, rules.doubling_limit.bit_length() - 1)) if rules.doubling else 0
    card = draw(st.sampled_from(pack_of(rules)))
    upcard: Card | None = card if rules.has_upcard else None
    knock_card: Card | None = card if rules.knock_source == "knock-card" else None

    def facts(
        declarer: int | None, ending: Ending, *, reason: DeadReason | None = None, laid: tuple[int, ...] = ()
    ) -> Outcome:
        return Outcome(
            declarer=declarer, deadwood=tuple(deadwood), ending=ending, reason=reason,
            upcard=upcard, knock_card=knock_card, laid=laid,
            factor=1 << (max(0, doubles - 1) if ending == "refused" else doubles),
        )  # fmt: skip

    if draw(st.sampled_from((False, False, False, False, True))):
        return facts(None, "dead", reason=draw(st.sampled_from(_REASONS)))
    declarer = draw(st.integers(0, seats - 1))
    if rules.doubling and draw(st.sampled_from((False, False, True))):
        return facts(declarer, "refused")
    if rules.open_melds:
        deadwood[declarer] = 0
        return facts(declarer, "out", laid=tuple(draw(st.integers(0, 90)) for _ in range(seats)))
    limit = rules.limit_in_force(upcard, knock_card)
    deadwood[declarer] = draw(st.integers(0, limit))
    if draw(st.booleans()):  # level, or almost
        other = (declarer + 1) % seats
        deadwood[other] = max(0, deadwood[declarer] + draw(st.sampled_from((0, -1, 1))))
    if deadwood[declarer]:
        return facts(declarer, "knock")
    return facts(declarer, "big-gin" if rules.big_gin and draw(st.booleans()) else "gin")


def matches(
    rules: RuleSet | str = STANDARD, *, players: int | None = None, max_rounds: int = 12
) -> st.SearchStrategy[MatchState]:
    """Return a strategy for a match with some rounds entered. It shrinks to a match without rounds.

    Args:
        rules: The match's rules.
        players: The number of players. Any number that the rules allow if None.
        max_rounds: The largest number of rounds. The match can end earlier.

    Raises:
        hypothesis.errors.InvalidArgument: If the rules do not allow this number of players.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> len(find(gin.testing.matches(), lambda match: len(match.scores) > 1).scores) > 1
        True
    """
    rules = rules_of(rules)
    if players is not None and players not in rules.player_counts:
        allowed = " or ".join(map(str, rules.player_counts))
        raise InvalidArgument(f"expected {allowed} players under these rules, got {players}")
    return _matches(rules, players, max_rounds)


@st.composite
def _matches(draw: DrawFn, rules: RuleSet, players: int | None, max_rounds: int) -> MatchState:
    number = draw(st.sampled_from(rules.player_counts)) if players is None else players
    dealers = 2 if rules.seating == "captain" else number
    match = new_match(rules, number, dealer=draw(st.integers(0, dealers - 1)))
    for _ in range(draw(st.integers(0, max_rounds))):
        if match.is_over:
            break
        match = add_round(match, *(draw(outcomes(rules, seats=len(table.players))) for table in match.due))
    return match
