"""`RuleSet`: every rule of every variant as one flat, frozen value.

The field table below is the rule book's index: one line of metadata a rule,
and one place in the engine or the scoring that reads it. All defaults together
are the preset ``standard``.
"""

# ruff: noqa: RUF009, FBT003 - a rule is declared by a call to `rule`, its default first

import hashlib
import json
import os
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, get_args

import attrs

from ginrules._values import Value, expect, index_of, shown
from ginrules.errors import RuleSetError
from ginrules.rules.choices import (
    AceRank,
    AceUpcard,
    BothPassDraw,
    BoxTiming,
    ColumnClose,
    ColumnEntry,
    DefenderMelds,
    DiscardTake,
    KnockSource,
    Layoff,
    MatchForm,
    NextDealer,
    Opening,
    Opponents,
    PenaltyShare,
    ScoreMode,
    Seating,
    Shutout,
    ShutoutWhen,
    SpadeScope,
    StockExhausted,
    Tie,
    UndercutMoves,
    UndercutPenalty,
    WinnerBy,
)
from ginrules.rules.fields import ByNumber, Rule, as_texts, described, rule
from ginrules.rules.problems import RuleProblem, near_miss, summary_of, text_problems, value_problems
from ginrules.rules.seats import table_sizes
from ginrules.solver.meld_tables import MeldTables, meld_tables

_PIPS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_HANDS: Final = ByNumber({2: 10, 3: 7, 4: 7})


@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class RuleSet(Value):
    """The rules of one variant, from the deal to the end of the match.

    Every attribute but the first five is a rule with a default; all defaults together are
    ``standard``. Where a number can be absent, 0 means "none". ``name``, ``title``,
    ``summary``, ``sources`` and ``notes`` describe the rules and take no part in ``==``,
    ``hash`` and ``diff``. A rule set is checked when it is made and cannot be changed;
    ``evolve`` makes another.

    Raises:
        RuleSetError: With every fault at once: values out of range and combinations that
            cannot be played.

    Examples:
        >>> house = RuleSet(name="our table", knock_limit=7, gin_bonus=20)
        >>> house.evolve(big_gin=False) == house
        False
        >>> RuleSet() == RuleSet(name="another name")
        True
    """

    name: str = attrs.field(default="", eq=False)
    title: str = attrs.field(default="", eq=False)
    summary: str = attrs.field(default="", eq=False)
    sources: tuple[str, ...] = attrs.field(default=(), eq=False, converter=as_texts)
    notes: tuple[str, ...] = attrs.field(default=(), eq=False, converter=as_texts)

    # players
    player_counts: tuple[int, ...] = rule(
        (2,), "players", "How many players a match may have.", "WP; seed 001b for 3 and 4", least=2, most=10
    )
    seating: Seating = rule(
        "head-to-head", "players", "Who sits at the tables and who plays whom.",
        "WP; seed 001b (all-play); RG, PG, BI, RT and gamingbuzzers for the rest",
        choices=get_args(Seating),
    )  # fmt: skip
    opponents: Opponents = rule(
        "alternate", "players", "Partnership: whether a member meets another opponent in the next round.",
        "BI, GC (alternate, fixed); rotate is a house choice",
        choices=get_args(Opponents),
    )  # fmt: skip
    next_dealer: NextDealer = rule(
        "alternate", "players", "Who deals after a decided round; after a drawn one the same dealer deals again.",
        "WP (alternate); PG, BI, seed 004 (winner); see each preset",
        choices=get_args(NextDealer),
    )  # fmt: skip

    # deck
    ranks: int = rule(13, "deck", "How many ranks the pack has, from the ace up.", "all sources: 13", least=3, most=13)
    suits: int = rule(4, "deck", "How many suits the pack has.", "all sources: 4", least=1, most=4)

    # deal
    hand_size: int | Mapping[int, int] = rule(
        _HANDS, "deal", "Cards dealt to each seat, one number or by seats at the table.",
        "WP: 10; seed 001b: 7 for three and four", least=1, most=26, by_number=True,
    )  # fmt: skip
    opening: Opening = rule(
        "upcard-offer", "deal", "How the first turn begins.",
        "WP, PG (upcard-offer); PG (eleven-cards); seed 001b (open-card); seed 000 (no-upcard)",
        choices=get_args(Opening),
    )  # fmt: skip
    both_pass_draw: BothPassDraw = rule(
        "stock-only", "deal", "Where the first seat draws when every seat has declined the upcard.",
        "WP, PG (stock-only); seed 001a 'takes their turn normally' (any)",
        choices=get_args(BothPassDraw),
    )  # fmt: skip

    # melds
    ace_rank: AceRank = rule(
        "low", "melds", "Which runs an ace belongs to.", "WP (low); RG, WP Tedesco (round-the-corner)",
        choices=get_args(AceRank),
    )  # fmt: skip
    min_set: int = rule(3, "melds", "Fewest cards of a set.", "all sources: 3", least=2, most=4)
    min_run: int = rule(3, "melds", "Fewest cards of a run.", "all sources: 3", least=2, most=13)
    card_values: tuple[int, ...] = rule(
        _PIPS, "melds", "Points of an unmelded ace, two, … king (13 numbers).",
        "WP; seed 000 and RG for the ace at 15; manva for 5/10/15", least=1,
    )  # fmt: skip

    # draw
    discard_take: DiscardTake = rule(
        "top-only", "draw", "How many cards may be taken from the top of the discard pile.",
        "WP; seed 000 mahjong (several)", choices=get_args(DiscardTake),
    )  # fmt: skip
    return_taken_discard: bool = rule(
        False, "draw", "Whether a card taken from the pile may be discarded in the same turn.",
        "PG, WP, seed 001a, seed 002: no; OS: yes",
    )  # fmt: skip
    open_melds: bool = rule(
        False, "draw", "Whether melds are laid on the table during play, for all to extend.", "seed 000 mahjong"
    )

    # knock
    knock_limit: int = rule(
        10, "knock", "Most deadwood a knocker may keep, in points; 0 is gin only; the cap when a card sets it.",
        "WP, PG: 10; seed 000 straight gin: 0", zero="0 is gin only",
    )  # fmt: skip
    knock_source: KnockSource = rule(
        "fixed", "knock", "What sets the limit: the number alone, the upcard, or a card of a second pack.",
        "WP; BI Oklahoma (upcard); seed 000 (knock-card)", choices=get_args(KnockSource),
    )  # fmt: skip
    ace_upcard: AceUpcard = rule(
        "gin-only", "knock", "What an ace means when a card sets the limit.",
        "BI, seed 002 (gin-only); PG (one)", choices=get_args(AceUpcard),
    )  # fmt: skip
    big_gin: bool = rule(
        True, "knock", "Whether all the cards melded may be declared without a discard.", "WP, GC, seed 001a"
    )

    # layoff
    layoff: Layoff = rule(
        "knock-only", "layoff", "When defenders may lay off.", "WP, PG; RG round-the-corner (including-gin)",
        choices=get_args(Layoff),
    )  # fmt: skip
    layoff_chain: bool = rule(
        True, "layoff", "Whether a card may be laid onto one laid off before.", "OS; seed 001b: original melds only"
    )
    defender_melds: DefenderMelds = rule(
        "best", "layoff", "Whether a defender's own melds are counted at their best or as named.",
        "WP; OS (named)", choices=get_args(DefenderMelds),
    )  # fmt: skip

    # stock
    stock_floor: int = rule(2, "stock", "Cards of the stock that are never drawn.", "WP, PG, all seeds: 2")
    stock_exhausted: StockExhausted = rule(
        "draw", "stock", "What happens when a discard leaves the floor.",
        "PG, WP (draw); RU, OS (last-discard-option); seed 001b (reshuffle)",
        choices=get_args(StockExhausted),
    )  # fmt: skip
    take_cap: int = rule(
        100,
        "stock",
        "The take from the pile that ends the round drawn; 0 is no cap.",
        "OS: 50; elsewhere a house choice",
        zero="0 is no cap",
    )
    return_pair: bool = rule(
        False, "stock", "Whether two turns running that throw the card taken straight back end the round drawn.", "OS"
    )
    reshuffle_cap: int = rule(
        3,
        "stock",
        "Reshuffles of a round; one more would be needed: drawn; 0 is no cap.",
        "house choice, so that rounds end",
        zero="0 is no cap",
    )

    # price
    gin_bonus: int = rule(25, "price", "Points for gin.", "WP, seed 001a: 25; PG: 20; seed 000: 30")
    big_gin_bonus: int = rule(
        31, "price", "Points for big gin, in place of the gin bonus.", "WP, seed 001a: 31; seed 000: 50"
    )
    undercut_bonus: int = rule(25, "price", "Points for an undercut.", "WP, seed 001a: 25; PG, seed 000: 10")
    undercut_moves: UndercutMoves = rule(
        "defender", "price", "Whose score an undercut moves.", "WP; RRB (knocker)", choices=get_args(UndercutMoves)
    )
    gin_off_bonus: int = rule(
        0,
        "price",
        "Points for undercutting with no deadwood, in place of the undercut bonus; 0 is none.",
        "whyknowledge: 25",
    )
    knock_bonus: int = rule(0, "price", "Points for winning by an ordinary knock.", "World Club Games: 15")
    tie: Tie = rule(
        "undercut", "price", "Who wins when knocker and defender are level.",
        "PG, seeds 001a, 002, 004 (undercut); WP note; ginplayeronline (knocker-wins); OS (nobody)",
        choices=get_args(Tie),
    )  # fmt: skip
    spade_multiplier: int = rule(
        1,
        "price",
        "What a spade as the card that sets the limit multiplies the round by.",
        "BI, PG, seed 000: 2",
        least=1,
    )
    spade_scope: SpadeScope = rule(
        "hand", "price", "What the spade multiplies.", "PG, BI (hand); RT, RG (boxes)",
        choices=get_args(SpadeScope),
    )  # fmt: skip
    score_mode: ScoreMode = rule(
        "gain", "price", "How a round is counted: the winner gains, losers are charged, or cards on the table count.",
        "WP; seed 001b (penalty); seed 000 mahjong (table-count)", choices=get_args(ScoreMode),
    )  # fmt: skip
    penalty_share: PenaltyShare = rule(
        "own", "price", "Penalty scoring: each loser is charged with his own deadwood or with everybody's.",
        "seed 001b, two readings", choices=get_args(PenaltyShare),
    )  # fmt: skip
    undercut_penalty: UndercutPenalty = rule(
        "difference", "price", "Penalty scoring: what an undercut knocker is charged besides the bonus.",
        "seed 001b table (difference) and prose (full)", choices=get_args(UndercutPenalty),
    )  # fmt: skip
    gin_boxes: int = rule(0, "price", "Extra boxes for gin.", "PG extra boxes, RT: 2")
    big_gin_boxes: int = rule(0, "price", "Extra boxes for big gin.", "PG extra boxes, RT: 2")
    undercut_boxes: int = rule(0, "price", "Extra boxes for an undercut.", "PG extra boxes, RT: 1")

    # game
    target: int | Mapping[int, int] = rule(
        100, "game", "Points that end a game (a column), one number or by team size; 0 is none.",
        "WP, PG, seeds 001a, 002, 004: 100", by_number=True,
    )  # fmt: skip
    rounds: int | Mapping[int, int] = rule(
        0, "game", "Decided rounds that end a game, one number or by seats; 0 is none.", "house choice", by_number=True
    )
    game_bonus: int = rule(100, "game", "Points for the game.", "WP, PG, seed 001a: 100")
    box_bonus: int = rule(25, "game", "Points for each box (a round won).", "WP, seed 001a: 25; PG: 20")
    box_timing: BoxTiming = rule(
        "at-end", "game", "When boxes are paid; at once they count to the target.",
        "WP, PG; Gin Rummy Palace (immediate)", choices=get_args(BoxTiming),
    )  # fmt: skip
    shutout: Shutout = rule(
        "double-hand-points", "game", "What a shutout does to the winner's score.",
        "WP, seed 001a, GC; PG (flat); RU, jdh8, pokerwiner for the others",
        choices=get_args(Shutout),
    )  # fmt: skip
    shutout_when: ShutoutWhen = rule(
        "loser-no-wins", "game", "What counts as a shutout.",
        "WP; PG (loser-no-points); seed 001a (winner-every-hand)",
        choices=get_args(ShutoutWhen),
    )  # fmt: skip
    shutout_bonus: int = rule(100, "game", "Points for a flat shutout.", "PG, BI, RG: 100")
    winner_by: WinnerBy = rule(
        "first-to-target", "game", "Who wins the game once the bonuses are counted.",
        "PG, seed 004; seed 001a (highest-total)", choices=get_args(WinnerBy),
    )  # fmt: skip
    exact_margin_forfeit: int = rule(
        0, "game", "The margin of final totals at which the winner forfeits; 0 is none.", "seed 000: 50"
    )

    # columns
    columns: int = rule(1, "columns", "Games kept side by side.", "WP, seed 000 Hollywood: 3", least=1, most=9)
    column_weights: tuple[int, ...] = rule(
        (1,),
        "columns",
        "What each column's net is multiplied by; a single 1 weighs all alike.",
        "RT: 1, 1, 2",
        least=1,
    )
    column_entry: ColumnEntry = rule(
        "win-count", "columns", "Which columns a win is written in.",
        "seed 000 (win-count); RG, PW (offset)", choices=get_args(ColumnEntry),
    )  # fmt: skip
    column_close: ColumnClose = rule(
        "both", "columns", "Whether a column closes for both sides at once.",
        "RG, PW, WP (both); SC, onlinecardgames.io (own)", choices=get_args(ColumnClose),
    )  # fmt: skip
    endless: bool = rule(False, "columns", "Whether a new column opens whenever one closes.", "RG")

    # match
    match_form: MatchForm = rule(
        "single", "match", "How games make a match.", "WP (best-of, points)", choices=get_args(MatchForm)
    )
    match_games: int = rule(1, "match", "Games of a best-of match, an odd number.", "WP: 5", least=1)
    match_target: int = rule(0, "match", "Points that end a points match.", "ginrummy.wiki: 500")
    match_bonus: int = rule(0, "match", "Points added for winning a points match.", "house choice")
    team_sweep_bonus: int = rule(
        0, "match", "Points for a team of three or more that wins every table.", "seed 000 Tedesco: 25"
    )
    team_sweep_boxes: int = rule(0, "match", "Boxes for a team that wins every table.", "RT: 3")

    def __attrs_post_init__(self) -> None:
        texts = {name: getattr(self, name) for name in DESCRIPTIONS}
        problems = text_problems(texts) + value_problems(rule_values(self), RULES)
        if problems:
            where = texts["name"] if isinstance(texts["name"], str) else ""
            raise RuleSetError(summary_of(problems, where or "this rule set"), problems)

    def evolve(self, *, name: str | None = None, **changes: Any) -> "RuleSet":
        """These rules with some values changed, under another name if one is given.

        Title, summary, sources and notes go along only while no rule changes.

        Raises:
            RuleSetError: If a name is no rule, or the new rules cannot be played.

        Examples:
            >>> RuleSet().evolve(name="ours", knock_limit=7).knock_limit
            7
        """
        known = {*RULES, *DESCRIPTIONS}
        unknown = [
            RuleProblem(each, changes[each], "unknown rule", near_miss(each, known))
            for each in changes
            if each not in known
        ]
        if unknown:
            raise RuleSetError(summary_of(unknown, name or self.name or "evolve"), tuple(unknown))
        kept = {each: getattr(self, each) for each in RULES}
        if any(each in RULES for each in changes):
            kept["name"] = f"{self.name}*" if self.name else ""
        else:
            kept |= {each: getattr(self, each) for each in DESCRIPTIONS}
        if name is not None:
            kept["name"] = name
        return RuleSet(**(kept | changes))

    @property
    def digest(self) -> str:
        """A short fingerprint of the values (16 hexadecimal digits), the same everywhere.

        It is made of the rules that differ from ``standard``: one that is added later, its
        default being what was played all along, changes no digest.
        """
        plain = {name: _plain(value) for name, value in changed_values(self).items()}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def tables(self) -> MeldTables:
        """Sets, runs and deadwood under these rules, compiled when first read.

        Masks and numbers go in and out: bit *i* of a mask is the card of number *i*.

        Examples:
            >>> from ginrules.cards import CardSet
            >>> RuleSet().tables.deadwood(CardSet.parse("A23.456.789.T").mask)
            10
        """
        return meld_tables(self.ranks, self.suits, self.ace_rank, self.min_set, self.min_run, self.card_values)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of seats that a table may have, ascending.

        Examples:
            >>> RuleSet().table_sizes
            (2,)
        """
        return table_sizes(self.seating, self.player_counts)

    @property
    def has_upcard(self) -> bool:
        """Whether a card is turned up after the deal.

        Examples:
            >>> RuleSet().has_upcard, RuleSet(opening="eleven-cards").has_upcard
            (True, False)
        """
        match self.opening:
            case "upcard-offer" | "open-card":
                return True
            case "eleven-cards" | "no-upcard":
                return False

    @property
    def names_defender_melds(self) -> bool:
        """Whether defenders name their own melds, which are else counted at their best."""
        match self.defender_melds:
            case "best":
                return False
            case "named":
                return True

    @property
    def ace_limit(self) -> int:
        """The deadwood that an ace as the card that sets the limit allows, in points."""
        match self.ace_upcard:
            case "gin-only":
                return 0
            case "one":
                return 1

    @property
    def has_layoffs(self) -> bool:
        """Whether defenders may lay off after a knock."""
        match self.layoff:
            case "knock-only" | "including-gin":
                return True
            case "none":
                return False

    @property
    def lays_off_after_gin(self) -> bool:
        """Whether defenders may lay off after gin, as after a knock."""
        match self.layoff:
            case "knock-only" | "none":
                return False
            case "including-gin":
                return True

    def hand_size_for(self, seats: int) -> int:
        """Cards dealt to each of so many seats.

        Raises:
            RuleSetError: If the rule is a table without a value for so many seats.
        """
        return self._for_number("hand_size", seats)

    def target_for(self, team_size: int) -> int:
        """Points that end a game for sides of so many players; 0 if there is no target.

        Raises:
            RuleSetError: If the rule is a table without a value for so many players of a side.
        """
        return self._for_number("target", team_size)

    def rounds_for(self, seats: int) -> int:
        """Decided rounds that end a game of so many seats; 0 if rounds do not end it.

        Raises:
            RuleSetError: If the rule is a table without a value for so many seats.
        """
        return self._for_number("rounds", seats)

    def _for_number(self, name: str, number: int) -> int:
        value: int | Mapping[int, int] = getattr(self, name)
        whole = index_of(number)
        if whole is not None and isinstance(value, int):
            return value
        if whole is not None and whole in value:  # type: ignore[operator]
            return value[whole]  # type: ignore[index]
        known = "every whole number" if isinstance(value, int) else ", ".join(map(str, value))
        given = shown(number)
        raise RuleSetError(f"{name} has no value for {given}: it has values for {known}", number=given)

    def __repr__(self) -> str:
        told = {name: getattr(self, name) for name in DESCRIPTIONS if getattr(self, name)}
        told |= changed_values(self)
        return f"RuleSet({', '.join(f'{name}={value!r}' for name, value in told.items())})"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        told = {name: getattr(self, name) for name in DESCRIPTIONS}
        return _restored, (tuple((told | changed_values(self)).items()),)


def expect_rules(rules: object) -> None:
    """Refuse what is not a rule set.

    Raises:
        WrongTypeError: If it is not; the message says how to get one.
    """
    if isinstance(rules, RuleSet):
        return
    hint = 'ginrules.preset("standard") gives one by its name'
    if isinstance(rules, str):
        hint = f"ginrules.preset({shown(rules)}) gives the preset of that name"
    elif isinstance(rules, os.PathLike):
        hint = "ginrules.load_rules(path) reads a rule file"
    expect(rules, RuleSet, "a RuleSet", hint)


DESCRIPTIONS: Final = ("name", "title", "summary", "sources", "notes")

RULES: Final[Mapping[str, Rule]] = {
    field.name: found for field in attrs.fields(RuleSet) if (found := described(field)) is not None
}
"""Every rule by name, in the order of the rule card."""

DEFAULTS: Final[Mapping[str, Any]] = {
    field.name: field.default for field in attrs.fields(RuleSet) if field.name in RULES
}


def rule_values(rules: RuleSet) -> dict[str, Any]:
    """Every rule's value by name, in the order of the rule card."""
    return {name: getattr(rules, name) for name in RULES}


def changed_values(rules: RuleSet) -> dict[str, Any]:
    """The rules that differ from ``standard``, by name."""
    return {name: value for name, value in rule_values(rules).items() if value != DEFAULTS[name]}


def _plain(value: Any) -> Any:
    return {str(number): each for number, each in value.items()} if isinstance(value, ByNumber) else value


@lru_cache(maxsize=256)
def _restored(items: tuple[tuple[str, Any], ...]) -> RuleSet:
    return RuleSet(**dict(items))
