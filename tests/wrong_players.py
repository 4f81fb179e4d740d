"""Players for the tests of runs; worker processes find them here by name."""

import os
import sys
import time
from functools import partial

from ginrules.lab.players import Greedy
from ginrules.play.actions import BIG_GIN


class Unspeakable:
    """An answer without a text."""

    def __repr__(self):
        raise ZeroDivisionError("no words")


def raises(error):
    raise error


def hangs():
    while True:
        pass


ANSWERS = {"illegal": BIG_GIN, "nonsense": 7, "nothing": None, "unspeakable": Unspeakable()}
DEEDS = {
    "raises": partial(raises, ZeroDivisionError("no reason")),
    "exits": partial(sys.exit, 4),
    "ends": partial(raises, GeneratorExit),
    "hangs": hangs,
    "sleeps": partial(time.sleep, 60),
    "dawdles": partial(time.sleep, 2.2),
    "dies": partial(os._exit, 3),
    "ctrl-c": partial(raises, KeyboardInterrupt),
}


class Wrong(Greedy):
    """Greedy but for one thing, on some deals only (of a run with seed 1 the player seeds are known)."""

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


def new_wrong(seed, what="illegal", every=29, margin=0):  # noqa: ARG001 - a parameter to be tuned
    return Wrong(seed, what, every)
