"""The pictures and captions of the page for people who have never played: one round, from the deal to the sheet."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final, get_args

import ginrules as gin
from docs.generate.pictures import PLACE, image
from ginrules._support.names import ThemeName
from ginrules.svg import Picture, arrangement_svg, round_svg, sheet_svg
from tools.card_examples.rounds import NAMES, ExampleRound, card_text, example_round, layoff_example, round_example

_RULES: Final = "standard"
_WIDTH: Final = 480
_BO: Final = 1


@cache
def _round() -> ExampleRound:
    shown = example_round(gin.preset(_RULES))
    assert shown is not None
    return shown


def _table(state: gin.RoundState, theme: ThemeName, *, seat: int | None = _BO) -> Picture:
    return round_svg(gin.view(state, seat), theme=theme, width=_WIDTH, names=NAMES[:2])


def _drawn() -> gin.RoundState:
    """Return the round after Bo's first draw from the stock."""
    state = _round().dealt
    for text in ("decline", "decline", "draw"):
        state = gin.apply(state, gin.parse_action(text, state))
    return state


def _hand() -> gin.CardSet:
    shown = _round()
    assert shown.declared is not None
    return shown.declared.hands[_BO]


def _spread() -> gin.RoundState:
    shown = _round()
    assert shown.spread is not None
    return shown.spread


def _defence() -> gin.Defence:
    state = _spread()
    return gin.best_defence(state.hands[0], state.table, state.rules)


def _match() -> gin.MatchState:
    """Return a game that begins with the round of the page and is played to its end."""
    outcome = _round().ended.outcome
    assert outcome is not None
    match = gin.new_match(_RULES, NAMES[:2], results=[outcome])
    for declarer, deadwood in ((0, (0, 26)), (1, (20, 8)), (1, (5, 9)), (0, (4, 30))):
        match = gin.add_round(match, gin.Outcome(declarer=declarer, deadwood=deadwood))
    return match


_PICTURES: Final[Mapping[str, Callable[[ThemeName], Picture]]] = {
    "deal": lambda theme: _table(_round().dealt, theme),
    "draw": lambda theme: _table(_drawn(), theme),
    "melds": lambda theme: arrangement_svg(gin.best_arrangement(_hand(), _RULES), theme=theme),
    "knock": lambda theme: _table(_spread(), theme, seat=None),
    "lay-off": lambda theme: arrangement_svg(_defence(), theme=theme),
    "sheet": lambda theme: sheet_svg(_match(), theme=theme),
}


def _captions() -> dict[str, str]:
    """Return a sentence for each picture, from the round that it shows."""
    begins, spreads, *_ = round_example(_round())
    (laid,) = layoff_example(_round())
    upcard, drawn = _round().dealt.upcard, _drawn()
    assert upcard is not None
    (new,) = drawn.hands[_BO] - _round().dealt.hands[_BO]
    counts = gin.best_arrangement(_hand(), _RULES)
    settled = gin.settle(_match())
    winner = settled.names[_match().winners[0]]
    return {
        "deal": f"Ann deals, and Bo sees this: ten cards, the upcard {card_text(upcard)}, and the stock.",
        "draw": f"Both have passed the upcard. Bo has drawn {card_text(new)} and must discard one of eleven cards.",
        "melds": f"Some turns later Bo's ten cards hold three melds. {counts.deadwood} point of deadwood is left.",
        "knock": f"{begins.partition('. ')[2]} {spreads}",
        "lay-off": laid.removeprefix("Example: "),
        "sheet": f"The first line is this round. {winner} has won the game, and is {abs(settled.net[0])} points ahead.",
    }


def files() -> dict[str, bytes]:
    """Return the six pictures by their places, in both themes."""
    return {
        f"{PLACE}five-{name}-{theme}.svg": str(draw(theme)).encode()
        for name, draw in _PICTURES.items()
        for theme in get_args(ThemeName)
    }


def _figure(name: str) -> str:
    caption = _captions()[name]
    picture = image(f"five-{name}", caption, drawn=_PICTURES[name]("light"), root="../")
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


MARKS: Final[Mapping[str, Callable[[], str]]] = {f"five-{name}": partial(_figure, name) for name in _PICTURES}
"""The marks of the page, each filled with a picture and its caption."""
