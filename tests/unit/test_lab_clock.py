"""The time limit of a call: in the main thread and in others, once and again."""

import contextlib
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ginrules.lab.runner.time_limit import TimeUp, within


def here(call):
    return call()


def in_a_thread(call):
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()


@pytest.fixture(params=[here, in_a_thread], ids=lambda each: each.__name__)
def where(request):
    return request.param


def busy(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
    return "done"


def test_a_call_in_time_returns_and_one_that_is_late_is_ended(where):
    assert where(lambda: within(30, lambda: busy(0))) == "done"
    with pytest.raises(TimeUp):
        where(lambda: within(0.05, lambda: busy(30)))
    with pytest.raises(ZeroDivisionError):
        where(lambda: within(30, lambda: 1 // 0))


def test_a_ring_that_is_swallowed_is_followed_by_another(where):
    def deaf():
        for _ in range(3):
            try:
                busy(30)
            except TimeUp:
                continue
        return "deaf"

    with pytest.raises(TimeUp):
        where(lambda: within(0.02, lambda: [deaf(), busy(30)]))


def test_nothing_rings_once_the_call_is_over(where):
    # calls that end just as their time is up, or long after; a ring afterwards would end the loop
    rnd = random.Random(3)

    def many():
        ends = set()
        for _ in range(200):
            try:
                ends.add(within(0.001, lambda: busy(0.001 * rnd.choice((0.2, 0.95, 1, 1.05, 20)))))
            except TimeUp:
                ends.add("late")
        busy(0.3)
        return ends

    assert where(many) == {"done", "late"}


def test_no_ring_leaves_its_note_standing():
    # on Python 3.11 a traced function would never begin again in any thread
    for length in (0.0005, 0.01):
        for _ in range(20):
            with contextlib.suppress(TimeUp):
                in_a_thread(lambda length=length: within(0.001, lambda: busy(length)))
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        assert busy(0) == "done"
    finally:
        sys.settrace(before)
