"""Sets, runs and what a hand is worth."""
