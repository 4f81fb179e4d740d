"""The vectors of the presets, the questions made of them, and engines that answer them."""

import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.players.program import Program
from ginrules.testing import conform
from ginrules.testing.conformance import agrees, answer_to, questions
from tests.conftest import ARCHIVE, archived, slow
from tests.referees.refusals import wrong_codes

ROOT = Path(__file__).parents[2]
PORT = ROOT / "examples" / "port" / "gin.mjs"
pytestmark = pytest.mark.full
RULES = ("standard", "penalty-2-to-4")


@pytest.fixture(scope="module", params=RULES)
def made(request):
    return archived(request.param)


def test_the_library_answers_every_question_of_its_vectors(made):
    kinds = set()
    for vector in made:
        for question, expected in questions(vector):
            assert agrees(expected, answer_to(question)), question
            kinds.add(question["kind"])
    assert kinds == {"position", "refusal", "view", "hand", "defence", "match", "text"}


def test_the_last_vector_says_what_was_reached(made):
    coverage = made[-1]
    assert coverage["format"] == "ginrules/vector-coverage"
    assert not set(coverage["reached"]) & set(coverage["not_reached"])
    assert {"ending: knock", "phase: layoff-turn", "action: discard", "rule: undercut_bonus"} <= set(
        coverage["reached"]
    )
    assert {"phase: double-offer", "ending: out"} <= set(coverage["impossible"])
    assert not set(coverage["impossible"]) & set(coverage["not_reached"])


@pytest.mark.parametrize("name", slow(["standard", "mahjong-gin", "penalty-2-to-4"], gin.preset_names()))
def test_every_refusal_has_the_first_code_that_applies(name):
    rules = gin.preset(name)
    rounds = [vector for vector in archived(name) if vector["format"] == "ginrules/round-vector"]
    assert not [(line, fault) for line, vector in enumerate(rounds) for fault in wrong_codes(rules, vector)]
    spoiled = json.loads(json.dumps(rounds[0]))
    refused = next(refused for step in spoiled["steps"] for refused in step.get("refused", ()))
    refused["code"] = "not-in-hand" if refused["code"] != "not-in-hand" else "wrong-phase"
    assert [*wrong_codes(rules, spoiled)]


def test_what_is_reached_is_in_the_rounds(made):
    rounds = [vector for vector in made if vector["format"] == "ginrules/round-vector"]
    reached = set(made[-1]["reached"])
    assert {f"ending: {vector['outcome']['ending']}" for vector in rounds} == {
        name for name in reached if name.startswith("ending: ")
    }
    codes = {refused["code"] for vector in rounds for step in vector["steps"] for refused in step.get("refused", ())}
    assert {f"code: {code}" for code in codes} == {name for name in reached if name.startswith("code: ")}


def test_the_archive_has_every_preset():
    with zipfile.ZipFile(ARCHIVE) as archive:
        assert archive.namelist() == [f"{name}.jsonl" for name in sorted(gin.preset_names())]


def test_a_round_that_cannot_be_played_is_refused():
    spoiled = json.loads(json.dumps(archived("standard", 1)[0]))
    spoiled["steps"][1]["action"] = "big gin"
    with pytest.raises(gin.errors.RecordError, match="this round cannot be played"):
        conform(engine(), [spoiled])


# --- other engines --------------------------------------------------------------------------------

ENGINE = """
import json, sys
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
    found = conform(engine(**change), archived("standard"))
    assert rule in found.first.rules
    assert paragraph in found.first.paragraphs
    assert rule in str(found)
    shortest, first = (len(one.question.get("actions", ())) for one in (found.shortest, found.first))
    assert shortest <= first


def test_an_engine_without_faults_has_no_difference(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    found = conform(engine(), archived("standard"))
    assert found.first is None
    assert str(found).endswith("no difference")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("rules", ["standard", "oklahoma"])
def test_the_small_port_passes(rules):
    found = conform(Program(["node", str(PORT)]), archived(rules))
    assert found.differing == {}, str(found)
    assert {"position", "refusal", "view", "hand", "defence"} == {*found.asked} - {*found.unsupported}
    assert len(PORT.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("document", [{"format": "ginrules/hand-vector"}, {"format": "ginrules/view"}, {}, 7])
def test_a_document_that_is_no_vector_is_refused(document):
    with pytest.raises(gin.errors.RecordError):
        conform(engine(), [document])


@pytest.mark.parametrize("left_out", [["hidden_counts"], True])
def test_what_an_engine_leaves_out_is_reported(left_out):
    vector = next(vector for vector in archived("standard") if vector["format"] == "ginrules/round-vector")

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
    found = conform(
        Engine(), [vector for vector in archived("standard") if vector["format"] == "ginrules/round-vector"]
    )
    assert found.first.answer["points"] == wrong
    assert len(found.shortest.question["actions"]) == min(lengths) < lengths[0]
