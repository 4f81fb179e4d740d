"""The knowledge of a seat: views, redacted events, and states that fit a view."""
