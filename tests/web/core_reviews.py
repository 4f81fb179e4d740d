"""Rounds that the library reviews, asked of the core in a page."""

from functools import partial

import ginrules as gin
from ginrules.lab.reviews.result import Review, decision_words, with_pips
from ginrules.players import Expert, Learned, RandomPlayer, Simple

MAKERS = (partial(Learned, slip=200), Expert, Learned, RandomPlayer, Simple)
NAMES = ("You", "Bo")


def reviewed_round(rules, rng, worlds):
    """The question of a review, and the answer of the library; a round that reaches a reshuffle has none."""
    order, dealer, actions = gin.shuffled(rng.randrange(2**40), rules), rng.randrange(2), []
    card = rng.choice(gin.pack_of(rules)) if rules.knock_source == "knock-card" else None
    makers = [rng.choice(MAKERS)(rng.randrange(2**40)) for _ in range(2)]
    gin.lab.play_round(rules, makers, order, dealer=dealer, actions=actions, knock_card=card)
    record = gin.RoundRecord(rules, order, dealer=dealer, actions=actions, names=NAMES, knock_card=card)
    seat, seed = rng.choice((None, 0, 1)), rng.randrange(2**40)
    asked = {"kind": "review", "rules": gin.to_dict(rules), "seats": 2, "dealer": dealer}
    asked |= {"order": " ".join(map(str, order)), "actions": [*map(str, actions)]}
    asked |= {"names": NAMES, "worlds": worlds, "seed": seed}
    asked |= {} if seat is None else {"seat": seat}
    asked |= {} if card is None else {"knock_card": str(card)}
    return asked, gin.lab.review(record, seat, worlds=worlds, seed=seed)


def expected_of(review: Review):
    """The answer of a page to a review: words and whole points, and figures to six digits."""
    (table,) = review.tables or (None,)
    return {
        "sentences": [*review.sentences],
        "heads": [*table.heads] if table else None,
        "rows": [[*row] for row in table.rows] if table else [],
        "worst": [(one.ply, decision_words(one)) for one in review.worst],
        "details": [(one.ply, with_pips(str(one))) for one in review.decisions],
        "decisions": [_row_of(one) for one in review.decisions],
    }


def _row_of(one):
    numbers = one.lost.value, one.lost.low, one.lost.high, one.effect[one.seat] * one.worlds
    figures = [round(float(number), 6) for number in numbers]
    return one.ply, one.seat, str(one.action), str(one.choice), one.kind, one.worlds, *figures


def answered(answer):
    """The answer of a page, in the same form."""
    words, ends = "ply seat action choice kind worlds".split(), ("value", "low", "high")
    decisions = [
        (*(one[word] for word in words), *(round(one["lost"][end], 6) + 0.0 for end in ends), one["gained"] + 0.0)
        for one in answer["decisions"]
    ]
    return {
        "sentences": answer["sentences"],
        "heads": answer["heads"] if answer["rows"] else None,
        "rows": answer["rows"],
        "worst": [(one["decision"]["ply"], one["words"]) for one in answer["worst"]],
        "details": answer["details"],
        "decisions": decisions,
    }
