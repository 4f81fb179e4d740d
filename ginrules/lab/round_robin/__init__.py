"""Round robins between players: mirrored games, their table, and ratings with errors."""
