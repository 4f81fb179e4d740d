"""The pictures of the site, all drawn by the library: presets, the gallery, and the five minutes for beginners."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, Final, get_args

import ginrules as gin
from docs.generate import measured_rules
from docs.generate.markdown import page
from ginrules._support.names import ThemeName
from ginrules.svg import Picture, arrangement_svg, picture_of, round_svg, sheet_svg

PLACE: Final = "assets/pictures/"
"""The folder of the pictures."""

_SEED: Final = 30
_WIDTH: Final = 480
_OTHERS: Final = ("Ann", "Bo", "Cleo", "Dan", "Eva")
_PIXELS: Final = re.compile(r'width="([\d.]+)" height="([\d.]+)"')

_ROUND: Final = """\
value = gin.deal("oklahoma", seed=5)
for text in "decline", "decline", "draw":
    value = gin.apply(value, gin.parse_action(text, value))"""

_HAND: Final = 'hand = gin.CardSet.parse("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac")\n'

GALLERY: Final = (
    ("round", "A round, every card open", "Hands are sorted by their best melds, with the deadwood left.", _ROUND),
    (
        "view",
        "What one seat can know",
        "The same table as seat 1 has it: a view has no other cards, so the picture cannot show them.",
        f"{_ROUND}\nvalue = gin.view(value, 1)",
    ),
    (
        "open-melds",
        "Melds on the table",
        "Mahjong gin: melds are laid down during play, and others can add to them.",
        """\
from ginrules.players import Greedy

player, value = Greedy(), gin.deal("mahjong-gin", seed=2)
while len(value.table) < 4:
    view = gin.view(value, value.turn)
    value = gin.apply(value, player.choose(view))""",
    ),
    (
        "six",
        "Six at a table",
        "Tables of two to six seats, each player alone.",
        'value = gin.deal("knock-rummy", seats=6, seed=2)\nvalue = gin.view(value, 0)',
    ),
    (
        "hand",
        "A hand",
        "The arrangement with the least deadwood.",
        f'{_HAND}value = gin.best_arrangement(hand, "standard")',
    ),
    (
        "defence",
        "The best defence",
        "The melds and lay-offs that leave the least against a knock.",
        f'{_HAND}spread = ["Ks Kc Kd", "5s 6s 7s", "9c Tc Jc"]\nvalue = gin.best_defence(hand, spread, "standard")',
    ),
    (
        "sheet",
        "A score sheet",
        "Hollywood: three games side by side.",
        """\
value = gin.new_match("hollywood", ["Ann", "Bo"])
for knocker, deadwood in [
    (0, (3, 21)), (0, (0, 30)), (1, (15, 4)),
    (0, (2, 30)), (1, (25, 6)), (0, (7, 31)),
]:
    result = gin.Outcome(declarer=knocker, deadwood=deadwood)
    value = gin.add_round(value, result)""",
    ),
)
"""The pictures of the gallery: the name of the file, a heading, a sentence, and the lines that make ``value``."""

_HEAD: Final = """# Gallery

Every picture here was drawn by the library when this site was built. The lines below a picture draw it. A notebook
shows a value's picture if you write its name in a cell. [Pictures](reference/pictures.md) has the functions.
`picture.save("round.svg")` writes a picture to a file, `ginrules compare A B --plot FILE` draws a comparison."""


def files() -> Iterator[tuple[str, str]]:
    """Yield the pictures with their places, in both themes, and the gallery."""
    yield "gallery.md", page([_HEAD, *map(_part, GALLERY)])
    for theme in get_args(ThemeName):
        yield f"{PLACE}rule-effects-{theme}.svg", measured_rules.picture(theme)
        for name, _, _, code in GALLERY:
            yield f"{PLACE}{name}-{theme}.svg", str(_picture(code, theme))
        for key in gin.preset_names(shown=True):
            yield f"{PLACE}preset-{key}-{theme}.svg", str(preset_picture(key, theme))
        for name, draw in _FIVE.items():
            yield f"{PLACE}five-{name}-{theme}.svg", str(draw(theme))


def image(name: str, alt: str, drawn: object, *, root: str = "") -> str:
    """Return the elements that show a picture: that of the reader's theme is loaded.

    Args:
        name: The name of its files, without theme.
        alt: Its description.
        drawn: The picture, whose size the page reserves.
        root: The way from the page to the first page.
    """
    size = _PIXELS.search(str(drawn))
    assert size is not None
    return "".join(
        f'<img class="gin-picture-of" src="{root}{PLACE}{name}-{theme}.svg#only-{theme}" '
        f'alt="{escape(alt)}" width="{size[1]}" height="{size[2]}" loading="lazy">'
        for theme in get_args(ThemeName)
    )


def _part(shown: tuple[str, str, str, str]) -> str:
    name, title, about, code = shown
    picture = _picture(code)
    is_round = isinstance(_value(code), gin.RoundState | gin.PlayerView)
    call = f"gin.svg.round_svg(value, width={_WIDTH})" if is_round else "gin.svg.picture_of(value)"
    drawn = image(name, picture.title, picture, root="../")
    return (
        f"## {title}\n\n{about}\n\n<p>{drawn}</p>\n\n```python\nimport ginrules as gin\n\n{code}\npicture = {call}\n```"
    )


def _picture(code: str, theme: ThemeName = "light") -> Picture:
    value = _value(code)
    is_round = isinstance(value, gin.RoundState | gin.PlayerView)
    return round_svg(value, theme=theme, width=_WIDTH) if is_round else picture_of(value, theme=theme)


@cache
def _value(code: str) -> Any:
    names: dict[str, Any] = {"gin": gin}
    exec(code, names)
    return names["value"]


def preset_picture(key: str, theme: ThemeName = "light") -> Picture:
    """Return the table when a round of a preset begins, as the first seat to act sees it."""
    rules = gin.preset(key)
    state = gin.deal(rules, seats=rules.table_sizes[0], seed=_SEED)
    view = gin.view(state, 0 if state.turn is None else state.turn)
    others = iter(_OTHERS)
    names = ["You" if seat == view.seat else next(others) for seat in range(view.seats)]
    return round_svg(view, theme=theme, width=_WIDTH, names=names)


# the page for people who have never played: one round, from the deal to the sheet


_PLAYERS: Final = ("Ann", "Bo")
_PLAYED: Final = """
decline, decline, draw, discard Kc, draw, discard Ks, draw, discard Jd, draw, discard 8c, take, discard Th, take,
discard 8h, take, discard 7d, draw, discard 7s, draw, discard 6d, draw, discard 6s, draw, discard 9d, draw, discard 5d,
draw, discard Qd, draw, discard Kd, draw, discard 5s, draw, discard 5c, draw, discard Tc, draw, discard 5h, take,
knock 3c, spread 2c 2d 2s / 8c 8d 8h / 3h 4h 5h, lay off 2h on 2, lay off Ah on 2, done
"""


@cache
def _states() -> list[gin.RoundState]:
    """Return the positions of the round, from the deal to the end."""
    states = [gin.deal("standard", seed=13)]
    for text in _PLAYED.split(","):
        states.append(gin.apply(states[-1], gin.parse_action(text.strip(), states[-1])))
    return states


_DEALT, _DRAWN, _KNOCKED, _SPREAD, _ENDED = 0, 3, -5, -4, -1
"""Places of positions: after the deal, Bo's first draw from the stock, the knock, its spread, and at the end."""


def _table(place: int, theme: ThemeName, seat: int | None = 1) -> Picture:
    return round_svg(gin.view(_states()[place], seat), theme=theme, width=_WIDTH, names=_PLAYERS)


def _melds(theme: ThemeName) -> Picture:
    return arrangement_svg(gin.best_arrangement(_states()[_KNOCKED].hands[1], "standard"), theme=theme)


def _layoff(theme: ThemeName) -> Picture:
    spread = _states()[_SPREAD]
    return arrangement_svg(gin.best_defence(spread.hands[0], spread.table, spread.rules), theme=theme)


def _sheet(theme: ThemeName) -> Picture:
    """Return the sheet of a game that begins with the round of the page."""
    outcome = _states()[_ENDED].outcome
    assert outcome is not None
    match = gin.new_match("standard", _PLAYERS, results=[outcome])
    for declarer, deadwood in ((0, (0, 26)), (1, (20, 8)), (1, (5, 9)), (0, (4, 30))):
        match = gin.add_round(match, gin.Outcome(declarer=declarer, deadwood=deadwood))
    return sheet_svg(match, theme=theme)


_FIVE: Final[Mapping[str, Callable[[ThemeName], Picture]]] = {
    "deal": lambda theme: _table(_DEALT, theme),
    "draw": lambda theme: _table(_DRAWN, theme),
    "melds": _melds,
    "knock": lambda theme: _table(_SPREAD, theme, None),
    "lay-off": _layoff,
    "sheet": _sheet,
}
