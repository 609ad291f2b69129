//! Upkeep: people and addresses that are banned, renamed or forgotten, and games that nobody needs any more.

use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
    sync::{Arc, PoisonError, RwLock},
};

use alhambra_protocol::Problem;
use alhambra_table::{
    meta::TableMeta,
    order::{self, author},
    person::{self, PersonId},
};
use sha2::{Digest as _, Sha256};
use sqlx::{Error, Row as _};
use tokio::sync::watch;

use crate::{address::network, app_state::AppState, room::Command, store::Store};

/// What is known of people whom somebody has looked after.
#[derive(Default)]
pub(crate) struct Upkeep {
    known: RwLock<Known>,
    /// Says that somebody was banned or forgotten who may be here.
    news: watch::Sender<()>,
}

#[derive(Clone, Default)]
struct Known {
    bans: HashSet<String>,
    names: HashMap<PersonId, String>,
    /// Digests of those who were forgotten.
    forgotten: HashSet<String>,
}

/// A ban as it is kept: an address stands for all that are counted with it, everything else is a person.
pub fn ban_target(text: &str) -> String {
    text.parse::<IpAddr>().map_or_else(|_| text.to_owned(), |it| network(it).to_string())
}

/// A name that an administrator may give.
///
/// # Errors
/// If nobody may be called so.
pub fn check_name(text: &str) -> Result<String, String> {
    person::name(text).map_err(|it: Problem| it.message)
}

impl Upkeep {
    /// Whether somebody is banned, or where they come from.
    pub(crate) fn is_banned(&self, person: &str, address: IpAddr) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.bans.contains(person) || (!known.bans.is_empty() && known.bans.contains(&network(address).to_string()))
    }

    /// Whether somebody was forgotten, so that whatever says who they were says nothing any more.
    pub(crate) fn is_forgotten(&self, person: &str) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        !known.forgotten.is_empty() && known.forgotten.contains(&mark(person))
    }

    /// Whether somebody who is here is no longer welcome, or no longer known.
    pub(crate) fn has_to_go(&self, person: &str, address: IpAddr) -> bool {
        self.is_banned(person, address) || self.is_forgotten(person)
    }

    /// Whoever wants to hear that somebody was banned or forgotten.
    pub(crate) fn news(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// The name that somebody was given.
    pub(crate) fn name(&self, person: &str) -> Option<String> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).names.get(person).cloned()
    }

    /// Somebody has taken a name of their own.
    pub(crate) fn drop_name(&self, person: &str) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).names.remove(person);
    }

    /// Takes over what the database knows; says whether somebody has to go.
    fn refresh(&self, latest: Known) -> bool {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = !latest.bans.is_subset(&known.bans) || !latest.forgotten.is_subset(&known.forgotten);
        *known = latest;
        drop(known);
        if is_new {
            self.news.send_replace(());
        }
        is_new
    }
}

impl AppState {
    /// Carries out what administrators have asked for about people.
    pub(crate) async fn look_after_people(self: &Arc<AppState>) -> Result<(), Error> {
        let bans = self.store.bans().await?.into_iter().map(|it| it.0).collect();
        let (names, forgotten) = (self.store.names().await?, self.store.forgotten().await?);
        if self.upkeep.refresh(Known { bans, names, forgotten }) {
            for room in self.open_rooms() {
                let _ = room.send(Command::Expel).await;
            }
        }
        for (person, name) in self.store.amendments().await? {
            if self.amend(&person, name.as_deref()).await? {
                self.store.amended(&person).await?;
                tracing::info!(person, is_forgotten = name.is_none(), "somebody was renamed or forgotten");
            }
        }
        Ok(())
    }

    /// Renames or forgets somebody at every table; false if a table has to be asked again.
    async fn amend(self: &Arc<AppState>, person: &str, name: Option<&str>) -> Result<bool, Error> {
        let mut is_done = true;
        for id in self.store.table_ids().await? {
            let Some(meta) = self.store.meta(&id).await? else { continue };
            let mut amended = meta.clone();
            change(&mut amended, person, name);
            if amended == meta {
                continue;
            }
            // A table that somebody is at, or that is still played at, is changed by its room alone.
            if let Ok(room) = self.room(&id).await {
                let (reply, done) = tokio::sync::oneshot::channel();
                let command = Command::Amend { person: person.to_owned(), name: name.map(str::to_owned), reply };
                let _ = room.send(command).await;
                is_done &= matches!(done.await, Ok(Ok(())));
            }
        }
        Ok(is_done)
    }
}

fn change(meta: &mut TableMeta, person: &str, name: Option<&str>) {
    match name {
        Some(name) => order::rename(meta, person, name),
        None => order::forget(meta, person),
    }
}

/// Who somebody was, so that nobody can tell who it is.
fn mark(person: &str) -> String {
    Sha256::digest(format!("forgotten {person}")).iter().map(|it| format!("{it:02x}")).collect()
}

impl Store {
    /// Everybody who is banned, with the time since when.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn bans(&self) -> Result<Vec<(String, u64)>, Error> {
        let rows = sqlx::query("SELECT target, since FROM bans ORDER BY since, target").fetch_all(&self.pool).await?;
        rows.iter().map(|it| Ok((it.try_get(0)?, it.try_get::<i64, _>(1)? as u64))).collect()
    }

    /// Bans an address or a person.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn ban(&self, target: &str, at: u64) -> Result<(), Error> {
        let query = sqlx::query("INSERT INTO bans (target, since) VALUES ($1, $2) ON CONFLICT (target) DO NOTHING");
        query.bind(target).bind(at as i64).execute(&self.pool).await.map(|_| ())
    }

    /// Lifts a ban; false if there was none.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn unban(&self, target: &str) -> Result<bool, Error> {
        let done = sqlx::query("DELETE FROM bans WHERE target = $1").bind(target).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Has somebody renamed by the server, or forgotten if there is no name, as soon as there is one.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn ask_to_amend(&self, person: &str, name: Option<&str>) -> Result<(), Error> {
        self.drop_name(person).await?;
        if let Some(name) = name {
            let query = sqlx::query("INSERT INTO names (person, name) VALUES ($1, $2)");
            query.bind(person).bind(name).execute(&self.pool).await?;
        }
        sqlx::query("DELETE FROM amendments WHERE person = $1").bind(person).execute(&self.pool).await?;
        let query = sqlx::query("INSERT INTO amendments (person, name) VALUES ($1, $2)");
        query.bind(person).bind(name).execute(&self.pool).await?;
        if name.is_none() {
            let query = sqlx::query("INSERT INTO forgotten (mark) VALUES ($1) ON CONFLICT (mark) DO NOTHING");
            query.bind(mark(person)).execute(&self.pool).await?;
        }
        Ok(())
    }

    async fn forgotten(&self) -> Result<HashSet<String>, Error> {
        let rows = sqlx::query("SELECT mark FROM forgotten").fetch_all(&self.pool).await?;
        rows.iter().map(|it| it.try_get(0)).collect()
    }

    /// Those who are still to be renamed or forgotten.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn amendments(&self) -> Result<Vec<(PersonId, Option<String>)>, Error> {
        let rows = sqlx::query("SELECT person, name FROM amendments ORDER BY person").fetch_all(&self.pool).await?;
        rows.iter().map(|it| Ok((it.try_get(0)?, it.try_get(1)?))).collect()
    }

    async fn amended(&self, person: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM amendments WHERE person = $1").bind(person).execute(&self.pool).await.map(|_| ())
    }

    async fn names(&self) -> Result<HashMap<PersonId, String>, Error> {
        let rows = sqlx::query("SELECT person, name FROM names").fetch_all(&self.pool).await?;
        rows.iter().map(|it| Ok((it.try_get(0)?, it.try_get(1)?))).collect()
    }

    /// Somebody has a name of their own again.
    pub(crate) async fn drop_name(&self, person: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM names WHERE person = $1").bind(person).execute(&self.pool).await.map(|_| ())
    }

    async fn table_ids(&self) -> Result<Vec<String>, Error> {
        let rows = sqlx::query("SELECT id FROM tables ORDER BY id").fetch_all(&self.pool).await?;
        rows.iter().map(|it| it.try_get(0)).collect()
    }

    /// Whether somebody is known here: by a seat or by a line of chat.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn knows(&self, person: &str) -> Result<bool, Error> {
        for id in self.table_ids().await? {
            let Some(meta) = self.meta(&id).await? else { continue };
            let mark = author(&id, person);
            if !meta.seats_of(person).is_empty() || meta.chat.iter().any(|it| it.author == mark) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Deletes the games that were over before a time, and tables that were closed before it without a game; says how many.
    ///
    /// # Errors
    /// If the database doesn't answer.
    pub async fn prune(&self, before: u64) -> Result<u32, Error> {
        let mut n = 0;
        for id in self.table_ids().await? {
            let Some(meta) = self.meta(&id).await? else { continue };
            let end = meta.finished_at.unwrap_or(meta.opened_at);
            if meta.is_open() || end >= before {
                continue;
            }
            let mut transaction = self.pool.begin().await?;
            for statement in [
                "DELETE FROM entries WHERE game = $1",
                "DELETE FROM holders WHERE game = $1",
                "DELETE FROM tables WHERE id = $1",
            ] {
                sqlx::query(statement).bind(&id).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            n += 1;
        }
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use alhambra_protocol::{ChatLine, NewTable, Status};
    use alhambra_table::{Person, opening};
    use serde_json::json;
    use sqlx::Connection as _;

    use super::*;
    use crate::{Config, store::Write};

    /// A finished game of Yusuf against a bot, with lines of chat by him, by somebody else, and of a former version.
    fn finished(yusuf: &Person) -> TableMeta {
        let wish: NewTable = serde_json::from_value(json!({
            "settings": {
                "ruleset": { "game": "alhambra", "scoring": "regular", "players": 2, "modules": [] },
                "visibility": "public",
                "pace": { "pace": "unlimited" },
                "assistance": { "hints": true, "undo": true },
                "fixed_seats": true,
            },
            "seats": [{ "seat": "me" }, { "seat": "bot", "level": "easy" }],
        }))
        .unwrap();
        let meta = opening::open(wish, "k3v9k3v".to_owned(), yusuf, 1, None, 1).unwrap();
        let line = |author: &str| ChatLine {
            name: "whoever".to_owned(),
            author: author.to_owned(),
            seat: None,
            text: "a line".to_owned(),
            at: 1,
        };
        let chat = vec![line(&author(&meta.id, &yusuf.id)), line("another"), line("")];
        TableMeta { status: Status::Finished, finished_at: Some(2), chat, ..meta }
    }

    #[tokio::test]
    async fn who_is_forgotten_is_so_everywhere_also_where_that_failed_at_first() {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", folder.path().join("alhambra.db").display());
        let app_state = AppState::open(Config { database: database.clone(), ..Config::default() }).await.unwrap();
        let yusuf = Person { id: "k3v9k3v9k3v9k3v9".to_owned(), name: "Yusuf".to_owned() };
        let meta = finished(&yusuf);
        let result = json!({ "seats": [{ "occupant": { "occupant": "person", "name": "Yusuf" } }, {}] }).to_string();
        let (id, game) = (meta.id.clone(), meta.id.clone());
        app_state.store.write(vec![Write::Meta(Box::new(meta)), Write::Result { game, result }]).await.unwrap();

        let mut connection = sqlx::SqliteConnection::connect(&database).await.unwrap();
        let broken = "CREATE TRIGGER broken BEFORE UPDATE OF result ON tables BEGIN SELECT RAISE(ABORT, 'full'); END";
        sqlx::query(broken).execute(&mut connection).await.unwrap();
        app_state.store.ask_to_amend(&yusuf.id, None).await.unwrap();
        app_state.look_after_people().await.unwrap();
        assert_eq!(app_state.store.amendments().await.unwrap(), [(yusuf.id.clone(), None)]);
        assert!(app_state.store.knows(&yusuf.id).await.unwrap(), "what could not be stored whole is not stored at all");
        sqlx::query("DROP TRIGGER broken").execute(&mut connection).await.unwrap();
        app_state.look_after_people().await.unwrap();
        assert_eq!(app_state.store.amendments().await.unwrap(), []);

        let (meta, result) = app_state.store.result(&id).await.unwrap().unwrap();
        assert!(!format!("{meta:?}{result}").contains("Yusuf"), "{meta:?}{result}");
        let authors: Vec<&str> = meta.chat.iter().map(|it| it.author.as_str()).collect();
        assert_eq!(authors, ["another"]);
        // Their cookie is nobody's any more.
        assert!(app_state.upkeep.is_forgotten(&yusuf.id) && !app_state.upkeep.is_forgotten("somebody else"));
        app_state.close().await;
    }
}
