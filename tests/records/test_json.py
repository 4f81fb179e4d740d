"""Refusals of `from_dict`: every fault by its path, nothing guessed, nothing let through."""

import pytest

import ginrules as gin
from ginrules.presets import STANDARD
from tests.conftest import HOUSE, reach
from tests.rulebook.conftest import play

MAHJONG = gin.preset("mahjong-gin")


def paths(cls, data):
    with pytest.raises(gin.RecordError) as caught:
        gin.from_dict(cls, data)
    assert len(caught.value.problems) == len(str(caught.value).splitlines()) - 1
    return [problem.path for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("cls", "data"),
    [
        *((gin.Card, data) for data in (7, "xx", None, "7h 8h")),
        *((gin.CardSet, data) for data in (["7h"], "7h 7h", 12, "7h " * 1000)),
        *((gin.Action, data) for data in ("nonsense", 5, "knock")),
        (gin.Discard, "draw"),
        (gin.DrawTurn, {"kind": "play-turn", "seat": 0}),
        *((gin.Phase, data) for data in ({"seat": 0}, {"kind": "nap", "seat": 0})),
        *((gin.DrawTurn, {"kind": "draw-turn", "seat": seat}) for seat in ("0", True, 0.0, -1)),
        *((gin.DrawTurn, {"kind": "draw-turn", "seat": 0, name: 1}) for name in ("stock_only", "x")),
        *((gin.RuleSet, data) for data in ("no such", {"knock": {"knock_limit": "7"}}, [])),
        (gin.Outcome, {"ending": "gin", "deadwood": [0, 1]}),
        (gin.Outcome, {"ending": "dead", "declarer": 0, "deadwood": [0, 1]}),
        (gin.Outcome, {"ending": "gin", "declarer": 2, "deadwood": [0, 1]}),
        (gin.Outcome, {"ending": "gin", "declarer": 0, "deadwood": [0, -1]}),
        (gin.RoundScore, {"seats": 2, "result": "knock", "winner": 0, "lines": [], "points": [1, 0]}),
        (gin.RoundScore, {"seats": 2, "result": "dead", "winner": 0, "lines": []}),
        (gin.RoundScore, {"seats": 2, "result": "knock", "winner": 5, "lines": []}),
    ],
)
def test_a_wrong_value_is_refused(cls, data):
    assert paths(cls, data)


def test_a_class_without_a_json_form_is_refused():
    with pytest.raises(gin.RecordError, match="no JSON form"):
        gin.to_dict(object())
    with pytest.raises(gin.RecordError, match="no JSON form"):
        gin.from_dict(int, 5)
    with pytest.raises(gin.RecordError, match=r"Meld\.of"):
        gin.to_dict(gin.Meld(gin.CardSet.parse("7h 8h 9h"), "set"))


FRESH = gin.to_dict(gin.deal(STANDARD, gin.shuffled(7)))


def test_the_documents_of_a_state():
    assert FRESH["format"] == "ginrules/state"
    assert FRESH["rules"] == "standard"
    assert FRESH["phase"] == {"kind": "upcard-offer", "seat": 1}
    assert FRESH["discards"] == FRESH["upcard"] == "Qs"
    assert len(FRESH["stock"].split()) == 31
    assert gin.from_dict(gin.RoundState, FRESH) == gin.deal(STANDARD, gin.shuffled(7))


def moved(data, *changes):
    """The data with values replaced, by dotted path."""
    data = {**data}
    for path, value in changes:
        name, _, rest = path.partition(".")
        data[name] = moved(data[name], (rest, value)) if rest else value
    return data


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("format", "ginrules/view"), "format"),
        (("version", 3), "version"),
        (("seats", 3), "seats"),
        (("dealer", 2), "dealer"),
        (("upcard", "Ac"), "discards"),
        (("knock_card", "Ac"), "knock_card"),
        (("knock_limit", 9), "knock_limit"),
        (("knock_limit", "10"), "knock_limit"),
        (("hands", FRESH["hands"][:1]), "hands"),
        (("hands", [FRESH["hands"][0], FRESH["hands"][0]]), "hands[1]"),
        (("stock", FRESH["stock"][3:]), ""),
        (("stock", FRESH["stock"] + " Qs"), "discards"),
        (("discards", ""), ""),
        (("known", ["Qs", ""]), "known[0]"),
        (("laid", ["Qs", ""]), "laid[0]"),
        (("takes", 100), "takes"),
        (("returns", 1), "returns"),
        (("put_back", ["Qs"]), "put_back"),
        (("phase", {"kind": "upcard-offer", "seat": 2}), "phase.seat"),
        (("phase", {"kind": "play-turn", "seat": 0}), "hands[0]"),
        (("phase", {"kind": "reshuffle", "seat": 0}), "phase"),
        (("phase", {"kind": "last-discard", "seat": 0}), "stock"),
        (("phase", {"kind": "spread-turn", "seat": 0, "declarer": 0, "ending": "knock"}), "hands[0]"),
        (("phase", {"kind": "layoff-turn", "seat": 0, "declarer": 0, "ending": "knock"}), "phase"),
    ],
    ids=str,
)
def test_a_changed_deal_is_refused_by_path(change, path):
    assert path in paths(gin.RoundState, moved(FRESH, change))


def test_every_problem_of_a_state_is_reported():
    wrong = moved(FRESH, ("knock_limit", 9), ("dealer", 7), ("hands", [FRESH["hands"][0]] * 2), ("known", ["", "", ""]))
    results = paths(gin.RoundState, wrong)
    assert {"knock_limit", "dealer", "hands[1]", "known", ""} <= set(results)


def state_of(phase, rules=STANDARD, seats=2):
    return gin.to_dict(reach(rules, phase, seats=seats))


def test_after_a_knock_the_spread_must_be_within_the_limit():
    state = reach(STANDARD, gin.LayoffTurn)
    data = gin.to_dict(state)
    declarer = state.phase.declarer
    assert gin.from_dict(gin.RoundState, data) == state
    # a meld taken back into the hand is too much to keep
    kept = [meld for meld in data["table"] if meld["owner"] == declarer]
    hands = list(data["hands"])
    hands[declarer] = " ".join([hands[declarer], kept[0]["cards"]]).strip()
    laid = list(data["laid"])
    laid[declarer] = " ".join(meld["cards"] for meld in kept[1:])
    changed = moved(data, ("table", kept[1:]), ("hands", hands), ("laid", laid), ("known", hands))
    assert f"hands[{declarer}]" in paths(gin.RoundState, changed)
    other = moved(data, ("known", ["", ""]))
    if hands[declarer]:
        assert f"known[{declarer}]" in paths(gin.RoundState, other)
    assert "phase.ending" in paths(gin.RoundState, moved(data, ("phase", {**data["phase"], "ending": "big-gin"})))


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("owner", 1, "table[0].original"),
        ("owner", 5, "table[0].owner"),
        ("kind", "other", "table[0].kind"),
        ("cards", "", ""),
        ("original", "Ac 5d", "table[0].original"),
    ],
)
def test_a_meld_on_the_table_must_be_one(name, value, path):
    hands = ["Ac2c3c4d5d6d7h8h9hKs", "4c5c6c7c8cTdJdQdKd9s"]
    apart = [" ".join(hand[place : place + 2] for place in range(0, 20, 2)) for hand in hands]
    order = gin.stacked(apart, STANDARD, dealer=1, stock=["As"])
    state = play(gin.deal(STANDARD, order, dealer=1), "decline", "decline", "draw", "knock Ks")
    state = play(state, "spread Ac 2c 3c / 4d 5d 6d / 7h 8h 9h", "lay off 4c on 0")
    data = gin.to_dict(state)
    assert data["table"][0]["cards"] == "Ac 2c 3c 4c"
    melds = [{**data["table"][0], name: value}, *data["table"][1:]]
    assert path in paths(gin.RoundState, moved(data, ("table", melds)))
    # a card that cannot have been laid off
    melds = [{**data["table"][0], "cards": "Ac 2c 3c 5c"}, *data["table"][1:]]
    swapped = [item.replace("5c", "4c") for item in data["hands"]]
    laid = [item.replace("4c", "5c") for item in data["laid"]]
    changed = moved(data, ("table", melds), ("hands", swapped), ("laid", laid), ("known", ["", ""]))
    assert "table[0].cards" in paths(gin.RoundState, moved(changed, ("known", [data["known"][0], ""])))


def test_a_limit_set_by_the_upcard_must_be_its_own():
    state = gin.deal(gin.preset("oklahoma"), gin.shuffled(7))
    data = gin.to_dict(state)
    assert paths(gin.RoundState, moved(data, ("knock_limit", state.knock_limit - 1))) == ["knock_limit"]


def test_an_outcome_must_follow_from_the_cards():
    state = gin.apply(reach(STANDARD, gin.LayoffTurn), gin.Done())
    data = gin.to_dict(state)
    outcome = data["phase"]["outcome"]
    wrong = {**outcome, "deadwood": [item + 1 for item in outcome["deadwood"]], "stock_left": 0}
    results = paths(gin.RoundState, moved(data, ("phase", {"kind": "round-over", "outcome": wrong})))
    assert results == ["phase.outcome.deadwood", "phase.outcome.stock_left"]
    dead = {"ending": "dead", "deadwood": outcome["deadwood"], "reason": "stock"}
    assert "phase.outcome.stock_left" in paths(
        gin.RoundState, moved(data, ("phase", {"kind": "round-over", "outcome": dead}))
    )


def test_cards_put_back_must_fit_the_stock():
    state = reach(HOUSE["reshuffle"], gin.Reshuffle)
    data = gin.to_dict(state)
    stock = data["stock"].split()
    assert "put_back[0]" not in paths(gin.RoundState, moved(data, ("put_back", [stock[0]])))
    assert "stock" in paths(gin.RoundState, moved(data, ("put_back", [stock[0]])))


def test_a_card_owed_must_be_held_known_and_usable():
    for seed in range(100):
        state = reach(MAHJONG, gin.PlayTurn, seed=seed)
        if not state.phase.owed:
            data = gin.to_dict(state)
            held = [card for card in state.hands[state.turn] if card not in state.known[state.turn]]
            phase = {**data["phase"], "owed": str(held[0])}
            assert "phase.owed" in paths(gin.RoundState, moved(data, ("phase", phase)))
            return


@pytest.mark.parametrize(("rules", "taken"), [(MAHJONG, True), (STANDARD, False)], ids=["one taken", "top only"])
def test_a_card_is_owed_only_after_several_were_taken(rules, taken):
    state = gin.apply(gin.deal(rules, seed=3), gin.TakeDiscard())
    data = gin.to_dict(state)
    card = data["phase"]["taken"]
    phase = {**data["phase"], "owed": card, "taken": card if taken else ""}
    with pytest.raises(gin.RecordError, match="a card is owed only after several were taken"):
        gin.from_dict(gin.RoundState, moved(data, ("phase", phase)))


def test_after_big_gin_the_declarer_alone_has_a_card_more():
    rules = gin.RuleSet(layoff="including-gin")
    order = gin.stacked(
        ["2c 3c 4c 5d 6d 7d 9h 9s 9c 9d", "4h 5h 6h Th Jh Jd Qd Kd 2d 3d"], rules, dealer=1, upcard="8d"
    )
    state = gin.apply(gin.apply(gin.deal(rules, order, dealer=1), gin.TakeDiscard()), gin.GoBigGin())
    for phase in (gin.SpreadTurn, gin.LayoffTurn):
        assert isinstance(state.phase, phase)
        assert gin.from_dict(gin.RoundState, gin.to_dict(state)) == state
        state = gin.apply(state, gin.legal_actions(state)[0])


@pytest.mark.parametrize("phase", [gin.UpcardOffer, gin.DrawTurn, gin.PlayTurn, gin.SpreadTurn, gin.LayoffTurn])
def test_phases_of_other_rules_are_refused(phase):
    data = state_of(phase)
    assert paths(gin.RoundState, moved(data, ("rules", "mahjong-gin")))


def test_last_discards_belong_to_rules_that_have_them():
    data = state_of(gin.LastDiscard, HOUSE["last discard"])
    assert "phase" in paths(gin.RoundState, moved(data, ("rules", "standard")))


# --- views and matches ---------------------------------------------------------------------------


SEEN = gin.to_dict(gin.view(gin.apply(reach(STANDARD, gin.DrawTurn), gin.DrawStock()), 0))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("hand", "Ac"), None),
        (("hand_sizes", [10, 10, 10]), "hand_sizes"),
        (("hand_sizes", [52, 52]), "hand_sizes"),
        (("unseen", "Ac"), None),
        (("stock_size", 3), "stock_size"),
        (("hidden_counts", [[0], [52]]), "hidden_counts"),
        (("hidden_counts", [[0, 0], [0]]), "hidden_counts[0]"),
        (("seat", 4), "seat"),
        (("legal", ["draw", "done"]), "legal"),
    ],
    ids=str,
)
def test_a_changed_view_is_refused(change, path):
    results = paths(gin.PlayerView, moved(SEEN, change))
    assert path is None or path in results


def test_a_match_is_folded_again():
    data = gin.to_dict(gin.MatchRecord(STANDARD, rounds=[gin.Outcome(declarer=0, deadwood=(3, 30))]))
    assert paths(gin.MatchRecord, moved(data, ("players", ["A", "A"]))) == ["players"]
    assert paths(gin.MatchRecord, moved(data, ("players", ["A", "B", "C"]))) == ["players"]
    knock = {**data["rounds"][0], "deadwood": [11, 30]}
    assert paths(gin.MatchRecord, moved(data, ("rounds", [knock]))) == ["rounds[0]"]
    other = {**data["rounds"][0], "deadwood": [3, 31]}
    assert paths(gin.MatchRecord, moved(data, ("rounds", [other]))) == ["result.totals", "result.net"]


def test_a_match_is_kept_as_the_record_of_its_entries():
    match = gin.new_match(STANDARD, ["Ann", "Bo"], dealer=1, results=[gin.Outcome(declarer=0, deadwood=(3, 30))])
    record = gin.MatchRecord.loads(gin.MatchRecord(match.rules, match.players, match.entries).dumps())
    assert (record.match, record.dealer, len(record.rounds)) == (match, 1, 1)


def test_what_follows_from_a_match_is_written_only():
    match = gin.new_match(STANDARD, results=[gin.Outcome(declarer=0, deadwood=(3, 30))])
    teams = gin.new_match("partnership", 4, results=[(gin.Outcome(declarer=0, deadwood=(2, 9)),) * 2])
    for value in (match, gin.settle(match), match.sheet, match.games[0], match.due[0], teams.scores[0]):
        with pytest.raises(
            gin.RecordError, match=f"a {type(value).__name__} is written only: what is read are rule sets,"
        ):
            gin.from_dict(type(value), gin.to_dict(value))
    for entry in (*match.entries, *teams.entries, *match.scores):
        assert gin.from_dict(type(entry), gin.to_dict(entry)) == entry
