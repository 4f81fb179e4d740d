"""What all tests share."""

from importlib.util import find_spec

from hypothesis import settings

# the oracle's driver cannot be imported without open_spiel; its tests skip themselves
collect_ignore = [] if find_spec("pyspiel") else ["oracle/openspiel.py"]

settings.register_profile("ginrules", deadline=None)
settings.load_profile("ginrules")
