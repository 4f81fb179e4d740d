"""Trains a net of the package, or one for other rules.

    python -m tools.training first.npz --seed 1 --positions 120000000
    python -m tools.training learned.npz --seed 2 --positions 90000000 --start first.npz
    python -m tools.training belief.npz --belief
    python -m tools.training mine.npz --rules my-rules.toml --start learned.npz --positions 40000000

The first two commands make `learned.npz` of the package, in about half an hour each of one processor core, the third
`belief.npz`, in ten minutes. The library that plays and learns is built first, so a C compiler is needed.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from ginrules.presets.rule_files import rules_named
from tools.training.courses import BeliefLearning, Course, Learning, save, train


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, help="the file of the net")
    parser.add_argument("--belief", action="store_true", help="train a belief net")
    parser.add_argument("--rules", help="a preset or a rule file, as the command ginrules takes them; else many rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, help="the positions to learn from; whole steps of them are")
    parser.add_argument("--start", type=Path, help="the file of a net to begin with; else random weights")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    course: type[Course[Any]] = BeliefLearning if options.belief else Learning
    net = train(
        course,
        options.rules and rules_named(options.rules, Path()),
        seed=options.seed,
        positions=options.positions,
        start=options.start and course.kind.load(options.start),
        threads=options.threads,
        progress=show,
    )
    save(net, options.out)


def show(course: Course[Any], errors: tuple[float, ...]) -> None:
    """Print how far the training has come, and the net's errors: in points, or in nats of a hidden card."""
    done = f"{course.step * course.positions():,} of {course.steps * course.positions():,} positions"
    sys.stderr.write(f"{done}, errors {', '.join(f'{error:.3f}' for error in errors)}\n")


if __name__ == "__main__":
    main()
