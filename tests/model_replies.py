"""Replies as language models write them: styles that end with any action, and nasty replies that do not."""

import json
import random

import ginrules as gin
from ginrules.show.words import cards_text


def sentence(action, view):
    """The action as a clause with the subject I: "discard the 7h"."""
    top = view.discards[-1] if view.discards else None
    match action:
        case gin.Discard(one):
            return f"discard the {one}"
        case gin.Knock(one):
            return f"knock with the {one}"
        case gin.TakeDiscard(1):
            return f"take the {top} from the discard pile"
        case gin.TakeDiscard(count):
            return f"take {count}"
        case gin.DrawStock():
            return "draw from the stock"
        case gin.Decline():
            return "pass"
        case gin.Done():
            return "go with done"
        case gin.Spread(melds):
            return "spread " + (" / ".join(" ".join(map(str, meld.cards)) for meld in melds) or "nothing")
        case gin.LayOff(one, onto):
            return f"lay off the {one} on meld {onto}"
        case _:
            return str(action)


def as_object(action):
    match action:
        case gin.Discard(one) | gin.Knock(one):
            return {"action": type(action).__name__.lower(), "card": str(one)}
        case gin.Spread(melds):
            return {"action": "spread", "melds": [[str(card) for card in meld.cards] for meld in melds]}
        case gin.LayOff(one, onto):
            return {"action": "lay_off", "card": str(one), "onto": onto}
        case _:
            return {"action": str(action)}


def other(action, view):
    """Another legal action, for the reasons before an answer."""
    others = [one for one in view.legal if one != action and not isinstance(one, gin.Spread)]
    return sentence(others[0], view) if others else "wait"


def reasons(action, view):
    return (
        f"Let me think. My hand is {cards_text(view.hand)}.\n"
        f"If I {other(action, view)}, the opponent could use it. I could also {other(action, view)}, but it is risky.\n"
    )


def title(text):
    return text[:1].upper() + text[1:]


STYLES = {
    "exact": lambda a, _v: str(a),
    "upper": lambda a, _v: str(a).upper() if not isinstance(a, gin.Spread | gin.LayOff) else str(a),
    "stop": lambda a, _v: f"{title(str(a))}.",
    "label": lambda a, _v: f"Action: {a}",
    "bold label": lambda a, _v: f"**Action:** {a}",
    "bold both": lambda a, _v: f"**Action: {a}**",
    "final answer": lambda a, v: f"{reasons(a, v)}\nFinal answer: {a}",
    "heading": lambda a, v: f"## Reasoning\n{reasons(a, v)}\n## Move\nMy move: `{a}`",
    "code": lambda a, _v: f"`{a}`",
    "fence": lambda a, _v: f"```\n{a}\n```",
    "fence after reasons": lambda a, v: f"{reasons(a, v)}\n```text\n{a}\n```",
    "json": lambda a, _v: json.dumps({"action": str(a)}),
    "json with reasons": lambda a, v: json.dumps({"thoughts": reasons(a, v), "action": str(a)}),
    "json in a fence": lambda a, _v: f"Here is my move:\n```json\n{json.dumps(as_object(a), indent=2)}\n```",
    "json with cards": lambda a, _v: json.dumps(as_object(a)),
    "json tool call": lambda a, _v: json.dumps({"name": "play", "arguments": as_object(a)}),
    "json nested": lambda a, _v: json.dumps({"move": {**as_object(a)}, "confidence": 0.8}),
    "think tags": lambda a, v: f"<think>\nMaybe {other(a, v)}? No. {reasons(a, v)}</think>\n\n{a}",
}
"""The styles: each makes a reply from an action and the view in which it is played."""


def views(count, seed):
    """Views in which a seat acts, of several games, from rounds that end."""
    generator = random.Random(seed)
    rules = ["standard", "oklahoma", "mahjong-gin", "group-gin", "jersey-gin", "doubling-gin"]
    rules = [name for name in rules if name in gin.preset_names()] or ["standard"]
    found = 0
    while found < count:
        chosen = gin.preset(generator.choice(rules))
        card = generator.choice(gin.pack_of(chosen)) if chosen.knock_source == "knock-card" else None
        seats = chosen.table_sizes[0]
        state = gin.deal(chosen, gin.shuffled(generator, chosen), seats=seats, knock_card=card)
        players = [gin.players.Greedy(), *(gin.players.RandomPlayer(generator.randrange(999)) for _ in range(seats))]
        while not state.is_over and found < count:
            if state.turn is None:
                state = gin.apply(state, gin.chance_action(state, generator))
                continue
            own = gin.view(state, state.turn)
            rare = not isinstance(own.phase, gin.DrawTurn | gin.PlayTurn)
            if rare or generator.random() < 0.3:
                yield own, generator
                found += 1
            # mostly greedy, so that rounds end with knocks, spreads and lay-offs
            state = gin.apply(state, players[0 if generator.random() < 0.8 else state.turn + 1].choose(own))


def replies(count, seed):
    """Yield (style, reply, action, view): every style as often."""
    names = list(STYLES)
    for number, (own, generator) in enumerate(views(count, seed)):
        name = names[number % len(names)]
        action = generator.choice(own.legal)
        yield name, STYLES[name](action, own), action, own


NASTY = [
    "", " ", "\n\n", "?", "...", "🤷", "I do not know.", "As an AI, I can not play cards.", "我弃掉红心七",
    "Ich werfe {a} ab.", "discard", "Discard a club.", "discard the three", "discard the three of hearts", "Action:",
    "Action: ?", "{}", "[]", '{"action": null}', '{"action": ""}', '{"action": ["discard {a}", "discard {b}"]}',
    '{"action": 7}', "null", '{"action": "discard {a}", "action": "discard {b}"}',
    '{"action": {"action": {"action": {"action": "x"}}}}', '{"move": "discard {a}", "action": "discard {b}"}',
    '{"action": "discard"}', '{"card": "{a}"}', '{"action": "discard {a}"} {"action": "discard {b}"}',
    '{"action": "discard {a}"}\nI am not sure.', '[{"action": "discard {a}"}]', '{"action": "discard {a}"',
    '{"name": "discard {a}", "arguments": {"move": "draw"}}', "discard {a} or {b}", "discard {a}, {b}",
    "discard {a} and {b}", "I discard {a} or maybe {b}.", "{a} {b}", "{a}?", "I discard {a}.",
    "I will not discard {a}.", "Should I discard {a}?", "discard {a}?", "I could discard {a}.",
    "The opponent will discard {a}.", "Options: discard {a}, discard {b}.", "Options:\n- discard {a}\n- discard {b}",
    "1. discard {a}\n2. discard {b}", "discard {a}\n\nThat was hard.", "Action: discard {a}\n\nWait.",
    "Action: discard {a} -> {b}", "Action: discard {a}\nOn second thought, I discard {b}.", "> Action: discard {a}",
    "Worst action: discard {a}", "Not my action: discard {a}", "Rejected: discard {a}",
    "Reply format: Action: discard {a}", "<answer>discard {a}</answer>", "\\boxed{discard {a}}", "<think>discard {a}",
    "<think>discard {a}</think>", "<think>\ndiscard {a}\n", "<think>discard {a}</think> Hm.", "not {a}",
    "discard nothing", "discard 1c", "discard 7x", "discard 11h", "discard joker", "As I said, ad hoc.", "knock knock",
    "gin rummy", "I cannot knock.", "the knock limit is 10", "play", "pass the salt?", "done?", "double-check",
    "I accept.", "resign", "shuffle", "shuffle {a}", "new game", "lay", "lay off", "lay off {a}", "spread {a}",
    "meld {a}", "take {a} and discard {b}", "take 99", "take -1", "take 1e9", "knock or discard {a}",
    "draw and discard {a}", "<script>alert(1)</script>", "'; DROP TABLE cards; --", "\x00\x01\x02", "\ud800",
    "\u202ediscard", "%s%s%s%n", "```", "``` ```", "```\n```", "{" * 500, '{"a":' * 3000, "[" * 3000, "Action" * 200,
    "discard " * 2000, "Action: \n" * 2000, "@" * 3000, "{a} " * 2000, "`" * 5000, "*" * 5000, "<think>" * 5000,
    "</think>" * 2000, "7" * 20000, "A" * 20000, "♥" * 20000, "7h" * 9000, "\n" * 20000, "- \n" * 9000, "0", "7", "-",
    "yes", "no", "OK", "ok?", "true", "I agree.", "Your turn.",
]  # fmt: skip
"""Replies that do not end with one action: none may be read, whatever ``{a}`` and ``{b}`` are in the hand."""


def nasty(view):
    """Yield the nasty replies with two cards that the seat can discard."""
    cards = [str(action.card) for action in view.legal if isinstance(action, gin.Discard)]
    for text in NASTY:
        yield text.replace("{a}", cards[0]).replace("{b}", cards[-1])
