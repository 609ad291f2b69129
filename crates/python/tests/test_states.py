import copy
import pickle
import random

import alhambra
import numpy as np
import pytest
from alhambra import Game, State

GAMES = [
    "alhambra(players=2)",
    "alhambra(players=3,modules=all)",
    "alhambra(players=6,modules=street-trader+thieves+bonus-cards)",
    "granada(players=4,modules=all,scoring=simplified)",
    "both(players=3,ending=either)",
]


def play(state: State, n: int, luck: random.Random) -> None:
    for _ in range(n):
        if state.is_terminal():
            return
        state.apply_action(luck.choice(state.legal_actions()))


@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_keeps_the_promises_of_a_state(game: str) -> None:
    luck = random.Random(game)
    rules = Game(game)
    state = rules.new_initial_state(seed=5)
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(legal)
        assert state.legal_actions(player) == legal
        other = (player + 1) % rules.num_players()
        assert state.legal_actions(other) == []
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        assert state.returns() == [0] * rules.num_players()
        action = luck.choice(legal)
        assert state.string_to_action(State.action_to_string(player, action)) == action
        state.apply_action(action)
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(0, abs=1e-9)
    best = max(state.scores())
    n, n_best = rules.num_players(), state.scores().count(best)
    worth = [(n / n_best - 1) / (n - 1) if score == best else -1 / (n - 1) for score in state.scores()]
    assert state.returns() == pytest.approx(worth)
    assert [action for _, action in state.full_history()] == state.history()
    assert len(state.history()) == state.move_number() < rules.max_game_length()


@pytest.mark.parametrize("game", GAMES)
def test_a_state_comes_back_from_text_pickle_and_copy(game: str) -> None:
    luck = random.Random(1)
    state = Game(game).new_initial_state(seed=3)
    for _ in range(8):
        play(state, 17, luck)
        copies = [state.clone(), copy.deepcopy(state), State.deserialize(state.serialize())]
        copies.append(pickle.loads(pickle.dumps(state)))
        for again in copies:
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.legal_actions() == state.legal_actions()
            player = max(state.current_player(), 0)
            assert again.information_state_string(player) == state.information_state_string(player)
    before = state.history()
    if not state.is_terminal():
        assert state.child(state.legal_actions()[0]).history()[:-1] == before
    assert state.history() == before


@pytest.mark.parametrize("game", GAMES)
def test_an_imagined_state_is_the_same_to_whoever_imagines_it(game: str) -> None:
    luck = random.Random(2)
    state = Game(game).new_initial_state(seed=9)
    differs = False
    for _ in range(6):
        play(state, 23, luck)
        if state.is_terminal():
            break
        for player in range(state.num_players()):
            imagined = state.resample_from_infostate(player, luck.random)
            assert imagined.observation_string(player) == state.observation_string(player)
            assert imagined.information_state_string(player) == state.information_state_string(player)
            assert np.array_equal(imagined.information_state_tensor(player), state.information_state_tensor(player))
            assert np.array_equal(imagined.planes(player), state.planes(player))
            assert imagined.current_player() == state.current_player()
            if player == state.current_player():
                assert imagined.legal_actions() == state.legal_actions()
            again = State.deserialize(imagined.serialize())
            assert str(again) == str(imagined)
            assert again.information_state_string(player) == imagined.information_state_string(player)
            differs |= str(imagined) != str(state)
            play(imagined, 10_000, luck)
            assert imagined.is_terminal()
    assert differs


def test_what_is_remembered_tells_hands_that_are_not_seen() -> None:
    state = Game("alhambra(players=2)").new_initial_state(seed=1)
    n = alhambra.N_OBSERVATION
    mine, theirs = state.information_state_tensor(0)[n : n + 36], state.information_state_tensor(1)[n + 42 : n + 78]
    assert mine.sum() > 0
    assert np.array_equal(mine, theirs)
    at, length, _ = alhambra.observation_fields()["own_money"]
    assert np.array_equal(state.observation_tensor(0)[at : at + length], mine)


def test_whole_decisions_and_small_steps_are_the_same() -> None:
    luck = random.Random(4)
    state = Game("alhambra(players=3,modules=all)").new_initial_state(seed=4)
    for _ in range(200):
        texts = state.legal_notation()
        text = luck.choice(texts)
        actions = State.notation_to_actions(text)
        assert State.actions_to_notation(actions) == text
        small = state.clone()
        while small.choice() != [] or small.move_number() == state.move_number():
            small.apply_action(actions[len(small.choice())])
        state.apply_notation(text)
        assert str(small) == str(state)
        if state.is_terminal():
            return


def test_what_can_not_be_done_says_why_and_changes_nothing() -> None:
    state = Game("alhambra(players=2)").new_initial_state(seed=1)
    before = str(state)
    for wrong, words in [(875, "is not legal now"), (-1, "no id at all"), (10**6, "no id at all")]:
        with pytest.raises(ValueError, match=words):
            state.apply_action(wrong)
    with pytest.raises(ValueError, match="can't be done now: "):
        state.apply_notation("buy P4es fl4")
    with pytest.raises(IndexError, match="there is no player 2 of 2"):
        state.observation_tensor(2)
    with pytest.raises(ValueError, match="9999 is no action"):
        State.action_to_string(9999)
    assert str(state) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chess", "expected a game"),
        ("alhambra(players=7)", "2 to 6"),
        ("alhambra(players=x)", "a number from 2 to 6"),
        ("alhambra(modules=dragons)", "is no module; there are all, none and vizier"),
        ("granada(modules=huts)", "joins the Alhambra only"),
        ("alhambra(colour=red)", "is no parameter"),
        ("alhambra(players=3", "no closing bracket"),
    ],
)
def test_a_game_that_can_not_be_played_says_why(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Game(name)


def test_games_are_values() -> None:
    one = Game("alhambra(players=3,modules=vizier+camps)")
    two = Game(players=3, modules=["vizier", "camps"])
    assert one == two == Game("alhambra 3 vizier camps") == pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(two)
    assert str(one) == "alhambra(players=3,modules=vizier+camps)"
    assert one.ruleset == "alhambra 3 vizier camps"
    assert one.get_parameters()["modules"] == ["vizier", "camps"]
    assert one != Game()


def test_seeds() -> None:
    game = Game()
    assert str(game.new_initial_state(7)) == str(game.new_initial_state("07" + 62 * "0"))
    assert str(game.new_initial_state(7)) != str(game.new_initial_state(8))
    assert str(game.new_initial_state()) != str(game.new_initial_state())


def test_planes_show_the_own_palace_first() -> None:
    state = Game("alhambra(players=3)").new_initial_state(seed=1)
    while max(state.scores()) == 0:
        alhambra.bots.Greedy().play(state)
    one, two = state.planes(0), state.planes(1)
    assert one.shape == (3, *alhambra.PLANES_SHAPE)
    assert np.array_equal(one[1], two[0])
    middle = alhambra.PLANES_SHAPE[1] // 2
    assert (one[:, 0, middle, middle] == 1).all()
    assert (one[0, 0] > 1).any()


def test_the_view_is_a_dictionary() -> None:
    view = Game("alhambra(players=2)").new_initial_state(seed=1).view(1)
    assert view["viewer"] == 1
    assert len(view["players"]) == 2
