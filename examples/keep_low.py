"""The player of the other examples: it keeps its deadwood low and ends the round as soon as it can.

It is a function from a view to an action, so it knows no more than a player can.
"""

import ginrules as gin


def keep_low(view: gin.PlayerView) -> gin.Action:
    """Return the action that leaves the least deadwood, under any rules."""
    match view.phase:
        case gin.UpcardOffer() | gin.DrawTurn():
            return _draw(view)
        case gin.PlayTurn():
            return _play(view)
        case gin.SpreadTurn():
            return gin.Spread(gin.best_arrangement(view.hand, view.rules).melds)
        case gin.LayoffTurn():
            return gin.best_defence(view.hand, view.spread, view.rules).actions[0]
        case _:
            return view.legal[0]


def _draw(view: gin.PlayerView) -> gin.Action:
    if gin.TakeDiscard() in view.legal and _least(view.hand | view.discards[-1], view.rules) < gin.deadwood(
        view.hand, view.rules
    ):
        return gin.TakeDiscard()
    return gin.Decline() if gin.Decline() in view.legal else gin.DrawStock()


def _play(view: gin.PlayerView) -> gin.Action:
    if gin.GoBigGin() in view.legal:
        return gin.GoBigGin()
    left = gin.after_discard(view.hand, view.rules)
    discards = [action for action in view.legal if isinstance(action, gin.Discard | gin.Knock)]
    # of two discards that leave the same deadwood, the discard that ends the round
    return min(discards, key=lambda action: (left[action.card], isinstance(action, gin.Discard)))


def _least(cards: gin.CardSet, rules: gin.RuleSet) -> int:
    return min(gin.after_discard(cards, rules).values())


def play_round(rules: gin.RuleSet, seed: int, dealer: int = 0) -> gin.Outcome:
    """Return the facts of one round between two such players."""
    state = gin.deal(rules, gin.shuffled(seed, rules), dealer=dealer)
    while not state.is_over:
        if state.turn is None:
            state = gin.apply(state, gin.chance_action(state, seed))
        else:
            state = gin.apply(state, keep_low(gin.view(state, state.turn)))
    assert state.outcome is not None
    return state.outcome
