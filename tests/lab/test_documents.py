"""The documents of results: their entries in order, all the way down, which a program that reads them relies on."""

import pytest

from ginrules.lab import compare, simulate, tournament

ESTIMATE = ["value", "low", "high"]
MEASURE = ["key", "title", "unit", "doc"]
RULES = ["name", "title", "digest"]
RUN = "players strength contestants seats rounds deals seed repriced level method partial".split()

FIGURES = ["measures", "standings", "histograms"]
PAIR = ["a", "b", "changes", *RUN, "measures", "distributions"]
DOCUMENTS = {
    "simulate": (
        lambda: simulate("standard", ["simple", "greedy"], rounds=40),
        {
            "": [*"rules contestants seats seed units rounds matches partial level".split(), *FIGURES],
            "rules": RULES,
            "measures": [*MEASURE, "estimate"],
            "measures.estimate": ESTIMATE,
            "standings": ["player", "rounds", "net", "matches"],
            "standings.net": ESTIMATE,
            "histograms": ["points", "turns", "knock-deadwood"],
        },
    ),
    "compare": (
        lambda: compare("standard", "oklahoma", players="simple", rounds=20),
        {
            "": PAIR,
            "b": RULES,
            "changes": ["section", "rule", "a", "b"],
            "measures": [*MEASURE, "a", "b", "difference", "same", "effect", "relative_efficiency"],
            "measures.difference": ESTIMATE,
            "distributions": ["key", "title", "unit", "counts"],
        },
    ),
    "compare three": (
        lambda: compare("standard", "oklahoma", "straight-gin", players="simple", rounds=20),
        {"": ["rules", *RUN, "pairs"], "rules": RULES, "pairs": PAIR},
    ),
    "tournament": (
        lambda: tournament(["simple", "random"], "standard+match_target=30", games=24),
        {
            "": ["rules", "players", "seats", "seed", "units", "games", "partial", "level", "entrants", "contests"],
            "entrants": ["player", "games", "won", "rating", "elo", "share", "points", "net", "counts"],
            "entrants.share": ESTIMATE,
            "contests": ["players", "games", "rounds", "won", "shares", "nets"],
            "contests.nets": ESTIMATE,
        },
    ),
}


def part_of(plain, path):
    """The dictionary at a path; of a list its first."""
    for name in filter(None, path.split(".")):
        plain = plain[name]
        while isinstance(plain, list):
            plain = plain[0]
    return plain


@pytest.mark.parametrize("run", DOCUMENTS)
def test_a_document_has_its_entries_in_order(run):
    make, entries = DOCUMENTS[run]
    plain = make().as_plain()
    assert {path: list(part_of(plain, path)) for path in entries} == entries
