//! Many games stepped in one call, straight into arrays that Python owns.

use alhambra_environment::{batch, id, observation, planes};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use pyo3::prelude::*;

use crate::game::{Game, no};

/// Many games of one ruleset, each begun anew as soon as it is over; `alhambra.vector.VectorEnv` has the arrays for it.
#[pyclass(module = "alhambra")]
pub(crate) struct Batch(batch::Batch);

/// The arrays of a batch, one row for each game.
#[derive(FromPyObject)]
struct Arrays<'py> {
    observations: PyReadwriteArray2<'py, u8>,
    planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    masks: PyReadwriteArray2<'py, bool>,
    seats: PyReadwriteArray1<'py, i8>,
    rewards: PyReadwriteArray2<'py, f32>,
    scores: PyReadwriteArray2<'py, u16>,
    dones: PyReadwriteArray1<'py, bool>,
}

impl Arrays<'_> {
    /// The same as plain memory, if each has the shape that a batch writes.
    fn rows(&mut self, n: usize, n_players: usize) -> PyResult<batch::Rows<'_>> {
        let (channels, side) = (planes::CHANNELS.len(), id::SIDE);
        let mut shapes = vec![
            ("observations", self.observations.shape().to_vec(), vec![n, observation::LEN]),
            ("masks", self.masks.shape().to_vec(), vec![n, id::N]),
            ("seats", self.seats.shape().to_vec(), vec![n]),
            ("rewards", self.rewards.shape().to_vec(), vec![n, n_players]),
            ("scores", self.scores.shape().to_vec(), vec![n, n_players]),
            ("dones", self.dones.shape().to_vec(), vec![n]),
        ];
        if let Some(planes) = &self.planes {
            shapes.push(("planes", planes.shape().to_vec(), vec![n, n_players, channels, side, side]));
        }
        if let Some((name, is, wanted)) = shapes.into_iter().find(|(_, is, wanted)| is != wanted) {
            return Err(no(format!("{name} has the shape {is:?} instead of {wanted:?}")));
        }
        Ok(batch::Rows {
            observations: self.observations.as_slice_mut()?,
            planes: match &mut self.planes {
                Some(planes) => planes.as_slice_mut()?,
                None => &mut [],
            },
            masks: self.masks.as_slice_mut()?,
            seats: self.seats.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            scores: self.scores.as_slice_mut()?,
            dones: self.dones.as_slice_mut()?,
        })
    }
}

#[pymethods]
impl Batch {
    /// So many new games, stepped on so many threads; 0 for one for each core.
    #[new]
    #[pyo3(signature = (game, n, seed = 0, threads = 0))]
    fn new(game: Game, n: usize, seed: u64, threads: usize) -> PyResult<Batch> {
        Ok(Batch(batch::Batch::new(game.0, n, seed, threads).map_err(no)?))
    }

    /// Begins all games anew, from another seed, and shows them.
    fn reset(&mut self, py: Python<'_>, seed: u64, mut arrays: Arrays<'_>) -> PyResult<()> {
        let rows = arrays.rows(self.0.len(), self.0.ruleset().players.into())?;
        py.detach(|| self.0.reset(seed, rows));
        Ok(())
    }

    /// Chooses one action in every game and shows what came of it; if one is not legal, nothing was done.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>, mut arrays: Arrays<'_>) -> PyResult<()> {
        let rows = arrays.rows(self.0.len(), self.0.ruleset().players.into())?;
        let actions = actions.as_slice()?;
        py.detach(|| self.0.step(actions, rows)).map_err(no)
    }

    /// Writes a legal action for every game, each of its actions with the same chance.
    fn sample(&mut self, mut actions: PyReadwriteArray1<'_, i32>) -> PyResult<()> {
        let actions = actions.as_slice_mut()?;
        if actions.len() != self.0.len() {
            return Err(no(format!(
                "there is room for {} actions and there are {} games",
                actions.len(),
                self.0.len()
            )));
        }
        self.0.sample(actions);
        Ok(())
    }

    /// How many games there are.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// How many threads step them.
    #[getter]
    fn threads(&self) -> usize {
        self.0.n_threads()
    }
}
