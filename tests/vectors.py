"""The vectors of the presets in `tests/data/vectors.zip`, which `python -m tools.vectors` writes."""

import json
import zipfile
from functools import cache
from itertools import islice
from pathlib import Path

ARCHIVE = Path(__file__).parent / "data" / "vectors.zip"


@cache
def archived(name, rounds=None):
    """The documents of a preset, with at most so many rounds; do not change them."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        documents = [json.loads(line) for line in archive.read(f"{name}.jsonl").splitlines()]
    played = [one for one in documents if one["format"] == "ginrules/round-vector"]
    return (*islice(played, rounds), *documents[len(played) :])
