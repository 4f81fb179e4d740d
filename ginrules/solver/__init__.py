"""Suit tables, runs and sets compiled from the meld rules: plain integers in, plain integers out."""
