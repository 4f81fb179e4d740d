"""Players at their seats: the protocol of a player, and the loop of a round between players."""
