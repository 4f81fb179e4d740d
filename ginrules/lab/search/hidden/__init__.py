"""What the other hands may be."""
