"""Write what the site has beside its written pages: ``python -m docs.generate``, before the site is built.

Pages, pictures and scripts are put into ``docs``, where git ignores them. The last lines name what could not be
made, and what it needs.
"""

import shutil
from typing import Final

from docs.generate import measured_rules, pictures, playground, presets, project, reference, rules, settle
from docs.generate.markdown import ROOT

DOCS: Final = ROOT / "docs"
FOLDERS: Final = ("presets", "reference", "assets/pictures", "assets/printed")
"""Folders that hold nothing else: what has no source any more leaves them."""


def main() -> None:
    """Write all files."""
    for folder in FOLDERS:
        shutil.rmtree(DOCS / folder, ignore_errors=True)
    for part in (presets, rules, measured_rules, reference, project, pictures, settle, playground):
        for place, content in part.files():
            path = DOCS / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for sentence in playground.missing():
        print(f"missing: {sentence}")


if __name__ == "__main__":
    main()
