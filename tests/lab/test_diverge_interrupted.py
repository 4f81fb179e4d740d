"""Ctrl-C in `diverge`: the results kept, and the progress shown."""

import pytest

from ginrules.lab import Alike, MatchDivergence, RoundDivergence, diverge
from ginrules.presets import preset

pytestmark = pytest.mark.full

STANDARD = preset("standard")


class _Impatient:
    """Interrupts the search at the step that it is made with."""

    def __init__(self, most):
        self.most = most
        self.calls = []

    def __call__(self, done, total):
        self.calls.append((done, total))
        if done >= self.most:
            raise KeyboardInterrupt


def test_the_steps_are_shown_to_their_end():
    steps = _Impatient(10**9)
    whole = diverge(STANDARD, "oklahoma", effort=8, progress=steps)
    assert whole == diverge(STANDARD, "oklahoma", effort=8)
    assert not whole.partial
    assert all(0 < done <= total for done, total in steps.calls)
    assert [done for done, _ in steps.calls] == sorted(done for done, _ in steps.calls)
    assert len(steps.calls) > 3


def test_the_smallest_round_so_far_is_kept():
    early = diverge(STANDARD, "hoyle", effort=8, progress=_Impatient(50))
    later = diverge(STANDARD, "hoyle", effort=8, progress=_Impatient(300))
    whole = diverge(STANDARD, "hoyle", effort=8)
    for broken in (early, later):
        assert isinstance(broken, RoundDivergence)
        assert broken.partial
        assert broken.record().actions == broken.actions
        assert len(broken.actions) >= len(whole.actions)
    assert not whole.partial


def test_where_nothing_was_found_it_says_how_far_it_came():
    gin_only = STANDARD.evolve(name="gin only", knock_limit=0)
    broken = diverge(gin_only, gin_only.evolve(undercut_bonus=5), effort=100, progress=_Impatient(50))
    assert isinstance(broken, Alike)
    assert (broken.partial, broken.deals, broken.lists) == (True, 50, 0)
    assert "(50 deals and 0 lists of results, interrupted)" in str(broken)


def test_the_shortest_list_so_far_is_kept():
    long = STANDARD.evolve(name="long", target=150)
    whole = diverge(STANDARD, long, effort=30)
    assert isinstance(whole, MatchDivergence)
    steps = _Impatient(10**9)
    diverge(STANDARD, long, effort=30, progress=steps)
    assert steps.calls
    for most in (steps.calls[0][0], steps.calls[-1][0]):
        broken = diverge(STANDARD, long, effort=30, progress=_Impatient(most))
        assert broken.partial
        assert isinstance(broken, MatchDivergence | Alike)
        if broken:
            assert len(broken.results) >= len(whole.results)
