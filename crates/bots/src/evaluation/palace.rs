//! What a palace is worth: majorities, walls, and whatever the modules add to them.

use alhambra_engine::{
    City, Player,
    list::List,
    material::{Building, ByBuilding, ByCityKind, Cell, CityKind, Edges, Face, Falcon, Part, Tile},
    modules::{bazaars, camps, falconers, street_trader},
    scoring,
};

use super::{Judge, Weights, estimates};

impl Judge {
    /// What a player has built and keeps is worth; `welcome` is a tile that was just built where the trader lay.
    pub(crate) fn palace(&mut self, player: &Player, welcome: Option<Tile>) -> f64 {
        let (weights, n_rounds) = (self.weights, self.clock.n_rounds);
        let city = &player.city;
        let mut worth = weights.wall * n_rounds * f64::from(sides(city));
        let mut lasting = falconers::score(player) + street_trader::score(player);
        if self.has.camps {
            lasting += camps::score(city);
        }
        worth += n_rounds * f64::from(lasting);
        worth += self.room(player);
        if self.has.bazaars {
            worth += self.bazaars(player);
        }
        if self.has.falcons {
            worth += self.corners(player);
        }
        worth += self.trader(player, welcome);

        let mut counts = ByBuilding(scoring::buildings(player).0.map(f64::from));
        let mut standings = self.standings(player);
        for held in player.bonus_held.iter().filter(|&&it| city.cell_of(it).is_some()) {
            held.building().into_iter().for_each(|it| counts[it] += 1.0);
        }
        for (tile, share) in self.kept(player) {
            match tile.face() {
                Face::Building { building, .. } => {
                    let n = 1.0 + f64::from(u8::from(player.bonus_held.contains(&tile)));
                    counts[building] += share * n;
                }
                Face::Granada { kind, price } => {
                    let (n, best) = standings[kind];
                    standings[kind] = (n + share, best.max((f64::from(price) * share) as u8));
                }
                face => worth += of_module(face, share, &weights, n_rounds),
            }
        }
        if self.has.alhambra {
            for kind in Building::ALL {
                worth += self.majorities.buildings(kind, counts[kind], &self.clock, &weights);
            }
        }
        if self.has.granada {
            for kind in CityKind::ALL {
                worth += self.majorities.granada(kind, standings[kind], &self.state, &self.clock, &weights);
            }
        }
        worth
    }

    fn standings(&self, player: &Player) -> ByCityKind<(f64, u8)> {
        if self.has.granada {
            ByCityKind(alhambra_engine::granada::in_city(&player.city).0.map(|it| (f64::from(it.n), it.best)))
        } else {
            ByCityKind([(0.0, 0); 9])
        }
    }

    /// The tiles that are not built, each with the part of its worth that it has there.
    fn kept(&self, player: &Player) -> List<(Tile, f64), 24> {
        let weights = &self.weights;
        let misfit = |tile: Tile| player.city.n_gaps(tile, player.edges_of(tile)) == 0;
        let fade = self.clock.fade(weights);
        let mut kept = List::new();
        let bought = player
            .bought
            .iter()
            .map(|&it| (it, if misfit(it) { weights.reserve * fade } else { estimates::NEARLY_BUILT }));
        // Every tile in reserve costs an action to build, so few of them will be.
        let mut waiting = 1.0;
        let reserve = player.reserve.iter().map(|&it| {
            waiting *= estimates::FURTHER_IN_RESERVE;
            (it, fade * weights.reserve * waiting * if misfit(it) { weights.misfit } else { 1.0 })
        });
        kept.extend(bought.chain(reserve).take(24));
        kept
    }

    /// How much of what is still to come would fit.
    fn room(&self, player: &Player) -> f64 {
        let mut fitting = 0.0;
        let mut choosing = 0.0;
        for &(tile, edges, share) in &self.patterns {
            let n = player.city.n_gaps(tile, edges);
            fitting += if n > 0 { share } else { 0.0 };
            choosing += if n > 1 { share } else { 0.0 };
        }
        self.clock.fade(&self.weights) * (self.weights.room * fitting + self.weights.choice * choosing)
    }

    /// What bazaars score at the end, and what the free cells around them may bring.
    fn bazaars(&self, player: &Player) -> f64 {
        let city = &player.city;
        let mut worth = f64::from(bazaars::score(city));
        for placed in city.tiles().iter().filter(|it| matches!(it.tile.face(), Face::Bazaar { .. })) {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| placed.cell.offset(x, y)));
            let n_free = around.filter(|it| city.at(*it).is_none()).count();
            worth += self.clock.fade(&self.weights) * self.weights.bazaar_cell * f64::from(n_free as u8);
        }
        worth
    }

    /// The free corners for which there is a falcon.
    fn corners(&self, player: &Player) -> f64 {
        let falcons = self.state.table.falcons;
        let mut n = 0;
        for corner in player.city.tiles().iter().map(|it| it.cell) {
            let taken = player.falcons.iter().any(|it| it.corner == corner);
            let Some(colours) = colours_at(player, corner).filter(|_| !taken) else { continue };
            n += u8::from(falcons.iter().any(|it| meet(it, colours)));
        }
        self.weights.corner * self.clock.n_rounds * self.clock.fade(&self.weights) * f64::from(n.min(4))
    }

    /// What the citizens on the trader may become, and the one who may move in at once.
    fn trader(&self, player: &Player, welcome: Option<Tile>) -> f64 {
        let Some(trader) = &player.trader else { return 0.0 };
        let mut housed = ByBuilding([0_u8; 6]);
        player.residents.iter().filter_map(|it| it.building()).for_each(|it| housed[it] += 1);
        let gain = |colour: Building| {
            let mut more = housed;
            more[colour] += 1;
            f64::from(street_trader::series(more) - street_trader::series(housed))
        };
        let mut worth = 0.0;
        let chosen = |colour: &Building| trader.choice.is_some_and(|it| it.contains(colour));
        for colour in Building::ALL.into_iter().filter(|it| trader.citizens[*it] > 0 || chosen(it)) {
            worth += self.clock.fade(&self.weights) * self.weights.citizen * self.colours[colour] * gain(colour);
            if welcome.and_then(Tile::building) == Some(colour) {
                worth += gain(colour);
            }
        }
        self.clock.n_rounds * worth
    }

    /// How well a cell suits the trader: what fits there and has the colour of a citizen.
    pub(crate) fn stand(&self, player: &Player, cell: Cell) -> f64 {
        let Some(trader) = &player.trader else { return 0.0 };
        let fits = |tile: Tile| {
            let colour = tile.building().is_some_and(|it| trader.citizens[it] > 0);
            colour && player.city.broken_by(tile, player.edges_of(tile), cell).is_empty()
        };
        let n_fitting = |tiles: &[Tile]| f64::from(tiles.iter().filter(|it| fits(**it)).count() as u8);
        let market: List<Tile, 4> = self.state.table.market.0.iter().copied().flatten().collect();
        estimates::WELCOME_FROM_RESERVE * n_fitting(&player.reserve)
            + estimates::WELCOME_FROM_MARKET * n_fitting(&market)
            + estimates::WELCOME_FROM_SUPPLY * n_fitting(&self.supply)
    }

    /// What a palace is worth once the tile bought last has the best place there is for it.
    pub(crate) fn housed(&mut self, player: &Player) -> f64 {
        let Some(&bought) = player.bought.last() else { return self.palace(player, None) };
        let mut best = f64::MIN;
        for tile in [Some(bought), bought.flipped()].into_iter().flatten() {
            let mut waiting = *player;
            waiting.bought.pop();
            // Turning a tile over costs a card or two (G-PLACE-1).
            let flip = if tile == bought { 0.0 } else { estimates::CARD_PAID * self.weights.money };
            let edges = player.edges_of(tile);
            for cell in player.city.cells_for(tile, edges) {
                let mut built = waiting;
                built.city.build(tile, edges, cell);
                let on_trader = player.trader.is_some_and(|it| it.cell == Some(cell));
                best = best.max(self.palace(&built, on_trader.then_some(tile)) - flip);
            }
            waiting.reserve.push(tile);
            best = best.max(self.palace(&waiting, None));
        }
        best
    }

    /// What one more such tile would be worth, beside what it costs and where it would lie.
    pub(crate) fn desire(&mut self, player: &Player, tile: Tile) -> f64 {
        let (weights, clock) = (self.weights, self.clock);
        match tile.face() {
            Face::Building { building, .. } => {
                let n = f64::from(scoring::buildings(player)[building]);
                let more = if player.bonus_held.contains(&tile) { estimates::WITH_BONUS } else { 1.0 };
                let mut worth = |n| self.majorities.buildings(building, n, &clock, &weights);
                weights.tile + worth(n + more) - worth(n)
            }
            Face::Granada { kind, price } => {
                let (n, best) = self.standings(player)[kind];
                let worth = |standing| self.majorities.granada(kind, standing, &self.state, &clock, &weights);
                weights.tile + worth((n + 1.0, best.max(price))) - worth((n, best))
            }
            face => of_module(face, 1.0, &weights, clock.n_rounds),
        }
    }
}

/// What this share of a tile of a module is worth that waits to be built; buildings are worth what their majorities are.
pub(crate) fn of_module(face: Face, share: f64, weights: &Weights, n_rounds: f64) -> f64 {
    match face {
        Face::Camp { .. } => share * weights.camp * n_rounds,
        Face::Bazaar { .. } => share * weights.bazaar,
        Face::Hut { .. } => share * weights.hut,
        Face::Building { .. } | Face::Granada { .. } | Face::Fountain | Face::GranadaStart => 0.0,
    }
}

/// The longest wall and moat, and both together.
pub(crate) fn sides(city: &City) -> u8 {
    city.longest_wall(Part::Alhambra) + city.longest_wall(Part::Granada) + 2 * city.longest_together()
}

/// The colours of the four tiles around a corner, if they are all there (M-FAL-2).
fn colours_at(player: &Player, corner: Cell) -> Option<[Option<Building>; 4]> {
    let mut colours = [None; 4];
    for (colour, (x, y)) in colours.iter_mut().zip([(0, 0), (-1, 0), (0, -1), (-1, -1)]) {
        *colour = player.city.at(corner.offset(x, y))?.tile.building();
    }
    Some(colours)
}

fn meet(falcon: Falcon, colours: [Option<Building>; 4]) -> bool {
    falcon.colours().into_iter().all(|it| colours.contains(&Some(it)))
}

/// The shares of the patterns of edges among tiles, each with a tile that stands for it.
pub(crate) fn patterns(tiles: &[Tile]) -> List<(Tile, Edges, f64), 32> {
    let mut patterns: List<(Tile, Edges, f64), 32> = List::new();
    let share = 1.0 / f64::from(tiles.len().max(1) as u8);
    for tile in tiles.iter().filter(|it| it.part() != Part::Camp) {
        match patterns.iter_mut().find(|it| it.0.part() == tile.part() && it.1 == tile.edges()) {
            Some(pattern) => pattern.2 += share,
            None => patterns.push((*tile, tile.edges(), share)),
        }
    }
    patterns
}
