"""Coverage-guided fuzzing of one harness of `harnesses.py`; needs atheris, which has wheels for CPython 3.11 to 3.13.

    pip install atheris
    python -m tests.fuzz.fuzz_texts rules CORPUS_FOLDER -max_total_time=3600

run from the root of the repository. The folder is filled with the corpus of the harness first. A crash is an
exception that is not a `GinRulesError`, a value that does not survive being written and read, or a text that
takes over ten seconds; add the text to ``tests/fuzz/corpus``, and its case to a test.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ginrules"]):
    from tests.fuzz.harnesses import HARNESSES


def main() -> None:
    name, *rest = sys.argv[1:]
    harness = HARNESSES[name]
    for folder in [Path(word) for word in rest if not word.startswith("-")][:1]:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(harness.corpus()):
            (folder / f"{name}-{number}").write_text(text, encoding="utf-8")

    def one_input(data: bytes) -> None:
        harness.read(data.decode("utf-8", errors="surrogateescape"))

    atheris.Setup([sys.argv[0], *rest, "-timeout=10", "-max_len=20000"], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
