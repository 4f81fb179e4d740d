"""How the nets of the package were made: its players and its compiled core, and what learns from their rounds."""
