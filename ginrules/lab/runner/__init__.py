"""The runner of every experiment: it plays rounds, matches and whole runs between players."""
