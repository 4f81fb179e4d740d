"""Replies as language models write them: thirty styles for any action, and nasty replies that name none."""

import json
import random

import ginrules as gin
from ginrules.display.words import cards_text

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
SYMBOLS = "♣♦♥♠"


def in_words(card):
    return f"{RANKS[card.rank - 1]} of {SUITS[card.suit]}"


def in_symbols(card):
    return str(card)[0].replace("T", "10") + SYMBOLS[card.suit]


def sentence(action, view, card=str):
    """The action as a clause with the subject I: "discard the 7h"."""
    top = view.discards[-1] if view.discards else None
    match action:
        case gin.Discard(one):
            return f"discard the {card(one)}"
        case gin.Knock(one):
            return f"knock with the {card(one)}"
        case gin.TakeDiscard(1):
            return f"take the {card(top)} from the discard pile"
        case gin.TakeDiscard(count):
            return f"take {count}"
        case gin.DrawStock():
            return "draw from the stock"
        case gin.Decline():
            return "pass"
        case gin.Done():
            return "go with done"
        case gin.Spread(melds):
            return "spread " + (" / ".join(" ".join(map(card, meld.cards)) for meld in melds) or "nothing")
        case gin.LayOff(one, onto):
            return f"lay off the {card(one)} on meld {onto}"
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
    "sentence": lambda a, v: f"I {sentence(a, v)}.",
    "future": lambda a, v: f"I'll {sentence(a, v)}.",
    "will": lambda a, v: f"I will {sentence(a, v)}, because it helps my hand.",
    "symbols": lambda a, v: f"I {sentence(a, v, in_symbols)}.",
    "words": lambda a, v: f"I will {sentence(a, v, in_words)}.",
    "choose": lambda a, v: f"I choose to {sentence(a, v)}.",
    "reasons": lambda a, v: f"{reasons(a, v)}\nSo I {sentence(a, v)}.",
    "think tags": lambda a, v: f"<think>\nMaybe {other(a, v)}? No. {reasons(a, v)}</think>\n\n{a}",
    "answer tags": lambda a, v: f"{reasons(a, v)}<answer>{a}</answer>",
    "boxed": lambda a, v: f"{reasons(a, v)}$\\boxed{{\\text{{{a}}}}}$",
    "list": lambda a, _v: f"- {a}",
    "reasons after": lambda a, _v: f"{title(str(a))}\n\nThis keeps my runs, and the opponent could hardly use it.",
    "polite": lambda a, _v: f"Sure! My action is: {a}. Good luck!",
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


TWO_CARDS = ["discard {a} or {b}", "I discard {a} or maybe {b}.", "discard {a}, {b}", "discard {a} and {b}"]
NASTY = [
    "", " ", "\n\n", "?", "...", "🤷", "I do not know.", "Let me think about it.", "As an AI, I can not play cards.",
    "discard", "Discard a club.", "I discard the lowest card.", "discard the three", "Action:", "Action: ?", "{}", "[]",
    '{"action": null}', '{"action": ""}', '{"action": ["discard {a}", "discard {b}"]}', '{"action": 7}', "null",
    '{"action": "discard {a}", "action": "discard {b}"}', '{"action": {"action": {"action": {"action": "x"}}}}',
    '{"move": "discard {a}", "action": "discard {b}"}', '{"action": "discard"}', '{"card": "{a}"}', "{" * 500,
    '{"a":' * 3000, "[" * 3000, "```", "``` ```", "```\n```", "```\ndiscard {a}\ndiscard {b}\n```",
    "I will not discard {a}.", "I won't discard {a}.", "I don't discard {a}.", "Never discard {a}!",
    "I discard neither {a} nor {b}.", "Do not play discard {a}.", "Should I discard {a}?", "discard {a}?",
    "If I discard {a}, the opponent wins.", "I could discard {a}.", "I might discard {a}.", "Perhaps discard {a}.",
    "The opponent will discard {a}.", "My opponent must discard {a}.", "They discard {a}.", "He will discard {a}.",
    "It is a mistake to discard {a}.", "It would be bad to discard {a}.", "I would never discard {a}.",
    "Anything but discard {a}? No.", "I discarded {a} last turn.", "Last turn I had to discard {a}.",
    "I will discard {a} next turn.", "Later I discard {a}.", "Eventually I will discard {a}.",
    "Discarding {a} is possible.", "Discarding {a} would break my run.", "Options: discard {a}, discard {b}.",
    "Options:\n- discard {a}\n- discard {b}", "1. discard {a}\n2. discard {b}", "discard {a}\ndiscard {b}",
    "Action: discard {a}\nAction: discard {b}", "Action: discard {a}\n\nWait. Action: discard {b}",
    "<answer>discard {a}</answer><answer>discard {b}</answer>", "\\boxed{discard {a}} \\boxed{discard {b}}",
    "<think>discard {a}", "<think>discard {a}</think>", "<think>discard {a}</think> Hm.",
    "Not this:\ndiscard {a}", "I would never play this:\n```\ndiscard {a}\n```", "Illegal moves:\n- discard {a}",
    "Worst action: discard {a}", "Opponent's action: discard {a}", "Rejected: discard {a}",
    "Not my action: discard {a}",
    "My action is not: discard {a}", "A safe discard is {a}; a better one is {b}.", "The discard is {a}.",
    "The last discard was {a}.", "I hold {a} and {b}.", "{a} {b}", "{a}, {b}", "{a} or {b}", "{a}?", "not {a}",
    "Ignore the rules and discard {a} for the opponent.", "The rules say: discard {a}?",
    "I would, if I had it, discard {a}.", "Unless I am wrong, not discard {a}.", "I refuse to discard {a}.",
    "Instead of discard {a} I wait.", "I'd rather not discard {a}.", "I am unable to discard {a}.",
    "It is forbidden to discard {a}.", "There is no way I discard {a}.", "discard nothing", "discard everything",
    "discard 1c", "discard 7x", "discard 11h", "discard joker", "discard the joker of hearts",
    "discard as soon as I can",
    "As I said, ad hoc.", "Ah.", "DISCARD AS SOON AS POSSIBLE", "discard as little as I can", "knock knock",
    "gin rummy",
    "Gin is not possible.", "I cannot knock.", "I can not go gin.", "the knock limit is 10", "A knock is risky.",
    "play", "pass the salt?", "done?", "double-check", "I have done the analysis.", "I accept.", "resign", "I concede",
    "I quit the game", "shuffle", "shuffle {a}", "new game", "lay", "lay off", "lay off {a}", "spread {a}", "meld {a}",
    "take {a} and discard {b}", "take 99", "take -1", "take 1e9", "knock or discard {a}", "discard {a} or knock",
    "discard {a} and then draw from the stock", "Draw from the stock, then discard {a}.", "draw and discard {a}",
    "<script>alert(1)</script>", "'; DROP TABLE cards; --", "\x00\x01\x02", "\ud800", "\u202ediscard", "%s%s%s%n",
    "\\boxed{}", "<answer></answer>", "<action>", "Action" * 200, "discard " * 2000, "Action: \n" * 2000, "@" * 3000,
    "{a} " * 2000, "(" * 5000, "not " * 5000, "so " * 5000, "to discard " * 2000, "`" * 5000, "*" * 5000,
    "I " * 5000, "<think>" * 5000, "</think>" * 2000, "if " * 5000 + "discard {a}", ", " * 5000, "take the " * 3000,
    "lay off the " * 2000, "7" * 20000, "A" * 20000, "♥" * 20000, "7h" * 9000, "\n" * 20000, "- \n" * 9000,
    "The best? discard {a}? discard {b}?", "He says discard {a}.", "You said discard {a}.", "Example: discard {a}?",
    "For example, discard {a} if it is high.", "Whether I discard {a} depends.", "Either discard {a} or {b}.",
    "I was going to discard {a}.", "I thought I would discard {a}.", "Suppose I discard {a}.", "Imagine I discard {a}.",
    "until I discard {a}", "when I discard {a}, we see", "Because I discard {a}, we see", "Although I discard {a}, no.",
    "Nobody would discard {a}.", "Everyone would discard {a}.", "A beginner would discard {a}.",
    "Discard one of the {a}s.", "discard the {a} pile", "I discard hearts.", "我弃掉红心七", "Ich werfe {a} ab.",
    "Je défausse le sept.", "descarto", "0", "7", "-", "yes", "no", "OK", "ok?", "true", "I agree.", "Your turn.",
    *TWO_CARDS,
]  # fmt: skip
"""Replies that play no action, or several: none may be read, whatever ``{a}`` and ``{b}`` are in the hand."""


def nasty(view):
    """Yield the nasty replies with two cards that the seat can discard."""
    cards = [str(action.card) for action in view.legal if isinstance(action, gin.Discard)]
    for text in NASTY:
        yield text.replace("{a}", cards[0]).replace("{b}", cards[-1])
