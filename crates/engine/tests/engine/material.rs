//! What is printed on the pieces of the modules, one by one: a corrected piece is a changed rule.

use crate::common::listed;
use alhambra_engine::material::{Building, Card, Face, Falcon, Tile};

#[test]
fn m_wall_1_every_wall_card() {
    // M-WALL-1: each single side, and each corner.
    assert_eq!(listed(Card::WALLS), "n e s w ne es sw nw");
}

#[test]
fn m_hut_1_every_hut_by_its_walls() {
    // M-HUT-1: by colour.
    let huts = Building::ALL.map(|it| listed(Tile::huts(it)));
    assert_eq!(
        huts,
        [
            "hPn hPe hPsw",
            "hSs hSw hSne",
            "hAe hAw hAnw hAes",
            "hCn hCs hCne hCnw",
            "hGe hGs hGnw hGes hGsw",
            "hTn hTw hTsw hTes hTne",
        ]
    );
    assert!(Building::ALL.into_iter().flat_map(Tile::huts).all(|it| it.price().is_none()), "a hut is free (M-HUT-2)");
}

#[test]
fn m_camp_1_every_camp_by_price_and_bastions() {
    // M-CAMP-1: the cheap ones have one bastion, the dear ones two that meet at a corner.
    assert_eq!(listed(Tile::camps()), "K3e K4n K5s K6w K7nw K8ne K9es K10sw");
    assert!(Tile::camps().map(Tile::price).eq((3..=10).map(Some)));
}

#[test]
fn m_baz_1_every_bazaar_by_currency_and_colours() {
    // M-BAZ-1: two of each currency; none has a wall.
    let bazaar = |tile: Tile| {
        let Face::Bazaar { currency, colours } = tile.face() else { panic!("{tile} is no bazaar") };
        assert!(tile.edges().is_empty(), "{tile}");
        format!("{}:{}", currency.code(), colours.map(Building::letter).into_iter().collect::<String>())
    };
    assert_eq!(listed(Tile::bazaars().map(bazaar)), "di:SAG di:PCT de:SAT de:PCG du:SCG du:PAT fl:PSG fl:ACT");
}

#[test]
fn m_fal_1_every_falcon_by_plumage_and_colours() {
    // M-FAL-1: five of each plumage, and each pair of colours once.
    assert_eq!(
        listed(Falcon::all()),
        "black-PS black-ST black-TA black-AG black-GC \
         white-SA white-AP white-PC white-CT white-TG \
         brown-AC brown-CS brown-SG brown-GP brown-PT"
    );
}
