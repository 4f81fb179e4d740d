"""Why an action is refused, from a round in plain lists: the first code that applies, in the order of docs/port.md."""

from tests.referees.naive import mask_of
from tests.referees.naive_legal import NaiveRound

RANKS, SUITS = "A23456789TJQK", "cdhs"


def number(card):
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


def numbers(text):
    return [number(card) for card in text.split()]


def as_tuple(text):
    """An action as `NaiveRound` lists it."""
    word, *rest = text.split(" ", 1)
    if word == "take":
        return ("take", int(rest[0]) if rest else 1)
    if word in ("discard", "knock"):
        return (word, number(rest[0]))
    if text.startswith("lay off "):
        card, place = text.removeprefix("lay off ").split(" on ")
        return ("lay off", number(card), int(place))
    if word == "lay":
        return ("lay", tuple(sorted(numbers(rest[0]))))
    if word == "spread":
        melds = [meld for meld in rest[0].split(" / ") if meld != "nothing"]
        return ("spread", frozenset(tuple(sorted(numbers(meld))) for meld in melds))
    return (text,)


class PlainRound:
    """A round in plain lists."""

    def __init__(self, rules, vector):
        self.rules, self.legal = rules, NaiveRound(rules)
        self.seats, self.dealer = vector["seats"], vector["dealer"]
        size = rules.hand_size if isinstance(rules.hand_size, int) else rules.hand_size[self.seats]
        pack = numbers(vector["order"])
        self.turn = (self.dealer + 1) % self.seats
        self.hands = [[] for _ in range(self.seats)]
        for place, card in enumerate(pack[: size * self.seats]):
            self.hands[(self.turn + place) % self.seats].append(card)
        rest = pack[size * self.seats :]
        if rules.opening == "eleven-cards":
            self.hands[self.turn].append(rest.pop(0))
        self.upcard = rest.pop(0) if rules.opening in ("upcard-offer", "open-card") else None
        self.stock, self.pile = rest, [] if self.upcard is None else [self.upcard]
        self.phase = {"upcard-offer": "offer", "eleven-cards": "play"}.get(rules.opening, "draw")
        self.limit = self._limit(vector)
        self.declined = self.takes = 0
        self.stock_only, self.taken, self.owed, self.before = rules.opening == "no-upcard", None, None, None
        self.doubler, self.doublers = None, []
        self.knocker, self.big, self.table, self.shown = None, False, [], 0

    def _limit(self, vector):
        rules = self.rules
        card = {"fixed": None, "upcard": self.upcard}.get(rules.knock_source)
        if rules.knock_source == "knock-card":
            card = number(vector["knock_card"])
        if card is None:
            return rules.knock_limit
        ace = 0 if rules.ace_upcard == "gin-only" else 1
        return min(rules.knock_limit, ace if card % 13 == 0 else min(card % 13 + 1, 10))

    def value(self, cards):
        return self.legal.melds.value(mask_of(cards))

    def least(self, cards):
        return self.legal.melds.deadwood(mask_of(cards))

    def listed(self):
        """The legal actions."""
        hand, legal = self.hands[self.turn], self.legal
        if self.phase == "last":
            return self._with_last_discard(hand)
        legal.limit, legal.best_spread = self.limit, self.rules.knocker_melds == "best"
        table = self.table
        if self.phase == "spread" and self.big:
            legal.limit = 0
        if self.knocker not in (None, self.turn):  # a defender shows any melds, and lays off on the knocker's alone
            legal.limit, legal.best_spread = 10**6, False
            table = self.table[: self.shown]
        known = {"taken": self.taken, "owed": self.owed, "stock_only": self.stock_only, "before": self.before}
        doubles = [seat == self.turn for seat in self.doublers]
        actions = legal.legal(self.phase, hand, self.pile, table, **known, doubles=doubles)
        return actions - ({("take", 1)} if self.phase == "draw" and not self.pile else set())

    def _with_last_discard(self, hand):
        top, self.legal.limit = self.pile[-1], self.limit
        taken = None if self.rules.return_taken_discard else top
        actions = self.legal.discards_and_knocks([*hand, top], taken, None, hand)
        return {("decline",)} | {action for action in actions if action[0] in ("knock", "big gin")}

    def play(self, text):
        """Play an action, given by its text."""
        if text.startswith("shuffle"):
            self.stock, self.pile = numbers(text.removeprefix("shuffle")) + self.stock, self.pile[-1:]
            self.phase = "draw"
            return
        kind, *rest = as_tuple(text)
        getattr(self, f"_{kind.replace(' ', '_')}")(*rest)

    def _decline(self):
        if self.phase == "last":
            return
        self.declined += 1
        self.turn = (self.turn + 1) % self.seats
        if self.declined == self.seats:
            self.phase, self.stock_only = "draw", self.rules.both_pass_draw == "stock-only"

    def _take(self, count):
        self.takes += self.phase == "draw"  # the upcard of the offer does not count (11a)
        if self.phase == "draw" and self.takes == self.rules.take_cap:
            return
        self.before = [*self.hands[self.turn]]
        taken, self.pile = self.pile[-count:], self.pile[:-count]
        self.taken, self.owed = (taken[0], None) if count == 1 else (None, taken[0])
        self.hands[self.turn] += taken
        self.phase, self.stock_only = "play", False

    def _draw(self):
        self.before = [*self.hands[self.turn]]
        self.taken = None
        self.hands[self.turn].append(self.stock.pop(0))
        self.phase, self.stock_only = "play", False

    def _double(self):
        self.doubler, self.turn, self.phase = self.turn, (self.turn + 1) % self.seats, "double"

    def _accept(self):
        self.doublers.append(self.doubler)
        self.turn, self.phase = self.doubler, "draw"

    def _refuse(self):
        """The round is over."""

    def _lay(self, cards):
        self.table.append((mask_of(cards), mask_of(cards)))
        self._placed(cards)

    def _placed(self, cards):
        """Cards go from the hand to the table; in open melding they meet a duty."""
        self.hands[self.turn] = [card for card in self.hands[self.turn] if card not in cards]
        if {self.taken, self.owed} & {*cards}:
            self.taken = self.owed = None

    def _discard(self, card):
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        if not self.hands[self.turn]:
            return
        self.turn, self.phase = (self.turn + 1) % self.seats, "draw"
        if len(self.stock) <= self.rules.stock_floor:
            self.phase = {"last-discard-option": "last", "reshuffle": "shuffle"}.get(
                self.rules.stock_exhausted, self.phase
            )

    def _knock(self, card):
        if self.phase == "last":
            self.hands[self.turn].append(self.pile.pop())
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.knocker, self.phase = self.turn, "spread"

    def _big_gin(self):
        if self.phase == "last":
            self.hands[self.turn].append(self.pile.pop())
        self.knocker, self.phase, self.big = self.turn, "spread", True

    def _spread(self, melds):
        spread = sorted((tuple(meld) for meld in melds), key=sorted)
        self.table += [(mask_of(meld), mask_of(meld)) for meld in spread]
        self._placed([card for meld in melds for card in meld])
        if self.turn == self.knocker:
            self.shown = len(self.table)
        self._next_defender()

    def _next_defender(self):
        is_gin = not self.hands[self.knocker]
        can_lay_off = not is_gin or self.rules.layoff == "including-gin"
        self.turn = (self.turn + 1) % self.seats
        self.phase = "lay-off" if can_lay_off else "spread"

    def _lay_off(self, card, place):
        now, laid = self.table[place]
        self.table[place] = (now | 1 << card, laid)
        self._placed([card])

    def _done(self):
        if self.rules.defender_melds == "named":
            self.phase = "spread"
        else:
            self._next_defender()


# --- codes ------------------------------------------------------------------------------------------

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


def refusal_code(played, text):
    """The code of the refusal of an action, given by its text; None if nothing speaks against it."""
    kind = next(word for word in ("lay off", "big gin", text.split()[0]) if text.startswith(word))
    if kind not in BELONGS[played.phase] or (kind == "lay" and not played.rules.open_melds):
        return "wrong-phase"
    rest = text.removeprefix(kind).strip()
    match kind:
        case "take":
            return of_take(played, int(rest or 1))
        case "discard" | "knock":
            return of_discard(played, number(rest), knocks=kind == "knock")
        case "big gin":
            return of_big_gin(played)
        case "lay":
            return of_lay(played, numbers(rest))
        case "lay off":
            card, _, place = rest.partition(" on ")
            return of_layoff(played, number(card), int(place))
        case "spread":
            return of_spread(played, [numbers(meld) for meld in rest.split("/") if "nothing" not in meld])
        case "double":
            return of_double(played)
        case "shuffle":
            return None if sorted(numbers(rest)) == sorted(played.pile[:-1]) else "not-the-due-shuffle"
    return None


def of_take(played, count):
    if played.phase == "offer":
        return None if count == 1 else "one-card-only"
    if played.stock_only:
        return "must-draw-stock"
    if not 1 <= count <= len(played.pile):
        return "pile-too-short"
    if ("take", count) in played.listed():
        return None
    return "one-card-only" if played.rules.discard_take == "top-only" else "duty-cannot-be-met"


def of_discard(played, card, *, knocks):
    hand, taken = [*played.hands[played.turn]], played.taken
    if played.phase == "last":
        taken = played.pile[-1]
        hand.append(taken)
    if knocks and played.rules.open_melds:
        return "knock-not-allowed"
    if card not in hand:
        return "not-in-hand"
    if played.owed is not None:
        return "must-use-taken-card"
    if card == taken and not played.rules.return_taken_discard and len(hand) > 1:
        return "taken-this-turn"
    hand.remove(card)
    return "too-much-deadwood" if knocks and played.least(hand) > played.limit else None


def of_big_gin(played):
    if not played.rules.big_gin:
        return "big-gin-not-offered"
    is_last = played.phase == "last"
    if played.least([*played.hands[played.turn], *played.pile[len(played.pile) - is_last :]]):
        return "not-big-gin"
    before = played.hands[played.turn] if is_last else played.before
    had_gin = before is not None and played.least(before) == 0
    return None if had_gin or not played.rules.big_gin_needs_gin else "big-gin-needs-gin"


def of_lay(played, cards):
    if not {*cards} <= {*played.hands[played.turn]}:
        return "not-in-hand"
    if mask_of(cards) not in played.legal.melds.is_meld:
        return "not-a-meld"
    return None if ("lay", tuple(sorted(cards))) in played.listed() else "must-use-taken-card"


def of_layoff(played, card, place):
    rules, melds = played.rules, played.legal.melds
    is_open = rules.open_melds
    if not is_open and (played.phase == "play" or rules.layoff == "none"):
        return "layoff-not-allowed"
    if card not in played.hands[played.turn]:
        return "not-in-hand"
    if place >= len(played.table) or card not in melds.places(*played.table[place], chaining=rules.layoff_chain):
        return "cannot-lay-off"
    if ("lay off", card, place) in played.listed():
        return None
    return "must-use-taken-card" if is_open else "layoff-not-allowed"


def of_spread(played, melds):
    hand, cards = played.hands[played.turn], [card for meld in melds for card in meld]
    if not {*cards} <= {*hand}:
        return "not-in-hand"
    if any(mask_of(meld) not in played.legal.melds.is_meld for meld in melds):
        return "not-a-meld"
    if len({*cards}) < len(cards):
        return "melds-overlap"
    if played.turn != played.knocker:
        return None
    left = played.value([card for card in hand if card not in cards])
    if played.rules.knocker_melds == "best" and not played.big and played.least(hand) < left <= played.limit:
        return "spread-not-best"
    return "too-much-deadwood" if left > (0 if played.big else played.limit) else None


def of_double(played):
    if not played.rules.doubling:
        return "doubling-not-offered"
    if played.doublers and played.doublers[-1] == played.turn:
        return "no-doubling-right"
    return "doubling-limit-reached" if 2 ** (len(played.doublers) + 1) > played.rules.doubling_limit else None


def wrong_codes(rules, vector):
    """The refusals of a round of vectors that have another code here: their place, the refusal, the code."""
    played = PlainRound(rules, vector)
    for place, step in enumerate(vector["steps"]):
        for refused in step.get("refused", ()):
            code = refusal_code(played, refused["action"])
            if code != refused["code"]:
                yield place, refused, code
        played.play(step["action"])
