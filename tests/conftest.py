"""Set-up shared by all tests."""

from __future__ import annotations

import functools
import inspect
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar, overload

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import ginrules as gin
from ginrules.rules.model import RULES
from ginrules.testing import states
from ginrules.testing.policies import MOST_PLIES, Policy, fresh, mixed, steps

LETTERS = "aAkKcdhs0179 .:-_=+#'\"[]{}()\\\n\t\x00éß漢♥🂡\u200b\ud800"

T = TypeVar("T")

EFFORT = os.environ.get("GINRULES_EFFORT", "")
"""How much the laws try: little with every commit, more before a release (`full`), most for some hours (`long`)."""
IS_FULL, LONG = EFFORT in {"full", "long"}, EFFORT == "long"


def slow(usual: T, long: T) -> T:
    """Return the effort of a test, or its effort for some hours."""
    return long if LONG else usual


@overload
def effort(fast: int, full: int) -> int: ...
@overload
def effort(fast: T, full: T) -> T: ...
def effort(fast: object, full: object) -> object:
    """Return the effort with every commit, or before a release; for numbers that is one between both."""
    if not IS_FULL:
        return fast
    if isinstance(fast, int) and isinstance(full, int):
        return slow(round(fast * (full / fast) ** (1 / 5)), full)
    return full


def some(cases: Sequence[T], fast: int) -> list[T]:
    """Return so many cases, spread over all of them; more before a release, then all of them."""
    count = min(len(cases), effort(fast, max(fast, len(cases))))
    return [cases[place * len(cases) // count] for place in range(count)]


def examples(fast: int, full: int) -> settings:
    """Return settings with this number of examples and no time limit: a slow example breaks no law."""
    return settings(max_examples=effort(fast, full), suppress_health_check=list(HealthCheck))


def whole_rounds(fast: int, full: int) -> settings:
    """Return the same for a law of rounds by random rules: shrinking a failure of one takes minutes."""
    phases = set(hypothesis.Phase) - {hypothesis.Phase.shrink, hypothesis.Phase.explain}
    return settings(examples(fast, full), phases=phases)


def texts(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Return texts: of any characters in the full run, else of a few typical characters, which need no table."""
    return effort(st.text(LETTERS, max_size=max_size), st.text(max_size=max_size))


# the driver of OpenSpiel cannot be imported without it; its tests skip themselves
collect_ignore = [] if find_spec("pyspiel") else ["referees/openspiel.py"]

# the same examples in every run: a failure is then news; `--hypothesis-profile=explore` looks for new examples
settings.register_profile("same", deadline=None, derandomize=True, max_examples=slow(24, 100) if IS_FULL else 12)
settings.register_profile("explore", deadline=None, max_examples=100)
settings.load_profile("same")

ROOT = Path(__file__).parent.parent
FULL = tuple(
    """
    README.md docs ginrules/cli ginrules/lab ginrules/players ginrules/rl ginrules/show ginrules/testing
    tests/core/test_packaging tests/core/test_rules_in_figures tests/core/test_types tests/lab tests/laws/test_hands
    tests/laws/test_harnesses tests/laws/test_openspiel tests/laws/test_pairs tests/laws/test_perft
    tests/laws/test_rules_in_use tests/laws/test_small_packs tests/laws/test_testing tests/records/test_leagues
    tests/records/test_one_bound tests/records/test_openspiel tests/shown tests/web tools/test_package
    tools/test_source_page
    """.split()
)
"""What people see, players, the lab, learners, pages and servers: paths of tests that only `.ci/run` runs."""
RELEASE = tuple(
    f"tests/{name}"
    for name in """
    core/fast/test_core.py::test_many_rounds_are_those_of_the_lab
    core/fast/test_sanitized.py
    core/test_packaging.py::test_the_sources_are_built_with_the_core_or_without_it
    core/test_rules_model.py::test_a_type_checker_refuses_a_misspelled_rule
    core/test_types.py::test_the_code_of_the_pages_has_no_wrong_type
    core/test_types.py::test_the_types_of_the_package_are_complete
    lab/test_belief.py::test_core_and_engine_draw_the_same_worlds_under_all_rules_that_the_belief_reads
    lab/test_checkpoints.py::test_a_dask_worker_that_is_killed_changes_no_figure
    lab/test_checkpoints.py::test_sigterm_and_sigkill_of_the_command
    lab/test_diverge.py::test_every_rule_of_a_round_shows_by_itself
    lab/test_diverge.py::test_rules_of_the_match_show_in_results
    lab/test_equity.py::test_the_paid_prices_are_told_at_the_beginning
    lab/test_interrupts.py::test_a_loop_is_interrupted
    lab/test_players.py::test_the_order_of_strength
    lab/test_review.py::test_planted_blunders_are_among_the_worst
    lab/test_spiel.py::test_cfr_solves_a_tiny_game
    lab/test_without_numpy.py::test_players_need_no_numpy_and_runs_name_the_extra
    laws/test_hands.py::test_all_ten_card_hands
    laws/test_hands.py::test_the_solver_agrees
    laws/test_harnesses.py::test_mutated_texts_raise_typed_errors_alone[vectors]
    laws/test_harnesses.py::test_the_corpus_is_of_use[vectors]
    laws/test_matches.py::test_many_random_matches
    laws/test_naive_legal.py::test_many_rounds_agree
    laws/test_pairs.py::test_each_phase_is_common_in_states
    laws/test_pairs.py::test_what_is
    laws/test_round_laws.py::test_many_rounds_come_to_an_end
    laws/test_session_laws.py::test_laws_of_a_session_hold_for_every_preset_at_every_table
    laws/test_shown_laws.py::test_every_preset_with_a_single_change_is_shown
    laws/test_small_packs.py::test_every_line_of_play
    laws/test_solver.py::test_arrangements_agree_on_many_rich_hands
    laws/test_testing_strategies.py::test_every
    laws/test_testing_strategies.py::test_nothing_is_legal_when_the_round_is_over
    laws/test_testing_strategies.py::test_rule_sets_shrink_to_standard_and_to_single_changes
    laws/test_testing_strategies.py::test_seats_are_those_asked_for
    laws/test_testing_strategies.py::test_states_shrink_to_an_early_one
    records/test_mutations.py::test_mutated_snapshots_by_the_thousand
    records/test_port_faults.py
    records/test_records_typescript.py
    shown/test_cli_output.py::test_an_interrupted_run_shows_its_figures_and_ends_with_130
    """.split()
)
"""Tests of many seconds whose subject seldom changes: they wait for a release, as those with the mark do."""
OF_TERMINALS = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Variables by which a terminal, or a service that runs tests, changes what commands print."""
HAS_RL = all(map(find_spec, ("numpy", "gymnasium", "pettingzoo")))
HAS_SPIEL = find_spec("pyspiel") is not None


def pytest_report_header():
    """Say whether rounds are played by the compiled core, which GINRULES_CORE decides."""
    if find_spec("numpy") is None:
        return "core: none, NumPy is not installed"
    from ginrules.fast._load import why_missing

    return f"core: {why_missing() or 'compiled'}"


def pytest_sessionstart():
    """Tests, and the programs that they start, see no variable of the terminal that they are run in."""
    for name in OF_TERMINALS:
        os.environ.pop(name, None)


def is_full(path):
    """Return whether the tests in this file or folder have the mark `full` by their path."""
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix().startswith(FULL)


def is_slow(path):
    """Return whether the README's line leaves out this file or folder: it is `full`, or a tool's."""
    return is_full(path) or path.is_relative_to(ROOT / "tools")


def is_default(config):
    """Return whether the README's line is run: no marks are asked for."""
    return config.option.markexpr == next(option[3:] for option in config.getini("addopts") if option.startswith("-m="))


def pytest_configure(config):
    """Files that are named on the command line are run, but for their tests before a release."""
    if not HAS_RL:  # the hook below does not hear of files outside this folder
        config.option.ignore = [*(config.option.ignore or []), str(ROOT / "ginrules" / "rl")]
    is_named = config.args_source is config.ArgsSource.ARGS
    if is_named and is_default(config) and all(is_full(Path(name.split("::")[0]).resolve()) for name in config.args):
        config.option.markexpr = "not release"


def pytest_collectreport(report):
    """Refuse a test module that cannot be imported: beside doctests pytest takes it for an empty one and goes on."""
    name = Path(report.nodeid).name
    if report.skipped and name.startswith("test_") and "unable to import module" in str(report.longrepr):
        raise pytest.UsageError(f"{report.nodeid} cannot be imported")


def pytest_ignore_collect(collection_path, config):
    """Import nothing that the README's line leaves out: that would take half of its time."""
    is_spiel = collection_path.name in {"learning.md", "spiel.py"} and not (HAS_RL and HAS_SPIEL)
    return True if is_spiel or (is_default(config) and is_slow(collection_path)) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if is_full(item.path):
            item.add_marker("full")
        if item.nodeid.startswith(RELEASE) or (not is_full(item.path) and item.path.is_relative_to(ROOT / "tools")):
            item.add_marker("release")


@pytest.fixture
def workers():
    """A pool of processes, never forked: a lock held by a thread of the test runner would stay held in the copy."""
    return partial(ProcessPoolExecutor, mp_context=get_context("spawn"))


@pytest.fixture
def without_core(monkeypatch):
    """Switches the compiled core off for the rest of the test."""
    from ginrules.fast import _load

    def switched():
        monkeypatch.setenv(_load.SWITCH, "no")
        _load._loaded.cache_clear()

    yield switched
    monkeypatch.undo()
    _load._loaded.cache_clear()


Check = Callable[..., None]

_MOST_SHOWN = 50


def every(cases: Mapping[str, Any] | Iterable[Any], *more: Iterable[Any]) -> Callable[[Check], Callable[[], None]]:
    """Turn a check of one case into a test of all cases.

    Args:
        cases: The arguments of the check: a mapping gives it key and value, tuples are taken apart.
        more: Further arguments; the check is tried with every combination.
    """

    def decorate(check: Check) -> Callable[[], None]:
        @functools.wraps(check)
        def test() -> None:
            faults, tried = [], 0
            for arguments in _combined(cases, more):
                tried += 1
                try:
                    check(*arguments)
                except Exception as error:
                    faults.append(f"{', '.join(map(_short, arguments))}: {type(error).__name__}: {error}")
            assert tried, "there are no cases"
            shown = "\n".join(faults[:_MOST_SHOWN])
            assert not faults, f"{len(faults)} of {tried} cases:\n{shown}"

        del test.__wrapped__  # pytest would ask for fixtures named like the arguments
        return test

    return decorate


def _combined(cases: Any, more: tuple[Iterable[Any], ...]) -> Iterable[tuple[Any, ...]]:
    first = cases.items() if isinstance(cases, Mapping) else cases
    combined = [case if isinstance(case, tuple) else (case,) for case in first]
    for others in more:
        combined = [(*case, other) for case in combined for other in others]
    return combined


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) < 60 else f"{text[:57]}…"


def run_python(*words, cwd=ROOT, **variables):
    """Run this Python in a process of its own, with the package that is tested."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables}
    options = {"capture_output": True, "encoding": "utf-8", "timeout": 600}
    return subprocess.run([sys.executable, *words], cwd=cwd, env=environment, check=False, **options)


STANDARD = gin.RuleSet(name="standard")
NO_GAME = {"game_bonus": 0, "box_bonus": 0, "shutout": "none"}
PENALTIES = {
    "seating": "all-play",
    "score_mode": "penalty",
    "tie": "knocker-wins",
    "big_gin": False,
    "target": 0,
} | NO_GAME
OPEN = {"open_melds": True, "discard_take": "several", "knock_limit": 0, "big_gin": False, "layoff": "none"}
COUNTS = {"seating": "all-play", "score_mode": "table-count", "gin_bonus": 0, "target": 500} | NO_GAME | OPEN
SPADES = {"knock_source": "upcard", "spade_multiplier": 2, "spade_scope": "hand-and-extra-boxes"}
SPADES |= {"gin_boxes": 2, "undercut_boxes": 1}
"""Values that belong together, of penalties, of counts of the table and of Oklahoma with boxes."""

# values that no preset combines in this way, or that presets play rarely
HOUSE = {
    "eleven cards": STANDARD.evolve(opening="eleven-cards"),
    "open card": STANDARD.evolve(opening="open-card"),
    "no upcard": STANDARD.evolve(opening="no-upcard", both_pass_draw="any"),
    "pass means any": STANDARD.evolve(both_pass_draw="any"),
    "last discard": STANDARD.evolve(stock_exhausted="last-discard-option"),
    "last discard, returns": STANDARD.evolve(stock_exhausted="last-discard-option", return_taken_discard=True),
    "reshuffle": STANDARD.evolve(stock_exhausted="reshuffle", take_cap=40, reshuffle_cap=2),
    "no lay-offs": STANDARD.evolve(layoff="none"),
    "no lay-offs, named": STANDARD.evolve(layoff="none", defender_melds="named"),
    "original melds": STANDARD.evolve(layoff_chain=False, layoff="including-gin"),
    "named after gin": STANDARD.evolve(layoff="including-gin", defender_melds="named", knock_limit=40),
    "pairs": STANDARD.evolve(min_set=2, knock_limit=25),
    "short runs": STANDARD.evolve(min_run=2, ace_rank="high-or-low"),
    "corner": STANDARD.evolve(ace_rank="round-the-corner", knock_limit=30),
    "deep floor": STANDARD.evolve(stock_floor=25, return_pair=True),
    "small pack": STANDARD.evolve(ranks=6, suits=4, hand_size=5, knock_limit=4),
}
ALL_PLAY = {
    "all-play, named": gin.preset("penalty-2-to-4").evolve(defender_melds="named"),
    "all-play, chain": gin.preset("penalty-2-to-4").evolve(layoff_chain=True, knock_limit=20, big_gin=True),
    "all-play, offer": gin.preset("penalty-2-to-4").evolve(opening="upcard-offer", stock_exhausted="draw"),
    "all-play, eleven": gin.preset("penalty-2-to-4").evolve(
        opening="eleven-cards", stock_exhausted="last-discard-option", layoff="none"
    ),
    "mahjong, small": gin.preset("mahjong-gin").evolve(ranks=7, suits=4, hand_size=5),
    "mahjong, any": gin.preset("mahjong-gin").evolve(both_pass_draw="any", ace_rank="round-the-corner"),
    "open, top card": gin.preset("mahjong-gin").evolve(discard_take="top-only", return_taken_discard=True),
}
TABLES = {
    f"{name}, {seats} seats": (rules, seats)
    for name, rules in {**{name: gin.preset(name) for name in gin.preset_names()}, **HOUSE, **ALL_PLAY}.items()
    for seats in rules.table_sizes
}
"""Every table that can be set: rules and seats by name."""


def _way(rules, seats):
    """The values that decide play at a table: two tables with equal values here play alike."""
    return seats, *(
        rules.hand_size_for(seats) if name == "hand_size" else getattr(rules, name)
        for name, rule in RULES.items()
        if rule.affects == "play"
    )


ONLY_IN_THE_FULL_RUN = (
    "group-gin, 3 seats; group-gin, 4 seats; knock-rummy, 2 seats; knock-rummy, 3 seats; knock-rummy, 4 seats; "
    "knock-rummy, 5 seats; online-rubl-2-to-4, 3 seats; penalty-oklahoma, 2 seats; penalty-oklahoma, 3 seats; "
    "penalty-oklahoma, 4 seats"
).split("; ")
"""Ways to play that others of more seats stand for in the fast layer."""


def _distinct():
    named = {}
    for name, table in TABLES.items():
        named.setdefault(_way(*table), name)
    return {name: TABLES[name] for name in named.values() if IS_FULL or name not in ONLY_IN_THE_FULL_RUN}


WAYS = _distinct()
"""One table for each way to play: of presets that differ in prices, games and matches alone, the first."""

tables = st.sampled_from(list(WAYS.values()))
"""A strategy for rules and seats."""

reached = states(st.sampled_from(list({rules.digest: rules for rules, _ in WAYS.values()}.values())))
"""A strategy for states that are met in play under all of these rules."""

seeds = st.integers(0, 2**32 - 1)


def pad_match(text, *, source="pad", folder="."):
    """Return the match on a score pad."""
    return gin.loads_pad(text, source=source, folder=folder).match


ARCHIVE = Path(__file__).parent / "data" / "vectors.zip"


@cache
def archived(name, rounds=None):
    """The documents of a preset, with at most so many rounds; do not change them."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        documents = [json.loads(line) for line in archive.read(f"{name}.jsonl").splitlines()]
    played = [one for one in documents if one["format"] == "ginrules/round-vector"]
    return (*islice(played, rounds), *documents[len(played) :])


def decisions(
    state: gin.RoundState, seed: int, policy: Policy = mixed, most: int = MOST_PLIES
) -> Iterator[tuple[gin.RoundState, gin.Action | None]]:
    """Yield every state of a round with the action played there, the last state without one."""
    for action, after in steps(state, seed, policy, most):
        yield state, action
        state = after
    yield state, None


def finished(state: gin.RoundState, seed: int, policy: Policy = mixed) -> tuple[gin.RoundState, int]:
    """Return the last state of a round and the number of actions that led to it."""
    plies = 0
    for _, after in steps(state, seed, policy, MOST_PLIES):
        state, plies = after, plies + 1
    return state, plies


def reach(
    rules: gin.RuleSet, phase: type[gin.Phase], *, seats: int = 2, seed: int = 0, tries: int = 400
) -> gin.RoundState:
    """Return a state in this phase, a class like `ginrules.SpreadTurn`, met in play."""
    for number in range(seed, seed + tries):
        for state, _ in decisions(fresh(rules, seats, number), number):
            if isinstance(state.phase, phase):
                return state
    raise gin.DealError(f"none of {tries} rounds reached the phase {phase.__name__}")


MODULES = (
    "ginrules ginrules.errors ginrules.fast ginrules.lab ginrules.lab.checks ginrules.lab.report "
    "ginrules.lab.statistics.estimate ginrules.match ginrules.play.events ginrules.players ginrules.players.search "
    "ginrules.prompts ginrules.records ginrules.rl ginrules.rl.spiel ginrules.scoring ginrules.svg ginrules.terminal "
    "ginrules.testing ginrules.testing.laws"
).split()
"""The modules with public names."""


@cache
def public():
    """Every public function, class and alias by its full name, as far as its packages are here."""
    found = {}
    for module in MODULES:
        if module.startswith("ginrules.rl") and not (HAS_RL and (module != "ginrules.rl.spiel" or HAS_SPIEL)):
            continue
        loaded = import_module(module)
        own = [name for name, value in vars(loaded).items() if getattr(value, "__module__", None) == module]
        for name in getattr(loaded, "__all__", own):
            value = getattr(loaded, name)
            if module == "ginrules.errors" and not inspect.isclass(value):
                continue
            if not name.startswith("_") and not inspect.ismodule(value) and id(value) not in map(id, found.values()):
                found[f"{module}.{name}"] = value
    return found
