//! The bots that can be asked for by name: ours, and those that others add.

use std::{fmt, sync::Arc};

use alhambra_engine::Seed;

use crate::{Bot, Kind, Means, UnknownBot};

/// A bot that can be asked for: a name, and a way to make one for a game.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    make: Arc<Make>,
}

/// Makes a bot for one game from its luck and what it may think with.
type Make = dyn Fn(Seed, Means) -> Box<dyn Bot> + Send + Sync;

impl Entrant {
    /// A bot under this name; `make` is called once for every game and seat.
    ///
    /// The same seed and the same questions should give the same answers, so that a series can be played again.
    ///
    /// # Errors
    /// If the name is empty or has a comma, a quotation mark or a control character, which lists of bots can't hold.
    pub fn new<B: Bot + 'static>(
        name: impl Into<String>,
        make: impl Fn(Seed, Means) -> B + Send + Sync + 'static,
    ) -> Result<Entrant, BadName> {
        let name = name.into();
        if name.is_empty() || name.contains([',', '"']) || name.contains(char::is_control) {
            return Err(BadName::Unwritable(name));
        }
        Ok(Entrant { name, make: Arc::new(move |seed, means| Box::new(make(seed, means))) })
    }

    /// The name by which it is asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A bot for one game.
    pub fn bot(&self, seed: Seed, means: Means) -> Box<dyn Bot> {
        (self.make)(seed, means)
    }
}

impl From<Kind> for Entrant {
    fn from(kind: Kind) -> Entrant {
        Entrant { name: kind.to_string(), make: Arc::new(move |seed, means| kind.bot_with(seed, means)) }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// The bots by name: every [`Kind`], and whatever was registered.
///
/// ```
/// use alhambra_bots::{Greedy, Random, Registry};
///
/// let mut bots = Registry::default();
/// bots.register("coin", |seed, _| Random::new(seed))?;
/// let names = bots.list("coin, greedy, search:200it")?.iter().map(|it| it.name().to_owned()).collect::<Vec<_>>();
/// assert_eq!(names, ["coin", "greedy", "search:200it"]);
///
/// // A name means one bot.
/// assert!(bots.register("greedy", |seed, _| Greedy::new(seed)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    registered: Vec<Entrant>,
}

impl Registry {
    /// Adds a bot under a name that none has yet.
    ///
    /// # Errors
    /// If another bot has this name, or if lists of bots can't hold it.
    pub fn register<B: Bot + 'static>(
        &mut self,
        name: impl Into<String>,
        make: impl Fn(Seed, Means) -> B + Send + Sync + 'static,
    ) -> Result<(), BadName> {
        let entrant = Entrant::new(name, make)?;
        if self.find(entrant.name()).is_ok() {
            return Err(BadName::Taken(entrant.name));
        }
        self.registered.push(entrant);
        Ok(())
    }

    /// The bot with this name.
    ///
    /// # Errors
    /// If no bot has it.
    pub fn find(&self, name: &str) -> Result<Entrant, UnknownBot> {
        match self.registered.iter().find(|it| it.name == name) {
            Some(entrant) => Ok(entrant.clone()),
            None => name.parse::<Kind>().map(Entrant::from),
        }
    }

    /// The bots of a list of names with commas between them.
    ///
    /// # Errors
    /// If no bot has one of the names.
    pub fn list(&self, names: &str) -> Result<Vec<Entrant>, UnknownBot> {
        names.split(',').map(|it| self.find(it.trim())).collect()
    }
}

/// A name that a bot can't have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Another bot has it.
    #[error("there is a bot called \"{0}\" already; choose another name")]
    Taken(String),
    /// It can't stand in a list.
    #[error("\"{}\" can't be the name of a bot: it needs a character, and no comma, quotation mark or control character", .0.escape_debug())]
    Unwritable(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn a_name_is_one_word_in_a_list() {
        let mut bots = Registry::default();
        let mut register = |name: &str| bots.register(name, |seed, _| Random::new(seed));
        assert_eq!(register("mine"), Ok(()));
        for name in ["mine", "greedy", "search:10ms"] {
            assert_eq!(register(name), Err(BadName::Taken(name.to_owned())));
        }
        for name in ["", "a,b", "say \"hi\"", "two\nlines"] {
            assert_eq!(register(name), Err(BadName::Unwritable(name.to_owned())));
        }
        assert_eq!(bots.find("mine").unwrap().name(), "mine");
        assert!(bots.list("mine,yours").unwrap_err().to_string().contains("yours"));
    }
}
