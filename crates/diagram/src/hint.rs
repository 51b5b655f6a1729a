//! Moves that an engine considers.

/// How good a move is, on the page's scale of loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HintGrade {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}
