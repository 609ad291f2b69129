//! The bots that play as people do: beginners who know the rules and not yet the game, and those who have played a few times.

use alhambra_engine::{
    Action, Decision, Rng, Seed,
    determinize::{Memory, determinize},
    material::{Building, CityKind, Face, Tile},
};

use crate::{
    Bot, BotError, NoAction, Seen, Weights,
    evaluation::{Redesigns, rank},
};

/// What somebody is like, and which mistakes follow from it; beginners first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Temper {
    /// Likes many tiles and a long wall, and overdoes nothing.
    Plain,
    /// Wants the longest wall, whatever is inside it.
    Builder,
    /// Has fallen for two kinds of building and buys them long after they are won or lost.
    Collector,
    /// Waits for the exact sum and for still more money, up to the end of the game.
    Saver,
    /// Buys as soon as the money is there, far too dear.
    Spender,
    /// Has played a few times: knows what counts and what the others are after, and still overlooks things.
    Casual,
}

impl Temper {
    /// Every temper, the plain one first.
    pub const ALL: [Temper; 6] =
        [Temper::Plain, Temper::Builder, Temper::Collector, Temper::Saver, Temper::Spender, Temper::Casual];

    /// Whether it is that of a beginner.
    pub const fn is_beginner(self) -> bool {
        !matches!(self, Temper::Casual)
    }

    /// The name by which such a bot is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Temper::Plain => "easy",
            Temper::Builder => "builder",
            Temper::Collector => "collector",
            Temper::Saver => "saver",
            Temper::Spender => "spender",
            Temper::Casual => "casual",
        }
    }

    /// How far a feeling for a purchase or a card is off, in points: nine times of ten by less than this.
    const fn blur(self) -> f64 {
        if self.is_beginner() { 3.0 } else { 1.5 }
    }

    /// One of so many ways is overlooked.
    const fn overlooked(self) -> u32 {
        if self.is_beginner() { 5 } else { 8 }
    }

    /// What things seem worth.
    fn weights(self) -> Weights {
        let usual = Weights::default();
        // Sees neither what the others get nor what the hand could pay next turn.
        let blind = Weights {
            envy: 0.0,
            plan: 0.2 * usual.plan,
            exact: 0.2 * usual.exact,
            action: 0.4 * usual.action,
            ..usual
        };
        match self {
            Temper::Plain => Weights { tile: usual.tile + 2.0, wall: 1.5 * usual.wall, ..blind },
            Temper::Builder => Weights { wall: 4.0 * usual.wall, ..blind },
            Temper::Collector => blind,
            Temper::Saver => {
                Weights { money: 1.2 * usual.money, savings: 2.5 * usual.savings, exact: usual.exact, ..blind }
            }
            Temper::Spender => Weights { money: 0.4 * usual.money, exact: 0.0, ..blind },
            Temper::Casual => Weights { envy: 0.5 * usual.envy, plan: 0.5 * usual.plan, ..usual },
        }
    }
}

/// How far the feeling for a place in the own palace is off, where everybody can see what fits.
const BLUR_IN_THE_PALACE: f64 = 1.0;

/// How far a feeling can be off at most, by how far it is off nine times of ten: the difference of two numbers below one is
/// smaller than two thirds in eight of nine cases.
const WIDEST: f64 = 1.5;

/// How finely feelings are told apart.
const FINENESS: u32 = 1000;

/// How much a purchase charms or repels the tempers that have a passion, in points: more than nearly every other difference.
const CHARM: f64 = 5.0;

/// Likes what it sees at once, overlooks the rest and forgets what others hold; but it builds with care and tears nothing down.
pub struct Amateur {
    rng: Rng,
    temper: Temper,
    weights: Weights,
    /// The kinds of the Alhambra and of Granada that a collector has fallen for.
    fancied: ([Building; 2], [CityKind; 2]),
}

impl Amateur {
    /// A bot of this temper; the same seed and the same questions give the same answers.
    pub fn new(temper: Temper, seed: Seed) -> Amateur {
        let mut rng = Rng::new(seed);
        let (mut kinds, mut city_kinds) = (Building::ALL, CityKind::ALL);
        if temper == Temper::Collector {
            rng.stream(|it| (it.shuffle(&mut kinds), it.shuffle(&mut city_kinds)));
        }
        let fancied = ([kinds[0], kinds[1]], [city_kinds[0], city_kinds[1]]);
        Amateur { rng, temper, weights: temper.weights(), fancied }
    }

    /// How far a feeling is off this time: small mistakes are common, large ones rare.
    fn blur(&mut self, reach: f64) -> f64 {
        let [one, two] = self.rng.stream(|it| [(); 2].map(|()| f64::from(it.below(FINENESS)) / f64::from(FINENESS)));
        reach * (one - two) * WIDEST
    }

    /// How many points better than it is a purchase feels to this temper.
    fn charm(&self, action: Action) -> f64 {
        let Action::Buy { tile, payment } = action else { return 0.0 };
        match self.temper {
            Temper::Collector if self.fancies(tile) => CHARM,
            Temper::Saver if Some(payment.total()) != tile.price() => -CHARM,
            Temper::Spender => CHARM,
            Temper::Plain | Temper::Builder | Temper::Collector | Temper::Saver | Temper::Casual => 0.0,
        }
    }

    fn fancies(&self, tile: Tile) -> bool {
        match tile.face() {
            Face::Building { building, .. } => self.fancied.0.contains(&building),
            Face::Granada { kind, .. } => self.fancied.1.contains(&kind),
            Face::Fountain | Face::GranadaStart | Face::Hut { .. } | Face::Camp { .. } | Face::Bazaar { .. } => false,
        }
    }
}

impl Bot for Amateur {
    fn name(&self) -> String {
        self.temper.name().to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        let first = match legal {
            [] => return Err(NoAction { seat: seen.seat() }.into()),
            [only] => return Ok(*only),
            [first, ..] => *first,
        };
        let view = seen.view();
        let in_the_palace = matches!(view.decision(), Some(Decision::Place { .. } | Decision::BuildWon { .. }));
        let state = determinize(&view, Memory::None, &mut self.rng);
        let ranked = rank(state, seen.seat(), legal, &self.weights, Redesigns::LeftOut);
        let mut best = (f64::NEG_INFINITY, ranked.first().map_or(first, |it| it.1));
        for (i, &(worth, action)) in ranked.iter().enumerate() {
            let overlooked =
                !in_the_palace && i + 1 < ranked.len() && self.rng.stream(|it| it.below(self.temper.overlooked())) == 0;
            // A tile that was bought is built or kept; giving it away occurs to nobody.
            if overlooked || matches!(action, Action::Give { .. }) {
                continue;
            }
            let reach = if in_the_palace { BLUR_IN_THE_PALACE } else { self.temper.blur() };
            let felt = worth + self.charm(action) + self.blur(reach);
            if felt > best.0 {
                best = (felt, action);
            }
        }
        Ok(best.1)
    }
}
