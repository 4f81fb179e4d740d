"""Which values of rules can be played together."""
