"""Coverage-guided fuzzing of everything that is read from outside; needs atheris (optional).

    pip install atheris
    python tests/fuzz/fuzz_records.py CORPUS_FOLDER -max_total_time=300

run from the root of the repository. The folder is filled with valid texts first; the first
byte of an input chooses its reader. A crash is an exception that is not a `GinRulesError`, a
value that does not survive being written and read, or an input that takes over ten seconds.
"""

import json
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

with atheris.instrument_imports(include=["ginrules"]):
    from tests.fuzz.mutate import read_data, read_rules, read_text, rule_sets, seeds_of_play

from ginrules.match import MatchState
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.presets.rule_files import dumps_rules
from ginrules.records import MatchRecord, RoundRecord, SeatRecord, from_dict
from ginrules.rules.model import RuleSet

CLASSES = (RoundState, PlayerView, RoundRecord, MatchRecord, SeatRecord, MatchState, RuleSet)


def one_input(data: bytes) -> None:
    if not data:
        return
    kind, text = data[0] % 9, data[1:].decode("utf-8", errors="surrogateescape")
    if kind == 7:
        read_text(text)
    elif kind == 8:
        read_rules(text)
    else:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return
        read_data(CLASSES[kind], value)


def fill(folder: Path) -> None:
    """Valid inputs to begin with."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, (cls, data) in enumerate(seeds_of_play()):
        place = CLASSES.index(cls)
        (folder / f"data-{number}").write_bytes(bytes([place]) + json.dumps(data).encode())
        if cls in {RoundRecord, SeatRecord} and number % 7 == 0:
            (folder / f"text-{number}").write_bytes(b"\x07" + from_dict(cls, data).dumps().encode())
    for number, rules in enumerate(rule_sets()):
        (folder / f"rules-{number}").write_bytes(b"\x08" + dumps_rules(rules, full=True).encode())


if __name__ == "__main__":
    folders = [Path(item) for item in sys.argv[1:] if not item.startswith("-")]
    if folders:
        fill(folders[0])
    atheris.Setup([*sys.argv, "-timeout=10", "-max_len=20000"], one_input)
    atheris.Fuzz()
