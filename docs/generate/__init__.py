"""The pages of the site that are made from the library itself, and never written by hand."""
