//! Aims: what a player can set out to do, before it is settled how.

use crate::{
    action::{Action, ActionKind},
    agenda::Decision,
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
    /// What one can set out to do, in the order in which it is listed.
    pub const fn all_in(decision: Decision) -> &'static [Aim] {
        use Aim::{Answer, Bonus, Falcon, Favour, Hut, Money, Pass, Purchase, Redesign, Thief, Wake, Walls};
        match decision {
            Decision::Turn { first: true, .. } => &[Money, Purchase, Redesign, Wake, Hut, Walls, Falcon, Bonus, Pass],
            Decision::Turn { first: false, .. } => &[Money, Purchase, Redesign, Wake, Hut, Walls, Bonus, Pass],
            Decision::MoreFalcons { .. } => &[Falcon, Pass],
            Decision::AskBonus { .. } => &[Bonus, Pass],
            Decision::Interrupt { .. } => &[Favour, Thief, Pass],
            Decision::Place { .. }
            | Decision::BuildWon { .. }
            | Decision::ChooseCitizens { .. }
            | Decision::LayTrader { .. }
            | Decision::Welcome { .. } => &[Answer],
        }
    }

    /// What somebody sets out to do who does this; nothing if no action of its kind is an answer.
    pub fn of(action: &Action, decision: Decision) -> Option<Aim> {
        let kind = action.kind();
        Aim::all_in(decision).iter().copied().find(|it| it.includes(kind))
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

    /// Draws one of the aims of a decision that there is a way to, and the number of one of the ways.
    ///
    /// If `below` draws every number with the same chance, every possible aim has the same chance, and so has every way to
    /// it: aims are drawn one after the other until `n_ways` finds one that is possible.
    pub(crate) fn draw(
        decision: Decision,
        mut below: impl FnMut(usize) -> usize,
        mut n_ways: impl FnMut(Aim) -> usize,
    ) -> Option<(Aim, usize)> {
        let aims = Aim::all_in(decision);
        // The places of those that are left, four bits for each: one is found and taken out without a branch.
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

impl Decision {
    /// One of the legal actions, drawn as [`State::choose`](crate::State::choose) does it: first an aim, then one of the
    /// ways to it.
    pub fn choose_among(self, legal: &[Action], below: impl FnMut(usize) -> usize) -> Option<Action> {
        let ways = |aim: Aim| legal.iter().filter(move |it| Aim::of(it, self) == Some(aim));
        let (aim, number) = Aim::draw(self, below, |aim| ways(aim).count())?;
        ways(aim).nth(number).copied()
    }
}
