"""All that people read: text, colored text, pictures, rule cards and prompts."""
