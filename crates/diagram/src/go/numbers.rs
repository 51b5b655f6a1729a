//! Which stones show their move number.

use std::collections::BTreeMap;

use rules::go::{Board, Point};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    #[default]
    None,
    All,
    /// This move and those after it.
    From(u32),
    /// The last moves, this many.
    Last(u32),
}

/// The numbers of the stones that are still on the board. A point played twice shows the later number.
pub fn numbers(line: &[(u32, Point)], which: Numbering, board: &Board) -> Vec<(Point, u32)> {
    let first = match which {
        Numbering::None => return Vec::new(),
        Numbering::All => 0,
        Numbering::From(first) => first,
        Numbering::Last(count) => {
            let latest = line.iter().map(|(number, _)| *number).max().unwrap_or(0);
            latest.saturating_add(1).saturating_sub(count)
        }
    };
    let latest: BTreeMap<Point, u32> = line.iter().map(|(number, at)| (*at, *number)).collect();
    latest.into_iter().filter(|(at, number)| *number >= first && board.get(*at).is_some()).collect()
}
