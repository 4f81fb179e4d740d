"""The phases of a round, one module per phase: what is legal, why not, and what follows."""
