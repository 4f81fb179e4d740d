"""The rules: one entry for each, with everything that is known about it.

An entry says the rule's default, its section, its source and, under it, its meaning; what each value of a choice
means; when it matters (``needs`` in play and prices, ``counts`` for the result of a match); and what it cannot be
played with (``limits``). Rule files, checks, `diff`, the rule card, the schema, the reference and ``ginrules rules``
read it here. What the engine and the scoring do with it is written there, in one place.
"""

from __future__ import annotations

# ruff: noqa: RUF009, FBT003 - a rule is declared by a call of `rule`, its default first
from collections.abc import Mapping
from typing import Final, Literal

import attrs

from ginrules._support.values import Value
from ginrules.rules import conditions as when
from ginrules.rules.conditions import Condition, requires
from ginrules.rules.fields import ByNumber, as_texts, rule
from ginrules.solver.meld_tables import AceRank

Ceremony = Literal["lot", "low-card", "high-card"]
Seating = Literal["head-to-head", "all-play", "sit-out", "captain", "rotating-box", "partnership"]
NextDealer = Literal["alternate", "winner", "loser", "winning-side", "incoming", "idle-loser", "box", "fixed"]
Opening = Literal["upcard-offer", "eleven-cards", "open-card", "no-upcard"]
GameEnd = Literal["target", "last-standing"]
Shutout = Literal[
    "double-hand-points",
    "none",
    "flat",
    "double-before-boxes",
    "double-total",
    "double-bonuses",
    "double-difference",
]

_PIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_HANDS: Final = ByNumber({2: 10, 3: 7, 4: 7})


@attrs.frozen(kw_only=True, eq=False, repr=False)  # the methods are those of RuleSet
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
    first_dealer: Ceremony = attrs.field(default="lot", eq=False)
    """How the first dealer is found: any lot, the lowest card or the highest card of a cut."""

    # players
    player_counts: tuple[int, ...] = rule(
        (2,), "players", "Wikipedia; Online rules part 2 for 3 and 4", least=2, most=10, label="number of players"
    )
    """Numbers of players that a match can have."""
    seating: Seating = rule(
        "head-to-head",
        "players",
        "Wikipedia; Online rules part 2 (all-play); rummy-games.com, pagat.com, bicyclecards.com, rummytalk.com and "
        "gamingbuzzers for the rest",
        values={
            "head-to-head": "two players, one against the other",
            "all-play": "everybody sits at one table",
            "sit-out": "three players: two play, and the loser of a round sits out",
            "captain": "one player meets the others, who share a score and play one at a time, as captain",
            "rotating-box": "three players: one, in the box, meets a captain, and the third is idle",
            "partnership": "two teams, with a table of two for each pair of opponents",
        },
        also="partnership teams captain rotating",
        limits=(
            requires(
                ("head-to-head", "all-play"), "every seat has its own score in this way of scoring", **when.CHARGED
            ),
            requires(("head-to-head", "all-play"), "players drop out of one table", game_end="last-standing"),
        ),
    )
    """Who sits at the tables and who plays whom."""
    opponents: Literal["alternate", "fixed", "rotate"] = rule(
        "alternate",
        "players",
        "bicyclecards.com, ginrummy.com (alternate, fixed); rotate is a house choice",
        values={
            "alternate": "in teams of two, opponents change every round",
            "fixed": "a player keeps the same opponent for the game",
            "rotate": "a player meets every member of the other team in turn",
        },
        needs=when.TEAMS,
        counts=when.MORE_ROUNDS,
    )
    """Partnership: how a player's opponent changes from round to round."""
    next_dealer: NextDealer = rule(
        "alternate",
        "players",
        "Wikipedia (alternate); pagat.com, bicyclecards.com, Hoyle's rules (winner); see each preset",
        values={
            "alternate": "the next player to the left deals",
            "winner": "the winner deals",
            "loser": "the loser deals",
            "winning-side": "every member of the side that won deals",
            "incoming": "the player who comes in deals",
            "idle-loser": "the player who lost sits out and deals",
            "box": "the player in the box deals",
            "fixed": "one player deals every round",
        },
        counts=when.MORE_ROUNDS,
    )
    """Who deals after a decided round."""
    drawn_dealer: Literal["same", "next"] = rule(
        "same",
        "players",
        "pagat.com, Hoyle's rules (same); David Parlett's books (next)",
        values={"same": "the same dealer deals again", "next": "the next player to the left deals"},
        counts=when.MORE_ROUNDS,
    )
    """Who deals after a drawn round: the same dealer again, or the next player to the left."""

    # deck
    ranks: int = rule(13, "deck", "all sources: 13", least=3, most=13)
    """Ranks of the pack, from the ace up."""
    suits: int = rule(4, "deck", "all sources: 4", least=1, most=4)
    """Suits of the pack."""

    # deal
    hand_size: int | Mapping[int, int] = rule(
        _HANDS,
        "deal",
        "Wikipedia: 10; Online rules part 2: 7 for three and four",
        least=1,
        most=26,
        by_number=True,
        label="number of cards",
        also="hand deal dealt seven cards ten cards",
    )
    """Cards dealt to each seat, one number or by seats at the table."""
    opening: Opening = rule(
        "upcard-offer",
        "deal",
        "Wikipedia, pagat.com (upcard-offer); pagat.com (eleven-cards); Online rules part 2 (open-card); Gin rummy "
        "notes (no-upcard)",
        values={
            "upcard-offer": "the upcard is offered to one seat after another",
            "eleven-cards": "the first seat has one card more and begins without a draw",
            "open-card": "the upcard begins the pile, and the first seat draws",
            "no-upcard": "nothing is turned up, and the first seat draws from the stock",
        },
    )
    """How the first turn begins."""
    both_pass_draw: Literal["stock-only", "any"] = rule(
        "stock-only",
        "deal",
        "Wikipedia, pagat.com (stock-only); Online rules part 1 'takes their turn normally' (any)",
        values={"stock-only": "from the stock", "any": "from the stock or the pile"},
        label="draw after both pass",
        needs=Condition("opening is upcard-offer", lambda rules: rules.opening == "upcard-offer"),
    )
    """Where the first seat draws when every seat has declined the upcard."""

    # melds
    ace_rank: AceRank = rule(
        "low",
        "melds",
        "Wikipedia (low); rummy-games.com, Wikipedia on Tedesco (round-the-corner)",
        values={"low": "A-2-3", "high-or-low": "A-2-3 and Q-K-A", "round-the-corner": "A-2-3, Q-K-A and K-A-2"},
        also="round the corner wraparound around ace high low",
    )
    """The runs that an ace belongs to."""
    min_set: int = rule(3, "melds", "all sources: 3", least=2, most=4, label="smallest set")
    """Fewest cards of a set."""
    min_run: int = rule(3, "melds", "all sources: 3", least=2, most=13, label="shortest run")
    """Fewest cards of a run."""
    card_values: tuple[int, ...] = rule(
        _PIPS,
        "melds",
        "Wikipedia; Gin rummy notes and rummy-games.com for the ace at 15; manva for 5, 10 and 15",
        least=1,
        label="values of the cards",
    )
    """Points of an unmelded card, 13 numbers from the ace to the king."""

    # draw
    discard_take: Literal["top-only", "several"] = rule(
        "top-only",
        "draw",
        "Wikipedia; Gin rummy notes on mahjong (several)",
        values={"top-only": "the top card alone", "several": "any number of cards from the top"},
        label="takes from the discard pile",
        also="pile 500 rum several",
    )
    """How many cards can be taken from the top of the discard pile."""
    return_taken_discard: bool = rule(
        False,
        "draw",
        "pagat.com, Wikipedia, Online rules part 1, Gin Rummy Online: no; OpenSpiel: yes",
        label="return of a taken card",
    )
    """Whether a card taken from the pile can be discarded in the same turn."""
    open_melds: bool = rule(
        False,
        "draw",
        "Gin rummy notes on mahjong",
        limits=(
            requires(True, "the deepest card of a take must be melded at once", discard_take="several"),
            requires(True, "only cards melded in the open are counted", score_mode="table-count"),
            requires(False, "gains are counted from the cards that the others still hold", **when.GAINED),
        ),
    )
    """Whether melds are laid on the table during play, where every player can extend them."""

    # knock
    knock_limit: int = rule(
        10,
        "knock",
        "Wikipedia, pagat.com: 10; Gin rummy notes on straight gin: 0",
        zero="0 is gin only",
        needs=Condition("a card sets the limit, or a hand can be above it", when.some_are_above_limit),
        limits=(requires(0, "melds lie open and nobody knocks", open_melds=True),),
    )
    """Most deadwood a knocker can keep, in points. 0 is gin only. The cap when a card sets the limit."""
    knock_source: Literal["fixed", "upcard", "knock-card"] = rule(
        "fixed",
        "knock",
        "Wikipedia; bicyclecards.com on Oklahoma (upcard); Gin rummy notes (knock-card)",
        values={"fixed": "the number alone", "upcard": "the upcard", "knock-card": "a card of a second pack"},
        label="source of the knock limit",
        also="oklahoma upcard sets limit",
        needs=when.CLOSED,
        limits=(
            requires(
                ("fixed", "knock-card"), "there is no upcard to set a limit", opening=("eleven-cards", "no-upcard")
            ),
        ),
    )
    """The source of the limit: the number alone, the upcard, or a card of a second pack."""
    ace_upcard: Literal["gin-only", "one"] = rule(
        "gin-only",
        "knock",
        "bicyclecards.com, Gin Rummy Online (gin-only); pagat.com (one)",
        values={"gin-only": "only gin ends the round", "one": "the limit is 1"},
        label="ace as upcard",
        needs=Condition(
            "a card sets the knock limit, and it is 1 or more",
            lambda rules: rules.knock_source != "fixed" and rules.knock_limit > 0 and not rules.open_melds,
        ),
    )
    """The meaning of an ace when a card sets the limit."""
    big_gin: bool = rule(
        True,
        "knock",
        "Wikipedia, ginrummy.com, Online rules part 1",
        also="super gin eleven",
        limits=(requires(False, "the round ends when a seat has no cards left", open_melds=True),),
    )
    """Whether a hand that is all melded can be declared without a discard."""
    big_gin_needs_gin: bool = rule(
        False, "knock", "Gin rummy notes: yes", label="gin before big gin", needs=when.BIG_GIN
    )
    """Whether big gin needs a hand that was all melded before the draw of the turn."""
    knocker_melds: Literal["named", "best"] = rule(
        "named",
        "knock",
        "Wikipedia (named); Gin Rummy Online 'the system will determine automatically' (best)",
        values={"named": "the knocker names them", "best": "they must leave the least deadwood"},
        label="melds of the knocker",
        needs=Condition(
            "knock_limit is 1 or more and open_melds is false",
            lambda rules: rules.knock_limit > 0 and not rules.open_melds,
        ),
    )
    """Whether a knocker chooses which melds to spread, or must leave the least deadwood."""

    doubling: bool = rule(
        False,
        "knock",
        "rummy-games.com: yes, optional",
        also="cube backgammon",
        limits=(
            requires(False, "there is no gain to double in this way of scoring", **when.CHARGED),
            requires(False, "melds on the table leave no two hands to compare", open_melds=True),
        ),
    )
    """Whether a seat can double the worth of the round, before its draw."""
    doubling_limit: int = rule(
        64,
        "knock",
        "rummy-games.com: 'a predetermined limit, if so desired'; the number is a house choice",
        least=2,
        most=1 << 20,
        needs=when.DOUBLES,
    )
    """Limit on the factor that doubles can reach in a round, a power of two."""

    # layoff
    layoff: Literal["knock-only", "including-gin", "none"] = rule(
        "knock-only",
        "layoff",
        "Wikipedia, pagat.com; rummy-games.com on round the corner (including-gin)",
        values={"knock-only": "after a knock", "including-gin": "after a knock and after gin", "none": "never"},
        label="lay-offs",
        needs=Condition(
            "a defender can lay off, or cards are laid off in play",
            lambda rules: rules.open_melds or rules.knock_limit > 0 or rules.layoff == "including-gin",
        ),
        limits=(
            requires("none", "no hand is spread; cards are laid off during play", open_melds=True),
            requires(
                ("knock-only", "none"),
                "a defender without deadwood voids gin between two players only",
                seating="all-play",
            ),
        ),
    )
    """When defenders can lay off."""
    layoff_chain: bool = rule(
        True,
        "layoff",
        "OpenSpiel; Online rules part 2: original melds only",
        label="lay-offs on lay-offs",
        needs=Condition(
            "cards can be laid off on a spread",
            lambda rules: rules.layoff == "including-gin" or (rules.layoff == "knock-only" and rules.knock_limit > 0),
        ),
        limits=(requires(True, "cards laid off in play are extended freely", open_melds=True),),
    )
    """Whether a card can be laid off on a card that was laid off before."""
    defender_melds: Literal["best", "named"] = rule(
        "best",
        "layoff",
        "Wikipedia; OpenSpiel (named)",
        values={"best": "counted at their best", "named": "as the defender names them"},
        label="melds of the opponent",
        needs=when.CLOSED,
    )
    """Whether a defender's own melds are counted at their best or as named."""

    # stock
    stock_floor: int = rule(
        2,
        "stock",
        "Wikipedia, pagat.com, all five texts: 2",
        label="cards left in the stock",
        also="fiftieth card last two cards wall talon",
    )
    """Cards of the stock that are never drawn."""
    stock_exhausted: Literal["draw", "last-discard-option", "reshuffle"] = rule(
        "draw",
        "stock",
        "pagat.com, Wikipedia (draw); rubl.com, OpenSpiel (last-discard-option); Online rules part 2 (reshuffle)",
        values={
            "draw": "the round is drawn",
            "last-discard-option": "the next seat can take that discard to declare, else the round is drawn",
            "reshuffle": "the pile is shuffled into a new stock",
        },
        label="end of the stock",
        also="fiftieth card reshuffle wall talon runs out empty",
        limits=(requires("draw", "there is no knock to answer with and the pile is in play", open_melds=True),),
    )
    """The consequence of a discard that leaves only the cards that are never drawn."""
    take_cap: int = rule(
        100, "stock", "OpenSpiel: 50; elsewhere a house choice", zero="0 is no cap", label="takes from the pile"
    )
    """The take from the pile that ends the round drawn. 0 is no cap."""
    return_pair: bool = rule(
        False,
        "stock",
        "OpenSpiel",
        label="draw after two returned cards",
        needs=Condition("return_taken_discard is true", lambda rules: rules.return_taken_discard),
        limits=(requires(False, "it would end rounds of open melding", open_melds=True),),
    )
    """Whether the round ends drawn when two players in a row discard the card they have just taken."""
    reshuffle_cap: int = rule(
        3,
        "stock",
        "house choice, so that rounds end",
        zero="0 is no cap",
        label="reshuffles",
        needs=Condition("stock_exhausted is reshuffle", lambda rules: rules.stock_exhausted == "reshuffle"),
        limits=(requires(when.SOME, "some cap must end the round", stock_exhausted="reshuffle", take_cap=0),),
    )
    """Limit on the reshuffles of a round. If another is needed, the round ends drawn. 0 is no cap."""

    # price
    gin_bonus: int = rule(
        25,
        "price",
        "Wikipedia, Online rules part 1: 25; pagat.com: 20; Gin rummy notes: 30",
        counts=Condition(
            "points decide something, or gin pays nothing",
            lambda rules: when.points_count(rules) or not rules.gin_bonus,
        ),
    )
    """Points for gin."""
    big_gin_bonus: int = rule(
        31,
        "price",
        "Wikipedia, Online rules part 1: 31; Gin rummy notes: 50",
        also="super gin eleven",
        needs=when.BIG_GIN,
        counts=Condition(
            "points decide something, or big gin pays nothing",
            lambda rules: when.points_count(rules) or not rules.big_gin_bonus,
        ),
    )
    """Points for big gin, in place of the gin bonus."""
    undercut_bonus: int = rule(
        25,
        "price",
        "Wikipedia, Online rules part 1: 25; pagat.com, Gin rummy notes: 10",
        also="underknock cut",
        needs=when.KNOCKS,
    )
    """Points for an undercut."""
    undercut_moves: Literal["defender", "knocker"] = rule(
        "defender",
        "price",
        "Wikipedia; rummyrulebook.com (knocker)",
        values={"defender": "the defender gains", "knocker": "the knocker loses"},
        label="who scores an undercut",
        needs=when.KNOCKS,
        limits=(
            requires("defender", "no gain is taken from a knocker in this way of scoring", **when.CHARGED),
            requires("defender", "a score cannot go backwards in a column", columns=when.SEVERAL),
            requires("defender", "a team nets what its members won", seating="partnership"),
            requires("defender", "nothing is taken from a knocker at a table of three or more", **when.GAINED),
        ),
    )
    """Whose score an undercut changes."""
    gin_off_bonus: int = rule(
        0,
        "price",
        "whyknowledgediscovery.com: 25",
        also="gin-off gin off super undercut",
        needs=when.KNOCKS,
        limits=(
            requires(0, "there is no gin-off in this way of scoring", **when.CHARGED),
            requires(0, "a gin-off is defined between two", **when.GAINED),
        ),
    )
    """Points for an undercut with no deadwood, in place of the undercut bonus. 0 is none."""
    knock_bonus: int = rule(
        0,
        "price",
        "World Club Games: 15",
        needs=when.KNOCKS,
        limits=(requires(0, "no bonus is paid for a knock in this way of scoring", **when.CHARGED),),
    )
    """Points for winning by an ordinary knock."""
    refusal_bonus: int = rule(10, "price", "rummy-games.com: 10", needs=when.DOUBLES)
    """Points for a double that is refused, in addition to the difference."""
    tie: Literal["undercut", "undercut-no-bonus", "knocker-wins", "nobody"] = rule(
        "undercut",
        "price",
        "pagat.com, Online rules part 1, Gin Rummy Online, Hoyle's rules (undercut); Wikipedia's note (undercut-no-"
        "bonus); ginplayeronline (knocker-wins); OpenSpiel (nobody)",
        values={
            "undercut": "the defender, with the bonus",
            "undercut-no-bonus": "the defender, without the bonus",
            "knocker-wins": "the knocker",
            "nobody": "nobody",
        },
        also="kiss kisses level equal draw",
        needs=when.KNOCKS,
    )
    """Who wins when knocker and defender have equal deadwood."""
    spade_multiplier: int = rule(
        1,
        "price",
        "bicyclecards.com, pagat.com, Gin rummy notes: 2",
        least=1,
        also="oklahoma double spades",
        counts=when.POINTS,
        limits=(
            requires(
                1,
                "no upcard or knock card could be a spade",
                opening=("eleven-cards", "no-upcard"),
                knock_source="fixed",
            ),
            requires(1, "nothing is multiplied in this way of scoring", **when.CHARGED),
            requires(1, "no source doubles a gain from several", **when.GAINED),
        ),
    )
    """The factor of a round when the card that sets the limit is a spade."""
    spade_scope: Literal["hand", "hand-and-extra-boxes", "hand-and-all-boxes"] = rule(
        "hand",
        "price",
        "pagat.com, bicyclecards.com (hand); rummytalk.com, rummy-games.com (boxes)",
        values={
            "hand": "the points of the hand",
            "hand-and-extra-boxes": "the points of the hand and the extra boxes",
            "hand-and-all-boxes": "the points of the hand and all boxes",
        },
        label="what a spade multiplies",
        also="oklahoma spades boxes",
        needs=Condition("spade_multiplier is 2 or more", lambda rules: rules.spade_multiplier > 1),
        counts=when.BOXES,
    )
    """The amounts that the spade multiplies."""
    score_mode: Literal["gain", "penalty", "table-count"] = rule(
        "gain",
        "price",
        "Wikipedia; Online rules part 2 (penalty); Gin rummy notes on mahjong (table-count)",
        values={
            "gain": "the winner gains",
            "penalty": "losers are charged",
            "table-count": "cards on the table count for a player, cards held against",
        },
        label="way of scoring",
        limits=(requires("penalty", "a player drops out by penalty points", game_end="last-standing"),),
    )
    """How a round is counted: the winner gains, losers are charged, or cards on the table count."""
    gain_from: Literal["winner-takes-all", "each-with-knocker"] = rule(
        "winner-takes-all",
        "price",
        "bicyclecards.com and smirkify on knock rummy (winner-takes-all); feebgolf's group gin (each-with-knocker)",
        values={
            "winner-takes-all": "the winner gains from every other seat",
            "each-with-knocker": "each settles with the knocker",
        },
        label="who pays",
        needs=Condition(
            "gains are scored at tables of three or more, and knock_limit is 1 or more",
            lambda rules: when.gains_from_several(rules) and rules.knock_limit > 0,
        ),
    )
    """Gain at a table of three or more: the winner gains from every other seat, or each settles with the knocker."""
    penalty_share: Literal["own", "pooled"] = rule(
        "own",
        "price",
        "Online rules part 2, read in two ways",
        values={"own": "their own deadwood", "pooled": "the deadwood of all losers"},
        label="share of the penalty",
        needs=Condition(
            "losers are charged at tables of three or more",
            lambda rules: rules.score_mode == "penalty" and max(rules.table_sizes) > 2,
        ),
    )
    """Penalty scoring: whether a loser is charged with their own deadwood or with the deadwood of all losers."""
    undercut_penalty: Literal["difference", "full"] = rule(
        "difference",
        "price",
        "Online rules part 2, its table (difference) and its prose (full)",
        values={"difference": "the difference", "full": "all of their deadwood"},
        needs=Condition(
            "score_mode is penalty and knock_limit is 1 or more",
            lambda rules: rules.score_mode == "penalty" and rules.knock_limit > 0,
        ),
    )
    """Penalty scoring: the charge of an undercut knocker in addition to the bonus."""
    gin_boxes: int = rule(
        0,
        "price",
        "pagat.com on extra boxes, rummytalk.com: 2",
        counts=when.BOXES,
        limits=(requires(0, "there are no boxes in this way of scoring", **when.CHARGED),),
    )
    """Extra boxes for gin."""
    big_gin_boxes: int = rule(
        0,
        "price",
        "pagat.com on extra boxes, rummytalk.com: 2",
        needs=when.BIG_GIN,
        counts=when.BOXES,
        limits=(requires(0, "there are no boxes in this way of scoring", **when.CHARGED),),
    )
    """Extra boxes for big gin."""
    undercut_boxes: int = rule(
        0,
        "price",
        "pagat.com on extra boxes, rummytalk.com: 1",
        needs=when.KNOCKS,
        counts=when.BOXES,
        limits=(requires(0, "there are no boxes in this way of scoring", **when.CHARGED),),
    )
    """Extra boxes for an undercut."""

    # game
    target: int | Mapping[int, int] = rule(
        100, "game", "Wikipedia, pagat.com, Online rules part 1, Gin Rummy Online, Hoyle's rules: 100", by_number=True
    )
    """Points that end a game (a column), one number or by team size. 0 is none."""
    game_end: GameEnd = rule(
        "target",
        "game",
        "all sources (target); greentube, offsidebet (last-standing)",
        values={
            "target": "the target ends it",
            "last-standing": "a player who has the target is out, and the last one wins",
        },
    )
    """Whether the target ends the game, or puts a player out until one is left."""
    rounds: int | Mapping[int, int] = rule(
        0,
        "game",
        "house choice",
        by_number=True,
        limits=(
            requires(0, "the game ends when one player is left", game_end="last-standing"),
            requires(0, "a column is closed by its target", columns=when.SEVERAL),
        ),
    )
    """Decided rounds that end a game, one number or by seats at the table. 0 is none."""
    game_bonus: int = rule(
        100,
        "game",
        "Wikipedia, pagat.com, Online rules part 1: 100",
        counts=when.TOTALS,
        limits=(requires(0, "there is no game bonus in this way of scoring", **when.CHARGED),),
    )
    """Points for the game."""
    box_bonus: int = rule(
        25,
        "game",
        "Wikipedia, Online rules part 1: 25; pagat.com: 20",
        also="line bonus",
        counts=Condition(
            "boxes are paid at once, or totals decide something",
            lambda rules: rules.box_timing == "immediate" or when.totals_count(rules),
        ),
        limits=(requires(0, "there are no boxes in this way of scoring", **when.CHARGED),),
    )
    """Points for each box (a round won)."""
    box_timing: Literal["at-end", "immediate"] = rule(
        "at-end",
        "game",
        "Wikipedia, pagat.com; Gin Rummy Palace (immediate)",
        values={"at-end": "after the game", "immediate": "at once"},
        label="time of the boxes",
        needs=Condition("box_bonus is 1 or more", lambda rules: rules.box_bonus > 0),
    )
    """When boxes are paid. Paid at once, they count to the target."""
    shutout: Shutout = rule(
        "double-hand-points",
        "game",
        "Wikipedia, Online rules part 1, ginrummy.com; pagat.com (flat); rubl.com, the gin-rummy crate by jdh8 and "
        "pokerwiner.com for the others",
        values={
            "double-hand-points": "points of hands count double",
            "none": "no effect",
            "flat": "shutout_bonus is added",
            "double-before-boxes": "points of hands and the game bonus count double",
            "double-total": "everything counts double",
            "double-bonuses": "the game bonus and boxes count double",
            "double-difference": "the difference of totals counts double",
        },
        also="schneider skunk blitz whitewash",
        counts=when.TOTALS,
        limits=(
            requires("none", "there is no shutout in this way of scoring", **when.CHARGED),
            requires(("none", "flat"), "every pair settles by itself", **when.GAINED),
        ),
    )
    """The effect of a shutout on the winner's score."""
    shutout_when: Literal["loser-no-wins", "loser-no-points", "winner-every-hand"] = rule(
        "loser-no-wins",
        "game",
        "Wikipedia; pagat.com (loser-no-points); Online rules part 1 (winner-every-hand)",
        values={
            "loser-no-wins": "the loser has won no round",
            "loser-no-points": "the loser has no points",
            "winner-every-hand": "the winner has won every round, with none lost and none drawn",
        },
        label="condition of a shutout",
        needs=Condition("shutout is not none", lambda rules: rules.shutout != "none"),
        counts=when.TOTALS,
    )
    """The definition of a shutout."""
    shutout_bonus: int = rule(
        100,
        "game",
        "pagat.com, bicyclecards.com, rummy-games.com: 100",
        needs=Condition("shutout is flat", lambda rules: rules.shutout == "flat"),
        counts=when.TOTALS,
    )
    """Points for a flat shutout."""
    winner_by: Literal["first-to-target", "highest-total"] = rule(
        "first-to-target",
        "game",
        "pagat.com, Hoyle's rules; Online rules part 1 (highest-total)",
        values={"first-to-target": "who reaches the target", "highest-total": "who has the highest total"},
        label="winner of the game",
        needs=Condition(
            "gains are scored, and bonuses at the end of the game can change who leads", when.winner_can_change
        ),
    )
    """Who wins the game once the bonuses are counted."""
    exact_margin_forfeit: int = rule(
        0,
        "game",
        "Gin rummy notes: 50",
        label="margin that forfeits",
        limits=(
            requires(0, "there is no margin to forfeit on in this way of scoring", **when.CHARGED),
            requires(0, "three scores have no single margin", **when.GAINED),
        ),
    )
    """The margin of final totals at which the winner forfeits. 0 is none."""

    # columns
    columns: int = rule(
        1,
        "columns",
        "Wikipedia, Gin rummy notes on Hollywood: 3",
        least=1,
        most=9,
        also="hollywood columns spread three games",
        limits=(
            requires(1, "a column is filled by wins in this way of scoring", **when.CHARGED),
            requires(3, "three columns are kept open", endless=True),
        ),
    )
    """Games kept side by side."""
    column_weights: tuple[int, ...] = rule(
        (1,),
        "columns",
        "rummytalk.com: 1, 1, 2",
        least=1,
        also="hollywood double",
        counts=Condition(
            "there are several columns or weights, and totals decide something",
            lambda rules: when.totals_count(rules) and (rules.columns > 1 or rules.column_weights != (1,)),
        ),
    )
    """The factor of each column's net. A single 1 weighs all alike."""
    column_entry: Literal["next-open", "win-count"] = rule(
        "next-open",
        "columns",
        "rummy-games.com, pokerwiner.com (next-open); Gin rummy notes, read to the letter (win-count)",
        values={
            "next-open": "one column further than the last win, of those still open",
            "win-count": "as many columns as the side has wins",
        },
        label="the columns of a win",
        also="hollywood skunk blitz",
        needs=Condition(
            "columns is 2 or more and column_close is both",
            lambda rules: rules.columns > 1 and rules.column_close == "both",
        ),
        limits=(requires("next-open", "a new column has no number to count wins to", endless=True),),
    )
    """The columns that a win is written in."""
    column_close: Literal["both", "own"] = rule(
        "both",
        "columns",
        "rummy-games.com, pokerwiner.com, Wikipedia (both); Scarne, onlinecardgames.io (own)",
        values={"both": "for both sides", "own": "for the side that has the target"},
        label="the end of a column",
        needs=when.SIDE_BY_SIDE,
        limits=(requires("both", "the next column opens when one closes", endless=True),),
    )
    """Whether a column closes for both sides at once."""
    endless: bool = rule(False, "columns", "rummy-games.com", needs=when.SIDE_BY_SIDE)
    """Whether a new column opens whenever a column closes."""

    # match
    match_form: Literal["single", "best-of", "points"] = rule(
        "single",
        "match",
        "Wikipedia (best-of, points)",
        values={
            "single": "one game",
            "best-of": "most games won of an odd number",
            "points": "games until a side has the points",
        },
        limits=(
            requires(("single", "best-of"), "a points match adds up gains in this way of scoring", **when.CHARGED),
            requires("single", "the columns are the match", columns=when.SEVERAL),
        ),
    )
    """How games make a match."""
    match_games: int = rule(
        1,
        "match",
        "Wikipedia: 5",
        least=1,
        needs=Condition("match_form is best-of", lambda rules: rules.match_form == "best-of"),
    )
    """Games of a best-of match, an odd number."""
    match_target: int = rule(
        0,
        "match",
        "ginrummy.wiki: 500",
        needs=when.POINTS_MATCH,
        limits=(requires(when.SOME, "something must end the match", match_form="points"),),
    )
    """Points that end a points match."""
    match_bonus: int = rule(0, "match", "house choice", needs=when.POINTS_MATCH)
    """Points added for winning a points match."""
    team_sweep_bonus: int = rule(0, "match", "Gin rummy notes on Tedesco: 25", needs=when.TEAMS)
    """Points for a team of three or more that wins every table."""
    team_sweep_boxes: int = rule(0, "match", "rummytalk.com: 3", needs=when.TEAMS, counts=when.BOXES)
    """Boxes for a team that wins every table."""
