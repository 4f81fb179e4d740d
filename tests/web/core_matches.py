"""Matches of the library, asked of the module of a page: sheets, tables, dealers and settlements."""

import attrs

import ginrules as gin
from ginrules.driver.named import player_named
from ginrules.lab.runner.play import play_round
from ginrules.play.actions import ShuffleStock
from ginrules.play.seeded_deals import new_deal, player_seed
from ginrules.records import to_dict
from tests.core.conftest import some_outcome

MOST_ROUNDS = 60
_GAME = "number points boxes standing drawn reached closed crossed winners conceded_by"
_ENTRY = "round points boxes winners"
_TABLE = "players dealer dealer_seat"


def played_match(rules, rng):
    """A match of random results: the question, and what the library says after its last entry."""
    players = rng.choice(rules.player_counts)
    match = gin.new_match(rules, players, dealer=rng.randrange(2))
    leads = rng.random() < 0.5  # often one side wins
    for _ in range(rng.choice((1, 5, MOST_ROUNDS))):
        if match.is_over:
            break
        chance = rng.random()
        if chance < 0.01:
            match = gin.concede(match, rng.choice([player for player in range(players) if player not in match.out]))
            continue
        if chance < 0.05 and rules.endless and not match.sheet.notice:
            match = gin.give_notice(match)
            continue
        results = [some_outcome(rules, len(table.players), rng, is_one_sided=leads) for table in match.due]
        if rules.doubling:
            results = [attrs.evolve(result, factor=rng.choice((1, 2))) for result in results]
        if rng.random() < 0.2:
            results = [gin.price(result, rules) for result in results]
        match = gin.add_round(match, *results)
    asked = {"kind": "match", "rules": to_dict(rules), "players": list(match.players), "whole": True}
    asked["entries"] = to_dict(match)["entries"]
    return asked, said(match)


def said(match):
    """All that the module says of a match."""
    settled = gin.settle(match)
    data = to_dict(settled)
    games = [_read(game, _GAME) | {"entries": [_read(entry, _ENTRY) for entry in game.entries]} for game in match.games]
    due = [_read(table, _TABLE) for table in match.due]
    end = {"is_over": match.is_over, "winners": list(match.winners), "net": data["net"], "due": due}
    sheet = {"points": [game["points"] for game in games], "sheet": games, "accounts": list(match.accounts)}
    return end | sheet | {"settlement": {key: data[key] for key in ("games", "net", "payments", "totals", "weights")}}


def _read(value, names):
    parts = {name: getattr(value, name) for name in names.split()}
    return {name: list(part) if isinstance(part, tuple) else part for name, part in parts.items()}


MOST = 300


def played_by(rules, player, rng):
    """The question, and the actions of the player of the library."""
    seats, seed = rng.choice(rules.table_sizes), rng.randrange(2**40)
    dealt, dealer, actions = new_deal(seed, rules), rng.randrange(seats), []
    makers = [player_named(player) for _ in range(seats)]
    seated = [maker(player_seed(dealt.round_seed, seat)) for seat, maker in enumerate(makers)]
    try:
        card = dealt.knock_card if rules.knock_source == "knock-card" else None
        options = {"chance": dealt.round_seed, "ply_cap": MOST, "knock_card": card}
        played = play_round(rules, seated, dealt.order, dealer=dealer, actions=actions, **options)
        outcome = to_dict(played.outcome)
    except gin.EndlessPlayError:
        outcome = None
    asked = {"kind": "bots", "rules": to_dict(rules), "seats": seats, "seed": seed, "dealer": dealer, "player": player}
    shown = [str(action) for action in actions if not isinstance(action, ShuffleStock)]
    return asked | {"most": len(shown)}, {"actions": shown, "outcome": outcome}
