"""The moves of a round, by the part of a turn that they belong to: legal actions, refusals and effects."""
