"""The environments are in PettingZoo's registry, where it has one."""

import pytest

pettingzoo = pytest.importorskip("pettingzoo")
rl = pytest.importorskip("ginrules.rl")

if not hasattr(pettingzoo, "make"):
    pytest.skip("PettingZoo has a registry from 1.27 on", allow_module_level=True)


@pytest.mark.parametrize("name", ["Gin", "oklahoma", "group-gin"])
def test_an_environment_is_made_by_its_id(name):
    made = pettingzoo.make("aec", f"ginrules/{name}-v1")
    made.reset(seed=7)
    known = rl.env(**({} if name == "Gin" else {"rules": name}))
    known.reset(seed=7)
    assert made.agents == known.agents
    observations = [one.last()[0]["action_mask"].tolist() for one in (made, known)]
    assert observations[0] == observations[1]


def test_registering_twice_changes_nothing(recwarn):
    before = dict(pettingzoo.aec_registry)
    rl.register_envs()
    assert before == pettingzoo.aec_registry
    assert not recwarn.list
