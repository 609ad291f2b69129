//! The tree: every file that git keeps or would keep, with its text.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The files of the project.
#[derive(Default)]
pub(crate) struct Tree {
    /// Every path, relative to the root and with forward slashes.
    paths: BTreeSet<String>,
    /// The files that are text.
    files: Vec<File>,
}

/// A text file.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Tree {
    /// Reads the files that git lists: those it keeps and the new ones that it doesn't ignore.
    ///
    /// # Errors
    /// Fails if git can't list them or one can't be read.
    pub(crate) fn read(root: &Path) -> Result<Tree> {
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
        let listed = git.output().context("`git` could not be started; install git")?;
        ensure!(
            listed.status.success(),
            "git can't list the files: {}",
            String::from_utf8_lossy(&listed.stderr).trim()
        );

        let mut tree = Tree::default();
        for path in String::from_utf8(listed.stdout).context("a file name is not UTF-8")?.split_terminator('\0') {
            let place = root.join(path);
            // A file that is kept but was just deleted is still listed; a file in a merge is listed twice.
            if !place.is_file() || !tree.paths.insert(path.to_owned()) {
                continue;
            }
            let bytes = fs::read(&place).with_context(|| format!("{path} can't be read"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                tree.files.push(File { path: path.to_owned(), text });
            }
        }
        Ok(tree)
    }

    /// Every text file.
    pub(crate) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// The text files below a folder, which is given with its closing slash.
    pub(crate) fn under(&self, folder: &str) -> impl Iterator<Item = &File> {
        self.files().filter(move |file| file.path.starts_with(folder))
    }

    /// Whether there is such a file or folder.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        path.is_empty()
            || self.paths.contains(path)
            || self.paths.range(folder.clone()..).next().is_some_and(|first| first.starts_with(&folder))
    }
}

impl File {
    /// Whether the name ends like this, without the dot.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|own| own == extension)
    }

    /// The lines with their numbers, counted from one.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(i, line)| (i + 1, line))
    }
}

#[cfg(test)]
impl Tree {
    /// A tree from paths and texts.
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let paths = files.iter().map(|&(path, _)| path.to_owned()).collect();
        let files = files.iter().map(|&(path, text)| File { path: path.to_owned(), text: text.to_owned() }).collect();
        Tree { paths, files }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_held_by_its_files() {
        let tree = Tree::of(&[("docs/rules-old.md", ""), ("docs/rules/en/base.md", "")]);
        assert!(tree.holds("docs/rules"));
        assert!(tree.holds("docs/rules/en/"));
        assert!(tree.holds("docs/rules/en/base.md"));
        assert!(!tree.holds("docs/rul"));
        assert!(!tree.holds("docs/rules/de"));
        assert!(!tree.holds("docs/rules/en/base.md/more"));
    }
}
