"""The command ``play``: a game at this terminal."""
