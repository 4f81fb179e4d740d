"""Files of nets: a net is read as it was written, and every other file is refused before it is unpacked."""

import io
import json
import subprocess
import sys
import zipfile

import pytest

import ginrules as gin
from ginrules.errors import InvalidNetError
from ginrules.nets.files import read_net
from tests.conftest import STANDARD

FORMAT = "ginrules some net 1"
ARRAYS = {
    "first": ("|i1", (2, 3), bytes(range(250, 256))),
    "second": ("<i2", (2,), b"\1\0\xff\xff"),
    "third": ("<i4", (1, 1, 1), b"\0\0\x80\x3f"),
}
RULES = STANDARD.evolve(name="mine", gin_bonus=30)
ABOUT = {"seats": 2, "seed": 7, "how": "in an hour"}


def write_net(path, net_format, arrays, rules, about):
    members = [
        (f"{name}.npy", member(f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}", numbers))
        for name, (kind, shape, numbers) in arrays.items()
    ]
    text = json.dumps({"format": net_format, "rules": gin.dumps_rules(rules), **about})
    path.write_bytes(zipped([described(text), *members]))


def content(tmp_path):
    write_net(tmp_path / "whole.npz", FORMAT, ARRAYS, RULES, ABOUT)
    return (tmp_path / "whole.npz").read_bytes()


def zipped(members, method=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as file:
        for name, member in members:
            file.writestr(name, member)
    return data.getvalue()


def member(head, numbers=b""):
    head = head.ljust(117).encode() + b"\n"
    return b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head + numbers


def described(text):
    return "net.npy", member(
        f"{{'descr': '<U{len(text)}', 'fortran_order': False, 'shape': (), }}", text.encode("u32")[4:]
    )


def head(**changes):
    return described(json.dumps({"format": FORMAT, "rules": "", "seats": 2} | changes))


def with_array(text, numbers=b""):
    return zipped([head(), ("card.npy", member(text, numbers))])


def test_what_is_written_is_read_again(tmp_path):
    content(tmp_path)
    head, arrays = read_net(tmp_path / "whole.npz", FORMAT)
    assert (head, head["rules"].name) == ({"rules": RULES, **ABOUT}, "mine")
    numbers = {name: list(array) for name, array in arrays.items()}
    assert numbers == {"first": [-6, -5, -4, -3, -2, -1], "second": [1, -1], "third": [0x3F800000]}


def test_numpy_reads_and_writes_the_same_files(tmp_path):
    np = pytest.importorskip("numpy")
    content(tmp_path)
    with np.load(tmp_path / "whole.npz") as file:
        arrays = {name: file[name] for name in file.files}
    assert arrays["first"].tolist() == [[-6, -5, -4], [-3, -2, -1]]
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "again.npz", **arrays)
        assert read_net(tmp_path / "again.npz", FORMAT) == read_net(tmp_path / "whole.npz", FORMAT)


def test_no_numpy_is_needed(tmp_path):
    content(tmp_path)
    code = (
        "import sys; sys.modules['numpy'] = None; from ginrules.nets.files import read_net; "
        f"print(read_net({str(tmp_path / 'whole.npz')!r}, {FORMAT!r})[0]['seats'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"


def flagged(data):
    """Mark the last member as encrypted, in the list of members."""
    place = data.rindex(b"PK\1\2") + 8
    return data[:place] + b"\1" + data[place + 1 :]


def spoiled(data, at):
    return data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :]


def test_spoiled_files_are_refused(tmp_path):
    data = content(tmp_path)
    array = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"
    files = {
        "empty": (b"", "it is not a ZIP file"),
        "text": (b"no net", "it is not a ZIP file"),
        "cut": (data[: len(data) // 2], "it is not a ZIP file"),
        "damaged": (spoiled(data, 60), "the array net is damaged"),
        "no description": (zipped([("card.npy", member(array, bytes(12)))]), "it has no description"),
        "too long": (with_array(array, bytes(16)), "card has 16 bytes"),
        "empty array": (with_array(array.replace("3", "0")), "card has 0 bytes"),
        "five sizes": (with_array(array.replace("3,", "1, 1, 1, 1, 3"), bytes(12)), "card is not an array"),
        "cut off": (with_array("{'descr': '<i4', 'fortran_order': False, 'shape': (3,"), "card is not an array"),
        "indented": (with_array("  x\n y"), "card is not an array"),
        "brackets": (with_array(array.replace("(3,)", "(" * 90)), "card is not an array"),
        "columns": (with_array(array.replace("False", "True"), bytes(12)), "card is not an array"),
        "fractions": (with_array(array.replace("<i4", "<f4"), bytes(12)), "card is not an array of whole numbers"),
        "objects": (with_array(array.replace("<i4", "|O"), bytes(12)), "card is not an array"),
        "texts": (with_array(array.replace("<i4", "<U1"), bytes(12)), "card is not an array"),
        "deep": (zipped([described("[" * 60_000)]), "it has no description"),
        "no JSON": (zipped([described("{")]), "it has no description"),
        "a list": (zipped([described("[]")]), "it has no description"),
        "long": (zipped([described('"' + "x" * 70_000 + '"')]), "it has no description"),
        "other": (zipped([head(format="ginrules other net 1")]), "expected the format 'ginrules some net 1', got 'gin"),
        "rules": (zipped([head(rules="[knock]\nlimit = 1")]), "its rules are not valid"),
        "no rules": (zipped([head(rules=None)]), "its rules are not valid"),
        "seats": (zipped([head(seats=5)]), "its rules seat 2 at a table, not 5"),
        "text of seats": (zipped([head(seats="2")]), "its rules seat 2 at a table, not '2'"),
        "LZMA": (zipped([("net.npy", bytes(99))], zipfile.ZIP_LZMA), "the array net is encrypted, or compressed in an"),
        "encrypted": (flagged(data), "the array third is encrypted"),
        "names": (zipped([head(), ("../card.npy", b"")]), r"'\.\./card.npy' is not the name of an array"),
        "bomb": (zipped([("net.npy", bytes(9 << 20))]), "its arrays have more than 8388608 bytes"),
        "members": (zipped([(f"a{place}.npy", b"") for place in range(65)]), "it has more than 64 arrays"),
        "large": (data + bytes(8 << 20), "it has more than 8388608 bytes"),
    }
    for name, (spoilt, text) in files.items():
        path = tmp_path / f"{name}.npz"
        path.write_bytes(spoilt)
        with pytest.raises(InvalidNetError, match=f"^'.*' is not a net: {text}"):
            read_net(path, FORMAT)
    with pytest.warns(UserWarning, match="Duplicate"):
        (tmp_path / "twice.npz").write_bytes(zipped([head(), head()]))
    with pytest.raises(InvalidNetError, match="or is used twice"):
        read_net(tmp_path / "twice.npz", FORMAT)
    for path in (tmp_path / "none.npz", tmp_path, "a\0b", "\ud800"):
        with pytest.raises(OSError, match=r"No such file|Is a directory|not allowed"):
            read_net(path, FORMAT)


def test_a_net_has_a_bounded_number_of_weights(tmp_path):
    array = "{'descr': '|i1', 'fortran_order': False, 'shape': (2000001,), }"
    (tmp_path / "net.npz").write_bytes(with_array(array, bytes(2_000_001)))
    with pytest.raises(InvalidNetError, match="at most 2000000 weights, got 2000001"):
        read_net(tmp_path / "net.npz", FORMAT)
