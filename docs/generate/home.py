"""The pictures and figures of the first page."""

from typing import Any, Final

from docs.generate import downloads, page_game, readme
from docs.generate.figures import figures
from docs.generate.pictures import image

_FIGURES: Final = (
    ("presets", "rule sets with their sources, and your own in one line"),
    ("rules", "rules that can be set, each checked and explained"),
    ("seats", "seats, each for itself or in teams"),
    ("speed_times", "as fast as OpenSpiel’s C++ at random rounds, at least, on one core"),
    ("steps", "steps per second in one array of rounds, at least, on one core"),
)


def context() -> dict[str, Any]:
    """Return the values for the template of the first page, which shows the pictures of the README."""
    table = "A round of Oklahoma gin as one player sees it: a hand sorted into melds, and the discard pile."
    plot = "The differences between standard and Oklahoma, with their intervals."
    return {
        "plot": image("differences", plot, place="assets/", drawn=_stored("differences"), at_once=True),
        "install": downloads.install_line(),
        "in_checkout": downloads.install_line() == downloads.IN_A_CHECKOUT,
        "downloads": downloads.names(),
        "game": page_game.element(
            "oklahoma", image("table", table, place="assets/", drawn=_stored("table"), at_once=True)
        ),
        "has_game": page_game.is_there(),
        "presets": figures()["presets"],
    }


def _stored(name: str) -> str:
    return (readme.ASSETS / f"{name}-light.svg").read_text(encoding="utf-8")


def figures_list() -> str:
    """Return the figures of the first page."""
    numbers = {**figures(), "speed_times": f"{figures()['speed']} ×"}
    items = "".join(f"<li><strong>{numbers[name]}</strong> {about}</li>" for name, about in _FIGURES)
    return f'<ul class="gin-figures">{items}</ul>'
