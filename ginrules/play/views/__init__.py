"""What a seat can know: views, redacted events, and states that fit a view."""
