"""Reports: the page, its charts, files that are written whole or kept elsewhere, and pictures."""

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

import pytest

from ginrules.errors import LabError
from ginrules.lab.comparison.compare import compare, new_greedy
from ginrules.lab.report import html, save, save_figure, save_rows
from ginrules.lab.report.charts import Scale, bar_width, bars, interval, scale_of, ticks
from ginrules.lab.report.words import names_of
from ginrules.lab.runner.rows import Row
from ginrules.lab.simulation.simulate import rows
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Histogram
from ginrules.presets import preset
from ginrules.rules.model import RuleSet

pytestmark = pytest.mark.lab

EVIL = '<script>alert("1")</script>&'


@pytest.fixture(scope="module")
def found():
    return compare(preset("standard"), preset("straight-gin"), preset("oklahoma"), rounds=60)


def parsed(text):
    return ET.fromstring(text)  # noqa: S314 - our own


class Reader(HTMLParser):
    """Collects what a page holds, and whether its tags are closed."""

    VOID = frozenset({"meta", "br"})

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


def test_the_page_is_whole_and_needs_nothing_else(found):
    page = html(found)
    read = Reader(page)
    assert read.open == []
    assert read.links == []
    assert "script" not in read.tags
    assert not re.search(r"https?:|url\(|@import", page)
    assert "prefers-color-scheme:dark" in page


def test_the_page_tells_every_figure(found):
    text = " ".join(" ".join(Reader(html(found)).text).split())
    for finding in found.findings:
        factor = 100 if finding.measure.unit == "share" else 1
        for each in finding.values:
            if each is not None:
                assert f"{factor * each.value:.2f}".replace("-", "−") in text
        assert finding.measure.doc in text
    assert "knock.knock_limit" in text
    assert "Differences from standard" in text


def test_a_difference_that_may_be_chance_is_not_told_at_a_glance(found):
    page = html(found)
    glance = page[page.index("At a glance") : page.index("What differs")]
    clear = [
        finding.measure.title
        for finding in found.findings
        if any(each is not None and not each.holds_zero for each in finding.differences)
    ]
    told = re.findall(r"<li><b>(.*?)</b>", glance)
    assert told
    assert set(told) <= set(clear)
    same = html(compare(RuleSet(name="a"), RuleSet(name="b"), rounds=20))
    assert "No difference is clear of chance" in same
    assert "The rules are the same." in same


def test_names_are_text_and_not_mark_up():
    page = html(compare(RuleSet(name=EVIL, gin_bonus=20), RuleSet(name="b"), rounds=20))
    assert "<script" not in page
    assert "script" not in Reader(page).tags


def test_rule_sets_of_one_name_are_told_apart():
    one, other = RuleSet(name="house"), RuleSet(name="house", gin_bonus=20)
    assert len(set(names_of([one, other]))) == 2
    assert names_of([RuleSet(), RuleSet(gin_bonus=20)])[0] == RuleSet().digest[:8]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 17), (0.001, 0.002), (-100, 100), (5, 5000)])
def test_ticks_are_round_and_within(low, high):
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert all(low - 1e-9 <= each <= high + 1e-9 for each in found)
    assert len({round(b - a, 9) for a, b in pairwise(found)}) == 1


def test_a_scale_of_nothing_still_has_a_width():
    assert scale_of([]) == Scale(-1.0, 1.0)


def test_an_interval_stands_where_its_numbers_are():
    drawn = parsed(interval(Estimate(5, 0, 10), Scale(0, 20), factor=1, clear=True))
    line = drawn.find(".//line[@class='reachline']")
    assert (line.get("x1"), line.get("x2")) == ("0%", "50%")
    assert drawn.find(".//circle").get("cx") == "25%"
    assert "unsure" in interval(Estimate(5, -1, 10), Scale(0, 20), factor=1, clear=False)


def test_bars_are_as_high_as_they_are_many():
    (drawn,) = bars([Histogram({0: 10, 1: 20, 2: 5})], ["mine"])
    svg = parsed(drawn)
    heights = [float(bar.get("height")) for bar in svg.findall(".//rect")]
    assert heights[1] == pytest.approx(2 * heights[0]) == pytest.approx(4 * heights[2])
    assert svg.get("aria-label") == "mine: mean 0.86"
    assert "and more" not in drawn


def test_a_long_tail_is_gathered_and_said_to_be():
    (drawn,) = bars([Histogram({0: 5000, 1: 4990, 900: 1})], ["mine"])
    assert "and more" in drawn
    assert len(parsed(drawn).findall(".//rect")) == 2


def test_bars_of_nothing_are_nothing():
    assert bars([Histogram(), Histogram()], ["a", "b"]) == ["", ""]
    assert bar_width([Histogram()]) == 1
    assert bar_width([Histogram({0: 1, 300: 1})]) == 10


def test_a_file_takes_its_place_whole(tmp_path):
    path = tmp_path / "report.html"
    save("one", path)
    save("two", path)
    assert path.read_text() == "two"
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]
    assert path.stat().st_mode & 0o444 == 0o444 & ~_umask()


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_disk_that_is_really_full(monkeypatch):
    def on_full(**_options):
        return os.open("/dev/full", os.O_WRONLY), "/nonexistent-by-purpose"

    monkeypatch.setattr("tempfile.mkstemp", on_full)
    with pytest.raises(LabError, match="No space left on device; it is not kept"):
        save("x" * 100, Path("a.html"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("write", [partial(save, "told"), partial(save_rows, [])])
def test_a_pipe_keeps_its_place_and_gets_it_all(tmp_path, write):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as threads:
        heard = threads.submit(pipe.read_text)
        write(path=pipe)
        assert heard.result(timeout=20).startswith(("told", "rules,unit"))
    assert pipe.is_fifo()
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs the device that is always full")
def test_a_device_keeps_its_place_and_its_fault_is_told():
    with pytest.raises(LabError, match="/dev/full cannot be written: No space left on device; it is kept in") as caught:
        save("told", Path("/dev/full"))
    assert Path("/dev/full").is_char_device()
    kept = Path(caught.value.details["kept"])
    assert kept.read_text() == "told"
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
    assert [each.name for each in folder.iterdir()] == ["file"]


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(LabError, match="folder"):
        save("x", tmp_path)


def test_rows_come_back_as_they_were(tmp_path):
    path = tmp_path / "rounds.csv"
    played = list(rows(RuleSet(name="mine"), new_greedy, rounds=8))
    assert save_rows(iter(played), path) == 8
    with path.open(newline="") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == list(Row._fields)
    assert [int(each["net_0"]) for each in read] == [each.net_0 for each in played]
    assert [each["winner"] for each in read] == ["" if each.winner is None else str(each.winner) for each in played]


@pytest.mark.parametrize("error", [LabError("a player broke the rules"), KeyboardInterrupt()])
def test_rows_that_end_early_are_kept(tmp_path, error):
    played = list(rows(RuleSet(name="mine"), new_greedy, rounds=4))

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


def test_a_picture_needs_an_ending_that_is_known(found, tmp_path):
    with pytest.raises(LabError, match=r"ends in \.png, \.svg or \.pdf"):
        save_figure(found, tmp_path / "x.bmp")


def test_without_the_extra_a_picture_says_what_to_install(found, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(LabError, match=r"pip install 'ginrules\[plot\]'"):
        save_figure(found, tmp_path / "x.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures(found, tmp_path, ending, start):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"x.{ending}"
    save_figure(found, path)
    assert path.read_bytes().startswith(start)
