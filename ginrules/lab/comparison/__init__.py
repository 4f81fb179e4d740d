"""Comparisons of two or more rule sets on the same deals."""
