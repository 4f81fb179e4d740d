"""Wrong types in the calls of the lab, the core, the environments, pictures and strategies.

The names come from the reference; `tests/core/test_wrong_types.py` and `test_wrong_arguments.py` have the others.
"""

import importlib
import inspect
import random
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from hypothesis.errors import InvalidArgument

import ginrules as gin
from docs.generate.reference import sections
from ginrules import fast, lab, match, players, prompts, records, scoring, svg, terminal, testing
from ginrules.cards import Card
from ginrules.lab import checks as comparing
from ginrules.lab import report
from ginrules.lab.statistics import estimate
from ginrules.match import MatchView
from ginrules.play import events
from ginrules.players import search
from ginrules.rules.model import rule_values
from ginrules.testing import laws
from ginrules.testing.policies import greedy

HAS_RL = all(map(find_spec, ("gymnasium", "pettingzoo")))
WRONG = ("text", None, 7, 1.5, [])
QUICK = ("text", None, [])
"""For calls that play much if the value turns out right."""

S, O = gin.preset("standard"), gin.preset("oklahoma")  # noqa: E741
STATE = gin.deal(S, seed=7)
VIEW = gin.view(STATE, 1)
AFTER, EVENTS = gin.transition(STATE, gin.TakeDiscard())
EVENT = gin.redact(EVENTS[0], 0)
MATCH = gin.new_match(S, results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
HAND = "Ac 2c 3c 5d 6d 7d 9h Th Jh Ks"
RECORD = records.account(gin.RoundRecord(S, 7), 1)
ARRANGED = gin.best_arrangement(HAND, S)
HISTOGRAM = lab.Histogram({1: 2, 3: 4})
TWO = [players.new_greedy] * 2
COVERED = (
    "compare",
    "simulate",
    "rows",
    "play_match",
    "play_round",
    "replayed",
    "conform",
    "perft",
)
"""These are in `test_wrong_arguments.py`, the last two in `test_vectors.py`."""

WITHOUT_ARGUMENTS = ("available", "register_envs")
MANY = ("effect", "relative_efficiency", "estimates", "forward")
"""These take sums that only the lab makes, or the arrays of a network; they are public for their formulas."""


def before_knock():
    choose = random.Random(3)
    for seed in range(50):
        state = gin.deal(S, seed=seed)
        while not state.is_over:
            knock = next((one for one in gin.legal_actions(state) if isinstance(one, gin.Knock)), None)
            if knock:
                return {"state": state, "declarer": state.turn, "discard": knock.card, "big": False}
            state = gin.apply(state, greedy(choose, state, gin.legal_actions(state)))
    raise AssertionError("nobody could knock")


def results():
    return lab.compare(S, O, rounds=20), lab.simulate(S, "greedy", rounds=4), [*lab.rows(S, "greedy", rounds=2)]


def lab_calls(folder):
    comparison, simulation, rows = results()
    other = S.evolve(knock_limit=5)
    tournament = lab.tournament(["greedy", "simple"], S, 24)
    habits = search.Habits()
    yield lab.compare, {"a": S, "b": "group-gin", "rounds": 30, "seed": 1, "players": "greedy"}
    yield lab.tournament, {"players": ["greedy", "simple"], "rules": S, "games": 2, "seed": 1}
    yield lab.diverge, {"a": S, "b": other, "effort": 2, "seed": 1}
    yield lab.diverge(S, other, effort=2).record, {"rules": S}
    yield tournament.share, {"player": "greedy", "other": "simple"}
    yield lab.Precision, {"half_width": 1.0, "key": "points"}
    yield comparison.pair, {"number": 1}
    yield comparison.findings[0].pair, {"number": 1}
    yield lab.Histogram, {"counts": {1: 2}}
    yield HISTOGRAM.bins, {"width": 2}
    yield HISTOGRAM.quantile, {"part": 0.5}
    yield HISTOGRAM.share_at_most, {"value": 2}
    yield search.holding, {"view": VIEW, "habits": habits, "seat": 0}
    yield search.outlook, {"view": gin.view(AFTER, 1), "hand": None}
    yield search.payoffs, before_knock()
    yield search.plausible, {"view": VIEW, "seed": 1, "turns": None}
    yield search.playout, {"state": STATE, "choose": None, "seed": 0, "most": 1000}
    yield search.possible_melds, {"view": VIEW, "seat": None}
    yield search.with_stock, {"state": STATE, "order": STATE.stock}
    yield search.Habits, {}
    yield habits.begin, {"view": VIEW}
    yield habits.note, {"event": EVENT}
    yield habits.refused_by, {"seat": 0}
    yield habits.taken_by, {"seat": 0}
    yield report.html, {"comparison": comparison}
    yield report.save, {"text": "x", "path": folder / "a.txt", "keep": False}
    yield report.save_figure, {"comparison": comparison, "path": folder / "a.svg"}
    yield report.save_rows, {"rows": rows, "path": folder / "a.csv"}
    yield report.simulation_page, {"simulation": simulation}
    yield svg.held_svg, {"chances": {Card.parse("7h"): 0.5}}
    yield report.RowFile, {"path": folder / "b.csv"}
    yield estimate.critical_value, {"units": 10, "level": 0.95}
    yield estimate.sequence_critical_value, {"units": 10, "planned": 100, "level": 0.95}


def player_calls():
    yield events.event_text, {"event": EVENT, "names": ["Ann", "Bo"]}
    yield events.events_of, {"before": STATE, "action": gin.TakeDiscard(), "after": AFTER}
    yield players.hint, {"record": RECORD, "player": "greedy", "seed": 0, "match": None}
    yield players.new_greedy, {"_seed": 0, "threshold": None}
    yield players.net_for, {"rules": S, "seats": 2}
    yield players.player_named, {"name": "greedy"}
    yield players.Program, {"command": [sys.executable, "-c", "pass"], "seconds": 1.0}
    for cls, options in [
        (players.Greedy, {}),
        (players.RandomPlayer, {"seed": 1}),
        (players.Simple, {"seed": 1}),
        (players.Careful, {}),
        (players.Expert, {}),
        (players.Searching, {"budget": 1}),
    ]:
        yield cls, options
        player = cls(**options)
        yield player.start, {"view": VIEW}
        yield player.choose, {"view": VIEW}
        yield player.watch, {"event": EVENT}


def fast_calls():
    codec, layout, rounds = fast.Codec(S), fast.Layout(S), fast.Rounds(S, 4)
    code = codec.codes(STATE)[0]
    yield fast.after_discards, {"hands": [f"{HAND} Kd"], "rules": S}
    yield fast.deadwoods, {"hands": [HAND], "rules": S}
    yield fast.outcomes, {"rules": S, "facts": fast.play(S, TWO, range(3))}
    yield fast.play, {"rules": S, "players": TWO, "seeds": range(3), "seats": 2, "ply_cap": 2000}
    yield fast.playouts, {"states": [STATE], "players": TWO, "seeds": [1], "ply_cap": 2000}
    yield fast.random_rounds, {"rules": S, "count": 3, "seed": 1, "seats": 2, "dealer": 0}
    yield fast.why_not, {"rules": S, "players": ()}
    yield fast.Codec, {"rules": S, "seats": 2}
    yield codec.action, {"code": code, "position": STATE, "laid": ()}
    yield codec.codes, {"position": STATE, "laid": ()}
    yield codec.encode, {"action": gin.Decline()}
    yield codec.label, {"code": code}
    yield codec.mask, {"position": STATE, "laid": ()}
    yield codec.meld, {"code": 200}
    yield fast.Layout, {"rules": S, "seats": 2}
    yield layout.named, {"observed": layout.observe(VIEW)}
    yield layout.observe, {"view": VIEW, "laid": ()}
    yield fast.Rounds, {"rules": S, "n": 2, "seed": 1, "seats": 2, "opponents": None}
    yield rounds.laid, {"place": 0}
    yield rounds.of, {"states": [STATE], "seed": 1}
    yield rounds.reset, {"places": None}
    yield rounds.state, {"place": 0}


def rl_calls():
    from ginrules import rl

    observer, history = rl.Observer(S), rl.HistoryObserver(S)
    options = {"rules": S, "seats": 2, "episode": "round", "players": None, "reward": "scaled", "scale": 100.0}
    yield rl.env, options
    yield rl.raw_env, options
    yield rl.RoundEnv, options | {"illegal": "raise", "history": 0, "most_rounds": 30, "render_mode": None}
    yield rl.SeatEnv, options | {"opponents": "greedy", "seat": 0}
    yield rl.VectorEnv, {"rules": S, "num_envs": 2, "opponents": "greedy", "seat": 0, "render_mode": None}
    yield rl.Observer, {"rules": S, "seats": 2}
    yield observer.mask, {"view": VIEW, "laid": ()}
    yield observer.named, {"view": VIEW, "laid": ()}
    yield rl.HistoryObserver, {"rules": S, "seats": 2, "length": 4}
    yield history.events, {"events": [EVENT], "seat": 0}
    if find_spec("pyspiel"):
        from ginrules.rl.spiel import register

        yield register, {"rules": S, "seats": 2, "history": 8}


def picture_calls(folder):
    yield svg.arrangement_svg, {"arrangement": ARRANGED, "theme": "light"}
    yield svg.picture_of, {"value": STATE, "theme": "light"}
    yield svg.round_svg, {"state_or_view": STATE, "theme": "light", "names": None, "width": 700}
    yield svg.sheet_svg, {"match": MATCH, "theme": "light"}
    yield svg.blank_sheet_svg, {"rules": S, "names": ("Ann", "Bo"), "rows": 3}
    yield svg.picture_of(STATE).save, {"path": folder / "p.svg"}
    yield terminal.colored, {"value": STATE, "color": "auto", "width": 80, "names": None}


def law_calls():
    for strategy in (
        testing.card_sets, testing.cards, testing.hands, testing.matches, testing.melds, testing.rounds,
        testing.rule_sets, testing.states,
    ):  # fmt: skip
        yield strategy, {name: one.default for name, one in inspect.signature(strategy).parameters.items()}
    yield testing.action_sequences, {"state": STATE, "max_size": 3}
    yield testing.actions, {"state": STATE}
    yield testing.any_actions, {"state": None}
    yield testing.check_cards_conserved, {"state": STATE}
    yield testing.check_legal_means_not_refused, {"state": STATE, "candidates": [gin.Decline()]}
    yield testing.check_state, {"state": STATE, "rng": random.Random(1)}
    yield testing.check_playable, {"state": STATE, "seed": 0}
    yield testing.check_views_leak_nothing, {"state": STATE, "seed": 0}
    yield testing.check_survives_json, {"value": STATE}
    yield testing.check_match_documents, {"match": MATCH}
    yield testing.check_no_win_lost, {"match": MATCH}
    yield testing.check_round_documents, {"rules": S, "seats": 2, "seed": 1, "policy": "greedy"}
    yield testing.check_rule_cards_differ, {"a": S, "b": O}
    yield testing.check_rules_hold, {"rules": S, "rounds": 1, "seed": 0}
    yield testing.check_rules_written, {"rules": S}
    yield laws.check_round, {"rules": S, "seats": 2, "seed": 1, "policy": "greedy"}
    yield laws.check_refolds, {"match": MATCH}
    yield laws.check_concession, {"match": MATCH, "seed": 1}
    yield laws.some_match, {"rules": S, "players": 2, "seed": 1}
    pair = {"a": S, "b": S.evolve(gin_bonus=30), "rounds": 1, "seed": 0}
    yield laws.plays_alike, pair
    yield laws.same_until, pair | {"until": lambda _state: False}
    yield laws.legal_actions_are_a_subset, pair
    yield laws.equal_when_only_prices_differ, pair
    few = {"players": "greedy", "rounds": 20, "seed": 1}
    yield comparing.check_same_rules_same_game, {"rules": S} | few
    yield comparing.check_order_turns_the_sign, {"a": S, "b": O} | few
    yield comparing.check_prices_only_reprice, {"a": S, "b": pair["b"]} | few
    yield comparing.check_gin_bonus_adds, {"rules": S, "by": 7} | few
    yield comparing.check_divergence_shows, {"a": S, "b": S.evolve(knock_limit=5), "effort": 2, "rounds": 1, "seed": 1}


SLOW = {
    "diverge", "tournament", "check_rules_hold", "check_round_documents", "check_order_turns_the_sign",
    "check_divergence_shows", "check_gin_bonus_adds", "check_prices_only_reprice", "check_same_rules_same_game",
    "some_match", "play",
}  # fmt: skip


def prompt_calls():
    yield prompts.rules_prompt, {"rules": S}
    yield prompts.view_prompt, {"view": VIEW, "events": (EVENT,)}
    yield prompts.read_reply, {"text": "take", "view": VIEW}
    record = gin.RoundRecord(S, 7).play("take")
    yield lab.review, {"records": record, "seat": 0, "player": "simple", "worlds": 2, "seed": 1}


def all_calls(folder):
    yield from prompt_calls()
    yield from lab_calls(folder)
    yield from player_calls()
    yield from fast_calls()
    yield from picture_calls(folder)
    yield from law_calls()
    if HAS_RL:
        yield from rl_calls()


def called(function, arguments):
    result = function(**arguments)
    if hasattr(result, "validate"):  # a strategy is made when it is first drawn from
        result.validate()
    if hasattr(result, "__exit__"):
        with result:
            pass
    return list(result) if isinstance(result, Iterator) else result


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    return [*all_calls(tmp_path_factory.mktemp("files"))]


def test_no_wrong_type_ends_in_an_error_of_python(calls, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tried, faults = 0, []
    for function, arguments in calls:
        name = function.__qualname__
        called(function, arguments)
        for parameter in arguments:
            for wrong in QUICK if function.__name__ in SLOW else WRONG:
                tried += 1
                try:
                    called(function, arguments | {parameter: wrong})
                except (gin.GinRulesError, testing.LawBroken, InvalidArgument):  # the last is hypothesis's own
                    pass
                except Exception as error:  # noqa: BLE001 - any exception is a finding
                    faults.append(f"{name}({parameter}={wrong!r}): {type(error).__name__}: {error!s:.90}")
    with capsys.disabled():
        print(f"\nwrong types beyond the engine: {tried} calls tried")  # noqa: T201 - the count is asked for
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults)
    assert tried > 1000


def test_every_function_of_the_reference_is_called(calls):
    engine = {name for module in (gin, match, records, scoring) for name in module.__all__}
    tried = {function.__name__ for function, _ in calls}
    missing = [
        name
        for title, (_, names) in sections().items()
        for name in names
        if HAS_RL or not name.startswith("ginrules.rl")
        if inspect.isfunction(
            value := getattr(importlib.import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
        )
        if value.__name__ not in engine | tried | {*COVERED, *WITHOUT_ARGUMENTS, *MANY}
        if "spiel" not in name or find_spec("pyspiel")
    ]
    assert not missing, f"give good calls of {', '.join(missing)}"


def test_rules_can_be_a_text_wherever_rules_are_taken():
    values = rule_values(gin.preset("oklahoma+gin_bonus=30"))
    missing = []
    late = {"RoundRecord": gin.RoundRecord, "MatchView": MatchView}  # loaded only in the functions that need them
    for _, names in sections().values():
        for name in names:
            if name.startswith("ginrules.rl") and not HAS_RL:
                continue
            value = getattr(importlib.import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
            if not inspect.isfunction(value) or not value.__module__.startswith("ginrules"):
                continue
            for parameter, one in inspect.signature(value, locals=late, eval_str=True).parameters.items():
                kinds = getattr(one.annotation, "__args__", (one.annotation,))
                if gin.RuleSet in kinds and str not in kinds:
                    missing.append(f"{name}({parameter}: {one.annotation})")
    assert not missing, "\n".join(missing)
    assert rule_values(gin.deal("oklahoma+gin_bonus=30", seed=7).rules) == values
