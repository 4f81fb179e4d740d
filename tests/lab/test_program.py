"""Players in separate processes: their answers are played, and every fault has a named error."""

import json
import os
import re
import shlex
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import attrs
import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError, LabError, PlayerActionError, PlayerFailedError, PlayerTooSlowError
from ginrules.lab import Tournament, play_match, play_round, simulate, tournament
from ginrules.players import Program, player_named
from ginrules.players import program as module
from tests.conftest import run_python

EXAMPLES = Path(__file__).parents[2] / "examples"
BOT = Program([sys.executable, str(EXAMPLES / "process_bot.py")])
QUICK = gin.RuleSet(name="quick", target=20)

# a program that answers the first so many questions by the last legal action, and then does its worst
WORST = """
import json, os, subprocess, sys, time
left = int(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "hello":
        print('{"name": "worst"}', flush=True)
    elif message["kind"] == "choose":
        left -= 1
        if left < 0:
            WORK
        print(json.dumps({"action": message["view"]["legal"][-1]}), flush=True)
"""


def worst(work, left=30, seconds=20.0):
    code = WORST.replace("WORK", work)
    return Program([sys.executable, "-u", "-c", code, str(left)], seconds=seconds)


def limit_answers(monkeypatch, after, seconds):
    """Give so many answers all the time that a loaded machine takes, and so many seconds to those after them."""
    answer, counts = module._Conversation._answer, Counter()

    def limited(self):
        counts[self] += 1
        if counts[self] > after:
            self._program = attrs.evolve(self._program, seconds=seconds)
        return answer(self)

    monkeypatch.setattr(module._Conversation, "_answer", limited)


@pytest.fixture(autouse=True)
def nothing_stays_open():
    yield
    still_open = [str(program) for program, _, _ in module._OPEN]
    module._close_all()
    assert not still_open


def test_a_program_plays_like_any_other_player():
    result = tournament({"greedy": "greedy", "bot": BOT}, QUICK, 8, seed=2)
    assert (result.games, result.players) == (8, ("greedy", "bot"))
    assert result == tournament({"greedy": "greedy", "bot": BOT}, QUICK, 8, seed=2)
    assert tournament([BOT, "random"], QUICK, 4).players == ("loner", "random")
    assert simulate("oklahoma", BOT, rounds=2).contestants == ("loner",)


def test_it_is_named_by_a_text_wherever_players_are():
    text = f"process:{shlex.join(BOT.command)}"
    assert player_named(text, own=True) == BOT
    assert tournament([text, "random"], QUICK, 4).players == ("loner", "random")
    with pytest.raises(InvalidRunError, match=r"there is no program '\./nobody'"):
        player_named("process:./nobody --fast", own=True)


def test_it_is_shown_the_match_and_every_event(tmp_path):
    log = tmp_path / "log.jsonl"
    code, read = (EXAMPLES / "process_bot.py").read_text(), "    message = json.loads(line)"
    noted = f"    open({str(log)!r}, 'a').write(line); message = json.loads(line)"
    spy = [sys.executable, "-c", code.replace(read, noted)]
    played = play_match(QUICK, [Program(spy), "greedy"], seed=5)
    Program(spy).close()
    said = [json.loads(line) for line in log.read_text().splitlines()]
    assert [one["kind"] for one in said].count("hello") == 1
    starts = [one for one in said if one["kind"] == "start"]
    assert len(starts) == len(played.rounds)
    assert [one["match"]["round"] for one in starts] == list(range(len(starts)))
    assert [one["event"]["kind"] for one in said if one["kind"] == "watch"].count("round-ended") == len(starts)
    assert {one["view"]["seat"] for one in said if "view" in one} == {0}


def test_workers_open_it_once_and_close_it(tmp_path):
    log = tmp_path / "log"
    code = (EXAMPLES / "process_bot.py").read_text()
    path = tmp_path / "bot.py"
    path.write_text(f"import os\nopen({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n')\n" + code)
    program = Program([sys.executable, str(path)])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        result = tournament({"bot": program, "simple": "simple"}, QUICK, 8, seed=1, executor=pool)
    assert result == tournament({"bot": program, "simple": "simple"}, QUICK, 8, seed=1)
    pids = [int(line) for line in log.read_text().split()]
    assert len(pids) == 3  # here, in the worker, and here again
    end = time.monotonic() + 300
    while time.monotonic() < end and any(Path(f"/proc/{pid}").exists() for pid in pids):
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


@pytest.mark.parametrize(
    ("work", "error", "words"),
    [
        ("os._exit(3)", PlayerFailedError, "raised ProgramError: .*ended with status 3"),
        ("raise ZeroDivisionError('oh dear')", PlayerFailedError, "its last words: ZeroDivisionError: oh dear"),
        ("sys.stdout.close(); os.close(1); time.sleep(600)", PlayerFailedError, "closed its output"),
        ("time.sleep(600)", PlayerTooSlowError, "took longer than 0.4 s to decide"),
        ("subprocess.run(['sleep', '600'])", PlayerTooSlowError, "took longer than 0.4 s to decide"),
        ("print('hello?'); continue", PlayerFailedError, "answered 'hello\\?' to choose: expected a line like"),
        ("print('[' * 5000); continue", PlayerFailedError, "to choose: expected a line like"),
        ("print('{\"action\": 7}'); continue", PlayerFailedError, "to choose: expected a line like"),
        ('print(\'{"action": "fly"}\'); continue', PlayerActionError, "broke the rules: .*'fly'"),
        ('print(\'{"action": "lay off Kh on 3"}\'); continue', PlayerActionError, "broke the rules"),
        ("print('x' * 100000); continue", PlayerFailedError, "a line of more than 65,536 bytes"),
        ("sys.stdout.buffer.write(b'\\xff\\x00\\n'); continue", PlayerFailedError, "to choose: expected a line like"),
        ('[print(\'{"action": "draw"}\') for _ in iter(int, 1)]', LabError, "broke the rules|without being asked"),
        ("[print('y' * 900) for _ in iter(int, 1)]", PlayerFailedError, "expected a line like|without being asked"),
    ],
)
def test_whatever_it_does_wrong_has_a_name_and_the_games_before_are_kept(work, error, words, monkeypatch):
    program = worst(work, seconds=300.0)
    if error is PlayerTooSlowError:
        limit_answers(monkeypatch, after=31, seconds=0.4)  # its name and 30 actions
    start = time.monotonic()
    with pytest.raises(error, match=words) as caught:
        play_round("standard", [program(1), program(2)], gin.shuffled(7), seed=7)
    assert time.monotonic() - start < 250
    assert re.search(r"\(worst, standard, seed 7, dealer 0, ply 3[12]\)", str(caught.value))
    assert "at seat" in str(caught.value)
    program.close()


def test_its_last_words_are_read_to_their_end(monkeypatch):
    def listen_late(conversation, stream):
        while conversation._process.returncode is None:
            time.sleep(0.01)
        listen(conversation, stream)

    listen = module._Conversation._listen
    monkeypatch.setattr(module._Conversation, "_listen", listen_late)
    program = Program([sys.executable, "-c", "raise SystemExit('no cards')"], seconds=300.0)
    with pytest.raises(PlayerFailedError, match="ended with status 1; its last words: no cards"):
        simulate("standard", program, rounds=2)


def test_finished_games_are_kept():
    program = worst("os._exit(3)", left=1500)
    with pytest.raises(PlayerFailedError, match="ended with status 3") as caught:
        tournament({"greedy": "greedy", "bad": program}, QUICK, 400)
    kept = caught.value.partial
    assert isinstance(kept, Tournament)
    assert 0 < kept.games < 400
    assert kept.contests[0].won[0] + kept.contests[0].won[1] == kept.games


def test_a_program_that_reads_nothing_blocks_nobody(monkeypatch):
    code = 'import time\nprint(\'{"name": "deaf"}\', flush=True)\ntime.sleep(600)'
    program = Program([sys.executable, "-c", code], seconds=300.0)
    limit_answers(monkeypatch, after=1, seconds=0.5)
    with pytest.raises(PlayerTooSlowError, match=r"seat 1 took longer than 0.5 s to decide \(deaf"):
        play_round(gin.preset("standard"), [program(0), program(1)], gin.shuffled(7))
    player = program(0)
    for _ in range(3000):  # far more than a pipe holds
        player._tell("watch", event={"kind": "x" * 100})
    program.close()


def test_a_program_may_say_its_name_before_it_is_asked(monkeypatch):
    def ask_late(conversation, *question):
        while conversation._said.empty():
            time.sleep(0.01)
        return ask(conversation, *question)

    ask = module._Conversation.exchange
    monkeypatch.setattr(module._Conversation, "exchange", ask_late)
    program = Program([sys.executable, "-c", 'print(\'{"name": "early"}\', flush=True); input()'])
    assert str(program(0)) == "early"
    program.close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([],), "expected a program and its arguments, got nothing"),
        (("",), "expected a program and its arguments, got nothing"),
        (("'open",), "cannot be split into words"),
        ((["./no such program"],), "there is no program './no such program'"),
    ],
)
def test_a_command_of_nothing_is_refused(arguments, words):
    with pytest.raises(InvalidRunError, match=words):
        Program(*arguments)
    with pytest.raises(InvalidRunError, match="seconds: expected a number of seconds above 0, got 0"):
        Program([sys.executable], seconds=0)


def test_a_program_that_says_no_name_is_no_player():
    with pytest.raises(PlayerFailedError, match=r"player 0 could not be made: .*expected a line like") as caught:
        simulate("standard", Program([sys.executable, "-c", "input(); print(7); input()"]), rounds=2)
    assert caught.value.details["player"] == "Program"


@pytest.mark.parametrize(
    ("words", "key", "players"),
    [
        ("tournament --games 4 random", "players", ["random", "loner"]),
        ("simulate standard --rounds 4 --player random --against", "contestants", ["random", "loner"]),
        ("compare standard oklahoma --rounds 20 --player", "players", "loner"),
    ],
)
def test_the_command_line_takes_programs(words, key, players):
    text = f"process:{shlex.join(BOT.command)}"
    done = run_python("-m", "ginrules", *words.split(), text, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[key] == players


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of processes")
@pytest.mark.parametrize(
    ("own_session", "seconds", "message"),
    [(True, 600, "has not answered"), (False, 600, "has not answered"), (False, 0, "ended with status 0")],
)
def test_what_a_program_has_started_ends_with_it(tmp_path, monkeypatch, own_session, seconds, message):
    noted = tmp_path / "started"
    code = (
        "import os, subprocess, sys, time\n"
        "command = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        f"started = subprocess.Popen(command, start_new_session={own_session}, stdout=subprocess.DEVNULL)\n"
        f"with open({str(tmp_path / 'half')!r}, 'w') as file:\n"
        "    file.write(str(started.pid))\n"
        f"os.replace({str(tmp_path / 'half')!r}, {str(noted)!r})\n"
        f"time.sleep({seconds})\n"
    )
    answer = module._Conversation._answer

    def after_it_has_started_something(self):
        while not noted.exists():
            time.sleep(0.01)
        return answer(self)

    monkeypatch.setattr(module._Conversation, "_answer", after_it_has_started_something)
    with pytest.raises(LabError, match=message):
        tournament([Program([sys.executable, "-c", code], seconds=0.2 if seconds else 300.0), "random"], games=4)
    started = int(noted.read_text())
    end = time.monotonic() + 300
    while time.monotonic() < end:
        if not is_running(started):
            return
        time.sleep(0.02)
    os.kill(started, signal.SIGKILL)
    raise AssertionError("it is still running")


def is_running(pid):
    """Return whether there is a process of this number, which has not ended."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the second if it ends while the file is read
        return False


def test_the_seed_of_a_tournament_with_a_program_is_secret_and_shown():
    program = Program([sys.executable, str(EXAMPLES / "process_bot.py")])
    one, other = (tournament({"bot": program, "simple": "simple"}, QUICK, 4) for _ in range(2))
    assert one.seed != other.seed
    assert f"seed {one.seed}" in str(one) or f"seed {one.seed}" in one.summary()
    assert tournament({"bot": program, "simple": "simple"}, QUICK, 4, seed=one.seed).contests == one.contests
    assert tournament(["greedy", "simple"], QUICK, 4).seed == 1
    more = tournament({"bot": program, "simple": "simple"}, QUICK, 8, resume=one)
    assert (more.seed, more.games) == (one.seed, 8)


def test_nonsense_is_answered_with_what_is_legal(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['kind']\n"
        "    if kind == 'hello': print(json.dumps({'name': 'odd'}), flush=True)\n"
        "    if kind == 'choose': print(json.dumps({'action': '7h'}), flush=True)\n"
    )
    with pytest.raises(PlayerActionError, match="it answered the text '7h'; legal: take, decline") as caught:
        simulate("standard", Program([sys.executable, str(path)]), rounds=2)
    assert "parse_action" not in str(caught.value)
