"""Rounds and matches by players: one runner under simulate, compare and tune."""
