"""``python -m ginrules`` is the command ``ginrules``."""

from ginrules.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
