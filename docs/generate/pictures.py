"""The gallery, and the pictures of other pages: every picture is drawn by the library when the site is built."""

import re
from functools import cache
from html import escape
from typing import Any, Final, get_args

import attrs

import ginrules as gin
from docs.generate.addresses import ROOT
from ginrules._support.names import ThemeName
from ginrules.svg import Picture, picture_of, round_svg

PLACE: Final = "assets/pictures/"
_SEED: Final = 30
_WIDTH: Final = 480
_OTHERS: Final = ("Ann", "Bo", "Cleo", "Dan", "Eva")
_PIXELS: Final = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


@attrs.frozen(kw_only=True)
class Shown:
    """A picture of the gallery.

    Attributes:
        name: The name of its file.
        title: Its heading.
        about: Its subject, in a sentence.
        code: The lines that make ``value``.
    """

    name: str
    title: str
    about: str
    code: str


_ROUND: Final = """\
value = gin.deal("oklahoma", seed=5)
for text in "decline", "decline", "draw":
    value = gin.apply(value, gin.parse_action(text, value))"""

_MATCH: Final = """\
value = gin.new_match("hollywood", ["Ann", "Bo"])
for knocker, deadwood in [
    (0, (3, 21)), (0, (0, 30)), (1, (15, 4)),
    (0, (2, 30)), (1, (25, 6)), (0, (7, 31)),
]:
    result = gin.Outcome(declarer=knocker, deadwood=deadwood)
    value = gin.add_round(value, result)"""

GALLERY: Final = (
    Shown(
        name="round", title="A round, every card open", code=_ROUND,
        about="Hands are sorted by their best melds, with the deadwood that is left.",
    ),
    Shown(
        name="view", title="What one seat can know", code=f"{_ROUND}\nvalue = gin.view(value, 1)",
        about="The same table as seat 1 has it: a view has no other cards, so the picture cannot show them.",
    ),
    Shown(
        name="open-melds", title="Melds on the table", code="""\
from ginrules.players import Greedy

player, value = Greedy(), gin.deal("mahjong-gin", seed=2)
while len(value.table) < 4:
    view = gin.view(value, value.turn)
    value = gin.apply(value, player.choose(view))""",
        about="Mahjong gin: melds are laid down during play, and others can add to them.",
    ),
    Shown(
        name="six", title="Six at a table", code="""\
value = gin.deal("knock-rummy", seats=6, seed=2)
value = gin.view(value, 0)""",
        about="Tables of two to six seats, each player alone.",
    ),
    Shown(
        name="hand", title="A hand", code="""\
hand = gin.CardSet.parse("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac")
value = gin.best_arrangement(hand, "standard")""",
        about="The arrangement with the least deadwood.",
    ),
    Shown(
        name="defence", title="The best defence", code="""\
hand = gin.CardSet.parse("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac")
spread = ["Ks Kc Kd", "5s 6s 7s", "9c Tc Jc"]
value = gin.best_defence(hand, spread, "standard")""",
        about="The melds and lay-offs that leave the least against a knock.",
    ),
    Shown(name="sheet", title="A score sheet", code=_MATCH, about="Hollywood: three games side by side."),
)  # fmt: skip


@cache
def files() -> dict[str, bytes]:
    """Return the pictures of the site by their places, in both themes."""
    made = {}
    for theme in get_args(ThemeName):
        for shown in GALLERY:
            made[f"{shown.name}-{theme}"] = str(_picture(shown, theme))
        for key in gin.preset_names():
            made[f"preset-{key}-{theme}"] = str(preset_picture(key, theme))
    return {f"{PLACE}{name}.svg": text.encode() for name, text in made.items()}


def image(name: str, alt: str, *, drawn: object, root: str = "", place: str = PLACE, at_once: bool = False) -> str:
    """Return the elements that show a picture: the picture for the reader's theme is loaded.

    Args:
        name: The name of its files, without theme.
        alt: Its description.
        drawn: The picture, whose size the page reserves.
        root: The way from the page to the first page.
        place: The folder of its files.
        at_once: Whether it is loaded with the page, since it is on the first screen.
    """
    size = _PIXELS.search(str(drawn))
    assert size is not None
    loading = "eager" if at_once else "lazy"
    return "".join(
        f'<img class="gin-picture-of" src="{root}{place}{name}-{theme}.svg#only-{theme}" '
        f'alt="{escape(alt)}" width="{size[1]}" height="{size[2]}" loading="{loading}">'
        for theme in get_args(ThemeName)
    )


def markdown() -> str:
    """Return the gallery: a heading, a sentence, the picture and the lines that make it, for each."""
    return "\n\n".join(_part(shown) for shown in GALLERY)


def difference() -> str:
    """Return the picture of the comparison on the first page."""
    alt = "Differences from standard to Oklahoma, with their intervals"
    drawn = (ROOT / "docs" / "assets" / "differences-light.svg").read_text(encoding="utf-8")
    return f"<p>{image('differences', alt, drawn=drawn, root='../', place='assets/')}</p>"


def rule_card() -> str:
    """Return a rule card, as a notebook shows it."""
    return f'<div class="gin-output" markdown="0">{gin.preset("oklahoma")._repr_html_()}</div>'


def _part(shown: Shown) -> str:
    picture = _picture(shown)
    image_lines = image(shown.name, picture.title, drawn=picture, root="../")
    code = f"import ginrules as gin\n\n{shown.code}\npicture = {_call(shown)}"
    return f"## {shown.title}\n\n{shown.about}\n\n<p>{image_lines}</p>\n\n```python\n{code}\n```"


def _picture(shown: Shown, theme: ThemeName = "light") -> Picture:
    value = _value(shown)
    is_round = isinstance(value, gin.RoundState | gin.PlayerView)
    return round_svg(value, theme=theme, width=_WIDTH) if is_round else picture_of(value, theme=theme)


def _call(shown: Shown) -> str:
    is_round = isinstance(_value(shown), gin.RoundState | gin.PlayerView)
    return f"gin.svg.round_svg(value, width={_WIDTH})" if is_round else "gin.svg.picture_of(value)"


@cache
def _value(shown: Shown) -> Any:
    names: dict[str, Any] = {"gin": gin}
    exec(shown.code, names)  # noqa: S102 - the lines above
    return names["value"]


def preset_picture(key: str, theme: ThemeName = "light") -> Picture:
    """Return the picture of the table when a round of a preset begins."""
    view = preset_view(key)
    others = iter(_OTHERS)
    names = ["You" if seat == view.seat else next(others) for seat in range(view.seats)]
    return round_svg(view, theme=theme, width=_WIDTH, names=names)


def preset_view(key: str) -> gin.PlayerView:
    """Return the view of the first seat to act when a round of a preset begins."""
    rules = gin.preset(key)
    state = gin.deal(rules, seats=rules.table_sizes[0], seed=_SEED)
    return gin.view(state, 0 if state.turn is None else state.turn)
