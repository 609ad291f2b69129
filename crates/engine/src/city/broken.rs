//! The building rules by name: what a placement breaks.

bitflags::bitflags! {
    /// The building rules that a placement breaks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Broken: u16 {
        /// The cell is taken.
        const OVERLAP = 1;
        /// A wall meets an open side, or a moat does (B-BUILD-2, G-BUILD-1).
        const WALL_MISMATCH = 2;
        /// Not reachable on foot from the starting tile (B-BUILD-3).
        const NOT_ON_FOOT = 4;
        /// Touches the city only at a corner (B-BUILD-4).
        const CORNER_ONLY = 8;
        /// Touches nothing at all (B-BUILD-4).
        const NO_CONTACT = 16;
        /// Closes in an empty cell (B-BUILD-5).
        const HOLE = 32;
        /// A starting tile never moves (B-RED-1, C-BUILD-2).
        const STARTING_TILE = 64;
        /// Alhambra and Granada touch otherwise than with wall against moat (C-BUILD-1).
        const WALL_AND_MOAT = 128;
        /// Granada would lose the Alhambra (C-BUILD-2).
        const APART = 256;
        /// A bastion touches something else than a wall (M-CAMP-2).
        const BASTION = 512;
        /// A plain side of a camp touches something else than a camp's plain side (M-CAMP-2).
        const CAMP_SIDE = 1024;
        /// A camp stands at no wall (M-CAMP-2).
        const CAMP_WITHOUT_WALL = 2048;
    }
}

impl Broken {
    /// Each rule with its name in the notation and a sentence for people.
    const NAMES: [(Broken, &'static str, &'static str); 12] = [
        (Broken::OVERLAP, "overlap", "the cell is taken"),
        (Broken::WALL_MISMATCH, "wall-mismatch", "a wall meets an open side"),
        (Broken::NOT_ON_FOOT, "not-on-foot", "not reachable on foot"),
        (Broken::CORNER_ONLY, "corner-only", "touches only at a corner"),
        (Broken::NO_CONTACT, "no-contact", "touches nothing"),
        (Broken::HOLE, "hole", "would close in an empty cell"),
        (Broken::STARTING_TILE, "starting-tile", "a starting tile never moves"),
        (Broken::WALL_AND_MOAT, "wall-and-moat", "Alhambra and Granada touch only with wall against moat"),
        (Broken::APART, "apart", "Granada would no longer touch the Alhambra"),
        (Broken::BASTION, "bastion", "a bastion may touch nothing but a wall"),
        (Broken::CAMP_SIDE, "camp-side", "a plain camp side may touch nothing but another one"),
        (Broken::CAMP_WITHOUT_WALL, "camp-without-wall", "a camp would stand at no wall"),
    ];

    /// The names of the rules in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Broken::NAMES.into_iter().filter(move |it| self.contains(it.0)).map(|it| it.1)
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sentences: Vec<_> = Broken::NAMES.into_iter().filter(|it| self.contains(it.0)).map(|it| it.2).collect();
        f.write_str(&sentences.join(", "))
    }
}
