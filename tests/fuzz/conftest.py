"""The fuzz target is run by hand, with atheris; it is not a test."""

collect_ignore = ["fuzz_records.py"]
