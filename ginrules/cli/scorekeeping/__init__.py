"""The command ``pad``: the score of an evening, typed round by round."""
