"""Rules as data: the table of rules, their checks, expressions, differences and words."""
