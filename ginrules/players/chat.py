"""A player whose decisions come from a language model, or from any other function that answers messages."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from ginrules._support.printed import clean
from ginrules._support.values import expect, shown, whole_number
from ginrules.driver.named import player_named
from ginrules.driver.player import NewPlayer, Player, is_watching
from ginrules.errors import GinRulesError, InvalidRunError, ParseError, PlayerTooSlowError, WrongTypeError
from ginrules.match.view import MatchView
from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.view import PlayerView

Message = Mapping[str, str]
"""A message: ``role`` is ``system``, ``user`` or ``assistant``, ``content`` its text."""

Chat = Callable[[list[dict[str, str]]], str]
"""A chat function: it takes the messages of a conversation and returns the reply."""

_SECONDS: Final = 120.0
_LONGEST_NAME: Final = 80


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


@attrs.frozen(eq=False)
class ChatPlayer:
    r"""A factory of players whose decisions come from a chat function, such as a language model (a `NewPlayer`).

    For each decision the function gets two messages: the rules (`ginrules.prompts.rules_prompt`) and the position as
    the seat sees it (`ginrules.prompts.view_prompt`). A reply that names no legal action is sent back with the reason.
    After the last try a substitute decides, and the decision is counted in ``counts``: illegal replies do not end a
    tournament, and are not hidden in its results.

    Args:
        call: The chat function: from a list of messages, dicts with ``role`` and ``content``, to the reply's text.
        name: The player's name in results.
        tries: Limit on the questions for a turn's action, the first included.
        seconds: Time limit per reply, in seconds. A function that takes longer is left behind in its thread.
        substitute: Factory or name of the player that decides after the last try, or None to end the run with
            `PlayerFailedError`.

    Attributes:
        counts: The decisions and replies so far, of all rounds in this process.

    Raises:
        WrongTypeError: If ``call`` is not a function, or the name is not a text.
        InvalidRunError: If another argument is wrong.

    Examples:
        >>> import ginrules as gin
        >>> def chat(messages):
        ...     listed = messages[-1]["content"].partition("Your legal actions:")[2]
        ...     return f"I have thought about it.\nAction: {listed.splitlines()[1]}"
        >>> model = gin.players.ChatPlayer(chat, name="first")
        >>> played = gin.lab.play_round("standard", [model(1), gin.players.Simple(1)], gin.shuffled(7))
        >>> model.counts.decisions > 3, model.counts.refused
        (True, 0)
    """

    call: Chat
    name: str = attrs.field(default="chat", kw_only=True)
    tries: int = attrs.field(default=3, kw_only=True)
    seconds: float = attrs.field(default=_SECONDS, kw_only=True)
    substitute: NewPlayer | str | None = attrs.field(default="simple", kw_only=True)
    counts: ChatCounts = attrs.field(init=False, factory=ChatCounts, repr=False)

    def __attrs_post_init__(self) -> None:
        if not callable(self.call):
            raise WrongTypeError(f"call: expected a function from messages to a text, got {shown(self.call)}")
        expect(self.name, str, "a text as the name")
        whole_number("tries", self.tries, 1)
        value: object = self.seconds
        if isinstance(value, bool) or not (isinstance(value, int | float) and value > 0):
            raise InvalidRunError(f"seconds: expected a number of seconds above 0, got {shown(value)}")
        if isinstance(self.substitute, str):
            player_named(self.substitute, own=True)
        elif self.substitute is not None and not callable(self.substitute):
            raise InvalidRunError(
                f"substitute: expected the maker or the name of a player, got {shown(self.substitute)}"
            )

    def __call__(self, seed: int) -> Player:
        """Make the player of one round."""
        chosen = self.substitute
        factory = player_named(chosen, own=True) if isinstance(chosen, str) else chosen
        return _Chatting(self, None if factory is None else factory(seed))

    def __str__(self) -> str:
        return " ".join(clean(self.name).split())[:_LONGEST_NAME] or "chat"


class _Chatting(Player):
    """The player of one round: the view and the events of its seat, and the questions to the chat function."""

    def __init__(self, chat: ChatPlayer, substitute: Player | None) -> None:
        self.name = str(chat)
        self._chat = chat
        self._substitute = substitute
        self._events: list[Event] = []
        self._watches = substitute is not None and is_watching(substitute)

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        self._events.clear()
        if self._substitute is not None and self._watches:
            self._substitute.start(view, match)

    def watch(self, event: Event) -> None:
        self._events.append(event)
        if self._substitute is not None and self._watches:
            self._substitute.watch(event)

    def choose(self, view: PlayerView) -> Action:
        from ginrules.show.prompts.prompt_texts import rules_prompt, view_prompt  # runs read the counts alone
        from ginrules.show.prompts.replies import read_reply

        chat, counts = self._chat, self._chat.counts
        counts.decisions += 1
        messages = [
            {"role": "system", "content": rules_prompt(view.setup.rules)},
            {"role": "user", "content": view_prompt(view, self._events)},
        ]
        refusal: GinRulesError | None = None
        for _ in range(chat.tries):
            reply = self._reply(messages)
            counts.replies += 1
            try:
                return read_reply(reply, view)
            except GinRulesError as error:
                counts.refused += 1
                counts.unreadable += isinstance(error, ParseError)
                refusal = error
                messages += [
                    {"role": "assistant", "content": str(reply)[:4_000]},
                    {"role": "user", "content": f"Your reply was not accepted: {error}."},
                ]
        counts.replaced += 1
        if self._substitute is None:
            raise ParseError(f"{chat.tries} replies in a row named no legal action: {refusal}") from refusal
        return self._substitute.choose(view)

    def _reply(self, messages: Sequence[Message]) -> str:
        """Return the reply of the chat function, which is called in a thread and can hang."""
        replies: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        own = [dict(message) for message in messages]

        def ask() -> None:
            try:
                replies.put((self._chat.call(own), None))
            except BaseException as error:  # noqa: BLE001 - raised again in the thread that plays
                replies.put((None, error))

        threading.Thread(target=ask, daemon=True).start()
        seconds = self._chat.seconds
        try:
            reply, error = replies.get(timeout=seconds)
        except queue.Empty:
            raise PlayerTooSlowError(f"{self.name} has not replied within {seconds:g} s", seconds=seconds) from None
        if error is not None:
            raise error
        if not isinstance(reply, str):
            raise WrongTypeError(f"the chat function must return the text of a reply, got {shown(reply)}")
        return reply
