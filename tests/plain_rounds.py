"""Who wins a round and how many boxes, and the net of a team round, from the rules' own words.

As `tests.plain_match`, from which the points come, nothing here uses `ginrules.scoring` or `ginrules.match`.
"""

from tests.plain_match import plain_gains, plain_points


def spade_times(rules, outcome):
    """By how much a spade multiplies the round."""
    card = outcome.knock_card if rules.knock_source == "knock-card" else outcome.upcard
    return rules.spade_multiplier if card is not None and str(card)[1] == "s" else 1


def plain_winner(rules, outcome):
    """The seat that wins a round, or None."""
    held, knocker = outcome.deadwood, outcome.declarer
    if knocker is None or outcome.ending in ("out", "refused"):
        return knocker
    if held[knocker] == 0:
        is_void = rules.score_mode == "gain" and rules.layoff == "including-gin" and not any(held)
        return None if is_void else knocker
    if rules.score_mode == "gain" and len(held) > 2:
        return plain_gains(rules, held, knocker)[1]
    around = [(knocker + step) % len(held) for step in range(1, len(held))]
    lowest = min(around, key=lambda seat: held[seat])
    if held[lowest] == held[knocker]:
        return {"nobody": None, "knocker-wins": knocker}.get(rules.tie, lowest)
    return lowest if held[lowest] < held[knocker] else knocker


def extra_boxes(rules, outcome):
    """The extra boxes of a won round, before a spade."""
    knocker = outcome.declarer
    if outcome.ending in ("out", "refused"):
        return 0
    if outcome.deadwood[knocker] == 0:
        return rules.big_gin_boxes if outcome.ending == "big-gin" else rules.gin_boxes
    return 0 if plain_winner(rules, outcome) == knocker else rules.undercut_boxes


def plain_boxes(rules, outcome):
    """The boxes of a round by seat: only rounds that are won for gain have any."""
    boxes = [0 for _ in outcome.deadwood]
    winner = plain_winner(rules, outcome)
    if rules.score_mode != "gain" or winner is None:
        return boxes
    times = spade_times(rules, outcome)
    every = times if rules.spade_scope == "hand-and-all-boxes" else 1
    boxes[winner] = every + extra_boxes(rules, outcome) * (1 if rules.spade_scope == "hand" else times)
    return boxes


def plain_teams(rules, results):
    """A team round netted from the facts of its tables: points, boxes and winner by side (§4.3, §3.6)."""
    tables = [plain_points(rules, outcome) for outcome in results]
    sums = [sum(points[side] for points in tables) for side in (0, 1)]
    if sums[0] == sums[1]:
        return [0, 0], [0, 0], None
    side = int(sums[1] > sums[0])
    won = [plain_winner(rules, outcome) for outcome in results]
    times = [spade_times(rules, outcome) for outcome in results]
    scope, every = rules.spade_scope, min(times)
    boxes = every if scope == "hand-and-all-boxes" else 1
    for outcome, winner, factor in zip(results, won, times, strict=True):
        if winner == side:
            boxes += extra_boxes(rules, outcome) * (1 if scope == "hand" else factor)
    points = sums[side] - sums[1 - side]
    if all(winner == side for winner in won):
        points += rules.team_sweep_bonus if len(results) > 2 else 0
        boxes += rules.team_sweep_boxes * (1 if scope == "hand" else every)
    return (
        [points if number == side else 0 for number in (0, 1)],
        [boxes if number == side else 0 for number in (0, 1)],
        side,
    )


def plain_sides(rules, players, resting, results, sides):
    """A round by side: points, boxes, the sides that win it, and the player (of teams: the side) who does.

    players: those at the table, by seat; resting: the others. Both are not read for teams.
    """
    if rules.seating == "partnership":
        points, boxes, winner = plain_teams(rules, results)
        return points, boxes, [] if winner is None else [winner], winner
    (outcome,) = results
    by_seat, boxes_by_seat = plain_points(rules, outcome), plain_boxes(rules, outcome)
    seat = plain_winner(rules, outcome)
    points, boxes, winners = [0] * sides, [0] * sides, []
    for place, player in enumerate(players):
        paid = [player, *resting] if rules.seating == "rotating-box" and place == 1 else [player]
        for payee in paid:
            side = min(payee, 1) if rules.seating == "captain" else payee
            points[side] += by_seat[place]
            boxes[side] += boxes_by_seat[place]
            if place == seat:
                winners.append(side)
    return points, boxes, winners, None if seat is None else players[seat]
