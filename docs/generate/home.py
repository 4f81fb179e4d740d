"""What the first page shows besides its text: pictures and figures."""

from typing import Final

from docs.generate.figures import figures
from docs.generate.pictures import image

INSTALL: Final = "pip install '.[cli]'"
"""How it is installed; from a checkout until it is on the package index."""

_FIGURES: Final = (
    ("presets", "rule sets with their sources, and yours in a line"),
    ("rules", "rules that can be set, each checked and explained"),
    ("seats", "seats, alone or in teams"),
    ("speed_times", "the random rounds of OpenSpiel’s C++, by the compiled core"),
    ("steps", "steps a second in one array of rounds, by the compiled core"),
)


def context() -> dict[str, str]:
    """Return what the template of the first page fills in; the pictures are those of the README."""
    table = "A round of Oklahoma gin as one player sees it: a hand sorted into melds, and what has been discarded."
    plot = "What changes from standard to Oklahoma: differences with their intervals."
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
