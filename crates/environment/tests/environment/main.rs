//! The tests of the environment: its action space, its observations, and many games at once.

mod choices;
mod common;
mod observations;
