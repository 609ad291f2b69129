import doctest
import importlib

import alhambra
import pytest


@pytest.mark.parametrize(
    "name", ["alhambra", "alhambra.vector", "alhambra.alhambra_v0", "alhambra.gym", "alhambra.process"]
)
def test_examples_of_the_documentation_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_everything_public_is_described() -> None:
    for thing in (alhambra.Game, alhambra.State, alhambra.Batch, alhambra.Bot, alhambra.Advice):
        assert thing.__doc__
        for name in vars(thing):
            if not name.startswith("_"):
                assert getattr(thing, name).__doc__, f"{thing.__name__}.{name}"
    assert alhambra.action_name(0) == "take"
    assert len({alhambra.action_name(i) for i in range(alhambra.N_ACTIONS)}) == alhambra.N_ACTIONS
