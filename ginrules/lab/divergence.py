"""`diverge`: the smallest round, or list of results, on which two rule sets disagree."""

from __future__ import annotations

from typing import Final

from ginrules._support.values import whole_number
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.runner.progress import Interrupts, Progress, check_progress, shown_progress
from ginrules.play.deal import common_seats
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet, rules_of
from ginrules.testing.differences import Alike, Divergence

EFFORT: Final = 300
"""The number of rounds to draw, if nothing else is said."""

_REPORT_EVERY: Final = 50


def diverge(
    a: RuleSet | str, b: RuleSet | str, *, seed: int = 1, effort: int = EFFORT, progress: Progress | bool | None = None
) -> Divergence:
    """Find the smallest round, or list of results, on which two rule sets disagree.

    Rounds are drawn by hypothesis, as `ginrules.testing.pairs` draws them, and compared by their legal actions, the
    facts at the end, and the points. Rules of matches (sections ``game``, ``columns`` and ``match``, seating and
    dealers) cannot show in a round. If nothing else differs, lists of results are drawn that make the score sheets
    differ. Hands of different sizes count as a difference, at the deal.

    The answer is the smallest that was found, but a smaller one may exist. Equal arguments give equal answers with one
    version of hypothesis and the same modules imported. Ctrl-C ends the search. The result is then the smallest found,
    and is marked ``partial``.

    Args:
        a: The first rule set.
        b: The second rule set.
        seed: The search's seed.
        effort: The number of rounds to draw, and of lists for each three. A larger number can find a smaller round.
        progress: True for a line on the terminal, or a function that is called at intervals with the steps done and
            a total, which grows. A step is a round or a list of results that is tried.

    Returns:
        A `RoundDivergence`, a `MatchDivergence`, or `Alike`, which is false. `Alike` means that the search found no
        difference. If no rule differs, the rule sets are equal for certain.

    Raises:
        IncompatibleRulesError: If the packs differ, or no number of seats fits both rule sets. No deal is then
            possible under both.
        InvalidRunError: If the seed is not a whole number.
        ModuleNotFoundError: If hypothesis is not installed.

    Examples:
        >>> import ginrules as gin
        >>> difference = gin.lab.diverge(gin.preset("standard"), gin.preset("cardgames-io"), effort=20)
        >>> print(difference)
        after decline and decline, taking the top of the pile is legal under cardgames-io and not under standard; ...
        >>> difference.record().state.turn
        0
        >>> bool(gin.lab.diverge("standard", "standard+gin_bonus=25"))
        False
    """
    a, b, seed = rules_of(a), rules_of(b), whole_number("seed", seed)
    effort = whole_number("effort", effort, 1)
    check_progress(progress)
    if not diff(a, b):
        return Alike(a=a, b=b, deals=0, lists=0)
    _check_tables(a, b)
    try:
        from ginrules.testing.search import smallest_difference
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise ModuleNotFoundError(
            "ginrules.lab.diverge needs hypothesis: pip install 'ginrules[testing]'", name="hypothesis"
        ) from None
    # hypothesis listens to the garbage collector: an interrupt that is raised there is lost, so it waits for an example
    with Interrupts() as interrupts, shown_progress(progress, "steps") as report, interrupts.held():

        def count(examples: int) -> None:
            interrupts.let_through()
            if report is not None and examples % _REPORT_EVERY == 0:
                report(examples, max(effort, examples))

        return smallest_difference(a, b, seed=seed, effort=effort, report=count)


def _check_tables(a: RuleSet, b: RuleSet) -> None:
    if (a.ranks, a.suits) != (b.ranks, b.suits):
        packs = " and ".join(f"{rules.ranks} ranks × {rules.suits} suits" for rules in (a, b))
        raise IncompatibleRulesError(f"the packs differ, {packs}: compare rule sets with the same pack")
    if not common_seats(a, b):
        one, other = (" or ".join(map(str, rules.table_sizes)) for rules in (a, b))
        message = f"no table fits both: {a.name or 'the first'} seats {one}, {b.name or 'the second'} seats {other}"
        raise IncompatibleRulesError(message, a=list(a.table_sizes), b=list(b.table_sizes))
