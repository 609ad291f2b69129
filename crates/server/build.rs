//! Has the program built anew whenever the client that it carries was.

use std::{fs, path::Path};

fn main() {
    let client = Path::new("../../web/dist");
    // A folder that is not there would count as changed every time; without the rest of the project there is no client.
    if Path::new("../../web").is_dir() {
        let _ = fs::create_dir_all(client);
    }
    println!("cargo::rerun-if-changed={}", client.display());
}
