"""Why an action is refused, from a round in plain lists (`tests.unit.vector_twins`): the first code that applies.

The order is that of the table in docs/port.md.
"""

from tests.naive import mask_of

BELONGS = {
    "offer": ("take", "decline"),
    "draw": ("draw", "take", "double"),
    "play": ("discard", "knock", "big gin", "lay off", "lay"),
    "spread": ("spread",),
    "lay-off": ("lay off", "done"),
    "last": ("decline", "knock", "big gin"),
    "double": ("accept", "refuse"),
    "shuffle": ("shuffle",),
}


def card_number(text):
    return 13 * "cdhs".index(text[1]) + "A23456789TJQK".index(text[0])


def cards_of(text):
    return [card_number(card) for card in text.split()]


def refusal_code(twin, text):
    """The code of the refusal of an action, given by its text; None if nothing speaks against it."""
    kind = next(word for word in ("lay off", "big gin", text.split()[0]) if text.startswith(word))
    if kind not in BELONGS[twin.phase] or (kind == "lay" and not twin.rules.open_melds):
        return "wrong-phase"
    rest = text.removeprefix(kind).strip()
    match kind:
        case "take":
            return of_take(twin, int(rest or 1))
        case "discard" | "knock":
            return of_discard(twin, card_number(rest), knocks=kind == "knock")
        case "big gin":
            return of_big_gin(twin)
        case "lay":
            return of_lay(twin, cards_of(rest))
        case "lay off":
            card, _, place = rest.partition(" on ")
            return of_layoff(twin, card_number(card), int(place))
        case "spread":
            return of_spread(twin, [cards_of(meld) for meld in rest.split("/") if "nothing" not in meld])
        case "double":
            return of_double(twin)
        case "shuffle":
            return None if sorted(cards_of(rest)) == sorted(twin.pile[:-1]) else "not-the-due-shuffle"
    return None


def of_take(twin, count):
    if twin.phase == "offer":
        return None if count == 1 else "one-card-only"
    if twin.stock_only:
        return "must-draw-stock"
    if not 1 <= count <= len(twin.pile):
        return "pile-too-short"
    if ("take", count) in twin.listed():
        return None
    return "one-card-only" if twin.rules.discard_take == "top-only" else "duty-cannot-be-met"


def of_discard(twin, card, *, knocks):
    hand, taken = [*twin.hands[twin.turn]], twin.taken
    if twin.phase == "last":
        taken = twin.pile[-1]
        hand.append(taken)
    if knocks and twin.rules.open_melds:
        return "knock-not-allowed"
    if card not in hand:
        return "not-in-hand"
    if twin.owed is not None:
        return "must-use-taken-card"
    if card == taken and not twin.rules.return_taken_discard and len(hand) > 1:
        return "taken-this-turn"
    hand.remove(card)
    return "too-much-deadwood" if knocks and twin.least(hand) > twin.limit else None


def of_big_gin(twin):
    if not twin.rules.big_gin:
        return "big-gin-not-offered"
    is_last = twin.phase == "last"
    if twin.least([*twin.hands[twin.turn], *twin.pile[len(twin.pile) - is_last :]]):
        return "not-big-gin"
    before = twin.hands[twin.turn] if is_last else twin.before
    had_gin = before is not None and twin.least(before) == 0
    return None if had_gin or not twin.rules.big_gin_needs_gin else "big-gin-needs-gin"


def of_lay(twin, cards):
    if not {*cards} <= {*twin.hands[twin.turn]}:
        return "not-in-hand"
    if mask_of(cards) not in twin.legal.melds.is_meld:
        return "not-a-meld"
    return None if ("lay", tuple(sorted(cards))) in twin.listed() else "must-use-taken-card"


def of_layoff(twin, card, place):
    rules, melds = twin.rules, twin.legal.melds
    is_open = rules.open_melds
    if not is_open and (twin.phase == "play" or rules.layoff == "none"):
        return "layoff-not-allowed"
    if card not in twin.hands[twin.turn]:
        return "not-in-hand"
    if place >= len(twin.table) or card not in melds.places(*twin.table[place], chaining=rules.layoff_chain):
        return "cannot-lay-off"
    if ("lay off", card, place) in twin.listed():
        return None
    return "must-use-taken-card" if is_open else "layoff-not-allowed"


def of_spread(twin, melds):
    hand, cards = twin.hands[twin.turn], [card for meld in melds for card in meld]
    if not {*cards} <= {*hand}:
        return "not-in-hand"
    if any(mask_of(meld) not in twin.legal.melds.is_meld for meld in melds):
        return "not-a-meld"
    if len({*cards}) < len(cards):
        return "melds-overlap"
    if twin.turn != twin.knocker:
        return None
    left = twin.value([card for card in hand if card not in cards])
    if twin.rules.knocker_melds == "best" and not twin.big and twin.least(hand) < left <= twin.limit:
        return "spread-not-best"
    return "too-much-deadwood" if left > (0 if twin.big else twin.limit) else None


def of_double(twin):
    if not twin.rules.doubling:
        return "doubling-not-offered"
    if twin.doublers and twin.doublers[-1] == twin.turn:
        return "no-doubling-right"
    return "doubling-limit-reached" if 2 ** (len(twin.doublers) + 1) > twin.rules.doubling_limit else None
