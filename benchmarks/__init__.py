"""The speed of ginrules, next to OpenSpiel and RLCard in the same run.

``python -m benchmarks`` from a checkout; needs the extra ``bench``.
"""
