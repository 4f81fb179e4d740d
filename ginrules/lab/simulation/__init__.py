"""One rule set over many rounds."""
