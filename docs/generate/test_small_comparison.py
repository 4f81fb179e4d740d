"""The comparison of the playground gives the figures of `compare`, to the last digit."""

import pytest

from docs.generate.small_comparison import SmallComparison
from ginrules.lab import compare
from ginrules.lab.statistics.measures import ROUND_MEASURES


@pytest.mark.parametrize(
    ("a", "b"), [("standard", "oklahoma"), ("standard", "standard+gin_bonus=9+spade_multiplier=2"), ("eaai", "eaai")]
)
def test_the_figures_are_those_of_the_lab(a, b):
    small = SmallComparison(a, b, "greedy")
    for _ in range(2):
        small.play(10)
    whole = compare(a, b, players="greedy", rounds=40)
    assert (small.result.summary, small.result.repricings) == (whole.summary, whole.repricings)
    keys = {measure.key for measure in ROUND_MEASURES}
    assert small.result.findings == tuple(finding for finding in whole.findings if finding.measure.key in keys)
    assert "<table" in small.result._repr_html_()
