"""The rule card: its sentences, its examples and its printed pages."""
