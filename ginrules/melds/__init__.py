"""Sets, runs and the deadwood of a hand."""
