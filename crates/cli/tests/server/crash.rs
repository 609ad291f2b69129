//! The program is killed while games are played, again and again: nothing that anybody was told is lost.

use crate::{
    house::House,
    player::{Dice, Games},
    postgres::Postgres,
};

/// So many games, so many kills, on one database.
async fn kill_again_and_again(n_games: usize, n_kills: usize, database: Option<String>) {
    let mut house = House::start_on(database);
    let games = Games::start(&house, n_games).await;
    let mut dice = Dice(20);
    let mut next = 0;
    for _ in 0..n_kills {
        next += 1 + dice.below(12 * n_games);
        games.progress.acknowledged(next).await;
        house.kill();
    }
    assert!(games.finish(&house).await >= next, "the games were over before the last kill");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_games_survive_three_kills_on_sqlite() {
    kill_again_and_again(5, 3, None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_games_survive_three_kills_on_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    kill_again_and_again(5, 3, Some(postgres.url.clone())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn many_games_survive_a_hundred_kills_on_sqlite() {
    for _ in 0..5 {
        kill_again_and_again(50, 20, None).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn many_games_survive_a_hundred_kills_on_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    for _ in 0..5 {
        kill_again_and_again(50, 20, Some(postgres.url.clone())).await;
    }
}
