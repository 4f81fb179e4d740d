"""A round between players: the protocol of a player and the one loop of a round."""
