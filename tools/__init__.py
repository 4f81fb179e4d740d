"""Tools for those who package the library: `python -m tools.wheels` makes the wheels of a release."""
