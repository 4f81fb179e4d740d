# Written by python -m docs.generate.package from the table in __init__.py.
from ginrules._names import (
    PlayerName,
)
from ginrules.lab.players.adjusting import (
    Adjusting,
)
from ginrules.lab.players.baselines import (
    Greedy,
    RandomPlayer,
    Simple,
    new_greedy,
)
from ginrules.lab.players.careful import (
    Careful,
)
from ginrules.lab.players.chat import (
    ChatPlayer,
)
from ginrules.lab.players.expert import (
    Expert,
)
from ginrules.lab.players.hints import (
    hint,
)
from ginrules.lab.players.learned import (
    Learned,
)
from ginrules.lab.players.named import (
    player_named,
)
from ginrules.lab.players.packaged_nets import (
    NetChoice,
    net_for,
)
from ginrules.lab.players.program import (
    Program,
)
from ginrules.lab.players.searching import (
    Searching,
)
from ginrules.seated.player import (
    NewPlayer,
    Player,
)

__all__ = [
    "Adjusting",
    "Careful",
    "ChatPlayer",
    "Expert",
    "Greedy",
    "Learned",
    "NetChoice",
    "NewPlayer",
    "Player",
    "PlayerName",
    "Program",
    "RandomPlayer",
    "Searching",
    "Simple",
    "hint",
    "net_for",
    "new_greedy",
    "player_named",
]
