"""A round's phases, one module per phase: legal actions, refusals and effects."""
