"""Naive second implementations of the legal actions: all-play rounds and open melding.

Written from the rules' text alone (seed 001b for all-play, seed 000 for mahjong gin). Nothing of
the engine is used: a position is plain numbers and lists, melds are spelled out by definition
(`tests.referees.naive`), every question is answered by trying everything. Actions are plain tuples.
"""

from itertools import combinations

from tests.referees.naive import Naive, cards_of, mask_of


class NaiveRound:
    """The legal actions of a position given as plain values.

    phase: "offer", "draw", "play", "spread", "lay-off", "last", "shuffle", "double" or "over".
    hand: the cards of the seat to act. pile: bottom to top. table: (cards now, cards as laid).
    """

    def __init__(self, rules):
        self.melds = Naive.of(rules)
        self.limit = rules.knock_limit
        self.chaining = rules.layoff_chain
        self.open_melds = rules.open_melds
        self.several = rules.discard_take == "several"
        self.big_gin = rules.big_gin
        self.layoffs = rules.layoff != "none"
        self.returns = rules.return_taken_discard
        self.needs_gin = rules.big_gin_needs_gin
        self.doubling_limit = rules.doubling_limit if rules.doubling else 1
        self.best_spread = rules.knocker_melds == "best"

    def legal(self, phase, hand, pile, table, *, taken=None, owed=None, stock_only=False, before=None, doubles=()):
        """The legal actions.

        before: the hand before this turn's draw, None if there was no draw.
        doubles: for each double so far that was accepted, whether the seat to act made it.
        """
        match phase:
            case "offer":
                return {("take", 1), ("decline",)}
            case "draw":
                return self.draws(hand, pile, table, stock_only=stock_only) | self.doubles(doubles)
            case "double":
                return {("accept",), ("refuse",)}
            case "play":
                return self.placings(hand, table, owed) | self.discards_and_knocks(hand, taken, owed, before)
            case "spread":
                return self.spreads(hand)
            case "lay-off":
                return self.layoffs_on(hand, table) | {("done",)}
            case _:
                return set()

    # --- the draw -----------------------------------------------------------------------------

    def draws(self, hand, pile, table, *, stock_only):
        actions = {("draw",)}
        if stock_only:
            return actions
        for count in range(1, len(pile) + 1):
            held = [*hand, *pile[-count:]]
            if count == 1 or (self.several and self.usable(pile[-count], held, table)):
                actions.add(("take", count))
        return actions

    def usable(self, owed, held, table):
        """A meld of the held cards contains it, or it goes on a table meld after others of the hand."""
        bit = 1 << owed
        if any(meld & bit for meld in self.melds.melds_in(mask_of(held))):
            return True
        others = [card for card in held if card != owed]
        return any(self.lands(owed, others, now) for now, _laid in table)

    def lands(self, owed, others, now):
        if now | 1 << owed in self.melds.is_meld:
            return True
        return any(
            self.lands(owed, [item for item in others if item != card], now | 1 << card)
            for card in others
            if now | 1 << card in self.melds.is_meld
        )

    def doubles(self, doubles):
        """A seat doubles if it has not made the last double, and the round then counts no more than the limit."""
        may = 2 ** (len(doubles) + 1) <= self.doubling_limit and not (doubles and doubles[-1])
        return {("double",)} if may else set()

    # --- the turn -----------------------------------------------------------------------------

    def placings(self, hand, table, owed):
        """Lay-downs and lay-offs of open melding; none that strands the owed card."""
        if not self.open_melds:
            return set()
        actions = set()
        for meld in self.melds.melds_in(mask_of(hand)):
            cards = cards_of(meld)
            rest = [card for card in hand if card not in cards]
            if owed is None or owed in cards or self.usable(owed, rest, [*table, (meld, meld)]):
                actions.add(("lay", tuple(cards)))
        for place, (now, laid) in enumerate(table):
            for card in hand:
                grown = now | 1 << card
                if grown not in self.melds.is_meld:
                    continue
                rest = [item for item in hand if item != card]
                longer = [*table[:place], (grown, laid), *table[place + 1 :]]
                if owed is None or owed == card or self.usable(owed, rest, longer):
                    actions.add(("lay off", card, place))
        return actions

    def discards_and_knocks(self, hand, taken, owed, before):
        if owed is not None:
            return set()
        free = [card for card in hand if self.returns or card != taken] or list(hand)
        actions = {("discard", card) for card in free}
        if self.open_melds:
            return actions
        for card in free:
            if self.least([item for item in hand if item != card]) <= self.limit:
                actions.add(("knock", card))
        had_gin = before is not None and self.least(before) == 0
        if self.big_gin and self.least(hand) == 0 and (had_gin or not self.needs_gin):
            actions.add(("big gin",))
        return actions

    def least(self, hand):
        return self.melds.deadwood(mask_of(hand))

    # --- the end ------------------------------------------------------------------------------

    def spreads(self, hand):
        """Every choice of melds that share no card and leave no more than the limit."""
        melds = self.melds.melds_in(mask_of(hand))
        actions = set()
        limit = self.least(hand) if self.best_spread else self.limit
        smallest = min(map(int.bit_count, melds), default=1)
        for number in range(len(hand) // smallest + 1):
            for chosen in combinations(melds, number):
                shown = sum(chosen)
                if shown.bit_count() != sum(item.bit_count() for item in chosen):
                    continue
                if any(a & b for a, b in combinations(chosen, 2)):
                    continue
                if self.melds.value(mask_of(hand) & ~shown) <= limit:
                    actions.add(("spread", frozenset(tuple(cards_of(item)) for item in chosen)))
        return actions

    def layoffs_on(self, hand, table):
        if not self.layoffs:
            return set()
        actions = set()
        for place, (now, laid) in enumerate(table):
            for card in hand:
                held_there = now >> card & 1
                grown = (now if self.chaining else laid) | 1 << card
                if not held_there and grown in self.melds.is_meld:
                    actions.add(("lay off", card, place))
        return actions
