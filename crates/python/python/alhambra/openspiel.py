"""Alhambra for OpenSpiel: importing this module registers the game `alhambra` with `pyspiel`.

>>> import pyspiel
>>> import alhambra.openspiel
>>> game = pyspiel.load_game("alhambra(players=3,modules=vizier+camps)")

A game begins with a chance node that deals one of `deals` seeds, from which all further luck follows, so that every action of
a history can be repeated. Everything else is what `alhambra.State` does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from alhambra._native import N_ACTIONS, N_OBSERVATION, Game, State

__all__ = ["AlhambraGame", "AlhambraObserver", "AlhambraState"]

_DEFAULTS: dict[str, Any] = {
    "game": "alhambra",
    "players": 3,
    "modules": "none",
    "scoring": "regular",
    "ending": "both",
    # How many deals there are, and the seed of the first.
    "deals": 1000,
    "seed": 0,
}

_TYPE = pyspiel.GameType(
    short_name="alhambra",
    long_name="Alhambra",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class AlhambraGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game as `pyspiel.load_game` makes it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Take the parameters; those that are missing are `players=3`, no modules, 1000 deals."""
        values = _DEFAULTS | (params or {})
        self.alhambra = Game(
            values["game"],
            players=values["players"],
            modules=values["modules"],
            scoring=values["scoring"],
            ending=values["ending"],
        )
        self.deals, self.seed = int(values["deals"]), int(values["seed"])
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.alhambra.num_players(),
            min_utility=self.alhambra.min_utility(),
            max_utility=self.alhambra.max_utility(),
            utility_sum=self.alhambra.utility_sum(),
            # And the deal.
            max_game_length=self.alhambra.max_game_length() + 1,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> AlhambraState:
        """A game that waits for its deal."""
        return AlhambraState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AlhambraObserver:
        """Who writes observations, or information states if everything is to be remembered."""
        return AlhambraObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class AlhambraState(pyspiel.State):  # type: ignore[misc]
    """One game; `alhambra` is the state behind it, none before the deal."""

    def __init__(self, game: AlhambraGame) -> None:
        """Wait for the deal."""
        super().__init__(game)
        self._deals, self._seed = game.deals, game.seed
        self._game, self._longest = game.alhambra, game.alhambra.max_game_length()
        self.alhambra: State | None = None

    def current_player(self) -> int:
        """Who decides, or chance, or nobody at the end."""
        if self.alhambra is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.alhambra.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.alhambra is None else self.alhambra.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each with the same chance."""
        return [(i, 1 / self._deals) for i in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self.alhambra is None:
            self.alhambra = self._game.new_initial_state(self._seed + int(action))
        else:
            self.alhambra.apply_action(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return State.action_to_string(int(action))

    def is_terminal(self) -> bool:
        """Whether the game is over, or has become as long as the game may be: the rules allow to go round in circles."""
        if self.alhambra is None:
            return False
        return self.alhambra.is_terminal() or self.alhambra.move_number() >= self._longest

    def returns(self) -> list[float]:
        """What the game was worth to everybody."""
        if self.alhambra is None:
            return [0.0] * self._game.num_players()
        return self.alhambra.returns()

    def __str__(self) -> str:
        """The whole position, nothing hidden."""
        return "before the deal" if self.alhambra is None else str(self.alhambra)


class AlhambraObserver:
    """Writes what a player sees and, with perfect recall, what it remembers."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        """Take the kind of observation."""
        if params:
            msg = f"there are no parameters of observations; {params} were passed"
            raise ValueError(msg)
        self._recalls = bool(iig_obs_type.perfect_recall)
        n = Game.information_state_tensor_shape()[0] if self._recalls else N_OBSERVATION
        self.tensor = np.zeros(n, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AlhambraState, player: int) -> None:
        """Write what a player sees."""
        if state.alhambra is None:
            self.tensor.fill(0)
        elif self._recalls:
            self.tensor[:] = state.alhambra.information_state_tensor(player)
        else:
            self.tensor[:] = state.alhambra.observation_tensor(player)

    def string_from(self, state: AlhambraState, player: int) -> str:
        """The same as text."""
        if state.alhambra is None:
            return "before the deal"
        if self._recalls:
            return state.alhambra.information_state_string(player)
        return state.alhambra.observation_string(player)


pyspiel.register_game(_TYPE, AlhambraGame)
