//! The eleven expansion modules.

pub mod bazaars;
pub mod bonus_cards;
pub(crate) mod bureaux;
pub mod camps;
pub mod change;
pub mod falconers;
pub mod huts;
pub mod street_trader;
pub(crate) mod thieves;
pub(crate) mod vizier;
pub(crate) mod walls;

/// An expansion module: material, and the rules of that material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Module {
    /// The vizier's favour.
    Vizier,
    /// The bureaux de change.
    Bureaux,
    /// The bonus cards.
    BonusCards,
    /// The workers' huts.
    Huts,
    /// The walls.
    Walls,
    /// The thieves.
    Thieves,
    /// Change.
    Change,
    /// The street trader.
    StreetTrader,
    /// The camps.
    Camps,
    /// The bazaars.
    Bazaars,
    /// The falconers.
    Falconers,
}

impl Module {
    /// Every module.
    pub const ALL: [Module; 11] = [
        Module::Vizier,
        Module::Bureaux,
        Module::BonusCards,
        Module::Huts,
        Module::Walls,
        Module::Thieves,
        Module::Change,
        Module::StreetTrader,
        Module::Camps,
        Module::Bazaars,
        Module::Falconers,
    ];

    /// The name in rulesets and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Module::Vizier => "vizier",
            Module::Bureaux => "bureaux",
            Module::BonusCards => "bonus-cards",
            Module::Huts => "huts",
            Module::Walls => "walls",
            Module::Thieves => "thieves",
            Module::Change => "change",
            Module::StreetTrader => "street-trader",
            Module::Camps => "camps",
            Module::Bazaars => "bazaars",
            Module::Falconers => "falconers",
        }
    }
}

/// A set of modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModuleSet(#[cfg_attr(feature = "schema", schemars(with = "Vec<Module>"))] u16);

impl ModuleSet {
    /// No module.
    pub const NONE: ModuleSet = ModuleSet(0);
    /// All eleven.
    pub const ALL: ModuleSet = ModuleSet((1 << 11) - 1);

    /// The set with one module more.
    #[must_use]
    pub const fn with(self, module: Module) -> ModuleSet {
        ModuleSet(self.0 | 1 << module as u16)
    }

    /// Whether the module is in the set.
    pub const fn has(self, module: Module) -> bool {
        self.0 & 1 << module as u16 != 0
    }

    /// The modules in the set, in their order.
    pub fn iter(self) -> impl Iterator<Item = Module> {
        Module::ALL.into_iter().filter(move |&it| self.has(it))
    }
}

impl FromIterator<Module> for ModuleSet {
    fn from_iter<T: IntoIterator<Item = Module>>(modules: T) -> ModuleSet {
        modules.into_iter().fold(ModuleSet::NONE, ModuleSet::with)
    }
}
