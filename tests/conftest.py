"""What all tests share."""

from importlib.util import find_spec

from hypothesis import settings

# the oracle's driver cannot be imported without open_spiel; its tests skip themselves
collect_ignore = [] if find_spec("pyspiel") else ["oracle/openspiel.py"]

# the same examples in every run, so that a failure is news; `--hypothesis-profile=explore` looks for new ones
settings.register_profile("explore", deadline=None)
settings.register_profile("ginrules", deadline=None, derandomize=True)
settings.load_profile("ginrules")
