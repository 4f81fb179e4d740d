"""The rule card: a rule set in words that a person can play from."""
