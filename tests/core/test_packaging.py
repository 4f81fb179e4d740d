"""Descriptions of the package agree with pyproject.toml: the citation, the classifiers."""

import importlib
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ginrules
import ginrules as gin
from ginrules._support import lazy as _lazy

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, TOOL = SETTINGS["project"], SETTINGS["tool"]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def value(text, name):
    """The value of a name in YAML without nesting of names that are alike."""
    return re.search(rf"^ *{name}: *\"?([^\"\n]*)\"?$", text, re.MULTILINE)[1].strip()


@pytest.mark.full
@pytest.mark.parametrize("switch", ["must", "no"])
def test_the_sources_are_built_with_the_core_or_without_it(switch, tmp_path):
    """With the pip and the hatchling that are installed, as distributions build it.

    The sources are copied: the core is built next to them, and other processes load the one in the checkout.
    """
    pytest.importorskip("hatchling")
    sources, target = tmp_path / "the sources", tmp_path / "target"
    shutil.copytree(ROOT / "ginrules", sources / "ginrules", ignore=shutil.ignore_patterns("__pycache__", "*gin.[sd]*"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", ".", "--no-deps", "--no-build-isolation", "--target", target],
        cwd=sources,
        env=os.environ | {"GINRULES_CORE": switch},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    library = next((target / "ginrules" / "fast" / "core").glob("*gin.[sd]*"), None)
    assert (library is not None) == (switch == "must")


def test_the_citation_is_of_this_version():
    assert value(CITATION, "version") == ginrules.__version__
    assert value(CITATION, "license") == PROJECT["license"]
    released = re.search(r"^date-released: (\S+)$", CITATION, re.MULTILINE)
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## \[(.*)\] - (.*)$", log, re.MULTILINE)
    assert first.groups() == (ginrules.__version__, released[1] if released else "not yet released")


def test_the_addresses_are_in_one_place():
    urls = PROJECT.get("urls", {})
    assert not urls or {"Documentation", "Source"} <= set(urls)
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "mkdocs.yml", ROOT / "CITATION.cff"]
    assert not [path.name for path in texts for url in urls.values() if url in path.read_text(encoding="utf-8")]


def test_the_tests_import_what_the_source_release_has():
    """Tests of other tools and of the benchmarks are skipped there, by `pytest.importorskip`."""
    included = TOOL["hatch"]["build"]["targets"]["sdist"]["include"]
    imported = {
        name.replace(".", "/")
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"^(?:from|import) ((?:tools|benchmarks)[.\w]*)", path.read_text("utf-8"), re.MULTILINE)
    }
    shipped = {path.removeprefix("/").removesuffix(".py") for path in included}
    assert all(name in shipped or name.rpartition("/")[0] in shipped for name in imported)
    assert all((ROOT / path.removeprefix("/")).exists() for path in included)


def test_a_release_is_built_with_files_that_are_named_by_their_hashes():
    lines = (ROOT / "tools" / "release.txt").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w-]+==[\w.]+( +--hash=sha256:[0-9a-f]{64})+", line) for line in pinned)
    needed = {re.match(r"[\w-]+", need)[0] for need in SETTINGS["build-system"]["requires"]}
    assert needed | {"ziglang", "lief"} <= {line.partition("==")[0] for line in pinned}


def test_every_python_is_named_once():
    named = [match[1] for item in PROJECT["classifiers"] if (match := re.search(r"Python :: 3\.(\d+)$", item))]
    least = int(PROJECT["requires-python"].removeprefix(">=3."))
    assert list(map(int, named)) == list(range(least, least + len(named)))
    assert named[-1] == "14"


def test_extras_name_extras_that_exist():
    extras = PROJECT["optional-dependencies"]
    for items in extras.values():
        for item in items:
            inner = re.match(r"ginrules\[(.*?)\]", item)
            assert inner is None or set(inner[1].split(",")) <= set(extras)


def test_what_the_root_promises_is_written_once():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\((.*?)\)", text):
        assert (ROOT / link).is_file(), link
    assert len(text.splitlines()) < 10


WITHOUT_EXTRAS = """
import inspect, sys

sys.modules.update(dict.fromkeys(("numpy", "gymnasium", "pettingzoo", "hypothesis", "cyclopts", "rich")))
import ginrules

names = dict(inspect.getmembers(ginrules))  # as `help` and `create_autospec` do
assert {"Card", "svg"} < names.keys() and not {"fast", "rl"} & names.keys()
assert not hasattr(ginrules, "rl")
try:
    ginrules.fast
except AttributeError as error:
    print(error, type(error.__cause__).__name__, sep="|")
from ginrules import rl
"""


def test_the_package_is_looked_through_without_any_extra():
    done = subprocess.run([sys.executable, "-c", WITHOUT_EXTRAS], capture_output=True, text=True, check=False)
    assert done.stdout == "ginrules.fast needs NumPy: pip install 'ginrules[fast]'|ModuleNotFoundError\n"
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: ginrules.rl needs NumPy, Gymnasium and")


@pytest.mark.full  # run where hatchling is
@pytest.mark.parametrize(
    ("platform", "host", "symbols", "tag"),
    [
        ("linux-x86_64", "x86_64-pc-linux-gnu", b"GLIBC_2.2.5\0GLIBC_2.14\0", "manylinux_2_17_x86_64"),
        ("linux-aarch64", "aarch64-linux-gnu", b"GLIBC_2.17\0GLIBC_2.38\0", "manylinux_2_38_aarch64"),
        ("linux-x86_64", "x86_64-linux-musl", b"", "musllinux_1_2_x86_64"),
        ("linux-x86_64", "x86_64-linux-gnu", b"", "linux_x86_64"),
        ("macosx-11.0-arm64", "", b"", "macosx_11_0_arm64"),
    ],
)
def test_a_wheel_of_this_machine_has_a_tag_that_pypi_takes(platform, host, symbols, tag, tmp_path, monkeypatch):
    pytest.importorskip("hatchling")
    monkeypatch.setattr("sysconfig.get_platform", lambda: platform)
    monkeypatch.setattr("sysconfig.get_config_var", lambda _name: host)
    library = tmp_path / "libgin.so"
    library.write_bytes(symbols)
    assert runpy.run_path(str(ROOT / "hatch_build.py"))["own_platform"](library) == tag


@pytest.mark.full  # run where hatchling is
@pytest.mark.parametrize(
    ("variables", "found", "named"),
    [
        ({}, True, ["ziglang"]),
        ({}, False, []),
        ({"CC": "tcc"}, True, []),
        ({"GINRULES_CORE": "no"}, True, []),
        ({"GINRULES_CORE": "must"}, True, ["ziglang"]),
    ],
)
def test_a_build_without_a_compiler_asks_for_one_if_it_can_be_fetched(variables, found, named, tmp_path, monkeypatch):
    """Where it is already there, it is the compiler."""
    pytest.importorskip("hatchling")
    build = runpy.run_path(str(ROOT / "hatch_build.py"))
    for name in ("CC", "GINRULES_CORE", "UV"):
        monkeypatch.delenv(name, raising=False)
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "ziglang", None)  # as if it were not installed here
    asked = []
    monkeypatch.setitem(
        build["CoreHook"].dependencies.__globals__, "can_be_fetched", lambda name: asked.append(name) or found
    )
    hook = object.__new__(build["CoreHook"])
    monkeypatch.setattr(build["CoreHook"], "root", str(ROOT))
    assert hook.dependencies() == named
    assert asked == (["ziglang"] if not {"CC"} & {*variables} and variables.get("GINRULES_CORE") != "no" else [])
    monkeypatch.delitem(sys.modules, "ziglang")
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    command = runpy.run_path(str(ROOT / "ginrules" / "fast" / "build.py"))["compiler"]()
    assert command == ([variables["CC"]] if "CC" in variables else [sys.executable, "-m", "ziglang", "cc"])


@pytest.mark.full  # run where hatchling is
def test_a_package_that_no_installer_finds_is_not_asked_for(monkeypatch):
    pytest.importorskip("hatchling")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("UV", "/nonexistent/uv")
    assert not runpy.run_path(str(ROOT / "hatch_build.py"))["can_be_fetched"]("ginrules-no-such-package")


# --- modules that load when a name is read ---------------------------------------------------------------


PACKAGE = Path(gin.__file__).parent
PACKAGES = [
    ".".join(("ginrules", *path.parent.relative_to(PACKAGE).parts))
    for path in sorted(PACKAGE.rglob("__init__.py"))
    if "lazy_names(" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_of_a_table_is_there(name):
    package = importlib.import_module(name)
    assert set(package.__all__) <= set(dir(package))
    for public in package.__all__:
        assert getattr(package, public) is vars(package)[public]
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'no_such_name'"):
        _ = package.no_such_name


def test_a_name_in_two_tables_of_one_module_is_found():
    _, read, listed = _lazy.lazy_names(__name__, {"cards": "Card"}, {"cards": "Suit"}, submodules=["lab"])
    assert (read("Card").__name__, read("Suit").__name__) == ("Card", "Suit")
    assert {"Card", "Suit", "lab"} <= set(listed())


def test_a_module_is_loaded_when_its_name_is_read():
    code = (
        "import sys, ginrules.lab as lab; name = 'ginrules.lab.simulation'; print(name in sys.modules); lab.simulate; "
    )
    done = subprocess.run([sys.executable, "-c", f"{code}print(name in sys.modules)"], capture_output=True, check=True)
    assert done.stdout.split() == [b"False", b"True"]
