"""Valid documents, and small ways to change them: the material of the mutation tests and the fuzz target."""

import json
import random

import ginrules as gin
from ginrules.match import Concession, Notice
from ginrules.records import loads_records
from ginrules.testing.policies import POLICIES, fresh, next_action, steps
from tests.conftest import ALL_PLAY, HOUSE
from tests.laws.documents import check_playable

NAMES = "standard oklahoma-second-deck penalty-2-to-4 mahjong-gin round-the-corner openspiel hollywood".split()
NUMBERS = [None, True, False, 0, 1, 2, -1, 3, 10, 11, 52, 53, 10**6, 10**9 + 1, 10**30, 1.0, 7.9, float("inf")]
WORDS = "7; 7h; ??; 7h 7h; Ac 2c 3c; standard; no such; draw; take 99; knock; spread nothing; shuffle; done".split("; ")
VALUES = [*NUMBERS, "", *WORDS, [], {}, [[]], [None], {"kind": "nothing"}, "\ud800", "x" * 5000, "🂡"]


def played_record(rules, seats, seed, policy=None):
    rng = random.Random(seed)
    knock_card = rng.choice(gin.pack_of(rules)) if rules.knock_source == "knock-card" else None
    record = gin.RoundRecord(rules, gin.shuffled(seed, rules), dealer=seed % seats, seats=seats, knock_card=knock_card)
    while not record.state.is_over:
        note = "a note" if rng.random() < 0.02 else ""
        record = record.play(
            next_action(rng, record.state, policy or list(POLICIES.values())[seed % 4]),
            comment=note,
            seconds=1.5 if note else None,
        )
    return record


def rule_sets():
    house = [HOUSE[name] for name in ("reshuffle", "named after gin", "last discard")]
    return [*map(gin.preset, NAMES), *house, *list(ALL_PLAY.values())[:2]]


def seeds_of_play():
    """A few documents of every kind, as (class, data)."""
    documents = []
    for number, rules in enumerate(rule_sets()):
        seats = 2 if rules.seating != "all-play" else rules.player_counts[number % len(rules.player_counts)]
        for seed in (number, number + 50):
            record = played_record(rules, seats, seed)
            states = list(record.states())
            documents.append((gin.RoundRecord, gin.to_dict(record)))
            documents += [
                (gin.RoundState, gin.to_dict(state)) for state in states[:: max(1, len(states) // 4)] + states[-6:]
            ]
            for seat in (0, None):
                middle = states[len(states) // 2]
                documents += [(gin.PlayerView, gin.to_dict(gin.view(item, seat))) for item in (middle, states[-3])]
        documents.append((gin.RuleSet, gin.to_dict(rules)))
    return documents + matches()


def matches():
    hollywood, teams = gin.preset("hollywood-endless"), gin.preset("partnership")
    results = [
        gin.Outcome(declarer=0, deadwood=(3, 30)),
        Notice(),
        gin.Outcome(declarer=1, deadwood=(30, 0)),
        Concession(1),
    ]
    tables = [(gin.Outcome(declarer=0, deadwood=(2, 9)), gin.Outcome(declarer=None, deadwood=(20, 9)))]
    standard = gin.preset("standard")
    played = gin.MatchRecord(standard, ["Ann", "Bo"])
    for seed in (1, 2, 4):
        record = played.next_round(seed)
        rng = random.Random(seed)
        while not record.state.is_over:
            record = record.play(next_action(rng, record.state, POLICIES["greedy"]))
        played = played.add(record)
    return [
        (gin.MatchRecord, gin.to_dict(played)),
        (gin.MatchRecord, gin.to_dict(gin.MatchRecord(hollywood, 2, results))),
        (gin.MatchRecord, gin.to_dict(gin.MatchRecord(teams, 4, tables, dealer=1))),
    ]


# --- changing data ------------------------------------------------------------------------------


def mutated(data, rng):
    """A copy of the data with a few small changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = _changed(data, rng, rng.randrange(1, 6))
    return data


def _changed(data, rng, depth):
    if isinstance(data, dict) and data:
        name = rng.choice(list(data))
        if depth == 0 or rng.random() < 0.15:
            return _other_table(data, name, rng)
        return {**data, name: _changed(data[name], rng, depth - 1)}
    if isinstance(data, list) and data:
        place = rng.randrange(len(data))
        if depth == 0 or rng.random() < 0.25:
            return _other_list(data, place, rng)
        return [*data[:place], _changed(data[place], rng, depth - 1), *data[place + 1 :]]
    return _other_value(data, rng)


def _other_table(data, name, rng):
    match rng.randrange(5):
        case 0:
            return {item: value for item, value in data.items() if item != name}
        case 1:
            return {**data, name + "x": data[name]}
        case 2:
            other = rng.choice(list(data))
            return {**data, name: data[other], other: data[name]}
        case 3:
            return {**data, name: rng.choice(VALUES)}
        case _:
            return {
                **data,
                rng.choice(("comment", "seed", "order", "kind", "owed", "taken", "winner")): rng.choice(VALUES),
            }


def _other_list(data, place, rng):
    match rng.randrange(5):
        case 0:
            return [*data[:place], *data[place + 1 :]]
        case 1:
            return [*data[:place], data[place], *data[place:]]
        case 2:
            other = rng.randrange(len(data))
            swapped = list(data)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            return swapped
        case 3:
            return [*data[:place], rng.choice(VALUES), *data[place + 1 :]]
        case _:
            return data[:place]


def _other_value(value, rng):
    if rng.random() < 0.3:
        return rng.choice(VALUES)
    if isinstance(value, str) and value:
        return _other_text(value, rng)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1, 2, -2, 10))
    return rng.choice(VALUES)


def _other_text(value, rng):
    words = value.split()
    place = rng.randrange(len(words)) if words else 0
    match rng.randrange(5):
        case 0 if words:
            return " ".join([*words[:place], *words[place + 1 :]])
        case 1 if words:
            other = rng.randrange(len(words))
            words[place], words[other] = words[other], words[place]
            return " ".join(words)
        case 2 if words:
            words[place] = rng.choice("A23456789TJQK") + rng.choice("cdhs")
            return " ".join(words)
        case 3:
            return value + " " + rng.choice("A23456789TJQK") + rng.choice("cdhs")
        case _:
            at = rng.randrange(len(value))
            return value[:at] + rng.choice("7hcd sT?.\"\\\n[]{}=#'") + value[at + rng.randrange(2) :]


def mutated_text(text, rng):
    """The text with a piece cut, doubled, moved or overwritten."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 3, 20, 200)))
    match rng.randrange(6):
        case 0:
            return text[:start]
        case 1:
            return text[:start] + text[end:]
        case 2:
            return text[:start] + text[start:end] * 2 + text[end:]
        case 3:
            return (
                text[:start]
                + rng.choice(('"', "[", "]", "{", "}", "=", "\n", "#", "'", "\\", ".", "7", "\x00", "ü"))
                + text[end:]
            )
        case 4:
            lines = text.splitlines(keepends=True) or [""]
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            return "".join(lines)
        case _:
            return text[:start] + text[rng.randrange(len(text) + 1) :]


# --- changing snapshots ---------------------------------------------------------------------------


def snapshots(rules, seats, seed):
    """The documents of every state of a round."""
    state = fresh(rules, seats=seats, seed=seed)
    policy = list(POLICIES.values())[seed % len(POLICIES)]
    return [gin.to_dict(state), *(gin.to_dict(after) for _, after in steps(state, seed, policy))]


def mutated_snapshot(documents, rng):
    """A state of a round with small changes that a forger would make: most are close to a sound state."""
    data = rng.choice(documents)
    for _ in range(rng.choice((1, 1, 2, 3))):
        match rng.randrange(7):
            case 0:
                data = mutated(data, rng)
            case 1 | 2:
                data = _cards_exchanged(data, rng)
            case 3:
                data = _card_moved(data, rng)
            case 4:
                data = _number_changed(data, rng)
            case _:
                data = _field_of_another(data, rng.choice(documents), rng)
    return data


def _places(data):
    """Every text of cards in the document, as the keys that lead to it."""
    if isinstance(data, dict):
        return [(name, *rest) for name, value in data.items() for rest in _places(value)]
    if isinstance(data, list):
        return [(number, *rest) for number, value in enumerate(data) for rest in _places(value)]
    is_cards = isinstance(data, str) and all(len(word) == 2 and word[1] in "cdhs" for word in data.split())
    return [()] if is_cards else []


def _at(data, path):
    for key in path:
        data = data[key]
    return data


def _with(data, path, value):
    if not path:
        return value
    key, *rest = path
    if isinstance(data, dict):
        return {**data, key: _with(data[key], rest, value)}
    return [*data[:key], _with(data[key], rest, value), *data[key + 1 :]]


def _cards_exchanged(data, rng):
    """Two cards change places everywhere, or in two places alone."""
    places = _places(data)
    full = [path for path in places if _at(data, path)]
    if len(full) < 2:
        return data
    here, there = rng.sample(full, 2)
    one, other = (rng.choice(_at(data, path).split()) for path in (here, there))
    names = {one: other, other: one}
    for path in places if rng.random() < 0.3 else (here, there):
        words = [names.get(word, word) for word in _at(data, path).split()]
        data = _with(data, path, " ".join(words))
    return data


def _card_moved(data, rng):
    """A card leaves one place and is put into another, or into both."""
    places = _places(data)
    full = [path for path in places if _at(data, path)]
    if not full:
        return data
    here, there = rng.choice(full), rng.choice(places)
    words = _at(data, here).split()
    card = words.pop(rng.randrange(len(words)))
    if rng.random() < 0.8:
        data = _with(data, here, " ".join(words))
    return _with(data, there, f"{_at(data, there)} {card}".strip())


def _number_changed(data, rng):
    """A number or a word of the phase, the outcome or the memory is another."""
    name = rng.choice(("dealer", "seats", "knock_limit", "takes", "returns", "phase", "phase", "phase"))
    value = data.get(name, 0) if isinstance(data, dict) else None
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**data, name: {**value, key: _other_word(value[key], rng)}}
    return {**data, name: _other_word(value, rng)} if isinstance(data, dict) else data


def _other_word(value, rng):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1, 2))
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: _other_word(value[key], rng)}
    if isinstance(value, list) and value:
        place = rng.randrange(len(value))
        return [*value[:place], _other_word(value[place], rng), *value[place + 1 :]]
    words = (
        "knock gin big-gin out dead stock declined take-cap draw-turn play-turn layoff-turn spread-turn last-discard "
        "reshuffle upcard-offer round-over"
    ).split()
    return rng.choice(words) if isinstance(value, str) else rng.choice((0, 1, True, value))


def _field_of_another(data, other, rng):
    """Some fields come from another state of the same round."""
    if not isinstance(data, dict):
        return data
    for name in rng.sample(list(other), rng.choice((1, 1, 2, 4))):
        data = {**data, name: other[name]}
    return data


def check_snapshot(data, seed):
    """Whether a snapshot is accepted; if so, it can be shown, guessed at and played to the end."""
    try:
        state = gin.from_dict(gin.RoundState, data)
    except gin.GinRulesError:
        return False
    check_playable(state, seed)
    return True


# --- laws of accepted input -----------------------------------------------------------------------


def read_data(cls, data):
    """Read; an accepted value must be sound: written and read again it is equal, and it can be played on."""
    try:
        value = gin.from_dict(cls, data)
    except gin.GinRulesError:
        return False
    sound(cls, value)
    return True


def sound(cls, value):
    assert gin.from_dict(cls, gin.to_dict(value)) == value
    json.dumps(gin.to_dict(value), allow_nan=False)
    state = value if isinstance(value, gin.RoundState) else getattr(value, "state", None)
    if isinstance(state, gin.RoundState):
        legal = gin.legal_actions(state)
        assert legal or state.turn is None
        for action in legal[:2]:
            gin.apply(state, action)


def read_text(text):
    """Read a text as records, as a replay and as rules; only a `GinRulesError` may come."""
    read = 0
    try:
        for item in loads_records(text):
            sound(type(item), item)
            read += 1
    except gin.GinRulesError:
        pass
    reached = gin.replay_while_valid(text)
    assert (reached.error is None) <= (reached.state is not None)
    return read
