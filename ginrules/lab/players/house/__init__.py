"""The players of the library."""
