"""The page of all errors: class and code, the keys of ``details`` from the source, and the remedy."""

import ast
from collections import defaultdict
from typing import Final

from docs.generate.addresses import ROOT
from docs.generate.preset_pages import table
from docs.generate.reference import public_names
from docs.generate.search_words import errors_text
from ginrules import errors

_HEAD: Final = """---
hide:
  - toc
---

# Errors by code

You catch every error of the library as `GinRulesError`. Match its `code`, which stays the same when a message
changes. `details` holds the values behind the message. Every message also says how to mend the fault in this case.

```python
>>> import ginrules as gin
>>> try:
...     gin.CardSet.parse("7h 7x")
... except gin.GinRulesError as error:
...     print(error.code, error.details)
parse-error {}

```

"""
_NO_DETAILS: Final = {"action", "state", "problems"}


def page() -> str:
    """Return the page: one row for each error, those of illegal actions last."""
    keys_of = details()
    rows = []
    for name in public_names("ginrules.errors"):
        error = getattr(errors, name)
        meaning, _, remedy = errors_text(name).partition(". ")
        keys = ", ".join(f"``{key}``" for key in sorted(keys_of[name]))
        code = f"``{error.code}``{{: #{error.code} }}<br>`{name}`"
        rows.append((code, f"{meaning.rstrip('.')}.", keys, remedy))
    return _HEAD + table(("code and class", "meaning", "details", "remedy"), rows) + "\n"


def details() -> dict[str, set[str]]:
    """Return the keys of the details of every error, from all places that make it."""
    keys: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "ginrules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (name := getattr(node.func, "id", getattr(node.func, "attr", ""))):
                keys[name] |= {word.arg for word in node.keywords if word.arg and word.arg not in _NO_DETAILS}
    return keys
