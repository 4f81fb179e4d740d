"""Makes the examples on the cards of presets: ``python -m tools.card_examples --write``.

Without ``--write`` it says whether they are those kept in the package.
"""

import argparse
import sys

from ginrules.show.rulecard.card import EXAMPLES
from tools.card_examples.words import examples_text

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    text = examples_text()
    if parser.parse_args().write:
        EXAMPLES.write_text(text, encoding="utf-8")
    sys.stdout.write("equal\n" if text == EXAMPLES.read_text(encoding="utf-8") else "different\n")
