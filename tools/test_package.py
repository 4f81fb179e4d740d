"""The files of the package that are written are up to date."""

from tools import package


def test_no_written_file_is_stale():
    assert not [path.name for path, _ in package._stale()], "python -m tools.package writes them again"
