"""When to knock or double, and what it pays."""
