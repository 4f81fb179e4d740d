"""An example of a difference from ``standard`` in sentences: the deal, the actions, and the result by both rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, get_args

from ginrules.cards import CARDS, Card, CardSet
from ginrules.match.advance import add_round, new_match
from ginrules.match.seating import Table
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
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
from ginrules.play.deal import deal, pack_of
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.presets import preset, preset_names
from ginrules.rules.conditions import points_count
from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.texts import joined, plural
from ginrules.scoring import price
from ginrules.scoring.score import RoundScore, TeamScore
from ginrules.show.rulecard.card import Kind
from ginrules.show.rulecard.start import sentence
from ginrules.testing.differences import MatchKind, RoundDivergence
from ginrules.testing.match_pairs import outcomes_of
from tools.card_examples.differences import ROUND, Difference, differences, shortest
from tools.card_examples.rounds import (
    NAMES,
    card_text,
    example_round,
    example_sheet,
    layoff_example,
    round_example,
    scored,
    sheet_rows,
    written_where,
)

Block = tuple[int, int, tuple[str, ...]]
"""The place of the kind, the place of the rule if the lines are about one, and the lines."""

KINDS: tuple[Kind, ...] = get_args(Kind)


def examples_text() -> str:
    """Return the examples, equal lines once with the names of their presets."""
    names: dict[Block, list[str]] = {}
    for name in preset_names():
        for kind, rule, lines in blocks_of(preset(name)):
            if lines:
                names.setdefault((KINDS.index(kind), rule, lines), []).append(name)
    blocks = sorted(names, key=lambda block: block[:2])
    return "\n".join("\n".join([" ".join([KINDS[block[0]], *names[block]]), *block[2], ""]) for block in blocks)


def blocks_of(rules: RuleSet) -> Iterator[tuple[Kind, int, tuple[str, ...]]]:
    """Yield the lines of a card's examples: their kind, the place of the rule, and the lines."""
    shown = example_round(rules)
    if shown is not None:
        yield "round", 0, tuple(round_example(shown))
        yield "lay-offs", 0, tuple(layoff_example(shown))
    for difference in differences(rules):
        line = difference_line(rules, difference)
        place = -1 if difference.names == ROUND else list(RULES).index(difference.names[0])
        yield "differences", place, (line,) if line else ()
    if rules.columns > 1:
        match = example_sheet(rules)
        yield "sheet", 0, tuple(sheet_rows(match))
        yield "written", 0, tuple(written_where(match))


_MOST_ACTIONS: Final = 8  # actions
_USUAL: Final = "by the usual rule"
_SEATS: Final = frozenset({"player_counts", "seating"})
_PACK: Final = frozenset({"ranks", "suits"})


def difference_lines(rules: RuleSet) -> tuple[str, ...]:
    """Return an example of each difference from ``standard`` that can be shown."""
    return tuple(filter(None, (difference_line(rules, difference) for difference in differences(rules))))


def difference_line(rules: RuleSet, difference: Difference) -> str:
    """Return the example of a difference, after the rules in words, or an empty text if there is none."""
    line = _line(rules, difference)
    return f"{sentence(difference.words)}: {line}" if line else ""


def _line(rules: RuleSet, difference: Difference) -> str:
    if _PACK & {*difference.names}:
        return f"{sentence(_pack(rules))}; {_USUAL} {_pack(difference.usual)}."
    pair = shortest(rules, difference)
    if pair is None:
        return _seats_words(rules, difference.usual) if _SEATS & {*difference.names} else ""
    return _round_words(pair) if isinstance(pair, RoundDivergence) else _match_words(*pair)


# --- rounds ------------------------------------------------------------------------------------------


def _round_words(pair: RoundDivergence) -> str:
    here, usual = pair.states
    dealt = next(pair.record(here.rules).states())
    if pair.kind == "deal":
        return f"{_dealt(here)}; {_USUAL} {_dealt(usual)}."
    words = " ".join([f"{_held(dealt, pair.actions)}.", *_action_words(dealt, pair.actions)])
    return f"{words} {_ends(pair)}."


def _pack(rules: RuleSet) -> str:
    cards = pack_of(rules)
    seats = min(rules.table_sizes)
    dealt = deal(rules, cards, seats=seats, knock_card=CARDS[0] if rules.knock_source == "knock-card" else None)
    pack = f"{card_text(cards[0])} to {card_text(cards[-1])}"
    return f"the pack is {pack}, and {plural(len(dealt.stock_pile), 'card')} are left after the deal"


def _dealt(state: RoundState) -> str:
    return joined((f"{NAMES[seat]} is dealt {len(hand)} cards" for seat, hand in enumerate(state.hands)), "and")


def _held(dealt: RoundState, actions: Sequence[Action]) -> str:
    """Return the hands that matter, and the cards turned up."""
    seats = range(dealt.seats) if any(isinstance(action, Spread) for action in actions) else (dealt.turn or 0,)
    hands = [f"{NAMES[seat]} holds {spans(dealt.hands[seat])}" for seat in seats]
    turned = [
        f"the {name} is {card_text(card)}"
        for name, card in (("upcard", dealt.upcard), ("knock card", dealt.knock_card))
        if card is not None
    ]
    return joined([*hands, *turned], "and")


def spans(cards: CardSet | Iterable[Card]) -> str:
    """Return cards by suit, four or more in sequence by the first and the last: ``2♣ to 5♣ 9♥``."""
    ordered = sorted(cards, key=lambda card: (card.suit, card.rank))
    texts = []
    for _, group in groupby(enumerate(ordered), key=lambda item: (item[1].suit, item[1].rank - item[0])):
        run = [card for _, card in group]
        is_long = len(run) > 3
        texts += [f"{card_text(run[0])} to {card_text(run[-1])}"] if is_long else [card_text(card) for card in run]
    return " ".join(texts)


def _action_words(state: RoundState, actions: Sequence[Action]) -> Iterator[str]:
    """Yield the actions, by player, with many summed up."""
    steps: list[tuple[str, str]] = []
    for action in actions:
        who = NAMES[state.turn] if state.turn is not None else "chance"
        steps.append((who, _done(action, state)))
        state = apply(state, action)
    if len(steps) > _MOST_ACTIONS:
        left = plural(len(state.stock_pile), "card")
        yield f"Nobody knocks in {len(steps)} actions; {left} are left in the stock."
        return
    for who, group in groupby(steps, key=lambda step: step[0]):
        yield f"{who} {joined((text for _, text in group), 'and')}."


_DONE: Final[Mapping[type, str]] = {
    Decline: "passes",
    DrawStock: "draws from the stock",
    GoBigGin: "declares big gin",
    Done: "is done",
    Double: "doubles",
    Accept: "accepts the double",
    Refuse: "refuses the double",
    ShuffleStock: "shuffles the discards",
}


def _done(action: Action, state: RoundState) -> str:
    """Return an action as a verb."""
    match action:
        case TakeDiscard(count):
            return f"takes {' '.join(card_text(CARDS[card]) for card in state.discard_pile[-count:])}"
        case Discard(card):
            return f"discards {card_text(card)}"
        case Knock(card):
            return f"knocks with {card_text(card)}"
        case Spread(melds):
            return f"spreads {joined((spans(meld.cards) for meld in melds), 'and')}" if melds else "spreads no meld"
        case LayDown(meld):
            return f"lays down {spans(meld.cards)}"
        case LayOff(card):
            return f"lays off {card_text(card)}"
        case _:
            return _DONE[type(action)]


def _ends(pair: RoundDivergence) -> str:
    """Return the end of the round under the two rule sets."""
    here, usual = pair.states
    match pair.kind:
        case "legal":
            return _allowed(here, usual)
        case "outcome" | "points" | "end" | "turn" | "deal" | None:
            return f"{sentence(_state(here, usual))}; {_USUAL} {_state(usual, here)}"


def _state(state: RoundState, other: RoundState) -> str:
    if state.outcome is None:
        if state.turn is None:
            return "the discards are shuffled as a new stock"
        return f"{NAMES[state.turn]} is to {state.phase.prompt}"
    if state.outcome.declarer is None:
        return "the round is drawn"
    score = scored(price(state.outcome, state.rules), state.rules)
    if other.outcome is None or state.outcome.deadwood == other.outcome.deadwood:
        return score
    return f"{_counts(state)}, and {score}"


def _counts(state: RoundState) -> str:
    assert state.outcome is not None
    counts = enumerate(state.outcome.deadwood)
    return joined((f"{NAMES[seat]} has {count} left" for seat, count in counts), "and")


def _allowed(here: RoundState, usual: RoundState) -> str:
    of_here, of_usual = legal_actions(here), legal_actions(usual)
    more = [action for action in of_here if action not in of_usual]
    less = [action for action in of_usual if action not in of_here]
    who = NAMES[here.turn or 0]
    if more and isinstance(more[0], Double):
        refused = apply(apply(here, more[0]), Refuse())
        assert refused.outcome is not None
        other = NAMES[1 - (here.turn or 0)]
        return f"{who} doubles and {other} refuses: {scored(price(refused.outcome, here.rules), here.rules)}"
    if more and less:
        return f"{who} can {_option(more, here)}, but cannot {_option(less, usual)}; {_USUAL} it is the other way round"
    if more:
        return f"{who} can {_option(more, here)}; {_USUAL} {who} cannot"
    return f"{who} cannot {_option(less, usual)}; {_USUAL} {who} can"


def _option(actions: Sequence[Action], state: RoundState) -> str:
    """Return the first of these actions as an infinitive, with a card just taken first."""
    taken = getattr(state.phase, "taken", CardSet())
    action = next((one for one in actions if isinstance(one, Discard) and one.card in taken), actions[0])
    match action:
        case Knock(card):
            hand = state.hands[state.turn or 0]
            pile = CardSet.of([CARDS[state.discard_pile[-1]]]) if state.discard_pile and card not in hand else CardSet()
            left = state.setup.tables.deadwood(int(hand | pile) & ~(1 << card))
            return f"knock with {card_text(card)}, " + (f"{left} left" if left else "gin")
        case GoBigGin():
            return "declare big gin"
        case Done():
            return "end the lay-offs"
        case TakeDiscard(count):
            return f"take {plural(count, 'card')} from the pile"
        case _:
            first, _, rest = _done(action, state).partition(" ")
            verb = {"passes": "pass"}.get(first, first.removesuffix("s"))
            return f"{verb} {rest}".strip()


# --- matches -----------------------------------------------------------------------------------------


def _match_words(here: MatchState, usual: MatchState, kind: MatchKind) -> str:
    words = f"{sentence('; '.join(_rounds_words(here)))}. " if here.scores else ""
    return f"{words}{sentence(_standing(here, kind))}; {_USUAL} {_standing(usual, kind)}."


def _rounds_words(match: MatchState) -> Iterator[str]:
    """Yield the results of the rounds, with alike rounds in a row summed up."""
    for won, group in groupby(enumerate(match.scores, 1), key=lambda item: _won_words(match, item[1])):
        first, *others = (number for number, _ in group)
        if others:
            yield f"rounds {first}{'–' if others[1:] else ' and '}{others[-1]}: {won} each"
        else:
            yield f"round {first}: {won}"


def _won_words(match: MatchState, score: RoundScore | TeamScore) -> str:
    if score.winner is None:
        return "drawn"
    who = "/".join(match.players[player] for player in match.sides[score.winner])
    if isinstance(score, RoundScore) and score.lowest_wins:
        charged = [points for seat, points in enumerate(score.points) if seat != score.winner]
        amounts = joined(map(str, charged if len(set(charged)) > 1 else charged[:1]), "and")
        return f"{who} wins, the {'others are' if charged[1:] else 'other is'} charged {amounts}"
    return f"{who} wins {max(score.points)}" if points_count(match.rules) else f"{who} wins"


def _standing(match: MatchState, kind: MatchKind) -> str:
    names = ["/".join(match.players[player] for player in side) for side in match.sides]
    match kind:
        case "players" | "seating":
            return _tables(match, match.due) if match.due else "nobody plays"
        case "end":
            if not match.is_over:
                return "play goes on"
            winners = joined((names[side] for side in match.winners), "and") if match.winners else "nobody"
            return f"{winners} {'have' if len(match.winners) > 1 else 'has'} won"
        case "settlement":
            settled = settle(match)
            totals = joined((f"{name} {total}" for name, total in zip(names, settled.totals, strict=True)), "and")
            paid = [
                f"{match.players[pay.payer]} pays {match.players[pay.payee]} {pay.points}" for pay in settled.payments
            ]
            what = "games won" if match.rules.match_form == "best-of" else "totals"
            return f"the {what} are {totals}" + (f", and {joined(paid, 'and')}" if paid else "")


def _tables(match: MatchState, tables: Iterable[Table]) -> str:
    return "; ".join(_table(match, table) for table in tables)


def _table(match: MatchState, table: Table) -> str:
    dealer = match.players[table.dealer]
    others = joined((match.players[player] for player in table.players if player != table.dealer), "and")
    resting = [match.players[player] for player in table.resting]
    rest = "rest" if len(resting) > 1 else "rests"
    return f"{dealer} deals to {others}" + (f", {joined(resting, 'and')} {rest}" if resting else "")


def _seats_words(rules: RuleSet, usual: RuleSet) -> str:
    """Return two rounds of these players: who deals to whom, the points, and who deals next, and the usual number."""
    counts = rules.player_counts
    is_one_table = rules.seating == "all-play"
    players = max(counts) if is_one_table else min((number for number in counts if number > 2), default=min(counts))
    match = new_match(rules, NAMES[:players])
    words = []
    for results in (((1, 20), (0, 5)), ((0, 15),)):
        tables = outcomes_of(match, *results)
        if tables is None:
            break
        dealt, due = _tables(match, match.due), match.due
        match = add_round(match, *tables)
        won = [_won(match, table, outcome) for table, outcome in zip(due, tables, strict=True)]
        parts = f" ({', '.join(won)})" if len(won) > 1 else ""
        result = _won_words(match, match.scores[-1])
        words.append(f"{sentence(dealt)}. Round {len(match.scores)}: {result}{parts}.")
    after = [] if match.is_over else [f"{sentence(_tables(match, match.due))}."]
    usually = f"{sentence(_USUAL)} {joined(map(str, usual.player_counts), 'or')} play."
    return " ".join([*words, *after, *([usually] if usual.player_counts != counts else [])])


def _won(match: MatchState, table: Table, outcome: Outcome) -> str:
    score = price(outcome, match.rules)
    winner = 0 if score.winner is None else score.winner
    return f"{match.players[table.players[winner]]} {score.points[winner]}"
