"""One parameter of a player over several values, or several parameters at once."""
