"""The phases of a round, one module per phase: legal actions, refusals and effects."""
