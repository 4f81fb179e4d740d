"""Records of rounds and matches, the session for a match in progress, and JSON of every public value."""

from ginrules.records.documents.problems import RecordProblem
from ginrules.records.documents.registry import from_dict, to_dict
from ginrules.records.documents.texts import LARGEST_TEXT, read_file
from ginrules.records.files import load_pad, loads_pad, loads_records, read_records
from ginrules.records.leagues import Debt, Doubt, League, Pairing, Standing, league
from ginrules.records.match import MatchRecord, TeamRecord
from ginrules.records.openspiel import openspiel_history, read_openspiel
from ginrules.records.round import Replay, RoundRecord, replay, replay_while_valid
from ginrules.records.session import Session

__all__ = [
    "LARGEST_TEXT",
    "Debt",
    "Doubt",
    "League",
    "MatchRecord",
    "Pairing",
    "RecordProblem",
    "Replay",
    "RoundRecord",
    "Session",
    "Standing",
    "TeamRecord",
    "from_dict",
    "league",
    "load_pad",
    "loads_pad",
    "loads_records",
    "openspiel_history",
    "read_file",
    "read_openspiel",
    "read_records",
    "replay",
    "replay_while_valid",
    "to_dict",
]
