import multiprocessing
import warnings

import alhambra.gym
import gymnasium
import numpy as np
import pytest
from alhambra import State, alhambra_v0
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

GAMES = ["alhambra(players=2)", "alhambra(players=3,modules=all)", "granada(players=4)"]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    api_test(alhambra_v0.env(game), num_cycles=2000)
    seed_test(lambda: alhambra_v0.env(game), num_cycles=50)


def play_aec(seed: int) -> dict[str, float]:
    luck = np.random.default_rng(seed)
    env = alhambra_v0.env("alhambra(players=3)")
    env.reset(seed=seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
        else:
            assert observation["action_mask"].any()
        env.step(None if terminated else int(luck.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


def test_an_aec_game_ends_with_rewards_that_sum_to_nothing() -> None:
    rewards = play_aec(3)
    assert len(rewards) == 3
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-9)
    env = alhambra_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert "alhambra position" in (env.render() or "")
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(875)


def test_a_game_without_an_end_is_cut_off() -> None:
    env = alhambra_v0.env("alhambra(players=2)", max_steps=20)
    env.reset(seed=1)
    ends = []
    for _ in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if truncated:
            ends.append((terminated, reward))
        env.step(None if truncated else int(observation["action_mask"].argmax()))
    assert ends == [(False, 0.0)] * 2
    alone = alhambra.gym.AlhambraEnv(opponents=["random"], max_steps=20)
    alone.reset(seed=1)
    truncated = False
    while not truncated:
        _, reward, over, truncated, _ = alone.step(np.flatnonzero(alone.action_masks())[0])
        assert not over
        assert reward == 0


def test_environments_run_in_processes_of_their_own() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(play_aec, range(4)) == [play_aec(seed) for seed in range(4)]


def test_gymnasium_finds_nothing_wrong() -> None:
    env = gymnasium.make("alhambra/Alhambra-v0", opponents=["random"], illegal="lose")
    with warnings.catch_warnings():
        # The checker prefers pictures and symmetric boxes.
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_masked_players_reach_the_end_of_every_game(game: str) -> None:
    env = alhambra.gym.AlhambraEnv(game, opponents=["easy"])
    luck = np.random.default_rng(1)
    seats = set()
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            assert observation.shape == (alhambra.N_OBSERVATION,)
            masks = env.action_masks()
            assert masks.dtype == np.bool_
            action = luck.choice(np.flatnonzero(masks))
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert over or reward == 0
        assert -1 <= reward <= 1
        assert reward != 0 or len(set(info["scores"])) < len(info["scores"])
    assert len(seats) > 1


def test_opponents_are_names_bots_or_functions() -> None:
    asked = []

    def first(state: State) -> int:
        asked.append(state.current_player())
        return state.legal_actions()[0]

    env = alhambra.gym.AlhambraEnv("alhambra(players=3)", [first, alhambra.bots.Easy()], seat=1)
    env.reset(seed=1)
    for _ in range(100):
        *_, over, _, _ = env.step(np.flatnonzero(env.action_masks())[0])
        if over:
            break
    assert set(asked) == {0}
    with pytest.raises(ValueError, match="3 opponents for 1 other seats"):
        alhambra.gym.AlhambraEnv(opponents=["easy"] * 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        alhambra.gym.AlhambraEnv().action_masks()
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(875)
