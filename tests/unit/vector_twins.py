"""The expected values of vectors again, by the naive twins of `tests`, not by the library.

A round is kept here in plain lists. `left_out` names what has no twin.
"""

from types import SimpleNamespace

from tests.naive import Naive, mask_of
from tests.naive_legal import NaiveRound
from tests.plain_match import plain_points

RANKS, SUITS = "A23456789TJQK", "cdhs"
NO_TWIN = ("match", "text", "code of a refusal", "boxes", "view")


def number(card):
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


def numbers(text):
    return [number(card) for card in text.split()]


def left_out(rules):
    """The rules of a round that have no twin here; an empty list if the round has one."""
    return [
        name
        for name, is_so in {
            "open_melds": rules.open_melds,
            "doubling": rules.doubling,
            "eleven-cards": rules.opening == "eleven-cards",
            "defender_melds": rules.defender_melds == "named",
            "return_pair": rules.return_pair,
        }.items()
        if is_so
    ]


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
        self.upcard = rest.pop(0) if rules.opening != "no-upcard" else None
        self.stock, self.pile = rest, [] if self.upcard is None else [self.upcard]
        self.phase = "offer" if rules.opening == "upcard-offer" else "draw"
        self.limit = self._limit(vector)
        self.legal.limit = self.limit
        self.declined = self.takes = self.shuffles = 0
        self.stock_only, self.taken, self.before, self.big = False, None, None, False
        self.knocker, self.table, self.end = None, [], None

    def _limit(self, vector):
        rules = self.rules
        card = {"fixed": None, "upcard": self.upcard}.get(rules.knock_source)
        if rules.knock_source == "knock-card":
            card = number(vector["knock_card"])
        if card is None:
            return rules.knock_limit
        ace = 0 if rules.ace_upcard == "gin-only" else 1
        return min(rules.knock_limit, ace if card % 13 == 0 else min(card % 13 + 1, 10))

    def least(self, cards):
        return self.legal.melds.deadwood(mask_of(cards))

    def listed(self):
        """The legal actions."""
        hand = self.hands[self.turn]
        if self.phase == "last":
            return self._with_last_discard(hand)
        self.legal.limit = 0 if self.phase == "spread" and self.big else self.limit
        actions = self.legal.legal(
            self.phase, hand, self.pile, self.table, taken=self.taken, stock_only=self.stock_only, before=self.before
        )
        return actions - ({("take", 1)} if self.phase == "draw" and not self.pile else set())

    def _with_last_discard(self, hand):
        top = self.pile[-1]
        taken = None if self.rules.return_taken_discard else top
        actions = self.legal.discards_and_knocks([*hand, top], taken, None, hand)
        return {("decline",)} | {action for action in actions if action[0] in ("knock", "big gin")}

    def play(self, text):
        """Play an action, given by its text."""
        if text.startswith("shuffle"):
            self.stock, self.pile, self.phase = numbers(text.removeprefix("shuffle")), self.pile[-1:], "draw"
            self.shuffles += 1
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

    def _take(self, _count):
        self.takes += self.phase == "draw"  # the upcard of the offer does not count (11a)
        if self.phase == "draw" and self.takes == self.rules.take_cap:
            self._dead("take-cap")
            return
        self.before = [*self.hands[self.turn]]
        self.taken = self.pile.pop()
        self.hands[self.turn].append(self.taken)
        self.phase, self.stock_only = "play", False

    def _draw(self):
        self.before = [*self.hands[self.turn]]
        self.taken = None
        self.hands[self.turn].append(self.stock.pop(0))
        self.phase, self.stock_only = "play", False

    def _discard(self, card):
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.turn, self.phase = (self.turn + 1) % self.seats, "draw"
        if len(self.stock) > self.rules.stock_floor:
            return
        match self.rules.stock_exhausted:
            case "draw":
                self._dead("stock")
            case "last-discard-option":
                self.phase = "last"
            case "reshuffle" if self.rules.reshuffle_cap and self.shuffles == self.rules.reshuffle_cap:
                self._dead("reshuffle-cap")

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
        self.table = [(mask_of(meld), mask_of(meld)) for meld in spread]
        shown = {card for meld in melds for card in meld}
        self.hands[self.knocker] = [card for card in self.hands[self.knocker] if card not in shown]
        self.phase, self.turn = "lay-off", (self.knocker + 1) % self.seats
        if not self.hands[self.knocker] and self.rules.layoff != "including-gin":
            self._over()

    def _lay_off(self, card, place):
        self.hands[self.turn].remove(card)
        now, laid = self.table[place]
        self.table[place] = (now | 1 << card, laid)

    def _done(self):
        self.turn = (self.turn + 1) % self.seats
        if self.turn == self.knocker:
            self._over()

    def _over(self):
        kept = self.legal.melds.value(mask_of(self.hands[self.knocker]))
        left = [kept if seat == self.knocker else self.least(hand) for seat, hand in enumerate(self.hands)]
        self.end = ("big-gin" if self.big else "knock" if kept else "gin", left, None)

    def _dead(self, reason):
        self.end = ("dead", [self.least(hand) for hand in self.hands], reason)


def faults_of_round(rules, vector):
    """The expected values of a round that the twin does not find."""
    twin = Twin(rules, vector)
    for place, step in enumerate(vector["steps"]):
        if "turn" in step:
            listed = {as_tuple(action) for action in step["legal"]}
            if (twin.turn, twin.listed()) != (step["turn"], listed):
                yield place, twin.listed() ^ listed
                return
            yield from ((place, it) for it in step.get("refused", ()) if as_tuple_or_none(it["action"]) in listed)
        twin.play(step["action"])
    outcome = vector["outcome"]
    found = (outcome["ending"], outcome["deadwood"], outcome.get("reason"))
    if twin.end != found:
        yield twin.end, found
    spade = vector.get("knock_card") if rules.knock_source == "knock-card" else outcome.get("upcard")
    facts = SimpleNamespace(
        declarer=outcome.get("declarer"), deadwood=outcome["deadwood"], ending=outcome["ending"], factor=1,
        upcard=spade, knock_card=spade, laid=(),
    )  # fmt: skip
    points = list(plain_points(rules, facts))
    if points != vector["score"]["points"]:
        yield points, vector["score"]["points"]


def as_tuple_or_none(text):
    """An action that is refused, or None if it has no place in a list of legal actions."""
    melds = text.removeprefix("spread ").split(" / ")
    if len({*melds}) < len(melds):  # as a set it would be another spread
        return None
    try:
        return as_tuple(text)
    except (ValueError, IndexError):
        return None


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
        best = naive.best_defence(hand, spread, chaining=rules.layoff_chain)
        if best != vector["defence"]["deadwood"]:
            yield "defence", best


def check(rules, vectors, every=10):
    """Check every tenth line; return the faults, and how many lines of each kind were checked or have no twin."""
    faults, counts = [], {}
    for line, vector in enumerate(vectors):
        if line % every:
            continue
        kind = vector["format"].removeprefix("ginrules/").removesuffix("-vector")
        twin = {"round": faults_of_round, "hand": faults_of_hand}.get(kind)
        missing = left_out(rules) if kind == "round" else []
        key = f"{kind}: no twin {', '.join(missing)}".strip() if twin is None or missing else kind
        counts[key] = counts.get(key, 0) + 1
        if twin is not None and not missing:
            faults += [(line, fault) for fault in twin(rules, vector)]
    return faults, counts
