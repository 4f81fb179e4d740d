"""The smallest deal on which two rule sets part."""
