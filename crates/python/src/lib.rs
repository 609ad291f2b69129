//! Alhambra for Python: games, states, batches of games and bots; the Python beside it is in `python/alhambra`.

#![forbid(unsafe_code)]

mod batch;
mod bots;
mod game;
mod state;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule(gil_used = false)]
mod _native {
    use alhambra_environment::{id, observation, planes};
    use pyo3::{prelude::*, types::PyDict};

    #[pymodule_export]
    use crate::{
        batch::Batch,
        bots::{Advice, Bot, advise, prospects},
        game::Game,
        state::State,
    };

    /// The numbers that describe the encoding.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("RULES_VERSION", alhambra_engine::ruleset::RULES_VERSION)?;
        module.add("ACTION_VERSION", id::VERSION)?;
        module.add("N_ACTIONS", id::N)?;
        module.add("OBSERVATION_VERSION", observation::VERSION)?;
        module.add("N_OBSERVATION", observation::LEN)?;
        module.add("PLANES_VERSION", planes::VERSION)?;
        module.add("PLANES_SHAPE", (planes::CHANNELS.len(), id::SIDE, id::SIDE))?;
        module.add("PLANES_CHANNELS", planes::CHANNELS)?;
        module.add("BOTS", alhambra_bots::Kind::ALL.map(alhambra_bots::Kind::name))
    }

    /// What an action means, in the words of the notation.
    #[pyfunction]
    fn action_name(action: i64) -> PyResult<String> {
        let meaning = id::Id::try_from(action).ok().and_then(id::Meaning::of);
        meaning
            .map(|it| it.to_string())
            .ok_or_else(|| crate::game::no(format!("{action} is no action; there are {}", id::N)))
    }

    /// Where every field of an observation begins, how long it is and how high its values go.
    #[pyfunction]
    fn observation_fields(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let fields = PyDict::new(py);
        for (name, start, field) in observation::layout() {
            fields.set_item(name, (start, field.len, field.high))?;
        }
        Ok(fields)
    }
}
