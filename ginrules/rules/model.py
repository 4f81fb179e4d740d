"""`RuleSet`: every rule of every variant as one flat, frozen value.

The rules themselves are fields of `ginrules.rules.rule_fields`. All defaults together are the
preset ``standard``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Concatenate, Final, ParamSpec

import attrs

from ginrules._support.lazy import above
from ginrules._support.printed import clean
from ginrules._support.values import index_of, shown, wrong_type
from ginrules.cards import Card, as_card
from ginrules.errors import RuleSetError
from ginrules.rules.fields import SECTIONS, Affects, Rule, description_of
from ginrules.rules.problems import near_miss, summary_of, text_problems, unknown_name, value_problems
from ginrules.rules.rule_fields import RuleFields
from ginrules.rules.seats import table_sizes
from ginrules.rules.texts import json_value, term_text
from ginrules.solver.meld_tables import MeldTables, meld_tables

_P = ParamSpec("_P")
_TEN: Final = 10
_STANDARD: Final = 2
"""The version of the values of ``standard``: it changes with any default, and with it every digest."""


def _with_keywords_of(
    fields: Callable[_P, object],  # noqa: ARG001 - its signature alone
) -> Callable[[Callable[..., RuleSet]], Callable[Concatenate[RuleSet, _P], RuleSet]]:
    """Give a method the keywords of a class, for type checkers and editors."""
    return lambda method: method


class _WithTables(RuleFields):
    """A slot for the compiled tables, empty until they are read.

    A cached property of attrs would give `RuleSet` a ``__getattr__``, which makes every rule three times
    as slow to read. Python's cached property would make `ginrules.deadwood` a tenth slower.
    """

    __slots__ = ("_tables",)
    _tables: MeldTables


@attrs.frozen(kw_only=True, cache_hash=True, repr=False)
class RuleSet(_WithTables):
    """The rules of one variant, from the deal to the end of the match.

    Every attribute but the first six is a rule with a default. All defaults together are
    ``standard``. A number that can be absent is 0 for "none". ``name``, ``title``,
    ``summary``, ``sources``, ``notes`` and ``first_dealer`` (how the first dealer is found) describe
    the rules and take no part in ``==``, ``hash`` and ``diff``. A rule set is checked when it is made
    and cannot be changed. ``evolve`` makes another.

    Attributes:
        sections: The rules' names by section: a rule file's tables, in its order.

    Raises:
        RuleSetError: With every fault at once: values out of range and combinations that
            cannot be played.

    Examples:
        >>> import ginrules as gin
        >>> ours = gin.RuleSet(name="our table", knock_limit=7, gin_bonus=20)
        >>> ours.evolve(big_gin=False) == ours
        False
        >>> gin.RuleSet() == gin.RuleSet(name="another name")
        True
        >>> gin.RuleSet.sections["layoff"]
        ('layoff', 'layoff_chain', 'defender_melds')
    """

    sections: ClassVar[Mapping[str, tuple[str, ...]]]

    def __attrs_post_init__(self) -> None:
        texts = {name: getattr(self, name) for name in DESCRIPTIONS}
        problems = text_problems(texts) + value_problems(rule_values(self), RULES)
        if problems:
            where = texts["name"] if isinstance(texts["name"], str) else ""
            raise RuleSetError(summary_of(problems, where or "this rule set"), problems)

    @_with_keywords_of(RuleFields)
    def evolve(self, *, name: str | None = None, **changes: Any) -> RuleSet:
        """Return these rules with some values changed, under another name if one is given.

        Title, summary, sources and notes are kept only if no rule changes. ``first_dealer`` is always kept.

        Raises:
            RuleSetError: If a name is not a rule, or the new rules cannot be played.

        Examples:
            >>> import ginrules as gin
            >>> gin.RuleSet().evolve(name="ours", knock_limit=7).knock_limit
            7
        """
        values: dict[str, Any] = {**changes}
        names = {*RULES, *DESCRIPTIONS}
        unknown = [
            unknown_name(key, value, "rule", key, near_miss(key, names))
            for key, value in values.items()
            if key not in names
        ]
        if unknown:
            raise RuleSetError(summary_of(unknown, name or self.name or "evolve"), tuple(unknown))
        kept = rule_values(self)
        if any(key in RULES for key in values):
            kept |= {"name": f"{self.name}*" if self.name else "", "first_dealer": self.first_dealer}
        else:
            kept |= {key: getattr(self, key) for key in DESCRIPTIONS}
        if name is not None:
            kept["name"] = name
        return RuleSet(**(kept | values))

    @property
    def heading(self) -> str:
        """The title for people to read, or the name, or "House rules" if the rules have neither.

        Examples:
            >>> import ginrules as gin
            >>> gin.RuleSet(name="ours", title="Our table").heading, gin.RuleSet().heading
            ('Our table', 'House rules')
        """
        return clean(self.title) or clean(self.name) or "House rules"

    @property
    def label(self) -> str:
        """The name, or the digest if the rules have no name.

        Examples:
            >>> import ginrules as gin
            >>> gin.RuleSet(name="ours").label, gin.RuleSet().label
            ('ours', 'rules 9bf1d685b6364cb9')
        """
        return clean(self.name) or f"rules {self.digest}"

    @property
    def digest(self) -> str:
        """A short fingerprint of the values (16 hexadecimal digits), the same everywhere.

        It is made of the rules that differ from ``standard`` and of the version of ``standard``: a
        rule that is added later, with the former play as its default, changes no digest.
        """
        import hashlib
        import json

        plain = {name: json_value(value) for name, value in changed_values(self).items()}
        text = f"{_STANDARD} {json.dumps(plain, sort_keys=True, separators=(',', ':'))}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def tables(self) -> MeldTables:
        """Sets, runs and deadwood under these rules, compiled when first read.

        Masks and numbers go in and out: bit *i* of a mask is the card of number *i*.

        Examples:
            >>> import ginrules as gin
            >>> gin.RuleSet().tables.deadwood(gin.CardSet.parse("A23.456.789.T").mask)
            10
        """
        try:
            return self._tables
        except AttributeError:
            tables = meld_tables(self.ranks, self.suits, self.ace_rank, self.min_set, self.min_run, self.card_values)
            object.__setattr__(self, "_tables", tables)
            return tables

    @property
    def has_upcard(self) -> bool:
        """Whether a card is turned up after the deal.

        Examples:
            >>> import ginrules as gin
            >>> gin.RuleSet().has_upcard, gin.RuleSet(opening="eleven-cards").has_upcard
            (True, False)
        """
        return self.opening in {"upcard-offer", "open-card"}

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of seats that a table can have, ascending.

        If players drop out until one is left, that is every number from two.

        Examples:
            >>> import ginrules as gin
            >>> gin.RuleSet().table_sizes
            (2,)
        """
        return table_sizes(self.seating, self.player_counts, self.game_end)

    @property
    def is_for_two(self) -> bool:
        """Whether every table has two seats: one opponent, one dealer and one non-dealer."""
        return self.table_sizes == (2,)

    @property
    def has_layoffs(self) -> bool:
        """Whether defenders can lay off after a knock."""
        return self.layoff != "none"

    @property
    def lays_off_after_gin(self) -> bool:
        """Whether defenders can lay off after gin, as after a knock."""
        return self.layoff == "including-gin"

    def limit_in_force(self, upcard: Card | None = None, knock_card: Card | None = None) -> int:
        """Return the knock limit of a round, in points: a card that sets it can only lower the fixed limit.

        Args:
            upcard: The first card turned up, None if it is unknown or the opening has none.
            knock_card: The second pack's card, None if it is unknown or the rules use none.

        Raises:
            ParseError: If the value that sets the limit is not a card.

        Examples:
            >>> import ginrules as gin
            >>> oklahoma = gin.RuleSet(knock_source="upcard")
            >>> oklahoma.limit_in_force(gin.Card.parse("4h")), oklahoma.limit_in_force(gin.Card.parse("Ah"))
            (4, 0)
        """
        match self.knock_source:
            case "fixed":
                return self.knock_limit
            case "upcard":
                card = upcard
            case "knock-card":
                card = knock_card
        if card is None:
            return self.knock_limit
        rank = as_card(card).rank
        if rank != 1:
            return min(self.knock_limit, int(rank), _TEN)  # pips count, not card values
        match self.ace_upcard:
            case "gin-only":
                return 0
            case "one":
                return min(self.knock_limit, 1)

    def hand_size_for(self, seats: int) -> int:
        """Return the cards dealt to each seat at a table of this many seats.

        Raises:
            RuleSetError: If the rule is a table without a value for this number.
        """
        return self._for_number("hand_size", seats)

    def target_for(self, team_size: int) -> int:
        """Return the points that end a game for sides of this many players. 0 if there is no target.

        Raises:
            RuleSetError: If the rule is a table without a value for this number.
        """
        return self._for_number("target", team_size)

    def rounds_for(self, seats: int) -> int:
        """Return the decided rounds that end a game at a table of this many seats. 0 if rounds do not end it.

        Raises:
            RuleSetError: If the rule is a table without a value for this number.
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
        message = f"{name} has no value for {shown(number)}: it has values for {known}"
        raise RuleSetError(message, number=shown(number))

    def _repr_html_(self) -> str:
        return str(above("rule card").card_html(self))

    def __str__(self) -> str:
        """Return the name of a preset with these values, or an expression of them, as `ginrules.preset` reads it.

        Examples:
            >>> import ginrules as gin
            >>> print(gin.preset("oklahoma"), gin.preset("oklahoma").evolve(knock_limit=7), gin.RuleSet(gin_bonus=30))
            oklahoma oklahoma+knock_limit=7 standard+gin_bonus=30
        """
        presets = above("presets")
        stem = re.split(r"[+*]", self.name)[0]
        base = stem if stem in presets.preset_names() else "standard"
        known = presets.preset(base)
        changes = {name: value for name, value in rule_values(self).items() if value != getattr(known, name)}
        return "+".join([base, *(f"{name}={term_text(value)}" for name, value in changes.items())])

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:
        printer.text(f"preset({str(self)!r})")

    def __repr__(self) -> str:
        changed = (described(self) | changed_values(self)).items()
        return f"RuleSet({', '.join(f'{name}={value!r}' for name, value in changed)})"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _restored, (tuple((described(self) | changed_values(self)).items()),)


def rules_of(rules: RuleSet | str) -> RuleSet:
    """Return a rule set, or the rule set of an expression in a text.

    Every public function that takes rules reads them here.
    """
    value: object = rules
    if isinstance(value, RuleSet):
        return value
    if isinstance(value, str):
        result: RuleSet = above("presets").preset(value)
        return result
    hint = 'ginrules.preset("standard") gives one by its name'
    if isinstance(value, os.PathLike):
        hint = "ginrules.load_rules(path) reads a rule file"
    raise wrong_type("a RuleSet, or rules in a text", value, hint)


DESCRIPTIONS: Final = ("name", "title", "summary", "sources", "notes", "first_dealer")
"""The attributes of a rule set that describe it, and take no part in its play."""


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {name: rule for name, rule in ((field.name, description_of(field)) for field in attrs.fields(RuleSet)) if rule}
)
"""Every rule by name, in the order of the rule card."""

DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {field.name: field.default for field in attrs.fields(RuleSet) if field.name in RULES}
)
"""The value of every rule in ``standard``, by name."""

RuleSet.sections = MappingProxyType(
    {section: tuple(name for name, entry in RULES.items() if entry.section == section) for section in SECTIONS}
)


def rule_values(rules: RuleSet) -> dict[str, Any]:
    """Return the value of every rule by name, in the rule card's order."""
    return {name: getattr(rules, name) for name in RULES}


def changed_values(rules: RuleSet) -> dict[str, Any]:
    """Return the rules that differ from ``standard``, by name."""
    return {name: value for name, value in rule_values(rules).items() if value != DEFAULTS[name]}


def unsupported_rule(rules: RuleSet, known: Container[str], *affects: Affects) -> str | None:
    """Return the first rule with these effects that is neither known nor at its default. None if there is none.

    Code that serves a part of the rules says here which rules it has read. A rule that is added later is unsupported
    until it is named there: the work is then done in the general way, or refused by the rule's name.
    """
    return next(
        (
            name
            for name, rule in RULES.items()
            if name not in known
            and getattr(rules, name) != DEFAULTS[name]
            and (rule.affects in affects or (rule.is_played and "play" in affects))
        ),
        None,
    )


def in_use(rules: RuleSet, name: str) -> bool:
    """Return whether the rule can make a difference under the other values of this rule set."""
    rule = RULES[name]
    return all(condition is None or condition.holds(rules) for condition in (rule.needs, rule.counts))


def described(rules: RuleSet) -> dict[str, Any]:
    """Return the descriptions that a rule set has, by name, without those that say nothing."""
    return {name: value for name in DESCRIPTIONS if (value := getattr(rules, name)) not in ("", (), "lot")}


@lru_cache(maxsize=256)
def _restored(items: tuple[tuple[str, Any], ...]) -> RuleSet:
    return RuleSet(**dict(items))
