"""Collect games on many machines with Ray: every actor plays a batch of its own, and files of arrays come out.

    python examples/ray_collect.py --actors 2 --steps 200 --out games

Alone it starts a local cluster; with `ray start` on several machines and `--address auto` it uses them all.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import ray
from alhambra.vector import VectorEnv


class Collector:
    """Plays at random; put a policy where the actions are drawn."""

    def __init__(self, game: str, n: int, seed: int) -> None:
        """Begin `n` games that no other actor plays."""
        self.env = VectorEnv(game, n, seed=seed, threads=1)

    def collect(self, steps: int) -> dict[str, Any]:
        """Play so many steps and return what was seen, done and won, by step and game."""
        env = self.env
        kept: dict[str, list[Any]] = {"observations": [], "seats": [], "actions": [], "dones": [], "rewards": []}
        for _ in range(steps):
            kept["observations"].append(env.observations.copy())
            kept["seats"].append(env.seats.copy())
            actions = env.sample()
            kept["actions"].append(actions.astype(np.int16))
            env.step(actions)
            kept["dones"].append(env.dones.copy())
            kept["rewards"].append(env.rewards.copy())
        return {name: np.stack(rows) for name, rows in kept.items()}


def main() -> None:
    """Start the actors and write what each collects."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="alhambra(players=2)")
    parser.add_argument("--actors", type=int, default=2)
    parser.add_argument("--games", type=int, default=64, help="of each actor at a time")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--address", help="of a cluster; a local one is started without")
    parser.add_argument("--out", type=Path, default=Path("games"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    local = {"num_cpus": arguments.actors, "include_dashboard": False} if arguments.address is None else {}
    ray.init(address=arguments.address, **local)
    remote: Any = ray.remote(num_cpus=1)(Collector)
    actors = [remote.remote(arguments.game, arguments.games, seed) for seed in range(arguments.actors)]
    n_games = n_steps = 0
    for number in range(arguments.rounds):
        for actor, rows in enumerate(ray.get([it.collect.remote(arguments.steps) for it in actors])):
            np.savez_compressed(arguments.out / f"{number:04}-{actor:03}.npz", **rows)
            n_games += int(rows["dones"].sum())
            n_steps += rows["actions"].size
    print(f"{n_steps} steps and {n_games} finished games of {arguments.actors} actors in {arguments.out}")
    ray.shutdown()


if __name__ == "__main__":
    main()
