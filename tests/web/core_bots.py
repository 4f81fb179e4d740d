"""Rounds that one player plays at all seats, asked of the core in a page."""

import ginrules as gin
from ginrules.lab.runner.play import play_round
from ginrules.play.actions import ShuffleStock
from ginrules.play.run_deals import new_deal, player_seed
from ginrules.players.named import player_named
from ginrules.records import to_dict

MOST = 300


def played_by(rules, player, rng):
    """The question, and the actions of the player of the library."""
    seats, seed = rng.choice(rules.table_sizes), rng.randrange(2**40)
    dealt, dealer, actions = new_deal(seed, rules), rng.randrange(seats), []
    makers = [player_named(player) for _ in range(seats)]
    seated = [maker(player_seed(dealt.chance, seat)) for seat, maker in enumerate(makers)]
    try:
        played = play_round(
            rules, seated, dealt.order, dealer=dealer, chance=dealt.chance, ply_cap=MOST,
            knock_card=dealt.knock_card if rules.knock_source == "knock-card" else None, actions=actions,
        )  # fmt: skip
        outcome = to_dict(played.outcome)
    except gin.EndlessPlayError:
        outcome = None
    asked = {"kind": "bots", "rules": to_dict(rules), "seats": seats, "seed": seed, "dealer": dealer, "player": player}
    shown = [str(action) for action in actions if not isinstance(action, ShuffleStock)]
    return asked | {"most": len(shown)}, {"actions": shown, "outcome": outcome}
