"""A page for every example: its description, its files, and its output.

The outputs are kept in ``docs/generate/outputs``; the test that runs the examples compares them, and
``python -m docs.generate.example_pages`` writes them again.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from docs.generate.addresses import ROOT

EXAMPLES: Final = ROOT / "examples"
OUTPUTS: Final = Path(__file__).parent / "outputs"
_VARYING: Final = re.compile(r"\d+\.\d(?= s\b)")
_LANGUAGES: Final = {"py": "python", "toml": "toml", "js": "javascript", "mjs": "javascript", "ts": "typescript"}


@attrs.frozen(kw_only=True)
class Example:
    """An example that has a page.

    Attributes:
        title: The heading of its page.
        files: Its files; the head of the first describes the example.
        options: The arguments after the file on the command line; None if it is not run alone.
        needs: The packages that it needs, in addition to the library.
    """

    title: str
    files: tuple[str, ...]
    options: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()


PAGES: Final[Mapping[str, Example]] = {
    "keep_low": Example(title="A player", files=("keep_low.py",)),
    "two_bots": Example(title="Two players compared", files=("two_bots.py",), options=("--deals", "10")),
    "hollywood_night": Example(title="A Hollywood match", files=("hollywood_night.py",), options=()),
    "partners": Example(title="Two against two", files=("partners.py",), options=()),
    "own_rules": Example(title="Rules in a file", files=("own_rules.py", "own_rules.toml"), options=()),
    "counting_gin": Example(title="Hands that are gin", files=("counting_gin.py",), options=("--hands", "500")),
    "property_rules": Example(
        title="Claims about rules", files=("property_rules.py",), options=(), needs=("hypothesis",)
    ),
    "exact_equilibrium": Example(
        title="A small game, solved", files=("exact_equilibrium.py",), options=("--bonuses", "0"),
        needs=("pyspiel",),
    ),
    "tune_a_player": Example(title="Tune a player", files=("tune_a_player.py",), options=(), needs=("optuna",)),
    "sb3_maskable": Example(
        title="Learn with Stable-Baselines3", files=("sb3_maskable.py",), needs=("pettingzoo", "sb3_contrib")
    ),
    "ppo_pytorch": Example(title="PPO with PyTorch", files=("ppo_pytorch.py",), needs=("gymnasium", "torch")),
    "process_bot": Example(title="A player in another process", files=("process_bot.py", "process_bot.js")),
    "language_model": Example(title="A language model plays", files=("language_model.py",)),
    "web_table": Example(
        title="A table in the browser",
        files=tuple(f"web_table/{name}" for name in ("server.py", "tables.py", "store.py", "pages.py", "seat.js")),
    ),
    "gin_table": Example(
        title="A web component",
        files=("gin_table/src/gin-table.ts", "gin_table/src/words.ts"),
    ),
    "port": Example(title="An engine of its own", files=("port/gin.mjs",)),
    "typescript_client": Example(title="A client in TypeScript", files=("typescript_client/client.ts",)),
}  # fmt: skip


def navigation() -> list[dict[str, str]]:
    """Return the entries of the navigation."""
    return [{example.title: f"examples/{name}.md"} for name, example in PAGES.items()]


def pages() -> dict[str, str]:
    """Return every page by its place in the docs."""
    return {f"examples/{name}.md": page(name) for name in PAGES}


def page(name: str) -> str:
    """Return the page of an example, as Markdown."""
    example = PAGES[name]
    parts = [f"# {example.title}", _about(EXAMPLES / example.files[0])]
    if example.needs:
        parts.append(f"Packages: {', '.join(example.needs)}.")
    for file in example.files:
        language = _LANGUAGES[file.rpartition(".")[2]]
        parts.append(f'```{language} title="{file}"\n{(EXAMPLES / file).read_text(encoding="utf-8").rstrip()}\n```')
    if example.options is not None:
        options = "".join(f" {word}" for word in example.options)
        parts.append(f"`python examples/{example.files[0]}{options}` prints:")
        parts.append(f"```text\n{output(name).rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def output(name: str) -> str:
    """Return the stored output of an example."""
    return (OUTPUTS / f"{name}.txt").read_text(encoding="utf-8")


def printed(name: str, folder: Path) -> str:
    """Run an example in a folder and return its output; seconds are left out.

    Raises:
        subprocess.CalledProcessError: If it fails.
    """
    example = PAGES[name]
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-W", "error", EXAMPLES / example.files[0], *(example.options or ())],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, name, done.stdout, done.stderr)
    return _VARYING.sub("…", done.stdout)


def _about(file: Path) -> str:
    """Return the description at the head of a file: its docstring, or its first comment."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return ast.get_docstring(ast.parse(text)) or ""
    lines = [line.removeprefix("// ") for line in text.splitlines() if line.startswith("//")]
    return next(iter(lines), "").rstrip(":.") + "."


if __name__ == "__main__":
    OUTPUTS.mkdir(exist_ok=True)
    for key, one in PAGES.items():
        if one.options is not None:
            (OUTPUTS / f"{key}.txt").write_text(printed(key, ROOT), encoding="utf-8")
