//! The steps of the agenda, each one word with its seats, round or tile: `turn:0`.

use super::ParseError;
use crate::{
    agenda::{Auto, Decision, Step},
    material::{Part, Round},
    state::Seat,
};

pub(super) fn step_text(step: Step) -> String {
    match step {
        Step::Decide(decision) => decision_text(decision),
        Step::Auto(auto) => auto_text(auto),
    }
}

fn decision_text(decision: Decision) -> String {
    match decision {
        Decision::ChooseCitizens { seat } => format!("choose-citizens:{seat}"),
        Decision::LayTrader { seat } => format!("lay-trader:{seat}"),
        Decision::Turn { seat, first: true } => format!("turn:{seat}"),
        Decision::Turn { seat, first: false } => format!("turn-goes-on:{seat}"),
        Decision::MoreFalcons { seat } => format!("more-falcons:{seat}"),
        Decision::Place { seat } => format!("place:{seat}"),
        Decision::Welcome { seat, tile } => format!("welcome:{seat}:{tile}"),
        Decision::AskBonus { seat, next } => format!("ask-bonus:{seat}:{next}"),
        Decision::Interrupt { seat, next, again: false } => format!("interrupt:{seat}:{next}"),
        Decision::Interrupt { seat, next, again: true } => format!("interrupt-again:{seat}:{next}"),
        Decision::BuildWon { seat } => format!("build-won:{seat}"),
    }
}

fn auto_text(auto: Auto) -> String {
    match auto {
        Auto::Unpack => "unpack".to_owned(),
        Auto::LayTraderAgain { seat } => format!("relay:{seat}"),
        Auto::Refill { next } => format!("refill:{next}"),
        Auto::RefillMoney { next } => format!("refill-money:{next}"),
        Auto::RefillMarket { next } => format!("refill-market:{next}"),
        Auto::Score { round } => format!("score:{}", round.number()),
        Auto::DirkDraws { round } => format!("dirk-draws:{}", round.number()),
        Auto::Interrupts { next, user: None } => format!("interrupts:{next}"),
        Auto::Interrupts { next, user: Some(user) } => format!("interrupts-again:{user}:{next}"),
        Auto::NextTurn { seat } => format!("next-turn:{seat}"),
        Auto::Award => "award".to_owned(),
        Auto::AwardOne { currency, part: Part::Granada } => format!("award-granada:{}", currency.code()),
        Auto::AwardOne { currency, .. } => format!("award-alhambra:{}", currency.code()),
    }
}

pub(super) fn parse_step(word: &str, n_players: u8) -> Result<Step, ParseError> {
    let wrong = || ParseError::expected("a step such as turn:0", word);
    let mut fields = word.split(':');
    let name = fields.next().unwrap_or_default();
    let mut field = || fields.next().ok_or_else(wrong);
    let seat_in = |field: &str| field.parse().ok().filter(|&it| it < n_players).map(Seat).ok_or_else(wrong);
    let round_in = |field: &str| Round::ALL.into_iter().find(|it| it.number().to_string() == field).ok_or_else(wrong);
    let step: Step = match name {
        "choose-citizens" => Decision::ChooseCitizens { seat: seat_in(field()?)? }.into(),
        "lay-trader" => Decision::LayTrader { seat: seat_in(field()?)? }.into(),
        "unpack" => Auto::Unpack.into(),
        "turn" => Decision::Turn { seat: seat_in(field()?)?, first: true }.into(),
        "turn-goes-on" => Decision::Turn { seat: seat_in(field()?)?, first: false }.into(),
        "more-falcons" => Decision::MoreFalcons { seat: seat_in(field()?)? }.into(),
        "place" => Decision::Place { seat: seat_in(field()?)? }.into(),
        "welcome" => Decision::Welcome { seat: seat_in(field()?)?, tile: field()?.parse()? }.into(),
        "relay" => Auto::LayTraderAgain { seat: seat_in(field()?)? }.into(),
        "refill" => Auto::Refill { next: seat_in(field()?)? }.into(),
        "refill-money" => Auto::RefillMoney { next: seat_in(field()?)? }.into(),
        "refill-market" => Auto::RefillMarket { next: seat_in(field()?)? }.into(),
        "ask-bonus" => Decision::AskBonus { seat: seat_in(field()?)?, next: seat_in(field()?)? }.into(),
        "score" => Auto::Score { round: round_in(field()?)? }.into(),
        "dirk-draws" => Auto::DirkDraws { round: round_in(field()?)? }.into(),
        "interrupts" => Auto::Interrupts { next: seat_in(field()?)?, user: None }.into(),
        "interrupts-again" => {
            let user = Some(seat_in(field()?)?);
            Auto::Interrupts { next: seat_in(field()?)?, user }.into()
        }
        "interrupt" => Decision::Interrupt { seat: seat_in(field()?)?, next: seat_in(field()?)?, again: false }.into(),
        "interrupt-again" => {
            Decision::Interrupt { seat: seat_in(field()?)?, next: seat_in(field()?)?, again: true }.into()
        }
        "next-turn" => Auto::NextTurn { seat: seat_in(field()?)? }.into(),
        "award" => Auto::Award.into(),
        "award-granada" => Auto::AwardOne { currency: field()?.parse()?, part: Part::Granada }.into(),
        "award-alhambra" => Auto::AwardOne { currency: field()?.parse()?, part: Part::Alhambra }.into(),
        "build-won" => Decision::BuildWon { seat: seat_in(field()?)? }.into(),
        _ => return Err(wrong()),
    };
    if fields.next().is_some() { Err(wrong()) } else { Ok(step) }
}
