"""Players at their seats: their protocol, and the loop of a round between them."""
