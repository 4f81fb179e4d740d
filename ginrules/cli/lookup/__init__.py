"""Commands that look rules, presets and hands up."""
