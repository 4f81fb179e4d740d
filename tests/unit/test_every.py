import pytest

from tests.every import every


def test_every_fault_is_shown_and_the_others_pass():
    @every({"one": 1, "two": 2, "three": 3})
    def check(name, number):
        assert number % 2 == 0, f"{name} is odd"

    with pytest.raises(AssertionError) as caught:
        check()
    text = str(caught.value)
    assert text.startswith("2 of 3 cases:")
    assert "one, 1: AssertionError: one is odd" in text
    assert "three, 3: AssertionError: three is odd" in text


def test_combinations_are_all_tried():
    tried = []

    @every("ab", (1, 2))
    def check(letter, number):
        tried.append((letter, number))

    check()
    assert tried == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]


def test_no_cases_are_a_fault():
    @every(())
    def check(_case):
        """Never called."""

    with pytest.raises(AssertionError, match="there are no cases"):
        check()
