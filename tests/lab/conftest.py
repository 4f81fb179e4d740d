"""What the tests of the lab, of players and of environments share."""

import os
import random
import signal
import sys
import time
from functools import partial
from importlib.util import find_spec

import attrs
import numpy as np
import pytest

import ginrules as gin
from ginrules.lab import compare as lab_compare
from ginrules.lab.runner import workers
from ginrules.lab.runner.play import play_dealt
from ginrules.play.actions import BIG_GIN
from ginrules.players import Greedy, Player, new_greedy
from tests import conftest

# without the packages of the extra `rl` its tests are not collected
collect_ignore = (
    []
    if all(map(find_spec, ("gymnasium", "pettingzoo")))
    else (
        "test_aec.py test_exact_equilibrium.py test_observers.py test_payoffs.py test_policy.py test_pytorch.py "
        "test_seat_env.py test_spiel.py test_vector.py"
    ).split()
)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Runs on the compiled core have as many parts as on the engine: short runs can be stopped between the parts."""
    monkeypatch.setattr(workers, "COMPILED_CHUNK", workers.CHUNK)


HOUSE = {
    **conftest.HOUSE,
    "gin only, high aces": conftest.STANDARD.evolve(knock_limit=0, ace_rank="high-or-low"),
    "long runs": conftest.STANDARD.evolve(min_run=4, min_set=4),
    "reshuffle for gin": conftest.STANDARD.evolve(stock_exhausted="reshuffle", knock_limit=0),
    "lay-offs on gin": conftest.STANDARD.evolve(layoff="including-gin", knock_limit=0),
    "knock with anything": conftest.STANDARD.evolve(knock_limit=100),
}


def with_hidden_cards_moved(state, seat, rnd):
    """Return the same position with the cards that a seat cannot know dealt again."""
    others = [other for other in range(state.seats) if other != seat]
    hidden = list(state.stock_pile) + [
        int(card) for other in others for card in state.hands[other] - state.known[other]
    ]
    rnd.shuffle(hidden)
    stock, hidden = hidden[: len(state.stock_pile)], hidden[len(state.stock_pile) :]
    hands = list(state.hand_masks)
    for other in others:
        unknown = len(state.hands[other] - state.known[other])
        hands[other] = state.known_masks[other] | sum(1 << card for card in hidden[:unknown])
        hidden = hidden[unknown:]
    return attrs.evolve(state, hand_masks=tuple(hands), stock_pile=bytes(stock))


def compare(*rules, **options):
    """Compare with the greedy player if no other is named: it reads no prices, and is quick without the core too."""
    return lab_compare(*rules, **({"players": new_greedy} | options))


def play_deal(rules, new_player, dealt, *, seats):
    """Play the rounds of a deal, one for each dealer, with the same player at every seat."""
    return [play_dealt(rules, (new_player,) * seats, dealt, dealer=dealer) for dealer in range(seats)]


TABLES = [(name, seats) for name in gin.preset_names() for seats in gin.preset(name).table_sizes]
"""Every preset at every size of its tables."""


def public_action(legal, generator):
    """An action of random play that ends rounds: knocks and declarations are taken when they can be."""
    telling = [action for action in legal if isinstance(action, gin.Knock | gin.GoBigGin | gin.LayDown | gin.LayOff)]
    return generator.choice(telling if telling and generator.random() < 0.6 else legal)


def pairs(rules, seats, count, seed):
    """Yield (one state, other state, seat, events of the seat) for worlds with equal histories.

    A world is played; at some point the cards that one seat cannot see are dealt again, as they could have been all
    along. Both worlds then continue with the same actions for as long as the seat sees the same events.
    """
    generator = random.Random(seed)
    made = 0
    while made < count:
        card = generator.choice(gin.pack_of(rules)) if rules.knock_source == "knock-card" else None
        order = gin.shuffled(generator, rules)
        state = gin.deal(rules, order, dealer=generator.randrange(seats), seats=seats, knock_card=card)
        seat = generator.randrange(seats)
        events, other, wait = [], None, generator.randrange(60)
        while not state.is_over and made < count:
            if other is None and wait <= 0:
                other = gin.determinize(gin.view(state, seat), generator)
            if other is not None:
                yield state, other, seat, tuple(events)
                made += 1
            if state.turn is None:
                action = gin.chance_action(state, generator)
            else:
                legal = gin.legal_actions(state)
                shared = set(legal if other is None else gin.legal_actions(other))
                action = public_action([action for action in legal if action in shared] or legal, generator)
            state, happened = gin.transition(state, action)
            shown = tuple(gin.redact(event, seat) for event in happened)
            events += shown
            wait -= 1
            if other is not None:
                other = _followed(other, action, shown, seat, generator)


def _followed(other, action, shown, seat, generator):
    """The other world after the same action, or None if the seat would see something else."""
    if other.turn is None:
        action = gin.chance_action(other, generator)
    elif gin.why_illegal(other, action) is not None:
        return None
    other, happened = gin.transition(other, action)
    same = tuple(gin.redact(event, seat) for event in happened) == shown
    return other if same and not other.is_over else None


class Unspeakable:
    """An answer without a text."""

    def __repr__(self):
        raise ZeroDivisionError("no words")


def raises(kind, *details):
    """Raise a new error: the traceback of one that is raised again and again grows, and Dask pickles it."""
    raise kind(*details)


def overdue(waste, *arguments):
    """Waste time. The alarm of the time limit rings at once, so that a limit can be too long for everybody else."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.05)
    waste(*arguments)


def hangs():
    while True:
        pass


LIMIT = 60
"""A time limit in seconds that nobody else reaches, on any machine."""

ANSWERS = {"illegal": BIG_GIN, "nonsense": 7, "nothing": None, "unspeakable": Unspeakable()}
DEEDS = {
    "raises": partial(raises, ZeroDivisionError, "no reason"),
    "exits": partial(sys.exit, 4),
    "ends": partial(raises, GeneratorExit),
    "hangs": partial(overdue, hangs),
    "sleeps": partial(overdue, time.sleep, LIMIT + 1),
    "dawdles": partial(time.sleep, 5.2),
    "dies": partial(os._exit, 3),
    "ctrl-c": partial(raises, KeyboardInterrupt),
}


class Wrong(Greedy):
    """Greedy with one fault, on some deals only (of a run with seed 1 the player seeds are known)."""

    def __init__(self, seed, what, every):
        super().__init__()
        object.__setattr__(self, "trouble", what if seed % every == 0 else None)

    def __str__(self):
        return "wrong"

    def choose(self, view):
        if self.trouble in ANSWERS:
            return ANSWERS[self.trouble]
        if self.trouble in DEEDS:
            DEEDS[self.trouble]()
        return super().choose(view)


def new_wrong(seed, what="illegal", every=29):
    return Wrong(seed, what, every)


class Plain(Player):
    """Takes the first legal action."""

    name = "plain"
    watches = False

    def __init__(self, seed=0):
        self.seed = seed

    def __str__(self):
        return self.name

    def choose(self, view):
        return view.legal[0]


class Late(Plain):
    """Goes wrong when it is asked for the second time."""

    name = "late"

    def __init__(self, seed, what):
        if what == "unmade" and seed:  # runs make every player once with seed 0, for its name
            raise ZeroDivisionError("no hands")
        super().__init__(seed)
        self.what = what
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        if self.asked == 2 and self.what in ANSWERS:
            return ANSWERS[self.what]
        if self.asked == 2 and self.what in DEEDS:
            DEEDS[self.what]()
        return super().choose(view)


class TakesNoMatch(Plain):
    """A player whose ``start`` takes a view alone."""

    name = "late"
    watches = True

    def __init__(self, seed, margin=0):
        super().__init__(seed)

    def start(self, view):
        self.first = view


def new_late(seed, what="illegal"):
    if what == "no player" and seed:
        return {}
    return TakesNoMatch(seed) if what == "takes no match" else Late(seed, what)


def code_in(mask, generator):
    """A random code of a mask; rounds end sooner if the last codes are chosen often."""
    codes = np.flatnonzero(mask)
    knocks = [code for code in codes if 60 <= code < 112 or code == 3]
    return int(generator.choice(knocks if knocks and generator.random() < 0.8 else codes))


OTHER = "Tc Jh Qs Ks 8d 6d 4h 9d 2d Ad"
LOOSE = f"{OTHER} 3c Js 5s 8c 6h"
"""Cards of which no two meld."""


def after_draw(hand, card, rules=conftest.STANDARD, other=None):
    """Seat 1, who begins, has drawn this card; seat 0 holds loose cards, or these."""
    taken = {*hand.split(), card, "Qd"}
    other = other or " ".join([loose for loose in LOOSE.split() if loose not in taken][:10])
    state = gin.deal(rules, gin.stacked([other, hand], rules, upcard="Qd", stock=card))
    for action in (gin.Decline(), gin.Decline(), gin.DrawStock()):
        state = gin.apply(state, action)
    return state


class Stop:
    """Ctrl-C after n calls of the progress."""

    def __init__(self, after):
        self.left = after

    def __call__(self, *_):
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
