"""The content of pictures of rounds and score sheets, drawn by `ginrules.svg` and `ginrules.terminal`."""
