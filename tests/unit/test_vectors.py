"""Vectors, the questions made of them, engines that answer them, and counts of lines of play."""

import json
import random
import shutil
import sys
import zipfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.players.program import Program
from ginrules.records.documents.registry import FORMS, NAMES
from ginrules.records.documents.schema import shipped
from ginrules.rules.model import rules_of
from ginrules.testing import conform, vectors
from ginrules.testing.arranging import AIMS, arranged
from ginrules.testing.conformance import agrees, answer_to, questions
from ginrules.testing.goals import is_impossible, rule_goal, universe
from ginrules.testing.neighbors import neighbors
from tests.effort import slow
from tests.unit.vector_twins import TWINS, check
from tools.vectors import RANDOM, archived, random_rules

ROOT = Path(__file__).parents[2]
PORT = ROOT / "examples" / "port" / "gin.mjs"
pytestmark = pytest.mark.slow
RULES = ("standard", "penalty-2-to-4")


@cache
def kept(rules):
    """The vectors of a rule set, made once."""
    return tuple(vectors(rules, 14, views=True))


@pytest.fixture(scope="module", params=RULES)
def made(request):
    return kept(request.param)


def test_the_library_answers_every_question_of_its_vectors(made):
    kinds = set()
    for vector in made:
        for question, expected in questions(vector):
            assert agrees(expected, answer_to(question)), question
            kinds.add(question["kind"])
    assert kinds == {"position", "refusal", "view", "hand", "defence", "match", "text"}


def test_a_vector_is_a_document_that_can_be_read_back(made):
    for vector in made:
        again = json.loads(json.dumps(vector))
        value = gin.from_dict(NAMES[vector["format"]], again)
        assert FORMS[NAMES[vector["format"]]].write(value) == vector


def test_another_seed_makes_other_vectors():
    first, other = (list(vectors("oklahoma", 1, seed)) for seed in (1, 2))
    assert first != other


def test_the_last_vector_says_what_was_reached(made):
    coverage = made[-1]
    assert coverage["format"] == "ginrules/vector-coverage"
    assert not set(coverage["reached"]) & set(coverage["not_reached"])
    assert {"ending: knock", "phase: layoff-turn", "action: discard", "rule: undercut_bonus"} <= set(
        coverage["reached"]
    )
    assert {"phase: double-offer", "ending: out"} <= set(coverage["impossible"])
    assert not set(coverage["impossible"]) & set(coverage["not_reached"])
    # a rule without which nothing shows is never declared impossible although it is reached
    assert not [name for name in coverage["reached"] if is_impossible(name, rules_of(coverage["rules"]))]


@pytest.mark.parametrize("rules", ["standard", "oklahoma", "penalty-2-to-4"])
def test_the_twins_find_the_expected_values(rules):
    faults, counts = check(gin.preset(rules), kept(rules), every=1)
    assert not faults
    assert set(counts) == set(TWINS)


def test_the_twins_find_every_tenth_line_of_the_archive():
    for name in slow(gin.preset_names()[::40], gin.preset_names()):
        faults, counts = check(gin.preset(name), archived(name), every=10)
        assert not faults, name
        assert counts["round-vector"] > 0, name


WRONG = {
    "round-vector": (
        lambda vector: vector["steps"][0]["legal"].pop(),
        lambda vector: vector["steps"][0]["refused"][0].update(code="not-in-hand"),
        lambda vector: vector["outcome"]["deadwood"].reverse(),
        lambda vector: vector["score"]["points"].reverse(),
        lambda vector: vector["score"].update(boxes=[2, 2]),
    ),
    "hand-vector": (
        lambda vector: vector.update(within=vector["within"] + 1),
        lambda vector: vector["arrangement"].update(deadwood=vector["arrangement"]["deadwood"] + 1),
        lambda vector: vector["defence"].update(deadwood=vector["defence"]["deadwood"] + 1),
    ),
    "match-vector": (
        lambda vector: vector["tables"][0][0].reverse(),
        lambda vector: vector["points"][-1][0].reverse(),
        lambda vector: vector["settlement"]["net"].reverse(),
        lambda vector: vector["match"]["winners"].clear(),
    ),
    "text-vector": (lambda vector: vector.update(reading="7c"),),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_expected_value_is_found_by_the_twins(kind):
    fits = (vector for vector in kept("standard") if vector["format"] == f"ginrules/{kind}")
    right = next(vector for vector in fits if kind != "hand-vector" or "defence" in vector)
    for spoil in WRONG[kind]:
        wrong = json.loads(json.dumps(right))
        spoil(wrong)
        assert check(gin.preset("standard"), [wrong], every=1)[0]


def test_what_the_rules_exclude_is_as_it_was_read():
    sets = [gin.preset(name) for name in gin.preset_names()]
    goals = [*universe(rule_goal(name, changed) for rules in sets[:1] for name, changed in neighbors(rules)), "seating"]
    texts = (f"{rules.name}: {[goal for goal in goals if is_impossible(goal, rules)]}" for rules in sets)
    digest = blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()
    assert digest == "5433eab467771c5b", "write `docs/port_coverage.md` anew, and read what is excluded"


def test_random_rules_have_vectors_that_the_twins_find():
    """Also: what they reach, what the rules exclude and what was not found are together all goals, each once."""
    for rules in random_rules(slow(1, RANDOM)):
        made = list(vectors(rules, 6))
        assert not check(rules, made, every=1)[0], rules
        reached, impossible, left = (made[-1][key] for key in ("reached", "impossible", "not_reached"))
        assert not [name for name in reached if is_impossible(name, rules)], rules
        goals = universe(rule_goal(name, changed) for name, changed in neighbors(rules))
        assert sorted([*reached, *impossible, *left]) == sorted(goals)


def test_what_is_reached_is_in_the_rounds(made):
    rounds = [vector for vector in made if vector["format"] == "ginrules/round-vector"]
    reached = set(made[-1]["reached"])
    assert {f"ending: {vector['outcome']['ending']}" for vector in rounds} == {
        name for name in reached if name.startswith("ending: ")
    }
    codes = {refused["code"] for vector in rounds for step in vector["steps"] for refused in step.get("refused", ())}
    assert {f"code: {code}" for code in codes} == {name for name in reached if name.startswith("code: ")}


def test_refused_actions_are_refused(made):
    vector = made[0]
    order = vector["order"].split()
    state = gin.deal(vector["rules"], order, dealer=vector["dealer"], seats=vector["seats"])
    for step in vector["steps"]:
        for refused in step.get("refused", ()):
            assert gin.why_illegal(state, gin.parse_action(refused["action"], state)).code == refused["code"]
        state = gin.apply(state, gin.parse_action(step["action"], state))
    assert state.is_over


def test_a_round_shows_the_views_if_asked_for():
    vector = next(iter(vectors("standard", 1, views=True)))
    assert [view["format"] for view in vector["steps"][0]["views"]] == ["ginrules/view"] * 2


def test_a_number_of_rounds_below_one_is_refused():
    with pytest.raises(gin.errors.InvalidRunError, match="above 0"):
        vectors("standard", 0)


def test_the_formats_are_in_the_schema(made):
    formats = shipped()["then"]["properties"]["format"]["enum"]
    assert {vector["format"] for vector in made} <= set(formats)


# --- other engines --------------------------------------------------------------------------------

ENGINE = """
import json, sys
from ginrules.testing.arranging import AIMS, arranged
from ginrules.testing.conformance import answer_to
from ginrules import preset
rules = preset("standard").evolve(**{change})
for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {{"name": "e"}} if question["kind"] == "hello" else answer_to(question, rules)
    except Exception as error:
        answer = {{"error": str(error)}}
    print(json.dumps(answer), flush=True)
"""


def engine(**change):
    return Program([sys.executable, "-c", ENGINE.format(change=change)], seconds=60)


@pytest.mark.parametrize(
    ("change", "rule", "paragraph"),
    [
        ({"gin_bonus": 26}, "gin_bonus", "The price of a round"),
        ({"big_gin": False}, "big_gin", "Phases and legal actions"),
        ({"return_taken_discard": True}, "return_taken_discard", "Standing rules"),
    ],
)
def test_a_fault_is_found_and_named(monkeypatch, change, rule, paragraph):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    found = conform(engine(**change), kept("standard"))
    assert rule in found.first.rules
    assert paragraph in found.first.paragraphs
    assert rule in str(found)
    shortest, first = (len(one.question.get("actions", ())) for one in (found.shortest, found.first))
    assert shortest <= first


def test_an_engine_without_faults_has_no_difference(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    found = conform(engine(), kept("standard"))
    assert found.first is None
    assert str(found).endswith("no difference")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("rules", ["standard", "oklahoma"])
def test_the_small_port_passes(rules):
    found = conform(Program(["node", str(PORT)]), kept(rules))
    assert found.differing == {}, str(found)
    assert {"position", "refusal", "view", "hand", "defence"} == {*found.asked} - {*found.unsupported}
    assert len(PORT.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("document", [{"format": "ginrules/hand-vector"}, {"format": "ginrules/view"}, {}, 7])
def test_a_document_that_is_no_vector_is_refused(document):
    with pytest.raises(gin.errors.RecordError):
        conform(engine(), [document])


@pytest.mark.parametrize("left_out", [["hidden_counts"], True])
def test_what_an_engine_leaves_out_is_reported(left_out):
    vector = next(vector for vector in kept("standard") if vector["format"] == "ginrules/round-vector")

    class Engine:
        """Answers as the library does, and leaves some of it out of views."""

        def ask(self, question):
            is_view = question["kind"] == "view"
            return {**answer_to(question), "unsupported": left_out} if is_view else answer_to(question)

        def close(self):
            """Do nothing."""

    found = conform(Engine(), [vector])
    assert found.first is None
    name = "view" if left_out is True else "view.hidden_counts"
    assert found.unsupported == {name: found.asked["view"]}
    assert name in str(found)


@pytest.mark.parametrize("wrong", [7, None, "25", {"0": 25}, [], ["25", None]])
def test_an_engine_that_answers_points_of_another_type_differs(wrong):
    class Engine:
        """Answers as the library does, with other points of a price."""

        def ask(self, question):
            answer = answer_to(question)
            if "points" not in answer:
                return answer
            lengths.append(len(question["actions"]))
            return {**answer, "points": wrong}

        def close(self):
            """Do nothing."""

    lengths = []
    found = conform(Engine(), [vector for vector in kept("standard") if vector["format"] == "ginrules/round-vector"])
    assert found.first.answer["points"] == wrong
    assert len(found.shortest.question["actions"]) == min(lengths) < lengths[0]


def test_the_archive_is_the_same_twice(tmp_path):
    from tools.vectors import write

    paths = [tmp_path / name for name in ("a.zip", "b.zip")]
    for path in paths:
        write(path, ["standard", "mahjong-gin"], rounds=2)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert zipfile.ZipFile(paths[0]).namelist() == ["mahjong-gin.jsonl", "standard.jsonl"]


def test_the_coverage_counts_the_goals_of_each_kind():
    from tools.vectors import _KINDS, _cells

    listing = {"reached": ["phase: a", "phase: b", "rule: c"], "not_reached": ["rule: d"]}
    cells = dict(zip(_KINDS, _cells(listing).split(" | "), strict=False))
    assert (cells["phase"], cells["rule"], cells["edge"]) == ("2/2", "1/2", "0/0")


def test_a_round_whose_pile_is_shuffled_first_is_not_arranged():
    rules = rules_of("penalty-2-to-4+ranks=6+hand_size=5+stock_exhausted=reshuffle+stock_floor=0+knock_limit=0")
    rounds = [arranged(rules, aim, 2, random.Random(seed)) for aim in AIMS for seed in range(12)]
    assert None in rounds
    assert all(one.actions for one in rounds if one)


@pytest.mark.parametrize("rules", ["standard", "standard+opening=no-upcard"])
def test_half_of_the_attempts_at_an_aim_succeed(rules):
    for aim in set(AIMS) - {"hidden knock"}:
        rounds = [arranged(gin.preset(rules), aim, 2, random.Random(seed)) for seed in range(slow(4, 40))]
        ends = [ended(gin.preset(rules), one) for one in rounds if one is not None]
        assert 2 * len(ends) >= len(rounds), aim
        if aim == "big gin":
            assert {state.outcome.ending for state in ends} == {"big-gin"}


def test_a_tie_is_arranged_with_one_of_two_defenders():
    rules = gin.preset("penalty-2-to-4")
    for seed in range(40):
        made = arranged(rules, "level", 3, random.Random(seed))
        if made is not None and (outcome := ended(rules, made, 3).outcome).ending == "knock":
            knocker = outcome.declarer
            kept, first, second = (outcome.deadwood[(knocker + step) % 3] for step in range(3))
            assert kept == first < second


def ended(rules, made, seats=2):
    state = gin.deal(rules, made.order, dealer=made.dealer, seats=seats, knock_card=made.knock_card)
    for action in made.actions:
        state = gin.apply(state, action)
    return state
