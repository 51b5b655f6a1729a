//! Paths to nodes that can be typed: `0.0.1`, or `move:42`.

use std::fmt;
use std::str::FromStr;

use super::{NodeId, Tree};

/// `0.0.1` is a list of child indices from the root (the root's own path is empty, or `.`); `move:42` is a number of
/// moves along the main line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    Children(Vec<usize>),
    Move(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathError {
    /// Neither child indices with dots nor `move:` and a number.
    Unreadable(String),
    /// The path leaves the tree at this step, counted from 0.
    NoSuchChild { step: usize, child: usize },
    /// The main line has only this many moves.
    TooFewMoves { moves: usize },
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::Unreadable(text) => write!(f, "{text:?} is not a path like 0.0.1 or move:42"),
            PathError::NoSuchChild { step, child } => {
                write!(f, "step {} of the path: no child {child}", step + 1)
            }
            PathError::TooFewMoves { moves: 1 } => f.write_str("the main line has only 1 move"),
            PathError::TooFewMoves { moves } => write!(f, "the main line has only {moves} moves"),
        }
    }
}

impl std::error::Error for PathError {}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Path, PathError> {
        let unreadable = |_| PathError::Unreadable(text.to_owned());
        if let Some(number) = text.strip_prefix("move:") {
            return number.parse().map(Path::Move).map_err(unreadable);
        }
        let steps = text.split('.').filter(|_| !text.is_empty() && text != ".");
        steps.map(|step| step.parse().map_err(unreadable)).collect::<Result<_, _>>().map(Path::Children)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Move(number) => write!(f, "move:{number}"),
            Path::Children(steps) if steps.is_empty() => f.write_str("."),
            Path::Children(steps) => {
                let steps: Vec<String> = steps.iter().map(usize::to_string).collect();
                f.write_str(&steps.join("."))
            }
        }
    }
}

impl Tree {
    pub fn path(&self, node: NodeId) -> Path {
        let mut steps: Vec<usize> =
            self.ancestors(node).filter(|n| self.parent(*n).is_some()).map(|n| self.index_of(n)).collect();
        steps.reverse();
        Path::Children(steps)
    }

    /// `is_move` tells which nodes count for `move:42`.
    pub fn follow(
        &self,
        root: NodeId,
        path: &Path,
        is_move: impl Fn(NodeId) -> bool,
    ) -> Result<NodeId, PathError> {
        match path {
            Path::Children(steps) => self.follow_children(root, steps),
            Path::Move(0) => Ok(root),
            Path::Move(number) => {
                let mut moves = 0;
                let found = self.main_line(root).find(|n| {
                    moves += usize::from(is_move(*n));
                    moves == *number
                });
                found.ok_or(PathError::TooFewMoves { moves })
            }
        }
    }

    fn follow_children(&self, root: NodeId, steps: &[usize]) -> Result<NodeId, PathError> {
        let mut node = root;
        for (step, child) in steps.iter().enumerate() {
            let missing = PathError::NoSuchChild { step, child: *child };
            node = self.child(node, *child).ok_or(missing)?;
        }
        Ok(node)
    }
}
