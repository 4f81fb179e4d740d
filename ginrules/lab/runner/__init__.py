"""The runner of simulate, compare and tune: it plays rounds, matches and whole runs between players."""
