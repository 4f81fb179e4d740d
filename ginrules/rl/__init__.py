"""Environments for learning and search: PettingZoo, Gymnasium and OpenSpiel, for every rule set and table.

It needs the extra ``rl`` (NumPy, Gymnasium, PettingZoo) and is imported on demand: ``import ginrules.rl``. The import
registers the environments of Gymnasium. Only `ginrules.rl.spiel` needs OpenSpiel as well.
"""

from importlib.util import find_spec

if not all(map(find_spec, ("numpy", "gymnasium", "pettingzoo"))):
    raise ModuleNotFoundError(
        "ginrules.rl needs NumPy, Gymnasium and PettingZoo: pip install 'ginrules[rl]'", name="pettingzoo"
    )

from ginrules.rl.aec import RoundEnv, env, raw_env
from ginrules.rl.observer import HistoryObserver, Observer
from ginrules.rl.options import EpisodeForm, IllegalMove, RewardKind
from ginrules.rl.policy import Policy
from ginrules.rl.seat_env import SeatEnv, register_envs
from ginrules.rl.vector import VectorEnv

__all__ = [
    "EpisodeForm",
    "HistoryObserver",
    "IllegalMove",
    "Observer",
    "Policy",
    "RewardKind",
    "RoundEnv",
    "SeatEnv",
    "VectorEnv",
    "env",
    "raw_env",
    "register_envs",
]

register_envs()
