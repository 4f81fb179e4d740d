"""The expected values of vectors again, by the naive twins of `tests`, not by the library.

A round is kept here in plain lists. Matches and texts are in `match_twins`. Views have no twin here: an archive has
none, and the port in `examples/port` answers them.
"""

from tests.naive import Naive, mask_of
from tests.naive_legal import NaiveRound
from tests.plain_match import plain_points
from tests.plain_rounds import plain_boxes, plain_winner
from tests.unit.match_twins import facts_of, faults_of_match, faults_of_text
from tests.unit.refusal_twins import refusal_code

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


class Twin:
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
        self.declined = self.takes = self.shuffles = self.returns = 0
        self.stock_only, self.taken, self.owed, self.before = rules.opening == "no-upcard", None, None, None
        self.doubler, self.doublers = None, []
        self.knocker, self.big, self.table, self.shown, self.end = None, False, [], 0, None
        self.laid = [0] * self.seats

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
        actions = legal.legal(
            self.phase, hand, self.pile, table, taken=self.taken, owed=self.owed, stock_only=self.stock_only,
            before=self.before, doubles=[seat == self.turn for seat in self.doublers],
        )  # fmt: skip
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
            self.phase, self.shuffles = "draw", self.shuffles + 1
            return
        kind, *rest = as_tuple(text)
        getattr(self, f"_{kind.replace(' ', '_')}")(*rest)

    def _decline(self):
        if self.phase == "last":
            self._dead("declined")
            return
        self.declined += 1
        self.turn = (self.turn + 1) % self.seats
        if self.declined == self.seats:
            self.phase, self.stock_only = "draw", self.rules.both_pass_draw == "stock-only"

    def _take(self, count):
        self.takes += self.phase == "draw"  # the upcard of the offer does not count (11a)
        if self.phase == "draw" and self.takes == self.rules.take_cap:
            self._dead("take-cap")
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
        self.end = ("refused", self.doubler, [self.least(hand) for hand in self.hands], None)

    def _lay(self, cards):
        self.table.append((mask_of(cards), mask_of(cards)))
        self._placed(cards)

    def _placed(self, cards):
        """Cards go from the hand to the table; in open melding they meet a duty, and a seat without cards is out."""
        hand = self.hands[self.turn] = [card for card in self.hands[self.turn] if card not in cards]
        self.laid[self.turn] += self.legal.melds.value(mask_of(cards))
        if {self.taken, self.owed} & {*cards}:
            self.taken = self.owed = None
        if self.rules.open_melds and not hand:
            self._out()

    def _discard(self, card):
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.returns = self.returns + 1 if card == self.taken else 0
        if not self.hands[self.turn]:
            self._out()
            return
        self.turn, self.phase = (self.turn + 1) % self.seats, "draw"
        if self.rules.return_pair and self.returns == 2:
            self._dead("returned-pair")
            return
        if len(self.stock) > self.rules.stock_floor:
            return
        match self.rules.stock_exhausted:
            case "draw":
                self._dead("stock")
            case "last-discard-option":
                self.phase = "last"
            case "reshuffle" if self.rules.reshuffle_cap and self.shuffles == self.rules.reshuffle_cap:
                self._dead("reshuffle-cap")
            case "reshuffle":
                self.phase = "shuffle"

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
        """After gin a defender is asked nothing, unless there are lay-offs or melds to name."""
        is_gin = not self.hands[self.knocker]
        can_lay_off, names = not is_gin or self.rules.layoff == "including-gin", self.rules.defender_melds == "named"
        self.turn = (self.turn + 1) % self.seats
        self.phase = "lay-off" if can_lay_off else "spread"
        if self.turn == self.knocker or not (can_lay_off or names):
            self._over()

    def _lay_off(self, card, place):
        now, laid = self.table[place]
        self.table[place] = (now | 1 << card, laid)
        self._placed([card])

    def _done(self):
        if self.rules.defender_melds == "named":
            self.phase = "spread"
        else:
            self._next_defender()

    def _over(self):
        count = self.least if self.rules.defender_melds == "best" else self.value
        left = [self.value(hand) if seat == self.knocker else count(hand) for seat, hand in enumerate(self.hands)]
        self.end = ("big-gin" if self.big else "knock" if self.hands[self.knocker] else "gin", self.knocker, left, None)

    def _out(self):
        self.end = ("out", self.turn, [self.value(hand) for hand in self.hands], None)

    def _dead(self, reason):
        count = self.value if self.rules.open_melds else self.least
        self.end = ("dead", None, [count(hand) for hand in self.hands], reason)


def faults_of_round(rules, vector):
    """The expected values of a round that the twin does not find."""
    twin = Twin(rules, vector)
    for place, step in enumerate(vector["steps"]):
        if "turn" in step:
            listed = {as_tuple(action) for action in step["legal"]}
            if (twin.turn, twin.listed()) != (step["turn"], listed):
                yield place, twin.listed() ^ listed
                return
        for refused in step.get("refused", ()):
            code = refusal_code(twin, refused["action"])
            if code != refused["code"]:
                yield place, refused, code
        twin.play(step["action"])
    outcome = vector["outcome"]
    found = (outcome["ending"], outcome.get("declarer"), outcome["deadwood"], outcome.get("reason"))
    if (twin.end, len(twin.stock)) != (found, outcome["stock_left"]):
        yield twin.end, len(twin.stock), outcome
    facts = facts_of(outcome | {"factor": 2 ** len(twin.doublers), "laid": twin.laid})
    score = vector["score"]
    priced = (list(plain_points(rules, facts)), plain_boxes(rules, facts), plain_winner(rules, facts))
    if priced != (score["points"], score["boxes"], score.get("winner")):
        yield priced, score
    if rules.open_melds and twin.laid != outcome["laid"]:
        yield twin.laid, outcome


def faults_of_hand(rules, vector):
    """The expected values of a hand that the twin does not find."""
    naive, hand = Naive.of(rules), mask_of(numbers(vector["hand"]))
    if naive.deadwood(hand) != vector["arrangement"]["deadwood"]:
        yield "deadwood", naive.deadwood(hand)
    within = len(naive.arrangements(hand, rules.knock_limit))
    if within != vector["within"]:
        yield "within", within
    if vector.get("defence"):
        spread = [mask_of(numbers(meld)) for meld in vector["spread"]]
        spread = [] if rules.layoff == "none" else spread
        best = naive.best_defence(hand, spread, chaining=rules.layoff_chain)
        if best != vector["defence"]["deadwood"]:
            yield "defence", best


TWINS = {
    "round-vector": faults_of_round, "hand-vector": faults_of_hand, "match-vector": faults_of_match,
    "text-vector": faults_of_text,
}  # fmt: skip


def check(rules, vectors, every=10):
    """Check every tenth line; return the faults, and how many lines of each kind were checked."""
    faults, counts = [], {}
    for line, vector in enumerate(vectors):
        kind = vector["format"].removeprefix("ginrules/")
        if line % every == 0 and kind in TWINS:  # the last line counts what is reached, and expects nothing
            counts[kind] = counts.get(kind, 0) + 1
            faults += [(line, fault) for fault in TWINS[kind](rules, vector)]
    return faults, counts
