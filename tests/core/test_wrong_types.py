"""Wrong types in public calls end in an error of the library, or in a result; never in an AttributeError or the like.

The names come from ``__all__``, the parameters from the signatures: each parameter of a good call is replaced in
turn by six wrong values.
"""

import enum
import inspect
import random
from collections.abc import Iterator

import attrs
import pytest

import ginrules as gin
from ginrules import match, records, scoring
from ginrules.players import Greedy
from ginrules.presets import preset
from ginrules.testing.policies import greedy

MODULES = (gin, scoring, match, records)
STANDARD = gin.RuleSet()
ORDER = gin.shuffled(7)
STATE = gin.deal(STANDARD, ORDER)
VIEW = gin.view(STATE, 0)
WRONG = ("standard", None, 7, 1.5, [], VIEW)
AFTER, EVENTS = gin.transition(STATE, gin.TakeDiscard())
HAND = "Ac 2c 3c 5d 6d 7d 9h Th Jh Ks"
OUTCOME = gin.Outcome(declarer=0, deadwood=(3, 21))
MATCH = gin.new_match(STANDARD, results=[OUTCOME])
ENDLESS = gin.new_match(preset("hollywood-endless"))
RECORD = gin.RoundRecord(STANDARD, 7, actions=["decline"])
MATCH_RECORD = gin.MatchRecord(STANDARD).add(OUTCOME)
SEAT_RECORD = records.account(RECORD, 0)
BEFORE_THE_DEAL = gin.Session(STANDARD)
SESSION = BEFORE_THE_DEAL.next_round(7)
SCORE = gin.price(OUTCOME, STANDARD)
SHUFFLE = STANDARD.evolve(stock_exhausted="reshuffle", stock_floor=29)


def shuffle_due():
    state = gin.deal(SHUFFLE, gin.shuffled(1, SHUFFLE))
    while state.turn is not None:
        quiet = [action for action in gin.legal_actions(state) if not isinstance(action, gin.Knock | gin.TakeDiscard)]
        state = gin.apply(state, quiet[0])
    return state


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "rules.toml").write_text(gin.dumps_rules(preset("oklahoma")), encoding="utf-8")
    (folder / "evening.pad").write_text(PAD, encoding="utf-8")
    (folder / "record.toml").write_text(RECORD.dumps(), encoding="utf-8")
    return folder


PAD = "rules standard\nplayers Ann Bo\nAnn 18"
CALLS = {
    "match_view": {"match": MATCH, "table": MATCH.due[0]},
    "knock_card_of": {"rules": STANDARD, "seed": 1, "number": 2},
    "pack_of": {"rules": STANDARD},
    "shuffled": {"seed": 1, "rules": STANDARD},
    "stacked": {"hands": [HAND, "4h 4s 8c 8d Qs Qh 2s 2h 6s 6h"], "rules": STANDARD, "upcard": "3s", "stock": "5s"}
    | {"dealer": 0},
    "check_rules": {"data": {"knock": {"knock_limit": 7}}},
    "describe": {"rules": STANDARD},
    "diff": {"a": STANDARD, "b": preset("oklahoma")},
    "dumps_rules": {"rules": STANDARD, "full": True},
    "load_pad": {"path": "evening.pad"},
    "loads_pad": {"text": PAD, "source": "pad", "folder": "."},
    "load_rules": {"path": "rules.toml"},
    "loads_rules": {"text": "[knock]\nknock_limit = 7", "source": "text"},
    "preset": {"name": "oklahoma"},
    "preset_info": {"name": "oklahoma"},
    "preset_names": {},
    "PresetInfo": attrs.asdict(gin.preset_info("oklahoma")),
    "after_discard": {"hand": HAND, "rules": STANDARD},
    "arrangements": {"hand": HAND, "rules": STANDARD, "limit": 20},
    "best_arrangement": {"hand": HAND, "rules": STANDARD},
    "best_defence": {"hand": HAND, "melds": ["4h 4s 4c"], "rules": STANDARD},
    "deadwood": {"hand": gin.CardSet.parse(HAND), "rules": STANDARD},
    "melds_in": {"cards": HAND, "rules": STANDARD},
    "sorted_by_meld": {"hand": HAND, "rules": STANDARD},
    "sorted_by_suit": {"hand": HAND},
    "sorted_by_rank": {"hand": HAND},
    "cut": {"players": ["Ann", "Bo"], "seed": 1, "rules": STANDARD},
    "outs": {"hand": HAND, "rules": STANDARD, "limit": 10},
    "parse_action": {"text": "take", "state": STATE},
    "parse_arrangement": {"text": "7h 8h 9h | As", "rules": STANDARD},
    "apply": {"state": STATE, "action": gin.Decline()},
    "chance_action": {"state": shuffle_due(), "seed": 1},
    "deal": {"rules": STANDARD, "order": ORDER, "seed": None, "dealer": 1, "seats": 2, "knock_card": None},
    "legal_actions": {"state": STATE},
    "transition": {"state": STATE, "action": gin.Decline()},
    "why_illegal": {"state": STATE, "action": gin.Decline()},
    "determinize": {"view": VIEW, "seed": 1},
    "follow": {"view": VIEW, "event": gin.redact(EVENTS[0], 0)},
    "redact": {"event": EVENTS[0], "seat": 0},
    "view": {"state": STATE, "seat": 0},
    "add_round": {"match": MATCH, "results": OUTCOME},
    "concede": {"match": MATCH, "player": 1},
    "give_notice": {"match": ENDLESS},
    "new_match": {"rules": STANDARD, "players": 2, "dealer": 1, "results": [OUTCOME]},
    "pad_entry": {"points": 30, "rules": STANDARD, "winner": 0, "result": "gin", "boxes": 1, "multiplier": 1},
    "price": {"outcome": OUTCOME, "rules": STANDARD},
    "settle": {"match": MATCH},
    "settle_game": {"game": MATCH.games[0], "rules": STANDARD},
    "team_score": {"tables": [SCORE, SCORE], "rules": STANDARD},
    "from_dict": {"cls": gin.Card, "data": "7h"},
    "to_dict": {"value": STATE},
    "league": {"records": [MATCH_RECORD], "stake": "0.10", "members": ["A"], "by": "points"},
    "replay": {"text": RECORD.dumps()},
    "replay_while_valid": {"text": RECORD.dumps()},
    "account": {"record": RECORD, "seat": 0},
    "read_openspiel": {"history": [*range(21), 52, 4], "rules": "openspiel"},
    "openspiel_history": {"record": gin.RoundRecord("openspiel", 1, actions=["take"])},
    "Session": {"rules": STANDARD, "names": ["Ann", "Bo"], "dealer": 1, "players": {1: Greedy}, "comment": "ours"},
    "loads_records": {"text": RECORD.dumps(), "source": "text"},
    "read_file": {"path": "record.toml"},
    "read_records": {"path": "record.toml"},
    "Card": {"number": 7},
    "CardSet": {"bits": 7},
}
METHODS = {
    ("Card", "of"): {"rank": 7, "suit": 2},
    ("Card", "parse"): {"text": "7h"},
    ("CardSet", "of"): {"cards": ["7h"]},
    ("CardSet", "parse"): {"text": "7h"},
    ("Meld", "of"): {"cards": "7h 8h 9h"},
    ("Meld", "parse"): {"text": "7h 8h 9h"},
    ("RuleSet", "evolve"): {"name": "ours", "knock_limit": 7},
    ("RuleSet", "hand_size_for"): {"seats": 2},
    ("RuleSet", "limit_in_force"): {"upcard": gin.Card(7), "knock_card": None},
    ("RuleSet", "target_for"): {"team_size": 1},
    ("RuleSet", "rounds_for"): {"seats": 2},
    ("RoundScore", "plus"): {"label": "four aces", "seat": 0, "points": 10},
    ("Game", "wins"): {"side": 0},
    ("Settlement", "amounts"): {"per_point": 2},
    ("League", "amount"): {"points": 7},
    ("League", "changes"): {"earlier": records.League()},
    ("Table", "seat_of"): {"player": 0},
    ("RoundRecord", "play"): {"action": "take", "seat": 0, "comment": "yes", "seconds": 1.5},
    ("RoundRecord", "back"): {"n": 1},
    ("RoundRecord", "events"): {"seat": 0, "since": 1},
    ("RoundRecord", "loads"): {"text": RECORD.dumps()},
    ("RoundRecord", "dumps"): {"format": "json"},
    ("MatchRecord", "add"): {"results": OUTCOME},
    ("MatchRecord", "concede"): {"player": 1},
    ("MatchRecord", "next_round"): {"order": 7, "table": 0, "knock_card": None},
    ("MatchRecord", "back"): {"n": 1},
    ("MatchRecord", "loads"): {"text": MATCH_RECORD.dumps()},
    ("MatchRecord", "dumps"): {"format": "json"},
    ("Session", "table_of"): {"player": 1},
    ("Session", "view"): {"player": 1},
    ("Session", "legal"): {"player": 1},
    ("Session", "events"): {"player": 1, "since": 1},
    ("Session", "act"): {"player": 1, "action": "take", "version": 1},
    ("Session", "advance"): {"random": 7},
    ("Session", "next_round"): {"random": None, "orders": [ORDER], "knock_card": None},
    ("Session", "concede"): {"player": 1},
    ("Session", "back"): {"n": 0},
    ("Session", "apart"): {"since": 0},
    ("Session", "together"): {"text": BEFORE_THE_DEAL.apart()[0], "rounds": []},
    ("Session", "with_players"): {"players": {1: Greedy}},
    ("Session", "loads"): {"text": SESSION.dumps()},
    ("Session", "dumps"): {"format": "json"},
    ("SeatRecord", "with_events"): {"events": gin.redact(gin.transition(RECORD.state, gin.Decline())[1][0], 0)},
    ("SeatRecord", "loads"): {"text": SEAT_RECORD.dumps()},
    ("SeatRecord", "dumps"): {"format": "json"},
}


def played(rules):
    """A greedy round: every state with the action taken in it, and the events of that."""
    choose = random.Random(3)
    state = gin.deal(rules, gin.shuffled(3, rules))
    while not state.is_over:
        action = greedy(choose, state, gin.legal_actions(state))
        state, events = gin.transition(state, action)
        yield from (state, action, state.phase, *state.table, *events)


def samples():
    """A value of every public class."""
    over = gin.loads_pad("rules standard\nplayers A B\nA 100")
    season = records.league([over], members=["A"])
    yield from (season, *season.standings, *season.pairings, *season.debts, *season.doubts)
    yield from (STATE, VIEW, *EVENTS, STANDARD, OUTCOME, MATCH, SCORE, RECORD, MATCH_RECORD, SEAT_RECORD, SESSION)
    for name in ("standard", "mahjong-gin", "openspiel"):
        yield from played(preset(name))
    yield gin.LastDiscard(0)
    yield from (gin.Double(), gin.Accept(), gin.Refuse(), gin.DoubleOffer(1, 0))
    yield from (gin.Doubled(0), gin.Accepted(1), gin.Refused(1))
    due = shuffle_due()
    yield from (due.phase, gin.chance_action(due, 1), *gin.transition(due, gin.chance_action(due, 1))[1])
    yield from (gin.Decline(), gin.DrawStock(), gin.GoBigGin(), gin.Done(), gin.LayDown("7h 8h 9h"))
    yield from (gin.LayOff("7h", 0), gin.Spread(["7h 8h 9h"]), gin.WentBigGin(0, gin.CardSet.parse("7h")))
    yield from (gin.Meld.parse("7h 8h 9h"), gin.best_arrangement(HAND, STANDARD), gin.LaidOff(0, gin.Card(7), 0))
    yield gin.cut(2, 1)
    yield gin.best_defence(HAND, ["4h 4s 4c"], STANDARD)
    yield from (*gin.diff(STANDARD, preset("oklahoma")), *gin.check_rules({"x": 1}))
    settled = gin.settle(
        gin.new_match(preset("penalty-2-to-4"), 3, results=[gin.Outcome(declarer=0, deadwood=(3, 4, 5))])
    )
    yield from (settled, *settled.games, *settled.lines, *settled.games[0].claims, *settled.payments)
    yield from (MATCH.sheet, *MATCH.games, *MATCH.games[0].entries, *MATCH.due, *SCORE.lines)
    yield from (scoring.team_score([SCORE, SCORE], STANDARD), match.TeamRound([OUTCOME, OUTCOME]))
    yield from (
        match.FirstDealer(1),
        match.Notice(),
        match.Concession(1),
        match.Payment(0, 1, 5),
        match.match_view(MATCH, MATCH.due[0]),
        records.TeamRecord([OUTCOME]),
    )
    yield from (records.RecordProblem("path", "is wrong"), gin.replay_while_valid(RECORD.dumps()))


def public():
    """Every public function and class, by name; errors, enumerations and unions apart."""
    for module in MODULES:
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isfunction(found) or (
                inspect.isclass(found) and not issubclass(found, Exception | enum.Enum) and found is not gin.CardSet
            ):
                yield name, found
    yield "CardSet", gin.CardSet


def fields_of(value):
    if attrs.has(type(value)):
        return {field.alias: getattr(value, field.name) for field in attrs.fields(type(value)) if field.init}
    return value._asdict()  # a named tuple


def good_calls():
    """Every public call known to be good: its name, the function, and the arguments."""
    values = {type(value): value for value in samples()}
    for name, found in dict(public()).items():
        if name in CALLS:
            yield name, found, CALLS[name]
        else:
            assert found in values, f"{name} is public: give a good call of it here"
            yield name, found, fields_of(values[found])
        if not inspect.isclass(found):
            continue
        own = values.get(found, gin.Card(7) if found is gin.Card else gin.CardSet(7))
        for method, raw in inspect.getmembers_static(found):
            if method.startswith("_") or (not isinstance(raw, classmethod) and not inspect.isfunction(raw)):
                continue
            if raw in vars(int).values() or method in vars(int) or method in {"count", "index"}:
                continue
            bound = getattr(BEFORE_THE_DEAL if (name, method) == ("Session", "next_round") else own, method)
            if inspect.signature(bound).parameters:
                assert (name, method) in METHODS, f"{name}.{method} is public: give a good call of it here"
                yield f"{name}.{method}", bound, METHODS[name, method]


def called(function, arguments):
    """The result of a call, an iterator read to its end."""
    parameters = inspect.signature(function).parameters
    starred = next((name for name, parameter in parameters.items() if parameter.kind is parameter.VAR_POSITIONAL), None)
    rest = dict(arguments)
    stars = [] if starred is None else [rest.pop(starred)]
    ahead = [rest.pop(name) for name in parameters if name in rest and name != starred] if stars else []
    result = function(*ahead, *stars, **rest)
    return list(result) if isinstance(result, Iterator) else result


def test_wrong_types_end_in_an_error_of_the_library_or_a_result(files, monkeypatch, capsys):
    monkeypatch.chdir(files)
    tried = refused = 0
    faults = []
    for name, function, arguments in good_calls():
        called(function, arguments)
        for parameter in arguments:
            for wrong in WRONG:
                tried += 1
                try:
                    called(function, arguments | {parameter: wrong})
                except gin.GinRulesError as error:
                    refused += 1
                    if len(str(error)) > 1000 and not isinstance(error, gin.RuleSetError):
                        faults.append(f"{name}({parameter}={wrong!r:.20}): {len(str(error))} characters")
                except Exception as error:  # noqa: BLE001 - any exception is a finding
                    faults.append(f"{name}({parameter}={wrong!r:.20}): {type(error).__name__}: {error!s:.90}")
    with capsys.disabled():
        print(f"\nwrong types: {tried} calls tried, {refused} refused")  # noqa: T201 - the count is asked for
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults)
    assert tried > 2000
