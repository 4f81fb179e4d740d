"""Players for the tests of runs; worker processes find them here by name."""

import os
import time

from ginrules.lab.players import Greedy
from ginrules.play.actions import BIG_GIN


class Wrong(Greedy):
    """Greedy but for one thing, on some deals only (of a run with seed 1 the player seeds are known)."""

    def __init__(self, seed, what, every):
        super().__init__()
        object.__setattr__(self, "trouble", what if seed % every == 0 else None)

    def __str__(self):
        return "wrong"

    def choose(self, view):
        if self.trouble == "illegal":
            return BIG_GIN
        if self.trouble == "nonsense":
            return 7
        if self.trouble == "nothing":
            return None
        if self.trouble == "raises":
            raise ZeroDivisionError("no reason")
        if self.trouble == "hangs":
            while True:
                pass
        if self.trouble == "sleeps":
            time.sleep(60)
        if self.trouble == "dies":
            os._exit(3)
        if self.trouble == "ctrl-c":
            raise KeyboardInterrupt
        return super().choose(view)


def new_wrong(seed, what="illegal", every=29):
    return Wrong(seed, what, every)
