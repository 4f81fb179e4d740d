"""What a player computes with: outlooks, samples of hidden hands, payoffs, the choice of a discard."""
