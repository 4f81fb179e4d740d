"""A table on a WebSocket, on this machine only: each player gets his view, and no more.

    python examples/view_server.py            # waits for two players, plays one round, stops
    python examples/view_server.py --demo     # brings two players of its own

A player gets JSON: what he may see and, when it is his turn, the actions as texts. He answers with a text.
A wrong one is answered with the library's sentence; the game goes on from the unchanged state.
"""

import argparse
import asyncio
import json
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

import ginrules as gin

HOST = "127.0.0.1"
SECONDS = 60
LONGEST = 300
TRIES = 20


def message(seen: gin.PlayerView) -> dict[str, Any]:
    """What a player is told: a view as plain texts and numbers."""
    return {
        "seat": seen.seat,
        "turn": seen.turn,
        "hand": str(seen.hand),
        "known": [str(cards) for cards in seen.known],
        "hand_sizes": seen.hand_sizes,
        "pile": [str(card) for card in seen.discards],
        "stock": seen.stock_size,
        "table": [str(meld) for meld in seen.table],
        "legal": [str(action) for action in seen.legal],
        "over": seen.is_over,
    }


class Table:
    """One round between the first two who connect; others are told that the table is full."""

    def __init__(self, rules: gin.RuleSet, seed: int) -> None:
        self.state = gin.deal(rules, gin.shuffled(seed, rules))
        self.players: list[ServerConnection] = []
        self.over = asyncio.get_running_loop().create_future()

    async def welcome(self, player: ServerConnection) -> None:
        """Seat a player; the second one starts the round."""
        if len(self.players) == self.state.seats:
            await player.close(1013, "the table is full")
            return
        self.players.append(player)
        if len(self.players) == self.state.seats:
            await self.play()
        await asyncio.wait({self.over})

    async def play(self) -> None:
        """Ask whoever is to act, until the round is over or a player is gone."""
        try:
            while self.state.turn is not None:
                await self.tell()
                self.state = gin.apply(self.state, await self.answer(self.state.turn))
            await self.tell()
        except (ConnectionClosed, TimeoutError) as error:
            print(f"the round is broken off: {type(error).__name__}")
        finally:
            self.over.set_result(self.state)

    async def tell(self) -> None:
        """Send each player the view of his seat."""
        for seat, player in enumerate(self.players):
            await player.send(json.dumps(message(gin.view(self.state, seat))))

    async def answer(self, seat: int) -> gin.Action:
        """A legal action from this seat, asked for a bounded number of times."""
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


async def player(port: int) -> None:
    """A player of the demonstration: begins with nonsense, then reads what it is told and keeps its deadwood low."""
    rules, said_nonsense = gin.preset("standard"), False
    told: dict[str, Any] = {}
    async with connect(f"ws://{HOST}:{port}") as table:
        async for text in table:
            news = json.loads(text)
            told = news if "hand" in news else told  # after an error the last view still holds
            if told["over"]:
                return
            if told["legal"]:
                await table.send(choice(told, rules) if said_nonsense else "fold")
                said_nonsense = True


def choice(told: dict[str, Any], rules: gin.RuleSet) -> str:
    """One of the legal texts: what ends the round or a defence, else the throw that leaves the least."""
    legal: list[str] = told["legal"]
    for text in legal:
        if text.startswith(("big gin", "knock", "spread", "lay off", "done")):
            return text
    left = {f"discard {card}": points for card, points in gin.after_discard(told["hand"], rules).items()}
    return min(legal, key=lambda text: left.get(text, 0))


async def run(port: int, seed: int, *, demo: bool) -> None:
    """Serve one round."""
    table = Table(gin.preset("standard"), seed)
    async with serve(table.welcome, HOST, port, max_size=LONGEST, open_timeout=SECONDS) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"a table at ws://{HOST}:{port}", flush=True)
        players = [asyncio.create_task(player(port)) for _ in range(2)] if demo else []
        state = await table.over
        await asyncio.gather(*players)
    print("the round was not finished" if state.outcome is None else gin.price(state.outcome, state.rules))


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--demo", action="store_true")
    options = parser.parse_args()
    asyncio.run(run(options.port, options.seed, demo=options.demo))


if __name__ == "__main__":
    main()
