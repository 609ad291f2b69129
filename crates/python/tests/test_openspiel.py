import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
# Found only where OpenSpiel is.
import alhambra.openspiel  # noqa: E402

GAMES = ["alhambra(players=2)", "alhambra(players=2,modules=vizier+camps)", "alhambra(game=granada,players=2,deals=50)"]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_deals_follow_from_their_number() -> None:
    game = pyspiel.load_game("alhambra(players=2,seed=5)")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 1000
    state.apply_action(2)
    assert str(state) == str(alhambra.Game("alhambra(players=2)").new_initial_state(7))


def test_algorithms_of_openspiel_run() -> None:
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("alhambra(players=2)")
    luck = np.random.RandomState(1)
    thinking = mcts.MCTSBot(game, 1.0, 4, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    players = [thinking, uniform_random.UniformRandomBot(1, luck)]
    state = game.new_initial_state()
    state.apply_action(1)
    for _ in range(6):
        action = players[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_tensors_are_those_of_the_package() -> None:
    state = pyspiel.load_game("alhambra(players=2)").new_initial_state()
    state.apply_action(0)
    for player in (0, 1):
        assert np.array_equal(state.observation_tensor(player), state.alhambra.observation_tensor(player))
        wanted = state.alhambra.information_state_tensor(player)
        assert np.array_equal(state.information_state_tensor(player), wanted)
        assert state.information_state_string(player) == state.alhambra.information_state_string(player)
