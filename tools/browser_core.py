"""The core for a page: WebAssembly from the unchanged C sources, and the facts of the library that a page needs.

    pip install --require-hashes -r tools/release.txt
    python -m tools.browser_core examples/gin_core/build
    npm install --prefix /tmp/npm esbuild@0.28.2 typescript@7.0.2
    python -m tools.browser_core /tmp/page --scripts /tmp/npm       # the scripts too, in a copy of the examples

Writes ``core.wasm``, by Zig's clang (``ziglang`` on PyPI, which also builds the wheels); ``library.json``, the rules,
the presets, the records and the entries of the core; ``learned.net``, the packaged net with its biases under the rules
of every preset; ``records.d.ts``, the types of the documents; ``custom-elements.json``, which tells editors the
attributes of ``<gin-game>``; and for reviews alone ``review.json`` and ``belief.net``. The same sources give the same
bytes.
"""

import argparse
import gzip
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Container, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np

import ginrules as gin
from ginrules._support.bounds import TABLE_SEATS
from ginrules._support.names import PlayerName
from ginrules.driver.core_spec import CoreSpec, core_spec_of
from ginrules.driver.named import DEPARTED, player_named
from ginrules.fast import codec, layout
from ginrules.fast._core_rounds import LAYOUT
from ginrules.fast._facts import ENDINGS, FACTS, FEASIBILITY_RULES, PRICES, REASONS
from ginrules.fast._load import ARGUMENTS, ENTRIES, ERRORS, MOST_MELDS, MOST_OWN
from ginrules.fast._plan import CALLER, CHOICES, KINDS, MOST_POINTS, NET, PLAN, unplayed
from ginrules.fast._states import CHANCE, DEAL, STATE
from ginrules.fast.beliefs import BELIEF, STORY
from ginrules.fast.build import FLAGS, FOLDER, source_version
from ginrules.fast.layout import PHASES
from ginrules.lab.reviews import result as words
from ginrules.lab.reviews import review as worlds
from ginrules.lab.reviews.result import KINDS as DECISIONS
from ginrules.lab.reviews.result import WORST
from ginrules.lab.reviews.review import REVIEWER, WORLDS
from ginrules.lab.statistics.estimate import critical_value
from ginrules.nets.belief import BeliefNet
from ginrules.nets.learned import FoldedNet
from ginrules.nets.rules import WITHOUT_INPUTS, amounts_of
from ginrules.play.actions import Action
from ginrules.play.engine import _MOVES
from ginrules.play.outcome import WHY_DEAD
from ginrules.play.seeded_deals import PLY_CAP
from ginrules.players.belief import NET as BELIEF_NET
from ginrules.players.belief import TRIES
from ginrules.players.packaged_nets import net_for
from ginrules.records.documents.types import types
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, changed_values
from ginrules.rules.rule_fields import Seating
from ginrules.rules.seats import players_fit, table_seats
from ginrules.scoring.price_numbers import PRICE_NUMBERS, PriceNumber
from ginrules.scoring.score import RESULTS
from ginrules.show import words as show_words

ZIG: Final = "ziglang"
TARGET: Final = "wasm32-wasi"
STACK: Final = 1 << 20
"""The bytes of the stack: the lists of a decision are large."""

_KINDS: Final = {"u1": "u8", "i1": "i8", "i2": "i16", "u2": "u16", "i4": "i32", "u4": "u32", "i8": "i64", "u8": "u64"}
_LEFT_OUT: Final = {"gin_play", "gin_play_random", "gin_trace", "gin_draw"}
"""Entries that no page calls."""
_NET_PARTS: Final = {"inputs": "b", "mixed": "h", "mixed_bias": "i", "heads": "h", "heads_bias": "i"}
"""The weights in the file of the net, in order, with the codes of the module ``array``; the biases follow."""
_BELIEF_PARTS: Final = {"inputs": "b", "mixed": "h", "mixed_bias": "i", "cards": "h", "cards_bias": "i", "near": "h"}


def compile_wasm(written: Path) -> None:
    """Compile the core by Zig's clang."""
    if importlib.util.find_spec(ZIG) is None:
        raise SystemExit(f"{ZIG} is not installed: pip install --require-hashes -r tools/release.txt")
    flags = [flag for flag in FLAGS if flag != "-shared"]
    exports = [f"-Wl,--export={name}" for name in ("gin_version", *_entries(), "malloc", "free")]
    command = [sys.executable, "-m", ZIG, "cc", "-target", TARGET, *flags, "-msimd128", "-s", "-DNDEBUG"]
    command += ["-mexec-model=reactor", f"-Wl,-z,stack-size={STACK}", *exports, f'-DGIN_VERSION="{source_version()}"']
    command += ["-o", str(written.resolve()), "core.c"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=FOLDER)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])


def _entries() -> list[str]:
    return [name for name in ENTRIES if name not in _LEFT_OUT]


def library() -> dict[str, Any]:
    """Return the rules, presets, records and entries of the library, as plain JSON."""
    records = {"state": STATE, "facts": FACTS, "price": PRICES, "chance": CHANCE, "deal": DEAL, "net": NET}
    codes = {"discard": codec.DISCARD_CODE, "knock": codec.KNOCK_CODE, "meld": codec.MELD_CODE}
    return {
        "version": gin.__version__,
        "core": source_version(),
        "entries": {name: [_argument(argument) for argument in ENTRIES[name].split()] for name in _entries()},
        "records": {name: _record(dtype) for name, dtype in records.items()},
        "errors": [*ERRORS.values()],
        "phases": [_kind(phase) for phase in PHASES],
        "endings": ENDINGS,
        "reasons": REASONS,
        "results": RESULTS,
        "words": {"results": show_words.RESULTS, "verbs": show_words.VERBS, "drawn": WHY_DEAD},
        "moves": {_kind(phase): sorted({_verb(action) for action in moves}) for phase, moves in _MOVES.items()},
        "codes": {"single": [str(action) for action in codec.SINGLE], **codes},
        "layout": {"numbers": len(LAYOUT), "entries": len(layout.ENTRIES)},
        "most": {"seats": TABLE_SEATS, "own": MOST_OWN, "melds": MOST_MELDS, "points": MOST_POINTS},
        "rules": {
            name: {"section": rule.section, "affects": rule.affects, "kind": rule.kind, "value": _plain(DEFAULTS[name])}
            | ({"choices": rule.choices} if rule.choices else {"least": rule.least, "most": rule.most})
            for name, rule in RULES.items()
        },
        "plan": PLAN,
        "choices": CHOICES,
        "prices": {name: _price(number) for name, number in PRICE_NUMBERS.items()},
        "bill": FEASIBILITY_RULES,
        "seating": {
            seating: {str(count): table_seats(seating, count) for count in range(2, 11) if players_fit(seating, count)}
            for seating in get_args(Seating)
        },
        "presets": {name: _preset(name) for name in gin.preset_names()},
        "aliases": dict(gin.presets.preset_aliases()),
        "bare": dict(gin.presets.bare_names()),
        **_players(),
        "caller": CALLER,
        "net": {"parts": _parts(net_for("standard").net, _NET_PARTS), "keys": _keys()},
        "without_inputs": sorted(WITHOUT_INPUTS),
        "clashes": [
            [rule, _some(one.allowed), one.why, {name: _some(values) for name, values in one.when.items()}]
            for rule, entry in RULES.items()
            for one in entry.limits
        ],
    }


def _argument(name: str) -> list[str]:
    """Return the name of an argument and its kind: a pointer with a number, or the type of a number."""
    kind = ARGUMENTS[name]
    return [name, "at" if kind.endswith("*") else {"int32_t": "i32", "uint64_t": "u64"}[kind]]


def _kind(phase: type) -> str:
    """Return the kind of a phase in documents."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", phase.__name__).lower()


def _record(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name in dtype.names or ():
        form: Any = dtype.fields
        kind, offset = form[name][:2]
        fields[name] = [offset, _KINDS[kind.base.str[1:]], int(np.prod(kind.shape, dtype=int)) if kind.shape else 0]
    return {"size": dtype.itemsize, "fields": fields}


def _verb(action: type[Action]) -> str:
    verbs = {"TakeDiscard": "take", "GoBigGin": "big gin", "LayOff": "lay off", "LayDown": "lay"}
    return verbs.get(action.__name__, action.__name__.removesuffix("Stock").lower())


def _price(number: PriceNumber) -> dict[str, Any]:
    """Return a number of the prices: a rule, or a table over all values of its rules."""
    choices = [_values_of(rule) for rule in number.rules]
    if not number.values and len(number.rules) == 1:
        return {"rule": number.rules[0], "most": number.most}
    table = {}
    for values in product(*choices):
        rules = _Values(dict(zip(number.rules, values, strict=True)))
        price = number.of(rules)  # type: ignore[arg-type]
        if price is not None:
            table[" ".join(json.dumps(value) for value in values)] = price
    return {"rules": number.rules, "table": table}


class _Values:
    """The values of some rules, read as from a rule set, for every combination, possible or not."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        vars(self).update(values)

    @property
    def lays_off_after_gin(self) -> bool:
        return RuleSet.lays_off_after_gin.fget(self)  # type: ignore[attr-defined, no-any-return]


def _values_of(rule: str) -> tuple[Any, ...]:
    return RULES[rule].choices or (False, True)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): number for key, number in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _preset(name: str) -> dict[str, Any]:
    rules = gin.preset(name)
    return {"title": rules.heading, "values": {rule: _plain(value) for rule, value in changed_values(rules).items()}}


def _players() -> dict[str, dict[str, Any]]:
    """Return the players that the core has, and names of strengths for some of them."""
    players: dict[str, Any] = {}
    strengths: dict[str, str] = {}
    for name in get_args(PlayerName):
        spec = core_spec_of(player_named(name), gin.RuleSet(), 2)
        if spec is None or spec.player == "random":
            continue
        row = _row(spec)
        same = next((other for other, known in players.items() if known == row), None)
        if same is None:
            players[name] = row
        else:
            strengths[name] = same
    return {"players": players, "strengths": strengths, "gone": dict(DEPARTED)}


def _row(spec: CoreSpec) -> dict[str, Any]:
    """Return the head of a player's row: its number, a threshold, its slips and its parameters; prices follow."""
    threshold, parameters = (spec.parameters[0], ()) if spec.player == "greedy" else (-1, spec.parameters)
    row = {"kind": KINDS[spec.player], "threshold": threshold, "slip": spec.slip}
    return {**row, "parameters": parameters, "prices": len(spec.prices)}


# --- what rules exclude together ------------------------------------------------------------------


def _some(values: Container[Any]) -> Any:
    """Return the values of a row of refusals: a list, the first of a range without end, or none of the two."""
    if isinstance(values, tuple):
        return list(values)
    return values.start if isinstance(values, range) else "more than two players"


# --- the net --------------------------------------------------------------------------------------


def key_of(rules: RuleSet) -> str:
    """Return all values that the biases of the net depend on, as a text: those that are not the default."""
    changed = changed_values(rules)
    return json.dumps(
        {
            name: _plain(changed[name])
            for name in sorted(changed)
            if RULES[name].affects in {"play", "price"} and name not in WITHOUT_INPUTS
        }
        | {name: _plain(changed[name]) for name in ("box_bonus", "box_timing", "winner_by") if name in changed},
        separators=(",", ":"),
    )


def _netted() -> Iterator[RuleSet]:
    for name in gin.preset_names():
        rules = gin.preset(name)
        if 2 in rules.table_sizes and net_for(rules, 2).net is not None and not unplayed(rules):
            yield rules


def _keys() -> list[str]:
    return [*dict.fromkeys(map(key_of, _netted()))]


def _parts(net: Any, parts: Mapping[str, str]) -> dict[str, list[Any]]:
    return {name: [code, len(getattr(net, name))] for name, code in parts.items()}


def net_file() -> bytes:
    """Return the net: its weights, and after them the biases of the first layer under the rules of each key."""
    return _net_file(net_for("standard").net, _NET_PARTS)


def belief_file() -> bytes:
    """Return the net of the belief, in the same way."""
    return _net_file(BeliefNet.load(BELIEF_NET), _BELIEF_PARTS)


def _net_file(net: Any, parts: Mapping[str, str]) -> bytes:
    arrays = [array(code, getattr(net, name)) for name, code in parts.items()]
    biases = {key_of(rules): FoldedNet(net, amounts_of(rules)).inputs_bias for rules in _netted()}
    arrays += [array("h", biases[key]) for key in _keys()]
    if sys.byteorder == "big":
        for part in arrays:
            part.byteswap()
    return b"".join(part.tobytes() for part in arrays)


def review_data() -> dict[str, Any]:
    """Return the numbers, records and words of the library that a review in a page reads."""
    limits = {"reviewer": REVIEWER, "tries": TRIES, "ply_cap": PLY_CAP, "worlds": WORLDS, "worst": WORST}
    parts = {"first_part": worlds.FIRST_PART, "fewest": worlds.FEWEST, "needed": worlds.SURE**2}
    texts = {"kinds": DECISIONS, "one": words.SINGULAR, "numbers": words.NUMBERS, "past": words.PAST}
    return {
        "records": {"story": _record(STORY), "belief": _record(BELIEF), "facts": _record(FACTS)},
        "belief": _parts(BeliefNet.load(BELIEF_NET), _BELIEF_PARTS),
        **limits,
        **parts,
        "step": str(worlds.STEP),
        "seeds": str(worlds.SEEDS),
        "critical": [0.0] * 2 + [critical_value(count) for count in range(2, WORLDS + 1)],
        **texts,
    }


EXAMPLES: Final = Path(__file__).parent.parent / "examples"


def manifest() -> dict[str, Any]:
    """Return the attributes, events and colors of ``<gin-game>`` for editors, as its README lists them."""
    readme = (EXAMPLES / "gin_game" / "README.md").read_text(encoding="utf-8")
    style = (EXAMPLES / "gin_table" / "src" / "style.ts").read_text(encoding="utf-8")

    def listed(heading: str) -> list[dict[str, str]]:
        section = readme.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| (`.+?`) \| (.+?) \|", section, re.MULTILINE)
        return [{"name": name, "description": text} for names, text in rows for name in re.findall("`(.+?)`", names)]

    declared = {
        "kind": "class",
        "customElement": True,
        "tagName": "gin-game",
        "name": "GinGame",
        "description": "A game of gin rummy: table, referee, opponent, hints, undo and score sheet.",
        "attributes": listed("Attributes"),
        "events": listed("Events"),
        "cssParts": [{"name": "table", "description": "The table, whose custom properties are colors and sizes."}],
        "cssProperties": [{"name": name} for name in sorted({*re.findall(r"--gin-[\w-]+", style), "--gin-wait"})],
    }
    declaration = {"name": "GinGame", "module": "gin-game.js"}
    definition = {"kind": "custom-element-definition", "name": "gin-game", "declaration": declaration}
    module = {"kind": "javascript-module", "path": "gin-game.js", "declarations": [declared], "exports": [definition]}
    return {"schemaVersion": "2.1.0", "modules": [module]}


def write(folder: Path, *, with_core: bool = True) -> None:
    """Write the files into a folder; a file is replaced as a whole."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        "library.json": (json.dumps(library(), ensure_ascii=False, separators=(",", ":")) + "\n").encode(),
        "learned.net": net_file(),
        "review.json": (json.dumps(review_data(), ensure_ascii=False, separators=(",", ":")) + "\n").encode(),
        "belief.net": belief_file(),
        "records.d.ts": types().encode(),
        "custom-elements.json": (json.dumps(manifest(), ensure_ascii=False, indent=2) + "\n").encode(),
    }
    if with_core:
        with tempfile.TemporaryDirectory() as other:
            compile_wasm(Path(other) / "core.wasm")
            made["core.wasm"] = (Path(other) / "core.wasm").read_bytes()
    for name in ("core.wasm", "learned.net", "belief.net"):
        if name in made:  # as a page gets it
            made[f"{name}.gz"] = gzip.compress(made[name], 9, mtime=0)
    for name, data in made.items():
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data):,} bytes")


PACKAGES: Final = ("gin_table", "gin_core", "gin_game")
_MADE: Final = (
    "node_modules __pycache__ build gin-game.js gin-pad.js gin-core.js review.js gin-review.js gin-game.mjs gin-net.js "
    "gin-table.js"
).split()
BUILT: Final = {
    "gin_table": ("check", "build", "types"),
    "gin_core": ("check", "build", "types", "answers"),
    "gin_game": ("check", "build", "module", "review", "net", "pad"),
}
"""The scripts of each package that are run, by their names in its ``package.json``."""


def build(folder: Path, modules: Path) -> None:
    """Copy the packages into a folder, and build their scripts there, by the ``node_modules`` of the other."""
    for package in PACKAGES:
        left_out = shutil.ignore_patterns(*_MADE)
        shutil.copytree(EXAMPLES / package, folder / package, ignore=left_out, dirs_exist_ok=True)
        link = folder / package / "node_modules"
        if not link.exists():
            link.symlink_to(modules.resolve() / "node_modules")
    write(folder / "gin_core" / "build")
    (folder / "gin_table" / "records.d.ts").write_text(types(), encoding="utf-8")
    shutil.copy(folder / "gin_core" / "build" / "custom-elements.json", folder / "gin_game")
    for package, scripts in BUILT.items():
        commands = json.loads((folder / package / "package.json").read_text(encoding="utf-8"))["scripts"]
        for script in scripts:
            command, *options = commands[script].split()
            tool = folder / package / "node_modules" / ".bin" / command
            done = subprocess.run([tool, *options], check=False, capture_output=True, text=True, cwd=folder / package)
            if done.returncode:
                raise SystemExit(f"{package}, {script}: {(done.stdout + done.stderr)[-2000:]}")
    for place in ("gin_core/types/build", "gin_table/types"):  # where the declarations look for them
        (folder / place).mkdir(parents=True, exist_ok=True)
        (folder / place / "records.d.ts").write_text(types(), encoding="utf-8")


WEB: Final = Path(gin.__file__).parent / "web" / "files"
"""Where `ginrules.web.folder` finds the scripts: a wheel that is built then has them."""
_SHIPPED: Final = (
    "gin_game/gin-game.js gin_game/gin-game.mjs gin_game/gin-review.js gin_game/gin-net.js gin_game/gin-pad.js "
    "gin_table/gin-table.js gin_core/gin-core.js gin_core/build/core.wasm"
).split()


def ship(folder: Path) -> None:
    """Put built scripts into the package, for the wheels of a release."""
    WEB.mkdir(exist_ok=True)
    for name in _SHIPPED:
        shutil.copy(folder / name, WEB)


def main() -> None:
    """Write the files that the command asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the files go")
    parser.add_argument("--data", action="store_true", help="only the data: no core is compiled")
    parser.add_argument("--scripts", type=Path, help="a folder whose node_modules have esbuild and TypeScript")
    parser.add_argument("--web", action="store_true", help="put the scripts into ginrules/web/files too, for wheels")
    asked = parser.parse_args()
    if asked.scripts:
        build(asked.folder, asked.scripts)
        if asked.web:
            ship(asked.folder)
        return
    write(asked.folder, with_core=not asked.data)


if __name__ == "__main__":
    main()
