"""Play a round in ginrules and in OpenSpiel at once, action for action, and compare all the way.

OpenSpiel numbers cards by suits s c d h, ranks from the ace; its actions are 0-51 a card, 52
draw upcard, 53 draw stock, 54 pass, 55 knock, 56 and up a meld. It splits some actions:
a knock is a knock, then a discard; a spread is one meld after another (of at most five cards:
longer runs come in pieces), then a pass. Its lay-offs name no meld.
"""

import pyspiel

import ginrules as gin

UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def to_openspiel(card):
    return 13 * ((card // 13 + 1) % 4) + card % 13


def from_openspiel(number):
    return gin.Card(13 * ((number // 13 - 1) % 4) + number % 13)


MELD_OF = {MELDS + number: gin.CardSet.of(map(from_openspiel, cards)) for number, cards in UTILS.int_to_meld.items()}
ACTION_OF = {cards: action for action, cards in MELD_OF.items()}


class RandomPlay:
    """Any of OpenSpiel's legal actions, each with the same chance."""

    def __init__(self, rng):
        self.rng = rng

    def choose(self, _state, legal):
        return self.rng.choice(legal)

    def choose_throw(self, _state, legal):
        return self.rng.choice(legal)

    def choose_meld(self, _left, _rules, legal):
        return self.rng.choice(legal)


class GreedyPlay(RandomPlay):
    """Lowers its deadwood, knocks, lays off and melds, most of the time."""

    def choose(self, state, legal):
        hand = state.hands[state.turn]
        if KNOCK in legal and self.rng.random() < 0.8:
            return KNOCK
        plain = [action for action in legal if action != KNOCK]
        if UPCARD in legal:
            with_upcard = min(gin.after_discard(hand | state.discards[-1], state.rules).values())
            rest = [action for action in plain if action != UPCARD]
            return UPCARD if with_upcard < gin.deadwood(hand, state.rules) or not rest else self.rng.choice(rest)
        if isinstance(state.phase, gin.PlayTurn):
            return self.choose_throw(state, plain)
        cards = [action for action in plain if action < UPCARD]
        return self.rng.choice(cards if cards and self.rng.random() < 0.85 else plain)

    def choose_throw(self, state, legal):
        cards = state.hands[state.turn]
        if isinstance(state.phase, gin.LastDiscard):
            cards |= state.discards[-1]
        left = gin.after_discard(cards, state.rules)
        least = min(left[from_openspiel(action)] for action in legal)
        return self.rng.choice([action for action in legal if left[from_openspiel(action)] == least])

    def choose_meld(self, left, rules, legal):
        melds = [action for action in legal if action != PASS]
        if not melds or (PASS in legal and self.rng.random() < 0.05):
            return self.rng.choice(legal)
        least = rules.tables.deadwood
        rest = {action: least(left & ~MELD_OF[action]) for action in melds}
        best = min(rest.values())
        return self.rng.choice([action for action in melds if rest[action] == best])


class LoosePlay(GreedyPlay):
    """Greedy up to the knock; spreads and lays off at random, however badly."""

    def choose(self, state, legal):
        if isinstance(state.phase, gin.LayoffTurn):
            return self.rng.choice(legal)
        return super().choose(state, legal)

    def choose_meld(self, _left, _rules, legal):
        return self.rng.choice(legal)


class Duel:
    """One round in both engines.

    Attributes:
        decisions: How many lists of legal actions were compared.
        missed_knocks: How often OpenSpiel overlooked a knock (its eleven-card deadwood).
        missed_layoffs: How often it overlooked the third lay-off on one end of a run.
    """

    def __init__(self, game, rules, order, play):
        self.ours = gin.deal(rules, order, dealer=1)
        self.theirs = game.new_initial_state()
        self.play = play
        self.decisions = self.missed_knocks = self.missed_layoffs = 0
        for card in (*self.ours.hands[0], *self.ours.hands[1], self.ours.upcard):
            self.theirs.apply_action(to_openspiel(card))

    def run(self):
        while not self.ours.is_over:
            assert not self.theirs.is_terminal(), self.ours
            assert self.theirs.current_player() == self.ours.turn, self.ours
            self._turn()
        assert self.theirs.is_terminal(), f"{self.ours}\n{self.theirs}"
        ours = gin.price(self.ours.outcome, self.ours.rules).net
        assert tuple(ours) == tuple(self.theirs.returns()), f"{self.ours}\n{self.theirs}"
        return self

    def _turn(self):
        match self.ours.phase:
            case gin.UpcardOffer() | gin.DrawTurn():
                self._offer_or_draw()
            case gin.PlayTurn():
                self._play()
            case gin.LastDiscard():
                self._last_discard()
            case gin.SpreadTurn():
                self._spread()
            case gin.LayoffTurn():
                self._layoff()

    def _compare(self, expected):
        self.decisions += 1
        legal = self.theirs.legal_actions()
        assert sorted(expected) == legal, f"{self.ours}\n{self.theirs}\nours {sorted(expected)}, theirs {legal}"
        return legal

    def both(self, theirs, ours):
        self.theirs.apply_action(theirs)
        if self.theirs.is_chance_node():
            self.theirs.apply_action(to_openspiel(self.ours.stock[-1]))
        self.ours = gin.apply(self.ours, ours)

    def _offer_or_draw(self):
        names = {gin.Decline(): PASS, gin.TakeDiscard(): UPCARD, gin.DrawStock(): STOCK}
        chosen = self.play.choose(self.ours, self._compare([names[action] for action in gin.legal_actions(self.ours)]))
        self.both(chosen, next(action for action, name in names.items() if name == chosen))

    def _play(self):
        legal = gin.legal_actions(self.ours)
        throws = [to_openspiel(action.card) for action in legal if isinstance(action, gin.Discard)]
        knocks = [to_openspiel(action.card) for action in legal if isinstance(action, gin.Knock)]
        chosen = self.play.choose(self.ours, self._compare(throws + self._seen_by_both(knocks)))
        if chosen == KNOCK:
            self._knock(knocks)
        else:
            self.both(chosen, gin.Discard(from_openspiel(chosen)))

    def _last_discard(self):
        knocks = [to_openspiel(action.card) for action in gin.legal_actions(self.ours) if isinstance(action, gin.Knock)]
        chosen = self.play.choose(self.ours, self._compare([PASS, *self._seen_by_both(knocks)]))
        if chosen == KNOCK:
            self._knock(knocks)
        else:
            self.both(PASS, gin.Decline())

    def _seen_by_both(self, knocks):
        """The knock as OpenSpiel should list it; it overlooks a knock only if it counts wrongly."""
        if not knocks or KNOCK in self.theirs.legal_actions():
            return [KNOCK] if knocks else []
        cards = self.ours.hands[self.ours.turn]
        if isinstance(self.ours.phase, gin.LastDiscard):
            cards |= self.ours.discards[-1]
        assert UTILS.min_deadwood([to_openspiel(card) for card in cards]) > self.ours.knock_limit
        self.missed_knocks += 1
        return []

    def _knock(self, knocks):
        self.theirs.apply_action(KNOCK)
        chosen = self.play.choose_throw(self.ours, self._compare(knocks))
        self.both(chosen, gin.Knock(from_openspiel(chosen)))

    def _spread(self):
        hand = self.ours.hands[self.ours.turn].mask
        short = [
            frozenset(meld.cards for meld in spread.melds)
            for spread in gin.legal_actions(self.ours)
            if all(len(meld.cards) <= 5 for meld in spread.melds)
        ]
        laid = frozenset()
        while True:
            extending = [spread for spread in short if laid <= spread]
            expected = {ACTION_OF[cards] for spread in extending for cards in spread - laid}
            if laid in extending:
                expected.add(PASS)
            left = hand & ~sum(laid)
            chosen = self.play.choose_meld(left, self.ours.rules, self._compare(expected))
            self.theirs.apply_action(chosen)
            if chosen == PASS:
                break
            laid |= {MELD_OF[chosen]}
        self.ours = gin.apply(self.ours, gin.Spread(gin.Meld.of(cards) for cards in laid))

    def _layoff(self):
        offs = [action for action in gin.legal_actions(self.ours) if isinstance(action, gin.LayOff)]
        cards = {to_openspiel(action.card) for action in offs}
        overlooked = cards - set(self.theirs.legal_actions())
        assert all(self._is_third_on_an_end(from_openspiel(card), offs) for card in overlooked)
        self.missed_layoffs += bool(overlooked)
        chosen = self.play.choose(self.ours, self._compare([PASS, *(cards - overlooked)]))
        if chosen == PASS:
            self.both(PASS, gin.Done())
            return
        card = from_openspiel(chosen)
        # its lay-offs name no meld: a card that fits a run too counts as laid there
        places = [action for action in offs if action.card == card]
        self.both(chosen, max(places, key=lambda place: self.ours.table[place.onto].kind == "run"))

    def _is_third_on_an_end(self, card, offs):
        for action in offs:
            if action.card == card:
                meld = self.ours.table[action.onto]
                if meld.kind != "run" or min(abs(card - held) for held in meld.original) < 3:
                    return False
        return True
