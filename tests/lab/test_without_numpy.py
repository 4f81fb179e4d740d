"""Without NumPy, players, the playground and the web table work, and runs name the missing package."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys

sys.modules["numpy"] = None  # as if it were not installed

import ginrules as gin
from ginrules import lab
from ginrules.lab import diverge, play_match, play_round
from ginrules.players import Expert, Searching, hint

print(play_round("standard", [Expert(0), Searching(0)], gin.shuffled(7)).outcome.ending)
print(play_match("standard+target=20", ["greedy", "simple"]).match.is_over)
record = gin.RoundRecord("standard", gin.shuffled(7), dealer=0, seats=2)
print(hint(record))
print(bool(diverge("standard", "standard+gin_bonus=25")))
for run in (
    lambda: lab.simulate("standard", "greedy", rounds=20),
    lambda: lab.compare("standard", "oklahoma", rounds=40),
    lambda: lab.tournament(["greedy", "random"], games=4),
    lambda: lab.rows("standard", "greedy", rounds=4),
):
    try:
        run()
    except gin.GinRulesError as error:
        print(type(error).__name__, error)
"""

PAGE = """
import asyncio
import sys

sys.modules["numpy"] = None

import json

import in_browser
import ginrules as gin
from ginrules.records import to_dict
from store import Store
from tables import Page, Tables


async def play_a_move():
    tables = Tables(Store(sys.argv[1]))
    code, _ = await tables.open("standard", 2, "Ann", "expert")
    room, page = tables.room(code), Page(0)
    await room.ready()
    message = room.message(page)
    await room.take(0, {"action": message["view"]["legal"][0], "version": message["version"]})
    tables.store.close()
    return room.session.version > message["version"]


print(asyncio.run(play_a_move()))
asked = {"rules": "standard", "against": "oklahoma", "player": "greedy"}
print(in_browser.compare_more(asked, True)["rounds"])
print("points per round" in in_browser.compare_more(asked, False)["report"])
record = gin.RoundRecord("standard", gin.shuffled(7), dealer=0, seats=2, names=["You", "Greedy"])
while not record.outcome:
    record = record.play(gin.players.hint(gin.view(record.state, record.state.turn), "greedy"))
review = in_browser.review_record(json.dumps(to_dict(record)))
print("at most 12 worlds" in review, "own play" in review, ". You</th>" in review, ". Greedy</th>" in review)
"""

ROOT = Path(__file__).parents[2]
MISSING = "LabError runs of the lab need NumPy: pip install 'ginrules[fast]'"


def test_players_need_no_numpy_and_runs_name_the_extra(tmp_path):
    assert lines_of(SCRIPT, tmp_path) == ["gin", "True", "take", "False", *[MISSING] * 4]


def test_the_pages_need_no_numpy(tmp_path):
    assert lines_of(PAGE, tmp_path) == ["True", "20", "True", "True True True False"]


def lines_of(script, folder):
    folders = os.pathsep.join(
        map(str, (ROOT, ROOT / "docs" / "assets" / "playground", ROOT / "examples" / "web_table"))
    )
    environment = {**os.environ, "PYTHONPATH": folders}
    command = [sys.executable, "-c", script, str(folder / "tables.db")]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
