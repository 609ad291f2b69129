//! Looks for a text that breaks the law of drawings.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| alhambra_laws::drawing(text));
