"""A claim about two rule sets, put before hypothesis: a higher knock limit never forbids anything.

Whatever is legal with limit a is legal with any limit b above it, all through every round that can be
played with a. The second claim is false on purpose; hypothesis finds the smallest deal against it.
"""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

import ginrules as gin

LIMITS = st.tuples(st.integers(0, 98), st.integers(0, 98)).map(sorted)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(limits=LIMITS, seed=st.integers(0, 10_000), data=st.data())
def a_higher_limit_never_forbids(limits: list[int], seed: int, data: st.DataObject) -> None:
    """The same actions are played under both limits; the lower one's list is always within the higher one's."""
    low, high = (gin.deal(gin.RuleSet(knock_limit=each), gin.shuffled(seed)) for each in limits)
    while not low.is_over:
        actions = gin.legal_actions(low)
        assert set(actions) <= set(gin.legal_actions(high))
        knocks = [each for each in actions if isinstance(each, gin.Knock)]
        # rounds of nothing but chance hardly ever end in a knock: take one when there is one
        action = data.draw(st.sampled_from(knocks or actions))
        low, high = gin.apply(low, action), gin.apply(high, action)
    assert low.outcome == high.outcome


@settings(max_examples=200, deadline=None, derandomize=True)
@given(knocker=st.integers(1, 10), defender=st.integers(0, 98))
def a_defender_never_gains_from_bigger_boxes(knocker: int, defender: int) -> None:
    """False: an undercut is worth a box too."""
    outcome = gin.Outcome(declarer=0, deadwood=(knocker, defender))
    small, big = (gin.price(outcome, gin.RuleSet(box_bonus=each)) for each in (20, 25))
    assert small.boxes[1] * 20 >= big.boxes[1] * 25


def main() -> None:
    """Put both claims to the test."""
    a_higher_limit_never_forbids()
    print("a higher limit never forbids: no round found against it")
    try:
        a_defender_never_gains_from_bigger_boxes()
    except AssertionError as error:
        found = "".join(getattr(error, "__notes__", ()))  # hypothesis notes the smallest case here
        case = ", ".join(f"{name} {value}" for name, value in re.findall(r"(\w+)=(\d+)", found))
        print(f"a defender never gains from bigger boxes: false, with {case}")


if __name__ == "__main__":
    main()
