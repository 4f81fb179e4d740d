"""One rule set over many rounds or matches."""
