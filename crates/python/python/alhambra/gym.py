"""Alhambra for Gymnasium: one player learns against bots of ours, with masks as MaskablePPO wants them.

>>> import gymnasium
>>> import alhambra.gym
>>> env = gymnasium.make("alhambra/Alhambra-v0", game="alhambra(players=2)", opponents=["easy"])
>>> observation, info = env.reset(seed=7)
>>> mask = env.unwrapped.action_masks()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from alhambra._native import N_ACTIONS, N_OBSERVATION, Bot, Game, State

__all__ = ["AlhambraEnv", "Opponent"]

Opponent = Callable[[State], int]
"""Somebody who plays against the learner: chooses one legal action of a state."""


class AlhambraEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """One player against bots; the reward comes at the end, from -1 to 1.

    An illegal action raises a `ValueError`, unless `illegal="lose"`: then it ends the game with -1, as `check_env` needs it
    and as learners without masks do.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str = "alhambra(players=2)",
        opponents: Sequence[str | Bot | Opponent] = ("easy",),
        seat: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        max_steps: int = 10_000,
    ) -> None:
        """Take the game, one opponent for each other seat or one for all, and the learner's seat: none for a new one each game.

        An opponent is the name of a bot, a bot, or a function from a state to an action.
        """
        self.game = Game(game) if isinstance(game, str) else game
        n_others = self.game.num_players() - 1
        if len(opponents) == 1:
            opponents = list(opponents) * n_others
        if len(opponents) != n_others:
            msg = f"{len(opponents)} opponents for {n_others} other seats"
            raise ValueError(msg)
        if illegal not in ("raise", "lose"):
            msg = f'illegal is "raise" or "lose", not {illegal!r}'
            raise ValueError(msg)
        # Every seat has a bot of its own, so that each goes on with its game.
        self._opponents = [Bot(it, seed=i) if isinstance(it, str) else it for i, it in enumerate(opponents)]
        self._seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.action_space: spaces.Discrete = spaces.Discrete(N_ACTIONS)
        self.observation_space = spaces.Box(0, 255, (N_OBSERVATION,), np.uint8)
        self.seat = seat or 0
        self.state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game and let the others play until the learner has to act."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.game.num_players())) if self._seat is None else self._seat
        while True:
            state = self.state = self.game.new_initial_state(int(self.np_random.integers(2**63)))
            self._play_others(state)
            # A game in which the learner is never asked teaches nothing.
            if not state.is_terminal():
                return state.observation_tensor(self.seat), self._info(state)

    def step(self, action: SupportsInt) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Choose an action, then let the others play until the learner has to act again."""
        state = self._running()
        if self.illegal == "lose" and int(action) not in state.legal_actions():
            info = self._info(state)
            self.state = None
            return state.observation_tensor(self.seat), -1.0, True, False, info | {"illegal": True}
        state.apply_action(int(action))
        self._play_others(state)
        is_over = state.is_terminal()
        reward = state.returns()[self.seat] if is_over else 0.0
        is_cut_off = not is_over and state.move_number() >= self.max_steps
        return state.observation_tensor(self.seat), reward, is_over, is_cut_off, self._info(state)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for it."""
        return self._running().legal_actions_mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The whole position as text, nothing hidden."""
        return str(self._running())

    def _running(self) -> State:
        if self.state is None:
            msg = "begin a game with reset()"
            raise gymnasium.error.ResetNeeded(msg)
        return self.state

    def _play_others(self, state: State) -> None:
        while (player := state.current_player()) not in (self.seat, -4) and state.move_number() < self.max_steps:
            opponent = self._opponents[player - (player > self.seat)]
            if isinstance(opponent, Bot):
                opponent.play(state)
            else:
                state.apply_action(opponent(state))

    def _info(self, state: State) -> dict[str, Any]:
        return {"action_mask": state.legal_actions_mask(self.seat), "seat": self.seat, "scores": state.scores()}


gymnasium.register(id="alhambra/Alhambra-v0", entry_point="alhambra.gym:AlhambraEnv")
