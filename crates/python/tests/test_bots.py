import threading

import alhambra
import pytest
from alhambra import Bot, Game, State, bots


def finish(state: State, players: list[Bot]) -> State:
    while not state.is_terminal():
        players[state.current_player()].play(state)
    return state


def test_the_same_bots_play_the_same_game() -> None:
    game = Game("alhambra(players=3,modules=vizier)")
    names = ["easy", "greedy", "search:20it"]
    one, two = (finish(game.new_initial_state(3), [Bot(name, seed=1) for name in names]) for _ in range(2))
    assert one.history() == two.history()


def test_a_bot_goes_on_with_any_game_it_is_asked_about() -> None:
    # One bot in two games at a time plays as two bots do.
    game = Game("alhambra(players=2)")
    shared = bots.Fair()
    one, two = game.new_initial_state(1), game.new_initial_state(2)
    for _ in range(6):
        for state in (one, two):
            assert shared.choose(state) in state.legal_notation()
            shared.play(state)


def test_better_bots_win() -> None:
    game = Game("alhambra(players=2)")
    won = 0.0
    for seed in range(10):
        players = [bots.Greedy(), bots.Random()]
        state = finish(game.new_initial_state(seed), players)
        won += state.returns()[0]
    assert won == 10


def test_a_bot_chooses_whole_decisions_and_their_steps() -> None:
    state = Game("alhambra(players=2)").new_initial_state(1)
    bot = bots.Greedy()
    for _ in range(60):
        player = state.current_player()
        wanted = bot.choose(state, player)
        assert wanted in state.legal_notation()
        by_steps = state.clone()
        n = by_steps.move_number()
        while by_steps.choice() or by_steps.move_number() == n:
            by_steps.apply_action(bot.step(by_steps))
        state.apply_notation(wanted)
        assert str(by_steps) == str(state)


def test_a_bot_is_not_asked_for_somebody_else() -> None:
    state = Game("alhambra(players=2)").new_initial_state(1)
    other = 1 - state.current_player()
    with pytest.raises(ValueError, match=f"player {other} does not decide now"):
        bots.Easy().choose(state, other)
    with pytest.raises(ValueError, match="no bot is called"):
        Bot("gambler")
    with pytest.raises(ValueError, match="either ms or iterations"):
        bots.Search()
    assert {Bot(name).name for name in alhambra.BOTS} == set(alhambra.BOTS)
    assert bots.Search(ms=100).name == "search:100ms"
    assert bots.Easy().description.startswith("a beginner")


def test_bots_think_about_imagined_games() -> None:
    state = Game("alhambra(players=2,modules=bureaux)").new_initial_state(1)
    for _ in range(20):
        bots.Greedy().play(state)
    imagined = state.resample_from_infostate(state.current_player(), 5)
    assert bots.Search(iterations=30).choose(imagined) in imagined.legal_notation()


def test_advice_has_reasons_and_chances() -> None:
    state = Game("alhambra(players=3)").new_initial_state(1)
    best, *others = alhambra.advise(state, budget="200it")
    assert best.notation in state.legal_notation()
    assert State.actions_to_notation(best.actions) == best.notation
    assert 0 <= best.win <= 1
    assert all(isinstance(it, dict) for it in best.reasons)
    wanted = state.legal_notation()[-1]
    advised = alhambra.advise(state, budget="50it", wanted=wanted)
    assert wanted in [it.notation for it in advised]
    assert sum(it.weight for it in [best, *others]) == pytest.approx(1)
    chances = alhambra.prospects(state, budget="50it")
    assert sum(chances) == pytest.approx(1)
    with pytest.raises(ValueError, match="is no budget"):
        alhambra.advise(state, budget="soon")
    with pytest.raises(ValueError, match="is not legal now"):
        alhambra.advise(state, wanted="pass", budget="5it")


def test_threads_play_side_by_side() -> None:
    game = Game("alhambra(players=2)")
    scores: dict[int, list[int]] = {}

    def run(seed: int) -> None:
        scores[seed] = finish(game.new_initial_state(seed), [bots.Easy(), bots.Greedy()]).scores()

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = {seed: finish(game.new_initial_state(seed), [bots.Easy(), bots.Greedy()]).scores() for seed in range(4)}
    assert scores == alone
