"""Two against two: both tables play, the results are netted, and partners change opponents."""

from keep_low import play_round

import ginrules as gin

PLAYERS = ("Ann", "Bo", "Cy", "Di")


def main() -> None:
    """Play the match and print who meets whom."""
    match = gin.new_match(gin.preset("partnership"), PLAYERS)
    for side, members in enumerate(match.sides):
        print(f"side {side}: {' and '.join(match.players[player] for player in members)}")
    seed = 0
    while not match.is_over:
        outcomes = []
        for table in match.due:
            outcomes.append(play_round(match.rules, seed, table.dealer_seat))
            seed += 1
        pairs = ", ".join(" v ".join(match.players[player] for player in table.players) for table in match.due)
        match = gin.add_round(match, *outcomes)
        score = match.scores[-1]
        print(f"round {len(match.scores):2}: {pairs}: {score.points[0]}–{score.points[1]}")
    print()
    print(gin.settle(match))


if __name__ == "__main__":
    main()
