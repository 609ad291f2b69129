//! Aims: what a player can set out to do, before it is settled how.

use crate::{
    action::{Action, ActionKind},
    state::Step,
};

/// What a player can set out to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Take money or a bureau de change (B-MONEY-1, M-BUR-2).
    Money,
    /// Buy a tile (B-BUY-1).
    Purchase,
    /// Build from the reserve, take down or swap (B-RED-1).
    Redesign,
    /// Wake the vizier (M-VIZ-4).
    Wake,
    /// Take a workers' hut (M-HUT-2).
    Hut,
    /// Add walls (M-WALL-3).
    Walls,
    /// Buy a falcon (M-FAL-2).
    Falcon,
    /// Lay open a bonus card (M-BON-2).
    Bonus,
    /// Use the vizier's favour (M-VIZ-2).
    Favour,
    /// Play a thief (M-THF-2).
    Thief,
    /// Do what everything else waits for: place a tile, lay the trader, choose citizens or welcome one.
    Answer,
    /// Do nothing, or nothing more.
    Pass,
}

impl Aim {
    /// What one can set out to do in a step, in the order in which it is listed.
    pub const fn all_in(step: Step) -> &'static [Aim] {
        use Aim::{Answer, Bonus, Falcon, Favour, Hut, Money, Pass, Purchase, Redesign, Thief, Wake, Walls};
        match step {
            Step::Turn { first: true, .. } => &[Money, Purchase, Redesign, Wake, Hut, Walls, Falcon, Bonus, Pass],
            Step::Turn { first: false, .. } => &[Money, Purchase, Redesign, Wake, Hut, Walls, Bonus, Pass],
            Step::MoreFalcons { .. } => &[Falcon, Pass],
            Step::AskBonus { .. } => &[Bonus, Pass],
            Step::Interrupt { .. } => &[Favour, Thief, Pass],
            Step::Place { .. }
            | Step::BuildWon { .. }
            | Step::ChooseCitizens { .. }
            | Step::LayTrader { .. }
            | Step::Welcome { .. } => &[Answer],
            Step::Unpack
            | Step::LayTraderAgain { .. }
            | Step::Refill { .. }
            | Step::RefillMoney { .. }
            | Step::RefillMarket { .. }
            | Step::Score { .. }
            | Step::DirkDraws { .. }
            | Step::Interrupts { .. }
            | Step::NextTurn { .. }
            | Step::Award
            | Step::AwardOne { .. } => &[],
        }
    }

    /// What somebody sets out to do who does this in a step.
    pub fn of(action: &Action, step: Step) -> Aim {
        match action {
            _ if Aim::all_in(step) == [Aim::Answer] => Aim::Answer,
            Action::Take { .. } | Action::TakeBureau { .. } => Aim::Money,
            Action::Buy { .. } if matches!(step, Step::Interrupt { .. }) => Aim::Favour,
            Action::Buy { .. } => Aim::Purchase,
            Action::Build { .. } | Action::TakeDown { .. } | Action::Swap { .. } => Aim::Redesign,
            Action::Wake => Aim::Wake,
            Action::TakeHut { .. } => Aim::Hut,
            Action::AddWalls { .. } => Aim::Walls,
            Action::BuyFalcon { .. } => Aim::Falcon,
            Action::Reveal { .. } => Aim::Bonus,
            Action::Steal { .. } => Aim::Thief,
            Action::BuildFlipped { .. }
            | Action::Keep { .. }
            | Action::Give { .. }
            | Action::LeaveOut { .. }
            | Action::ChooseCitizens { .. }
            | Action::LayTrader { .. }
            | Action::MoveIn { .. }
            | Action::Exchange { .. } => Aim::Answer,
            Action::Pass => Aim::Pass,
        }
    }

    /// Whether actions of this kind can be ways to the aim.
    pub(crate) const fn includes(self, kind: ActionKind) -> bool {
        match self {
            Aim::Money => matches!(kind, ActionKind::Take | ActionKind::TakeBureau),
            Aim::Purchase | Aim::Favour => matches!(kind, ActionKind::Buy),
            Aim::Redesign => matches!(kind, ActionKind::Build | ActionKind::TakeDown | ActionKind::Swap),
            Aim::Wake => matches!(kind, ActionKind::Wake),
            Aim::Hut => matches!(kind, ActionKind::TakeHut),
            Aim::Walls => matches!(kind, ActionKind::AddWalls),
            Aim::Falcon => matches!(kind, ActionKind::BuyFalcon),
            Aim::Bonus => matches!(kind, ActionKind::Reveal),
            Aim::Thief => matches!(kind, ActionKind::Steal),
            // Whatever it is that is waited for, among it to do nothing.
            Aim::Answer => true,
            Aim::Pass => matches!(kind, ActionKind::Pass),
        }
    }

    /// Draws one of the aims of a step that there is a way to, and the number of one of the ways.
    ///
    /// If `below` draws every number with the same chance, every possible aim has the same chance, and so has every way to
    /// it: aims are drawn one after the other until `n_ways` finds one that is possible.
    pub(crate) fn draw(
        step: Step,
        mut below: impl FnMut(usize) -> usize,
        mut n_ways: impl FnMut(Aim) -> usize,
    ) -> Option<(Aim, usize)> {
        let aims = Aim::all_in(step);
        // The places of those that are left, four bits for each: to find one and to take it out needs no guess.
        let mut left = 0x8_7654_3210_u64;
        for n_left in (1..=aims.len()).rev() {
            let number = below(n_left);
            if number >= n_left {
                break;
            }
            let aim = aims[(left >> (4 * number) & 15) as usize];
            match n_ways(aim) {
                0 => {
                    let before = (1 << (4 * number)) - 1;
                    left = left & before | left >> 4 & !before;
                }
                n => return Some((aim, below(n))),
            }
        }
        None
    }
}

impl Step {
    /// One of the actions that are legal in this step, drawn as [`State::choose`](crate::State::choose) does it: first an
    /// aim, then one of the ways to it.
    pub fn choose_among(self, legal: &[Action], below: impl FnMut(usize) -> usize) -> Option<Action> {
        let ways = |aim: Aim| legal.iter().filter(move |it| Aim::of(it, self) == aim);
        let (aim, number) = Aim::draw(self, below, |aim| ways(aim).count())?;
        ways(aim).nth(number).copied()
    }
}
