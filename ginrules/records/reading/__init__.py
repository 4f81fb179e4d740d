"""Records replayed, annotated and counted."""
