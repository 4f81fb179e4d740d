"""The measurements, the changelog and the license as pages of the site."""

import re
from typing import Final

from docs.generate.addresses import ROOT

_LICENSE: Final = """# License

You may use, change and sell ginrules, even in closed programs and commercial games. Keep the notice below with every
copy. Nothing else is asked of you.

```text
{text}
```
"""


def changelog() -> str:
    """Return the changelog with its links as links of the site.

    Examples:
        >>> changelog().splitlines()[0]
        '# Changelog'
    """
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.sub(r"\]\(docs/", "](", text)


def measurements() -> str:
    """Return the tables of the benchmarks, and what they hold, with links of the site.

    Examples:
        >>> measurements().splitlines()[0]
        '# Measurements'
    """
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    return re.sub(r"\]\(\.\./docs/", "](", text)


def license_page() -> str:
    """Return the license with a sentence about it."""
    return _LICENSE.format(text=(ROOT / "LICENSE").read_text(encoding="utf-8").strip())
