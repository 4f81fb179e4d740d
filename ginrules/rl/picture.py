"""A round shown as text, as a picture, or as an array of pixels for videos, drawn by resvg."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.errors import InvalidRunError

PACKAGES: Final = {"resvg_py": "resvg_py", "PIL": "pillow"}
"""The packages that draw, by module."""

HEIGHT: Final = 560
WIDTH: Final = 700

_PAPER: Final = "#ffffff"


def can_draw() -> bool:
    """Return whether the packages that draw are installed."""
    return all(find_spec(module) is not None for module in PACKAGES)


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
