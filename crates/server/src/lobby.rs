//! The lobby: the tables that everybody is shown, those of each person, and what has changed in either.
//!
//! What everybody is shown is written once for all readers, and only what has changed; one's own tables are looked at when
//! one of them has changed.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use alhambra_protocol::{Message, Status, TableId, TableLine, Visibility, Written};
use alhambra_table::person::PersonId;
use tokio::sync::{Notify, broadcast, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::outbox::written;

/// How many tables a list shows.
const LISTED: usize = 100;
/// How many changes of the open list wait for a slow reader before the whole list is sent again.
const BEHIND: usize = 32;
/// The lists are sent at most this often.
pub(crate) const PACE: Duration = Duration::from_millis(300);

/// Every table that is not over, as lists show it.
pub(crate) struct Lobby {
    lists: Mutex<Lists>,
    /// The open list has changed.
    changed: Notify,
    /// What has changed in the open list, as it is sent.
    news: broadcast::Sender<Utf8Bytes>,
}

#[derive(Default)]
struct Lists {
    rows: HashMap<TableId, Row>,
    /// Whose tables are which.
    owned: HashMap<PersonId, HashSet<TableId>>,
    /// The open list, the latest first.
    open: BTreeSet<(Reverse<u64>, TableId)>,
    /// The tables of the open list that readers know, and which version of them.
    told: HashMap<TableId, u64>,
    /// Counts changes of the open list.
    version: u64,
    /// The whole open list, once somebody has asked for it since it changed.
    whole: Option<Written>,
    /// Whoever wants to hear of changes of their own tables.
    readers: HashMap<PersonId, watch::Sender<()>>,
}

/// A table as lists show it.
struct Row {
    /// As its people see it, but for what is about one of them.
    line: TableLine,
    holders: Vec<(u8, PersonId)>,
    has_room: bool,
    /// When it last changed for everybody: turns are for those who play.
    shown_at: u64,
    version: u64,
}

impl Row {
    /// The version in which the table is in the open list, if it is: one that is public and where somebody is.
    fn listed_as(&self) -> Option<u64> {
        let goes_on = matches!(self.line.status, Status::Gathering | Status::Playing);
        let is_open = self.has_room && goes_on && self.line.settings.visibility == Visibility::Public;
        is_open.then_some(self.version)
    }

    fn key(&self) -> (Reverse<u64>, TableId) {
        (Reverse(self.shown_at), self.line.id.clone())
    }

    /// As everybody is shown it.
    fn shown(&self) -> TableLine {
        shown(&self.line, self.shown_at)
    }

    /// As this person is shown it.
    fn seen_by(&self, person: &str) -> TableLine {
        let seats: Vec<u8> = self.holders.iter().filter(|it| it.1 == person).map(|it| it.0).collect();
        let your_turn = self.line.to_act.is_some_and(|it| seats.contains(&it));
        TableLine { seated: !seats.is_empty(), your_turn, ..self.line.clone() }
    }
}

/// A table as everybody is shown it, where turns make no difference.
fn shown(line: &TableLine, at: u64) -> TableLine {
    TableLine { to_act: None, changed_at: at, ..line.clone() }
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby { lists: Mutex::default(), changed: Notify::new(), news: broadcast::Sender::new(BEHIND) }
    }
}

impl Lobby {
    fn lists(&self) -> MutexGuard<'_, Lists> {
        // What is behind the lock is whole after every statement.
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a table as it is now.
    pub(crate) fn show(&self, line: TableLine, holders: Vec<(u8, PersonId)>) {
        let mut lists = self.lists();
        let mut row = Row { shown_at: line.changed_at, has_room: false, version: 0, line, holders };
        let former = lists.take(&row.line.id);
        let before = former.as_ref().and_then(Row::listed_as);
        if let Some(former) = former {
            row.has_room = former.has_room;
            if former.shown() == shown(&row.line, former.shown_at) {
                (row.shown_at, row.version) = (former.shown_at, former.version);
            }
            // Who has just got up is told too.
            lists.call(&former.holders);
        }
        let after = lists.put(row);
        self.maybe_tell(&mut lists, before, after);
    }

    /// Shows that a table has a room now, or has none any more.
    pub(crate) fn show_room(&self, id: &str, has_room: bool) {
        let mut lists = self.lists();
        if let Some(mut row) = lists.take(id) {
            let before = row.listed_as();
            row.has_room = has_room;
            let after = lists.put(row);
            self.maybe_tell(&mut lists, before, after);
        }
    }

    /// Shows its people who has to decide at a table now.
    pub(crate) fn turn(&self, id: &str, to_act: Option<u8>, at: u64) {
        let mut lists = self.lists();
        if let Some(row) = lists.rows.get_mut(id) {
            (row.line.to_act, row.line.changed_at) = (to_act, at);
            let holders = row.holders.clone();
            lists.call(&holders);
        }
    }

    /// Shows a table no longer.
    pub(crate) fn remove(&self, id: &str) {
        let mut lists = self.lists();
        if let Some(row) = lists.take(id) {
            lists.call(&row.holders);
            self.maybe_tell(&mut lists, row.listed_as(), None);
        }
    }

    /// The open list and the tables of a person, as that person sees them; the latest first.
    pub(crate) fn of(&self, person: &str) -> (Vec<TableLine>, Vec<TableLine>) {
        let lists = self.lists();
        let open = lists.listed().map(|it| TableLine { changed_at: it.shown_at, ..it.seen_by(person) }).collect();
        (open, lists.mine(person))
    }

    /// The tables of a person, the latest first.
    pub(crate) fn mine(&self, person: &str) -> Vec<TableLine> {
        self.lists().mine(person)
    }

    /// Both lists as they are first sent.
    pub(crate) fn whole(&self, person: &str) -> Utf8Bytes {
        let mut lists = self.lists();
        let (open, mine) = (lists.whole(), lists.mine(person));
        drop(lists);
        written(&Message::Lobby { open, mine })
    }

    /// Somebody who reads the lists; what changes from now on is told.
    pub(crate) fn read(self: &Arc<Lobby>, person: &str) -> Reader {
        let news = self.news.subscribe();
        let own = self.lists().readers.entry(person.to_owned()).or_default().subscribe();
        Reader { lobby: Arc::clone(self), person: person.to_owned(), news, own }
    }

    /// Tells all readers what changes in the open list, never more often than they can follow.
    pub(crate) async fn tell(&self) {
        loop {
            self.changed.notified().await;
            if self.news.receiver_count() > 0
                && let Some(text) = self.changes()
            {
                // If the last reader has just gone, nobody misses it.
                let _ = self.news.send(text);
            }
            tokio::time::sleep(PACE).await;
        }
    }

    /// What has changed in the open list since this was last asked.
    fn changes(&self) -> Option<Utf8Bytes> {
        let mut lists = self.lists();
        let known: HashMap<TableId, u64> = lists.listed().map(|it| (it.line.id.clone(), it.version)).collect();
        let is_new = |it: &&Row| lists.told.get(&it.line.id) != Some(&it.version);
        let changed: Vec<TableLine> = lists.listed().filter(is_new).map(Row::shown).collect();
        let gone: Vec<TableId> = lists.told.keys().filter(|it| !known.contains_key(*it)).cloned().collect();
        lists.told = known;
        drop(lists);
        let is_news = !changed.is_empty() || !gone.is_empty();
        is_news.then(|| written(&Message::Listed { changed, gone }))
    }

    /// Lets readers know of a table that is no longer in the open list as it was.
    fn maybe_tell(&self, lists: &mut Lists, before: Option<u64>, after: Option<u64>) {
        if before != after {
            lists.whole = None;
            self.changed.notify_one();
        }
    }
}

impl Lists {
    /// Takes a table off all lists.
    fn take(&mut self, id: &str) -> Option<Row> {
        let row = self.rows.remove(id)?;
        for (_, person) in &row.holders {
            if let Some(owned) = self.owned.get_mut(person) {
                owned.remove(id);
                if owned.is_empty() {
                    self.owned.remove(person);
                }
            }
        }
        self.open.remove(&row.key());
        Some(row)
    }

    /// Puts a table on the lists where it belongs, and tells its people; says as what it is in the open list.
    fn put(&mut self, mut row: Row) -> Option<u64> {
        for (_, person) in &row.holders {
            self.owned.entry(person.clone()).or_default().insert(row.line.id.clone());
        }
        if row.version == 0 {
            self.version += 1;
            row.version = self.version;
        }
        let listed_as = row.listed_as();
        if listed_as.is_some() {
            self.open.insert(row.key());
        }
        self.call(&row.holders);
        self.rows.insert(row.line.id.clone(), row);
        listed_as
    }

    /// Lets those of these people who read the lists know that a table of theirs has changed.
    fn call(&self, holders: &[(u8, PersonId)]) {
        for (_, person) in holders {
            if let Some(reader) = self.readers.get(person) {
                reader.send_replace(());
            }
        }
    }

    fn listed(&self) -> impl Iterator<Item = &Row> {
        self.open.iter().take(LISTED).filter_map(|it| self.rows.get(&it.1))
    }

    fn mine(&self, person: &str) -> Vec<TableLine> {
        let ids = self.owned.get(person).into_iter().flatten();
        let mut mine: Vec<TableLine> = ids.filter_map(|it| Some(self.rows.get(it)?.seen_by(person))).collect();
        mine.sort_by_key(|it| (Reverse(it.changed_at), it.id.clone()));
        mine.truncate(LISTED);
        mine
    }

    fn whole(&mut self) -> Written {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        let open: Vec<TableLine> = self.listed().map(Row::shown).collect();
        // Whoever is shown a table has to hear when it is gone, even if it has just come.
        for line in &open {
            self.told.entry(line.id.clone()).or_default();
        }
        let whole = Written::of(&open).unwrap_or_default();
        self.whole = Some(whole.clone());
        whole
    }
}

/// Somebody who reads the lists.
pub(crate) struct Reader {
    lobby: Arc<Lobby>,
    person: PersonId,
    /// What has changed in the open list.
    pub(crate) news: broadcast::Receiver<Utf8Bytes>,
    /// Says that the reader's own tables have changed.
    pub(crate) own: watch::Receiver<()>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut lists = self.lobby.lists();
        // The last one of this person, who is still counted.
        if lists.readers.get(&self.person).is_some_and(|it| it.receiver_count() <= 1) {
            lists.readers.remove(&self.person);
        }
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::Ruleset;
    use alhambra_protocol::Settings;
    use serde_json::{Value, json};

    use super::*;

    fn line(id: &str, at: u64) -> TableLine {
        let ruleset: Ruleset = "alhambra 2".parse().unwrap();
        let settings: Settings = serde_json::from_value(json!({
            "ruleset": ruleset,
            "visibility": "public",
            "pace": { "pace": "unlimited" },
            "assistance": { "hints": true, "undo": true },
            "fixed_seats": true,
        }))
        .unwrap();
        TableLine {
            id: id.to_owned(),
            settings,
            status: Status::Gathering,
            seats: Vec::new(),
            seated: false,
            your_turn: false,
            to_act: None,
            changed_at: at,
            continued: None,
        }
    }

    fn seat(person: &str) -> Vec<(u8, PersonId)> {
        vec![(0, person.to_owned())]
    }

    /// The changes of the open list by the codes of its tables.
    fn changes(lobby: &Lobby) -> Option<(Vec<String>, Vec<String>)> {
        let said: Value = serde_json::from_str(&lobby.changes()?).unwrap();
        let code = |it: &Value| it["id"].as_str().or(it.as_str()).unwrap().to_owned();
        let codes = |list: &Value| list.as_array().unwrap().iter().map(code).collect();
        Some((codes(&said["changed"]), codes(&said["gone"])))
    }

    #[test]
    fn everybody_is_told_what_has_changed_and_nothing_else() {
        let codes = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let lobby = Lobby::default();
        for (id, at) in [("a", 1), ("b", 2)] {
            lobby.show(line(id, at), seat("host"));
            lobby.show_room(id, true);
        }
        assert_eq!(changes(&lobby), Some((codes(&["b", "a"]), codes(&[]))));
        assert_eq!(changes(&lobby), None);
        // Turns are for those who play.
        lobby.turn("a", Some(0), 3);
        lobby.show(TableLine { to_act: Some(0), ..line("a", 4) }, seat("host"));
        assert_eq!(changes(&lobby), None);
        lobby.show(TableLine { status: Status::Playing, ..line("a", 5) }, seat("host"));
        lobby.show_room("b", false);
        assert_eq!(changes(&lobby), Some((codes(&["a"]), codes(&["b"]))));
        lobby.remove("a");
        lobby.show_room("b", true);
        assert_eq!(changes(&lobby), Some((codes(&["b"]), codes(&["a"]))));
    }

    #[test]
    fn who_was_shown_a_table_hears_when_it_is_gone() {
        let lobby = Lobby::default();
        lobby.show(line("a", 1), seat("host"));
        lobby.show_room("a", true);
        lobby.whole("reader");
        lobby.show_room("a", false);
        assert_eq!(changes(&lobby), Some((vec![], vec!["a".to_owned()])));
    }

    #[test]
    fn the_open_list_is_written_once_for_all_readers() {
        let lobby = Lobby::default();
        lobby.show(line("a", 1), seat("host"));
        lobby.show_room("a", true);
        let whole = || lobby.lists().whole().0;
        let first = whole();
        lobby.turn("a", Some(0), 2);
        lobby.show(line("a", 2), seat("host"));
        lobby.show(line("private", 2), seat("host"));
        assert!(Arc::ptr_eq(&first, &whole()), "nothing has changed in it");
        lobby.show(TableLine { status: Status::Playing, ..line("a", 3) }, seat("host"));
        assert!(!Arc::ptr_eq(&first, &whole()));
    }

    #[test]
    fn own_tables_are_looked_at_when_one_of_them_has_changed() {
        let lobby = Arc::new(Lobby::default());
        let (mut host, mut other) = (lobby.read("host"), lobby.read("other"));
        let mut called = || {
            let called = [&mut host, &mut other].map(|it| it.own.has_changed().unwrap());
            for reader in [&mut host, &mut other] {
                reader.own.mark_unchanged();
            }
            called
        };
        lobby.show(line("a", 1), seat("host"));
        assert_eq!(called(), [true, false]);
        lobby.turn("a", Some(0), 2);
        assert_eq!(called(), [true, false]);
        assert!(lobby.mine("host")[0].your_turn);
        lobby.show_room("b", true);
        assert_eq!(called(), [false, false]);
        // The seat moves to somebody else.
        lobby.show(line("a", 3), seat("other"));
        assert_eq!(called(), [true, true]);
        assert_eq!((lobby.mine("host").len(), lobby.mine("other").len()), (0, 1));
        drop(host);
        assert_eq!(lobby.lists().readers.len(), 1);
    }
}
