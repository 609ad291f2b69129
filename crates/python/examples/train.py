"""Learn Alhambra by playing against oneself: masked PPO on a few processor cores.

    python examples/train.py --minutes 60 --out alhambra.pt
    python examples/train.py --evaluate alhambra.pt --games 400

Every seat of every game is played by the same network, which sees what that seat sees. A game is worth its result and the
points ahead; what is built counts on the way (a potential, which leaves the best way to play as it is), because three scorings a
game are few to learn from.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import alhambra
import numpy as np
import numpy.typing as npt
import torch
from alhambra.vector import VectorEnv
from torch import nn

GAMMA, LAMBDA = 0.995, 0.95
CLIP, EPOCHS, MINIBATCH = 0.2, 2, 2048
# Whoever always does what looks best can go round in circles for ever; a game that takes so many actions counts as lost.
LONGEST = 2000
# So many points are worth as much as the result.
POINTS = 40.0
FIELDS = alhambra.observation_fields()

Floats = npt.NDArray[np.float32]


class Network(nn.Module):  # type: ignore[misc]  # torch's types are not checked
    """Bytes of an observation in, a score for every action and the worth of the position out."""

    def __init__(self, width: int = 128) -> None:
        """Make one with random weights."""
        super().__init__()
        highs = np.concatenate([np.full(n, max(high, 1)) for _, n, high in FIELDS.values()])
        # Counts and flags should weigh about the same; few counts come near the highest there can be.
        self.register_buffer("scale", torch.tensor(1 / np.sqrt(highs), dtype=torch.float32))
        self.body = nn.Sequential(nn.Linear(len(highs), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, alhambra.N_ACTIONS), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.value.weight)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithm of the chance of every action, and the worth."""
        hidden = self.body(observations.float() * self.scale)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), self.value(hidden)[:, 0]


def potential(observations: npt.NDArray[np.uint8], n_players: int) -> Floats:
    """How far ahead the seat that looks is in points and in what it has built."""

    def of(player: int) -> npt.NDArray[Any]:
        def field(name: str) -> npt.NDArray[Any]:
            at, n, _ = FIELDS[f"player{player}.{name}"]
            total: npt.NDArray[Any] = observations[:, at : at + n].astype(np.float32).sum(1)
            return total

        return field("score") + 1.5 * field("wall") + 2.0 * field("n_tiles")

    best = np.max([of(player) for player in range(1, n_players)], axis=0)
    return np.asarray((of(0) - best) / POINTS, np.float32)


@dataclass
class Rollout:
    """What was seen and done in so many steps of all games."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    chances: Floats
    values: Floats
    advantages: Floats
    valid: npt.NDArray[np.bool_]


class Trainer:
    """Plays, and improves the network from what was played."""

    def __init__(self, game: str, n: int, steps: int, seed: int, network: Network) -> None:
        """Begin `n` games."""
        torch.manual_seed(seed)
        self.env = VectorEnv(game, n, seed=seed)
        self.n, self.steps, self.n_players = n, steps, self.env.game.num_players()
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=5e-4, eps=1e-5)
        self.n_games = 0
        self.n_steps = 0

    def play(self) -> Rollout:
        """Let the network play, and work out how much better each action was than what was expected."""
        env, (t, n) = self.env, (self.steps, self.n)
        observations = np.empty((t, n, alhambra.N_OBSERVATION), np.uint8)
        masks = np.empty((t, n, alhambra.N_ACTIONS), np.bool_)
        actions, seats = np.empty((t, n), np.int64), np.empty((t, n), np.int64)
        chances, values = np.empty((t, n), np.float32), np.empty((t, n), np.float32)
        potentials, dones = np.empty((t, n), np.float32), np.empty((t, n), np.bool_)
        ends = np.empty((t, n, self.n_players), np.float32)
        for i in range(t):
            observations[i], masks[i], seats[i] = env.observations, env.masks, env.seats
            with torch.no_grad():
                logs, value = self.network(torch.from_numpy(observations[i]), torch.from_numpy(masks[i]))
            # The highest of the scores with Gumbel noise is drawn with the right chances.
            noise = -torch.empty_like(logs).exponential_().clamp_min(1e-20).log()
            action = (logs + noise).argmax(1)
            actions[i], values[i] = action.numpy(), value.numpy()
            chances[i] = logs.gather(1, action[:, None])[:, 0].numpy()
            potentials[i] = potential(observations[i], self.n_players)
            env.step(actions[i])
            dones[i] = env.dones
            scores = env.scores.astype(np.float32)
            others = np.stack([np.delete(scores, seat, 1).max(1) for seat in range(self.n_players)], 1)
            ends[i] = env.rewards + (scores - others) / POINTS
        self.n_games += int(dones.sum())
        self.n_steps += t * n
        advantages, valid = self.estimate(seats, values, potentials, dones, ends)
        return Rollout(
            observations.reshape(t * n, -1),
            masks.reshape(t * n, -1),
            actions.ravel(),
            chances.ravel(),
            values.ravel(),
            advantages.ravel(),
            valid.ravel(),
        )

    def estimate(
        self,
        seats: npt.NDArray[np.int64],
        values: Floats,
        potentials: Floats,
        dones: npt.NDArray[np.bool_],
        ends: Floats,
    ) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Generalised advantages, for every seat along its own decisions; the last one of each seat has none yet."""
        shape = (self.n, self.n_players)
        next_value, next_advantage, next_potential = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        reward, known = np.zeros(shape), np.zeros(shape, np.bool_)
        advantages, valid = np.zeros_like(values), np.zeros(values.shape, np.bool_)
        games = np.arange(self.n)
        for i in reversed(range(self.steps)):
            over = dones[i]
            for later in (next_value, next_advantage, next_potential):
                later[over] = 0
            reward[over], known[over] = ends[i][over], True
            at = (games, seats[i])
            delta = reward[at] + GAMMA * (next_potential[at] + next_value[at]) - potentials[i] - values[i]
            valid[i] = known[at]
            advantages[i] = np.where(valid[i], delta + GAMMA * LAMBDA * next_advantage[at], 0)
            next_value[at], next_advantage[at], next_potential[at] = values[i], advantages[i], potentials[i]
            reward[at], known[at] = 0, True
        return advantages, valid

    def improve(self, rollout: Rollout, entropy_weight: float) -> dict[str, float]:
        """Several rounds of clipped policy gradients over what was played."""
        # Where there was no choice there is nothing to learn but the worth.
        chosen = np.flatnonzero(rollout.valid)
        spread = rollout.advantages[chosen]
        mean, deviation = spread.mean(), spread.std() + 1e-8
        sums, n_batches = np.zeros(3), 0
        for _ in range(EPOCHS):
            np.random.default_rng(self.n_steps + n_batches).shuffle(chosen)
            for first in range(0, len(chosen), MINIBATCH):
                rows = chosen[first : first + MINIBATCH]
                logs, value = self.network(
                    torch.from_numpy(rollout.observations[rows]), torch.from_numpy(rollout.masks[rows])
                )
                chance = logs.gather(1, torch.from_numpy(rollout.actions[rows])[:, None])[:, 0]
                ratio = (chance - torch.from_numpy(rollout.chances[rows])).exp()
                advantage = torch.from_numpy((rollout.advantages[rows] - mean) / deviation)
                gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
                target = torch.from_numpy(rollout.advantages[rows] + rollout.values[rows])
                error = (value - target).square().mean()
                entropy = -(logs.exp() * logs.clamp_min(-50)).sum(1).mean()
                loss = -gain + 0.5 * error - entropy_weight * entropy
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
                sums += [gain.item(), error.item(), entropy.item()]
                n_batches += 1
        return dict(zip(("gain", "value_error", "entropy"), (sums / n_batches).round(4).tolist(), strict=True))


def evaluate(network: Network, opponent: str, game: str, n: int, seed: int = 1_000_000) -> tuple[float, float]:
    """The share of victories of the network, which always takes the best action, and half its 95 % interval.

    It sits in every seat in turn, and every deal is played from each of them.
    """
    rules = alhambra.Game(game)
    n_players = rules.num_players()
    states = [rules.new_initial_state(seed + i // n_players) for i in range(n)]
    bots = [alhambra.Bot(opponent, seed=i) for i in range(n)]
    open_games = list(range(n))
    while open_games:
        waiting = []
        for i in open_games:
            while not states[i].is_terminal() and states[i].current_player() != i % n_players:
                bots[i].play(states[i])
            if not states[i].is_terminal() and states[i].move_number() < LONGEST:
                waiting.append(i)
        if waiting:
            observations = torch.from_numpy(np.stack([states[i].observation_tensor() for i in waiting]))
            masks = torch.from_numpy(np.stack([states[i].legal_actions_mask() for i in waiting]).astype(np.bool_))
            with torch.no_grad():
                logs, _ = network(observations, masks)
            for i, action in zip(waiting, logs.argmax(1).tolist(), strict=True):
                states[i].apply_action(action)
        open_games = waiting
    # A return of 1 is a victory, of -1 / (n - 1) a defeat, and victors share.
    won = np.array([(s.returns()[i % n_players] * (n_players - 1) + 1) / n_players for i, s in enumerate(states)])
    won[[not s.is_terminal() for s in states]] = 0
    return float(won.mean()), float(1.96 * won.std() / math.sqrt(n))


def train(arguments: argparse.Namespace) -> Network:
    """Play and improve until the time is over; every few minutes, say how strong the network is and keep it."""
    network = Network()
    if arguments.resume:
        network.load_state_dict(torch.load(arguments.resume, weights_only=True))
    trainer = Trainer(arguments.game, arguments.envs, arguments.steps, arguments.seed, network)
    begun, cpu, evaluated, rounds = time.monotonic(), time.process_time(), 0.0, 0
    while (minutes := (time.monotonic() - begun) / 60) < arguments.minutes and rounds != arguments.rounds:
        progress = minutes / arguments.minutes
        for group in trainer.optimizer.param_groups:
            group["lr"] = arguments.rate * (1 - 0.9 * progress)
        report: dict[str, Any] = trainer.improve(trainer.play(), 0.01 * (1 - progress) + 0.001)
        rounds += 1
        report |= {"minutes": round(minutes, 1), "cpu_minutes": round((time.process_time() - cpu) / 60, 1)}
        report |= {"games": trainer.n_games, "steps": trainer.n_steps}
        if minutes - evaluated >= arguments.evaluate_every:
            evaluated = minutes
            for opponent in ("random", "easy"):
                report[opponent] = evaluate(network, opponent, arguments.game, 200)[0]
            torch.save(network.state_dict(), arguments.out)
        if rounds % 10 == 1 or "easy" in report:
            print(json.dumps(report), flush=True)
    torch.save(network.state_dict(), arguments.out)
    return network


def main() -> None:
    """Train, or say how strong a network is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="alhambra(players=2)", help="what is played")
    parser.add_argument("--minutes", type=float, default=60, help="how long to train")
    parser.add_argument("--rounds", type=int, default=-1, help="stop after so many rounds at the latest")
    parser.add_argument("--envs", type=int, default=256, help="how many games at a time")
    parser.add_argument("--steps", type=int, default=96, help="how many actions in each before the network is improved")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=7e-4, help="how fast to learn at first")
    parser.add_argument("--resume", type=Path, help="begin with this network")
    parser.add_argument("--out", type=Path, default=Path("alhambra.pt"), help="where the network goes")
    parser.add_argument("--evaluate-every", type=float, default=5, help="minutes")
    parser.add_argument("--evaluate", type=Path, help="say how strong this network is, and do nothing else")
    parser.add_argument("--games", type=int, default=400, help="of an evaluation")
    arguments = parser.parse_args()
    if arguments.evaluate:
        network = Network()
        network.load_state_dict(torch.load(arguments.evaluate, weights_only=True))
    else:
        network = train(arguments)
    for opponent in ("random", "easy", "casual"):
        won, half = evaluate(network, opponent, arguments.game, arguments.games, seed=2_000_000)
        print(f"{opponent}: {won:.1%} ± {half:.1%} of {arguments.games} games")


if __name__ == "__main__":
    main()
