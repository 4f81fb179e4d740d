"""Estimates with intervals, histograms and the measures of a round."""
