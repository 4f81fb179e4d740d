"""Commands that play many rounds: compare, simulate, diverge, tune and tournament."""
