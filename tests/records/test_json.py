"""Refusals of `from_dict`: every fault by its path, nothing guessed, nothing let through."""

import pytest

from ginrules.cards import Card, CardSet
from ginrules.errors import RecordError
from ginrules.match import new_match, settle
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Discard, Done, DrawStock, GoBigGin, TakeDiscard
from ginrules.play.deal import deal, shuffled, stacked
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, Phase, PlayTurn, Reshuffle, SpreadTurn, UpcardOffer
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.presets import STANDARD, preset
from ginrules.records import MatchRecord, from_dict, to_dict
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore
from tests.conftest import HOUSE, reach
from tests.rulebook.conftest import play

MAHJONG = preset("mahjong-gin")


def paths(cls, data):
    with pytest.raises(RecordError) as caught:
        from_dict(cls, data)
    assert len(caught.value.problems) == len(str(caught.value).splitlines()) - 1
    return [problem.path for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("cls", "data"),
    [
        (Card, 7), (Card, "xx"), (Card, None), (Card, "7h 8h"),
        (CardSet, ["7h"]), (CardSet, "7h 7h"), (CardSet, 12), (CardSet, "7h " * 1000),
        (Action, "nonsense"), (Action, 5), (Action, "knock"), (Discard, "draw"),
        (DrawTurn, {"kind": "play-turn", "seat": 0}), (Phase, {"seat": 0}), (Phase, {"kind": "nap", "seat": 0}),
        (DrawTurn, {"kind": "draw-turn", "seat": "0"}), (DrawTurn, {"kind": "draw-turn", "seat": True}),
        (DrawTurn, {"kind": "draw-turn", "seat": 0.0}), (DrawTurn, {"kind": "draw-turn", "seat": 0, "stock_only": 1}),
        (DrawTurn, {"kind": "draw-turn", "seat": -1}), (DrawTurn, {"kind": "draw-turn", "seat": 0, "x": 1}),
        (RuleSet, "no such"), (RuleSet, {"knock": {"knock_limit": "7"}}), (RuleSet, []),
        (Outcome, {"ending": "gin", "deadwood": [0, 1]}),
        (Outcome, {"ending": "dead", "declarer": 0, "deadwood": [0, 1]}),
        (Outcome, {"ending": "gin", "declarer": 2, "deadwood": [0, 1]}),
        (Outcome, {"ending": "gin", "declarer": 0, "deadwood": [0, -1]}),
        (RoundScore, {"seats": 2, "result": "knock", "winner": 0, "lines": [], "points": [1, 0]}),
        (RoundScore, {"seats": 2, "result": "dead", "winner": 0, "lines": []}),
        (RoundScore, {"seats": 2, "result": "knock", "winner": 5, "lines": []}),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused(cls, data):
    assert paths(cls, data)


def test_a_class_without_a_json_form_is_refused():
    with pytest.raises(RecordError, match="no JSON form"):
        to_dict(object())
    with pytest.raises(RecordError, match="no JSON form"):
        from_dict(int, 5)
    with pytest.raises(RecordError, match=r"Meld\.of"):
        to_dict(Meld(CardSet.parse("7h 8h 9h"), "set"))


FRESH = to_dict(deal(STANDARD, shuffled(7)))


def test_the_documents_of_a_state():
    assert FRESH["format"] == "ginrules/state"
    assert FRESH["rules"] == "standard"
    assert FRESH["phase"] == {"kind": "upcard-offer", "seat": 1}
    assert FRESH["discards"] == FRESH["upcard"] == "Qs"
    assert len(FRESH["stock"].split()) == 31
    assert from_dict(RoundState, FRESH) == deal(STANDARD, shuffled(7))


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
)  # fmt: skip
def test_a_changed_deal_is_refused_by_path(change, path):
    assert path in paths(RoundState, moved(FRESH, change))


def test_every_problem_of_a_state_is_reported():
    wrong = moved(FRESH, ("knock_limit", 9), ("dealer", 7), ("hands", [FRESH["hands"][0]] * 2), ("known", ["", "", ""]))
    results = paths(RoundState, wrong)
    assert {"knock_limit", "dealer", "hands[1]", "known", ""} <= set(results)


def state_of(phase, rules=STANDARD, seats=2):
    return to_dict(reach(rules, phase, seats=seats))


def test_after_a_knock_the_spread_must_be_within_the_limit():
    state = reach(STANDARD, LayoffTurn)
    data = to_dict(state)
    declarer = state.phase.declarer
    assert from_dict(RoundState, data) == state
    # a meld taken back into the hand is too much to keep
    kept = [meld for meld in data["table"] if meld["owner"] == declarer]
    hands = list(data["hands"])
    hands[declarer] = " ".join([hands[declarer], kept[0]["cards"]]).strip()
    laid = list(data["laid"])
    laid[declarer] = " ".join(meld["cards"] for meld in kept[1:])
    changed = moved(data, ("table", kept[1:]), ("hands", hands), ("laid", laid), ("known", hands))
    assert f"hands[{declarer}]" in paths(RoundState, changed)
    other = moved(data, ("known", ["", ""]))
    if hands[declarer]:
        assert f"known[{declarer}]" in paths(RoundState, other)
    assert "phase.ending" in paths(RoundState, moved(data, ("phase", {**data["phase"], "ending": "big-gin"})))


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
    order = stacked(apart, STANDARD, dealer=1, stock=["As"])
    state = play(deal(STANDARD, order, dealer=1), "decline", "decline", "draw", "knock Ks")
    state = play(state, "spread Ac 2c 3c / 4d 5d 6d / 7h 8h 9h", "lay off 4c on 0")
    data = to_dict(state)
    assert data["table"][0]["cards"] == "Ac 2c 3c 4c"
    melds = [{**data["table"][0], name: value}, *data["table"][1:]]
    assert path in paths(RoundState, moved(data, ("table", melds)))
    # a card that cannot have been laid off
    melds = [{**data["table"][0], "cards": "Ac 2c 3c 5c"}, *data["table"][1:]]
    swapped = [item.replace("5c", "4c") for item in data["hands"]]
    laid = [item.replace("4c", "5c") for item in data["laid"]]
    changed = moved(data, ("table", melds), ("hands", swapped), ("laid", laid), ("known", ["", ""]))
    assert "table[0].cards" in paths(RoundState, moved(changed, ("known", [data["known"][0], ""])))


def test_a_limit_set_by_the_upcard_must_be_its_own():
    state = deal(preset("oklahoma"), shuffled(7))
    data = to_dict(state)
    assert paths(RoundState, moved(data, ("knock_limit", state.knock_limit - 1))) == ["knock_limit"]


def test_an_outcome_must_follow_from_the_cards():
    state = apply(reach(STANDARD, LayoffTurn), Done())
    data = to_dict(state)
    outcome = data["phase"]["outcome"]
    wrong = {**outcome, "deadwood": [item + 1 for item in outcome["deadwood"]], "stock_left": 0}
    results = paths(RoundState, moved(data, ("phase", {"kind": "round-over", "outcome": wrong})))
    assert results == ["phase.outcome.deadwood", "phase.outcome.stock_left"]
    dead = {"ending": "dead", "deadwood": outcome["deadwood"], "reason": "stock"}
    assert "phase.outcome.stock_left" in paths(
        RoundState, moved(data, ("phase", {"kind": "round-over", "outcome": dead}))
    )


def test_cards_put_back_must_fit_the_stock():
    state = reach(HOUSE["reshuffle"], Reshuffle)
    data = to_dict(state)
    stock = data["stock"].split()
    assert "put_back[0]" not in paths(RoundState, moved(data, ("put_back", [stock[0]])))
    assert "stock" in paths(RoundState, moved(data, ("put_back", [stock[0]])))


def test_a_card_owed_must_be_held_known_and_usable():
    for seed in range(100):
        state = reach(MAHJONG, PlayTurn, seed=seed)
        if not state.phase.owed:
            data = to_dict(state)
            held = [card for card in state.hands[state.turn] if card not in state.known[state.turn]]
            phase = {**data["phase"], "owed": str(held[0])}
            assert "phase.owed" in paths(RoundState, moved(data, ("phase", phase)))
            return


@pytest.mark.parametrize(("rules", "taken"), [(MAHJONG, True), (STANDARD, False)], ids=["one taken", "top only"])
def test_a_card_is_owed_only_after_several_were_taken(rules, taken):
    state = apply(deal(rules, seed=3), TakeDiscard())
    data = to_dict(state)
    card = data["phase"]["taken"]
    phase = {**data["phase"], "owed": card, "taken": card if taken else ""}
    with pytest.raises(RecordError, match="a card is owed only after several were taken"):
        from_dict(RoundState, moved(data, ("phase", phase)))


def test_after_big_gin_the_declarer_alone_has_a_card_more():
    rules = RuleSet(layoff="including-gin")
    order = stacked(["2c 3c 4c 5d 6d 7d 9h 9s 9c 9d", "4h 5h 6h Th Jh Jd Qd Kd 2d 3d"], rules, dealer=1, upcard="8d")
    state = apply(apply(deal(rules, order, dealer=1), TakeDiscard()), GoBigGin())
    for phase in (SpreadTurn, LayoffTurn):
        assert isinstance(state.phase, phase)
        assert from_dict(RoundState, to_dict(state)) == state
        state = apply(state, legal_actions(state)[0])


@pytest.mark.parametrize("phase", [UpcardOffer, DrawTurn, PlayTurn, SpreadTurn, LayoffTurn])
def test_phases_of_other_rules_are_refused(phase):
    data = state_of(phase)
    assert paths(RoundState, moved(data, ("rules", "mahjong-gin")))


def test_last_discards_belong_to_rules_that_have_them():
    data = state_of(LastDiscard, HOUSE["last discard"])
    assert "phase" in paths(RoundState, moved(data, ("rules", "standard")))


# --- views and matches ---------------------------------------------------------------------------


SEEN = to_dict(view(apply(reach(STANDARD, DrawTurn), DrawStock()), 0))


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
    results = paths(PlayerView, moved(SEEN, change))
    assert path is None or path in results


def test_a_match_is_folded_again():
    data = to_dict(MatchRecord(STANDARD, rounds=[Outcome(declarer=0, deadwood=(3, 30))]))
    assert paths(MatchRecord, moved(data, ("players", ["A", "A"]))) == ["players"]
    assert paths(MatchRecord, moved(data, ("players", ["A", "B", "C"]))) == ["players"]
    knock = {**data["rounds"][0], "deadwood": [11, 30]}
    assert paths(MatchRecord, moved(data, ("rounds", [knock]))) == ["rounds[0]"]
    other = {**data["rounds"][0], "deadwood": [3, 31]}
    assert paths(MatchRecord, moved(data, ("rounds", [other]))) == ["result.totals", "result.net"]


def test_a_match_is_kept_as_the_record_of_its_entries():
    match = new_match(STANDARD, ["Ann", "Bo"], dealer=1, results=[Outcome(declarer=0, deadwood=(3, 30))])
    record = MatchRecord.loads(MatchRecord(match.rules, match.players, match.entries).dumps())
    assert (record.match, record.dealer, len(record.rounds)) == (match, 1, 1)


def test_what_follows_from_a_match_is_written_only():
    match = new_match(STANDARD, results=[Outcome(declarer=0, deadwood=(3, 30))])
    teams = new_match("partnership", 4, results=[(Outcome(declarer=0, deadwood=(2, 9)),) * 2])
    for value in (match, settle(match), match.sheet, match.games[0], match.due[0], teams.scores[0]):
        with pytest.raises(RecordError, match=f"a {type(value).__name__} is written only: what is read are rule sets,"):
            from_dict(type(value), to_dict(value))
    for entry in (*match.entries, *teams.entries, *match.scores):
        assert from_dict(type(entry), to_dict(entry)) == entry
