"""Pictures: well-formed, complete, within their frame, the same every time, and as looked at.

Their digests are kept; a picture that changed is drawn into a folder, to be looked at before its digest is kept.
"""

import base64
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import attrs
import pytest

import ginrules as gin
from ginrules import svg
from ginrules.errors import PictureError
from ginrules.show.pictures.card import _PIPS
from ginrules.show.pictures.draw import _THEMES, fitting_size, text_width
from ginrules.svg import blank_sheet_svg
from ginrules.testing.policies import fresh, mixed
from tests.conftest import HOUSE, WAYS, decisions, every, finished, reach, some
from tests.rulebook.conftest import HANDS, stack
from tests.rulebook.conftest import play as after

GOLDEN = Path(__file__).parents[1] / "data" / "svg.txt"
WIDTHS = (700, 320, 390, 480, 1000)
NS = "{http://www.w3.org/2000/svg}"
STANDARD = gin.preset("standard")
HOLLYWOOD = gin.preset("hollywood")
MAHJONG = gin.preset("mahjong-gin")
PENALTY = gin.preset("penalty-2-to-4")
PEOPLE = ["Ann", "Bo", "Cy", "Di"]


# --- drawings -----------------------------------------------------------------------------------


def offered():
    return stack(HANDS, STANDARD, upcard="5s")


def taken():
    return after(offered(), gin.TakeDiscard(), gin.Discard("4s"))


def laying_off():
    spread = gin.Spread(["Ac 2c 3c", "5d 6d 7d", "9h Th Jh"])
    return after(offered(), gin.TakeDiscard(), gin.Knock("4s"), spread, gin.LayOff("4c", 0), gin.LayOff("8d", 1))


def over():
    return after(laying_off(), gin.Done())


def three_seats():
    """precise.md 1.7, the knock: seat 1 has laid off 6h."""
    hands = ["7h 8h 9h 4c 4d 4s 3d", "6h 5h 2c 2d 2s Kd Ks", "Th Jh 4h Ac Ad As Qc"]
    order = gin.stacked(hands, PENALTY, dealer=2, upcard="9c", stock=["Kc"])
    spread = gin.Spread(["7h 8h 9h", "4c 4d 4s"])
    state = gin.deal(PENALTY, order, dealer=2, seats=3)
    return after(state, gin.DrawStock(), gin.Knock("Kc"), spread, gin.LayOff("6h", 1), gin.Done())


def many_melds(seats=4, plies=10_000):
    """Open melding by a player who takes, lays and adds everything that fits."""
    state = gin.deal(MAHJONG, gin.shuffled(11, MAHJONG), seats=seats)
    kinds = (gin.LayDown, gin.LayOff, gin.DrawStock, gin.Decline, gin.TakeDiscard, gin.Discard)
    for _ in range(plies):
        if state.is_over or state.stock_pile == b"":
            break
        count = {action: getattr(action, "count", 1) for action in gin.legal_actions(state)}
        best = min(count, key=lambda action: (count[action] == 1, -count[action], kinds.index(type(action))))
        state = gin.apply(state, best)
    return state


def second_deck():
    rules = gin.preset("oklahoma-second-deck")
    return gin.deal(rules, gin.shuffled(5, rules), knock_card=gin.Card.parse("6s"))


def entered(rules, names, *rounds):
    entries = [gin.pad_entry(points, rules, winner=winner, result=result) for winner, points, result in rounds]
    return gin.new_match(rules, names, results=entries)


def hollywood(rounds=8):
    """precise.md 6.4."""
    results = [(0, 40, "knock"), (0, 35, "gin"), (0, 30, "knock"), (1, 20, "undercut"), (1, 25, "knock")]
    results += [(0, 36, "gin"), (1, 30, "knock"), (0, 40, "knock")]
    return entered(HOLLYWOOD, ["Ann", "Bo"], *results[:rounds])


def kisses():
    rules = gin.preset("oklahoma-kisses")
    entries = [
        gin.pad_entry(60, rules, winner=0, result="gin", multiplier=2),
        gin.pad_entry(0, rules, winner=None, result="dead"),
        gin.pad_entry(9, rules, winner=1, result="undercut"),
        gin.pad_entry(20, rules, winner=1, boxes=12),
    ]
    return gin.new_match(rules, ["Annabella Longname-Smith", "<b>Bo & Co</b>"], results=entries)


def endless():
    rules = gin.preset("hollywood-endless")
    results = [(0, 40), (0, 35), (0, 30), (1, 20), (0, 40), (1, 50), (0, 30)]
    return gin.give_notice(entered(rules, ["Ann", "Bo"], *[(winner, points, "knock") for winner, points in results]))


def penalty():
    return entered(PENALTY, PEOPLE, (0, (0, 22, 17, 30), "knock"), (1, (10, 0, 7, 3), "gin"))


def best_of():
    rules = STANDARD.evolve(match_form="best-of", match_games=3)
    return entered(rules, ["Ann", "Bo"], (0, 101, "knock"), (1, 40, "gin"), (1, 70, "knock"), (0, 120, "big-gin"))


def defence():
    return gin.best_defence("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac", ["Ks Kc Kd", "5s 6s 7s", "9c Tc Jc"], STANDARD)


PICTURES = {
    "offer": lambda: svg.round_svg(offered()),
    "taken-seen": lambda: svg.round_svg(gin.view(taken(), 1), names=["Ann", "Bo"]),
    "taken-seen-dark": lambda: svg.round_svg(gin.view(taken(), 1), names=["Ann", "Bo"], theme="dark"),
    "taken-own": lambda: svg.round_svg(gin.view(taken(), 0), names=["Ann", "Bo"]),
    "lay-off": lambda: svg.round_svg(laying_off(), names=["Ann", "Bo"]),
    "three-seats-dark": lambda: svg.round_svg(gin.view(three_seats(), 2), names=PEOPLE[:3], theme="dark"),
    "over": lambda: svg.round_svg(gin.view(over(), None), names=["Ann", "Bo"]),
    "many-melds": lambda: svg.round_svg(gin.view(many_melds(), 1), names=PEOPLE),
    "second-deck-dark": lambda: svg.round_svg(gin.view(second_deck(), 0), theme="dark"),
    "arrangement": lambda: svg.arrangement_svg(gin.best_arrangement("A23.456.789.T", STANDARD)),
    "defence-dark": lambda: svg.arrangement_svg(defence(), theme="dark"),
    "hollywood": lambda: svg.sheet_svg(hollywood()),
    "hollywood-dark": lambda: svg.sheet_svg(hollywood(6), theme="dark"),
    "kisses": lambda: svg.sheet_svg(kisses()),
    "endless-dark": lambda: svg.sheet_svg(endless(), theme="dark"),
    "penalty": lambda: svg.sheet_svg(penalty()),
    "best-of": lambda: svg.sheet_svg(best_of()),
    "blank-hollywood": lambda: svg.blank_sheet_svg("hollywood", ["Ann", "Bo"], rows=12),
    "blank-penalty": lambda: svg.blank_sheet_svg("penalty-2-to-4", 3, rows=9),
}


def test_pictures_are_as_they_were_looked_at(tmp_path):
    drawn = {name: str(picture()) for name, picture in PICTURES.items()}
    if os.environ.get("GINRULES_UPDATE_GOLDEN"):
        GOLDEN.write_text("".join(f"{name} {digest(text)}\n" for name, text in drawn.items()), encoding="utf-8")
    kept = dict(line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    assert drawn.keys() == kept.keys()
    changed = [name for name, text in drawn.items() if digest(text) != kept[name]]
    for name in changed:
        (tmp_path / f"{name}.svg").write_text(drawn[name], encoding="utf-8", newline="\n")
    assert not changed, f"look at them in {tmp_path}, then keep their digests with GINRULES_UPDATE_GOLDEN=1"


def digest(text):
    return sha256(text.encode()).hexdigest()[:16]


# --- invariants of every picture ----------------------------------------------------------------


def parsed(picture):
    """The picture's elements; it needs no other file, has a title, and nothing leaves its frame."""
    root = ET.fromstring(str(picture))
    assert root.get("role") == "img"
    assert root.find(f"{NS}title").text == root.get("aria-label") == picture.title
    assert root.find(f"{NS}desc").text
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert_apart(root)
    for node in root.iter():
        assert not {"id", "href", "class", "onload"} & set(node.attrib)
        assert node.tag.removeprefix(NS) in {"svg", "title", "desc", "g", "rect", "text", "path", "line", "circle"}
        if node.tag == f"{NS}rect" and float(node.get("x")) >= 0:
            assert float(node.get("x")) + float(node.get("width")) <= width
            assert float(node.get("y")) + float(node.get("height")) <= height
        if node.tag == f"{NS}text":
            assert 0 < float(node.get("y")) < height
            assert_within(node, width)
    return root


def span(node):
    """The left and the right end of a text, and the height of its base line."""
    x, size = float(node.get("x")), float(node.get("font-size"))
    long = text_width(node.text, size) * 0.85
    left = {"start": x, "middle": x - long / 2, "end": x - long}[node.get("text-anchor", "start")]
    return left, left + long, float(node.get("y")), size


def labels(node):
    """The texts of a picture outside of the faces of cards, which lie upon each other."""
    for child in node:
        if child.tag == f"{NS}text":
            yield child
        elif "data-card" not in child.attrib:
            yield from labels(child)


def assert_apart(root):
    """No two texts meet."""
    spans = sorted((span(node), node.text) for node in labels(root))
    for (left, right, base, size), words in spans:
        for (other, _, other_base, other_size), other_words in spans:
            if left < other < right:
                assert abs(base - other_base) > 0.85 * min(size, other_size), (words, other_words)


def assert_within(node, width):
    left, right, *_ = span(node)  # letters are narrower than the generous estimate the pictures are laid out with
    assert left >= 0, node.text
    assert right <= width, node.text


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_well_formed_and_within_its_frame(name):
    parsed(PICTURES[name]())


@pytest.mark.parametrize("name", some(list(WAYS), 12))
def test_every_rule_set_is_drawn_at_every_kind_of_phase(name):
    rules, seats = WAYS[name]
    met = {}
    for seed in range(2):
        for state, _ in decisions(fresh(rules, seats, seed), seed, mixed):
            met.setdefault(type(state.phase), state)
    assert len(met) >= 3
    for number, state in enumerate(met.values()):
        theme = ("light", "dark")[number % 2]
        for position in (state, gin.view(state, None), gin.view(state, number % seats)):
            root = parsed(svg.round_svg(position, theme=theme, width=WIDTHS[number % len(WIDTHS)]))
            assert faces(root) == open_cards(position)
            assert backs(root) == hidden_cards(position) + min(3, len(state.stock_pile))


def test_a_long_limit_leaves_the_title_whole():
    root = parsed(svg.round_svg(gin.deal("doubling-gin", gin.shuffled(7)), width=320))
    words = [node.text for node in labels(root)]
    assert "knock limit 10 · factor 1, either can double" in words
    assert [text for text in words if text.startswith("Doubling gin · ")]


def faces(root):
    """The cards drawn face up, by rank and pip, in the order of the pack."""
    cards = []
    for group in root.iter(f"{NS}g"):
        rank, pips = group.find(f"{NS}text"), [path.get("d") for path in group.findall(f"{NS}path")]
        if rank is not None and pips and pips[0] in _PIPS:
            assert pips == [pips[0]] * 2
            cards.append(gin.Card.parse(rank.text + "cdhs"[_PIPS.index(pips[0])]))
    return sorted(cards)


def backs(root):
    return sum(len(group.findall(f"{NS}rect")) == 2 for group in root.iter(f"{NS}g"))


def open_cards(position):
    """The cards that may lie open: own or all hands, cards seen by everybody, the melds, pile and limit card."""
    hands = list(position.hands if isinstance(position, gin.RoundState) else position.known)
    if getattr(position, "seat", None) is not None:
        hands[position.seat] = position.hand
    cards = [card for hand in hands for card in hand] + [card for meld in position.table for card in meld.cards]
    cards += position.discards if position.rules.discard_take == "several" else position.discards[-1:]
    cards += [position.upcard] if position.rules.knock_source == "upcard" and position.upcard is not None else []
    cards += [position.knock_card] if position.knock_card is not None else []
    return sorted(cards)


def hidden_cards(position):
    if isinstance(position, gin.RoundState):
        return 0
    sizes = [
        0 if seat == position.seat else size - len(position.known[seat])
        for seat, size in enumerate(position.hand_sizes)
    ]
    return sum(sizes)


@pytest.mark.parametrize("phase", gin.Phase.__args__)
def test_every_phase_is_drawn_and_named(phase):
    rules = {gin.Reshuffle: HOUSE["reshuffle"], gin.LastDiscard: HOUSE["last discard"]}.get(phase, STANDARD)
    rules = gin.preset("doubling-gin") if phase is gin.DoubleOffer else rules
    state = reach(rules, phase)
    for position in (state, gin.view(state, 0), gin.view(state, 1), gin.view(state, None)):
        texts = shown(svg.round_svg(position, names=["Ann", "Bo"]))
        acting = " must " in texts[0]
        assert acting == (phase is not gin.RoundOver)
        assert sum(text in ("Ann", "Bo") for text in texts) == 2


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_picture_of_a_view_names_no_hidden_card(seat):
    position = gin.view(three_seats(), seat)
    description = ET.fromstring(str(svg.round_svg(position))).find(f"{NS}desc").text
    named = set(re.findall(r"\b[A2-9TJQK][cdhs]\b", description))
    assert named
    assert not named & set(map(str, position.unseen))


def test_a_hundred_cards_of_melds_and_pile_make_the_picture_taller_not_wider():
    small, large = svg.round_svg(gin.view(many_melds(plies=1), 0)), svg.round_svg(gin.view(many_melds(), 0))
    assert large.width == small.width
    assert large.height > small.height


def test_the_seat_that_looks_is_at_the_near_side_and_the_others_follow_in_turn():
    root = ET.fromstring(str(svg.round_svg(gin.view(three_seats(), 1), names=PEOPLE[:3])))
    lines = [line for line in root.iter(f"{NS}text") if line.text in PEOPLE]
    assert [line.text for line in sorted(lines, key=lambda line: float(line.get("y")))] == ["Cy", "Ann", "Bo"]


# --- names and other people's text --------------------------------------------------------------

NASTY = [
    "</text><script>alert(1)</script>",
    '" onload="alert(1)',
    "a&b;&#x3c;",
    "\x00\x1b[31m\u202egnirts\ud800\ufffe",
    "Ann\nBo\u2028Cy",
    "漢字" * 40,
    "x" * 5000,
    " ",
]


@pytest.mark.parametrize("name", NASTY)
def test_names_are_text_and_nothing_else(name):
    root = parsed(svg.round_svg(laying_off(), names=[name, "Bo"]))
    assert not list(root.iter(f"{NS}script"))
    table = svg.sheet_svg(attrs.evolve(gin.new_match(HOLLYWOOD), players=(name, "Bo")))  # as a kept file may have it
    parsed(table)
    for text in (str(table), table._repr_html_()):
        assert "<script" not in text
        assert "\x00" not in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        text.encode()


def test_rule_titles_are_text_and_nothing_else():
    rules = gin.RuleSet(name="a", title="<b>x</b>\x07")
    root = parsed(svg.round_svg(gin.deal(rules, gin.shuffled(1, rules))))
    assert any(node.text == "<b>x</b>� · all cards open" for node in root.iter(f"{NS}text"))


@pytest.mark.parametrize("names", ["AB", ["Ann"], ["Ann", "Bo", "Cy"], ["Ann", 3], 7, {"Ann": 0}])
def test_names_must_be_one_text_a_seat(names):
    with pytest.raises(PictureError, match="names"):
        svg.round_svg(offered(), names=names)


@pytest.mark.parametrize("draw", [svg.round_svg, svg.arrangement_svg, svg.sheet_svg, svg.picture_of])
@pytest.mark.parametrize("value", [None, 7, "As", [], STANDARD])
def test_a_value_without_a_picture_is_refused(draw, value):
    with pytest.raises(PictureError, match=type(value).__name__):
        draw(value)


@pytest.mark.parametrize("theme", ["blue", "Dark", "", None, 3, []])
def test_an_unknown_theme_is_refused(theme):
    for value in (offered(), defence(), hollywood()):
        with pytest.raises(PictureError, match="expected theme light or dark"):
            svg.picture_of(value, theme=theme)


# --- themes -------------------------------------------------------------------------------------


def brightness(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", _THEMES)
def test_text_contrasts_with_its_background(name):
    theme = _THEMES[name]
    for ink in (theme.ink, theme.quiet, theme.accent):
        for behind in (theme.ground, theme.felt):
            assert contrast(ink, behind) >= 4.5, (ink, behind)
    for suit in (theme.red, theme.black):
        assert contrast(suit, theme.paper) >= 4.5
    assert contrast(theme.stain, theme.paper) >= 3
    assert contrast(theme.mark, theme.ground) >= 3


# --- arrangements and sheets --------------------------------------------------------------------


def shown(picture):
    return [node.text for node in parsed(picture).iter(f"{NS}text")]


def test_a_hand_of_no_card_and_a_hand_of_the_whole_pack():
    assert "deadwood 0 · no card" in shown(svg.arrangement_svg(gin.Arrangement((), gin.CardSet(), 0)))
    whole = gin.CardSet((1 << 52) - 1)
    assert len(faces(parsed(svg.arrangement_svg(gin.Arrangement((), whole, 340))))) == 52


def test_a_running_sheet_settles_only_closed_games():
    texts = shown(svg.sheet_svg(hollywood(4)))
    assert texts.count("total") == 1
    assert texts.count("385") == 1
    assert not any("pays" in text for text in texts)


def test_columns_that_count_more_say_so():
    rules = HOLLYWOOD.evolve(column_weights=(1, 1, 2))
    assert "game 3 ×2" in shown(svg.sheet_svg(gin.new_match(rules)))


@every(gin.preset_names())
def test_the_sheet_of_every_preset_has_its_games_and_the_points_of_a_round(name):
    rules = gin.preset(name)
    for players in rules.player_counts:
        match = gin.new_match(rules, players)
        assert "no round yet" in shown(svg.sheet_svg(match))
        seats = len(match.due[0].players)
        outcomes = [finished(fresh(rules, seats, seed), seed)[0].outcome for seed in range(len(match.due))]
        match = gin.add_round(match, *outcomes)
        texts = shown(svg.sheet_svg(match, theme="dark"))
        head = 2 + sum(1 + len(match.sides) for _ in match.games)
        assert sum(text.startswith("game ") for text in texts[:head]) == len(match.games)
        cells = [text for game in match.games for text in (map(str, game.points) if game.entries else "·")]
        assert texts[head] == "1"
        assert texts[head + 2 : head + 2 + len(cells)] == cells


# --- notebooks and files ------------------------------------------------------------------------


def test_notebooks_show_values_as_pictures():
    cards = [gin.CardSet.parse("7h 8h Ks"), gin.CardSet(), gin.Card(7), gin.Meld.parse("7h 8h 9h")]
    best = gin.best_arrangement("A23.456.789.T", STANDARD)
    for value in (*cards, offered(), gin.view(offered(), 1), best, defence(), hollywood()):
        assert value._repr_svg_() == str(svg.picture_of(value))
        looks = re.findall(r' src="data:image/svg\+xml;base64,([^"]+)"', value._repr_html_())
        expected = [str(svg.picture_of(value, theme=theme)) for theme in ("light", "dark")]
        assert [base64.b64decode(data).decode() for data in looks] == expected


def test_a_notebook_shows_a_record_as_its_round_or_match():
    record = gin.RoundRecord(STANDARD, 7)
    assert record._repr_svg_() == record.state._repr_svg_()
    assert gin.MatchRecord(STANDARD)._repr_html_() == gin.MatchRecord(STANDARD).match._repr_html_()


def test_a_notebook_shows_scores_as_their_text():
    score = gin.price(gin.Outcome(declarer=0, deadwood=(3, 21)), STANDARD)
    assert score._repr_html_().endswith(f">{score}</pre>")


def test_a_notebook_needs_no_import_to_show_a_picture():
    code = "import ginrules as gin; assert gin.deal(gin.RuleSet(), gin.shuffled(7))._repr_svg_().startswith('<svg')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_picture_in_html_has_words_for_who_cannot_see_it():
    html = svg.sheet_svg(kisses())._repr_html_()
    assert 'alt="Oklahoma gin with kisses: Annabella Longname-Smith – &lt;b&gt;Bo &amp; Co&lt;/b&gt;.' in html


def test_the_core_does_not_import_pictures():
    code = "import ginrules, sys; raise SystemExit('ginrules.svg' in sys.modules or 'ginrules.show' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_picture_is_saved_as_it_is(tmp_path):
    picture = svg.round_svg(offered())
    picture.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes().decode() == str(picture) == picture.svg
    assert repr(picture).startswith("Picture(title=")


@pytest.mark.parametrize("width", [320, 380, 1000])
def test_a_round_is_as_wide_as_asked_for_and_its_cards_can_be_clicked(width):
    state = gin.deal("standard", gin.shuffled(30))
    drawing = ET.fromstring(str(svg.round_svg(gin.view(state, 0), width=width)))
    boxes = [node for node in drawing.iter() if node.tag.endswith("rect")]
    assert max(float(node.get("x")) + float(node.get("width")) for node in boxes) <= width
    cards = [node.get("data-card") for node in drawing.iter() if node.get("data-card")]
    assert gin.CardSet.parse(" ".join(cards)) == state.hands[0] | gin.CardSet.of(state.discards)
    assert sum(node.get("data-pile") == "stock" for node in drawing.iter()) == 1


@pytest.mark.parametrize("width", [319, 700.5, "wide", True])
def test_a_round_is_not_drawn_narrower_than_its_cards(width):
    with pytest.raises(PictureError, match="width in pixels: expected a whole number from 320 up, got"):
        svg.round_svg(gin.deal("standard", gin.shuffled(30)), width=width)


@pytest.mark.parametrize("width", [320, 360, 390, 480, 1000])
def test_no_two_texts_meet_on_a_phone(width):
    drawn = gin.deal("oklahoma", seed=5)
    for text in ("decline", "decline", "draw"):  # the dealer, eleven cards: "deadwood 11 after the best discard"
        drawn = gin.apply(drawn, gin.parse_action(text, drawn))
    for names in (None, ["Annabella of the long name", "Bo"], ["Ann", "Bartholomew of the even longer name"]):
        for state in (drawn, laying_off(), over(), taken()):
            for viewed in (state, gin.view(state, 0), gin.view(state, 1)):
                root = parsed(svg.round_svg(viewed, names=names, width=width))
                assert len([*labels(root)]) > 3


def test_a_headline_too_long_for_one_line_has_two():
    picture = svg.round_svg(gin.view(gin.deal("oklahoma", seed=5), 0), names=["Ann", "Bartholomew"], width=320)
    texts = shown(picture)
    assert texts[:2] == ["Bartholomew must take or decline the", "upcard"]


def test_a_headline_without_room_is_smaller_before_it_is_cut():
    sizes = [fitting_size("Seat 1 must take", width, 17, least=13) for width in (400, 140, 20)]
    assert sizes[0] == 17 > sizes[1] > sizes[2] == 13
    picture = svg.round_svg(gin.view(gin.deal("oklahoma", seed=5), 1), width=340)
    assert ">Seat 1 must take or decline the upcard<" in picture.svg


# --- blank sheets ----------------------------------------------------------------------------------------


@every(gin.preset_names())
def test_a_sheet_has_a_column_for_each_side_of_each_game(name):
    rules = gin.preset(name)
    picture = blank_sheet_svg(rules, min(rules.player_counts), rows=9)
    match = gin.new_match(rules, min(rules.player_counts))
    written = shown(picture)
    assert [text for text in written if re.fullmatch(r"game \d( ×\d)?", text)] == [
        f"game {number}" + (f" ×{weight}" if weight != 1 else "")
        for number, weight in zip(range(1, rules.columns + 1), rules.column_weights * rules.columns, strict=False)
    ]
    names = ["/".join(match.players[player] for player in side) for side in match.sides]
    assert [text for text in written if text in names] == names * rules.columns
    assert [text for text in written if text.isdigit()] == [str(number) for number in range(1, 10)]
    assert (picture.width, picture.height) == (794, 1123)
    lines = [float(found) for found in re.findall(r'y2="([\d.]+)"', str(picture))]
    assert max(lines) <= 1123 - 48


def test_the_lines_below_are_those_of_the_settlement():
    assert shown(blank_sheet_svg("hollywood", ["Ann", "Bo"]))[
        -7:
    ] == "points, game bonus 100, shutout, boxes at 25, total, difference, all games".split(", ")
    assert shown(blank_sheet_svg("standard", 2))[-2:] == ["total", "difference"]
    assert shown(blank_sheet_svg("penalty-2-to-4", 3))[-1] == "points"


def test_a_sheet_has_no_line_for_what_decides_nothing():
    """A match that counts games has no line for bonuses."""
    assert shown(blank_sheet_svg("gin-pro", 2))[-3:] == ["20", "points", "games won"]
    assert shown(blank_sheet_svg("straight-gin-best-of-seven", 2))[-2:] == ["7", "games won"]
    assert "to 121 points, gin 20" in shown(blank_sheet_svg("gin-pro", 2))


def test_rows_are_as_many_as_the_rules_need():
    texts = shown(blank_sheet_svg("penalty-2-to-4", 3))
    assert [text for text in texts if text.isdigit()] == [*"123456"]  # three decided rounds, and drawn ones
    assert "3 decided rounds, gin 25" in texts


def test_what_cannot_be_drawn_is_refused():
    for rows in (0, 41, "9"):
        with pytest.raises(PictureError):
            blank_sheet_svg("standard", 2, rows=rows)
    with pytest.raises(gin.ScoreError):
        blank_sheet_svg("standard", ["Ann"])
