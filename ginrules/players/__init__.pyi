# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules._support.names import PlayerName as PlayerName
from ginrules.driver.named import player_named as player_named
from ginrules.driver.player import NewPlayer as NewPlayer, Player as Player
from ginrules.players import search as search
from ginrules.players.adjusting import Adjusting as Adjusting
from ginrules.players.baselines import Greedy as Greedy, RandomPlayer as RandomPlayer, Simple as Simple, new_greedy as new_greedy
from ginrules.players.belief import Belief as Belief
from ginrules.players.chat import ChatPlayer as ChatPlayer
from ginrules.players.equity import MatchEquity as MatchEquity
from ginrules.players.expert import Expert as Expert
from ginrules.players.learned import Learned as Learned, match_equity as match_equity
from ginrules.players.packaged_nets import NetChoice as NetChoice, net_for as net_for
from ginrules.players.players import Players as Players, hint as hint
from ginrules.players.program import Program as Program
from ginrules.players.searching import Searching as Searching

__all__ = ["Adjusting", "Belief", "ChatPlayer", "Expert", "Greedy", "Learned", "MatchEquity", "NetChoice", "NewPlayer",
    "Player", "PlayerName", "Players", "Program", "RandomPlayer", "Searching", "Simple", "hint", "match_equity",
    "net_for", "new_greedy", "player_named", "search"]
