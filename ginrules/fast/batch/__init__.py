"""Many rounds stepped side by side."""
