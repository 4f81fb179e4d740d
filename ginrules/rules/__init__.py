"""Rules as data: the table of rules, its checks, rule files, differences and the rule card."""
