"""How fast ginrules is, side by side with OpenSpiel and RLCard in one run.

``python -m benchmarks`` from a checkout; needs the extra ``bench``.
"""
