"""The figures of a run on disk."""
