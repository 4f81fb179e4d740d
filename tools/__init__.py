"""Tools of the maintainers: `tools.wheels` makes the wheels of a release; the others attack the code (README.md)."""
