import random

import alhambra
import numpy as np
import pytest
from alhambra.vector import VectorEnv


@pytest.mark.parametrize("game", ["alhambra(players=2)", "both(players=4)", "alhambra(players=3,modules=all)"])
def test_rows_are_what_single_states_show(game: str) -> None:
    env = VectorEnv(game, 5, seed=3, threads=1, planes=True)
    # The first games of a batch follow from the seed and their number.
    seeds = [(3).to_bytes(8, "little") + i.to_bytes(8, "little") + bytes(16) for i in range(env.n)]
    states = [env.game.new_initial_state(seed.hex()) for seed in seeds]
    luck = random.Random(1)
    over = np.zeros(env.n, np.bool_)
    for _ in range(8000):
        actions = np.zeros(env.n, np.int64)
        for i, state in enumerate(states):
            actions[i] = luck.choice(np.flatnonzero(env.masks[i]).tolist())
            if over[i]:
                continue
            assert env.seats[i] == state.current_player()
            assert np.flatnonzero(env.masks[i]).tolist() == state.legal_actions()
            assert np.array_equal(env.observations[i], state.observation_tensor())
            assert env.planes is not None
            # A choice on its way changes no palace.
            assert np.array_equal(env.planes[i], state.planes())
            state.apply_action(int(actions[i]))
        env.step(actions)
        for i, state in enumerate(states):
            if over[i]:
                continue
            assert env.dones[i] == state.is_terminal()
            if state.is_terminal():
                over[i] = True
                assert env.rewards[i] == pytest.approx(state.returns())
                assert env.scores[i].tolist() == state.scores()
        if over.all():
            return
    pytest.fail("some games never end")


def test_the_arrays_stay_the_same_and_threads_make_no_difference() -> None:
    alone, together = (VectorEnv("alhambra(players=2)", 150, seed=5, threads=n) for n in (1, 2))
    assert alone.threads == 1
    assert together.threads == 2
    where = alone.observations.ctypes.data
    n_done = 0
    for _ in range(1500):
        actions = alone.sample().copy()
        alone.step(actions)
        together.step(actions)
        n_done += alone.dones.sum()
    assert n_done > 0
    assert alone.observations.ctypes.data == where
    for name in ("observations", "masks", "seats", "dones", "rewards", "scores"):
        assert np.array_equal(getattr(alone, name), getattr(together, name)), name
    assert (
        VectorEnv("alhambra", 2, seed=1).observations.tobytes()
        != VectorEnv("alhambra", 2, seed=2).observations.tobytes()
    )


def test_resetting_begins_the_same_games_again() -> None:
    env = VectorEnv("alhambra(players=2)", 8, seed=1)
    first = env.observations.copy()
    for _ in range(30):
        env.step(env.sample())
    assert not np.array_equal(first, env.observations)
    env.reset(1)
    assert np.array_equal(first, env.observations)
    fields = env.fields()
    assert (fields["players"] == 2).all()
    assert sum(it.shape[1] for it in fields.values()) == alhambra.N_OBSERVATION


def test_an_illegal_action_says_in_which_game_and_changes_nothing() -> None:
    env = VectorEnv("alhambra(players=2)", 4, seed=1)
    before = env.observations.copy()
    actions = env.sample().copy()
    actions[2] = 875
    with pytest.raises(ValueError, match=r"game 2: 875 .* is not legal now; legal are"):
        env.step(actions)
    with pytest.raises(ValueError, match="3 ids for 4 games"):
        env.step(actions[:3])
    assert np.array_equal(before, env.observations)
    env.masks = env.masks[:, :10]
    with pytest.raises(ValueError, match="masks has the shape"):
        env.step(env.sample())
