"""The fuzz targets are run by hand, with atheris; they are not tests."""

collect_ignore = ["fuzz_records.py", "fuzz_texts.py"]
