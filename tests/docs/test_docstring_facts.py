"""Facts that docstrings must state: errors raised, units of numbers, and sources of rules."""

import builtins
import importlib
import inspect
import pkgutil
import re

import attrs

import ginrules as gin
from docs.generate.sources import names_a_source
from ginrules import errors
from ginrules.rules.model import RULES
from tests.docs.raising import can_raise
from tests.docs.test_docstrings import FUNCTIONS, PUBLIC, SECTION, WRITTEN
from tests.every import every

# --- errors raised ---------------------------------------------------------------------------

SOUND_BY_THEN = {
    "ginrules.MatchRecord.matches": "RecordError: the record was checked when it was made",
}


def public_methods():
    for name, value in PUBLIC.items():
        for method, body in vars(value).items() if inspect.isclass(value) else ():
            function = getattr(body, "fget", None) or getattr(body, "__func__", body)
            if not method.startswith("_") and inspect.isfunction(function):
                yield f"{name}.{method}", function


def entries_of(docstring, section):
    """The entries of a section: the text of each, by its name."""
    parts = SECTION.split(inspect.cleandoc(docstring or ""))
    text = "".join(text for title, text in zip(parts[1::2], parts[2::2], strict=True) if title == section)
    return dict(re.findall(r"^    (\w+): ((?:.*\n?(?:      .*\n?)*))", text, re.MULTILINE))


def undocumented(function):
    """The errors that a function can raise and does not document."""
    function = inspect.unwrap(function)
    known = vars(builtins) | vars(errors) | function.__globals__
    said = tuple(known[name] for name in entries_of(function.__doc__, "Raises") if name in known)
    return {error.__name__ for error in can_raise(function) if not issubclass(error, said)}


@every([*FUNCTIONS.items(), *public_methods()])
def test_errors_of_public_functions_are_documented(name, function):
    missing = undocumented(function)
    if name in SOUND_BY_THEN:
        assert missing == {SOUND_BY_THEN[name].partition(":")[0]}
    else:
        assert not missing, f"{name} can raise {', '.join(sorted(missing))} and does not tell"


def test_an_unwritten_error_would_be_noticed():
    assert can_raise(gin.Card.parse) == {errors.ParseError}
    assert errors.ScoreError in can_raise(gin.add_round)  # by another function of the module

    def silent(text):
        """Reads."""
        raise errors.ParseError(text)

    assert undocumented(silent) == set()  # an attribute of a module is not read
    assert undocumented(raises_badly) == {"ParseError"}
    assert undocumented(catches) == set()


ParseError = errors.ParseError


def raises_badly():
    """Reads."""
    raise ParseError("no card")


def catches():
    """Reads."""
    try:
        raises_badly()
    except ValueError:
        return


# --- units -----------------------------------------------------------------------------------

UNITS = re.compile(
    r"\b(points?|cards?|seats?|seconds?|rounds?|deals?|turns?|box(?:es)?|games?|players?|sides?|match(?:es)?|actions?"
    r"|takes|positions?|pixels|columns?|lines?|units?|plies|draws?|opponents?|hands?|seed|throws|dots|bytes?|tables?"
    r"|values?|samples?|times|number|numbers|how many|member|defender|dealer|deadwood|shuffles?|trials?|ranks?)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"^(?:int|float)(?: \| None)?$|^tuple\[(?:int|float), \.\.\.\]$|^Mapping\[\w+, int\]$")


def numbers():
    """Every number in the docstring of a public name, with its description."""
    for name, value in [*PUBLIC.items(), *public_methods()]:
        if inspect.isclass(value):
            types = {entry: kind for base in value.__mro__ for entry, kind in inspect.get_annotations(base).items()}
        elif inspect.isfunction(inspect.unwrap(value)):
            types = inspect.get_annotations(inspect.unwrap(value))
        else:
            continue
        for section in ("Args", "Attributes"):
            for entry, text in entries_of(value.__doc__, section).items():
                if NUMBER.match(str(getattr(types.get(entry), "__name__", types.get(entry)))):
                    yield f"{name}.{entry}", text


NUMBERS = dict(numbers())


def test_there_are_numbers():
    assert len(NUMBERS) > 100


@every(list(NUMBERS))
def test_a_number_has_its_unit(name):
    assert UNITS.search(NUMBERS[name]), f"{name} tells no unit: {NUMBERS[name]}"


PROPERTIES = {
    name: function.__doc__ or ""
    for name, function in public_methods()
    if NUMBER.match(str(inspect.get_annotations(function).get("return")))
}


@every(list(PROPERTIES))
def test_a_returned_number_has_its_unit(name):
    assert UNITS.search(PROPERTIES[name]), f"{name} tells no unit: {PROPERTIES[name]}"


# the fields of a rule set are in RULES
DESCRIBED = [name for name, value in PUBLIC.items() if attrs.has(value) and value is not gin.RuleSet]


@every(DESCRIBED)
def test_every_field_of_a_public_class_is_described(name):
    value = PUBLIC[name]
    fields = {field.name for field in attrs.fields(value) if not field.name.startswith("_")}
    listed = set(entries_of(value.__doc__, "Attributes")) | set(entries_of(value.__doc__, "Args"))
    assert fields <= listed, f"{name} does not tell of {', '.join(sorted(fields - listed))}"


# --- sources ---------------------------------------------------------------------------------

ACTIONS = [action.__name__ for action in gin.Action.__args__]
PHASES = [phase.__name__ for phase in gin.Phase.__args__]
RULED = [
    *ACTIONS,
    *PHASES,
    "deal",
    "chance_action",
    "melds_in",
    "deadwood",
    "best_defence",
    "price",
    "settle",
    "add_round",
    "give_notice",
    "concede",
]
RULED_MODULES = [
    *(
        f"ginrules.play.turns.{name}"
        for name in ["upcard_offer", "draw", "discard", "open_melds", "spread", "layoff", "exhausted", "doubling"]
    ),
    *(f"ginrules.scoring.{name}" for name in ["penalty", "team", "settle", "sheet"]),
]


@every(RULED)
def test_code_of_a_rule_names_its_source(name):
    assert names_a_source(getattr(gin, name).__doc__), f"{name} names no source"


@every(RULED_MODULES)
def test_a_module_of_rules_names_its_source(name):
    assert names_a_source(importlib.import_module(name).__doc__), f"{name} names no source"


def test_every_phase_module_is_looked_at():
    found = {
        module.name
        for module in pkgutil.iter_modules(
            importlib.import_module("ginrules.play.turns").__path__, "ginrules.play.turns."
        )
        if hasattr(importlib.import_module(module.name), "MOVES")
    }
    assert found <= set(RULED_MODULES)


@every(list(RULES))
def test_every_rule_names_a_source_or_is_a_house_choice(name):
    written_out = re.compile(r"house choice|\.(?:wiki|io|com)\b|World Club Games")
    assert names_a_source(RULES[name].source) or written_out.search(RULES[name].source)


def test_sources_are_cited_by_their_titles():
    letters = re.compile(r"\b(?:WP|PG|BI|GC|OS|PW|RG|RRB|RT|RU)\b|\b[Ss]eeds? 00\d")
    texts = {name: rule.source for name, rule in RULES.items()}
    texts |= {name: value.__doc__ or "" for name, value in WRITTEN.items()}
    texts |= {name: "\n".join((*gin.preset(name).sources, *gin.preset(name).notes)) for name in gin.preset_names()}
    assert {name for name, text in texts.items() if letters.search(text)} == set()


def test_no_docstring_cites_a_paper_that_nobody_can_read():
    for name, value in WRITTEN.items():
        assert not re.search(r"\bprecise (?:\d|lay)", value.__doc__ or ""), name
