"""Players of other packages take part in tournaments as players of the lab."""

import pytest

from ginrules.lab import tournament

panel = pytest.importorskip("benchmarks.panel", reason="not part of the distribution")


@pytest.mark.parametrize(("package", "new_player"), [("pyspiel", "OpenSpielBot"), ("rlcard", "RLCardNovice")])
def test_rivals_of_other_packages_play_whole_games(package, new_player):
    pytest.importorskip(package)
    rivals = {"rival": getattr(panel, new_player), "random": "random"}
    result = tournament(rivals, panel.CHALLENGE.evolve(target=30), games=4)
    assert result["rival"].won > 2
    assert "| rival |" in "\n".join(panel.lines(result))
