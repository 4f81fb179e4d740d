"""The search for the smallest round, or list of results, on which two rule sets disagree."""
