"""Claims about two rule sets, checked with hypothesis: a higher knock limit never forbids anything.

Every action that is legal with a limit is legal with any higher limit, in every round that can be played
with the lower one. The second claim is false on purpose; hypothesis finds the smallest counterexample.
"""

import re

try:
    from hypothesis import given, settings
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[testing]'") from None

import ginrules as gin

LIMITS = st.tuples(st.integers(0, 98), st.integers(0, 98)).map(sorted)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(limits=LIMITS, seed=st.integers(0, 10_000), data=st.data())
def a_higher_limit_never_forbids(limits: list[int], seed: int, data: st.DataObject) -> None:
    """Play the same actions under both limits: the legal actions under the lower are legal under the higher."""
    low, high = (gin.deal(gin.RuleSet(knock_limit=limit), gin.shuffled(seed)) for limit in limits)
    while not low.is_over:
        actions = gin.legal_actions(low)
        assert set(actions) <= set(gin.legal_actions(high))
        knocks = [action for action in actions if isinstance(action, gin.Knock)]
        # rounds of random actions hardly ever end in a knock, so a knock is preferred
        action = data.draw(st.sampled_from(knocks or actions))
        low, high = gin.apply(low, action), gin.apply(high, action)
    assert low.outcome == high.outcome


@settings(max_examples=200, deadline=None, derandomize=True)
@given(knocker=st.integers(1, 10), defender=st.integers(0, 98))
def a_defender_never_gains_from_bigger_boxes(knocker: int, defender: int) -> None:
    """A false claim: an undercut is worth a box, too."""
    outcome = gin.Outcome(declarer=0, deadwood=(knocker, defender))
    small, big = (gin.price(outcome, gin.RuleSet(box_bonus=bonus)) for bonus in (20, 25))
    assert small.boxes[1] * 20 >= big.boxes[1] * 25


def main() -> None:
    """Check both claims."""
    a_higher_limit_never_forbids()
    print("a higher limit never forbids: no counterexample")
    try:
        a_defender_never_gains_from_bigger_boxes()
    except AssertionError as error:
        notes = "".join(getattr(error, "__notes__", ()))  # the smallest case, noted by hypothesis
        case = ", ".join(f"{name} {value}" for name, value in re.findall(r"(\w+)=(\d+)", notes))
        print(f"a defender never gains from bigger boxes: false, with {case}")


if __name__ == "__main__":
    main()
