"""The search for vectors: questions about the rules with their answers, which check an engine in any language."""
