"""What a player that asks a language model counts, apart from the model: a run keeps the counts."""

from __future__ import annotations

from typing import Final

import attrs


@attrs.define
class ChatCounts:
    """The decisions and replies of a `ChatPlayer`: in this process, or in a tournament.

    Attributes:
        decisions: Decisions that the chat function was asked for.
        replies: Its replies, repeated questions included.
        refused: Replies that named no legal action.
        replaced: Decisions that the substitute made, since every reply was refused.
        unreadable: Refused replies that did not end with one action. The other refused ones named an illegal action.
    """

    decisions: int = 0
    replies: int = 0
    refused: int = 0
    replaced: int = 0
    unreadable: int = 0

    def as_plain(self) -> dict[str, int]:
        """Return the counts by name, for JSON."""
        return attrs.asdict(self)

    def __str__(self) -> str:
        return (
            f"{self.decisions:,} decisions, {self.replies:,} replies, {self.refused:,} refused "
            f"({self.unreadable:,} unreadable, {self.refused - self.unreadable:,} illegal), "
            f"{self.replaced:,} decisions made by the substitute"
        )


REPLY_COUNTS: Final = len(attrs.fields(ChatCounts))
