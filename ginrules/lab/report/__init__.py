"""Reports of what the lab found: pages, tables for other programs, and pictures."""
