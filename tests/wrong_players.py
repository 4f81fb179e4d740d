"""Players for the tests of runs; worker processes find them here by name."""

import os
import signal
import sys
import time
from functools import partial

from ginrules.play.actions import BIG_GIN
from ginrules.players import Greedy, Player


class Unspeakable:
    """An answer without a text."""

    def __repr__(self):
        raise ZeroDivisionError("no words")


def raises(error):
    raise error


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
    "raises": partial(raises, ZeroDivisionError("no reason")),
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

    def __init__(self, seed, margin=0):  # noqa: ARG002
        super().__init__(seed)

    def start(self, view):
        self.first = view


def new_late(seed, what="illegal"):
    if what == "no player" and seed:
        return {}
    return TakesNoMatch(seed) if what == "takes no match" else Late(seed, what)
