"""`read_reply`: the one legal action that a reply ends with, or a refusal that can be sent back."""

from __future__ import annotations

import re
from typing import Final

from ginrules._support.bounds import REPLY_TEXT
from ginrules._support.values import expect
from ginrules.errors import GinRulesError, ParseError
from ginrules.play.actions import Action
from ginrules.play.determinize import determinize
from ginrules.play.engine import why_illegal
from ginrules.play.notation import parse_action
from ginrules.play.view import PlayerView, expect_view
from ginrules.show.prompts.json_replies import UnclearError, action_texts, json_objects

_MOST_LISTED: Final = 30
_FENCE: Final = re.compile(r"^[ \t]*```[ \t]*\w*[ \t]*$", re.MULTILINE)
_LABEL: Final = re.compile(r"(?:(?:my|final) )?(?:action|answer|move)\s*:", re.IGNORECASE)


def read_reply(text: str, view: PlayerView) -> Action:
    r"""Return the legal action that a language model's reply ends with.

    A reply is read in one of two ways. If it ends with a JSON object, such as ``{"action": "discard", "card": "7h"}``,
    the objects in it name the action. Otherwise its last line is the action as `ginrules.parse_action` reads it, alone
    or after ``Action:``. Code fences, bold type and a full stop do not count, nor do the thoughts before ``</think>``.

    Nothing is guessed: a reply that ends otherwise is refused, and so are JSON that names several actions or has a key
    twice, and an action that is not legal. The error's message can be sent back as the next question.

    Args:
        text: The reply, of at most 100,000 characters.
        view: The view of the seat that must act.

    Raises:
        ParseError: If the reply does not end with one action, or is too long.
        IllegalAction: If the action is not legal. The subclass says why.
        WrongTypeError: If these are not a text and a view.

    Examples:
        >>> import ginrules as gin
        >>> own = gin.view(gin.deal("standard", seed=7), 1)
        >>> gin.prompts.read_reply("The queen makes a third queen.\n**Action: take**", own)
        TakeDiscard(count=1)
        >>> gin.prompts.read_reply("I could take it or decline.", own)
        Traceback (most recent call last):
        ...
        ginrules.errors.ParseError: the reply must end with one action: expected an action, got 'I could take it or ...
    """
    expect_view(view)
    expect(text, str, "the text of a reply")
    if len(text) > REPLY_TEXT:
        raise ParseError(
            f"expected a reply of at most {REPLY_TEXT:,} characters, got {len(text):,}: write only your action",
            length=len(text),
        )
    try:
        named = _named(text, view)
    except UnclearError as error:
        raise ParseError(f"the reply {error}: write only your action; {_legal(view)}") from None
    except ParseError as error:
        raise ParseError(f"the reply must end with one action: {_first_line(error)}; {_legal(view)}") from None
    if len(named) > 1:
        texts = ", ".join(map(str, named[:4]))
        raise ParseError(f"the reply names several actions ({texts}): write exactly one; {_legal(view)}")
    (action,) = named
    if action not in view.legal:
        raise _refusal(view, action)
    return action


def _named(text: str, view: PlayerView) -> list[Action]:
    """Return the different actions of the JSON objects that a reply ends with, or the action of its last line."""
    for tag in ("think", "thinking", "reasoning"):
        text = text.rpartition(f"</{tag}>")[2].partition(f"<{tag}>")[0]
    text = _FENCE.sub("", text).strip()
    objects = list(json_objects(text))
    if objects and objects[-1][1] == len(text):
        texts = [one for _, _, table in objects for one in action_texts(table)]
        if texts:
            return list(dict.fromkeys(parse_action(one, view) for one in texts))
    line = re.sub(r"[*`]", "", text[text.rfind("\n") + 1 :]).strip(" \t.")
    label = _LABEL.match(line)
    return [parse_action(line[label.end() :] if label else line, view)]


def _refusal(view: PlayerView, action: Action) -> GinRulesError:
    """Return the reason that the rules give against an action, with the legal actions."""
    refusal = why_illegal(determinize(view, 0), action)  # whether it is legal follows from the view
    if refusal is None:
        return ParseError(f"{action} is not possible now; {_legal(view)}")
    message = f"{_first_line(refusal)}; {_legal(view)}"
    return type(refusal)(message, action=action, state=view)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".")


def _legal(view: PlayerView) -> str:
    if not view.legal:
        return "nobody waits for an action of this seat"
    listed = [*map(str, view.legal[:_MOST_LISTED]), *["…"] * (len(view.legal) > _MOST_LISTED)]
    return f"legal actions: {', '.join(listed)}"
