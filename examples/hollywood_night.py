"""A Hollywood match: three games side by side, the sheet after each win, and who owes what."""

from keep_low import play_round

import ginrules as gin


def main() -> None:
    """Play the match to its end."""
    match = gin.new_match(gin.preset("hollywood"), ["Ann", "Bo"])
    seed = 0
    while not match.is_over:
        (table,) = match.due
        match = gin.add_round(match, play_round(match.rules, seed, table.dealer_seat))
        seed += 1
    print(match)
    print()
    print(gin.settle(match))


if __name__ == "__main__":
    main()
