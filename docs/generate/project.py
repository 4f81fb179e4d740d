"""Pages from other files of the project: commands, changelog, license, measurements, the notebook, a report."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from docs.generate.markdown import ROOT, page
from ginrules.cli.app import new_app
from ginrules.lab import compare
from ginrules.lab.report import html

NOTEBOOK: Final = ROOT / "examples" / "first_hour.ipynb"

_COMMANDS: Final = """# Commands

Every command of `ginrules` with its options. `ginrules COMMAND --help` prints the same text. The exit status is 0 for
success, 1 if a check found problems, 2 for an error, and 130 after an interruption.
"""

_LICENSE: Final = """# License

You may use, change and sell ginrules, even in closed programs and commercial games. Keep the notice below with every
copy. Nothing else is asked of you.

```text
{text}
```
"""


def files() -> Iterator[tuple[str, str | bytes]]:
    """Yield the pages with their places."""
    yield "commands.md", commands()
    yield "changelog.md", _text("CHANGELOG.md").replace("](docs/", "](")
    yield "license.md", _LICENSE.format(text=_text("LICENSE").strip())
    yield "measurements.md", _text("benchmarks/README.md").replace("](../docs/", "](")
    yield (
        "notebook.md",
        page([part for cell in json.loads(_text("examples/first_hour.ipynb"))["cells"] for part in _cell(cell)]),
    )
    yield "assets/lab-report.html", html(compare("standard", "oklahoma", rounds=400))
    yield "assets/vectors.zip", (ROOT / "tests" / "data" / "vectors.zip").read_bytes()


def _text(place: str) -> str:
    return (ROOT / place).read_text(encoding="utf-8")


def commands() -> str:
    """Return the page of all commands, as the program describes itself."""
    _, _, sections = new_app().generate_docs(output_format="markdown").partition("\n## ginrules ")
    heading = re.compile(r"^## ginrules (\w+)", re.MULTILINE)
    sections = sections.replace(" -m docs.generate", "")  # cyclopts adds the module that runs
    return _COMMANDS + heading.sub(r"## ginrules \1 { #\1 }", f"\n## ginrules {sections}")


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    """Yield a cell of the notebook with its outputs."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        if "text/html" in data:
            yield f'<div class="gin-output">{"".join(data["text/html"])}</div>'
        else:
            yield f"```text\n{''.join(data['text/plain'])}\n```"
