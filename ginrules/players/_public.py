"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules._support.names import PlayerName
from ginrules.driver.player import NewPlayer, Player
from ginrules.players import search
from ginrules.players.adjusting import Adjusting
from ginrules.players.baselines import Greedy, RandomPlayer, Simple, new_greedy
from ginrules.players.belief import Belief
from ginrules.players.careful import Careful
from ginrules.players.chat import ChatPlayer
from ginrules.players.expert import Expert
from ginrules.players.hints import hint
from ginrules.players.learned import Learned
from ginrules.players.named import player_named
from ginrules.players.packaged_nets import NetChoice, net_for
from ginrules.players.players import Players
from ginrules.players.policy import Policy
from ginrules.players.program import Program
from ginrules.players.searching import Searching

__all__ = ["Adjusting", "Belief", "Careful", "ChatPlayer", "Expert", "Greedy", "Learned", "NetChoice", "NewPlayer",
    "Player", "PlayerName", "Players", "Policy", "Program", "RandomPlayer", "Searching", "Simple", "hint", "net_for",
    "new_greedy", "player_named", "search"]
