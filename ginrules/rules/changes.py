"""The keywords of `RuleSet.evolve`. Written by ``python -m tools.package``."""

from collections.abc import Mapping
from typing import TypedDict

from ginrules.rules import choices


class RuleChanges(TypedDict, total=False):
    """Values for some of the rules, by name."""

    title: str
    """The name as people write it."""
    summary: str
    """The rules in one sentence."""
    sources: tuple[str, ...] | list[str]
    """Where the rules come from."""
    notes: tuple[str, ...] | list[str]
    """House choices and remarks."""
    first_dealer: choices.Ceremony
    """How the first dealer is found: any lot, the lowest card or the highest card of a cut."""
    player_counts: tuple[int, ...] | list[int]
    """Numbers of players that a match can have."""
    seating: choices.Seating
    """Who sits at the tables and who plays whom."""
    opponents: choices.Opponents
    """Partnership: how a player's opponent changes from round to round."""
    next_dealer: choices.NextDealer
    """Who deals after a decided round."""
    drawn_dealer: choices.DrawnDealer
    """Who deals after a drawn round: the same dealer again, or the next player to the left."""
    ranks: int
    """Ranks of the pack, from the ace up."""
    suits: int
    """Suits of the pack."""
    hand_size: int | Mapping[int, int]
    """Cards dealt to each seat, one number or by seats at the table."""
    opening: choices.Opening
    """How the first turn begins."""
    both_pass_draw: choices.BothPassDraw
    """Where the first seat draws when every seat has declined the upcard."""
    ace_rank: choices.AceRank
    """The runs that an ace belongs to."""
    min_set: int
    """Fewest cards of a set."""
    min_run: int
    """Fewest cards of a run."""
    card_values: tuple[int, ...] | list[int]
    """Points of an unmelded card, 13 numbers from the ace to the king."""
    discard_take: choices.DiscardTake
    """How many cards can be taken from the top of the discard pile."""
    return_taken_discard: bool
    """Whether a card taken from the pile can be discarded in the same turn."""
    open_melds: bool
    """Whether melds are laid on the table during play, where every player can extend them."""
    knock_limit: int
    """Most deadwood a knocker can keep, in points. 0 is gin only. The cap when a card sets the limit."""
    knock_source: choices.KnockSource
    """The source of the limit: the number alone, the upcard, or a card of a second pack."""
    ace_upcard: choices.AceUpcard
    """The meaning of an ace when a card sets the limit."""
    big_gin: bool
    """Whether a hand that is all melded can be declared without a discard."""
    big_gin_needs_gin: bool
    """Whether big gin needs a hand that was all melded before the draw of the turn."""
    knocker_melds: choices.KnockerMelds
    """Whether a knocker chooses which melds to spread, or must leave the least deadwood."""
    doubling: bool
    """Whether a seat can double the worth of the round, before its draw."""
    doubling_limit: int
    """Limit on the factor that doubles can reach in a round, a power of two."""
    layoff: choices.Layoff
    """When defenders can lay off."""
    layoff_chain: bool
    """Whether a card can be laid off on a card that was laid off before."""
    defender_melds: choices.DefenderMelds
    """Whether a defender's own melds are counted at their best or as named."""
    stock_floor: int
    """Cards of the stock that are never drawn."""
    stock_exhausted: choices.StockExhausted
    """The consequence of a discard that leaves only the cards that are never drawn."""
    take_cap: int
    """The take from the pile that ends the round drawn. 0 is no cap."""
    return_pair: bool
    """Whether the round ends drawn when two players in a row discard the card they have just taken."""
    reshuffle_cap: int
    """Limit on the reshuffles of a round. If another is needed, the round ends drawn. 0 is no cap."""
    gin_bonus: int
    """Points for gin."""
    big_gin_bonus: int
    """Points for big gin, in place of the gin bonus."""
    undercut_bonus: int
    """Points for an undercut."""
    undercut_moves: choices.UndercutMoves
    """Whose score an undercut changes."""
    gin_off_bonus: int
    """Points for an undercut with no deadwood, in place of the undercut bonus. 0 is none."""
    knock_bonus: int
    """Points for winning by an ordinary knock."""
    refusal_bonus: int
    """Points for a double that is refused, in addition to the difference."""
    tie: choices.Tie
    """Who wins when knocker and defender have equal deadwood."""
    spade_multiplier: int
    """The factor of a round when the card that sets the limit is a spade."""
    spade_scope: choices.SpadeScope
    """The amounts that the spade multiplies."""
    score_mode: choices.ScoreMode
    """How a round is counted: the winner gains, losers are charged, or cards on the table count."""
    gain_from: choices.GainFrom
    """Gain at a table of three or more: the winner gains from every other seat, or each settles with the knocker."""
    penalty_share: choices.PenaltyShare
    """Penalty scoring: whether a loser is charged with their own deadwood or with the deadwood of all losers."""
    undercut_penalty: choices.UndercutPenalty
    """Penalty scoring: the charge of an undercut knocker in addition to the bonus."""
    gin_boxes: int
    """Extra boxes for gin."""
    big_gin_boxes: int
    """Extra boxes for big gin."""
    undercut_boxes: int
    """Extra boxes for an undercut."""
    target: int | Mapping[int, int]
    """Points that end a game (a column), one number or by team size. 0 is none."""
    game_end: choices.GameEnd
    """Whether the target ends the game, or puts a player out until one is left."""
    rounds: int | Mapping[int, int]
    """Decided rounds that end a game, one number or by seats at the table. 0 is none."""
    game_bonus: int
    """Points for the game."""
    box_bonus: int
    """Points for each box (a round won)."""
    box_timing: choices.BoxTiming
    """When boxes are paid. Paid at once, they count to the target."""
    shutout: choices.Shutout
    """The effect of a shutout on the winner's score."""
    shutout_when: choices.ShutoutWhen
    """The definition of a shutout."""
    shutout_bonus: int
    """Points for a flat shutout."""
    winner_by: choices.WinnerBy
    """Who wins the game once the bonuses are counted."""
    exact_margin_forfeit: int
    """The margin of final totals at which the winner forfeits. 0 is none."""
    columns: int
    """Games kept side by side."""
    column_weights: tuple[int, ...] | list[int]
    """The factor of each column's net. A single 1 weighs all alike."""
    column_entry: choices.ColumnEntry
    """The columns that a win is written in."""
    column_close: choices.ColumnClose
    """Whether a column closes for both sides at once."""
    endless: bool
    """Whether a new column opens whenever a column closes."""
    match_form: choices.MatchForm
    """How games make a match."""
    match_games: int
    """Games of a best-of match, an odd number."""
    match_target: int
    """Points that end a points match."""
    match_bonus: int
    """Points added for winning a points match."""
    team_sweep_bonus: int
    """Points for a team of three or more that wins every table."""
    team_sweep_boxes: int
    """Boxes for a team that wins every table."""
