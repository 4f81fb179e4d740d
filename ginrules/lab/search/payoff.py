"""What the endings of a round would pay under the rules in force, for players that weigh a knock."""

from functools import lru_cache

from ginrules.cards import Card
from ginrules.lab.search.discard_choice import numbers
from ginrules.play.outcome import Outcome
from ginrules.play.state import Setup
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.solver.meld_tables import MeldTables


def stakes(setup: Setup, declarer: int, hands: "list[int]", *, big: bool = False) -> tuple[float, ...]:
    """What each seat would gain, in points, if this seat declared with these hands, one by seat, now.

    A box counts what it pays where that helps to win the game. Lay-offs are those that lower the
    defender's deadwood one by one, which is nearly always the best defence.

    Args:
        setup: The rules and the limit in force.
        declarer: The seat that declares, its last throw made; its deadwood is within the limit.
        hands: The cards of each seat, as masks.
        big: Whether big gin is declared.

    Examples:
        >>> from ginrules.cards import CardSet
        >>> from ginrules.play.deal import STANDARD, deal, shuffled
        >>> hands = [+CardSet.parse("A23.456.789.2"), +CardSet.parse("4.789.TJQ.68T")]
        >>> stakes(deal(STANDARD, shuffled(7)).setup, 0, hands)
        (22.0, -22.0)
    """
    tables, rules = setup.tables, setup.rules
    left = tables.deadwood(hands[declarer])
    laying = rules.layoff == "including-gin" or (rules.layoff == "knock-only" and left > 0)
    melds = spread_of(tables, hands[declarer]) if laying else []
    points = []
    for seat, hand in enumerate(hands):
        points.append(left if seat == declarer else defended(tables, hand, melds, chain=rules.layoff_chain))
    card = setup.upcard if rules.knock_source != "knock-card" else setup.knock_card
    if rules.knock_source == "fixed" and rules.spade_multiplier == 1:
        card = None  # it changes nothing, and the prices are known for every card at once
    return _paid(rules, card, declarer, tuple(points), big)


def spread_of(tables: MeldTables, hand: int) -> list[int]:
    """The melds of one arrangement that leaves the least, as masks."""
    least = tables.deadwood
    melds = []
    found = True
    while found:
        found = False
        now = least(hand)
        for meld in reversed(tables.melds(hand)):
            if least(hand ^ meld) == now:
                melds.append(meld)
                hand ^= meld
                found = True
                break
    return melds


def defended(tables: MeldTables, hand: int, melds: list[int], *, chain: bool) -> int:
    """The deadwood a defender has left, in points, after laying off whatever lowers it."""
    least = tables.deadwood
    now = least(hand)
    standing = list(melds)
    going_on = bool(now)
    while going_on:
        going_on = False
        for place, meld in enumerate(standing):
            fitting = (tables.fits(meld) if chain else tables.fits(melds[place])) & hand
            for card in numbers(fitting):
                left = least(hand ^ 1 << card)
                if left < now:
                    hand ^= 1 << card
                    standing[place] |= 1 << card
                    now, going_on = left, chain
    return now


@lru_cache(maxsize=1 << 16)
def _paid(
    rules: RuleSet,
    card: Card | None,
    declarer: int,
    points: tuple[int, ...],
    big: bool,  # noqa: FBT001 - a key
) -> tuple[float, ...]:
    left = points[declarer]
    outcome = Outcome(
        declarer=declarer,
        deadwood=points,
        ending="big-gin" if big else "knock" if left else "gin",
        upcard=card if rules.knock_source != "knock-card" else None,
        knock_card=card if rules.knock_source == "knock-card" else None,
    )
    score = price(outcome, rules)
    boxes = score.boxes
    # boxes paid when the game is over decide nothing where the first to the target wins it
    each = rules.box_bonus if rules.box_timing == "immediate" or rules.winner_by == "highest-total" else 0
    return tuple(float(net + each * (len(boxes) * box - sum(boxes))) for net, box in zip(score.net, boxes, strict=True))
