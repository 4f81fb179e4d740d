"""Players that run or open something: named in your own code or command line, and refused everywhere else."""

import asyncio
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.driver import named
from ginrules.driver.labels import player_label
from ginrules.driver.named import Imported
from ginrules.errors import InvalidRunError, LabError, PlayerFailedError
from ginrules.lab import compare, simulate, tournament
from ginrules.players import Expert, Greedy, new_greedy, player_named

ROOT = Path(__file__).parents[2]
QUICK = gin.RuleSet(name="quick", target=20)
BOT = """
from functools import partial
import ginrules as gin
from ginrules.players import Greedy, new_greedy

class Shy(Greedy):
    name = "shy"
    def offer(self, view):
        return gin.Decline()

def new_shy(seed):
    return Shy()

class Unseeded(Greedy):
    def __init__(self):
        super().__init__()

at_five = partial(new_greedy, threshold=5)
number = 7
"""
OPENING = ["process:touch {}", "python:opened:new", "learned:{}"]
"""Names that would leave a mark, the file of this name, if anything opened them."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a module of players, as the current folder."""
    (tmp_path / "shy_bot.py").write_text(BOT)
    (tmp_path / "broken_bot.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in ("shy_bot", "broken_bot"):
        sys.modules.pop(name, None)


@pytest.fixture
def on_path(here, monkeypatch):
    monkeypatch.syspath_prepend(here)


# --- names --------------------------------------------------------------------------------------


class Shy(Greedy):
    name = "shy"

    def offer(self, _view):
        return gin.Decline()


def test_a_derived_player_has_its_own_name_in_every_table():
    makers = [lambda _seed: Shy(), new_greedy, lambda _seed: Shy(), lambda _seed: Shy(4)]
    names = ("shy", "greedy, knocking whenever allowed", "shy (2)", "shy, knocking at 4 or less")
    assert simulate("standard", makers[:2], rounds=4).contestants == names[:2]
    assert compare("standard", "oklahoma", rounds=40, players=makers[::2]).contestants == names[::2]
    assert tournament(makers, QUICK, 4).players == names
    assert "shy (2)" in str(simulate("standard", makers[::2], rounds=8))


def test_a_text_that_belongs_to_the_name_is_kept():
    class Quiet(Expert):
        name = "quiet"

    class Loud(Greedy):
        name = "loud"

        def __str__(self):
            return "LOUD"

    class Bare(gin.players.Player):
        name = "bare"

        def choose(self, view):
            return view.legal[0]

    makers = [lambda _seed: Quiet(1, draws=2), lambda _seed: Loud(), lambda _seed: Bare()]
    assert simulate("standard", makers[:2], rounds=4).contestants == ("quiet, draws 2", "LOUD")
    assert simulate("standard", makers[2], rounds=4).contestants == ("bare",)


# --- python:module:factory --------------------------------------------------------------------


@pytest.mark.usefixtures("on_path")
def test_a_module_names_a_player_wherever_players_are_taken():
    text = "python:shy_bot:new_shy"
    assert player_named(text, own=True) == Imported("shy_bot", "new_shy")
    assert simulate("standard", [text, "greedy"], rounds=4).contestants[0] == "shy"
    assert tournament([text, text, "random"], QUICK, 4).players == ("shy", "shy (2)", "random")
    assert player_named("python:ginrules.players:Expert", own=True) is Expert  # the core plays it
    assert isinstance(player_named("python:shy_bot:at_five", own=True), partial)


@pytest.mark.usefixtures("on_path")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("python:shy_bot", "expected a module and the function or class in it"),
        ("python::new", "expected a module"),
        ("python:shy-bot:new", "expected a module"),
        ("python:no_bot:new", r"there is no module no_bot; run in the folder of no_bot\.py, and .*upload_file"),
        ("python:shy_bot.inner:new", r"there is no module shy_bot\.inner"),
        ("python:broken_bot:new", "its import failed: ZeroDivisionError: division by zero"),
        ("python:shy_bot:old", "module shy_bot has no function or class old"),
        ("python:shy_bot:number", "has no function or class number"),
    ],
)
def test_a_module_that_cannot_be_used_is_named(text, words):
    with pytest.raises(InvalidRunError, match=words):
        simulate("standard", text, rounds=4)


@pytest.mark.usefixtures("on_path")
def test_a_class_that_takes_no_seed_is_explained_by_its_name_too():
    with pytest.raises(PlayerFailedError, match=r"a class is called with a seed: write def __init__\(self, seed\)"):
        simulate("standard", "python:shy_bot:Unseeded", rounds=4)


@pytest.mark.usefixtures("here")
def test_workers_import_it_by_name(capsys):
    words = ["compare", "standard", "oklahoma", "--rounds", "40", "--player", "python:shy_bot:new_shy", "--json"]
    assert main(words) == 0
    alone = capsys.readouterr().out
    assert main([*words, "--workers", "2"]) == 0
    assert capsys.readouterr().out == alone
    assert json.loads(alone)["contestants"] == ["shy"]


@pytest.mark.usefixtures("here")
def test_a_worker_without_the_module_names_it_and_is_not_lost():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(int).result()  # the worker begins without the folder
        sys.path.insert(0, str(Path.cwd()))
        named_maker, maker = player_named("python:shy_bot:new_shy", own=True), import_module("shy_bot").new_shy
        sys.path.pop(0)
        with pytest.raises(PlayerFailedError, match=r"there is no module shy_bot; run in the folder of shy_bot\.py"):
            simulate("standard", named_maker, rounds=40, executor=pool)
        for _ in range(2):
            with pytest.raises(InvalidRunError, match=r"they need shy_bot; .*No module named 'shy_bot'") as caught:
                simulate("standard", maker, rounds=40, executor=pool)
            assert caught.value.details["modules"] == ["shy_bot"]
        assert simulate("standard", "greedy", rounds=40, executor=pool).rounds == 40


@pytest.mark.parametrize("command", ["tournament", "simulate", "play"])
@pytest.mark.usefixtures("here")
def test_every_command_takes_it(command, capsys, monkeypatch):
    def leave(_prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", leave)
    text = "python:shy_bot:new_shy"
    words = {
        "tournament": [text, "greedy", "--games", "4"],
        "simulate": ["standard", "--player", "simple", "--against", text, "--rounds", "4"],
        "play": ["standard", "--player", text],
    }[command]
    assert main([command, *words]) == 0
    assert "shy" in capsys.readouterr().out


# --- borders: such a name is refused, and nothing is run or opened --------------------------------


@pytest.fixture(params=OPENING)
def trap(request, tmp_path, monkeypatch):
    """A name that would make the file ``mark`` if it were opened, after whose test there is no such file."""
    mark = tmp_path / "mark"
    (tmp_path / "opened.py").write_text(f"open({str(mark)!r}, 'w')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("ginrules.nets.learned.LearnedNet.load", lambda _path: mark.touch())
    yield request.param.format(mark)
    assert not mark.exists()
    assert "opened" not in sys.modules


def test_the_trap_works(tmp_path, monkeypatch):
    (tmp_path / "opened.py").write_text("raise KeyError('opened')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidRunError, match="KeyError: 'opened'"):
        simulate("standard", "python:opened:new", rounds=4)


def test_forms_and_links(trap):
    with pytest.raises(InvalidRunError, match="expected one of random, simple"):
        player_named(trap)


def test_the_web_table_and_the_playground(trap, monkeypatch, tmp_path):
    for folder in ("examples/web_table", "docs/assets/playground"):
        monkeypatch.syspath_prepend(ROOT / folder)
    from in_browser import compare_more
    from store import Store
    from tables import TableError, Tables

    tables = Tables(Store(tmp_path / "tables.db"))
    with pytest.raises(InvalidRunError, match="expected one of random, simple"):
        compare_more({"rules": "standard", "against": "oklahoma", "player": trap}, begin=True)
    with pytest.raises(TableError, match="play against people, or one of easy, greedy"):
        asyncio.run(tables.open("standard", 2, "Ann", trap))
    for rules in (trap, f"standard+{trap}"):
        with pytest.raises(gin.GinRulesError):
            asyncio.run(tables.open(rules, 2, "Ann", None))
        with pytest.raises(gin.GinRulesError):
            compare_more({"rules": "standard", "against": rules, "player": "greedy"}, begin=True)


def test_sessions(trap):
    session = gin.Session("standard", [trap, "Bo"], comment=trap).next_round(7)
    assert session.names[0] == trap  # a name of a person is a text
    for refused in (lambda: gin.Session("standard", 2, players={1: trap}), lambda: session.with_players({0: trap})):
        with pytest.raises(InvalidRunError, match="is not marked as your own"):
            refused()
    for again in (gin.Session.loads(session.dumps()), gin.from_dict(gin.Session, gin.to_dict(session))):
        assert again.advance(1).to_move == {1}
    with pytest.raises(gin.RecordError, match="players"):
        gin.from_dict(gin.Session, gin.to_dict(session) | {"players": {"1": trap}})


@pytest.mark.parametrize("name", ["process:true", "python:os:abort", "learned:x.npz"])
def test_saved_matches(name, tmp_path, capsys):
    path = tmp_path / "match.toml"
    session = gin.Session("standard", ["Ann", "Bot"], comment=f"ginrules play: seed 5, players person {name}")
    path.write_text(session.dumps())
    assert main(["play", "--save", str(path)]) == 2
    assert "a match of one person and players of the lab" in " ".join(capsys.readouterr().err.split())
    assert main(["play", "--save", str(path), "--player", name]) == 2
    assert f"a saved match cannot name {name}" in capsys.readouterr().err


def test_records_hold_names_of_people_only(trap):
    record = gin.MatchRecord("standard", [trap, "Bo"]).add(gin.pad_entry(10, "standard", winner=0))
    again = gin.MatchRecord.loads(record.dumps())
    assert again.players[0] == trap
    assert gin.from_dict(gin.MatchRecord, gin.to_dict(record)).players[0] == trap


def test_checkpoints(trap, tmp_path):
    path = tmp_path / "run"
    tournament(["greedy", "simple"], QUICK, 4, checkpoint=path)
    text = (path / "run.json").read_text()
    assert '"of"' in text
    (path / "run.json").write_text(text.replace("simple", json.dumps(trap)[1:-1]))
    with pytest.raises(LabError, match="another run"):
        tournament(["greedy", "simple"], QUICK, 4, checkpoint=path)


def test_every_prefix_is_at_the_borders():
    prefixes = {f"{name.partition(':')[0]}:" for name in OPENING}
    assert prefixes >= named.OPENING.keys()


def test_the_name_of_a_player_is_cut_in_errors():
    class Named:
        name = "x" * 90

    assert player_label(Named()) == "x" * 80
