//! Packages of the system, installed where that is allowed.

use std::process::Command;

/// Tries to install a package of Debian's; whether that worked shows in whether `find` finds something afterwards.
pub(crate) fn install<T>(name: &str, find: impl Fn() -> Option<T>) -> Option<T> {
    let apt = |words: &[&str]| {
        // Where there is no apt-get, or it may not do this, nothing is found.
        let _ = Command::new("apt-get").args(words).status();
    };
    let install = ["install", "--yes", "--no-install-recommends", name];
    apt(&install);
    find().or_else(|| {
        // A fresh system does not know its packages yet.
        apt(&["update"]);
        apt(&install);
        find()
    })
}
