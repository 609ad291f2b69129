//! A choice on its way: which ids come next, and which action they make up.

use alhambra_engine::{Action, Chooser, State};

use crate::{
    id::{Id, Meaning, N},
    path::{self, Path},
};

/// What the player to act has said so far, and all that it can still become.
///
/// The first id says what to do. After that, whatever is the only id that can come next follows by itself, so that nobody is
/// asked for what is no choice.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    path: Path,
    /// The actions that begin like this, with their paths; none before anything is said.
    open: Vec<(Path, Action)>,
    /// The ids that can come next, in their order.
    next: Vec<Id>,
    buffer: Vec<Action>,
}

impl Choice {
    /// The choice of whoever has to decide in this state, with nothing said yet.
    pub fn begin(&mut self, state: &State, chooser: &mut Chooser) {
        self.path.clear();
        self.open.clear();
        self.next.clear();
        self.next.extend(state.legal_kinds(chooser).iter().map(|it| Meaning::Kind(it).id()));
    }

    /// What was said so far, forced ids included.
    pub fn said(&self) -> &[Id] {
        &self.path
    }

    /// The ids that can come next; none when the game is over.
    pub fn next(&self) -> &[Id] {
        &self.next
    }

    /// The actions that begin with what was said; none before anything is said.
    pub fn open(&self) -> impl Iterator<Item = Action> {
        self.open.iter().map(|(_, action)| *action)
    }

    /// Whether this id can come next.
    pub fn allows(&self, id: Id) -> bool {
        self.next.contains(&id)
    }

    /// Says one more id, which has to be one of [`Choice::next`]; the action, if it is settled now.
    pub fn say(&mut self, state: &State, id: Id) -> Option<Action> {
        debug_assert!(self.allows(id), "{id} can't come next");
        if self.path.is_empty() {
            let Some(Meaning::Kind(kind)) = Meaning::of(id) else { return None };
            self.path.push(id);
            state.legal_of_kind(&mut self.buffer, kind);
            self.open.clear();
            for action in &self.buffer {
                // Written in its place: paths are larger than what is in them.
                self.open.push((Path::new(), *action));
                if let Some((path, _)) = self.open.last_mut() {
                    path::write(path, action);
                }
            }
        } else {
            self.append(id);
        }
        loop {
            let said = self.path.len();
            if let [(path, action)] = &self.open[..] {
                self.path = *path;
                return Some(*action);
            }
            self.find_next(said);
            match self.next[..] {
                [only] => self.append(only),
                _ => return None,
            }
        }
    }

    /// Leaves only those actions that go on like this.
    fn append(&mut self, id: Id) {
        let said = self.path.len();
        self.path.push(id);
        self.open.retain(|(path, _)| path.get(said) == Some(&id));
    }

    fn find_next(&mut self, said: usize) {
        self.next.clear();
        // So many payments can be open that looking each up in a list would take long.
        let mut seen = [0_u64; N.div_ceil(64)];
        for (path, _) in &self.open {
            if let Some(&id) = path.get(said) {
                seen[usize::from(id) / 64] |= 1 << (id % 64);
            }
        }
        for (word, mut bits) in (0..).zip(seen) {
            while bits != 0 {
                self.next.push(64 * word + bits.trailing_zeros() as Id);
                bits &= bits - 1;
            }
        }
    }
}
