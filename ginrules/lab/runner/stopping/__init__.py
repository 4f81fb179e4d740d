"""Time limits and interruptions."""
