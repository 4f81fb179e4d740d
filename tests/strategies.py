"""What the tests of play share: rule sets, rounds played by different tempers, arbitrary actions.

Uniform play hardly ever knocks (3 % of rounds), so most helpers here mix it with greedy play.
"""

import random
from collections import defaultdict
from itertools import pairwise

import attrs
from hypothesis import strategies as st

from ginrules.cards import CARDS, CardSet
from ginrules.melds.defend import best_defence
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    Decline,
    Discard,
    Done,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, pack_of, shuffled, stacked
from ginrules.play.engine import apply, chance_action, legal_actions, why_illegal
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, PlayTurn, Reshuffle, SpreadTurn, UpcardOffer
from ginrules.presets import preset, preset_names
from ginrules.rules.model import RuleSet

STANDARD = RuleSet(name="standard")

# values that no preset combines in this way, or that presets play rarely
HOUSE = {
    "eleven cards": STANDARD.evolve(opening="eleven-cards"),
    "open card": STANDARD.evolve(opening="open-card"),
    "no upcard": STANDARD.evolve(opening="no-upcard", both_pass_draw="any"),
    "pass means any": STANDARD.evolve(both_pass_draw="any"),
    "last discard": STANDARD.evolve(stock_exhausted="last-discard-option"),
    "last discard, returns": STANDARD.evolve(stock_exhausted="last-discard-option", return_taken_discard=True),
    "reshuffle": STANDARD.evolve(stock_exhausted="reshuffle", take_cap=40, reshuffle_cap=2),
    "no lay-offs": STANDARD.evolve(layoff="none"),
    "no lay-offs, named": STANDARD.evolve(layoff="none", defender_melds="named"),
    "original melds": STANDARD.evolve(layoff_chain=False, layoff="including-gin"),
    "named after gin": STANDARD.evolve(layoff="including-gin", defender_melds="named", knock_limit=40),
    "pairs": STANDARD.evolve(min_set=2, knock_limit=25),
    "short runs": STANDARD.evolve(min_run=2, ace_rank="high-or-low"),
    "corner": STANDARD.evolve(ace_rank="round-the-corner", knock_limit=30),
    "deep floor": STANDARD.evolve(stock_floor=25, return_pair=True),
    "small pack": STANDARD.evolve(ranks=6, suits=4, hand_size=5, knock_limit=4),
}
ALL_PLAY = {
    "all-play, named": preset("penalty-2-to-4").evolve(defender_melds="named"),
    "all-play, chain": preset("penalty-2-to-4").evolve(layoff_chain=True, knock_limit=20, big_gin=True),
    "all-play, offer": preset("penalty-2-to-4").evolve(opening="upcard-offer", stock_exhausted="draw"),
    "all-play, eleven": preset("penalty-2-to-4").evolve(
        opening="eleven-cards", stock_exhausted="last-discard-option", layoff="none"
    ),
    "mahjong, small": preset("mahjong-gin").evolve(ranks=7, suits=4, hand_size=5),
    "mahjong, any": preset("mahjong-gin").evolve(both_pass_draw="any", ace_rank="round-the-corner"),
    "open, top card": preset("mahjong-gin").evolve(discard_take="top-only", return_taken_discard=True),
}


def seats_allowed(rules):
    return rules.player_counts if rules.seating == "all-play" else (2,)


TABLES = {
    f"{name}, {seats} seats": (rules, seats)
    for name, rules in {**{name: preset(name) for name in preset_names()}, **HOUSE, **ALL_PLAY}.items()
    for seats in seats_allowed(rules)
}
"""Every table that can be set: rules and seats by name."""


def fresh(rules, seats=2, seed=0, dealer=None):
    """The first state of a round whose pack, dealer and knock card come from the seed."""
    rng = random.Random(seed)
    order = shuffled(rng, rules)
    first = rng.randrange(seats) if dealer is None else dealer
    knock_card = rng.choice(pack_of(rules)) if rules.knock_source == "knock-card" else None
    return deal(rules, order, dealer=first, seats=seats, knock_card=knock_card)


def stack(hands, rules=STANDARD, *, dealer=1, knock_card=None, **piles):
    """The first state of a round with these hands; seat 0 begins unless the dealer says otherwise."""
    order = stacked(hands, rules, dealer=dealer, **piles)
    return deal(rules, order, dealer=dealer, seats=len(hands), knock_card=knock_card)


def play(state, *actions):
    """The state after these actions; a text stands for the one legal action that prints so."""
    for action in actions:
        state = apply(state, named(state, action) if isinstance(action, str) else action)
    return state


def named(state, text):
    """The legal action that prints like this."""
    found = [each for each in legal_actions(state) if str(each) == text]
    assert len(found) == 1, f"{text!r} is not legal, but {', '.join(map(str, legal_actions(state)))}"
    return found[0]


def texts(state):
    """What is legal, as printed."""
    return [str(action) for action in legal_actions(state)]


def refusal(state, action):
    """The class of the refusal, None for a legal action."""
    found = why_illegal(state, action)
    return None if found is None else type(found)


# --- tempers: which of the legal actions to play -----------------------------------------------


def uniform(rng, _state, legal):
    return rng.choice(legal)


def greedy(rng, state, legal):
    """Lower the deadwood, end the round when allowed, spread and lay off as it comes."""
    phase = state.phase
    if isinstance(phase, UpcardOffer | DrawTurn):
        return _greedy_draw(rng, state, legal)
    if isinstance(phase, PlayTurn | LastDiscard):
        return _greedy_throw(rng, state, legal)
    if isinstance(phase, SpreadTurn):
        return legal[0] if rng.random() < 0.3 else max(legal, key=lambda each: sum(len(m.cards) for m in each.melds))
    if isinstance(phase, LayoffTurn):
        return legal[0] if rng.random() < 0.9 else legal[-1]
    raise AssertionError(phase)


def _greedy_draw(rng, state, legal):
    takes = [each for each in legal if isinstance(each, TakeDiscard)]
    others = [each for each in legal if not isinstance(each, TakeDiscard)]
    deep = [each for each in takes if each.count > 1]
    if deep and rng.random() < 0.5:
        return rng.choice(deep)
    if takes:
        least = state.setup.tables.deadwood
        hand = state.hand_masks[state.turn]
        if not others or least(hand | 1 << state.discard_pile[-1]) <= least(hand):
            return takes[0]
    return others[0]


def _greedy_throw(rng, state, legal):
    ending = [each for each in legal if isinstance(each, Knock | GoBigGin)]
    placing = [each for each in legal if isinstance(each, LayDown | LayOff)]
    least = state.setup.tables.deadwood
    hand = state.hand_masks[state.turn]
    if ending and rng.random() < 0.6:
        return rng.choice(ending)
    if placing and rng.random() < 0.9:
        return rng.choice(placing)
    throws = [each for each in legal if isinstance(each, Discard)]
    if not throws:
        return rng.choice(legal)
    rng.shuffle(throws)
    value = state.setup.tables.values
    return min(throws, key=lambda each: (least(hand & ~(1 << each.card)), -value[each.card]))


def mixed(rng, state, legal):
    """Mostly greedy, at times anything."""
    return uniform(rng, state, legal) if rng.random() < 0.15 else greedy(rng, state, legal)


def patient(rng, state, legal):
    """Greedy, but a knock waits for gin."""
    if isinstance(state.phase, PlayTurn | LastDiscard):
        least = state.setup.tables.deadwood
        held = state.hand_masks[state.turn]
        legal = [each for each in legal if not isinstance(each, Knock) or not least(held & ~(1 << each.card))]
    return greedy(rng, state, legal)


TEMPERS = {"uniform": uniform, "greedy": greedy, "mixed": mixed, "patient": patient}


def step(rng, state, temper):
    """The action played now: chance's where chance is due, else the temper's choice."""
    if isinstance(state.phase, Reshuffle):
        return chance_action(state, rng)
    return temper(rng, state, legal_actions(state))


def played(state, seed, temper=mixed):
    """Every (state, action) of a round to its end; the last has no action."""
    rng = random.Random(seed)
    while not state.is_over:
        action = step(rng, state, temper)
        yield state, action
        state = apply(state, action)
    yield state, None


def finished(state, seed, temper=mixed):
    """The last state of the round and the number of actions it took."""
    rng = random.Random(seed)
    plies = 0
    while not state.is_over:
        state = apply(state, step(rng, state, temper))
        plies += 1
    return state, plies


def reach(rules, phase, *, seats=2, seed=0, tries=400):
    """A state in this phase, found by play."""
    for number in range(tries):
        for state, _action in played(fresh(rules, seats, seed + number), seed + number):
            if isinstance(state.phase, phase):
                return state
    raise AssertionError(f"no {phase.__name__} in {tries} rounds")


# --- hypothesis ---------------------------------------------------------------------------------

seeds = st.integers(0, 2**32 - 1)
tables = st.sampled_from(list(TABLES)).map(TABLES.__getitem__)
card = st.sampled_from(CARDS)


@st.composite
def states(draw, table=tables):
    """A state met in play, rare phases as often as common ones."""
    rules, seats = draw(table)
    seed = draw(seeds)
    by_phase = defaultdict(list)
    temper = draw(st.sampled_from([greedy, mixed, patient, uniform]))
    for state, _action in played(fresh(rules, seats, seed), seed, temper):
        by_phase[type(state.phase).__name__].append(state)
    chosen = draw(st.sampled_from(sorted(by_phase)))
    return draw(st.sampled_from(by_phase[chosen]))


def held_card(state):
    """A card, likely one that matters: in a hand, on the pile, next to the table."""
    if state.turn is None:
        return card
    near = [*state.hands[state.turn], *state.discards[-2:]]
    return st.one_of(st.sampled_from(near), card) if near else card


@st.composite
def claims(draw, state):
    """A claim of a meld: proper ones, others' ones, too short, of the wrong kind, empty."""
    tables_ = state.setup.tables
    hand = state.hand_masks[0 if state.turn is None else state.turn]
    kind = draw(st.sampled_from(["own", "own", "own", "pack", "wrong kind", "any", "part"]))
    own = tables_.melds(hand) or tables_.melds(tables_.pack)[:20]
    if kind == "any":
        return Meld.of(CardSet.of(draw(st.sets(held_card(state), max_size=5))))
    if kind == "pack":
        return Meld.of(CardSet(draw(st.sampled_from(tables_.melds(tables_.pack)))))
    meld = Meld.of(CardSet(draw(st.sampled_from(own))))
    if kind == "wrong kind":
        return Meld(meld.cards, "run" if meld.kind == "set" else "set")
    if kind == "part":
        return Meld.of(CardSet.of(list(meld.cards)[: draw(st.integers(0, 2))]))
    return meld


@st.composite
def shuffles(draw, state):
    """An order of about the cards that a shuffle would need."""
    due = list(state.discards[:-1])
    order = draw(st.permutations(due)) if len(due) < 60 else due
    spoil = draw(st.sampled_from(["", "", "short", "twice", "top", "other"]))
    if spoil == "short":
        order = order[1:]
    elif spoil == "twice":
        order = [*order, *order[:1]]
    elif spoil == "top":
        order = [*order, *state.discards[-1:]]
    elif spoil == "other":
        order = [*order[1:], draw(card)]
    return ShuffleStock(order)


@st.composite
def actions(draw, state):
    """A well-formed action of any of the eleven kinds, legal or not."""
    kind = draw(st.sampled_from(KINDS))
    if kind is TakeDiscard:
        return TakeDiscard(draw(st.one_of(st.integers(-1, 60), st.integers(1, 4))))
    if kind in (Discard, Knock):
        return kind(draw(held_card(state)))
    if kind is LayDown:
        return LayDown(draw(claims(state)))
    if kind is LayOff:
        return LayOff(draw(held_card(state)), draw(st.integers(-1, max(4, len(state.table)))))
    if kind is Spread:
        listed = legal_actions(state) if isinstance(state.phase, SpreadTurn) else ()
        if listed and draw(st.booleans()):
            chosen = draw(st.sampled_from(listed))
            keep = draw(st.booleans())
            return chosen if keep else Spread([*chosen.melds[1:], draw(claims(state))])
        return Spread(draw(st.lists(claims(state), max_size=4)))
    if kind is ShuffleStock:
        return draw(shuffles(state))
    return kind()


KINDS = (
    Decline, TakeDiscard, DrawStock, LayDown, LayOff, Discard, Knock, GoBigGin, Spread, Done, ShuffleStock,
)  # fmt: skip


# --- other names for the same thing ---------------------------------------------------------------


def renamed_card(number, suits):
    return 13 * suits[number // 13] + number % 13


def renamed_mask(mask, suits):
    return sum(1 << renamed_card(int(each), suits) for each in CardSet(mask))


def renamed_set(cards, suits):
    return CardSet(renamed_mask(+cards, suits))


def _renamed(value, suits):
    return None if value is None else CARDS[renamed_card(int(value), suits)]


def facts(state, suits=(0, 1, 2, 3), turn=0):
    """The whole state as plain values, suits renamed and seats turned; the table without its order."""
    seats = state.seats

    def seat(number):
        return None if number is None else (number + turn) % seats

    def by_seat(values):
        return tuple(values[(number - turn) % seats] for number in range(seats)) if values else ()

    phase = {
        name: value
        for name, value in attrs.asdict(state.phase, recurse=False).items()
        if name not in ("outcome", "seat", "declarer", "taken", "owed")
    }
    for name in ("seat", "declarer"):
        phase[name] = seat(getattr(state.phase, name, None))
    for name in ("taken", "owed"):
        phase[name] = renamed_mask(+getattr(state.phase, name, CardSet()), suits)
    outcome = state.outcome and attrs.evolve(
        state.outcome,
        declarer=seat(state.outcome.declarer),
        deadwood=by_seat(state.outcome.deadwood),
        laid=by_seat(state.outcome.laid),
        upcard=_renamed(state.outcome.upcard, suits),
        knock_card=_renamed(state.outcome.knock_card, suits),
    )
    return {
        "dealer": seat(state.dealer),
        "cards": tuple(_renamed(each, suits) for each in (state.upcard, state.knock_card)),
        "limit": state.knock_limit,
        "hands": by_seat([renamed_mask(each, suits) for each in state.hand_masks]),
        "laid": by_seat([renamed_mask(each, suits) for each in state.laid_masks]),
        "known": by_seat([renamed_mask(each, suits) for each in state.known_masks]),
        "stock": tuple(renamed_card(each, suits) for each in state.stock_pile),
        "pile": tuple(renamed_card(each, suits) for each in state.discard_pile),
        "table": {
            (renamed_mask(+each.cards, suits), each.kind, seat(each.owner), renamed_mask(+each.original, suits))
            for each in state.table
        },
        "memory": (
            state.memory.takes,
            state.memory.returns,
            tuple(renamed_mask(each, suits) for each in state.memory.put_back),
        ),
        "phase": (type(state.phase).__name__, sorted(phase.items(), key=str)),
        "outcome": outcome,
    }


def renamed_action(action, suits, here, there):
    """The same action in a game with other suits; a lay-off names the meld by its place there."""
    match action:
        case Discard(card) | Knock(card):
            return type(action)(_renamed(card, suits))
        case LayDown(meld):
            return LayDown(Meld.of(renamed_set(meld.cards, suits)))
        case Spread(melds):
            return Spread([Meld.of(renamed_set(meld.cards, suits)) for meld in melds])
        case ShuffleStock(order):
            return ShuffleStock([_renamed(each, suits) for each in order])
        case LayOff(card, onto):
            cards = renamed_set(here.table[onto].cards, suits)
            place = next(place for place, meld in enumerate(there.table) if meld.cards == cards)
            return LayOff(_renamed(card, suits), place)
        case _:
            return action


def changes(states_):
    """Pairs of neighbors."""
    return pairwise(states_)


# --- rounds played by hand ------------------------------------------------------------------------


def drawn(hands, cards, rules=STANDARD, *, knock_card=None, **piles):
    """Seat 0's first turn, everybody having declined, with the first of these cards drawn from the stock."""
    first = len(hands) - 1
    state = stack(hands, rules, dealer=first, stock=cards, knock_card=knock_card, **piles)
    while isinstance(state.phase, UpcardOffer):
        state = apply(state, Decline())
    return apply(state, DrawStock())


def knocked(hands, throw, rules=STANDARD, *, knock_card=None, **piles):
    """Seat 0 has drawn this card from the stock and knocked with it; its spread is due."""
    return apply(drawn(hands, [throw], rules, knock_card=knock_card, **piles), Knock(throw))


def spread(state, *melds):
    """The declarer shows these melds."""
    return apply(state, Spread(melds))


def defended(state):
    """Each defender lays off and names melds at his best, to the end of the round."""
    while not state.is_over:
        own = [meld for meld in state.table if meld.owner == state.phase.declarer]
        state = play(state, *best_defence(state.hands[state.turn], own, state.rules).actions)
    return state


def run_down(state, last=None):
    """Draw from the stock and throw the card drawn until the stock is at its floor.

    With ``last``, the seat that makes the last draw throws this card instead.
    """
    while isinstance(state.phase, UpcardOffer):
        state = apply(state, Decline())
    while len(state.stock) > state.rules.stock_floor and isinstance(state.phase, DrawTurn):
        card = state.stock[-1]
        state = apply(state, DrawStock())
        end = len(state.stock) == state.rules.stock_floor
        if end and last is None:
            return state
        state = apply(state, Discard(last if end else card))
    return state
