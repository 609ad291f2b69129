"""How many steps a second: ours against others, one after the other in one process on one core.

    taskset -c 0 python examples/benchmark.py

Others are measured where they are installed: `pip install pettingzoo[classic] open_spiel catanatron pgx`. Counted is the time
that the process computes, so that other programs on the machine disturb little. Everybody plays at random.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import alhambra
import numpy as np
from alhambra.vector import VectorEnv

GAME = "alhambra(players=2)"
# The best of so many stretches of so many seconds: whatever else the machine does only makes things slower.
STRETCHES, SECONDS = 8, 0.5

Play = Callable[[], int]
"""Plays for a moment and says how many steps that were."""


def vector(game: str = GAME, *, planes: bool = False) -> Play:
    """Steps a batch, with observations and masks."""
    env = VectorEnv(game, 256, threads=1, planes=planes)

    def play() -> int:
        for _ in range(50):
            env.step(env.sample())
        return 50 * env.n

    return play


def single_states() -> Play:
    """Plays games state by state, without observations."""
    game, luck = alhambra.Game(GAME), random.Random(1)

    def play() -> int:
        state = game.new_initial_state(luck.getrandbits(60))
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
        return state.move_number()

    return play


def observed_states() -> Play:
    """The same with the observation of whoever decides."""
    game, luck = alhambra.Game(GAME), random.Random(1)

    def play() -> int:
        state = game.new_initial_state(luck.getrandbits(60))
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(luck.choice(state.legal_actions()))
        return state.move_number()

    return play


def aec(make: Callable[[], object]) -> Play:
    """The loop of PettingZoo's documentation, with actions drawn from the mask."""
    env = make()
    luck = np.random.default_rng(1)

    def play() -> int:
        n = 0
        env.reset(seed=int(luck.integers(2**31)))  # type: ignore[attr-defined]
        for _ in env.agent_iter():  # type: ignore[attr-defined]
            observation, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
            if terminated or truncated:
                action = None
            else:
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[luck.integers(len(legal))])
            env.step(action)  # type: ignore[attr-defined]
            n += 1
        return n

    return play


def our_aec() -> Play:
    """Ours."""
    from alhambra import alhambra_v0

    return aec(lambda: alhambra_v0.env(GAME))


def connect_four() -> Play:
    """PettingZoo's Connect Four."""
    from pettingzoo.classic import connect_four_v3

    return aec(connect_four_v3.env)


def openspiel(name: str) -> Callable[[], Play]:
    """A game of OpenSpiel, state by state."""

    def make() -> Play:
        import pyspiel

        game, luck = pyspiel.load_game(name), random.Random(1)

        def play() -> int:
            n = 0
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(luck.choices(actions, chances)[0])
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
                n += 1
            return n

        return play

    return make


def catanatron() -> Play:
    """Games of Catan between random players; a step is an action."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        records = getattr(game.state, "action_records", None)
        return len(records if records is not None else game.state.actions)

    return play


def pgx_backgammon() -> Play:
    """A batch of pgx's backgammon, compiled for this processor."""
    import jax
    import pgx

    env = pgx.make("backgammon")
    n = 256

    def advance(state: object, key: object) -> object:
        one, two = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))  # type: ignore[attr-defined]
        actions = jax.random.categorical(one, logits, axis=1)
        return jax.vmap(pgx.experimental.auto_reset(env.step, env.init))(state, actions, jax.random.split(two, n))

    step = jax.jit(advance)
    states = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))]
    keys = [jax.random.PRNGKey(1)]
    states[0] = step(states[0], keys[0])

    def play() -> int:
        for _ in range(10):
            keys[0], now = jax.random.split(keys[0])
            states[0] = step(states[0], now)
        jax.block_until_ready(states[0].current_player)
        return 10 * n

    return play


ALL: dict[str, Callable[[], Play]] = {
    "alhambra, vector with observations and masks": vector,
    "alhambra, vector with planes too": lambda: vector(planes=True),
    "alhambra with all modules, vector": lambda: vector("alhambra(players=3,modules=all)"),
    "alhambra and granada, vector": lambda: vector("both(players=3)"),
    "alhambra, single states": single_states,
    "alhambra, single states with observations": observed_states,
    "alhambra, PettingZoo AEC": our_aec,
    "PettingZoo Connect Four, AEC": connect_four,
    "OpenSpiel gin rummy, single states": openspiel("gin_rummy"),
    "pgx backgammon, vector": pgx_backgammon,
    "catanatron, whole games": catanatron,
}


def stretch(play: Play) -> float:
    """How many steps a second there are for a while."""
    begun, n = time.process_time(), 0
    while (seconds := time.process_time() - begun) < SECONDS:
        n += play()
    return n / seconds


def main() -> None:
    """Measures everything that is installed."""
    print("| what | steps/s on one core |\n|---|---|")
    for name, make in ALL.items():
        try:
            play = make()
            play()
        except ImportError as missing:
            print(f"| {name} | not installed: {missing.name} |", flush=True)
            continue
        best = max(stretch(play) for _ in range(STRETCHES))
        print(f"| {name} | {best:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
