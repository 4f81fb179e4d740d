"""Whether the core can play, and why not."""

from __future__ import annotations

from ginrules.driver.core_spec import core_spec_of
from ginrules.driver.named import as_factories
from ginrules.fast._load import why_missing
from ginrules.fast._plan import KINDS, policy_of, row_of, why_engine
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price_numbers import unsupported_price_rule


def available() -> bool:
    """Return whether the compiled core is available.

    Without it everything is played on the engine.

    Raises:
        CoreError: If the library has another version, or if it is missing and GINRULES_CORE is ``must``.

    Examples:
        >>> import ginrules as gin
        >>> isinstance(gin.fast.available(), bool)
        True
    """
    return why_missing() is None


def why_not(rules: RuleSet | str, players: object = ()) -> str | None:
    """Return why rounds by these rules and players are played on the engine, or None if the core plays them.

    Args:
        rules: The rules.
        players: A function or class that makes a player, or a sequence of these, empty for hands alone.

    Raises:
        CoreError: As `available`.
        InvalidRunError: If the players are not functions or classes that make players.

    Examples:
        >>> import ginrules as gin
        >>> gin.fast.why_not("mahjong-gin") is None, gin.fast.why_not("standard", gin.players.Searching) is None
        (False, False)
    """
    rules = rules_of(rules)
    factories = () if players == () else as_factories(players)
    reason = why_engine(rules)
    if reason is not None:
        return reason
    for new_player in factories:
        spec = core_spec_of(new_player, rules, rules.table_sizes[0])
        if row_of(spec) is None:
            name = getattr(new_player, "__qualname__", type(new_player).__name__)
            price = unsupported_price_rule(rules)
            if price is not None and policy_of(new_player, RuleSet()) is not None:
                return f"the core does not count with {price}, a price that {name} weighs"
            return f"the core does not have the player of {name}: it has {', '.join(sorted(KINDS))}"
    return None
