"""Pairs of worlds that a seat cannot tell apart: equal events in its view, different hidden cards."""

import random

import ginrules as gin

TABLES = [(name, seats) for name in gin.preset_names() for seats in gin.preset(name).table_sizes]
"""Every preset at every size of its tables."""


def public_action(legal, generator):
    """An action of random play that ends rounds: knocks and declarations are taken when they can be."""
    telling = [action for action in legal if isinstance(action, gin.Knock | gin.GoBigGin | gin.LayDown | gin.LayOff)]
    return generator.choice(telling if telling and generator.random() < 0.6 else legal)


def pairs(rules, seats, count, seed):
    """Yield (one state, other state, seat, events of the seat) for worlds with equal histories.

    A world is played; at some point the cards that one seat cannot see are dealt again, as they could have been all
    along. Both worlds then continue with the same actions for as long as the seat sees the same events.
    """
    generator = random.Random(seed)
    made = 0
    while made < count:
        card = generator.choice(gin.pack_of(rules)) if rules.knock_source == "knock-card" else None
        order = gin.shuffled(generator, rules)
        state = gin.deal(rules, order, dealer=generator.randrange(seats), seats=seats, knock_card=card)
        seat = generator.randrange(seats)
        events, other, wait = [], None, generator.randrange(60)
        while not state.is_over and made < count:
            if other is None and wait <= 0:
                other = gin.determinize(gin.view(state, seat), generator)
            if other is not None:
                yield state, other, seat, tuple(events)
                made += 1
            if state.turn is None:
                action = gin.chance_action(state, generator)
            else:
                legal = gin.legal_actions(state)
                shared = set(legal if other is None else gin.legal_actions(other))
                action = public_action([action for action in legal if action in shared] or legal, generator)
            state, happened = gin.transition(state, action)
            shown = tuple(gin.redact(event, seat) for event in happened)
            events += shown
            wait -= 1
            if other is not None:
                other = _followed(other, action, shown, seat, generator)


def _followed(other, action, shown, seat, generator):
    """The other world after the same action, or None if the seat would see something else."""
    if other.turn is None:
        action = gin.chance_action(other, generator)
    elif gin.why_illegal(other, action) is not None:
        return None
    other, happened = gin.transition(other, action)
    same = tuple(gin.redact(event, seat) for event in happened) == shown
    return other if same and not other.is_over else None
