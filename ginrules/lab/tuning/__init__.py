"""One parameter of a player over several values."""
