//! Forecasts: what a game that could be the real one comes to, for all seats at once, if everybody plays on in a hurry.

use alhambra_engine::{Action, Event, Seat, State, material::ByCurrency, scoring::ScoreSheet};

use super::{
    ROUNDS,
    playout::{Glance, Manner, Playout},
};
use crate::Weights;

/// More rounds than any game has left.
const TO_THE_END: u32 = 200;

/// What a game came to, by seat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Forecast {
    /// How likely everybody is to win, from 0 to 1; the sum is 1.
    pub(crate) won: [f64; 6],
    /// The points in the end.
    pub(crate) points: [f64; 6],
}

/// Plays games on, in room that is made once.
pub(crate) struct Forecaster {
    playout: Playout,
    glance: Glance,
    /// The same where a game was played on to.
    later: Glance,
}

impl Forecaster {
    /// Room for games that could lie behind the same view as this one.
    pub(crate) fn new(world: &State) -> Forecaster {
        let weights = Weights::default();
        let glance = Glance::new(world, &weights);
        Forecaster { playout: Playout::new(world, &weights), later: glance.clone(), glance }
    }

    /// What a game comes to after these actions, two turns of everybody later.
    pub(crate) fn play_on(&mut self, world: &State, plan: &[Action]) -> Forecast {
        self.begin(world, plan);
        self.look_ahead()
    }

    /// The same, if the last of these actions earned exactly these coins.
    pub(crate) fn play_on_with_coins(&mut self, world: &State, plan: &[Action], coins: ByCurrency<u8>) -> Forecast {
        let Some((&last, rest)) = plan.split_last() else { return self.play_on(world, plan) };
        self.begin(world, rest);
        let playout = &mut self.playout;
        if let Some(seat) = playout.state.to_act() {
            let mut events = Vec::new();
            playout.state.carry_out(last, &mut events);
            let drawn =
                events.iter().find_map(|it| if let Event::GotChange { coins, .. } = it { Some(*coins) } else { None });
            if let Some(drawn) = drawn {
                let State { table, players, .. } = &mut playout.state;
                let purse = &mut players[seat.index()].coins;
                for (i, (drawn, real)) in drawn.0.into_iter().zip(coins.0).enumerate() {
                    purse.0[i] = (purse.0[i] + real).saturating_sub(drawn);
                    table.coin_bag.0[i] = (table.coin_bag.0[i] + drawn).saturating_sub(real);
                }
            }
            playout.state.advance(&mut ());
            playout.count_again(seat, last);
        }
        self.look_ahead()
    }

    /// What the scorings to come bring every seat if the game is played on to its end.
    pub(crate) fn scorings(&mut self, world: &State, plan: &[Action], mut scored: impl FnMut(Seat, &ScoreSheet)) {
        self.begin(world, plan);
        let Forecaster { playout, glance, later } = self;
        let mut events: Vec<Event> = Vec::new();
        // What was seen at a glance holds for some turns, not for the rest of the game.
        *later = glance.clone();
        let mut n_turns = 0;
        playout.play_with(TO_THE_END, &mut events, |it, decision| {
            if it.is_new_turn() {
                n_turns += 1;
                if n_turns % it.state.players.len() == 0 {
                    later.look_again(&it.state);
                    it.forget();
                }
            }
            it.choose(later, decision, Manner::InAHurry)
        });
        for event in &events {
            if let Event::Scored { players, .. } = event {
                players.iter().zip(0..).for_each(|(sheet, seat)| scored(Seat(seat), sheet));
            }
        }
    }

    fn begin(&mut self, world: &State, plan: &[Action]) {
        let playout = &mut self.playout;
        playout.begin(world);
        for &action in plan {
            let Some(seat) = playout.state.to_act() else { return };
            playout.act(seat, action);
        }
    }

    fn look_ahead(&mut self) -> Forecast {
        let Forecaster { playout, glance, later } = self;
        playout.play(ROUNDS, |it, decision| it.choose(glance, decision, Manner::InAHurry));
        let n_players = playout.state.players.len();
        let mut forecast = Forecast::default();
        if playout.state.is_over() {
            let winners = playout.state.winners();
            let share = 1.0 / f64::from(winners.len().max(1) as u8);
            for winner in winners {
                forecast.won[winner.index()] = share;
            }
            let scores = playout.state.players.iter().map(|it| f64::from(it.score));
            forecast.points.iter_mut().zip(scores).for_each(|(points, score)| *points = score);
            return forecast;
        }
        let value = playout.value(later);
        for (i, won) in forecast.won.iter_mut().enumerate().take(n_players) {
            *won = value.record(Seat(i as u8), n_players).won;
            forecast.points[i] = value.scores[i].into();
        }
        forecast
    }
}
