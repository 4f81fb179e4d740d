"""What people type: cards, melds and actions in the forms of other programs and of habit."""

import pytest

import ginrules as gin
from ginrules.records import openspiel_history, read_openspiel

SUITS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
RANKS = "A23456789TJQK"


def ways(card):
    rank, suit = str(card)
    signs = [suit, suit.upper(), *SUITS[suit], f"{SUITS[suit][0]}\ufe0f"]
    ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
    return [text for sign in signs for one in ranks for text in (f"{one}{sign}", f"{sign}{one}", f" {sign}{one} ")]


def test_a_card_is_read_with_its_rank_or_its_suit_first():
    texts = [(card, text) for card in gin.pack_of("standard") for text in ways(card)]
    assert len(texts) > 1_500
    assert all(gin.Card.parse(text) is card for card, text in texts)
    assert all(gin.parse_action(f"discard {text}") == gin.Discard(card) for card, text in texts)
    by_text = {}
    for card, text in texts:
        assert by_text.setdefault(text, card) is card  # no text means two cards


NO_CARDS = "7 S A SS AA hh S1 1S SAA AsA ♠ ♠♠4 ♥♥ B4 11h 7x 0h 7hh T0d Ac2c ١c".split()
NO_CARDS += ["", " ", "S 4", "7h" * 50, None, 7.0, b"7h", True, []]


@pytest.mark.parametrize("text", NO_CARDS)
def test_what_is_no_card_stays_none(text):
    with pytest.raises(gin.ParseError):
        gin.Card.parse(text)


def test_a_hand_with_the_suits_first():
    assert gin.CardSet.parse("SA, H10 ♦k c2") == gin.CardSet.parse("As Th Kd 2c")
    assert gin.CardSet.parse("7h8h9h10h") == gin.CardSet.parse("7h 8h 9h Th")


def test_commas_part_the_melds_of_a_spread():
    slashes = gin.parse_action("spread Ts Tc Td / Jh Jc Jd / 2s 3s 4s 5s")
    assert gin.parse_action("spread Ts Tc Td, Jh Jc Jd, 2s 3s 4s 5s") == slashes
    assert gin.parse_action("spread 7h, 8h, 9h") == gin.parse_action("spread 7h 8h 9h")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Player: 0 Action: Draw upcard", "take"),
        ("Player: 0 Action: Draw stock", "draw"),
        ("player 1 action: pass", "decline"),
        ("Player: 1 Action: knock 2c", "knock 2c"),
        ("Draw stock", "draw"),
    ],
)
def test_the_actions_of_an_arena(text, action):
    assert str(gin.parse_action(text)) == action


def test_a_discard_of_an_arena():
    state = gin.apply(gin.deal("standard", gin.shuffled(7)), gin.TakeDiscard())
    card = next(action.card for action in gin.legal_actions(state) if isinstance(action, gin.Discard))
    action = gin.parse_action(f"Player: 1 Action: {card}", state)
    assert action == gin.Discard(card)
    reply = gin.prompts.read_reply(f"Player: 1 Action: {card}", gin.view(state, 1))
    assert reply == gin.Discard(card)


def test_a_history_of_openspiel_is_read_as_far_as_it_goes():
    greedy = [gin.players.Greedy(), gin.players.Greedy()]
    done = []
    for seed in range(1, 40):
        actions = []
        played = gin.lab.play_round("openspiel", greedy, gin.shuffled(seed), dealer=1, actions=actions)
        if played.outcome.ending == "knock":
            done.append(gin.RoundRecord("openspiel", gin.shuffled(seed), dealer=1, actions=actions))
    assert len(done) > 5
    for record in done:
        history = openspiel_history(record)
        whole = [str(action) for action in read_openspiel(history).actions]
        for end in range(21, len(history)):
            read = [str(action) for action in read_openspiel(history[:end]).actions]
            assert read == whole[: len(read)]
            assert len(read) >= len(whole) - (len(history) - end)


@pytest.mark.parametrize(
    ("rules", "line", "points"),
    [
        ("group-gin", "Ann 0 Bo 33 Cy 0", (0, 33, 0)),
        ("knock-rummy", "Ann 0 Bo 0 Cy 12 undercut", (0, 0, 12)),
        ("penalty-2-to-4", "Ann 20 Bo 0 Cy 13", (20, 0, 13)),
        ("group-gin", "Bo 33 Ann 0 Cy 0", (0, 33, 0)),
        ("penalty-2-to-4", "Ann 0 Bo 0 Cy 13", (0, 0, 13)),
        ("standard", "Ann 0 Bo 25", (0, 25)),
    ],
)
def test_points_in_the_order_of_the_seats(rules, line, points):
    names = " ".join(("Ann", "Bo", "Cy")[: len(points)])
    assert gin.loads_pad(f"rules {rules}\nplayers {names}\n{line}\n").match.scores[0].points == points
