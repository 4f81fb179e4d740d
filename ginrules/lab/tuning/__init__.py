"""One parameter over several values."""
