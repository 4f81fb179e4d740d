"""Estimates and intervals: against known numbers, and against their coverage."""

import random
from fractions import Fraction
from statistics import NormalDist, fmean, stdev

import pytest

from ginrules.lab.statistics.estimate import Estimate, PairedSums, critical_value, estimates


def sums_of(units):
    return sum((PairedSums.of_unit(*unit) for unit in units), PairedSums())


def test_critical_values_are_students():
    # from tables of the t distribution, two-sided 95 %
    known = {5: 2.776, 10: 2.262, 20: 2.093, 31: 2.042, 121: 1.980}
    for units, t in known.items():
        assert critical_value(units) == pytest.approx(t, rel=3e-3)
    assert critical_value(10**9) == pytest.approx(NormalDist().inv_cdf(0.975))


def test_a_mean_has_the_textbook_interval():
    values = [3, 8, 8, 1, 5, 9, 2, 6]
    mean, half = fmean(values), critical_value(8) * stdev(values) / 8**0.5
    estimate, _, _ = estimates(sums_of((value, 1, 0, 1) for value in values))
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((mean, mean - half, mean + half))
    assert estimate.half_width == pytest.approx(half)


def test_a_difference_is_that_of_the_pairs():
    pairs = [(3, 5), (8, 9), (8, 12), (1, 1), (5, 4), (9, 15), (2, 2), (6, 7)]
    differences = [b - a for a, b in pairs]
    half = critical_value(8) * stdev(differences) / 8**0.5
    _, _, estimate = estimates(sums_of((a, 2, b, 2) for a, b in pairs))
    assert estimate.value == pytest.approx(fmean(differences) / 2)
    assert (estimate.low, estimate.high) == pytest.approx((estimate.value - half / 2, estimate.value + half / 2))


def test_pairing_narrows_the_interval():
    rnd = random.Random(1)
    deals = [rnd.randint(0, 40) for _ in range(60)]
    together = [(deal + rnd.randint(0, 4), 1, deal + rnd.randint(0, 4), 1) for deal in deals]
    shuffled = rnd.sample(together, 60)
    apart = [(a, 1, b, 1) for (a, *_), (*_, b, _) in zip(together, shuffled, strict=True)]
    assert estimates(sums_of(together))[2].half_width < estimates(sums_of(apart))[2].half_width / 3


def test_a_ratio_weighs_units_by_their_base():
    units = [(10, 2), (4, 1), (0, 0), (7, 2), (1, 1), (6, 1)]
    estimate, _, _ = estimates(sums_of((a, base, 0, 1) for a, base in units))
    ratio = Fraction(28, 7)
    assert estimate.value == 4
    residuals = [a - ratio * base for a, base in units]
    variance = sum(residual * residual for residual in residuals) / Fraction(49) * Fraction(6, 5)
    assert estimate.half_width == pytest.approx(critical_value(6) * float(variance) ** 0.5)


def test_an_event_that_never_happened_is_not_shown_as_impossible():
    sums = sums_of([(0, 2, 0, 2)] * 50)
    a, b, difference = estimates(sums, share=True)
    # Wilson's upper end for 0 of 50 (the units, not the hundred rounds in them)
    t = critical_value(50)
    assert a == b == Estimate(0.0, 0.0, pytest.approx(t**2 / (50 + t**2)))
    assert difference.low < 0 < difference.high
    always, _, _ = estimates(sums_of([(2, 2, 2, 2)] * 50), share=True)
    assert always == Estimate(1.0, pytest.approx(1 - t**2 / (50 + t**2)), 1.0)


def test_a_share_of_independent_rounds_has_wilsons_interval():
    units = [(1, 1, 0, 1)] * 30 + [(0, 1, 1, 1)] * 70
    a, b, difference = estimates(sums_of(units), share=True)
    assert (a.value, b.value, difference.value) == pytest.approx((0.3, 0.7, 0.4))
    # Wilson at 30 of 100: 0.219 to 0.396 with the normal quantile
    assert (a.low, a.high) == pytest.approx((0.219, 0.396), abs=0.003)
    assert 0 <= a.low <= a.value <= a.high <= 1


def test_known_equal_rules_do_not_differ():
    sums = sums_of([(1, 2, 1, 2), (0, 2, 0, 2), (2, 2, 2, 2)] * 4)
    assert estimates(sums, share=True, same=True)[2] == Estimate(0.0, 0.0, 0.0)
    # equal in every unit is not always equal: as rare as an event that twelve units do not show
    most = critical_value(12) ** 2 / (12 + critical_value(12) ** 2)
    assert estimates(sums, share=True)[2] == Estimate(0.0, pytest.approx(-most), pytest.approx(most))


def test_too_few_units_give_no_estimate():
    assert estimates(sums_of([(1, 1, 1, 1)] * 4)) == (None, None, None)
    a, b, difference = estimates(sums_of([(1, 1, 0, 0)] * 5))
    assert a == Estimate(1.0, 1.0, 1.0)
    assert (b, difference) == (None, None)


def test_sums_are_merged_by_adding():
    rnd = random.Random(2)
    units = [tuple(rnd.randint(0, 9) for _ in range(4)) for _ in range(30)]
    assert sums_of(units[:7]) + sums_of(units[7:]) == sums_of(units)


def test_an_interval_contains_zero_or_not():
    assert Estimate(1.0, -0.5, 2.5).contains_zero
    assert not Estimate(1.0, 0.5, 1.5).contains_zero
    assert Estimate(0.0, 0.0, 0.3).half_width == 0.3


@pytest.mark.parametrize("units", [20, 200])
def test_intervals_contain_the_true_value_as_often_as_they_should(units):
    # seeded: 300 experiments of skewed, correlated counts; 95 % of 300 is 285 ± 11 (three standard errors)
    rnd = random.Random(units)
    hits = 0
    for _ in range(300):
        sums = PairedSums()
        for _ in range(units):
            luck = rnd.gauss(0, 8)
            sums += PairedSums.of_unit(
                round(10 * (20 + luck + rnd.expovariate(0.1))), 20, round(10 * (15 + luck + rnd.expovariate(0.1))), 20
            )
        difference = estimates(sums)[2]
        hits += difference.low <= -2.5 <= difference.high
    assert 0.91 <= hits / 300 <= 0.985
