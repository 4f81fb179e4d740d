"""The same wrong player gives the same error in every way to play: its type, the player, the seat, the seed, the ply.

A row for each thing that a player can do wrong, a column for each way to play; `CANNOT` says why a cell is empty.
"""

import pickle
from functools import partial
from inspect import signature

import pytest

pytest.importorskip("numpy")

import ginrules as gin
from ginrules import errors, fast
from ginrules.cli.session import PROMPT, TerminalMatch
from ginrules.errors import LabError, WorkerLostError
from ginrules.lab import compare, play_match, play_round, rows, simulate, tournament
from ginrules.play.seeded_deals import deal_seed, new_deal, with_dealer
from ginrules.players import new_greedy
from tests.lab.conftest import LIMIT, Plain, new_late

STANDARD = gin.preset("standard")
CAP = 3

WRONG = {
    "illegal": (errors.PlayerActionError, "broke the rules: big gin"),
    "nothing": (errors.PlayerActionError, "broke the rules: expected an action, got None "),
    "nonsense": (errors.PlayerActionError, "broke the rules: expected an action, got 7 "),
    "raises": (errors.PlayerFailedError, "raised ZeroDivisionError: no reason"),
    "exits": (errors.PlayerFailedError, "raised SystemExit: 4"),
    "unmade": (errors.PlayerFailedError, "could not be made: ZeroDivisionError: no hands"),
    "no player": (errors.PlayerFailedError, "could not be made: WrongTypeError: expected a player with"),
    "takes no match": (errors.PlayerFailedError, r"raised TypeError: .*\bstart\(\) takes 2 "),
    "sleeps": (errors.PlayerTooSlowError, f"took longer than {LIMIT} s"),
    "endless": (errors.EndlessPlayError, f"has not ended after {CAP} actions"),
    "dies": (errors.WorkerLostError, "a worker died"),
}


# --- the ways to play --------------------------------------------------------------------------------


def in_play_round(maker, **options):
    order = with_dealer(gin.shuffled(7), STANDARD, seats=2, dealer=1)
    play_round(STANDARD, [Plain(), maker(1)], order, dealer=1, seed=7, **options)


def in_a_run(run, maker, **options):
    run(STANDARD, (Plain, maker), rounds=40, **options)


def in_compare(maker, **options):
    compare(STANDARD, "oklahoma", players=(Plain, maker), rounds=40, **options)


def in_rows(maker, **options):
    list(rows(STANDARD, (Plain, maker), rounds=40, **options))


def in_tournament(maker, **options):
    tournament({"plain": Plain, "late": maker}, games=8, **options)


def in_match(maker, **options):
    play_match(STANDARD, [Plain, maker], seed=5, **options)


def in_fast_play(maker, **options):
    facts = fast.play(STANDARD, [Plain, maker], [7, 8], **options)
    fast.outcomes(STANDARD, facts)  # a round that has not ended has a status, and no outcome


POSITION = gin.deal(STANDARD, gin.shuffled(3), dealer=0)


def in_playouts(maker, **options):
    fast.outcomes(STANDARD, fast.playouts([POSITION], [Plain, maker], [9], **options))


def stepped(rounds):
    """Step every round by its first legal action, while nobody goes wrong."""
    while not rounds.over.all():
        legal = [rounds.state(place) for place in range(len(rounds))]
        rounds.step([0 if one.is_over else rounds.codec.encode(gin.legal_actions(one)[0])[0] for one in legal])


def in_rounds(maker):
    stepped(fast.Rounds(STANDARD, 2, seed=1, opponents={1: maker}))


def as_advisor(maker):
    stepped(fast.Rounds(STANDARD, 2, seed=1, opponents={0: Plain}, advisor=maker))


def in_vector_env(maker):
    rl = pytest.importorskip("ginrules.rl")
    env = rl.VectorEnv(STANDARD, 2, [maker])
    env.reset(seed=4)
    while True:
        states = [env.rounds.state(place) for place in range(2)]
        env.step([env.codec.encode(gin.legal_actions(state)[0])[0] for state in states])


def in_seat_env(maker, **options):
    rl = pytest.importorskip("ginrules.rl")
    env = rl.SeatEnv(STANDARD, maker, **options)
    _, info = env.reset(seed=9, options={"order": gin.shuffled(7), "dealer": 0})
    while info:
        _, _, _, _, info = env.step(env.codec.encode(gin.legal_actions(env.round)[0])[0])


def at_the_terminal(maker):
    """Play as ``ginrules play`` does; its first action is typed."""

    def ask(prompt):
        return str(match.view.legal[0]) if prompt == PROMPT else ""

    session = gin.Session(STANDARD, ["Ann", "Bo"], players={1: maker})
    match = TerminalMatch(ask, str, session=session, person=0, seed=5, new_adviser=new_greedy)
    match.play()


def first_state(way, details):
    """Return the round that an error is about, before its first action."""
    if way == "fast.playouts":
        return POSITION
    if way == "SeatEnv":
        return gin.deal(STANDARD, gin.shuffled(7), dealer=0)
    dealt = new_deal(details["seed"], STANDARD)
    if way == "ginrules play":  # a record deals as its seed says, whoever deals
        return gin.deal(STANDARD, dealt.order, dealer=details["dealer"])
    return dealt.state(STANDARD, seats=2, dealer=details["dealer"])


OF_RUN = {deal_seed(1, number) for number in range(40)}
WAYS = {
    # the way to play, and the seeds that it can name; None for the seeds of a generator
    "play_round": (in_play_round, {7}),
    "play_match": (in_match, {deal_seed(5, number) for number in range(40)}),
    "simulate": (partial(in_a_run, simulate), OF_RUN),
    "compare": (in_compare, OF_RUN),
    "tournament": (in_tournament, {deal_seed(seed, number) for seed in OF_RUN for number in range(5)}),
    "rows": (in_rows, OF_RUN),
    "fast.play": (in_fast_play, {7, 8}),
    "fast.playouts": (in_playouts, {9}),
    "Rounds": (in_rounds, OF_RUN),
    "Rounds with an advisor": (as_advisor, OF_RUN),
    "VectorEnv": (in_vector_env, None),
    "SeatEnv": (in_seat_env, {9}),
    "ginrules play": (at_the_terminal, {deal_seed(5, 0) >> 10}),
}
RUNS = ("simulate", "compare", "tournament", "rows")
STEPPED = ("Rounds", "Rounds with an advisor", "VectorEnv", "SeatEnv", "ginrules play")
CANNOT = {
    **dict.fromkeys(
        (("sleeps", way) for way in ("fast.play", "fast.playouts", *STEPPED)),
        "no time limit is asked for: whoever plays so waits",
    ),
    **dict.fromkeys(
        (("endless", way) for way in STEPPED), "the caller is asked in between, and stops; there is no cap of its own"
    ),
    **dict.fromkeys(
        (("dies", way) for way in WAYS if way not in RUNS), "it is the caller's own process: nobody is left to tell"
    ),
    ("unmade", "play_round"): "it is given players that have been made",
    ("no player", "play_round"): "it is given players that have been made",
}
TIMED = {"fast.play": fast.play, "fast.playouts": fast.playouts, "Rounds": fast.Rounds, "ginrules play": TerminalMatch}
CELLS = [(what, way) for what in WRONG for way in WAYS if (what, way) not in CANNOT and what != "dies"]
IN_RL = {"VectorEnv", "SeatEnv"}


def test_a_cell_that_is_empty_has_to_be():
    assert not CANNOT.keys() - {(what, way) for what in WRONG for way in WAYS}
    for call in TIMED.values():
        assert "time_limit" not in signature(call).parameters


def second_decision(state, seat):
    """Return the number of the action when a seat acts for the second time, both taking the first legal action."""
    ply, times = 0, 0
    while True:
        ply += 1
        times += state.turn == seat
        if times == 2:
            return ply
        state = gin.apply(state, gin.legal_actions(state)[0])


@pytest.mark.parametrize(
    ("what", "way"), [pytest.param(*cell, marks=pytest.mark.full if cell[1] in IN_RL else ()) for cell in CELLS]
)
def test_the_same_wrong_player_gives_the_same_error_wherever_it_plays(what, way):
    kind, message = WRONG[what]
    play, seeds = WAYS[way]
    options = {"sleeps": {"time_limit": LIMIT}, "endless": {"ply_cap": CAP}}.get(what, {})
    if what == "endless" and way.startswith("fast."):
        with pytest.raises(kind, match=f"round 0 .* did not end within {CAP} actions"):  # one of many
            play(partial(new_late, what=what), **options)
        return
    with pytest.raises(kind, match=message) as caught:
        play(partial(new_late, what=what), **options)
    error = caught.value
    assert isinstance(error, LabError)
    details = error.details
    assert seeds is None or details["seed"] in seeds
    assert details["digest"] == STANDARD.digest
    named = {name: details[name] for name in ("seed", "dealer", "ply")}
    if what == "endless":
        assert "late" in details["players"]
        assert (details["ply"], "seat" in details) == (CAP, False)  # all of them together
    else:
        named["seat"] = details["seat"]
        first = {"unmade": 0, "no player": 0, "takes no match": 1}
        assert details["player"] == ("late" if first.get(what) != 0 else "new_late")  # nobody, made by this function
        expected = first[what] if what in first else second_decision(first_state(way, details), named["seat"])
        assert details["ply"] == expected
    for text in ("standard", "late", *(f"{name} {value}" for name, value in named.items())):
        assert text in str(error)
    if kind is errors.PlayerActionError:
        assert details["action"] == {"illegal": "big gin", "nothing": "None", "nonsense": "7"}[what]
        assert isinstance(error.__cause__, errors.IllegalAction)
    home = pickle.loads(pickle.dumps(error))
    assert (str(home), home.details) == (str(error), details)


@pytest.mark.full
@pytest.mark.parametrize("way", RUNS)
def test_a_worker_that_dies_is_named_with_the_players_and_the_seeds(way, workers):
    play, _ = WAYS[way]
    with workers(2) as processes, pytest.raises(WorkerLostError, match="a worker died") as caught:
        play(partial(new_late, what="dies"), executor=processes)
    details = caught.value.details
    assert {"late", "plain"} <= set(details["players"])
    assert "standard" in details["rules"]
    assert details["seeds"] == [deal_seed(details["seed"], number) for number in details["units"]]
    assert f"seed {details['seed']}" in str(caught.value)  # the seat and the action are lost with the process
