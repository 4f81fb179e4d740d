"""Reviews of recorded games: what each decision gives away, and luck apart from skill."""
