"""Start the server: `python examples/web_table --port 8000`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def main() -> None:
    """Serve the tables until the process is stopped."""
    try:
        import uvicorn  # noqa: PLC0415 - without it a sentence, no traceback
    except ModuleNotFoundError as error:
        raise SystemExit(f"{error.name} is not installed: pip install '.[examples]'") from None

    parser = argparse.ArgumentParser(description="Gin rummy tables for people and players of the lab.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 for all")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--tables", default=os.environ.get("GIN_TABLES", "tables.db"), help="the file of tables")
    options = parser.parse_args()
    os.environ["GIN_TABLES"] = options.tables
    sys.path.append(str(Path(__file__).parents[1] / "gin_table"))  # what is sent to a table on a page
    from server import SOCKETS, app  # noqa: PLC0415 - it needs that path

    uvicorn.run(app, host=options.host, port=options.port, log_level="warning", **SOCKETS)


if __name__ == "__main__":
    main()
