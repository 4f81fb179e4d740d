"""Let a language model play gin rummy: any server that takes chats in the usual HTTP form.

Start a model server on your machine, then:

    python examples/language_model.py http://localhost:8080/v1 MODEL
"""

import json
import sys
import urllib.request

import ginrules as gin


def chat_of(address: str, model: str, temperature: float = 0.0) -> gin.players.chat.Chat:
    """Return a chat function for the model of a server."""

    def chat(messages: list[dict[str, str]]) -> str:
        body = json.dumps({"model": model, "messages": messages, "temperature": temperature}).encode()
        request = urllib.request.Request(
            f"{address.rstrip('/')}/chat/completions", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return str(json.load(answer)["choices"][0]["message"]["content"])

    return chat


def main(address: str, model: str, games: int = 8) -> None:
    """Play games against a simple player, and print the result and the illegal replies."""
    player = gin.players.ChatPlayer(chat_of(address, model), name=model)
    print(gin.lab.tournament([player, "simple"], games=games))
    print(player.counts)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
