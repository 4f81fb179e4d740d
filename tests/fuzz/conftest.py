"""The fuzz target is run by hand, with atheris; it is no test to be collected."""

collect_ignore = ["fuzz_records.py"]
