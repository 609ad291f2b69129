//! Looks for an action that is neither carried out nor refused without a trace.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alhambra_laws::illegal_actions(bytes));
