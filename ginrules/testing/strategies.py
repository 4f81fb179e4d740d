"""Hypothesis strategies: cards and hands, states and rounds, outcomes and matches."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, get_args

import attrs
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules._support.values import index_of, shown
from ginrules.cards import Card, CardSet
from ginrules.match.advance import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, ShuffleStock
from ginrules.play.deal import STANDARD, deal, in_random_order, pack_of, shuffled, stacked
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.phases import LastDiscard, LayoffTurn, Phase, Reshuffle, SpreadTurn
from ginrules.play.state import RoundState, expect_state
from ginrules.presets import preset
from ginrules.records.snapshot import PHASE_EXISTS
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.limits import limits_of
from ginrules.scoring.outcome_checks import facts_needed
from ginrules.testing.differences import format_round, format_state
from ginrules.testing.round_pairs import (
    AT_ONCE,
    DRAWING,
    MOST_ACTIONS,
    WAYS,
    Dealing,
    PlayedPair,
    Way,
    in_step,
    rounds_in_step,
)
from ginrules.testing.state_laws import some_actions

_MOST_SEED: Final = 2**16 - 1


def cards(rules: RuleSet | str = STANDARD) -> st.SearchStrategy[Card]:
    """Return a strategy for a card of the pack. It shrinks to the ace of clubs.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> find(gin.testing.cards(), lambda card: card.rank > 11).rank > 11
        True
    """
    return st.sampled_from(pack_of(rules))


def hands(rules: RuleSet | str = STANDARD, size: int | None = None) -> st.SearchStrategy[CardSet]:
    """Return a strategy for hands rich in melds: only a quarter of uniform ten-card hands hold a set.

    Most hands begin with melds; the other cards can be any. It shrinks to the lowest cards.

    Args:
        rules: The rules that decide pack, melds and the usual size.
        size: The number of cards. If None, the hand size at the smallest table.

    Raises:
        hypothesis.errors.InvalidArgument: If the pack has fewer cards.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> hand = find(gin.testing.hands(), lambda hand: gin.deadwood(hand, "standard") == 0)
        >>> len(hand), gin.deadwood(hand, "standard")
        (10, 0)
    """
    rules = rules_of(rules)
    number = rules.hand_size_for(rules.table_sizes[0]) if size is None else size
    pack = len(pack_of(rules))
    if (size is not None and index_of(size) is None) or not 0 <= number <= pack:
        raise InvalidArgument(f"expected a hand of 0 to {pack} cards, the pack, got {shown(number)}")
    return _hands(rules, number)


@st.composite
def _hands(draw: DrawFn, rules: RuleSet, size: int) -> CardSet:
    return CardSet.of(Dealing(lambda most: draw(st.integers(0, most)), rules, rules).hand(size))


RulesLike = RuleSet | str | st.SearchStrategy[RuleSet] | None

_PHASES: Final = get_args(Phase)
_PRESETS: Final = (
    "standard oklahoma straight-gin rubl openspiel round-the-corner gin-romme penalty-2-to-4 mahjong-gin "
    "oklahoma-second-deck cardgames-io doubling-gin"
).split()
_WAYS_TO: Final = {SpreadTurn: AT_ONCE, LayoffTurn: AT_ONCE, LastDiscard: (DRAWING,), Reshuffle: (DRAWING,)}
_TRIES: Final = 4


@attrs.frozen
class PlayedRound:
    """A round, or the beginning of one: its first state and its actions.

    Attributes:
        start: The first state.
        actions: The actions, each legal in its turn, chance included.
    """

    start: RoundState
    actions: tuple[Action, ...]

    def states(self) -> Iterator[RoundState]:
        """Yield every state, from the first to the last."""
        state = self.start
        yield state
        for action in self.actions:
            state = apply(state, action)
            yield state

    @property
    def end(self) -> RoundState:
        """The last state."""
        *_, last = self.states()
        return last

    @property
    def outcome(self) -> Outcome | None:
        """The finished round's facts, or None if it is not over."""
        return self.end.outcome

    @property
    def order(self) -> tuple[Card, ...]:
        """The pack as dealt, first card first."""
        start = self.start
        return stacked(start.hands, start.rules, upcard=start.upcard, stock=reversed(start.stock), dealer=start.dealer)

    def under(self, rules: RuleSet | str) -> PlayedPair:
        """Return this round in step with the same deal under other rules, for as long as its actions are legal there.

        Args:
            rules: The other rules.

        Raises:
            hypothesis.errors.InvalidArgument: If the deal does not fit them.
            DealError: If they need the card of a second pack, and the round has none.

        Examples:
            >>> import ginrules as gin
            >>> from hypothesis import given
            >>> @given(gin.testing.rounds("straight-gin"))
            ... def test_what_straight_gin_allows_is_allowed_in_standard(played):
            ...     gin.testing.legal_actions_are_a_subset(played.under("standard"))
            >>> test_what_straight_gin_allows_is_allowed_in_standard()
        """
        return in_step(
            self.start.rules,
            rules_of(rules),
            self.order,
            dealer=self.start.dealer,
            seats=self.start.seats,
            knock_card=self.start.knock_card,
            actions=self.actions,
        )

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:
        end = self.end
        lines = format_round(self.start, end, self.actions)
        printer.text("\n      ".join((f"{self.start.rules}:", *lines, format_state(end))))


def states(
    rules: RulesLike = None, *, phase: type[Phase] | None = None, seats: int | None = None
) -> st.SearchStrategy[RoundState]:
    """Return a strategy for reachable states of this phase, or of all phases with equal weight.

    They are states of rounds as `pairs` draws them. It shrinks to a plain deal and an early state.

    Args:
        rules: The rules, or a strategy for them. Presets of all kinds if left out.
        phase: The phase, a class like `ginrules.SpreadTurn`.
        seats: The number of seats. Any number that the rules allow if left out.

    Raises:
        hypothesis.errors.InvalidArgument: If it is not a phase, or these rules never reach the phase.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> state = find(gin.testing.states(gin.RuleSet(), phase=gin.SpreadTurn), lambda state: state.knock_limit == 10)
        >>> type(state.phase).__name__
        'SpreadTurn'
    """
    if phase is not None and phase not in _PHASES:
        raise InvalidArgument(f"expected a phase class of ginrules, got {phase!r}")
    rules = rules_of(rules) if isinstance(rules, str) else rules
    if isinstance(rules, RuleSet) and phase is not None and not _reaches(rules, phase):
        raise InvalidArgument(f"a round of {rules.name or 'these rules'} never reaches the phase {phase.__name__}")
    return _states(_rules(rules, phase), phase, seats)


def rounds(rules: RulesLike = None, *, seats: int | None = None) -> st.SearchStrategy[PlayedRound]:
    """Return a strategy for rounds played to their end, as `pairs` draws them.

    It shrinks to a plain deal and few actions.
    Rounds without a cap on takes can be endless: such a round is abandoned after 400 actions.

    Args:
        rules: The rules, or a strategy for them. Presets of all kinds if left out.
        seats: The number of seats. Any number that the rules allow if left out.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> @given(gin.testing.rounds())
        ... def test_rounds_end(played):
        ...     assert played.end.is_over
        >>> test_rounds_end()
    """
    return _whole_rounds(_rules(rules), seats).map(lambda pair: PlayedRound(pair.start[0], pair.actions))


def actions(state: RoundState) -> st.SearchStrategy[Action]:
    """Return a strategy for a legal action, or a shuffle if chance is due. Empty when the round is over.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> state = gin.deal("standard", seed=7)
        >>> find(gin.testing.actions(state), lambda action: True) in gin.legal_actions(state)
        True
    """
    expect_state(state)
    if state.is_over:
        return st.nothing()
    if isinstance(state.phase, Reshuffle):
        due = state.discards[:-1]
        return st.integers(0, _MOST_SEED).map(lambda seed: ShuffleStock(in_random_order(due, seed)))
    return st.sampled_from(legal_actions(state))


@st.composite
def _whole_rounds(
    draw: DrawFn, rules: st.SearchStrategy[RuleSet], seats: int | None, ways: Sequence[Way] = WAYS
) -> PlayedPair:
    """Draw a round of one rule set, both sides of the pair, which is played to its end."""
    chosen = draw(rules)
    allowed = chosen.table_sizes
    if seats is not None and seats not in allowed:
        raise InvalidArgument(f"expected {' or '.join(map(str, allowed))} seats under {chosen.label}, got {seats}")
    pair: PlayedPair = draw(rounds_in_step(chosen, chosen, seats, lambda _states: False, MOST_ACTIONS, ways))
    return pair


@st.composite
def _states(
    draw: DrawFn, rules: st.SearchStrategy[RuleSet], phase: type[Phase] | None, seats: int | None
) -> RoundState:
    chosen = draw(rules)
    kind = phase or draw(st.sampled_from([kind for kind in _PHASES if _reaches(chosen, kind)]))
    for _ in range(_TRIES):
        pair = draw(_whole_rounds(st.just(chosen), seats, _WAYS_TO.get(kind, WAYS)))
        reached = [state for state, _ in pair if type(state.phase) is kind]
        if reached:
            break
    else:
        reject()
    place: int = draw(st.integers(0, len(reached) - 1))
    return reached[place]


def _rules(rules: RulesLike, phase: type[Phase] | None = None) -> st.SearchStrategy[RuleSet]:
    if rules is None:
        return st.sampled_from([one for one in map(preset, _PRESETS) if phase is None or _reaches(one, phase)])
    return st.just(rules_of(rules)) if isinstance(rules, RuleSet | str) else rules


def _reaches(rules: RuleSet, phase: type[Phase]) -> bool:
    """Return whether any round under these rules can reach the phase."""
    if phase is LayoffTurn and not rules.knock_limit and rules.layoff != "including-gin":
        return False
    return PHASE_EXISTS.get(phase, bool)(rules)


def melds(rules: RuleSet | str = STANDARD) -> st.SearchStrategy[Meld]:
    """Return a strategy for a meld of the pack under these rules. It shrinks to three low cards.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> find(gin.testing.melds(), lambda meld: meld.kind == "run").kind
        'run'
    """
    tables = rules_of(rules).tables
    masks = sorted(tables.melds(tables.pack), key=lambda meld: (meld.bit_count(), meld))
    return st.sampled_from(masks).map(lambda meld: Meld.of(CardSet(meld)))


def any_actions(state: RoundState | None = None) -> st.SearchStrategy[Action]:
    """Return a strategy for well-formed actions of every kind, legal or not, to test refusals.

    Args:
        state: The state in which the action is tried: cards that matter there, and melds and
            shuffles that are almost legal, are chosen more often.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> state = gin.deal(gin.RuleSet(), gin.shuffled(7))
        >>> @given(gin.testing.any_actions(state))
        ... def test_what_is_not_refused_is_listed(action):
        ...     assert (gin.why_illegal(state, action) is None) == (action in gin.legal_actions(state))
        >>> test_what_is_not_refused_is_listed()
    """
    if state is None:
        state = deal(STANDARD, shuffled(0))
    expect_state(state)
    seeds = st.integers(0, _MOST_SEED).map(random.Random)
    return seeds.flatmap(lambda rng: st.sampled_from(some_actions(state, rng)))


_REASONS: Final[tuple[DeadReason | None, ...]] = (None, "stock", "declined")


def outcomes(rules: RuleSet | str = STANDARD, *, seats: int | None = None) -> st.SearchStrategy[Outcome]:
    """Return a strategy for facts that these rules can price. It shrinks to a win of seat 0 without deadwood anywhere.

    Knocks, level counts, undercuts, gin, big gin and drawn rounds are each common where the rules allow them. Where a
    price needs a fact that only rounds under its rule note, the facts are those of rounds that are played.

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
    seats = min(allowed) if seats is None else seats
    if facts_needed(rules):
        return rounds(rules, seats=seats).map(lambda played: played.end.result)
    return _outcomes(rules, seats)


@st.composite
def _outcomes(draw: DrawFn, rules: RuleSet, seats: int) -> Outcome:
    most = limits_of(rules, seats)
    share = min(most.deadwood, most.deadwood_of_all // seats)
    deadwood = [draw(st.integers(0, share)) for _ in range(seats)]
    doubles = draw(st.integers(0, rules.doubling_limit.bit_length() - 1)) if rules.doubling else 0
    card = draw(st.sampled_from(pack_of(rules)))
    upcard: Card | None = card if rules.has_upcard else None
    knock_card: Card | None = card if rules.knock_source == "knock-card" else None

    def facts(
        declarer: int | None, ending: Ending, *, reason: DeadReason | None = None, laid: tuple[int, ...] = ()
    ) -> Outcome:
        factor = 1 << (max(0, doubles - 1) if ending == "refused" else doubles)
        ended = partial(Outcome, declarer=declarer, deadwood=tuple(deadwood), ending=ending, reason=reason, laid=laid)
        return ended(upcard=upcard, knock_card=knock_card, factor=factor)

    limit = 0 if rules.open_melds else min(share, rules.limit_in_force(upcard, knock_card))
    kind = draw(st.sampled_from(_endings(rules, limit)))  # the ending first, so that each is common
    if kind == "dead":
        return facts(None, "dead", reason=draw(st.sampled_from(_REASONS)))
    declarer = draw(st.integers(0, seats - 1))
    if kind == "refused":
        return facts(declarer, "refused")
    if kind not in {"knock", "level", "undercut"}:
        deadwood[declarer] = 0
        laid = tuple(draw(st.integers(0, most.laid // seats)) for _ in range(seats)) if kind == "out" else ()
        return facts(declarer, kind, laid=laid)
    own, other = draw(st.integers(1, limit)), (declarer + 1) % seats
    if kind == "knock":
        deadwood = [min(share, max(own + 1, count)) for count in deadwood]
        if draw(st.booleans()):  # ahead by one point
            deadwood[other] = min(share, own + 1)
    else:
        deadwood[other] = own if kind == "level" else draw(st.integers(0, own - 1))
    deadwood[declarer] = own
    return facts(declarer, "knock")


def _endings(rules: RuleSet, limit: int) -> list[Any]:
    """Return the ways in which a round can end; undercuts and level counts are endings of their own."""
    if rules.open_melds:
        return ["out", "dead"]
    endings = ["gin"]
    endings += ["knock", "undercut", "level"] if limit > 0 else []
    endings += ["big-gin"] if rules.big_gin else []
    endings += ["dead", "refused"] if rules.doubling else ["dead"]
    # twice: the later of several are drawn less often than their share, and drawn rounds would be below one in ten
    return [*endings, "dead"]


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
