"""Rules and positions as words for language models."""
