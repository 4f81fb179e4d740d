"""The best value of a player's parameter under some rules, found by Optuna.

Every value meets the same opponent on the same deals, so values differ by their play and not by their cards. The best
of many values is partly lucky: it therefore plays again on fresh deals, and only these figures count.
"""

import argparse
from functools import partial

import ginrules as gin
from ginrules.lab import simulate
from ginrules.players import new_greedy

try:
    import optuna
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[examples]'") from None

SEED, FRESH = 1, 2
"""The seeds of the deals on which the values are tried, and of the fresh deals."""


def results(rules: gin.RuleSet, threshold: int, rounds: int, seed: int) -> gin.lab.Standing:
    """Return the results of greedy with this threshold against greedy that knocks whenever it can.

    Another player, or several parameters, stand here: ``partial(Expert, draws=draws, hope=hope)``.
    """
    player = partial(new_greedy, threshold=threshold)
    return simulate(rules, [player, new_greedy], rounds=rounds, seed=seed).standings[0]


def best_threshold(rules: gin.RuleSet, rounds: int) -> int:
    """Return the threshold that gains most points per round, and print each that was tried."""

    def points(trial: optuna.Trial) -> float:
        threshold = trial.suggest_int("threshold", 0, rules.knock_limit)
        net = results(rules, threshold, rounds, SEED).net
        return 0.0 if net is None else net.value

    # every value of one parameter; for several, `TPESampler(seed=1)` and fewer trials than there are combinations
    sampler = optuna.samplers.GridSampler({"threshold": range(rules.knock_limit + 1)}, seed=1)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(points, n_trials=rules.knock_limit + 1)
    for trial in sorted(study.trials, key=lambda trial: trial.params["threshold"]):
        print(f"knock at {trial.params['threshold']:2} or less: {trial.value:+.2f} points per round")
    return int(study.best_params["threshold"])


def main() -> None:
    """Try every threshold under the rules, and play the best on fresh deals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--rounds", type=int, default=400, help="rounds for each value, and on fresh deals")
    options = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    rules = gin.preset(options.rules)
    best = best_threshold(rules, options.rounds)
    print(f"on fresh deals {results(rules, best, options.rounds, FRESH)}")


if __name__ == "__main__":
    main()
