"""Tuning of a player: a single parameter over several values, or several parameters at once."""
