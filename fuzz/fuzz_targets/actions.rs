//! Looks for legal actions after which something is not in order.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alhambra_laws::actions(bytes));
