"""The goals of the search for vectors: everything that a round can reach, and what rules make impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from ginrules.errors import IllegalAction, NotAnAction, NotYourTurn, RoundIsOver
from ginrules.melds.arrange import best_arrangement
from ginrules.play.actions import Action, DrawStock, GoBigGin, Knock, LayOff, Spread
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.phases import LayoffTurn, Phase, PlayTurn
from ginrules.play.state import RoundState
from ginrules.rules.model import RULES, RuleSet
from ginrules.scoring.score import RESULTS, LineKind

# --- edges: the least differences that decide a round -----------------------------------------------

_NOT_OF_A_ROUND: Final = ("entered", "house", "table", "opponents", "sweep-bonus", "sweep-box")
"""Lines of score pads, house rules and teams."""
_NO_ACTIONS: Final = (NotAnAction, NotYourTurn, RoundIsOver)
"""Refusals of things that have no text, of another seat's action, and after the end: no vector asks them."""

BOUNDARY_CASES: Final = (
    "level, level with 2 seats, undercut by 1, won by 1, undercut to 0, gin against 0, not gin with 0, "
    "knock at the limit, knock after the last draw, last card drawn, limit of 0, limit of an honor, "
    "one above the limit, a knock that the best melds of all cards hide, "
    "lay-off below a run, lay-off above a run, lay-off on a set, lay-off on a lay-off, third lay-off on one end, "
    "melds withheld, worse melds chosen, big gin but for an ace, card that fits two melds, "
    "two defenders level below the knocker"
).split(", ")


def boundary_cases_of_step(state: RoundState, action: Action) -> Iterator[str]:
    """Yield the edges of a position and the action played in it."""
    phase, rules = state.phase, state.rules
    if isinstance(action, DrawStock) and len(state.stock) == rules.stock_floor + 1:
        yield "last card drawn"
    if isinstance(action, Knock | GoBigGin) and len(state.stock) == rules.stock_floor:
        yield "knock after the last draw"
    if isinstance(action, Spread) and state.turn is not None:
        yield from _edges_of_spread(state, state.hand_masks[state.turn], action)
    if isinstance(phase, PlayTurn) and not rules.open_melds:
        yield from _edges_of_limit(state)
    if isinstance(phase, LayoffTurn):
        if isinstance(action, LayOff):
            yield from _edges_of_layoff(state, action)
        for card in state.hands[phase.seat]:
            if sum(_fits(card, meld) for meld in state.table) > 1:
                yield "card that fits two melds"


def _edges_of_spread(state: RoundState, hand: int, action: Spread) -> Iterator[str]:
    tables, left = state.setup.tables, hand & ~sum(meld.cards.mask for meld in action.melds)
    if tables.value(left) > tables.deadwood(left):
        yield "melds withheld"
    elif tables.value(left) > tables.deadwood(hand):
        yield "worse melds chosen"


def _edges_of_limit(state: RoundState) -> Iterator[str]:
    tables, hand, limit = state.setup.tables, state.hand_masks[state.turn or 0], state.knock_limit
    left = [tables.deadwood(hand & ~(1 << card)) for card in state.hands[state.turn or 0]]
    if tables.deadwood(hand) == 1 and state.rules.big_gin:
        yield "big gin but for an ace"
    if limit + 1 in left:
        yield "one above the limit"
    if min(left) <= limit:
        best = best_arrangement(state.hands[state.turn or 0], state.rules)
        if best.deadwood - max((tables.values[card] for card in best.unmelded), default=0) > limit:
            yield "a knock that the best melds of all cards hide"
    if min(left) <= limit and state.rules.knock_source != "fixed":
        if limit == 0:
            yield "limit of 0"
        if _limiting_rank(state) > 10:
            yield "limit of an honor"


def _limiting_rank(state: RoundState) -> int:
    card = state.upcard if state.rules.knock_source == "upcard" else state.knock_card
    return 0 if card is None else card.rank


def _fits(card: Any, meld: Any) -> bool:
    ranks = [held.rank for held in meld.cards]
    if meld.kind == "set":
        return card.rank == ranks[0] and card not in meld.cards
    return card.suit == next(iter(meld.cards)).suit and card.rank in (min(ranks) - 1, max(ranks) + 1)


def _edges_of_layoff(state: RoundState, action: LayOff) -> Iterator[str]:
    meld = state.table[action.onto]
    if meld.kind == "set":
        yield "lay-off on a set"
        return
    ranks = [card.rank for card in meld.original]
    yield "lay-off above a run" if action.card.rank > max(ranks) else "lay-off below a run"
    distance = min(abs(action.card.rank - rank) for rank in ranks)
    if distance > 1:
        yield "lay-off on a lay-off"
    if distance > 2:
        yield "third lay-off on one end"


def boundary_cases_of_end(outcome: Outcome, limit: int) -> Iterator[str]:
    """Yield the edges of the end of a round, from its facts."""
    knocker = outcome.declarer
    if knocker is None or outcome.ending in ("out", "refused"):
        return
    kept = outcome.deadwood[knocker]
    around = [outcome.deadwood[(knocker + step) % outcome.seats] for step in range(1, outcome.seats)]
    if outcome.ending != "knock":
        if 0 in around:
            yield "gin against 0"
        return
    yield from _edges_of_knock(kept, around, limit)


def _edges_of_knock(kept: int, around: list[int], limit: int) -> Iterator[str]:
    if kept == 0:
        yield "not gin with 0"
        return
    least = min(around)
    named = {
        "knock at the limit": kept == limit,
        "level": least == kept,
        "level with 2 seats": around.count(kept) > 1 and least == kept,
        "undercut by 1": least == kept - 1,
        "won by 1": least == kept + 1,
        "undercut to 0": least == 0,
        "two defenders level below the knocker": least < kept and around.count(least) > 1,
    }
    yield from (name for name, is_so in named.items() if is_so)


# --- everything, and what is impossible -----------------------------------------------------------


def _in_words(cls: type) -> str:
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in cls.__name__).lstrip("-")


_NAMES: Final[Mapping[type, str]] = {cls: _in_words(cls) for cls in (*get_args(Phase), *get_args(Action))}


def name_of(cls: type) -> str:
    """Return a phase's or an action's name, in small letters with hyphens."""
    return _NAMES[cls]


def universe(rules: Iterable[str]) -> list[str]:
    """Return the names of everything that a vector of any rule set can reach."""
    codes = sorted(error.code for error in IllegalAction.__subclasses__() if error not in _NO_ACTIONS)
    return [
        *(f"phase: {name_of(phase)}" for phase in get_args(Phase)),
        *(f"action: {name_of(action)}" for action in get_args(Action)),
        *(f"ending: {ending}" for ending in get_args(Ending)),
        *(f"reason: {reason}" for reason in get_args(DeadReason)),
        *(f"result: {result}" for result in RESULTS),
        *(f"line: {kind}" for kind in get_args(LineKind) if kind not in _NOT_OF_A_ROUND),
        *(f"edge: {edge}" for edge in BOUNDARY_CASES),
        *(f"code: {code}" for code in codes),
        *dict.fromkeys(rules),
    ]


Needs = Callable[[RuleSet], bool]


def _is(**values: Any) -> Needs:
    return lambda rules: all(
        getattr(rules, name) in (value if isinstance(value, tuple) else (value,)) for name, value in values.items()
    )


def _knocks(rules: RuleSet) -> bool:
    return not rules.open_melds and rules.knock_limit > 0


def _is_own_penalty(rules: RuleSet) -> bool:
    return rules.score_mode == "penalty" and rules.penalty_share == "own"


def _most_points(rules: RuleSet) -> int:
    size = rules.hand_size if isinstance(rules.hand_size, int) else max(rules.hand_size.values())
    return size * max(rules.card_values)


def _some_are_above(rules: RuleSet) -> bool:
    """Return whether a hand can be above the knock limit by its points."""
    return not rules.open_melds and (rules.knock_limit < _most_points(rules) or rules.knock_source != "fixed")


def _has_many(rules: RuleSet) -> bool:
    return max(rules.table_sizes) > 2


def _several_gain(rules: RuleSet) -> bool:
    return _has_many(rules) and rules.score_mode == "gain"


def _has_boxes(rules: RuleSet) -> bool:
    return bool(rules.gin_boxes or rules.big_gin_boxes or rules.undercut_boxes or rules.team_sweep_boxes)


def _multiplies_all(rules: RuleSet) -> bool:
    return rules.spade_scope == "hand-and-all-boxes"


_CLOSED: Final = _is(open_melds=False)
_OPEN: Final = _is(open_melds=True)
_CHOOSES: Needs = lambda rules: _knocks(rules) and rules.knocker_melds == "named"
_LAYOFFS: Final = _is(layoff=("knock-only", "including-gin"), open_melds=False)
_DOUBLES: Final = _is(doubling=True)
_SHUFFLES: Final = _is(stock_exhausted="reshuffle")
_PENALTY: Final = _is(score_mode="penalty")
_TIED: Needs = lambda rules: _knocks(rules) and rules.tie == "nobody"
_TABLE: Final = _is(score_mode="table-count")
_TAKES_SEVERAL: Final = _is(discard_take="several")
_COLUMNS: Needs = lambda rules: rules.columns > 1
_SPADES: Needs = lambda rules: rules.spade_multiplier > 1 and rules.score_mode == "gain"

_NEEDS: Final[Mapping[str, Needs]] = {
    "phase: upcard-offer": _is(opening="upcard-offer"),
    "phase: spread-turn": lambda rules: not rules.open_melds,
    "phase: layoff-turn": lambda rules: not rules.open_melds,
    "phase: last-discard": _is(stock_exhausted="last-discard-option"),
    "phase: reshuffle": _SHUFFLES,
    "phase: double-offer": _DOUBLES,
    "action: decline": lambda rules: rules.opening == "upcard-offer" or rules.stock_exhausted == "last-discard-option",
    "action: knock": _CLOSED,
    "action: spread": _CLOSED,
    "action: go-big-gin": _is(big_gin=True),
    "action: done": _CLOSED,
    "action: lay-down": _OPEN,
    "action: lay-off": lambda rules: rules.open_melds or rules.layoff != "none",
    "action: shuffle-stock": _SHUFFLES,
    "action: double": _DOUBLES,
    "action: accept": _DOUBLES,
    "action: refuse": _DOUBLES,
    "ending: knock": _knocks,
    "ending: gin": _CLOSED,
    "ending: big-gin": _is(big_gin=True),
    "ending: out": _OPEN,
    "ending: refused": _DOUBLES,
    "reason: stock": _is(stock_exhausted="draw"),
    "reason: declined": _is(stock_exhausted="last-discard-option"),
    "reason: take-cap": lambda rules: rules.take_cap > 0,
    "reason: returned-pair": _is(return_pair=True),
    "reason: reshuffle-cap": lambda rules: rules.stock_exhausted == "reshuffle" and rules.reshuffle_cap > 0,
    "result: knock": _knocks,
    "result: undercut": _knocks,
    "result: gin": _CLOSED,
    "result: gin-off": lambda rules: _knocks(rules) and rules.gin_off_bonus > 0 and rules.score_mode == "gain",
    "result: big-gin": _is(big_gin=True),
    "result: tie": lambda rules: _TIED(rules) or (_several_gain(rules) and rules.gain_from == "each-with-knocker"),
    "result: void": _is(layoff="including-gin", score_mode="gain"),
    "result: out": _OPEN,
    "result: refused": _DOUBLES,
    "line: deadwood-difference": lambda rules: rules.score_mode == "gain" or _is_own_penalty(rules),
    "line: deadwood": _is(score_mode="penalty", undercut_penalty="full"),
    "line: pooled-deadwood": _is(score_mode="penalty", penalty_share="pooled"),
    "line: laid": _TABLE,
    "line: held": _TABLE,
    "line: gin-bonus": lambda rules: rules.gin_bonus > 0,
    "line: big-gin-bonus": lambda rules: rules.big_gin and rules.big_gin_bonus > 0,
    "line: undercut-bonus": lambda rules: rules.undercut_bonus > 0 and _knocks(rules),
    "line: gin-off-bonus": lambda rules: rules.gin_off_bonus > 0,
    "line: knock-bonus": lambda rules: rules.knock_bonus > 0 and _knocks(rules),
    "line: refusal-bonus": lambda rules: rules.doubling and rules.refusal_bonus > 0,
    "line: spade": _SPADES,
    "line: double": _DOUBLES,
    "line: box": _is(score_mode="gain"),
    "line: extra-box": lambda rules: _has_boxes(rules) or (_SPADES(rules) and rules.spade_scope != "hand"),
    "result: dead": lambda rules: rules.take_cap > 0 or rules.stock_exhausted != "reshuffle",
    "code: big-gin-not-offered": _is(big_gin=False),
    "code: not-big-gin": _is(big_gin=True),
    "code: big-gin-needs-gin": _is(big_gin_needs_gin=True),
    "code: doubling-limit-reached": _DOUBLES,
    "code: no-doubling-right": _DOUBLES,
    "code: doubling-not-offered": lambda rules: not rules.doubling,
    "code: duty-cannot-be-met": _TAKES_SEVERAL,
    "code: must-use-taken-card": _TAKES_SEVERAL,
    "code: knock-not-allowed": _OPEN,
    "code: too-much-deadwood": lambda rules: _some_are_above(rules) or (rules.big_gin and not rules.open_melds),
    "code: melds-overlap": _CLOSED,
    "code: must-draw-stock": lambda rules: (
        rules.opening == "no-upcard" or (rules.opening == "upcard-offer" and rules.both_pass_draw == "stock-only")
    ),
    "code: taken-this-turn": _is(return_taken_discard=False),
    "code: spread-not-best": _is(knocker_melds="best"),
    "code: not-the-due-shuffle": _SHUFFLES,
    "code: cannot-lay-off": lambda rules: rules.open_melds or rules.layoff != "none",
    "edge: level with 2 seats": lambda rules: _knocks(rules) and _has_many(rules),
    "edge: two defenders level below the knocker": lambda rules: _knocks(rules) and _has_many(rules),
    "edge: gin against 0": _CLOSED,
    "edge: not gin with 0": lambda rules: 0 in rules.card_values,
    "edge: knock after the last draw": _CLOSED,
    **dict.fromkeys(("edge: melds withheld", "edge: worse melds chosen"), _CHOOSES),
    "edge: big gin but for an ace": lambda rules: rules.big_gin and 1 in rules.card_values,
    "edge: limit of 0": lambda rules: rules.knock_source != "fixed" and rules.ace_upcard == "gin-only",
    "edge: limit of an honor": lambda rules: rules.knock_source != "fixed",
    "edge: one above the limit": _some_are_above,
    "edge: knock at the limit": lambda rules: (
        _knocks(rules) and (rules.knock_limit <= _most_points(rules) or rules.knock_source != "fixed")
    ),
    "edge: a knock that the best melds of all cards hide": _CLOSED,
    "edge: lay-off on a lay-off": lambda rules: _LAYOFFS(rules) and rules.layoff_chain,
    "edge: third lay-off on one end": lambda rules: _LAYOFFS(rules) and rules.layoff_chain,
    **{
        f"edge: {edge}": _LAYOFFS
        for edge in BOUNDARY_CASES
        if edge.startswith("lay-off ") and edge != "lay-off on a lay-off"
    },
    "edge: card that fits two melds": _CLOSED,  # it is looked at in every turn of a defender
    **{f"edge: {edge}": _knocks for edge in ("level", "undercut by 1", "won by 1", "undercut to 0")},
    # a rule shows in no answer, whatever its value, without these
    "rule: shutout_bonus": _is(shutout="flat"),
    "rule: shutout_when": lambda rules: rules.shutout != "none",
    "rule: reshuffle_cap": _SHUFFLES,
    "rule: doubling_limit": _DOUBLES,
    "rule: refusal_bonus": _DOUBLES,
    "rule: penalty_share": _PENALTY,
    "rule: undercut_penalty": lambda rules: _PENALTY(rules) and _knocks(rules),
    "rule: gain_from": _several_gain,
    "rule: spade_scope": lambda rules: _SPADES(rules) and (_has_boxes(rules) or _multiplies_all(rules)),
    "rule: spade_scope, not hand-and-all-boxes": _SPADES,
    "rule: ace_upcard": lambda rules: rules.knock_source != "fixed",
    "rule: column_entry": _COLUMNS,
    "rule: column_close": _COLUMNS,
    "rule: match_games": _is(match_form="best-of"),
    "rule: match_target": _is(match_form="points"),
    "rule: match_bonus": _is(match_form="points"),
    "rule: return_pair": _is(return_taken_discard=True),
    "rule: opponents": _is(seating="partnership"),
    "rule: big_gin_bonus": _is(big_gin=True),
    "rule: big_gin_boxes": _is(big_gin=True),
    "rule: big_gin_needs_gin": _is(big_gin=True),
    "rule: tie": _knocks,
    "rule: undercut_bonus": _knocks,
    "rule: knock_source": _CLOSED,
    "rule: knock_source, not knock-card": _is(),  # the deal has one card more, whatever is played
    "rule: defender_melds": _CLOSED,
    "rule: layoff_chain": lambda rules: rules.open_melds or rules.layoff != "none",
    "rule: both_pass_draw": _is(opening="upcard-offer"),
    "rule: knocker_melds": _CLOSED,
}
"""The rules without which a goal is impossible. Goals that are left out are possible under some value of all rules."""


def is_impossible(name: str, rules: RuleSet) -> bool:
    """Return whether the rules are known to make a goal impossible."""
    needs = _NEEDS.get(name) or _NEEDS.get(name.split(",", maxsplit=1)[0])
    if needs is not None and not needs(rules):
        return True
    if name.startswith("rule: seating"):  # two at a table sit head to head, by whatever name
        return max(rules.player_counts) == 2
    return False


def rule_goal(name: str, changed: RuleSet) -> str:
    """Return the goal that another value of a rule changes an answer."""
    value = getattr(changed, name)
    return f"rule: {name}, not {str(value).lower()}" if RULES[name].kind in ("choice", "yes-no") else f"rule: {name}"


def goals_of_step(state: RoundState, action: Action, legal: Iterable[Action]) -> Iterator[tuple[str, str]]:
    """Yield the goals that a position and its action reach."""
    phase, kind = name_of(type(state.phase)), name_of(type(action))
    yield from (("phase", phase), ("move", f"{phase} {kind}"), ("action", kind))
    yield from (("choice", f"{phase} {name_of(other)}") for other in {type(other) for other in legal})
    yield from (("edge", edge) for edge in boundary_cases_of_step(state, action))
