"""A second opinion on scores, sheets, settlements and seatings, written from the rules' own words.

Nothing here uses `ginrules.scoring` or `ginrules.match`: a round is read from its printed text, and the games
are kept in plain lists. The sections named are sections of the rules as settled.
"""

import re
from itertools import combinations

# --- a round as printed -----------------------------------------------------------------------------------


def read_score(text, seats):
    """Points, boxes and winner of a round from its text: the head names the winner, the lines give the items."""
    head, *lines = text.splitlines()
    kind, summary = head.split(": ", 1)
    winner = re.match(r"(?:seat|side) (\d)", summary)
    points, boxes = [0] * seats, [0] * seats
    for line in lines:
        seat, item = re.fullmatch(r"  (?:seat|side) (\d): (.+)", line).groups()
        points[int(seat)] += sum(map(int, re.findall(r" ([+-]\d+)(?=,|$)", item)))
        boxes[int(seat)] += sum(map(int, re.findall(r", ([+-]\d+) box", item)))
    totals = [int(total) for total in re.search(r"points ([-\d ]+)$", summary).group(1).split()]
    assert totals == points, text
    return kind, points, boxes, int(winner.group(1)) if winner else None


def plain_points(rules, outcome):
    """The payments of a round by seat, from the tables of §1.6, §2.6 and the price of a round; no boxes."""
    held, knocker = list(outcome.deadwood), outcome.declarer
    seats = range(len(held))
    if knocker is None:
        return [0 for _ in seats]
    if rules.score_mode == "table-count":
        return [outcome.laid[seat] - held[seat] + (rules.gin_bonus if seat == knocker else 0) for seat in seats]
    if rules.score_mode == "penalty":
        return plain_penalties(rules, held, knocker, big=outcome.ending == "big-gin")
    if len(held) == 2:
        return plain_gain_of_two(rules, outcome)
    return plain_gains(rules, held, knocker, big=outcome.ending == "big-gin")[0]


def plain_gain_of_two(rules, outcome):
    held, knocker = outcome.deadwood, outcome.declarer
    other, mine = held[1 - knocker], held[knocker]
    card = outcome.knock_card if rules.knock_source == "knock-card" else outcome.upcard
    times = rules.spade_multiplier if card is not None and str(card)[1] == "s" else 1
    times *= outcome.factor
    to, amount = knocker, other - mine + rules.knock_bonus
    if mine == 0:
        bonus = rules.big_gin_bonus if outcome.ending == "big-gin" else rules.gin_bonus
        amount = 0 if other == 0 and rules.layoff == "including-gin" else other + bonus
    elif other < mine or (other == mine and rules.tie.startswith("undercut")):
        bonus = rules.undercut_bonus
        if other == mine and rules.tie == "undercut-no-bonus":
            bonus = 0
        elif other == 0 and other != mine and rules.gin_off_bonus:
            bonus = rules.gin_off_bonus
        to, amount = 1 - knocker, mine - other + bonus
    elif other == mine and rules.tie == "nobody":
        amount = 0
    paid = [0, 0]
    to, amount = (knocker, max(other - mine, 0) + rules.refusal_bonus) if outcome.ending == "refused" else (to, amount)
    if to != knocker and rules.undercut_moves == "knocker":
        paid[knocker] = -times * amount
    else:
        paid[to] = times * amount
    return paid


def plain_gains(rules, held, knocker, *, big=False):
    """§13.1: the gains at a table of three or more, and the seat that wins the round."""
    left = [(knocker + step) % len(held) for step in range(len(held))]  # the knocker, then from the left on
    paid = [0] * len(held)
    if held[knocker] == 0:
        bonus = rules.big_gin_bonus if big else rules.gin_bonus
        paid[knocker] = sum(held[seat] + bonus for seat in left[1:])
        return paid, knocker
    if rules.gain_from == "each-with-knocker":
        for seat in left[1:]:
            mine, other = plain_pair(rules, held[knocker], held[seat])
            paid[knocker] += mine
            paid[seat] += other
        return paid, next((seat for seat in left if paid[seat] == max(paid)), None) if any(paid) else None
    lowest = min(held[seat] for seat in left[1:])
    level = lowest == held[knocker]
    if level and rules.tie == "nobody":
        return paid, None
    beaten = lowest < held[knocker] or (level and rules.tie in ("undercut", "undercut-no-bonus"))
    winner = next(seat for seat in left[1:] if held[seat] == lowest) if beaten else knocker
    bonus = rules.undercut_bonus if beaten else rules.knock_bonus
    if beaten and level and rules.tie == "undercut-no-bonus":
        bonus = 0
    paid[winner] = sum(held[seat] - held[winner] for seat in left) + bonus
    return paid, winner


def plain_pair(rules, mine, other):
    """The knocker's gain from one seat, and that seat's gain from the knocker."""
    if other > mine:
        return other - mine + rules.knock_bonus, 0
    if other < mine:
        return 0, mine - other + rules.undercut_bonus
    return {"undercut": (0, rules.undercut_bonus), "knocker-wins": (rules.knock_bonus, 0)}.get(rules.tie, (0, 0))


def plain_penalties(rules, held, knocker, *, big=False):
    seats = len(held)
    if held[knocker] == 0:
        winner, bonus, payers = knocker, rules.big_gin_bonus if big else rules.gin_bonus, set(range(seats))
    else:
        around = [(knocker + step) % seats for step in range(1, seats)]
        lowest = min(around, key=lambda seat: held[seat])
        equal = held[lowest] == held[knocker]
        if equal and rules.tie == "nobody":
            return [0] * seats
        if held[lowest] < held[knocker] or (equal and rules.tie in ("undercut", "undercut-no-bonus")):
            winner, payers = lowest, {knocker}
            bonus = 0 if equal and rules.tie == "undercut-no-bonus" else rules.undercut_bonus
        else:
            winner, bonus, payers = knocker, 0, set()
    charged = []
    for seat in range(seats):
        if rules.penalty_share == "pooled":
            due = sum(deadwood for place, deadwood in enumerate(held) if place != winner) - held[winner]
        else:
            due = held[seat] - held[winner]
        if winner != knocker and seat == knocker and rules.undercut_penalty == "full":
            due = held[seat]
        charged.append(0 if seat == winner else due + (bonus if seat in payers else 0))
    return charged


# --- the sheet and the settlement (§6, §7, §11b) ----------------------------------------------------------------


def by_number(value, number):
    return value if isinstance(value, int) else value[number]


class Column:
    """One game, as a player would write it."""

    def __init__(self, sides):
        self.points, self.boxes, self.wins = [0] * sides, [0] * sides, [0] * sides
        self.winners_of_rounds, self.drawn = [], 0
        self.there, self.done = [], False  # who has reached the target, in order; whether it is closed
        self.gave_up = []  # who has conceded it

    def standing(self, rules, side):
        return self.points[side] + (rules.box_bonus * self.boxes[side] if rules.box_timing == "immediate" else 0)

    def leader(self, rules):
        standing = [self.standing(rules, side) for side in range(len(self.points))]
        best = max(standing)
        return standing.index(best) if standing.count(best) == 1 else None


class Sheet:
    """The columns of a match, filled round by round."""

    def __init__(self, rules, sides, team, seats):
        self.rules, self.sides = rules, sides
        self.target, self.rounds = by_number(rules.target, team), by_number(rules.rounds, seats)
        self.columns = [Column(sides) for _ in range(rules.columns)]
        self.wins, self.last, self.notice = [0] * sides, [-1] * sides, False
        self.by_side = rules.columns > 1 and rules.column_close == "own"

    def open_for(self, column, side):
        return not column.done and not (self.by_side and side in column.there)

    def enter(self, points, boxes, winners, before_others):
        if not winners:
            for column in self.columns:
                column.drawn += not column.done
            into = []
        else:
            into = self.where(winners)
        for column in into:
            for side in range(self.sides):
                column.points[side] += points[side]
                column.boxes[side] += boxes[side]
                column.wins[side] += side in winners
            column.winners_of_rounds.append(set(winners))
            if self.target:
                below = [side for side in range(self.sides) if side not in column.there]
                new = [side for side in below if column.standing(self.rules, side) >= self.target]
                new.sort(key=lambda side: (column.standing(self.rules, side), side == before_others), reverse=True)
                column.there += new
        self.close()

    def where(self, winners):
        for side in winners:
            self.wins[side] += 1
        if self.rules.columns == 1:
            return self.columns[-1:]
        (side,) = winners
        nth = self.wins[side]
        if nth >= self.rules.columns:
            numbers = range(len(self.columns))
        elif self.rules.column_entry == "win-count":
            numbers = range(nth)
        else:
            lowest = next(i for i, column in enumerate(self.columns) if self.open_for(column, side))
            numbers = range(max(self.last[side] + 1, lowest) + 1)
        entered = [i for i in numbers if i < len(self.columns) and self.open_for(self.columns[i], side)]
        self.last[side] = max([self.last[side], *entered])
        return [self.columns[i] for i in entered]

    def close(self):
        rules = self.rules
        for column in self.columns:
            column.done |= self.ended(column)
        if self.by_side:
            for side in range(self.sides):
                if all(column.done or side in column.there for column in self.columns):
                    for column in self.columns:
                        column.done = True
        if rules.endless and not self.notice:
            while sum(not column.done for column in self.columns) < 3:
                self.columns.append(Column(self.sides))

    def ended(self, column):
        rounds = len(column.winners_of_rounds)
        if not self.target and not self.rounds:
            return rounds + column.drawn > 0
        if self.rounds and rounds >= self.rounds:
            return True
        if self.by_side:
            return len(column.there) == self.sides
        if self.rules.game_end == "last-standing":
            return len(column.there) >= self.sides - 1
        return bool(column.there) and (not several_cross(self.rules, column) or column.leader(self.rules) is not None)

    def is_over(self):
        return all(column.done for column in self.columns)


def several_cross(rules, column):
    """Whether several can reach the target by one round; the highest then takes the game."""
    at_one_table = rules.seating == "all-play" and len(column.points) > 2
    return rules.score_mode == "table-count" or (rules.score_mode == "gain" and at_one_table)


def settled(rules, column):
    """One game at its end: totals, winners, and the debts of the pairs, as {(first, second): the first's lead}."""
    sides = range(len(column.points))
    given = column.gave_up if rules.game_end == "target" else []
    won = taken_by(rules, column, given)
    out = {side for side in sides if won is not None and side != won and shut_out(rules, column, won, side)}
    totals = []
    for side in sides:
        hands, boxes = column.points[side], column.boxes[side] * rules.box_bonus
        bonus = rules.game_bonus if side == won else 0
        total = hands + bonus + boxes
        if side == won and out and len(column.points) == 2:
            total = doubled(rules, hands, bonus, boxes)
        if side in column.gave_up and not given:
            total = max(total, by_number(rules.target, 1))
        totals.append(total)
    winners = set(sides) - set(column.there) if rules.game_end == "last-standing" else won_by(rules, totals, won, given)
    sign = -1 if rules.score_mode == "penalty" else 1
    if rules.exact_margin_forfeit and len(winners) == 1 and not given:
        (winner,) = winners
        if totals[winner] - totals[1 - winner] == rules.exact_margin_forfeit:
            winners, sign = {1 - winner}, -1
    leads = {}
    for one, other in combinations(sides, 2):
        lead = sign * (totals[one] - totals[other])
        if rules.shutout == "double-difference" and out:
            lead *= 2
        if rules.shutout == "flat" and len(totals) > 2:
            lead += rules.shutout_bonus * ((one == won and other in out) - (other == won and one in out))
        leads[one, other] = lead
    return totals, winners, leads


def taken_by(rules, column, given):
    """Who takes the game bonus, of a game that some may have conceded."""
    if rules.score_mode == "penalty":
        return None
    if given:
        standing = {side: column.standing(rules, side) for side in range(len(column.points)) if side not in given}
        leaders = [side for side, points in standing.items() if points == max(standing.values())]
        return leaders[0] if len(leaders) == 1 else None
    if rules.score_mode == "gain" and column.there and not several_cross(rules, column):
        return column.there[0]
    return column.leader(rules)


def doubled(rules, hands, bonus, boxes):
    """The formulas X0 to X6 of §7.2."""
    return {
        "double-hand-points": 2 * hands + bonus + boxes,
        "flat": hands + bonus + rules.shutout_bonus + boxes,
        "double-before-boxes": 2 * (hands + bonus) + boxes,
        "double-total": 2 * (hands + bonus + boxes),
        "double-bonuses": hands + 2 * (bonus + boxes),
    }.get(rules.shutout, hands + bonus + boxes)


def won_by(rules, totals, crosser, given):
    if rules.score_mode == "penalty":
        least = min(total for side, total in enumerate(totals) if side not in given)
        return {side for side, total in enumerate(totals) if total == least and side not in given}
    if rules.winner_by == "highest-total" and totals.count(max(totals)) == 1 and not given:
        return {totals.index(max(totals))}
    return {crosser} - {None}


def shut_out(rules, column, winner, loser):
    if rules.shutout == "none":
        return False
    if rules.shutout_when == "loser-no-points":
        return column.points[loser] <= 0
    if rules.shutout_when == "loser-no-wins":
        return column.wins[loser] == 0
    return not column.drawn and all(winner in winners for winners in column.winners_of_rounds)


class Score:
    """A match from its rounds by side, as a scorer keeps it."""

    def __init__(self, rules, sides, team, seats):
        self.rules, self.sides, self.team, self.seats = rules, sides, team, seats
        self.sheets = [Sheet(rules, sides, team, seats)]
        self.accounts, self.over = [0] * sides, False

    def enter(self, *round_):
        sheet = self.sheets[-1]
        sheet.enter(*round_)
        if not sheet.is_over():
            return
        form = self.rules.match_form
        if form == "single":
            self.over = True
            return
        totals, winners, _ = settled(self.rules, sheet.columns[-1])
        if len(winners) == 1:
            (winner,) = winners
            self.accounts[winner] += 1 if form == "best-of" else totals[winner]
            enough = self.rules.match_games // 2 + 1 if form == "best-of" else self.rules.match_target
            if self.accounts[winner] >= enough:
                self.accounts[winner] += self.rules.match_bonus if form == "points" else 0
                self.over = True
                return
        self.sheets.append(Sheet(self.rules, self.sides, self.team, self.seats))

    def give_up(self, side):
        """§13.5, §13a: this side concedes."""
        rules, columns = self.rules, self.sheets[-1].columns
        if rules.game_end == "last-standing":
            columns[-1].there.append(side)
            columns[-1].gave_up.append(side)
            self.over = len(columns[-1].there) >= self.sides - 1
        else:
            for column in columns:
                if not column.done and not (rules.columns > 1 and rules.column_close == "own" and column.there):
                    column.gave_up.append(side)
                column.done = True
            self.over = True
        other = 1 - side
        if self.over and rules.match_form == "best-of":
            self.accounts[other] += 1
        elif self.over and rules.match_form == "points":
            self.accounts[other] += settled(rules, columns[-1])[0][other] + rules.match_bonus

    def columns(self):
        return [column for sheet in self.sheets for column in sheet.columns]

    def result(self):
        """Totals by game, winners of the match, and the leads of each pair over the whole match."""
        games = [settled(self.rules, column) for column in self.columns()]
        weights = self.rules.column_weights
        weights = [1] * len(games) if weights == (1,) else weights
        pairs = list(combinations(range(self.sides), 2))
        if self.rules.match_form == "best-of":
            leads = dict.fromkeys(pairs, 0)
        elif self.rules.match_form == "points":
            leads = {(0, 1): self.accounts[0] - self.accounts[1]}
        else:
            leads = {
                pair: sum(weight * game[2][pair] for weight, game in zip(weights, games, strict=True)) for pair in pairs
            }
        if self.rules.match_form != "single":
            winners = games[-1][1]
        elif self.rules.columns == 1:
            winners = games[0][1]
        else:
            lead = leads[0, 1]
            winners = {0} if lead > 0 else {1} if lead < 0 else set()
        return [game[0] for game in games], winners, leads


# --- who sits where (§4, §5, §10, §11b) ---------------------------------------------------------------------------


class Chairs:
    """The tables of each round, as (players, dealing player, who acts first)."""

    def __init__(self, rules, players, dealer):
        self.rules, self.players, self.number = rules, players, 0
        self.out = set()  # who has dropped out, if the last player standing wins
        seating = rules.seating
        self.dealer = dealer % 2 if seating == "partnership" else dealer  # of teams: the dealing side
        self.order = [(dealer + step) % players for step in range(players)]
        if seating == "captain":
            self.order = list(range(players))
        if rules.next_dealer == "idle-loser":
            self.order = [*self.order[1:], dealer]  # the dealer is idle, the player at the left begins

    def tables(self):
        rules, order = self.rules, self.order
        if rules.seating in ("head-to-head", "all-play"):
            return [(set(range(self.players)) - self.out, self.dealer, self.next_in(self.dealer + 1))]
        if rules.seating == "partnership":
            return self.teams()
        pair = order[:2]
        if rules.next_dealer == "idle-loser":
            left = (order[2] + 1) % 3
            return [(set(pair), order[2], left)]
        dealer = {"sit-out": order[0], "rotating-box": order[0], "captain": self.dealer}[rules.seating]
        return [(set(pair), dealer, next(other for other in pair if other != dealer))]

    def teams(self):
        size = self.players // 2
        shift = 0 if self.rules.opponents == "fixed" else self.number % size
        pairs = []
        for member in range(size):
            pair = (2 * member, 2 * ((member + shift) % size) + 1)
            pairs.append((set(pair), pair[self.dealer], pair[1 - self.dealer]))
        return pairs

    def next_in(self, player):
        """This player, or the next to the left who is still in."""
        return next(
            place % self.players for place in range(player, player + 10) if place % self.players not in self.out
        )

    def leave(self, out):
        """Between two rounds: these are out now."""
        self.out = set(out)
        self.dealer = self.next_in(self.dealer)

    def move(self, winner, out=()):
        """After a round won by this player (of teams: this side), which put some out; None for a drawn round."""
        self.number += 1
        self.out = set(out)
        if winner is None:
            if self.rules.drawn_dealer == "next":  # two teams, or all who play
                teams = self.rules.seating == "partnership"
                self.dealer = 1 - self.dealer if teams else self.next_in(self.dealer + 1)
            return
        rules, order = self.rules, self.order
        match rules.seating:
            case "head-to-head" | "all-play":
                left = (self.dealer + 1) % self.players
                self.dealer = {"alternate": left, "winner": winner, "loser": 1 - winner, "fixed": self.dealer}[
                    rules.next_dealer
                ]
                self.dealer = self.next_in(self.dealer)
            case "partnership":
                self.dealer = {"winning-side": winner, "alternate": 1 - self.dealer, "fixed": self.dealer}[
                    rules.next_dealer
                ]
            case "sit-out":
                loser = next(other for other in order[:2] if other != winner)
                self.order = [order[2], winner, loser]  # the player coming in, the winner, the loser idle
            case "captain":
                if winner == 0:
                    self.order = [order[0], *order[2:], order[1]]
                self.dealer = self.order[1]
            case "rotating-box":
                box, captain, idle = order
                self.order = [box, idle, captain] if winner == box else [captain, idle, box]


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
