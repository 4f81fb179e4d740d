"""Exact sums, estimates with intervals, histograms, and the measures of rounds, games and matches."""
