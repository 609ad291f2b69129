//! Looks for a text that breaks the law of records.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| alhambra_laws::record(text));
