"""Start the server: `python examples/web_table --port 8000`."""

from __future__ import annotations

import argparse
import os
import socket
from pathlib import Path


def main() -> None:
    """Serve the tables until the process is stopped."""
    try:
        import uvicorn
    except ModuleNotFoundError as error:
        raise SystemExit(f"{error.name} is not installed: pip install '.[examples]'") from None

    parser = argparse.ArgumentParser(description="Gin rummy tables for people and players of the lab.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 for all")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--tables", default=os.environ.get("GIN_TABLES", "tables.db"), help="the file of tables")
    parser.add_argument(
        "--per-address",
        type=int,
        default=os.environ.get("GIN_PER_ADDRESS", "30"),
        help="the tables that one address can open in an hour; it can have four times as many pages open",
    )
    options = parser.parse_args()
    os.environ.update(GIN_TABLES=options.tables, GIN_PER_ADDRESS=str(options.per_address))
    from server import SOCKETS, app

    host = options.host if options.host != "0.0.0.0" else own_address()
    print(f"Tables at http://{host}:{options.port}, kept in {Path(options.tables).resolve()}", flush=True)
    uvicorn.run(app, host=options.host, port=options.port, log_level="warning", **SOCKETS)


def own_address() -> str:
    """Return the address of this machine in its network, to be typed into a phone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it chooses the way out
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


if __name__ == "__main__":
    main()
