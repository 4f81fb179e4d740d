"""Commands that read and check documents, and print their schema."""
