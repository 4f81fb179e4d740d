"""``ginrules play``, driven by texts: questions, displays, actions taken back, saved records."""

import random
import re
import shutil
import sys

import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.records import read_records
from tests.conftest import some

pytest.importorskip("cyclopts")

from ginrules.cards import CARDS
from ginrules.cli.prompts import HELP, choices, hint, parse_choice, theirs
from ginrules.cli.saved import person_of, player_kind, read_saved
from ginrules.cli.session import PROMPT, TerminalMatch
from ginrules.driver.named import PLAYERS
from ginrules.play.view import view
from tests.lab.conftest import new_late


@pytest.fixture
def typed(monkeypatch, capsys):
    """Run a command line with these lines typed; return the status and the output."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words, lines=()):
        waiting = iter(lines)

        def answer(prompt):
            sys.stdout.write(prompt)
            line = next(waiting, None)
            if line is None:
                raise EOFError
            if isinstance(line, BaseException):
                raise line
            sys.stdout.write(f"{line}\n")
            return line

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr("ginrules.cli.play.input", answer, raising=False)
        status = main(["play", *words])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return status, printed.out, printed.err

    return run


ODD = ["undo", "hint", "theirs", "hand", "table", "knock", "7h", "lay off", "1", "spread", "x\x00"]


class Scripted:
    """Types a player's actions as text; sometimes asks questions and takes actions back."""

    def __init__(self, seed, new_player=PLAYERS["greedy"], *, odd=0.0):
        self.chance = random.Random(seed)
        self.new_player = new_player
        self.odd = odd
        self.said = []
        self.session = None
        self.prompts = 0

    def say(self, text):
        self.said.append(text)

    def ask(self, prompt):
        self.prompts += 1
        assert self.prompts < 5000
        if self.chance.random() < self.odd:
            return self.chance.choice(
                ["undo", "hint", "theirs", "hand", "table", "knock", "7h", "lay off", "1", "spread", "x\x00"]
            )
        if prompt != PROMPT:
            return ""
        return str(gin.players.hint(self.session.table, self.new_player, seat=self.session.seat, seed=1))


def session(rules, script, *, person=0, players=None, opponent="greedy", path=None):
    names = [f"{opponent.capitalize()} {number}" for number in range(players or min(rules.player_counts))]
    names[person] = f"P{person}"
    return resumed(gin.Session(rules, names), script, path=path)


def resumed(game, script, path=None):
    person = person_of(game.names)
    players = {number: PLAYERS[player_kind(name)] for number, name in enumerate(game.names) if number != person}
    made = TerminalMatch(
        script.ask,
        script.say,
        path,
        session=game.with_players(players),
        person=person,
        seed=5,
        new_adviser=PLAYERS["greedy"],
    )
    script.session = made
    return made


def test_a_whole_game_is_played_and_saved(tmp_path):
    script = Scripted(1)
    path = tmp_path / "game.toml"
    played = session(gin.RuleSet(target=50), script, path=path)
    assert played.play()
    (saved,) = read_records(path)
    assert saved == played.record
    assert saved.match.is_over
    text = "\n".join(script.said)
    assert "The match is over." in text
    told = re.findall(r"^[\w ]+ (?:wins|has gin:|has big gin:|undercuts [\w ]+:) \d+ points?\.", text, re.MULTILINE)
    assert len(told) == sum(score.winner is not None for score in saved.match.scores)


@pytest.mark.parametrize("name", some(gin.preset_names(), 6))
def test_every_preset_can_be_played_with_slips_and_questions(name, tmp_path):
    rules = gin.preset(name)
    script = Scripted(3, odd=0.15)
    path = tmp_path / "game.toml"
    played = session(rules, script, person=1, path=path)
    rounds = 2

    def ask(prompt, asked=script.ask):
        if len(played.record.rounds) >= rounds and prompt != PROMPT:
            return "quit"
        return asked(prompt)

    played.ask = ask
    assert played.play()
    saved = list(read_records(path))
    assert isinstance(saved[0], gin.MatchRecord)
    assert saved[0].rounds == played.record.rounds


def test_the_other_hand_is_never_shown_before_the_end():
    script = Scripted(2)
    played = session(gin.RuleSet(target=30), script)
    shown_so_far = 0

    def ask(prompt, asked=script.ask):
        nonlocal shown_so_far
        if prompt == PROMPT:
            text = "\n".join(script.said[shown_so_far:])
            assert "You can:" in text
            state = played.table.state
            hidden = state.hands[1] - state.known[1]
            stock = state.stock
            assert not [card for card in (*hidden, *stock) if card.pretty in text or re.search(rf"\b{card}\b", text)]
        shown_so_far = len(script.said)
        return asked(prompt)

    played.ask = ask
    played.play()
    assert script.prompts > 20


def test_a_hint_depends_only_on_the_knowledge_of_the_seat():
    record = gin.RoundRecord(gin.RuleSet(), 11).play("decline").play("decline")
    other = sorted(view(record.state, 1).unseen)
    order = list(record.order)
    # exchange an unseen card of the other hand with a card of the stock
    mine = next(card for card in other if card in record.state.hands[0])
    drawn = next(card for card in other if card in record.state.stock)
    first, second = order.index(mine), order.index(drawn)
    order[first], order[second] = order[second], order[first]
    changed = gin.RoundRecord(gin.RuleSet(), order).play("decline").play("decline")
    assert changed.state != record.state
    hints = [list(hint(one, 1, PLAYERS["expert"](1))) for one in (record, changed)]
    assert hints[0] == hints[1]
    assert list(theirs(record, 1, "ab")) == list(theirs(changed, 1, "ab"))


@pytest.mark.parametrize(
    ("name", "seats"), [("standard", 2), ("doubling-gin", 2), ("mahjong-gin", 3), ("knock-rummy", 4)]
)
def test_what_the_others_may_hold_adds_up_to_their_hands(name, seats):
    record, source = gin.RoundRecord(name, 5, seats=seats), random.Random(name)
    while not record.state.is_over:
        if record.state.turn == 1 and len(record.actions) < 40:
            held_by_the_others(record, seats)
        record = record.play(source.choice(gin.legal_actions(record.state)))


def held_by_the_others(record, seats):
    own = view(record.state, 1)
    lines = list(theirs(record, 1, [f"P{seat}" for seat in range(seats)]))
    starts = [place for place, line in enumerate(lines) if line.startswith("What")]
    others = [seat for seat in range(seats) if seat != own.seat]
    assert [lines[place] for place in starts] == [f"What P{seat} may hold, in percent:" for seat in others]
    for place, seat in zip(starts, others, strict=True):
        cells = [text for line in lines[place + 2 : place + 6] for text in line.split()[1:]]
        chances = {card: text for card, text in zip(CARDS, cells, strict=True) if text != "·"}
        assert abs(sum(map(int, chances.values())) / 100 - own.hand_sizes[seat]) < 0.6  # each is rounded
        assert {card for card, text in chances.items() if text == "100"} >= set(own.known[seat])
        assert not chances.keys() & {*own.hand, *own.pile}


def test_every_word_of_the_help_is_answered():
    """Where it has a meaning: some words ask about a round, one about its end; concede asks again, and has its test."""
    in_a_round, after_it = {"hint", "hand", "theirs", "table"}, {"review"}
    words = {word.partition(" ")[0] for word, _ in HELP["At any time:"]}
    assert words > in_a_round | after_it | {"undo", "save", "quit"}
    for word in words - {"concede"}:
        for prompt, known in ((PROMPT, words - after_it), ("Enter deals", words - in_a_round)):
            if word in known:
                assert repr(word) not in answer_to(word, prompt), (word, prompt)


def answer_to(word, prompt):
    """The answer to this word, typed at the first such prompt."""
    script = Scripted(3)
    played, typed, own = session(gin.preset("standard"), script), iter([word]), script.ask
    played.ask = lambda asked: next(typed, "quit") if prompt in asked else own(asked)
    played.play()
    return " ".join(script.said)


def test_the_same_way_forward_meets_the_same_answers():
    session = gin.Session("standard", players={0: PLAYERS["expert"]}).next_round(9).advance(3)
    start, player, done = session, PLAYERS["greedy"](0), []
    for _ in range(4):
        done.append(player.choose(session.view(1)))
        session = session.act(1, done[-1]).advance(3)
    again = start
    for action in done:
        again = again.act(1, action).advance(3)
    assert again == session
    assert session.version >= start.version + 8


def test_words_of_one_letter():
    position = view(gin.RoundRecord(gin.RuleSet(), 7).state, 1)
    assert [str(parse_choice(text, position)) for text in ("t", "p", "take", "P")] == [
        "take",
        "decline",
        "take",
        "decline",
    ]


def test_the_end_of_input_and_ctrl_c_save(typed, tmp_path):
    for number, end in enumerate(([], [KeyboardInterrupt()], ["quit"])):
        path = tmp_path / f"{number}.toml"
        status, out, err = typed("--seed", "3", "--seat", "1", "--save", str(path), lines=["p", *end])
        assert (status, err) == (130 if number == 1 else 0, "")
        assert "You leave after 0 rounds; the seed was 3." in out
        match, record = read_records(path)
        assert not match.rounds
        assert list(map(str, record.actions)) == ["decline", "decline"]


def test_a_player_that_goes_wrong_ends_the_match_with_a_sentence_and_the_record_is_kept(typed, tmp_path, monkeypatch):
    monkeypatch.setitem(PLAYERS._made, "simple", new_late)
    path = tmp_path / "a.toml"
    words = ("--seed", "3", "--seat", "1", "--player", "simple", "--save", str(path))
    status, _, err = typed(*words, lines=["pass", *["draw", "1"] * 9])
    assert status == 2
    line = r"ginrules: the player at seat 0 broke the rules: big gin .*\(late, standard, seed \d+, dealer \d, ply \d+\)"
    assert re.match(line, " ".join(err.split()))
    assert [*read_records(path)][1].actions


def test_an_impossible_request_is_answered_with_a_sentence(typed):
    status, out, _ = typed(
        "--seed", "3", "--seat", "1", lines=["nonsense", "knock", "draw", "lay off 7h on 0", "99", "undo"]
    )
    assert status == 0
    assert "expected an action, got 'nonsense'" in out
    assert "'knock' fits nothing here; expected one of: take, decline" in " ".join(out.split())
    assert "There is nothing to undo" in out


def test_questions(typed):
    status, out, _ = typed(
        "--seed", "3", "--seat", "1", lines=["help", "hint", "hand", "sheet", "rules", "table", "save"]
    )
    assert status == 0
    for text in ("At any time", "learned would", "by rank", "Round", "Name a file: save", "knock limit 10"):
        assert text in out
    assert max(len(line.removeprefix(PROMPT)) for line in out.splitlines()) <= 80


def test_a_file_that_can_no_longer_be_written_is_reported_and_the_record_kept(typed, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    path = tmp_path / "folder" / "x.toml"
    path.parent.mkdir()

    def lines():
        yield "p"
        shutil.rmtree(path.parent)
        yield "quit"

    status, out, _ = typed("--seed", "3", "--seat", "1", "--save", str(path), lines=lines())
    assert status == 2
    text = " ".join(out.split())
    assert "cannot be written" in text
    kept = re.search(r"it is kept in\s(\S+\.toml)", text)[1]
    assert len(list(read_records(kept))) == 2


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nosuch"], "no preset"),
        (["standard", "--seat", "2"], "there is no seat 2"),
        (["standard", "--players", "3"], "are for 2 players, not for 3"),
        (["standard", "--player", "champion"], "champion"),
        (["standard", "--name", "Expert"], "choose another --name"),
        (["standard", "--name", ""], "name"),
    ],
)
def test_a_table_that_cannot_be_set(typed, words, text):
    status, _, err = typed(*words)
    assert status == 2
    assert text in err


def test_the_card_that_the_choices_name_is_no_meld_s():
    for seed in range(40):
        state = gin.apply(gin.deal("standard", seed=seed), gin.TakeDiscard())
        view = gin.view(state, 1)
        (text,) = [text for text in choices(view) if text.startswith("discard")]
        card = gin.Card.parse(text.rpartition(" ")[2])
        assert card in gin.best_arrangement(view.hand, "standard").unmelded
        assert gin.Discard(card) in view.legal


def test_a_rule_file_is_played(typed, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(gin.dumps_rules(gin.RuleSet(name="our table", knock_limit=7)))
    assert "knock limit 7" in typed(str(path), "--seed", "1", lines=["hint"])[1]


def test_undo_between_rounds_leads_back_into_the_round(tmp_path):
    script = Scripted(4)
    path = tmp_path / "game.toml"
    played = session(gin.RuleSet(), script, path=path)
    between = iter(["undo"])
    lengths = []

    def ask(prompt, asked=script.ask):
        if prompt == PROMPT:
            if len(lengths) == 1:
                lengths.append((len(played.record.rounds), len(played.table.actions)))
                return "quit"
            return asked(prompt)
        lengths.append((len(played.record.rounds), len(played.table.actions)))
        return next(between)

    played.ask = ask
    assert played.play()
    (rounds_then, actions_then), (rounds_now, actions_now) = lengths
    assert (rounds_then, rounds_now) == (1, 0)
    assert actions_now < actions_then
    _, left = read_records(path)
    assert isinstance(left, gin.RoundRecord)
    assert len(left.actions) == actions_now


@pytest.mark.full
def test_notice_ends_endless_columns():
    name = next(name for name in gin.preset_names() if gin.preset(name).endless)
    script = Scripted(5)
    played = session(gin.preset(name), script)
    asked_between = 0

    def ask(prompt, asked=script.ask):
        nonlocal asked_between
        if prompt == PROMPT:
            return asked(prompt)
        asked_between += 1
        return "notice" if asked_between == 1 else ""

    played.ask = ask
    assert played.play()
    assert played.record.match.is_over


def test_a_player_who_sits_out_hears_how_it_went():
    script = Scripted(6)
    played = session(gin.preset("captain"), script, players=3, person=2)
    rounds = 0

    def ask(prompt, asked=script.ask):
        nonlocal rounds
        if prompt != PROMPT:
            rounds += 1
            return "quit" if rounds == 6 else ""
        return asked(prompt)

    played.ask = ask
    assert played.play()
    text = "\n".join(script.said)
    resting = [tables for tables in played.record.match.seatings if all(2 not in table.players for table in tables)]
    assert resting
    assert text.count("You sit this round out") == len(resting)


@pytest.mark.parametrize("name", ["a\x00b.toml", "~nobody-of-this-name/x.toml", "\ud800.toml", "."])
def test_a_file_name_that_cannot_be_one_is_refused_with_a_sentence(typed, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    status, out, err = typed("--seed", "3", "--seat", "1", lines=["p", f"save {name}", "undo", "quit"])
    assert (status, err) == (0, "")
    assert "cannot be written" in " ".join(out.split())
    assert "Undone." in out


@pytest.mark.parametrize("name", ["\udcff", "\x00", "\u2028"])
def test_an_odd_player_name_is_saved_or_refused_with_a_sentence(typed, tmp_path, name):
    path = tmp_path / "x.toml"
    status, out, err = typed("--seed", "3", "--seat", "1", "--name", name, "--save", str(path), lines=["p", "quit"])
    assert len(err.splitlines()) == (status != 0)
    assert "Traceback" not in out
    assert path.exists() == (status == 0)


# --- saved and gone on with -----------------------------------------------------------------------


class Stopping(Scripted):
    """Leaves the table at the prompt of this number, and after this number of rounds."""

    def __init__(self, rounds, stop=None):
        super().__init__(1)
        self.rounds, self.stop = rounds, stop

    def ask(self, prompt):
        if self.prompts == self.stop or len(self.session.record.rounds) == self.rounds:
            raise EOFError
        return super().ask(prompt)


GAMES = [
    ("standard", {"opponent": "medium"}),
    *(
        pytest.param(*game, marks=pytest.mark.full)
        for game in (
            ("captain", {"players": 3, "person": 2}),
            ("partnership", {"players": 4, "person": 1, "opponent": "simple"}),
            ("oklahoma-second-deck", {}),
            ("rubl", {"opponent": "random", "person": 1}),
        )
    ),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_stopped_match_continues_as_if_uninterrupted(name, options, tmp_path):
    rules, path, rounds = gin.preset(name), tmp_path / "game.toml", 1 if name == "standard" else 2
    assert session(rules, Stopping(rounds), **options, path=path).play()
    expected = path.read_text()
    stops = random.Random(name)
    assert session(rules, Stopping(rounds, stops.randrange(12)), **options, path=path).play()
    for _ in range(200):
        if path.read_text() == expected:
            return
        assert resumed(read_saved(path), Stopping(rounds, 4 + stops.randrange(12)), path).play()
    assert path.read_text() == expected


def test_undo_leads_back_beyond_a_stop(tmp_path):
    path = tmp_path / "game.toml"
    script = Stopping(1, 9)
    before = session(gin.RuleSet(), script, path=path, opponent="medium")
    assert before.play()
    (left,) = read_saved(path).round
    after = resumed(read_saved(path), Stopping(1), path)
    undone = []

    def ask(_prompt):
        undone.append(len(after.table.actions))
        return "undo" if len(undone) < 4 else "quit"

    after.ask = ask
    assert after.play()
    assert undone[0] == len(left.actions) > undone[1] > undone[2] > undone[3]


def test_the_file_has_every_decision_even_if_the_process_is_killed(tmp_path):
    path = tmp_path / "game.toml"
    script = Scripted(1)
    played = session(gin.RuleSet(), script, path=path)
    saved = []

    def ask(prompt, asked=script.ask):
        if path.exists() and prompt == PROMPT and len(saved) < 6:
            saved.append(read_saved(path).round[0].actions)
            assert played.table.actions[: len(saved[-1])] == saved[-1]
        return "quit" if len(saved) == 6 else asked(prompt)

    played.ask = ask
    assert played.play()
    assert all(map(len, saved))
    assert len(set(saved)) == 6


@pytest.fixture
def saved_game(typed, tmp_path):
    """A match that was left in its first round."""
    path = tmp_path / "game.toml"
    assert typed("oklahoma", "--seed", "3", "--seat", "1", "--save", str(path), lines=["p", "quit"])[0] == 0
    return path


def test_the_file_alone_or_the_same_command_goes_on(typed, saved_game):
    saved = saved_game.read_text()
    for words in ([], ["oklahoma", "--seat", "1"], ["oklahoma", "--seed", "3", "--seat", "1", "--player", "medium"]):
        status, out, err = typed(*words, "--save", str(saved_game), lines=["hint", "quit"])
        assert (status, err) == (0, "")
        assert "You go on after 0 rounds" in out
        assert "learned would" in out
        assert saved_game.read_text() == saved


FILES = {
    "half of a record": (lambda text: text[: len(text) * 2 // 3], "game.toml"),
    "another text": (lambda _: "Ann 18\n", "game.toml"),
    "a record of something else": (
        lambda _: gin.RoundRecord(gin.RuleSet(), 7).dumps(),
        "must be 'ginrules/session', not",
    ),
    "several people": (lambda text: text.replace('"Expert"', '"Bo"'), "several people"),
    "no person": (lambda text: text.replace('"Player"', '"Greedy"'), "a match of one person"),
    "a player that left": (lambda text: text.replace('"Expert"', '"Careful"'), "medium is about as strong"),
    "two rounds": (lambda text: text + text[text.index("[[round]]") :], "has 2 tables, 1 are due"),
    "an illegal action": (lambda text: text.replace('"decline"', '"big gin"'), "big gin"),
}


def test_a_file_that_cannot_be_gone_on_with_is_refused_and_left_alone(typed, saved_game):
    good = saved_game.read_text()
    for name, (change, message) in FILES.items():
        bad = change(good)
        assert bad != good, name
        saved_game.write_text(bad)
        status, _, err = typed("--save", str(saved_game), lines=["quit"])
        assert status == 2, name
        assert message in err, (name, err)
        assert saved_game.read_text() == bad, name
    saved_game.write_text(good)
    for words, differ in ((["rubl"], "rules"), (["--seat", "0", "--name", "Ann"], "seat and name")):
        status, _, err = typed(*words, "--save", str(saved_game), lines=["quit"])
        assert status == 2
        assert differ in err


@pytest.mark.parametrize("place", ["file", "folder", "no folder"])
def test_a_place_that_cannot_be_written_is_refused_before_the_deal(typed, saved_game, place):
    path = {"file": saved_game, "folder": saved_game.parent, "no folder": saved_game.parent / "none" / "x.toml"}[place]
    saved_game.chmod(0o444)
    status, out, err = typed("--save", str(path), lines=["quit"])
    assert (status, out) == (2, "")
    assert any(word in err for word in ("is read-only", "is a folder", "there is no folder"))
    assert len(err.splitlines()) == 1


def test_a_match_that_is_over_is_not_gone_on_with(typed, tmp_path):
    path = tmp_path / "game.toml"
    assert session(gin.RuleSet(target=1), Scripted(1), path=path).play()
    status, _, err = typed("--save", str(path), lines=[""])
    assert status == 2
    assert "is over" in err


def test_a_double_is_asked_and_answered(typed):
    lines = ["pass", "double", "hint", "draw"]
    status, out, _ = typed("doubling-gin", "--seed", "3", "--seat", "1", "--player", "greedy", lines=lines)
    assert status == 0
    assert "You can: draw, double" in out
    assert "factor 1, either can double" in out
    assert "Greedy accepts the double" in out
    assert "factor 2, Greedy can double" in out


def test_the_person_answers_a_double(typed):
    words = ("doubling-gin", "--seed", "39", "--seat", "0", "--player", "greedy")
    _, out, _ = typed(*words, lines=["pass", "hint", "refuse", "quit"])
    assert "Greedy doubles" in out
    assert "Player must accept or refuse the double" in out
    assert "factor 1, Greedy doubles" in out
    assert "You can: accept, refuse" in out
    assert "refusing costs the difference and 10" in " ".join(out.split())
    assert "Greedy has doubled and was refused" in out
    assert re.search(r"Greedy wins \d+ points\.", out)


def test_a_cut_decides_who_deals_first_and_is_shown(typed, tmp_path):
    path = tmp_path / "evening.toml"
    for seed in range(1, 9):
        drawn = gin.cut(["Ann", "Expert"], random.Random(f"cut of {seed}"))
        _, out, _ = typed("--seed", str(seed), "--name", "Ann", lines=["quit"])
        assert f"The cut: {drawn}." in " ".join(out.split())
        assert f"Round 1: {drawn.seated[0]} deals." in out
    _, out, _ = typed("captain", "--seed", "5", "--save", str(path), lines=["quit"])
    assert "to the left" in out
    assert "The cut" not in typed("--save", str(path), lines=["quit"])[1]
    assert "The cut" not in typed("captain", "--seed", "5", "--save", str(path), lines=["quit"])[1]
    assert "The cut" not in typed("--seat", "1", "--seed", "5", lines=["quit"])[1]


def test_a_hint_can_be_typed_back():
    """A hint is an action as it is typed, in every phase that occurs in a few rounds."""

    class Hinted(Scripted):
        def ask(self, prompt):
            self.prompts += 1
            if prompt != PROMPT:
                return "" if len(self.session.record.rounds) < 3 else "quit"
            if self.asked:
                self.asked = False
                return self.said[-1].rpartition("would type: ")[2]
            self.asked = True
            self.refused = getattr(self, "refused", 0) + ("is not" in (self.said or [""])[-1])
            return "hint"

    for rules in (gin.preset("standard"), gin.preset("mahjong-gin"), gin.preset("doubling-gin")):
        script = Hinted(1)
        script.asked = False
        played = session(rules, script)
        played.play()
        assert len(played.record.rounds) == 3
        assert script.refused == 0


def test_every_action_can_be_typed_as_it_is_shown():
    from ginrules.cli.prompts import parse_choice

    script = Scripted(2)
    played = session(gin.preset("round-the-corner"), script)
    seen = set()

    def ask(prompt, asked=script.ask):
        if prompt == PROMPT:
            shown = played.view
            for action in shown.legal:
                assert parse_choice(str(action), shown) == action
                seen.add(type(action).__name__)
        elif len(played.record.rounds) >= 4:
            return "quit"
        return asked(prompt)

    played.ask = ask
    played.play()
    assert {"Discard", "DrawStock", "TakeDiscard"} <= seen


def test_a_match_is_conceded_in_a_round_or_between_rounds(tmp_path):
    path = tmp_path / "game.toml"
    script = Scripted(1)
    played = session(gin.preset("standard"), script, path=path)
    answers = iter(["concede", "no", "concede", "yes"])
    script.ask = played.ask = lambda _prompt: next(answers)
    assert played.play()
    assert played.record.match.winners == (1,)
    assert len(played.record.match.scores) == 0
    (saved,) = read_records(path)
    assert (saved == played.record, "P0 concedes." in script.said) == (True, True)

    script = Scripted(1)
    played = session(gin.preset("standard"), script, person=1)
    between = iter(["concede", "yes"])
    asked = script.ask
    played.ask = lambda prompt: asked(prompt) if prompt == PROMPT else next(between)
    played.play()
    assert (played.record.match.winners, len(played.record.match.scores)) == ((0,), 1)


def test_one_of_three_is_out_and_the_others_play_on():
    script = Scripted(1)
    played = session(gin.preset("penalty-elimination"), script, players=3)
    answers = iter(["concede", "yes", "quit"])
    played.ask = lambda _prompt: next(answers)
    played.play()
    assert played.record.match.out == (0,)
    assert not played.record.match.is_over
