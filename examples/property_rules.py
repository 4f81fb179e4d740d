"""Claims about a house rule, checked with hypothesis: a test file for pytest, which also runs as a program.

Each claim holds for a round played in step under two rule sets, for every deal and all actions that are legal under
both. The last claim is false on purpose; hypothesis finds the smallest round that shows it.
"""

try:
    from hypothesis import given, settings
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[testing]'") from None

import ginrules as gin
from ginrules.testing import LawBroken, PlayedPair, legal_actions_are_a_subset, pairs, plays_alike

RULES = gin.preset("standard")
STRICT = RULES.evolve(name="strict", knock_limit=5)
DEAR = RULES.evolve(name="dear", gin_bonus=40)
NO_BIG_GIN = RULES.evolve(name="no big gin", big_gin=False)

claim = settings(max_examples=100, deadline=None, derandomize=True, print_blob=False)


@claim
@given(pairs(STRICT, RULES))
def test_a_lower_limit_allows_nothing_new(pair: PlayedPair) -> None:
    """Whatever is legal with the lower limit is legal with the higher one."""
    legal_actions_are_a_subset(pair)


@claim
@given(pairs(RULES, DEAR))
def test_the_price_of_gin_changes_no_play(pair: PlayedPair) -> None:
    """The same actions are legal, and the round ends with the same facts."""
    plays_alike(pair)


@claim
@given(pairs(RULES, NO_BIG_GIN))
def big_gin_is_only_a_price(pair: PlayedPair) -> None:
    """A false claim: without big gin, a round that big gin would end goes on."""
    plays_alike(pair)


def main() -> None:
    """Check the claims."""
    test_a_lower_limit_allows_nothing_new()
    test_the_price_of_gin_changes_no_play()
    print("two claims: no counterexample in 100 rounds each")
    try:
        big_gin_is_only_a_price()
    except LawBroken as broken:
        print(broken)


if __name__ == "__main__":
    main()
