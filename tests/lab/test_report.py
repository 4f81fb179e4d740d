"""Reports: the page, its charts, files that are written whole or kept elsewhere, and the picture."""

import base64
import csv
import errno
import os
import re
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

import ginrules as gin
from ginrules.errors import LabError, PictureError
from ginrules.lab import diverge, rows, simulate, tournament
from ginrules.lab.report import RowFile, html, save
from ginrules.lab.report.picture import interval, plot, scale_of, ticks
from ginrules.lab.runner.rows import Row
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.result import RunResult, labels_of, text_table
from ginrules.players import Simple, new_greedy
from tests.lab.conftest import compare

pytestmark = pytest.mark.full

EVIL = '<script>alert("1")</script>&'


@pytest.fixture(scope="module")
def comparison():
    return compare(gin.preset("standard"), gin.preset("straight-gin"), gin.preset("oklahoma"), rounds=60)


def parsed(text):
    return ET.fromstring(text)


class Reader(HTMLParser):
    """Collects the content of a page, and checks that its tags are closed."""

    VOID = frozenset({"meta", "br", "img", "source", "wbr"})

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.links = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in {"href", "src"}]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_the_page_is_whole_and_needs_nothing_else(comparison):
    page = html(comparison)
    read = Reader(page)
    assert read.open == []
    assert read.links == []
    assert "script" not in read.tags
    assert not re.search(r"https?:|url\(|@import", page)
    assert "prefers-color-scheme:dark" in page


def test_the_page_has_every_figure(comparison):
    text = " ".join(" ".join(Reader(html(comparison)).text).split())
    for finding in comparison.findings:
        factor = 100 if finding.measure.unit == "share" else 1
        for value in finding.values:
            if value is not None:
                assert f"{factor * value.value:.2f}".replace("-", "−") in text
        assert finding.measure.doc in text
    assert "knock.knock_limit" in text
    assert "Differences from standard" in text


def test_the_page_of_equal_rules_says_so():
    assert "The rules are the same." in html(compare(gin.RuleSet(name="a"), gin.RuleSet(name="b"), rounds=20))


def test_the_page_of_a_comparison_has_the_middle_of_every_distribution(comparison):
    page = html(comparison)
    for one in comparison.distributions:
        for label, histogram in zip(labels_of(comparison.rules), one.histograms, strict=True):
            mean = "" if histogram.mean is None else f"{histogram.mean:.2f}</td><td>{histogram.quantile(0.5)}</td>"
            assert (f"{one.title}, {label}</th><td>" in page) == bool(mean)  # straight gin has no knocks
            assert mean in page


def test_names_are_text_and_not_mark_up():
    page = html(compare(gin.RuleSet(name=EVIL, gin_bonus=20), gin.RuleSet(name="b"), rounds=20))
    assert "<script" not in page
    assert "script" not in Reader(page).tags


def test_rule_sets_of_one_name_have_different_labels():
    one, other = gin.RuleSet(name="club"), gin.RuleSet(name="club", gin_bonus=20)
    assert len(set(labels_of([one, other]))) == 2
    assert labels_of([gin.RuleSet(), gin.RuleSet(gin_bonus=20)])[0] == gin.RuleSet().digest[:8]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 17), (0.001, 0.002), (-100, 100), (5, 5000)])
def test_ticks_are_round_and_within(low, high):
    values = ticks(low, high)
    assert 2 <= len(values) <= 7
    assert all(low - 1e-9 <= value <= high + 1e-9 for value in values)
    assert len({round(b - a, 9) for a, b in pairwise(values)}) == 1


def test_a_scale_of_nothing_still_has_a_width():
    assert scale_of([]) == (-1.0, 1.0)


def test_an_interval_is_drawn_where_its_numbers_are():
    chart = interval(Estimate(5, 1, 10), (0, 20), factor=1)
    line = parsed(chart).find(".//line[@class='interval']")
    assert (line.get("x1"), line.get("x2")) == ("5%", "50%")
    assert parsed(chart).find(".//circle").get("cx") == "25%"
    assert "unclear" not in chart
    assert "unclear" in interval(Estimate(5, -1, 10), (0, 20), factor=1)


def test_a_file_takes_its_place_whole(tmp_path):
    path = tmp_path / "report.html"
    save("one", path)
    save("two", path)
    assert path.read_text() == "two"
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    assert path.stat().st_mode & 0o444 == 0o444 & ~_umask()


def save_rows(rows, path):
    with RowFile(path) as file:
        file.write(rows)
    return file.count


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.fixture
def full(monkeypatch):
    """A disk on which nothing can be written for good, in one folder."""

    def fill(folder):
        real = os.fsync

        def fails(descriptor):
            if Path(f"/proc/self/fd/{descriptor}").readlink().parent == folder:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(descriptor)

        monkeypatch.setattr("os.fsync", fails)

    return fill


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="sees where a file lies by Linux's /proc")
def test_on_a_full_disk_the_old_file_stays_and_the_new_one_is_kept(tmp_path, full, monkeypatch):
    folder, spare = tmp_path / "full", tmp_path / "spare"
    folder.mkdir()
    spare.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(spare))
    (folder / "a.html").write_text("old")
    full(folder)
    with pytest.raises(LabError, match="No space left on device; it is kept in") as caught:
        save("new", folder / "a.html")
    assert Path(caught.value.details["kept"]).read_text() == "new"
    assert (folder / "a.html").read_text() == "old"
    assert len(list(folder.iterdir())) == 1
    full(spare)
    monkeypatch.setattr("tempfile.tempdir", str(folder / "none"))
    with pytest.raises(LabError, match="it is not kept"):
        save("new", folder / "no" / "a.html")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("write", [partial(save, "text"), partial(save_rows, [])])
def test_a_pipe_keeps_its_place_and_gets_it_all(tmp_path, write):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as threads:
        reader = threads.submit(pipe.read_text)
        write(path=pipe)
        assert reader.result(timeout=300).startswith(("text", "rules,unit"))
    assert pipe.is_fifo()
    assert [file.name for file in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs the device that is always full")
def test_a_device_keeps_its_place_and_its_error_is_reported():
    with pytest.raises(LabError, match="/dev/full cannot be written: No space left on device; it is kept in") as caught:
        save("text", Path("/dev/full"))
    assert Path("/dev/full").is_char_device()
    kept = Path(caught.value.details["kept"])
    assert kept.read_text() == "text"
    kept.unlink()


def test_a_link_goes_on_leading_to_its_file(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("old")
    link = tmp_path / "link"
    link.symlink_to(folder / "file")
    save("new", link)
    assert link.is_symlink()
    assert (folder / "file").read_text() == "new"
    assert [file.name for file in folder.iterdir()] == ["file"]


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(LabError, match="folder"):
        save("x", tmp_path)


def test_rows_come_back_as_they_were(tmp_path):
    path = tmp_path / "rounds.csv"
    played = list(rows(gin.RuleSet(name="mine"), new_greedy, rounds=8))
    assert save_rows(iter(played), path) == 8
    with path.open(newline="") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == list(Row._fields)
    assert [int(line["net_0"]) for line in read] == [row.net_0 for row in played]
    assert [line["winner"] for line in read] == ["" if row.winner is None else str(row.winner) for row in played]


@pytest.mark.parametrize("error", [LabError("a player broke the rules"), KeyboardInterrupt()])
def test_rows_that_end_early_are_kept(tmp_path, error):
    played = list(rows(gin.RuleSet(name="mine"), new_greedy, rounds=4))

    def broken():
        yield from played
        raise error

    path = tmp_path / "rounds.csv"
    with pytest.raises(type(error)):
        save_rows(broken(), path)
    assert len(path.read_text().splitlines()) == 5
    assert len(list(tmp_path.iterdir())) == 1


def test_rows_without_a_place(tmp_path):
    with pytest.raises(LabError, match="nothing was kept"):
        save_rows(iter(()), tmp_path / "none" / "rounds.csv")


def test_rows_on_a_full_disk_are_kept_beside_the_old_file(tmp_path, monkeypatch):
    (tmp_path / "rounds.csv").write_text("old")
    played = list(rows(gin.RuleSet(name="mine"), new_greedy, rounds=4))
    file = RowFile(tmp_path / "rounds.csv")
    file.write(played)

    class FullDisk:
        def __init__(self, opened):
            self.opened, self.close = opened, opened.close

        @property
        def closed(self):
            return self.opened.closed

        def write(self, _line):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(file, "_file", FullDisk(file._file))
    with pytest.raises(LabError, match="No space left on device; the first 4 rounds are kept in") as caught, file:
        file.write(played)
    assert len(Path(caught.value.details["kept"]).read_text().splitlines()) == 5
    assert (tmp_path / "rounds.csv").read_text() == "old"


@pytest.mark.parametrize("name", ["x.png", "x"])
def test_a_picture_is_svg(tmp_path, name, capsys):
    pytest.importorskip("cyclopts")
    from ginrules.cli import main

    assert main(["compare", "standard", "oklahoma", "--rounds", "4", "--plot", str(tmp_path / name)]) == 2
    assert "a picture must end in .svg, not" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_no_text_of_a_picture_is_cut_or_longer_than_its_room():
    long = "standard+knock_source=upcard+undercut_bonus=10+gin_bonus=30+target=150"
    shown = compare(gin.preset("standard"), gin.preset(long), rounds=60)
    for picture in map(str, (plot(shown, "light"), plot(shown, "light", titled=True))):
        texts = [node for node in parsed(picture).iter() if node.tag.endswith("text") and "class" in node.attrib]
        assert len(texts) > 5
        for node in texts:
            size = 13 if node.get("class") == "head" else 12
            assert len(node.text) * 0.51 * size < 390, node.text  # letters are half as wide as they are high
            assert "…" not in node.text or "label" in node.get("class")


def test_a_result_gives_its_picture(comparison, tmp_path):
    light, dark = comparison.plot(), comparison.plot(theme="dark")
    assert str(dark) != str(light)
    assert (light.width, light.title) == (420, comparison.summary)
    light.save(tmp_path / "x.svg")
    assert parsed((tmp_path / "x.svg").read_text(encoding="utf-8")).get("width") == "420"
    assert tournament(["greedy", "simple"], "standard", 40).plot().width == 420
    with pytest.raises(PictureError, match="expected theme light or dark, got 'blue'"):
        comparison.plot(theme="blue")
    with pytest.raises(LabError, match="Bare has no picture: print it"):
        type("Bare", (RunResult,), {})().plot()
    with pytest.raises(LabError, match="Simulation has no picture: print it"):
        simulate("standard", Simple, rounds=40).plot()


def test_the_picture_has_every_difference(comparison):
    svg = parsed(str(comparison.plot()))
    assert "var(" not in str(comparison.plot())  # programs that draw pictures seldom know variables
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    points = comparison["points"].differences[1]
    assert "points per round, oklahoma" in texts
    assert f"{points.value:+.2f} ± {points.half_width:.2f}".replace("-", "−") in texts
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == sum(
        difference is not None for finding in comparison.findings for difference in finding.differences
    )


def test_a_tournament_has_a_page():
    read = Reader(html(tournament({EVIL: "greedy", "b": "simple"}, "standard", 40)))
    assert read.open == []
    assert "script" not in read.tags
    assert {"svg", "table"} <= {*read.tags}


def test_a_simulation_has_a_page():
    simulation = simulate(gin.RuleSet(name=EVIL), [new_greedy, partial(new_greedy, threshold=0)], matches=4)
    read = Reader(html(simulation))
    assert read.open == []
    assert "script" not in read.tags
    text = " ".join(read.text)
    assert "greedy, playing for gin" in text
    assert "rounds per match" in text


def test_a_plain_table_is_aligned():
    assert text_table(("", "a"), [("gin", "1.00"), ("", "10.00")]) == "         a\ngin   1.00\n     10.00"


RESULTS = {
    "comparison": lambda: compare("standard", "straight-gin", "oklahoma", rounds=20),
    "simulation": lambda: simulate("standard", [new_greedy, Simple], rounds=20),
    "tournament": lambda: tournament(["greedy", "simple", "random"], "standard", 8),
}


@pytest.fixture(scope="module", params=RESULTS)
def result(request):
    """A result of every kind that notebooks show."""
    return RESULTS[request.param]()


def test_a_notebook_agrees_with_the_text(result):
    read = Reader(re.sub(r"<style>.*?</style>", "", result._repr_html_()))
    assert read.open == []
    assert " ".join(read.text).split() == str(result).split()
    assert all(link.startswith("data:image/svg+xml;base64,") for link in read.links)


STRANGE = f"{EVIL}\x1b[31m\u202e"
"""A name with a script, a color of a terminal, and a turn of the direction of writing."""


def shown_values():
    """A value of every kind that notebooks show, each with that name wherever a name can stand."""
    rules = gin.RuleSet(name=STRANGE, title=STRANGE, summary=STRANGE)
    other = rules.evolve(name="other", title=STRANGE, knock_limit=5)
    state = gin.deal(rules, seed=7)
    outcome = gin.Outcome(declarer=0, deadwood=(3, 21))
    match = gin.new_match(rules, [STRANGE, "Bo"], results=[outcome])
    yield from (rules, state, gin.view(state, 0), match, gin.settle(match), gin.price(outcome, rules))
    yield gin.RoundRecord(rules, 7, comment=STRANGE)
    yield gin.MatchRecord(rules, [STRANGE, "Bo"], [outcome])
    yield (comparison := compare(rules, other, rounds=20))
    yield comparison["points"]
    yield simulate(rules, new_greedy, rounds=20)
    yield tournament({STRANGE: "greedy", "b": "simple"}, rules, 20)
    yield diverge(rules, other, effort=2)
    yield diverge(rules, other.evolve(knock_limit=10), effort=2)
    yield diverge(rules, rules.evolve(name="other", target=10), effort=2)
    change = gin.diff(rules, other)[0]
    yield type(gin.diff(rules, other))([attrs.evolve(change, section=STRANGE, name=STRANGE, a=STRANGE, b=STRANGE)])


def test_names_in_a_notebook_are_no_markup():
    for value in shown_values():
        piece, kind = value._repr_html_(), type(value).__name__
        drawings = [decoded(link) for link in Reader(piece).links]
        for text in (piece, *drawings):
            assert "<script>" not in text, kind
            assert "\x1b" not in text, kind
            assert "\u202e" not in text, kind
        if drawings:  # one in light colors, one in dark
            light, dark = drawings
            assert parsed(light.encode()).tag == parsed(dark.encode()).tag
            assert light != dark, kind


def decoded(link):
    return base64.b64decode(link.partition(",")[2]).decode()


@pytest.mark.parametrize("kind", ["comparison", "tournament"])
def test_a_plot_is_drawn_in_two_looks(kind):
    large = {"tournament": lambda: tournament(["greedy", "simple"], "standard", 40)}
    html = large.get(kind, RESULTS[kind])()._repr_html_()
    links = Reader(html).links
    assert len(links) == 2
    assert all(parsed(decoded(link).encode()).tag.endswith("svg") for link in links)
    assert html.count("display:none;") == 1


def test_records_are_rows_with_the_same_keys(result):
    first, *others = result.records()
    assert all(list(row) == list(first) for row in others)


class Frame:
    """Stands in for a library of data frames."""

    @staticmethod
    def DataFrame(rows):  # noqa: N802 - its name there
        return ("frame", rows)


def test_a_data_frame_is_made_by_the_library_that_is_there(monkeypatch, comparison):
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", Frame)
    assert comparison.to_frame() == ("frame", comparison.records())
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(LabError, match="pandas or polars"):
        comparison.to_frame()
