"""What a seat may know: views, redacted events, and states that fit a view."""
