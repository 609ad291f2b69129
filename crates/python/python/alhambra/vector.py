"""Thousands of games stepped in one call, straight into arrays of numpy."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from alhambra._native import N_ACTIONS, N_OBSERVATION, PLANES_SHAPE, Batch, Game

__all__ = ["VectorEnv"]


class VectorEnv:
    """Many games of one ruleset side by side, each begun anew as soon as it is over.

    Every game waits for one player, `seats`, whose view is in `observations` and whose legal actions are in `masks`. The
    arrays are made once and written in place: copy what has to outlive the next step.

    >>> env = VectorEnv("alhambra(players=2)", 256, seed=1, threads=1)
    >>> for _ in range(100):
    ...     env.step(env.sample())
    >>> env.observations.shape == (256, N_OBSERVATION)
    True

    Attributes:
        observations: what the player to act sees, `alhambra.observation_fields` says which byte is what.
        masks: which actions are legal.
        seats: who has to act.
        dones: whether a game has ended with this step; the row shows the next one already.
        rewards: what a game that has just ended was worth to each player, by seat; 0 otherwise.
        scores: the points of a game that has just ended, by seat.
        planes: everybody's palaces as pictures, those of the player to act first; none if they were not asked for.

    """

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int8]
    dones: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float32]
    scores: npt.NDArray[np.uint16]
    planes: npt.NDArray[np.uint8] | None

    def __init__(
        self,
        game: Game | str = "alhambra",
        n: int = 1024,
        *,
        seed: int = 0,
        threads: int = 0,
        planes: bool = False,
    ) -> None:
        """Begin `n` games; `threads=0` steps them on all cores.

        The game with number `i` follows from `seed` and `i`, and so do all that are played in its place after it.
        """
        self.game = Game(game) if isinstance(game, str) else game
        self.n = n
        n_players = self.game.num_players()
        self.observations = np.zeros((n, N_OBSERVATION), np.uint8)
        self.masks = np.zeros((n, N_ACTIONS), np.bool_)
        self.seats = np.zeros(n, np.int8)
        self.dones = np.zeros(n, np.bool_)
        self.rewards = np.zeros((n, n_players), np.float32)
        self.scores = np.zeros((n, n_players), np.uint16)
        self.planes = np.zeros((n, n_players, *PLANES_SHAPE), np.uint8) if planes else None
        self._actions = np.zeros(n, np.int32)
        self._batch = Batch(self.game, n, seed, threads)
        self._batch.reset(seed, self)

    @property
    def threads(self) -> int:
        """How many threads step the games."""
        return self._batch.threads

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew."""
        self._batch.reset(seed, self)

    def step(self, actions: npt.NDArray[Any]) -> None:
        """Choose one action in every game; if one is illegal, a `ValueError` says which, and nothing was done."""
        self._batch.step(np.ascontiguousarray(actions, np.int32), self)

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each with the same chance; the array is the same at every call."""
        self._batch.sample(self._actions)
        return self._actions

    def __len__(self) -> int:
        """How many games there are."""
        return self.n

    def fields(self) -> Mapping[str, npt.NDArray[np.uint8]]:
        """The observations field by field, as windows into `observations`."""
        from alhambra._native import observation_fields

        return {name: self.observations[:, at : at + n] for name, (at, n, _) in observation_fields().items()}
