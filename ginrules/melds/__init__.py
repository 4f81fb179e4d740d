"""Sets, runs and a hand's deadwood."""
