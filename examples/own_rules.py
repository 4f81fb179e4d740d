"""Rules in a file: load them, show the differences, play by them, and see a mistake refused."""

from pathlib import Path

from keep_low import play_round

import ginrules as gin

FILE = Path(__file__).with_name("own_rules.toml")


def main() -> None:
    """Load the rules and play a few rounds by them."""
    rules = gin.load_rules(FILE)
    print(f"{rules.title}: {rules.summary}")
    for change in gin.diff(gin.preset("oklahoma"), rules):
        print(f"  {change}")

    match = gin.new_match(rules, ["Ann", "Bo"])
    for seed in range(6):
        if not match.is_over:
            match = gin.add_round(match, play_round(rules, seed, match.due[0].dealer_seat))
    print()
    print(match)

    try:
        gin.loads_rules(FILE.read_text(encoding="utf-8").replace("target = 150", "target = -150\nboxbonus = 20"))
    except gin.RuleSetError as error:
        print()
        print(error)


if __name__ == "__main__":
    main()
