"""The board game Alhambra for research: games, states, bots, and environments for learners.

>>> import alhambra
>>> state = alhambra.Game("alhambra(players=2)").new_initial_state(seed=7)
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0

What needs other packages is imported by name: `alhambra.alhambra_v0` (PettingZoo), `alhambra.gym` (Gymnasium),
`alhambra.openspiel`. `alhambra.vector` steps thousands of games in one call, `alhambra.process` lets a program play in
`alhambra arena`.
"""

from alhambra import bots
from alhambra._native import (
    ACTION_VERSION,
    BOTS,
    N_ACTIONS,
    N_OBSERVATION,
    OBSERVATION_VERSION,
    PLANES_CHANNELS,
    PLANES_SHAPE,
    PLANES_VERSION,
    RULES_VERSION,
    Advice,
    Batch,
    Bot,
    Game,
    State,
    action_name,
    advise,
    observation_fields,
    prospects,
)

__version__ = "0.1.0"

__all__ = [
    "ACTION_VERSION",
    "BOTS",
    "N_ACTIONS",
    "N_OBSERVATION",
    "OBSERVATION_VERSION",
    "PLANES_CHANNELS",
    "PLANES_SHAPE",
    "PLANES_VERSION",
    "RULES_VERSION",
    "Advice",
    "Batch",
    "Bot",
    "Game",
    "State",
    "action_name",
    "advise",
    "bots",
    "observation_fields",
    "prospects",
]
