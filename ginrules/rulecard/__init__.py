"""The rule card whole: its sentences, examples made by the engine, and how sure the rules are."""
