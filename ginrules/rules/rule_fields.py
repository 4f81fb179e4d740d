"""Every rule of every variant: its values, its default, its meaning and its source.

This is the index of the rule book. A field's type lists the values of a choice, `rule` holds
the rest: one line for each rule, and one place in the engine or the scoring that reads it. The
docstrings under the fields are written by ``python -m tools.package``.
"""

from __future__ import annotations

# ruff: noqa: RUF009, FBT003 - a rule is declared by a call of `rule`, its default first
from collections.abc import Mapping
from typing import Final

import attrs

from ginrules._support.values import Value
from ginrules.rules import choices
from ginrules.rules.fields import ByNumber, as_texts, rule

_PIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_HANDS: Final = ByNumber({2: 10, 3: 7, 4: 7})


@attrs.frozen(kw_only=True, init=False, eq=False, repr=False)  # the methods are those of RuleSet
class RuleFields(Value):
    """The fields of `RuleSet`: six descriptions, then every rule by section."""

    name: str = attrs.field(default="", eq=False)
    """The name of the rules, such as the key of a preset."""
    title: str = attrs.field(default="", eq=False)
    """The name as people write it."""
    summary: str = attrs.field(default="", eq=False)
    """The rules in one sentence."""
    sources: tuple[str, ...] = attrs.field(default=(), eq=False, converter=as_texts)
    """Where the rules come from."""
    notes: tuple[str, ...] = attrs.field(default=(), eq=False, converter=as_texts)
    """House choices and remarks."""
    first_dealer: choices.Ceremony = attrs.field(default="lot", eq=False)
    """How the first dealer is found: any lot, the lowest card or the highest card of a cut."""

    # players
    player_counts: tuple[int, ...] = rule(
        (2,),
        "players",
        "Numbers of players that a match can have.",
        "Wikipedia; Online rules part 2 for 3 and 4",
        least=2,
        most=10,
    )
    """Numbers of players that a match can have."""
    seating: choices.Seating = rule(
        "head-to-head",
        "players",
        "Who sits at the tables and who plays whom.",
        "Wikipedia; Online rules part 2 (all-play); rummy-games.com, pagat.com, bicyclecards.com, rummytalk.com "
        "and gamingbuzzers for the rest",
    )
    """Who sits at the tables and who plays whom."""
    opponents: choices.Opponents = rule(
        "alternate",
        "players",
        "Partnership: how a player's opponent changes from round to round.",
        "bicyclecards.com, ginrummy.com (alternate, fixed); rotate is a house choice",
    )
    """Partnership: how a player's opponent changes from round to round."""
    next_dealer: choices.NextDealer = rule(
        "alternate",
        "players",
        "Who deals after a decided round.",
        "Wikipedia (alternate); pagat.com, bicyclecards.com, Hoyle's rules (winner); see each preset",
    )
    """Who deals after a decided round."""
    drawn_dealer: choices.DrawnDealer = rule(
        "same",
        "players",
        "Who deals after a drawn round: the same dealer again, or the next player to the left.",
        "pagat.com, Hoyle's rules (same); David Parlett's books (next)",
    )
    """Who deals after a drawn round: the same dealer again, or the next player to the left."""

    # deck
    ranks: int = rule(13, "deck", "Ranks of the pack, from the ace up.", "all sources: 13", least=3, most=13)
    """Ranks of the pack, from the ace up."""
    suits: int = rule(4, "deck", "Suits of the pack.", "all sources: 4", least=1, most=4)
    """Suits of the pack."""

    # deal
    hand_size: int | Mapping[int, int] = rule(
        _HANDS,
        "deal",
        "Cards dealt to each seat, one number or by seats at the table.",
        "Wikipedia: 10; Online rules part 2: 7 for three and four",
        least=1,
        most=26,
        by_number=True,
    )
    """Cards dealt to each seat, one number or by seats at the table."""
    opening: choices.Opening = rule(
        "upcard-offer",
        "deal",
        "How the first turn begins.",
        "Wikipedia, pagat.com (upcard-offer); pagat.com (eleven-cards); Online rules part 2 (open-card); Gin "
        "rummy notes (no-upcard)",
    )
    """How the first turn begins."""
    both_pass_draw: choices.BothPassDraw = rule(
        "stock-only",
        "deal",
        "Where the first seat draws when every seat has declined the upcard.",
        "Wikipedia, pagat.com (stock-only); Online rules part 1 'takes their turn normally' (any)",
    )
    """Where the first seat draws when every seat has declined the upcard."""

    # melds
    ace_rank: choices.AceRank = rule(
        "low",
        "melds",
        "The runs that an ace belongs to.",
        "Wikipedia (low); rummy-games.com, Wikipedia on Tedesco (round-the-corner)",
    )
    """The runs that an ace belongs to."""
    min_set: int = rule(3, "melds", "Fewest cards of a set.", "all sources: 3", least=2, most=4)
    """Fewest cards of a set."""
    min_run: int = rule(3, "melds", "Fewest cards of a run.", "all sources: 3", least=2, most=13)
    """Fewest cards of a run."""
    card_values: tuple[int, ...] = rule(
        _PIPS,
        "melds",
        "Points of an unmelded card, 13 numbers from the ace to the king.",
        "Wikipedia; Gin rummy notes and rummy-games.com for the ace at 15; manva for 5, 10 and 15",
        least=1,
    )
    """Points of an unmelded card, 13 numbers from the ace to the king."""

    # draw
    discard_take: choices.DiscardTake = rule(
        "top-only",
        "draw",
        "How many cards can be taken from the top of the discard pile.",
        "Wikipedia; Gin rummy notes on mahjong (several)",
    )
    """How many cards can be taken from the top of the discard pile."""
    return_taken_discard: bool = rule(
        False,
        "draw",
        "Whether a card taken from the pile can be discarded in the same turn.",
        "pagat.com, Wikipedia, Online rules part 1, Gin Rummy Online: no; OpenSpiel: yes",
    )
    """Whether a card taken from the pile can be discarded in the same turn."""
    open_melds: bool = rule(
        False,
        "draw",
        "Whether melds are laid on the table during play, where every player can extend them.",
        "Gin rummy notes on mahjong",
    )
    """Whether melds are laid on the table during play, where every player can extend them."""

    # knock
    knock_limit: int = rule(
        10,
        "knock",
        "Most deadwood a knocker can keep, in points. 0 is gin only. The cap when a card sets the limit.",
        "Wikipedia, pagat.com: 10; Gin rummy notes on straight gin: 0",
        zero="0 is gin only",
    )
    """Most deadwood a knocker can keep, in points. 0 is gin only. The cap when a card sets the limit."""
    knock_source: choices.KnockSource = rule(
        "fixed",
        "knock",
        "The source of the limit: the number alone, the upcard, or a card of a second pack.",
        "Wikipedia; bicyclecards.com on Oklahoma (upcard); Gin rummy notes (knock-card)",
    )
    """The source of the limit: the number alone, the upcard, or a card of a second pack."""
    ace_upcard: choices.AceUpcard = rule(
        "gin-only",
        "knock",
        "The meaning of an ace when a card sets the limit.",
        "bicyclecards.com, Gin Rummy Online (gin-only); pagat.com (one)",
    )
    """The meaning of an ace when a card sets the limit."""
    big_gin: bool = rule(
        True,
        "knock",
        "Whether a hand that is all melded can be declared without a discard.",
        "Wikipedia, ginrummy.com, Online rules part 1",
    )
    """Whether a hand that is all melded can be declared without a discard."""
    big_gin_needs_gin: bool = rule(
        False,
        "knock",
        "Whether big gin needs a hand that was all melded before the draw of the turn.",
        "Gin rummy notes: yes",
    )
    """Whether big gin needs a hand that was all melded before the draw of the turn."""
    knocker_melds: choices.KnockerMelds = rule(
        "named",
        "knock",
        "Whether a knocker chooses which melds to spread, or must leave the least deadwood.",
        "Wikipedia (named); Gin Rummy Online 'the system will determine automatically' (best)",
    )
    """Whether a knocker chooses which melds to spread, or must leave the least deadwood."""

    doubling: bool = rule(
        False,
        "knock",
        "Whether a seat can double the worth of the round, before its draw.",
        "rummy-games.com: yes, optional",
    )
    """Whether a seat can double the worth of the round, before its draw."""
    doubling_limit: int = rule(
        64,
        "knock",
        "Limit on the factor that doubles can reach in a round, a power of two.",
        "rummy-games.com: 'a predetermined limit, if so desired'; the number is a house choice",
        least=2,
        most=1 << 20,
    )
    """Limit on the factor that doubles can reach in a round, a power of two."""

    # layoff
    layoff: choices.Layoff = rule(
        "knock-only",
        "layoff",
        "When defenders can lay off.",
        "Wikipedia, pagat.com; rummy-games.com on round the corner (including-gin)",
    )
    """When defenders can lay off."""
    layoff_chain: bool = rule(
        True,
        "layoff",
        "Whether a card can be laid off on a card that was laid off before.",
        "OpenSpiel; Online rules part 2: original melds only",
    )
    """Whether a card can be laid off on a card that was laid off before."""
    defender_melds: choices.DefenderMelds = rule(
        "best",
        "layoff",
        "Whether a defender's own melds are counted at their best or as named.",
        "Wikipedia; OpenSpiel (named)",
    )
    """Whether a defender's own melds are counted at their best or as named."""

    # stock
    stock_floor: int = rule(
        2, "stock", "Cards of the stock that are never drawn.", "Wikipedia, pagat.com, all five texts: 2"
    )
    """Cards of the stock that are never drawn."""
    stock_exhausted: choices.StockExhausted = rule(
        "draw",
        "stock",
        "The consequence of a discard that leaves only the cards that are never drawn.",
        "pagat.com, Wikipedia (draw); rubl.com, OpenSpiel (last-discard-option); Online rules part 2 (reshuffle)",
    )
    """The consequence of a discard that leaves only the cards that are never drawn."""
    take_cap: int = rule(
        100,
        "stock",
        "The take from the pile that ends the round drawn. 0 is no cap.",
        "OpenSpiel: 50; elsewhere a house choice",
        zero="0 is no cap",
    )
    """The take from the pile that ends the round drawn. 0 is no cap."""
    return_pair: bool = rule(
        False,
        "stock",
        "Whether the round ends drawn when two players in a row discard the card they have just taken.",
        "OpenSpiel",
    )
    """Whether the round ends drawn when two players in a row discard the card they have just taken."""
    reshuffle_cap: int = rule(
        3,
        "stock",
        "Limit on the reshuffles of a round. If another is needed, the round ends drawn. 0 is no cap.",
        "house choice, so that rounds end",
        zero="0 is no cap",
    )
    """Limit on the reshuffles of a round. If another is needed, the round ends drawn. 0 is no cap."""

    # price
    gin_bonus: int = rule(
        25, "price", "Points for gin.", "Wikipedia, Online rules part 1: 25; pagat.com: 20; Gin rummy notes: 30"
    )
    """Points for gin."""
    big_gin_bonus: int = rule(
        31,
        "price",
        "Points for big gin, in place of the gin bonus.",
        "Wikipedia, Online rules part 1: 31; Gin rummy notes: 50",
    )
    """Points for big gin, in place of the gin bonus."""
    undercut_bonus: int = rule(
        25, "price", "Points for an undercut.", "Wikipedia, Online rules part 1: 25; pagat.com, Gin rummy notes: 10"
    )
    """Points for an undercut."""
    undercut_moves: choices.UndercutMoves = rule(
        "defender", "price", "Whose score an undercut changes.", "Wikipedia; rummyrulebook.com (knocker)"
    )
    """Whose score an undercut changes."""
    gin_off_bonus: int = rule(
        0,
        "price",
        "Points for an undercut with no deadwood, in place of the undercut bonus. 0 is none.",
        "whyknowledgediscovery.com: 25",
    )
    """Points for an undercut with no deadwood, in place of the undercut bonus. 0 is none."""
    knock_bonus: int = rule(0, "price", "Points for winning by an ordinary knock.", "World Club Games: 15")
    """Points for winning by an ordinary knock."""
    refusal_bonus: int = rule(
        10, "price", "Points for a double that is refused, in addition to the difference.", "rummy-games.com: 10"
    )
    """Points for a double that is refused, in addition to the difference."""
    tie: choices.Tie = rule(
        "undercut",
        "price",
        "Who wins when knocker and defender have equal deadwood.",
        "pagat.com, Online rules part 1, Gin Rummy Online, Hoyle's rules (undercut); Wikipedia's note "
        "(undercut-no-bonus); ginplayeronline (knocker-wins); OpenSpiel (nobody)",
    )
    """Who wins when knocker and defender have equal deadwood."""
    spade_multiplier: int = rule(
        1,
        "price",
        "The factor of a round when the card that sets the limit is a spade.",
        "bicyclecards.com, pagat.com, Gin rummy notes: 2",
        least=1,
    )
    """The factor of a round when the card that sets the limit is a spade."""
    spade_scope: choices.SpadeScope = rule(
        "hand",
        "price",
        "The amounts that the spade multiplies.",
        "pagat.com, bicyclecards.com (hand); rummytalk.com, rummy-games.com (boxes)",
    )
    """The amounts that the spade multiplies."""
    score_mode: choices.ScoreMode = rule(
        "gain",
        "price",
        "How a round is counted: the winner gains, losers are charged, or cards on the table count.",
        "Wikipedia; Online rules part 2 (penalty); Gin rummy notes on mahjong (table-count)",
    )
    """How a round is counted: the winner gains, losers are charged, or cards on the table count."""
    gain_from: choices.GainFrom = rule(
        "winner-takes-all",
        "price",
        "Gain at a table of three or more: the winner gains from every other seat, or each settles with the knocker.",
        "bicyclecards.com and smirkify on knock rummy (winner-takes-all); feebgolf's group gin (each-with-knocker)",
    )
    """Gain at a table of three or more: the winner gains from every other seat, or each settles with the knocker."""
    penalty_share: choices.PenaltyShare = rule(
        "own",
        "price",
        "Penalty scoring: whether a loser is charged with their own deadwood or with the deadwood of all losers.",
        "Online rules part 2, read in two ways",
    )
    """Penalty scoring: whether a loser is charged with their own deadwood or with the deadwood of all losers."""
    undercut_penalty: choices.UndercutPenalty = rule(
        "difference",
        "price",
        "Penalty scoring: the charge of an undercut knocker in addition to the bonus.",
        "Online rules part 2, its table (difference) and its prose (full)",
    )
    """Penalty scoring: the charge of an undercut knocker in addition to the bonus."""
    gin_boxes: int = rule(0, "price", "Extra boxes for gin.", "pagat.com on extra boxes, rummytalk.com: 2")
    """Extra boxes for gin."""
    big_gin_boxes: int = rule(0, "price", "Extra boxes for big gin.", "pagat.com on extra boxes, rummytalk.com: 2")
    """Extra boxes for big gin."""
    undercut_boxes: int = rule(0, "price", "Extra boxes for an undercut.", "pagat.com on extra boxes, rummytalk.com: 1")
    """Extra boxes for an undercut."""

    # game
    target: int | Mapping[int, int] = rule(
        100,
        "game",
        "Points that end a game (a column), one number or by team size. 0 is none.",
        "Wikipedia, pagat.com, Online rules part 1, Gin Rummy Online, Hoyle's rules: 100",
        by_number=True,
    )
    """Points that end a game (a column), one number or by team size. 0 is none."""
    game_end: choices.GameEnd = rule(
        "target",
        "game",
        "Whether the target ends the game, or puts a player out until one is left.",
        "all sources (target); greentube, offsidebet (last-standing)",
    )
    """Whether the target ends the game, or puts a player out until one is left."""
    rounds: int | Mapping[int, int] = rule(
        0,
        "game",
        "Decided rounds that end a game, one number or by seats at the table. 0 is none.",
        "house choice",
        by_number=True,
    )
    """Decided rounds that end a game, one number or by seats at the table. 0 is none."""
    game_bonus: int = rule(100, "game", "Points for the game.", "Wikipedia, pagat.com, Online rules part 1: 100")
    """Points for the game."""
    box_bonus: int = rule(
        25, "game", "Points for each box (a round won).", "Wikipedia, Online rules part 1: 25; pagat.com: 20"
    )
    """Points for each box (a round won)."""
    box_timing: choices.BoxTiming = rule(
        "at-end",
        "game",
        "When boxes are paid. Paid at once, they count to the target.",
        "Wikipedia, pagat.com; Gin Rummy Palace (immediate)",
    )
    """When boxes are paid. Paid at once, they count to the target."""
    shutout: choices.Shutout = rule(
        "double-hand-points",
        "game",
        "The effect of a shutout on the winner's score.",
        "Wikipedia, Online rules part 1, ginrummy.com; pagat.com (flat); rubl.com, the gin-rummy crate by jdh8 "
        "and pokerwiner.com for the others",
    )
    """The effect of a shutout on the winner's score."""
    shutout_when: choices.ShutoutWhen = rule(
        "loser-no-wins",
        "game",
        "The definition of a shutout.",
        "Wikipedia; pagat.com (loser-no-points); Online rules part 1 (winner-every-hand)",
    )
    """The definition of a shutout."""
    shutout_bonus: int = rule(
        100, "game", "Points for a flat shutout.", "pagat.com, bicyclecards.com, rummy-games.com: 100"
    )
    """Points for a flat shutout."""
    winner_by: choices.WinnerBy = rule(
        "first-to-target",
        "game",
        "Who wins the game once the bonuses are counted.",
        "pagat.com, Hoyle's rules; Online rules part 1 (highest-total)",
    )
    """Who wins the game once the bonuses are counted."""
    exact_margin_forfeit: int = rule(
        0, "game", "The margin of final totals at which the winner forfeits. 0 is none.", "Gin rummy notes: 50"
    )
    """The margin of final totals at which the winner forfeits. 0 is none."""

    # columns
    columns: int = rule(
        1, "columns", "Games kept side by side.", "Wikipedia, Gin rummy notes on Hollywood: 3", least=1, most=9
    )
    """Games kept side by side."""
    column_weights: tuple[int, ...] = rule(
        (1,),
        "columns",
        "The factor of each column's net. A single 1 weighs all alike.",
        "rummytalk.com: 1, 1, 2",
        least=1,
    )
    """The factor of each column's net. A single 1 weighs all alike."""
    column_entry: choices.ColumnEntry = rule(
        "next-open",
        "columns",
        "The columns that a win is written in.",
        "rummy-games.com, pokerwiner.com (next-open); Gin rummy notes, read to the letter (win-count)",
        replaced=(("offset", "next-open"),),
    )
    """The columns that a win is written in."""
    column_close: choices.ColumnClose = rule(
        "both",
        "columns",
        "Whether a column closes for both sides at once.",
        "rummy-games.com, pokerwiner.com, Wikipedia (both); Scarne, onlinecardgames.io (own)",
    )
    """Whether a column closes for both sides at once."""
    endless: bool = rule(False, "columns", "Whether a new column opens whenever a column closes.", "rummy-games.com")
    """Whether a new column opens whenever a column closes."""

    # match
    match_form: choices.MatchForm = rule("single", "match", "How games make a match.", "Wikipedia (best-of, points)")
    """How games make a match."""
    match_games: int = rule(1, "match", "Games of a best-of match, an odd number.", "Wikipedia: 5", least=1)
    """Games of a best-of match, an odd number."""
    match_target: int = rule(0, "match", "Points that end a points match.", "ginrummy.wiki: 500")
    """Points that end a points match."""
    match_bonus: int = rule(0, "match", "Points added for winning a points match.", "house choice")
    """Points added for winning a points match."""
    team_sweep_bonus: int = rule(
        0, "match", "Points for a team of three or more that wins every table.", "Gin rummy notes on Tedesco: 25"
    )
    """Points for a team of three or more that wins every table."""
    team_sweep_boxes: int = rule(0, "match", "Boxes for a team that wins every table.", "rummytalk.com: 3")
    """Boxes for a team that wins every table."""
