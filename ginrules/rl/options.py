"""The options that the environments share: their checks, the rewards, an episode's forms, and how a round is shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from io import BytesIO
from itertools import permutations
from typing import Any, Final, Literal, TypedDict, TypeVar, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import LARGEST_NUMBER
from ginrules._support.values import shown, whole_number
from ginrules.driver.player import NewPlayer
from ginrules.errors import DealError, InvalidRunError
from ginrules.fast._opponents import is_pool
from ginrules.match.advance import new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.play.deal import players_in, seats_at
from ginrules.players.players import Players, factories_of
from ginrules.rules.model import RuleSet, unsupported_rule
from ginrules.scoring.price_numbers import PRICED

EpisodeForm = Literal["round", "game", "match"]
"""The length of an episode: one deal, one game up to the target, or the whole match of the rules."""

RewardKind = Literal["scaled", "points", "win"]
"""The rewards at the end: zero-sum points / ``scale``, the points themselves, or 1 for a win and -1 for a loss."""

IllegalMove = Literal["raise", "lose"]
"""The response to an illegal action: an error, or the loss of the episode."""

RenderMode = Literal["ansi", "human", "svg", "rgb_array"]
"""How a round is shown: text, printed text, a picture, or the pixels of a picture."""

PACKAGES: Final = {"resvg_py": "resvg_py", "PIL": "pillow"}
"""The packages that draw, by module."""

HEIGHT: Final = 560
WIDTH: Final = 700

_PAPER: Final = "#ffffff"


def can_draw() -> bool:
    """Return whether the packages that draw are installed."""
    return all(find_spec(module) is not None for module in PACKAGES)


RENDER_MODES: Final[list[RenderMode]] = ["ansi", "human", "svg", *(["rgb_array"] if can_draw() else [])]  # type: ignore[list-item]
"""The render modes available here: pixels need optional packages."""

SCALE: Final = 100.0
"""Points for a reward of 1."""

OPTIONS: Final = ("order", "dealer", "knock_card")
"""The options of a reset: the first deal."""


class EpisodeOptions(TypedDict, total=False):
    """An episode's parameters in addition to its rules. They are keywords of `env` and `raw_env`."""

    seats: int | None
    episode: EpisodeForm
    players: int | None
    reward: RewardKind
    scale: float
    illegal: IllegalMove
    history: int
    most_rounds: int
    render_mode: RenderMode | None


Choice = TypeVar("Choice", bound=str)


def checked_choice(name: str, value: Choice, kinds: Any) -> Choice:
    """Return an option's value, checked to be among its choices."""
    choices = get_args(kinds)
    if value not in choices:
        raise InvalidRunError(f"{name}: expected {' or '.join(map(repr, choices))}, got {shown(value)}", name=name)
    return value


Pool = Sequence[tuple[NewPlayer | str, float]]
"""A pool of opponents: pairs of a player and its weight."""

Pools = dict[int, tuple[tuple[NewPlayer, float], ...]]
"""The pool of each place: factories and their weights."""


def opponents_of(
    opponents: Players | Pool, learner: int, places: int, *, change_places: bool = True
) -> tuple[dict[int, NewPlayer], ...] | Pools:
    """Return the factory of the player at each place except the learner's, for every order of different opponents.

    Of a pool, it is the pool of each of these places.
    """
    others = [place for place in range(places) if place != learner]
    if is_pool(opponents):
        pool = cast("Pool", opponents)
        made = factories_of([player for player, _ in pool])
        return dict.fromkeys(others, tuple((one, weight) for one, (_, weight) in zip(made, pool, strict=True)))
    factories = factories_of(cast("Players", opponents))
    if len(factories) not in {1, len(others)}:
        raise InvalidRunError(f"opponents: expected one, or {len(others)}, got {len(factories)}", name="opponents")
    seated = tuple(factories[number % len(factories)] for number in range(len(others)))
    orders = dict.fromkeys(permutations(seated)) if change_places and len(factories) > 1 else [seated]
    return tuple(dict(zip(others, order, strict=True)) for order in orders)


def checked_amount(name: str, value: object) -> float:
    """Return the value as a number above zero."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise InvalidRunError(f"{name}: expected a number above 0, got {shown(value)}", name=name)
    return float(value)


def reset_seed(seed: object) -> int | None:
    """Return the seed of a ``reset`` as a plain number of any size, or None for no new seed."""
    return None if seed is None else whole_number("seed", seed, 0, error=DealError)


def largest_loss(rules: RuleSet, seats: int) -> int:
    """Return more points than a seat can lose in one round: a bound from the highest cards and every bonus.

    Under another rule of price it is the bound of all prices.
    """
    if unsupported_rule(rules, PRICED, "price") is not None:
        return seats * LARGEST_NUMBER
    values = sorted((value for value in rules.card_values[: rules.ranks] for _ in range(rules.suits)), reverse=True)
    held = sum(values if rules.open_melds else values[: rules.hand_size_for(seats) + 1])
    bonus = max(
        rules.gin_bonus,
        rules.big_gin_bonus,
        rules.undercut_bonus,
        rules.gin_off_bonus,
        rules.knock_bonus,
        rules.refusal_bonus if rules.doubling else 0,
    )
    factor = rules.spade_multiplier * (rules.doubling_limit if rules.doubling else 1)
    pairs = 1 if seats == 2 and rules.score_mode == "gain" else seats
    return int((held + bonus) * factor * pairs)


def rewards_of(net: NDArray[np.float64], reward: RewardKind, scale: float) -> NDArray[np.float64]:
    """Return the rewards for zero-sum points, whose last axis is the players."""
    match reward:
        case "points":
            return net
        case "scaled":
            return net / scale
        case "win":
            sides = np.sign(net)
            count = (sides[..., :, None] == sides[..., None, :]).sum(axis=-1)  # who share with this player
            shares: NDArray[np.float64] = sides / count
            return shares


def checked_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the checked options, without unknown names, since PettingZoo's own test passes one."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise DealError(f"expected options in a dictionary, got {shown(options)}")
    for name in options:
        near = [] if name in OPTIONS else get_close_matches(str(name), OPTIONS, n=1)
        if near:
            raise DealError(f"{shown(name)} is not an option of reset: did you mean {near[0]!r}?", option=str(name))
    return options


def rules_of_form(rules: RuleSet, form: EpisodeForm) -> RuleSet:
    """Return an episode's rules: a game is a match with a single game in one column."""
    match form:
        case "round":
            return rules
        case "match":
            return rules.evolve(name=rules.name, endless=False)
        case "game":
            return rules.evolve(name=rules.name, endless=False, columns=1, column_weights=(1,), match_form="single")


def tables_of(rules: RuleSet, form: EpisodeForm, seats: int | None, players: int | None) -> tuple[int, tuple[int, ...]]:
    """Return the number of players, and the numbers of seats that the tables of an episode can have.

    None is the smallest table, or the smallest number of players, that the rules allow.
    """
    name, chosen, other, wrong = (
        ("seats", seats, "players", players) if form == "round" else ("players", players, "seats", seats)
    )
    if wrong is not None:
        raise InvalidRunError(
            f"an episode of one {form} takes {name}, got {other}={shown(wrong)}: name {name} instead", name=other
        )
    if form == "round":
        places = seats_at(rules, chosen)
        return places, (places,)
    number = players_in(rules, chosen, error=InvalidRunError)
    most = len(new_match(rules, number).due[0].players)
    if rules.game_end == "target":
        return number, (most,)
    return number, tuple(size for size in rules.table_sizes if size <= most)


def net_of(match: MatchState) -> tuple[float, ...]:
    """Return the gain of each player of a match, in points, with the sum zero.

    In a match with a captain or with three scores, players settle with each other one by one. Each member of a team
    gains the net of the team. A best-of match counts games.
    """
    settlement = settle(match)
    gains = [0.0] * len(match.players)
    if match.rules.match_form == "best-of":
        for own, other in ((0, 1), (1, 0)):
            for player in match.sides[own]:
                gains[player] = float(match.accounts[own] - match.accounts[other])
    elif match.rules.seating == "partnership":
        for side, players in enumerate(match.sides):
            for player in players:
                gains[player] = float(settlement.net[side])
    else:
        for payment in settlement.payments:
            gains[payment.payer] -= payment.points
            gains[payment.payee] += payment.points
    return tuple(gains)


# --- a round shown as text, as a picture, or as an array of pixels for videos, drawn by resvg ---------------


def ensure_drawn(render_mode: str | None) -> None:
    """Check that the packages for a render mode are installed."""
    if render_mode == "rgb_array" and not can_draw():
        packages = " ".join(PACKAGES.values())
        raise InvalidRunError(
            f"render_mode 'rgb_array' needs two packages: pip install {packages}", name="render_mode", needs=packages
        )


def pixels(svg: object) -> NDArray[np.uint8]:
    """Return a picture as an array of 560 × 700 × 3: large pictures are scaled down, small pictures get a margin."""
    import resvg_py
    from PIL import Image, ImageOps

    png: Any = resvg_py.svg_to_bytes(svg_string=str(svg), background=_PAPER)
    drawn = Image.open(BytesIO(bytes(png))).convert("RGB")
    return np.array(ImageOps.pad(drawn, (WIDTH, HEIGHT), color=_PAPER))


def rendered(
    mode: str | None, text: Callable[[], str], picture: Callable[[], object]
) -> str | NDArray[np.uint8] | None:
    """Return a round's text or picture, or print the text, according to the render mode."""
    match mode:
        case "ansi":
            return text()
        case "svg":
            return str(picture())
        case "rgb_array":
            return pixels(picture())
        case "human":
            print(text())  # noqa: T201 - this mode prints
            return None
        case _:
            raise InvalidRunError(
                "no render_mode was chosen: make the environment with 'ansi', 'human', 'svg' or 'rgb_array'"
            )
