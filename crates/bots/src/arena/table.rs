//! Tables of text: the first column to the left, numbers to the right.

use std::fmt;

/// A table with a heading for every column.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new<T: Into<String>>(headings: impl IntoIterator<Item = T>) -> Table {
        Table { rows: vec![headings.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, i: usize| row.get(i).map_or(0, |it| it.chars().count());
        let widths: Vec<usize> =
            (0..n_columns).map(|i| self.rows.iter().map(|row| cell(row, i)).max().unwrap_or(0)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (i, (text, width)) in row.iter().zip(&widths).enumerate() {
                line += &if i == 0 { format!("{text:width$}") } else { format!("  {text:>width$}") };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = Table::new(["bot", "score"]);
        table.row(["random", "7.5"]);
        table.row(["x", "112.0"]);
        assert_eq!(table.to_string(), "bot     score\nrandom    7.5\nx       112.0\n");
    }
}
