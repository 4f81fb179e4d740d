"""The front of the core: refusals, the fallback to the engine, and the origin of the library."""

from functools import partial, wraps

import numpy as np
import pytest

from ginrules import fast
from ginrules.errors import CoreError, DealError, EndlessPlayError, InvalidRunError, ParseError, WrongTypeError
from ginrules.fast import _load, _plan, build
from ginrules.fast._plan import CALLER, policy_of
from ginrules.fast.build import digest_file
from ginrules.lab.runner.play import play_dealt
from ginrules.play.deal import deal, shuffled
from ginrules.play.seeded_deals import new_deal
from ginrules.players import Expert, Greedy, Learned, RandomPlayer, Simple, new_greedy
from ginrules.presets import STANDARD
from ginrules.rules.model import RULES, RuleSet


@pytest.fixture
def load(monkeypatch):
    def loaded(switch="", folder=None):
        monkeypatch.setenv("GINRULES_CORE", switch)
        if folder is not None:
            monkeypatch.setattr(_load, "FOLDER", folder)
        _load._loaded.cache_clear()
        return fast.available()

    yield loaded
    monkeypatch.undo()
    _load._loaded.cache_clear()


def test_every_rule_of_play_is_played_by_the_core_or_left_to_the_engine():
    # name a new rule of play, or a new value of a choice, in LEFT_TO_THE_ENGINE; or see docs/contributing.md
    rules_of_play = {name for name, rule in RULES.items() if rule.affects == "play"}
    values = {text for text in _plan.LEFT_TO_THE_ENGINE if " = " in text}
    assert rules_of_play == {*_plan.PLAN, *_plan.LEFT_TO_THE_ENGINE} - {"seats"} - values
    choices = [f"{name} = {value}" for name in _plan.CHOICES for value in RULES[name].choices]
    assert [f"{name} = {value}" for name, played in _plan.CHOICES.items() for value in played] == [
        text for text in choices if text not in values
    ]
    assert values <= {*choices}
    assert {name for name in _plan.PLAN if name in RULES and RULES[name].kind == "choice"} == {*_plan.CHOICES}


def test_a_rule_that_the_core_does_not_play_is_refused(monkeypatch):
    monkeypatch.setattr(_plan, "PLAN", tuple(name for name in _plan.PLAN if name != "take_cap"))
    unplayed = _plan.unplayed.__wrapped__
    assert unplayed(RuleSet()) is None
    assert unplayed(RuleSet(take_cap=7)) == "take_cap = 7: it is left to the engine"
    monkeypatch.setattr(_plan, "CHOICES", {**_plan.CHOICES, "opening": ("upcard-offer",)})
    assert unplayed(RuleSet(opening="open-card")) == "opening = open-card: it is left to the engine"
    assert "counts at most" in unplayed(RuleSet(card_values=(1001,) * 13))


STATE = deal(STANDARD, shuffled(1))
OTHER = deal(RuleSet(knock_limit=3), shuffled(1))


class OwnGreedy(Greedy):
    pass


class LastFirst(Simple):
    """Takes the last of the legal actions, which `Simple` does not."""

    def choose(self, view):
        return view.legal[-1]


class LastOfExpert(Expert):
    def choose(self, view):
        return view.legal[-1]


@wraps(new_greedy)
def wrapped(seed):
    return LastFirst(seed)


@pytest.mark.parametrize(
    ("maker", "policy"),
    [
        (new_greedy, (1, -1)),
        (partial(new_greedy, threshold=3), (1, 3)),
        (partial(partial(new_greedy, threshold=3), threshold=None), (1, -1)),
        (partial(new_greedy, threshold=10**12), (1, 2**31 - 1)),
        (RandomPlayer, (0, -1)),
        (Simple, (2, -1)),
        (Expert, (3, -1)),
        (partial(Expert, caution=10), (3, -1)),
        (partial(Expert, caution=-1), None),
        (partial(Expert, courage=1), None),
        (Greedy, None),
        (OwnGreedy, None),
        (Learned, (4, -1)),
        (partial(Learned, slip=10), (4, -1)),
        (partial(Learned, slip="much"), None),
        (partial(Learned, slip=1025), None),
        (partial(Learned, hurry=1), None),
        (lambda _seed: Greedy(), None),
        (partial(new_greedy, threshold=-1), None),
        (partial(new_greedy, threshold=True), None),
        (partial(Simple, seed=3), None),
        (partial(new_greedy, 3), None),
        (LastFirst, None),
        (partial(LastOfExpert, draws=7), None),
        (wrapped, None),
    ],
)
def test_players_are_recognized_by_their_factory(maker, policy):
    row = policy_of(maker, STANDARD)
    assert (row and row[:2]) == policy
    assert row is None or len(row) == len(CALLER)


@pytest.mark.parametrize("maker", [LastFirst, LastOfExpert, wrapped])
def test_what_only_looks_like_a_player_of_the_core_plays_by_itself(maker):
    assert fast.why_not(STANDARD, maker) is not None
    facts = fast.play(STANDARD, maker, [5])[0]
    dealt = new_deal(5, STANDARD)
    for dealer in range(2):
        played = play_dealt(STANDARD, [LastFirst, LastFirst], dealt, dealer=dealer)
        assert (facts[dealer]["plies"], facts[dealer]["turns"]) == (played.plies, played.turns)


def test_an_expert_s_row_has_its_parameters_and_what_the_rules_pay():
    row = policy_of(partial(Expert, draws=7, hope=9), STANDARD.evolve(undercut_bonus=10))
    assert (row[18:21], any(row[21:])) == ((30, 15, 0), False)
    assert row[3:18] == (150, 7, 24, 40, 380, 48, 86, 46, 8, 24, 6, 8, 180, 260, 9)


def test_without_the_core_the_reason_is_given(load):
    assert not load("no")
    assert fast.why_not(STANDARD) == "GINRULES_CORE=no switches the compiled core off"


def test_a_missing_core_is_an_error_only_where_it_must_be(load, tmp_path):
    assert not load(folder=tmp_path)
    assert "there is no compiled core" in fast.why_not(STANDARD, new_greedy)
    with pytest.raises(CoreError, match="GINRULES_CORE=must, and there is no compiled core"):
        load("must")


def test_another_library_in_its_place_is_an_error(load, tmp_path):
    library = tmp_path / _load.library_name()
    library.write_bytes(b"not a library")
    digest_file(library).write_text(build._digest_of(library))
    with pytest.raises(CoreError, match="cannot be loaded"):
        load(folder=tmp_path)


def test_a_library_of_another_version_is_an_error(load, monkeypatch):
    if not load():
        pytest.skip("the compiled core is not here")
    monkeypatch.setattr(_load, "source_version", lambda: "0123456789abcdef")
    with pytest.raises(CoreError, match=r"is of version .* its sources are of 0123456789abcdef"):
        load()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: fast.play(7, new_greedy, [1]), WrongTypeError, "expected a RuleSet"),
        (lambda: fast.play(STANDARD, "gredy", [1]), InvalidRunError, "did you mean 'greedy'"),
        (lambda: fast.play(STANDARD, (), [1]), InvalidRunError, "0 players do not divide"),
        (
            lambda: fast.play(STANDARD, [new_greedy] * 3, [1]),
            InvalidRunError,
            "expected 2 seats at a table of standard, got 3",
        ),
        (
            lambda: fast.play(STANDARD, new_greedy, [1], seats=3),
            InvalidRunError,
            "expected 2 seats at a table of standard, got 3",
        ),
        (lambda: fast.play(STANDARD, new_greedy, [-1]), DealError, "seed: expected a whole number from 0 to"),
        (lambda: fast.play(STANDARD, new_greedy, [2**64]), DealError, "seed: expected a whole number from 0 to"),
        (lambda: fast.play(STANDARD, new_greedy, [1.0]), DealError, "seed: expected a whole number from 0 to"),
        (lambda: fast.play(STANDARD, new_greedy, 7), WrongTypeError, "seeds"),
        (lambda: fast.play(STANDARD, new_greedy, [1], ply_cap=0), InvalidRunError, "ply_cap"),
        (lambda: fast.random_rounds(STANDARD, -1), InvalidRunError, "count"),
        (lambda: fast.random_rounds(STANDARD, 1, dealer=2), InvalidRunError, "dealer"),
        (lambda: fast.random_rounds(STANDARD, 1, seed=-1), DealError, "seed: expected a whole number from 0 to"),
        (lambda: fast.deadwoods(np.zeros(2), STANDARD), WrongTypeError, "masks in one dimension"),
        (lambda: fast.deadwoods(np.zeros((2, 2), np.uint64), STANDARD), WrongTypeError, "masks in one dimension"),
        (lambda: fast.deadwoods(np.array([-1]), STANDARD), WrongTypeError, "masks in one dimension"),
        (lambda: fast.deadwoods(np.array([2**52], np.uint64), STANDARD), ParseError, "bit 52 is not in this pack"),
        (lambda: fast.after_discards(["Kc"], RuleSet(ranks=6, hand_size=4)), ParseError, "not in this pack"),
        (lambda: fast.deadwoods([5], STANDARD), ParseError, "expected a hand"),
        (lambda: fast.outcomes(STANDARD, np.zeros(3)), WrongTypeError, "an array of ginrules.fast.FACTS"),
        (lambda: fast.outcomes(STANDARD, fast.random_rounds(STANDARD, 2, ply_cap=3)), EndlessPlayError, "round 0"),
        (lambda: fast.playouts([5], new_greedy, [1]), WrongTypeError, "expected a RoundState"),
        (lambda: fast.playouts([STATE], new_greedy, []), InvalidRunError, "one for each of 1 positions"),
        (lambda: fast.playouts([STATE], [new_greedy] * 3, [1]), InvalidRunError, "3 players do not divide 2 places"),
        (lambda: fast.playouts([STATE, OTHER], new_greedy, [1, 2]), InvalidRunError, "one rule set"),
        (lambda: fast.why_not(STANDARD, 7), InvalidRunError, "makes a player from a seed"),
    ],
)
def test_bad_input_is_a_typed_error(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_any_array_of_masks_is_read():
    masks = np.array([1, 3, 1 << 51])
    strided = np.repeat(masks.astype(np.uint64), 2)[::2]
    assert fast.deadwoods(masks, STANDARD).tolist() == fast.deadwoods(strided, STANDARD).tolist() == [1, 3, 10]
    assert fast.deadwoods(masks, "standard+ranks=13").tolist() == [1, 3, 10]
    assert fast.deadwoods([], STANDARD).tolist() == fast.play(STANDARD, new_greedy, [])["turns"].tolist() == []


@pytest.mark.parametrize("value", ["MUST", "0", "false", "maybe"])
def test_a_switch_that_is_not_known_is_refused(value, load):
    with pytest.raises(CoreError, match=f"^GINRULES_CORE='{value}': expected no, must, or nothing$"):
        load(value)


def test_a_library_cut_short_is_refused_before_it_is_loaded(load, tmp_path):
    if not load():
        pytest.skip("the compiled core is not here")
    library = _load.FOLDER / _load.library_name()
    data, digest = library.read_bytes(), digest_file(library).read_text()
    (tmp_path / library.name).write_bytes(data[:60_000])
    for text in (digest, "", "no digest"):
        digest_file(tmp_path / library.name).write_text(text)
        with pytest.raises(CoreError, match="is not the file that was built"):
            load(folder=tmp_path)
    digest_file(tmp_path / library.name).unlink()
    with pytest.raises(CoreError, match="has no digest beside it"):
        load(folder=tmp_path)


@pytest.mark.parametrize(
    "call",
    [
        lambda many: fast.deadwoods(many, "standard"),
        lambda many: fast.after_discards(many, "standard"),
        lambda many: fast.play("standard", new_greedy, many),
        lambda many: fast.Rounds("standard", 2).reset(many),
        lambda many: fast.Rounds("standard", 2).step(many),
    ],
)
def test_arrays_without_end_and_ragged_lists_are_refused(call):
    for many in (np.broadcast_to(np.uint64(1), 10**12), [[99], [1, 2]]):
        with pytest.raises((WrongTypeError, InvalidRunError, ParseError, DealError)):
            call(many)


def test_a_player_is_known_at_the_smallest_table_of_the_rules():
    if not fast.available():
        pytest.skip("the compiled core is not here")
    assert fast.why_not("group-gin", Learned) is None
