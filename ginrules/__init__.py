"""Gin rummy, as values and pure functions."""

__version__ = "0.1.0"
