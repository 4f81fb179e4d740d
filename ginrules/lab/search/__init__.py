"""Tools of the players: discards, outlooks, opponents, sampled positions, rollouts and payoffs, on plain masks."""
