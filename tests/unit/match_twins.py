"""The expected values of matches and texts of vectors again, by the plain fold of `tests`, not by the library."""

import re
from types import SimpleNamespace

from tests.plain_match import Chairs, Score
from tests.plain_rounds import plain_sides


def facts_of(outcome):
    """The facts of a round from its document."""
    given = {"declarer": None, "upcard": None, "knock_card": None, "factor": 1, "laid": ()}
    return SimpleNamespace(**given | outcome)


def seated(rules, chairs, who):
    """The players of a table by seat: the box at seat 0, of a team's table side 0, else by their numbers."""
    return chairs.order[:2] if rules.seating in ("captain", "rotating-box") else sorted(who)


def faults_of_match(rules, vector):
    """The expected values of a match that the plain fold does not find."""
    match, settlement = vector["match"], vector["settlement"]
    players = len(match["players"])
    sides = {"partnership": 2, "captain": 2}.get(rules.seating, players)
    team = players // 2 if rules.seating == "partnership" else 1
    chairs = Chairs(rules, players, match.get("dealer", 0))
    score = Score(rules, sides, team, players if rules.seating == "all-play" else 2)
    for number, (entry, tables, points) in enumerate(
        zip(match["entries"], vector["tables"], vector["points"], strict=True)
    ):
        due = chairs.tables()
        if [(who, first) for who, _dealer, first in due] != [({*table}, table[0]) for table in tables]:
            yield number, due, tables
            return
        results = [facts_of(outcome) for outcome in entry.get("results", [entry])]
        by_seat = seated(rules, chairs, due[0][0])
        resting = [player for player in range(players) if player not in by_seat]
        *scored, winners, winner = plain_sides(rules, by_seat, resting, results, sides)
        score.enter(*scored, winners, by_seat[1] if rules.seating == "rotating-box" else 0)
        chairs.move(winner, score.sheets[-1].columns[-1].there if rules.game_end == "last-standing" else ())
        found = [column.points for column in score.columns()]
        if found != points:
            yield number, found, points
            return
    totals, winners, leads = score.result()
    net = [0] * sides
    for (one, other), lead in leads.items():
        net[one] += lead
        net[other] -= lead
    expected = (match.get("is_over", False), {*match.get("winners", ())}, settlement["net"])
    if not score.over:  # the search leaves a match that does not end; who leads is not asked for
        expected, winners, net = expected[:1], None, None
    found = (score.over, winners, net)[: len(expected)]
    if found != expected:
        yield found, expected
    if score.over and totals != [game["totals"] for game in settlement["games"]]:
        yield totals, settlement["games"]


# --- texts ----------------------------------------------------------------------------------------

RANKS, SUITS = "A23456789TJQK", "cdhs"
CARD = r"(?:10|[a23456789tjqk])[cdhs]"
SIMPLE = {
    "draw": "draw", "take": "take", "decline": "decline", "pass": "decline", "done": "done", "big gin": "big gin",
    "double": "double", "accept": "accept", "refuse": "refuse",
}  # fmt: skip


def card_of(text):
    """A card as it is usually written, or None."""
    text = text.strip().lower().translate(dict(zip(map(ord, "♣♦♥♠"), SUITS, strict=True)))
    return text.replace("10", "T")[0].upper() + text[-1] if re.fullmatch(CARD, text) else None


def cards_of(text):
    """The cards of a text in their order, or None."""
    cards = re.findall(CARD, text.lower())
    if re.sub(CARD, "", text.lower()).strip(" ,") or len({*cards}) < len(cards):
        return None
    return [card_of(card) for card in cards]


def place(card):
    return SUITS.index(card[1]), RANKS.index(card[0])


def usual(cards):
    return None if cards is None else " ".join(sorted(cards, key=place))


def reading(kind, text):
    """The usual text of what a text says, or None if it says nothing."""
    if kind != "action":
        return {"card": card_of, "cards": lambda cards: usual(cards_of(cards))}[kind](text)
    text = text.lower()
    if text in SIMPLE:
        return SIMPLE[text]
    word, _, rest = text.partition(" ")
    if word == "take" and rest.isdecimal():
        return "take" if rest == "1" else text
    if word in ("discard", "knock") and card_of(rest):
        return f"{word} {card_of(rest)}"
    if found := re.fullmatch(r"off (\S+) on (\d+)", rest):
        return f"lay off {card_of(found[1])} on {found[2]}"
    if word in ("lay", "shuffle", "spread") and rest and None not in (groups := list(map(cards_of, rest.split("/")))):
        if word == "shuffle":
            return f"shuffle {' '.join(groups[0])}"
        melds = sorted((sorted(cards, key=place) for cards in groups if cards), key=lambda cards: place(cards[0]))
        return f"{word} {' / '.join(map(usual, melds))}" if melds else None
    return None


def faults_of_text(_rules, vector):
    """The reading of a text, if it is another."""
    found = reading(vector["kind"], vector["text"])
    if found != vector.get("reading"):
        yield vector, found
