"""Two or more rule sets on the same deals."""
