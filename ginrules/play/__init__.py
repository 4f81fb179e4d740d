"""A round of gin: actions, phases, the state and the engine."""
