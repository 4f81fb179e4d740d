"""Without NumPy players play, and runs say what is missing."""

import subprocess
import sys

SCRIPT = """
import sys

sys.modules["numpy"] = None  # as if it were not installed

import ginrules as gin
from ginrules import lab
from ginrules.records import account
from ginrules.lab import Expert, Searching, diverge, hint, play_match, play_round

print(play_round("standard", [Expert(0), Searching(0)], gin.shuffled(7)).outcome.ending)
print(play_match("standard+target=20", ["greedy", "simple"]).match.is_over)
record = gin.RoundRecord("standard", gin.shuffled(7), dealer=0, seats=2)
print(hint(account(record, 1)))
print(bool(diverge("standard", "standard+gin_bonus=25")))
for run in (
    lambda: lab.simulate("standard", "greedy", rounds=20),
    lambda: lab.compare("standard", "oklahoma", rounds=40),
    lambda: lab.tune("standard", "greedy", values=(0, 10), rounds=20),
    lambda: lab.tune("standard", "greedy", parameters={"threshold": (0, 10)}, rounds=20),
    lambda: lab.tournament(["greedy", "random"], games=4),
    lambda: lab.rows("standard", "greedy", rounds=4),
):
    try:
        run()
    except gin.GinRulesError as error:
        print(type(error).__name__, error)
"""

MISSING = "LabError runs of the lab need NumPy: pip install 'ginrules[fast]'"


def test_players_need_no_numpy_and_runs_name_the_extra():
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["gin", "True", "take", "False", *[MISSING] * 6]
