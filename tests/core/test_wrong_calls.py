"""Wrong types in public calls end in an error of the library, or in a result; never in an AttributeError or the like.

There is a good call of every public function, class and method. Each of its arguments is replaced by wrong values.
"""

import copy
import enum
import inspect
import json
import random
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import attrs
import pytest
from hypothesis.errors import InvalidArgument

import ginrules as gin
from ginrules import fast, lab, match, players, prompts, records, scoring, svg, terminal, testing
from ginrules._support.bounds import LARGEST_NUMBER
from ginrules.errors import GinRulesError, InvalidRunError, ParseError, ScoreError
from ginrules.lab import checks, report
from ginrules.lab.statistics import estimate
from ginrules.play import events
from ginrules.players import Greedy, search
from ginrules.presets import preset
from ginrules.records import from_dict, to_dict
from ginrules.rules.model import rule_values
from ginrules.testing import laws
from ginrules.testing.policies import greedy
from tests.conftest import every, public

ENGINE = (gin, scoring, match, records)
STANDARD, OKLAHOMA = gin.RuleSet(), preset("oklahoma")
STATE = gin.deal(STANDARD, gin.shuffled(7))
VIEW = gin.view(STATE, 1)
WRONG = ("standard", None, 7, 1.5, [], VIEW)
QUICK = ("text", None, [])
"""For calls that play much if the value turns out right."""
AFTER, EVENTS = gin.transition(STATE, gin.TakeDiscard())
EVENT = gin.redact(EVENTS[0], 0)
HAND = "Ac 2c 3c 5d 6d 7d 9h Th Jh Ks"
OUTCOME = gin.Outcome(declarer=0, deadwood=(3, 21))
MATCH = gin.new_match(STANDARD, results=[OUTCOME])
RECORD = gin.RoundRecord(STANDARD, 7, actions=["decline"])
MATCH_RECORD = gin.MatchRecord(STANDARD).add(OUTCOME)
BEFORE_THE_DEAL = gin.Session(STANDARD)
SESSION = BEFORE_THE_DEAL.next_round(7)
SCORE = gin.price(OUTCOME, STANDARD)
SHUFFLE = STANDARD.evolve(stock_exhausted="reshuffle", stock_floor=29)
PAD = "rules standard\nplayers Ann Bo\nAnn 18"
TWO = [players.new_greedy] * 2
PAIR = testing.PlayedRound(STATE, ()).under(STANDARD)
FEW = {"players": "greedy", "rounds": 4, "seed": 1}


def shuffle_due():
    state = gin.deal(SHUFFLE, gin.shuffled(1, SHUFFLE))
    while state.turn is not None:
        quiet = [action for action in gin.legal_actions(state) if not isinstance(action, gin.Knock | gin.TakeDiscard)]
        state = gin.apply(state, quiet[0])
    return state


CALLS = {
    "match_view": {"match": MATCH, "table": MATCH.due[0]},
    "knock_card_of": {"rules": STANDARD, "seed": 1, "number": 2},
    "pack_of": {"rules": STANDARD},
    "shuffled": {"seed": 1},
    "stacked": {"hands": [HAND, "4h 4s 8c 8d Qs Qh 2s 2h 6s 6h"], "rules": STANDARD, "upcard": "3s", "stock": "5s"},
    "check_rules": {"data": {"knock": {"knock_limit": 7}}},
    "describe": {"rules": STANDARD},
    "diff": {"a": STANDARD, "b": OKLAHOMA},
    "dumps_rules": {"rules": STANDARD},
    "load_pad": {"path": "evening.pad"},
    "loads_pad": {"text": PAD},
    "load_rules": {"path": "rules.toml"},
    "loads_rules": {"text": "[knock]\nknock_limit = 7"},
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
    "cut": {"players": ["Ann", "Bo"], "seed": 1},
    "outs": {"hand": HAND, "rules": STANDARD, "limit": 10},
    "parse_action": {"text": "take", "state": STATE},
    "parse_arrangement": {"text": "7h 8h 9h | As", "rules": STANDARD},
    "apply": {"state": STATE, "action": gin.Decline()},
    "chance_action": {"state": shuffle_due(), "seed": 1},
    "deal": {"rules": STANDARD, "order": gin.shuffled(7)},
    "legal_actions": {"state": STATE},
    "transition": {"state": STATE, "action": gin.Decline()},
    "why_illegal": {"state": STATE, "action": gin.Decline()},
    "determinize": {"view": VIEW, "seed": 1},
    "follow": {"view": VIEW, "event": EVENT},
    "redact": {"event": EVENTS[0], "seat": 0},
    "view": {"state": STATE, "seat": 0},
    "add_round": {"match": MATCH, "results": OUTCOME},
    "concede": {"match": MATCH, "player": 1},
    "give_notice": {"match": gin.new_match(preset("hollywood-endless"))},
    "new_match": {"rules": STANDARD, "results": [OUTCOME]},
    "pad_entry": {"points": 30, "rules": STANDARD, "winner": 0, "result": "gin", "boxes": 1},
    "price": {"outcome": OUTCOME, "rules": STANDARD},
    "settle": {"match": MATCH},
    "settle_game": {"game": MATCH.games[0], "rules": STANDARD},
    "team_score": {"tables": [SCORE, SCORE], "rules": STANDARD},
    "from_dict": {"cls": gin.Card, "data": "7h"},
    "to_dict": {"value": STATE},
    "league": {"records": [MATCH_RECORD], "stake": "0.10", "members": ["A"]},
    "replay": {"text": RECORD.dumps()},
    "replay_while_valid": {"text": RECORD.dumps()},
    "read_openspiel": {"history": [*range(21), 52, 4], "rules": "openspiel"},
    "openspiel_history": {"record": gin.RoundRecord("openspiel", 1, actions=["take"])},
    "Session": {"rules": STANDARD, "names": ["Ann", "Bo"], "dealer": 1, "players": {1: Greedy}},
    "loads_records": {"text": RECORD.dumps()},
    "read_file": {"path": "record.toml"},
    "read_records": {"path": "record.toml"},
    "Card": {"number": 7},
    "CardSet": {"bits": 7},
    "Card.of": {"rank": 7, "suit": 2},
    "Card.parse": {"text": "7h"},
    "CardSet.of": {"cards": ["7h"]},
    "CardSet.parse": {"text": "7h"},
    "Meld.of": {"cards": "7h 8h 9h"},
    "Meld.parse": {"text": "7h 8h 9h"},
    "RuleSet.evolve": {"name": "ours", "knock_limit": 7},
    "RuleSet.hand_size_for": {"seats": 2},
    "RuleSet.limit_in_force": {"upcard": gin.Card(7)},
    "RuleSet.target_for": {"team_size": 1},
    "RuleSet.rounds_for": {"seats": 2},
    "RoundScore.plus": {"label": "four aces", "seat": 0, "points": 10},
    "Game.wins": {"side": 0},
    "Settlement.amounts": {"per_point": 2},
    "League.amount": {"points": 7},
    "League.changes": {"earlier": records.League()},
    "Table.seat_of": {"player": 0},
    "RoundRecord.play": {"action": "take"},
    "RoundRecord.back": {"n": 1},
    "RoundRecord.events": {"seat": 0},
    "RoundRecord.loads": {"text": RECORD.dumps()},
    "RoundRecord.dumps": {},
    "MatchRecord.add": {"results": OUTCOME},
    "MatchRecord.concede": {"player": 1},
    "MatchRecord.next_round": {"order": 7},
    "MatchRecord.back": {"n": 1},
    "MatchRecord.loads": {"text": MATCH_RECORD.dumps()},
    "MatchRecord.dumps": {},
    "Session.table_of": {"player": 1},
    "Session.view": {"player": 1},
    "Session.legal": {"player": 1},
    "Session.events": {"player": 1},
    "Session.act": {"player": 1, "action": "take"},
    "Session.advance": {"random": 7},
    "Session.next_round": {"random": None, "orders": [gin.shuffled(7)]},
    "Session.concede": {"player": 1},
    "Session.back": {"n": 0},
    "Session.apart": {},
    "Session.together": {"text": BEFORE_THE_DEAL.apart()[0], "rounds": []},
    "Session.with_players": {"players": {1: Greedy}},
    "Session.loads": {"text": SESSION.dumps()},
    "Session.dumps": {},
}
"""The engine's functions and methods, and constructors that a value of the class does not show."""


def played(rules):
    """A greedy round: every state with the action taken in it, and the events of that."""
    choose = random.Random(3)
    state = gin.deal(rules, gin.shuffled(3, rules))
    while not state.is_over:
        action = greedy(choose, state, gin.legal_actions(state))
        state, happened = gin.transition(state, action)
        yield from (state, action, state.phase, *state.table, *happened)


def samples():
    """A value of every public class of the engine."""
    season = records.league([gin.loads_pad("rules standard\nplayers A B\nA 100")], members=["A"])
    yield from (season, *season.standings, *season.pairings, *season.debts, *season.doubts)
    yield from (STATE, VIEW, *EVENTS, STANDARD, OUTCOME, MATCH, SCORE, RECORD, MATCH_RECORD, SESSION)
    for name in ("standard", "mahjong-gin", "openspiel"):
        yield from played(preset(name))
    yield from (gin.LastDiscard(0), gin.Double(), gin.Accept(), gin.Refuse(), gin.DoubleOffer(1, 0))
    yield from (gin.Doubled(0), gin.Accepted(1), gin.Refused(1))
    due = shuffle_due()
    yield from (due.phase, gin.chance_action(due, 1), *gin.transition(due, gin.chance_action(due, 1))[1])
    yield from (gin.Decline(), gin.DrawStock(), gin.GoBigGin(), gin.Done(), gin.LayDown("7h 8h 9h"))
    yield from (gin.LayOff("7h", 0), gin.Spread(["7h 8h 9h"]), gin.WentBigGin(0, gin.CardSet.parse("7h")))
    yield from (gin.Meld.parse("7h 8h 9h"), gin.best_arrangement(HAND, STANDARD), gin.LaidOff(0, gin.Card(7), 0))
    yield from (gin.cut(2, 1), gin.best_defence(HAND, ["4h 4s 4c"], STANDARD))
    yield from (*gin.diff(STANDARD, OKLAHOMA), *gin.check_rules({"x": 1}))
    settled = gin.settle(
        gin.new_match(preset("penalty-2-to-4"), 3, results=[gin.Outcome(declarer=0, deadwood=(3, 4, 5))])
    )
    yield from (settled, *settled.games, *settled.lines, *settled.games[0].claims, *settled.payments)
    yield from (MATCH.sheet, *MATCH.games, *MATCH.games[0].entries, *MATCH.due, *SCORE.lines)
    yield from (scoring.team_score([SCORE, SCORE], STANDARD), match.TeamRound([OUTCOME, OUTCOME]))
    yield from (match.FirstDealer(1), match.Notice(), match.Concession(1), match.Payment(0, 1, 5))
    yield from (match.match_view(MATCH, MATCH.due[0]), records.TeamRecord([OUTCOME]))
    yield from (records.RecordProblem("path", "is wrong"), gin.replay_while_valid(RECORD.dumps()))


def test_a_copy_of_a_value_is_the_value():
    values = [*samples(), STANDARD.hand_size, STATE.setup, STATE.memory, RECORD.comments, gin.Suit.SPADES, gin.Rank.ACE]
    values = [value for value in values if not isinstance(value, tuple)]  # whose copies are equal
    for value in values:
        assert copy.copy(value) is value, type(value)
        assert copy.deepcopy(value) is value, type(value)
    assert len({*map(type, values)}) > 46
    assert copy.deepcopy([STATE])[0] is STATE


def public_engine():
    """Every public function and class of the engine, by name; errors, enumerations and unions apart."""
    for module in ENGINE:
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


def engine_calls():
    """Every public call of the engine: the function, and the arguments."""
    values = {type(value): value for value in samples()}
    for name, found in dict(public_engine()).items():
        assert name in CALLS or found in values, f"{name} is public: give a good call of it here"
        yield found, CALLS[name] if name in CALLS else fields_of(values[found])
        if not inspect.isclass(found):
            continue
        own = values.get(found, gin.Card(7) if found is gin.Card else gin.CardSet(7))
        for method, raw in inspect.getmembers_static(found):
            if method.startswith("_") or (not isinstance(raw, classmethod) and not inspect.isfunction(raw)):
                continue
            if method in vars(int) or method in {"count", "index"}:
                continue
            full = f"{name}.{method}"
            bound = getattr(BEFORE_THE_DEAL if full == "Session.next_round" else own, method)
            if inspect.signature(bound).parameters:
                assert full in CALLS, f"{full} is public: give a good call of it here"
                yield bound, CALLS[full]


# --- beyond the engine -----------------------------------------------------------------------------


def before_knock():
    choose = random.Random(3)
    for seed in range(50):
        state = gin.deal(STANDARD, seed=seed)
        while not state.is_over:
            knock = next((one for one in gin.legal_actions(state) if isinstance(one, gin.Knock)), None)
            if knock:
                return {"state": state, "declarer": state.turn, "discard": knock.card, "big": False}
            state = gin.apply(state, greedy(choose, state, gin.legal_actions(state)))
    raise AssertionError("nobody could knock")


def lab_calls(folder):
    comparison = lab.compare(STANDARD, OKLAHOMA, rounds=20)
    rows = [*lab.rows(STANDARD, "greedy", rounds=2)]
    other = STANDARD.evolve(knock_limit=5)
    histogram = lab.Histogram({1: 2, 3: 4})
    tournament = lab.tournament(["greedy", "simple"], STANDARD, 24)
    yield lab.compare, {"a": STANDARD, "b": STANDARD.evolve(gin_bonus=30), "players": "greedy", "rounds": 20}
    yield lab.simulate, {"rules": STANDARD, **FEW}
    yield lab.rows, {"rules": STANDARD, **FEW}
    yield lab.play_match, {"rules": STANDARD.evolve(target=30), "players": TWO}
    yield lab.play_round, {"rules": STANDARD, "players": [Greedy(), Greedy()], "order": gin.shuffled(7)}
    yield lab.replayed, {"row": rows[0], "rules": STANDARD, "players": players.new_greedy}
    yield lab.tournament, {"players": ["greedy", "simple"], "rules": STANDARD, "games": 2, "seed": 1}
    yield lab.diverge, {"a": STANDARD, "b": other, "effort": 2, "seed": 1}
    yield lab.diverge(STANDARD, other, effort=2).record, {"rules": STANDARD}
    yield tournament.share, {"player": "greedy", "other": "simple"}
    yield lab.Precision, {"half_width": 1.0, "key": "points"}
    yield lab.Histogram, {"counts": {1: 2}}
    yield histogram.quantile, {"part": 0.5}
    yield lab.review, {"records": gin.RoundRecord(STANDARD, 7).play("take"), "seat": 0, "player": "simple", "worlds": 2}
    yield report.html, {"result": comparison}
    yield report.save, {"text": "x", "path": folder / "a.txt"}
    yield report.RowFile, {"path": folder / "b.csv"}
    yield estimate.critical_value, {"units": 10}
    yield estimate.sequence_critical_value, {"units": 10, "planned": 100}
    few = {"players": "greedy", "rounds": 20, "seed": 1}
    yield checks.check_same_rules_same_game, {"rules": STANDARD} | few
    yield checks.check_order_turns_the_sign, {"a": STANDARD, "b": OKLAHOMA} | few
    yield checks.check_prices_only_reprice, {"a": STANDARD, "b": STANDARD.evolve(gin_bonus=30)} | few
    yield checks.check_gin_bonus_adds, {"rules": STANDARD, "by": 7} | few


def player_calls():
    habits = search.Habits()
    yield events.event_text, {"event": EVENT, "names": ["Ann", "Bo"]}
    yield events.events_of, {"before": STATE, "action": gin.TakeDiscard(), "after": AFTER}
    yield players.hint, {"record": RECORD, "player": "greedy"}
    yield players.new_greedy, {"_seed": 0}
    yield players.net_for, {"rules": STANDARD}
    yield players.match_equity, {"rules": STANDARD}
    yield players.player_named, {"name": "greedy"}
    yield players.Program, {"command": [sys.executable, "-c", "pass"], "seconds": 1.0}
    for cls, options in [
        (players.Greedy, {}),
        (players.RandomPlayer, {"seed": 1}),
        (players.Simple, {"seed": 1}),
        (players.Expert, {}),
        (players.Searching, {"budget": 1}),
    ]:
        yield cls, options
        player = cls(**options)
        yield player.start, {"view": VIEW}
        yield player.choose, {"view": VIEW}
        yield player.watch, {"event": EVENT}
    yield search.holding, {"view": VIEW, "habits": search.Habits(), "seat": 0}
    yield search.outlook, {"view": gin.view(AFTER, 1)}
    yield search.payoffs, before_knock()
    yield search.plausible, {"view": VIEW, "seed": 1}
    yield search.possible_melds, {"view": VIEW}
    yield search.playout, {"state": STATE, "choose": None, "seed": 0}
    yield search.with_stock, {"state": STATE, "order": STATE.stock}
    yield search.Habits, {}
    yield habits.begin, {"view": VIEW}
    yield habits.note, {"event": EVENT}
    yield habits.refused_by, {"seat": 0}
    yield habits.taken_by, {"seat": 0}


def fast_calls():
    codec, layout, rounds = fast.Codec(STANDARD), fast.Layout(STANDARD), fast.Rounds(STANDARD, 4)
    code = codec.codes(STATE)[0]
    yield fast.after_discards, {"hands": [f"{HAND} Kd"], "rules": STANDARD}
    yield fast.deadwoods, {"hands": [HAND], "rules": STANDARD}
    yield fast.outcomes, {"rules": STANDARD, "facts": fast.play(STANDARD, TWO, range(3))}
    yield fast.play, {"rules": STANDARD, "players": TWO, "seeds": range(3)}
    yield fast.playouts, {"states": [STATE], "players": TWO, "seeds": [1]}
    yield fast.random_rounds, {"rules": STANDARD, "count": 3, "seed": 1}
    yield fast.why_not, {"rules": STANDARD}
    yield fast.Codec, {"rules": STANDARD}
    yield codec.action, {"code": code, "position": STATE}
    yield codec.codes, {"position": STATE}
    yield codec.encode, {"action": gin.Decline()}
    yield codec.label, {"code": code}
    yield codec.mask, {"position": STATE}
    yield codec.meld, {"code": 200}
    yield fast.Layout, {"rules": STANDARD}
    yield layout.named, {"observed": layout.observe(VIEW)}
    yield layout.observe, {"view": VIEW}
    yield fast.Rounds, {"rules": STANDARD, "n": 2, "seed": 1}
    yield rounds.laid, {"place": 0}
    yield rounds.of, {"states": [STATE], "seed": 1}
    yield rounds.reset, {}
    yield rounds.state, {"place": 0}


def rl_calls():
    if not all(map(find_spec, ("gymnasium", "pettingzoo"))):
        return
    from ginrules import rl

    observer, history = rl.Observer(STANDARD), rl.HistoryObserver(STANDARD)
    options = {"rules": STANDARD}
    yield rl.env, options
    yield rl.raw_env, options
    yield rl.RoundEnv, options
    yield rl.SeatEnv, options
    yield rl.VectorEnv, options | {"num_envs": 2}
    yield rl.Observer, options
    yield observer.named, {"view": VIEW}
    yield rl.HistoryObserver, options
    yield history.events, {"events": [EVENT], "seat": 0}
    if find_spec("pyspiel"):
        from ginrules.rl.spiel import register

        yield register, options


def shown_calls(folder):
    yield svg.arrangement_svg, {"arrangement": gin.best_arrangement(HAND, STANDARD)}
    yield svg.held_svg, {"chances": {gin.Card.parse("7h"): 0.5}}
    yield svg.picture_of, {"value": STATE}
    yield svg.round_svg, {"state_or_view": STATE}
    yield svg.sheet_svg, {"match": MATCH}
    yield svg.blank_sheet_svg, {"rules": STANDARD}
    yield svg.picture_of(STATE).save, {"path": folder / "p.svg"}
    yield terminal.colored, {"value": STATE}
    yield prompts.rules_prompt, {"rules": STANDARD}
    yield prompts.view_prompt, {"view": VIEW, "events": (EVENT,)}
    yield prompts.read_reply, {"text": "take", "view": VIEW}


def law_calls():
    for strategy in "cards hands matches melds rounds rule_sets states".split():
        yield getattr(testing, strategy), {}
    yield testing.actions, {"state": STATE}
    yield testing.any_actions, {}
    yield testing.check_cards_conserved, {"state": STATE}
    yield testing.check_legal_means_not_refused, {"state": STATE, "candidates": [gin.Decline()]}
    yield testing.check_state, {"state": STATE, "rng": random.Random(1)}
    yield testing.check_views_leak_nothing, {"state": STATE}
    yield testing.check_no_win_lost, {"match": MATCH}
    yield testing.check_rules_hold, {"rules": STANDARD, "rounds": 1}
    yield laws.check_match, {"match": MATCH}
    two = {"a": STANDARD, "b": STANDARD.evolve(gin_bonus=30)}
    yield testing.pairs, two
    yield testing.check_pairs, two | {"law": testing.pays_alike, "examples": 1, "seed": 0}
    for law in "equal_when_only_prices_differ legal_actions_are_a_subset pays_alike plays_alike prices_ordered".split():
        yield getattr(testing, law), {"pair": PAIR}
    yield testing.same_until, {"pair": PAIR, "until": lambda _state: False}


SLOW = set(
    (
        "compare diverge play_match rows simulate tournament check_rules_hold check_order_turns_the_sign "
        "check_gin_bonus_adds check_prices_only_reprice check_same_rules_same_game play review"
    ).split()
)
ELSEWHERE = {"conform", "perft", "available", "register_envs", "effect", "relative_efficiency", "estimates", "forward"}
"""Called in `test_vectors.py`, or without arguments, or with sums of the lab or arrays of a network."""


def called(function, arguments):
    """The result of a call, an iterator read to its end."""
    parameters = inspect.signature(function).parameters
    starred = next((name for name, parameter in parameters.items() if parameter.kind is parameter.VAR_POSITIONAL), None)
    rest = dict(arguments)
    stars = [] if starred not in rest else [rest.pop(starred)]
    ahead = [rest.pop(name) for name in parameters if name in rest and name != starred] if stars else []
    result = function(*ahead, *stars, **rest)
    if hasattr(result, "validate"):  # a strategy is made when it is first drawn from
        result.validate()
    if hasattr(result, "__exit__"):
        with result:
            pass
    return list(result) if isinstance(result, Iterator) else result


def whole(function, arguments):
    """The arguments with the defaults of all others."""
    parameters = inspect.signature(function).parameters.items()
    return {name: one.default for name, one in parameters if one.default is not one.empty} | arguments


def check_calls(calls, least, capsys):
    tried, faults = 0, []
    for function, given in calls:
        called(function, given)
        arguments = whole(function, given)
        for parameter in arguments:
            for wrong in QUICK if function.__name__ in SLOW else WRONG:
                tried, case = tried + 1, f"{function.__qualname__}({parameter}={wrong!r:.20})"
                try:
                    called(function, arguments | {parameter: wrong})
                except GinRulesError as error:
                    if len(str(error)) > 1000 and not isinstance(error, gin.RuleSetError):
                        faults.append(f"{case}: {len(str(error))} characters")
                except (testing.LawBroken, InvalidArgument):  # the last is hypothesis's own
                    pass
                except Exception as error:
                    faults.append(f"{case}: {type(error).__name__}: {error!s:.90}")
    with capsys.disabled():
        print(f"\nwrong types: {tried} calls tried")
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults)
    assert tried > least


def test_no_wrong_type_of_the_engine_ends_in_an_error_of_python(tmp_path, monkeypatch, capsys):
    (tmp_path / "rules.toml").write_text(gin.dumps_rules(OKLAHOMA), encoding="utf-8")
    (tmp_path / "evening.pad").write_text(PAD, encoding="utf-8")
    (tmp_path / "record.toml").write_text(RECORD.dumps(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    check_calls(engine_calls(), 2000, capsys)


@pytest.mark.full
def test_no_wrong_type_beyond_the_engine_ends_in_an_error_of_python(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rooms = (lab_calls(tmp_path), player_calls(), fast_calls(), rl_calls(), shown_calls(tmp_path), law_calls())
    calls = [call for room in rooms for call in room]
    check_calls(calls, 1000, capsys)
    known = {function.__name__ for function, _ in calls} | {name for module in ENGINE for name in module.__all__}
    functions = {name: value.__name__ for name, value in public().items() if inspect.isfunction(value)}
    missing = [name for name, own in functions.items() if own not in known | ELSEWHERE]
    assert not missing, f"give good calls of {', '.join(missing)}"


def test_rules_can_be_a_text_wherever_rules_are_taken():
    late = {"RoundRecord": gin.RoundRecord, "MatchView": match.MatchView}  # loaded in the functions that need them
    missing = []
    for name, value in public().items():
        if not inspect.isfunction(value) or not value.__module__.startswith("ginrules"):
            continue
        for parameter, one in inspect.signature(value, locals=late, eval_str=True).parameters.items():
            kinds = getattr(one.annotation, "__args__", (one.annotation,))
            if gin.RuleSet in kinds and str not in kinds:
                missing.append(f"{name}({parameter}: {one.annotation})")
    assert not missing, "\n".join(missing)
    assert rule_values(gin.deal("oklahoma+gin_bonus=30", seed=7).rules) == rule_values(preset("oklahoma+gin_bonus=30"))


def test_the_seed_of_a_run_is_a_whole_number():
    two = (STANDARD, STANDARD.evolve(knock_limit=5))
    for call in (
        lambda seed: lab.simulate(STANDARD, "greedy", rounds=2, seed=seed),
        lambda seed: list(lab.rows(STANDARD, "greedy", rounds=2, seed=seed)),
        lambda seed: lab.compare(*two, rounds=4, seed=seed),
        lambda seed: lab.play_match(STANDARD, TWO, seed=seed),
        lambda seed: lab.diverge(*two, seed=seed),
    ):
        for seed in ("1", 1.5, None, True, random.Random(1)):
            with pytest.raises(InvalidRunError, match="seed: expected a whole number, got"):
                call(seed)


# --- numbers -----------------------------------------------------------------------------------------

HUGE = 10**5_000
HANDS = ["A23.456.789.T", "456.789.TJQ.K"]
NUMBERS = (HUGE, -HUGE, True, 1.5, float("nan"), b"7h", object(), (HUGE,), [1.5], [None], {"a": 1})

NUMBER_CALLS = {
    "Card": gin.Card,
    "CardSet": gin.CardSet,
    "TakeDiscard": gin.TakeDiscard,
    "Card.of": lambda value: gin.Card.of(value, 1),
    "LayOff": lambda value: gin.LayOff("7h", value),
    "points": lambda value: gin.Outcome(declarer=0, deadwood=(value, 2)),
    "declarer": lambda value: gin.Outcome(declarer=value, deadwood=(1, 2)),
    "stock": lambda value: gin.Outcome(declarer=0, deadwood=(1, 2), stock_left=value),
    "laid": lambda value: gin.Outcome(declarer=0, deadwood=(1, 2), laid=(value,)),
    "Spread": lambda value: gin.Spread([value]),
    "outs": lambda value: gin.outs(value, STANDARD, 10),
    "best_defence": lambda value: gin.best_defence(value, ["7h 8h 9h"], STANDARD),
    "a meld of best_defence": lambda value: gin.best_defence("7h", [value], STANDARD),
    "stacked": lambda value: gin.stacked([value, value], STANDARD),
    "a stock": lambda value: gin.stacked(HANDS, STANDARD, stock=[value]),
    "parse_arrangement": lambda value: gin.parse_arrangement(value, STANDARD),
    "pad points": lambda value: gin.pad_entry([value, 0], STANDARD, winner=0),
    "pad winner": lambda value: gin.pad_entry(5, STANDARD, winner=value),
    "pad boxes": lambda value: gin.pad_entry(5, STANDARD, winner=0, boxes=value),
    "pad multiplier": lambda value: gin.pad_entry(5, STANDARD, winner=0, multiplier=value),
    "pad result": lambda value: gin.pad_entry(5, STANDARD, winner=0, result=value),
    "players": lambda value: gin.new_match(STANDARD, [value, "Bo"]),
}


@every(NUMBER_CALLS, range(len(NUMBERS)))
def test_values_that_are_not_numbers_or_too_large_end_in_a_typed_error(name, call, number):
    with pytest.raises(GinRulesError) as caught:
        call(NUMBERS[number])
    assert 10 < len(str(caught.value)) < 1_000, name


def test_points_beyond_what_is_read_back_cannot_be_made():
    """A score pad that can be made is a document that can be read."""
    most = gin.pad_entry(129, STANDARD, winner=0, boxes=LARGEST_NUMBER)
    for value in (most, gin.MatchRecord(STANDARD, rounds=[most])):
        assert from_dict(type(value), json.loads(json.dumps(to_dict(value)))) == value
    for options in ({"points": LARGEST_NUMBER + 1}, {"points": 1, "boxes": LARGEST_NUMBER + 1}):
        with pytest.raises(ScoreError, match=rf"at most {LARGEST_NUMBER} as"):
            gin.pad_entry(**{"rules": STANDARD, "winner": 0, **options})
    with pytest.raises(ScoreError, match=r"multiplier"):
        gin.pad_entry(5, STANDARD.evolve(spade_multiplier=2, knock_source="upcard"), winner=0, multiplier=10**12)
    outcome = gin.Outcome(declarer=0, deadwood=(0, LARGEST_NUMBER), laid=(), stock_left=2)
    assert from_dict(gin.Outcome, to_dict(outcome)) == outcome


def test_lists_without_end_are_not_read_to_their_end():
    for call in (
        lambda: gin.Outcome(declarer=0, deadwood=iter(int, 1)),
        lambda: gin.best_defence("7h", iter(lambda: "7h 8h 9h", ""), STANDARD),
        lambda: gin.ShuffleStock(iter(lambda: "7h", "")),
    ):
        with pytest.raises((ParseError, ScoreError)):
            call()


class Broken:
    """A number whose own code fails."""

    def __index__(self):
        raise ZeroDivisionError


def test_what_a_number_of_the_caller_raises_is_an_error_of_the_library():
    for call in (
        gin.Card,
        lambda value: gin.outs("7h", STANDARD, value),
        lambda value: gin.arrangements("7h", STANDARD, value),
    ):
        with pytest.raises(GinRulesError):
            call(Broken())


def test_a_price_that_could_not_be_read_back_is_refused():
    rules = gin.RuleSet(knock_bonus=1_000_000)
    rules = rules.evolve(card_values=(1_000_000,) * 13, spade_multiplier=1_000)
    facts = gin.Outcome(declarer=0, deadwood=(1, 1_000_000), upcard="4s")
    with pytest.raises(ScoreError, match=r"at most 1000000000"):
        gin.price(facts, rules)
