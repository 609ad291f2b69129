"""Alhambra for PettingZoo: an AEC environment with a mask of legal actions.

>>> from alhambra import alhambra_v0
>>> env = alhambra_v0.env("alhambra(players=3)")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter(max_iter=100):
...     observation, reward, terminated, truncated, info = env.last()
...     action = None if terminated else int(observation["action_mask"].argmax())
...     env.step(action)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from alhambra._native import N_ACTIONS, N_OBSERVATION, Game, State

__all__ = ["MAX_STEPS", "AlhambraEnv", "env", "raw_env"]

MAX_STEPS = 10_000
"""Random games with every module take some 1,500 actions."""


class AlhambraEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's own types are not checked
    """One game; agents are called `player_0` and so on and act in the order of the rules.

    What an agent observes is `observation`, bytes as `alhambra.observation_fields` lays them out, and `action_mask`. The
    reward comes at the end: from -1 to 1 and 0 together, victors share. An illegal action raises a `ValueError`.

    The rules let players move tiles about for ever, so a game of `max_steps` actions is cut off without a reward.
    """

    metadata = {"name": "alhambra_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: Game | str = "alhambra", render_mode: str | None = None, max_steps: int = MAX_STEPS
    ) -> None:
        """Take the game that will be played; `reset` begins it."""
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.max_steps = max_steps
        self._left = max_steps
        self.possible_agents = [f"player_{i}" for i in range(self.game.num_players())]
        self._numbers = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(N_ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (N_OBSERVATION,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What this agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What this agent can choose, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the one of this seed, or another one of the series that an earlier seed began."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.state_of_game: State = self.game.new_initial_state(int(self._rng.integers(2**63)))
        self._left = self.max_steps
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_of_game.current_player()]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, with a mask that is empty unless it has to act."""
        player = self._numbers[agent]
        state = self.state_of_game
        return {"observation": state.observation_tensor(player), "action_mask": state.legal_actions_mask(player)}

    def step(self, action: int | None) -> None:
        """Choose an action for the agent that has to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        state.apply_action(action)  # type: ignore[arg-type]  # nothing else than a number is an action
        player = state.current_player()
        self._left -= 1
        if player >= 0 and self._left > 0:
            # Nobody is rewarded before the end, so there is nothing else to keep.
            self.agent_selection = self.possible_agents[player]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        is_over = self.state_of_game.is_terminal()
        scores, returns = self.state_of_game.scores(), self.state_of_game.returns()
        for agent, score, worth in zip(self.agents, scores, returns, strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = worth
            self.terminations[agent], self.truncations[agent] = is_over, not is_over
            self.infos[agent] = {"score": score}
        self._deads_step_first()

    def render(self) -> str | None:
        """The whole position as text, nothing hidden."""
        text = str(self.state_of_game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(game: Game | str = "alhambra", render_mode: str | None = None, max_steps: int = MAX_STEPS) -> AlhambraEnv:
    """The environment as it is."""
    return AlhambraEnv(game, render_mode, max_steps)


def env(game: Game | str = "alhambra", render_mode: str | None = None, max_steps: int = MAX_STEPS) -> AlhambraEnv:
    """The environment as others use it: the same, because it says itself what is wrong."""
    return raw_env(game, render_mode, max_steps)
