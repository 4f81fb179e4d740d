"""The one runner of simulate, compare and tune: rounds, matches and runs of them by players."""
