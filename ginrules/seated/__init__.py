"""Players at their seats: the protocol of a player, and the one loop of a round between players."""
