//! Which rows of the list are selected, as in other lists: a click selects one, with Ctrl it adds or removes, with Shift it
//! selects up to there.

use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    rows: BTreeSet<usize>,
    /// Where a range begins.
    anchor: usize,
}

impl Selection {
    pub fn only(&mut self, row: usize) {
        *self = Selection { rows: [row].into(), anchor: row };
    }

    /// Adds a row, or removes it.
    pub fn toggle(&mut self, row: usize) {
        if !self.rows.remove(&row) {
            self.rows.insert(row);
        }
        self.anchor = row;
    }

    /// The rows from the anchor to this one.
    pub fn extend_to(&mut self, row: usize) {
        self.rows = (self.anchor.min(row)..=self.anchor.max(row)).collect();
    }

    pub fn all(&mut self, total: usize) {
        self.rows = (0..total).collect();
    }

    pub fn clear(&mut self) {
        self.rows.clear();
    }

    pub fn contains(&self, row: usize) -> bool {
        self.rows.contains(&row)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// `0,3-9`, as a request has it.
    pub fn ranges(&self) -> String {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for row in &self.rows {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == *row => *last = *row,
                _ => ranges.push((*row, *row)),
            }
        }
        let range = |(first, last): (usize, usize)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        ranges.into_iter().map(range).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_select_add_and_extend() {
        let mut selection = Selection::default();
        assert_eq!((selection.len(), selection.ranges()), (0, String::new()));
        selection.only(4);
        selection.toggle(9);
        assert_eq!(selection.ranges(), "4,9");
        selection.extend_to(6);
        assert_eq!(selection.ranges(), "6-9", "from the last row that was clicked");
        selection.extend_to(11);
        assert_eq!(selection.ranges(), "9-11");
        selection.toggle(10);
        assert_eq!((selection.ranges().as_str(), selection.len()), ("9,11", 2));
        assert!(selection.contains(11) && !selection.contains(10));
        selection.only(0);
        assert_eq!(selection.ranges(), "0");
        selection.all(100_000);
        assert_eq!(selection.ranges(), "0-99999");
        selection.clear();
        assert_eq!(selection.len(), 0);
    }

    #[test]
    fn the_server_reads_the_ranges() {
        let mut selection = Selection::default();
        [1, 2, 3, 7].into_iter().for_each(|row| selection.toggle(row));
        assert_eq!(api::library::read_rows(&selection.ranges()), Some(vec![1..=3, 7..=7]));
    }
}
