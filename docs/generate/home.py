"""The pictures and figures of the first page."""

from typing import Final

from docs.generate.figures import figures
from docs.generate.pictures import image

INSTALL: Final = "pip install '.[cli]'"
"""The command that installs it; from a checkout until it is on the package index."""

_FIGURES: Final = (
    ("presets", "rule sets with their sources, and your own in one line"),
    ("rules", "rules that can be set, each checked and explained"),
    ("seats", "seats, each for itself or in teams"),
    ("speed_times", "as fast as OpenSpiel’s C++ at random rounds, in the compiled core"),
    ("steps", "steps per second in one array of rounds, in the compiled core"),
)


def context() -> dict[str, str]:
    """Return the values for the template of the first page; it shows the same pictures as the README."""
    table = "A round of Oklahoma gin as one player sees it: a hand sorted into melds, and the discard pile."
    plot = "The differences between standard and Oklahoma, with their intervals."
    return {
        "table": image("table", table, place="assets/"),
        "plot": image("differences", plot, place="assets/"),
        "install": INSTALL,
        "presets": figures()["presets"],
    }


def figures_list() -> str:
    """Return the figures of the first page."""
    numbers = {**figures(), "speed_times": f"{figures()['speed']} ×"}
    items = "".join(f"<li><strong>{numbers[name]}</strong> {about}</li>" for name, about in _FIGURES)
    return f'<ul class="gin-figures">{items}</ul>'
