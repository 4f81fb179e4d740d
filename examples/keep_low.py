"""The player that the other examples borrow: keeps its deadwood low and ends the round when it may.

It is a function from a view to an action, so it cannot see more than a player may.
"""

import ginrules as gin


def keep_low(seen: gin.PlayerView) -> gin.Action:
    """The action that leaves the least deadwood, under any rules."""
    match seen.phase:
        case gin.UpcardOffer() | gin.DrawTurn():
            return _draw(seen)
        case gin.PlayTurn():
            return _play(seen)
        case gin.SpreadTurn():
            return gin.Spread(gin.best_arrangement(seen.hand, seen.rules).melds)
        case gin.LayoffTurn():
            return gin.best_defence(seen.hand, seen.spread, seen.rules).actions[0]
        case _:
            return seen.legal[0]


def _draw(seen: gin.PlayerView) -> gin.Action:
    if gin.TakeDiscard() in seen.legal and _least(seen.hand | seen.discards[-1], seen.rules) < gin.deadwood(
        seen.hand, seen.rules
    ):
        return gin.TakeDiscard()
    return gin.Decline() if gin.Decline() in seen.legal else gin.DrawStock()


def _play(seen: gin.PlayerView) -> gin.Action:
    if gin.GoBigGin() in seen.legal:
        return gin.GoBigGin()
    left = gin.after_discard(seen.hand, seen.rules)
    throws = [each for each in seen.legal if isinstance(each, gin.Discard | gin.Knock)]
    # of two throws that leave as much, the one that ends the round
    return min(throws, key=lambda each: (left[each.card], isinstance(each, gin.Discard)))


def _least(cards: gin.CardSet, rules: gin.RuleSet) -> int:
    return min(gin.after_discard(cards, rules).values())


def play_round(rules: gin.RuleSet, seed: int, dealer: int = 0) -> gin.Outcome:
    """The facts of one round between two such players."""
    state = gin.deal(rules, gin.shuffled(seed, rules), dealer=dealer)
    while not state.is_over:
        if state.turn is None:
            state = gin.apply(state, gin.chance_action(state, seed))
        else:
            state = gin.apply(state, keep_low(gin.view(state, state.turn)))
    assert state.outcome is not None
    return state.outcome
