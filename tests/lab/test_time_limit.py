"""The time limit of a call: ended by a signal in the main thread, checked by the clock in others."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ginrules.driver.round import TimeUp, within


def here(call):
    return call()


def in_a_thread(call):
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()


@pytest.fixture(params=[here, in_a_thread], ids=lambda place: place.__name__)
def where(request):
    return request.param


def busy(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
    return "done"


def test_a_call_in_time_returns_and_a_late_one_is_refused(where):
    assert where(lambda: within(30, lambda: busy(0))) == "done"
    with pytest.raises(TimeUp):
        where(lambda: within(0.05, lambda: busy(0.2)))
    with pytest.raises(ZeroDivisionError):
        where(lambda: within(30, lambda: 1 // 0))


@pytest.mark.parametrize("waste", [busy, time.sleep])
def test_in_the_main_thread_a_late_call_is_ended(waste):
    start = time.perf_counter()
    with pytest.raises(TimeUp):
        within(0.05, lambda: waste(300))
    assert time.perf_counter() - start < 150


def test_a_signal_that_is_swallowed_is_repeated():
    def deaf():
        for _ in range(3):
            try:
                busy(30)
            except TimeUp:
                continue
        return "deaf"

    with pytest.raises(TimeUp):
        within(0.02, lambda: [deaf(), busy(30)])


def test_no_signal_comes_after_the_call():
    # calls that end just as their time is up, or long after; a signal afterwards would end the loop
    rnd = random.Random(3)
    ends = set()
    for _ in range(200):
        try:
            ends.add(within(0.001, lambda: busy(0.001 * rnd.choice((0.2, 0.95, 1, 1.05, 20)))))
        except TimeUp:
            ends.add("late")
    busy(0.3)
    assert ends == {"done", "late"}
