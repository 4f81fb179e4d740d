"""Hypothesis strategies: cards and hands, states and rounds, outcomes and matches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import attrs
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules._support.values import index_of, shown
from ginrules.cards import CARDS, Card, CardSet
from ginrules.match.advance import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    Done,
    Double,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Refuse,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import STANDARD, in_random_order, pack_of, stacked
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.phases import (
    DoubleOffer,
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    Phase,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import RoundState, expect_state
from ginrules.presets import preset
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.limits import limits_of
from ginrules.testing.policies import POLICIES, fresh, played, steps
from ginrules.testing.round_pairs import PlayedPair, in_step

_MOST_MELDS: Final = 4
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


def card_sets(
    rules: RuleSet | str = STANDARD, *, min_size: int = 0, max_size: int | None = None
) -> st.SearchStrategy[CardSet]:
    """Return a strategy for any cards of the pack. It shrinks to few and low cards.

    Args:
        rules: The rules that decide the pack.
        min_size: The smallest number of cards.
        max_size: The largest number of cards. The whole pack if None.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> len(find(gin.testing.card_sets(), lambda cards: len(cards) == 2))
        2
    """
    return st.sets(cards(rules), min_size=min_size, max_size=max_size).map(CardSet.of)


def hands(rules: RuleSet | str = STANDARD, size: int | None = None) -> st.SearchStrategy[CardSet]:
    """Return a strategy for hands rich in melds: only a quarter of uniform ten-card hands hold a set.

    Half the hands consist of melds, which can share cards, and a few other cards. The other
    half hold any cards. It shrinks to the lowest cards.

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
    tables = rules.tables
    held = 0
    for _ in range(draw(st.integers(0, _MOST_MELDS))):
        room = size - held.bit_count()
        fitting = [meld for meld in _melds(rules) if 0 < (meld & ~held).bit_count() <= room]
        if not fitting:
            break
        held |= draw(st.sampled_from(fitting))
    free = [card for card in range(len(CARDS)) if tables.pack >> card & 1 and not held >> card & 1]
    for place in draw(st.lists(st.integers(0, len(CARDS) - 1), max_size=size - held.bit_count())):
        held |= 1 << free.pop(place % len(free))
    seed = draw(st.integers(0, _MOST_SEED))
    if seed:
        random.Random(seed).shuffle(free)
    return CardSet(held | sum(1 << card for card in free[: size - held.bit_count()]))


@lru_cache(maxsize=64)
def _melds(rules: RuleSet) -> tuple[int, ...]:
    """Return every meld of the pack with at most six cards, small and low melds first."""
    tables = rules.tables
    short = (meld for meld in tables.melds(tables.pack) if meld.bit_count() <= 6)
    return tuple(sorted(short, key=lambda meld: (meld.bit_count(), meld)))


RulesLike = RuleSet | str | st.SearchStrategy[RuleSet] | None

_TRIES: Final = 40
_PHASES: Final = (
    UpcardOffer, DrawTurn, PlayTurn, SpreadTurn, LayoffTurn, LastDiscard, Reshuffle, RoundOver, DoubleOffer,
)  # fmt: skip
_PRESETS: Final = (
    "standard", "oklahoma", "straight-gin", "rubl", "openspiel", "round-the-corner", "gin-romme", "penalty-2-to-4",
    "mahjong-gin", "oklahoma-second-deck", "cardgames-io",
)  # fmt: skip
_AFTER_THE_STOCK: Final = (LastDiscard, Reshuffle)
_OTHERS: Final = (tuple(POLICIES), ("stalling",) * len(POLICIES))
_FOR_PHASE: Final = {
    LastDiscard: ("rubl", "openspiel", "gra-tournament"),
    Reshuffle: ("penalty-2-to-4",),
    DoubleOffer: ("doubling-gin",),
    UpcardOffer: ("standard", "oklahoma", "mahjong-gin"),
    SpreadTurn: ("standard", "oklahoma", "openspiel", "penalty-2-to-4", "round-the-corner"),
    LayoffTurn: ("standard", "oklahoma", "openspiel", "penalty-2-to-4", "round-the-corner"),
}


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
        done = ", ".join(map(str, self.actions)) or "nothing"
        printer.pretty(self.start)
        printer.text(f" played {done}")


def states(
    rules: RulesLike = None, *, phase: type[Phase] | None = None, seats: int | None = None
) -> st.SearchStrategy[RoundState]:
    """Return a strategy for reachable states of this phase, or of all phases with equal weight.

    Play is greedy most of the time, so knocks, spreads and lay-offs occur. It stalls sometimes,
    so stocks run out. It shrinks to a small seed and an early state.

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
    names = _PRESETS if phase is None else _FOR_PHASE.get(phase, _PRESETS)
    return _states(_rules(rules, names), phase, seats)


def rounds(rules: RulesLike = None, *, seats: int | None = None) -> st.SearchStrategy[PlayedRound]:
    """Return a strategy for rounds played to their end. It shrinks to a small seed and greedy play.

    Rounds without a cap on takes can be endless: such a round is abandoned after 4,000 actions.

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
    return _rounds(_rules(rules, _PRESETS), seats)


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


def action_sequences(state: RoundState, *, max_size: int = 30) -> st.SearchStrategy[tuple[Action, ...]]:
    """Return a strategy for a legal sequence of actions from this state. It shrinks to no actions.

    Args:
        state: The first state.
        max_size: The largest number of actions.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> start = gin.deal(gin.RuleSet(), gin.shuffled(7))
        >>> len(find(gin.testing.action_sequences(start), lambda actions: len(actions) == 2))
        2
    """
    return _action_sequences(state, max_size)


@st.composite
def _action_sequences(draw: DrawFn, state: RoundState, max_size: int) -> tuple[Action, ...]:
    size = draw(st.integers(0, max_size))
    policy = POLICIES[draw(st.sampled_from(sorted(POLICIES)))]
    seed = draw(st.integers(0, _MOST_SEED))
    return tuple(played(state, seed, policy, size))


@st.composite
def _rounds(draw: DrawFn, rules: st.SearchStrategy[RuleSet], seats: int | None) -> PlayedRound:
    start, seed, policy = _begun(draw, rules, seats)
    return PlayedRound(start, tuple(played(start, seed, POLICIES[policy])))


def _begun(draw: DrawFn, rules: st.SearchStrategy[RuleSet], seats: int | None) -> tuple[RoundState, int, str]:
    chosen = draw(rules)
    allowed = chosen.table_sizes
    if seats is not None and seats not in allowed:
        raise InvalidArgument(f"expected {' or '.join(map(str, allowed))} seats under {chosen.label}, got {seats}")
    at_table = draw(st.sampled_from(allowed)) if seats is None else seats
    policy = draw(st.sampled_from(list(POLICIES)))
    seed = draw(st.integers(0, _MOST_SEED))
    return fresh(chosen, seats=at_table, seed=seed), seed, policy


@st.composite
def _states(
    draw: DrawFn, rules: st.SearchStrategy[RuleSet], phase: type[Phase] | None, seats: int | None
) -> RoundState:
    start, seed, policy = _begun(draw, rules, seats)
    by_phase: dict[str, list[RoundState]] = {}
    for number in range(_TRIES):
        # other seeds and policies, until the phase is reached
        playing = policy if number == 0 else _OTHERS[phase in _AFTER_THE_STOCK][number % len(POLICIES)]
        first = start if number == 0 else fresh(start.rules, seats=start.seats, seed=seed + number)
        by_phase.setdefault(type(first.phase).__name__, []).append(first)
        for _, state in steps(first, seed + number, POLICIES[playing]):
            by_phase.setdefault(type(state.phase).__name__, []).append(state)
        if phase is None or phase.__name__ in by_phase:
            break
    names = [kind.__name__ for kind in _PHASES if kind.__name__ in by_phase]
    name = draw(st.sampled_from(names)) if phase is None else phase.__name__
    if name not in by_phase:
        reject()
    place: int = draw(st.integers(0, len(by_phase[name]) - 1))
    return by_phase[name][place]


def _rules(rules: RulesLike, names: tuple[str, ...]) -> st.SearchStrategy[RuleSet]:
    if rules is None:
        return st.sampled_from([STANDARD if name == "standard" else preset(name) for name in names])
    return st.just(rules_of(rules)) if isinstance(rules, RuleSet | str) else rules


def _reaches(rules: RuleSet, phase: type[Phase]) -> bool:
    """Return whether any round under these rules can reach the phase."""
    if phase is UpcardOffer:
        return rules.opening == "upcard-offer"
    if phase is LastDiscard:
        return rules.stock_exhausted == "last-discard-option"
    if phase is Reshuffle:
        return rules.stock_exhausted == "reshuffle"
    if phase is SpreadTurn:
        return not rules.open_melds
    if phase is LayoffTurn:
        return not rules.open_melds and (rules.knock_limit > 0 or rules.layoff == "including-gin")
    return True


_KINDS: Final[tuple[type, ...]] = (
    Decline, TakeDiscard, DrawStock, Discard, Knock, GoBigGin, Done, LayOff, LayDown, Spread, ShuffleStock,
    Double, Accept, Refuse,
)  # fmt: skip


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
    return _any_actions(state)


def _near(state: RoundState | None) -> st.SearchStrategy[Card]:
    """Return a strategy for a card, preferring cards in a hand or on the pile."""
    if state is None or state.turn is None:
        return st.sampled_from(CARDS)
    near = [*state.hands[state.turn], *state.discards[-2:]]
    return st.one_of(st.sampled_from(near), st.sampled_from(CARDS)) if near else st.sampled_from(CARDS)


@st.composite
def _any_melds(draw: DrawFn, state: RoundState | None) -> Meld:
    """Draw a meld as an action names it: legal, with other cards, too short, of the wrong kind, or empty."""
    rules = STANDARD if state is None else state.rules
    tables = rules.tables
    held = 0 if state is None or state.turn is None else state.hand_masks[state.turn]
    own = tables.melds(held) or tables.melds(tables.pack)[:20]
    kind = draw(st.sampled_from(("own", "pack", "wrong kind", "any", "part")))
    if kind == "any" or not own:
        return Meld.of(CardSet.of(draw(st.sets(_near(state), max_size=5))))
    if kind == "pack":
        chosen: Meld = draw(melds(rules))
        return chosen
    meld = Meld.of(CardSet(draw(st.sampled_from(own))))
    if kind == "wrong kind":
        return Meld(meld.cards, "run" if meld.kind == "set" else "set")
    if kind == "part":
        return Meld.of(CardSet.of(list(meld.cards)[: draw(st.integers(0, 2))]))
    return meld


@st.composite
def _shuffles(draw: DrawFn, state: RoundState | None) -> ShuffleStock:
    """Draw an order of the cards that a shuffle needs, or almost these cards."""
    if state is None or not isinstance(state.phase, Reshuffle):
        return ShuffleStock(draw(st.lists(st.sampled_from(CARDS), max_size=4)))
    order = list(draw(st.permutations(state.discards[:-1])))
    match draw(st.sampled_from(("", "short", "twice", "top", "other"))):
        case "short":
            order = order[1:]
        case "twice":
            order = [*order, *order[:1]]
        case "top":
            order = [*order, state.discards[-1]]
        case "other":
            order = [*order[1:], draw(st.sampled_from(CARDS))]
        case _:
            pass
    return ShuffleStock(order)


@st.composite
def _any_actions(draw: DrawFn, state: RoundState | None) -> Action:
    kind = draw(st.sampled_from(_KINDS))
    if kind is TakeDiscard:
        return TakeDiscard(draw(st.one_of(st.integers(1, 4), st.integers(-1, 60))))
    if kind is Discard:
        return Discard(draw(_near(state)))
    if kind is Knock:
        return Knock(draw(_near(state)))
    if kind is LayDown:
        return LayDown(draw(_any_melds(state)))
    if kind is LayOff:
        on_table = 4 if state is None else max(4, len(state.table))
        return LayOff(draw(_near(state)), draw(st.integers(-1, on_table)))
    if kind is Spread:
        return _spread(draw, state)
    if kind is ShuffleStock:
        shuffle: ShuffleStock = draw(_shuffles(state))
        return shuffle
    plain: Action = kind()
    return plain


def _spread(draw: DrawFn, state: RoundState | None) -> Spread:
    listed = legal_actions(state) if state is not None and isinstance(state.phase, SpreadTurn) else ()
    if draw(st.booleans()) and listed:
        chosen: Action = draw(st.sampled_from(listed))
        assert isinstance(chosen, Spread)
        return chosen if draw(st.booleans()) else Spread([*chosen.melds[1:], draw(_any_melds(state))])
    return Spread(draw(st.lists(_any_melds(state), max_size=4)))


_REASONS: Final[tuple[DeadReason | None, ...]] = (None, "stock", "declined")


def outcomes(rules: RuleSet | str = STANDARD, *, seats: int | None = None) -> st.SearchStrategy[Outcome]:
    """Return a strategy for facts that these rules can price. It shrinks to a win of seat 0 without deadwood anywhere.

    Knocks, level counts, undercuts, gin, big gin and drawn rounds are each common where the rules allow them.

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
        return Outcome(
            declarer=declarer, deadwood=tuple(deadwood), ending=ending, reason=reason,
            upcard=upcard, knock_card=knock_card, laid=laid,
            factor=1 << (max(0, doubles - 1) if ending == "refused" else doubles),
        )  # fmt: skip

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
    can_be = {
        "gin": True, "knock": limit > 0, "undercut": limit > 0, "level": limit > 0, "big-gin": rules.big_gin,
        "dead": True, "refused": rules.doubling,
    }  # fmt: skip
    return [ending for ending, possible in can_be.items() if possible]


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
