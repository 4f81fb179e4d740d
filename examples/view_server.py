"""A table on a WebSocket, on this machine only: a player gets the view of a seat, and no more.

Two built-in players play one round:

    python examples/view_server.py --demo

Without ``--demo`` it prints a link for each seat: give each player one. A link takes its seat once, so that nobody
who has one link can sit at two seats.

A player gets JSON: the view and, in turn, the legal actions as texts. The player answers with a text.
The answer to an illegal action is the library's sentence. The game continues from the unchanged state.
"""

import argparse
import asyncio
import json
import secrets
from typing import Any

try:
    from websockets.asyncio.client import connect
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.exceptions import ConnectionClosed
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[examples]'") from None

import ginrules as gin

HOST = "127.0.0.1"
SECONDS = 60
LONGEST = 300
TRIES = 20


def message(view: gin.PlayerView) -> dict[str, Any]:
    """Return the view as plain texts and numbers."""
    return {
        "seat": view.seat,
        "turn": view.turn,
        "hand": str(view.hand),
        "known": [str(cards) for cards in view.known],
        "hand_sizes": view.hand_sizes,
        "pile": [str(card) for card in view.discards],
        "stock": view.stock_size,
        "table": [str(meld) for meld in view.table],
        "legal": [str(action) for action in view.legal],
        "over": view.is_over,
    }


class Table:
    """One round between the players who have the links of its seats."""

    def __init__(self, rules: gin.RuleSet, seed: int) -> None:
        self.state = gin.deal(rules, gin.shuffled(seed, rules))
        self.links = {secrets.token_urlsafe(16): seat for seat in range(self.state.seats)}
        self.players: dict[int, ServerConnection] = {}
        self.over = asyncio.get_running_loop().create_future()

    async def welcome(self, player: ServerConnection) -> None:
        """Seat a player at the seat of the link, which then is used up; the last player starts the round."""
        path = player.request.path if player.request else ""
        seat = self.links.pop(path.removeprefix("/"), None)
        if seat is None:
            await player.close(1008, "this is no link of a free seat")
            return
        self.players[seat] = player
        if not self.links:
            await self.play()
        await asyncio.wait({self.over})

    async def play(self) -> None:
        """Ask the player to act, until the round is over or a player is gone."""
        try:
            while self.state.turn is not None:
                await self.send_views()
                self.state = gin.apply(self.state, await self.answer(self.state.turn))
            await self.send_views()
        except (ConnectionClosed, TimeoutError) as error:
            print(f"the round is broken off: {type(error).__name__}")
        finally:
            self.over.set_result(self.state)

    async def send_views(self) -> None:
        """Send every player the view of the player's seat."""
        for seat, player in self.players.items():
            await player.send(json.dumps(message(gin.view(self.state, seat))))

    async def answer(self, seat: int) -> gin.Action:
        """Return a legal action of this seat; a player has a limited number of tries."""
        player = self.players[seat]
        for _ in range(TRIES):
            text = await asyncio.wait_for(player.recv(), SECONDS)
            try:
                action = gin.parse_action(str(text), self.state)
            except gin.GinRulesError as error:
                await player.send(json.dumps({"error": str(error)}))
                continue
            refusal = gin.why_illegal(self.state, action)
            if refusal is None:
                return action
            await player.send(json.dumps({"error": str(refusal), "code": refusal.code}))
        raise TimeoutError(f"seat {seat} gave no legal action in {TRIES} tries")


async def player(link: str) -> None:
    """Play for the demonstration: send nonsense first, then keep the deadwood low."""
    rules, said_nonsense = gin.preset("standard"), False
    view: dict[str, Any] = {}
    async with connect(link) as table:
        async for text in table:
            news = json.loads(text)
            view = news if "hand" in news else view  # after an error the last view is still valid
            if view["over"]:
                return
            if view["legal"]:
                await table.send(choice(view, rules) if said_nonsense else "fold")
                said_nonsense = True


def choice(view: dict[str, Any], rules: gin.RuleSet) -> str:
    """Return the legal text that ends the round or a defence, else the discard that leaves the least deadwood."""
    legal: list[str] = view["legal"]
    for text in legal:
        if text.startswith(("big gin", "knock", "spread", "lay off", "done")):
            return text
    left = {f"discard {card}": points for card, points in gin.after_discard(view["hand"], rules).items()}
    return min(legal, key=lambda text: left.get(text, 0))


async def run(port: int, seed: int, *, demo: bool) -> None:
    """Serve one round."""
    table = Table(gin.preset("standard"), seed)
    async with serve(table.welcome, HOST, port, max_size=LONGEST, open_timeout=SECONDS) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        links = [f"ws://{HOST}:{port}/{link}" for link in table.links]
        if not demo:
            print("a link for each seat:", *links, sep="\n", flush=True)
        players = [asyncio.create_task(player(link)) for link in links] if demo else []
        state = await table.over
        await asyncio.gather(*players)
    print("the round was not finished" if state.outcome is None else gin.price(state.outcome, state.rules))


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--seed", type=int, default=secrets.randbits(60), help="the deal; secret if not given")
    parser.add_argument("--demo", action="store_true")
    options = parser.parse_args()
    asyncio.run(run(options.port, options.seed, demo=options.demo))


if __name__ == "__main__":
    main()
