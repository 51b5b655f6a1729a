//! What a board shows, as data.

use std::collections::{BTreeMap, BTreeSet};

use rules::go::{Board, Color, Point, Size};

use super::Stone;

/// Everything shown on a board. Points off the board are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub size: Size,
    pub stones: BTreeMap<Point, Stone>,
    /// The last stones, shown with a ring: one, or two in simultaneous Go.
    pub last: Vec<Point>,
    pub numbers: Vec<(Point, u32)>,
    pub ghosts: Vec<Ghost>,
    pub marks: Vec<Mark>,
    pub lines: Vec<Line>,
    pub territory: Vec<(Point, Color)>,
    pub dimmed: BTreeSet<Point>,
    /// If not empty, only these points are shown.
    pub visible: BTreeSet<Point>,
    /// Points to look at: the keyboard's cursor, a search hit, a hint.
    pub highlights: Vec<Point>,
    /// Moves against the rules.
    pub irregular: Vec<Point>,
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    pub at: Point,
    pub color: Color,
    pub kind: GhostKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostKind {
    Pointer,
    Next,
    Sibling,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub at: Point,
    pub kind: MarkKind,
}

/// SGF's TR, SQ, CR, MA, SL and LB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    Triangle,
    Square,
    Circle,
    Cross,
    Selected,
    Label(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub from: Point,
    pub to: Point,
    pub arrow: bool,
}

impl Scene {
    pub fn new(size: Size) -> Scene {
        Scene {
            size,
            stones: BTreeMap::new(),
            last: Vec::new(),
            numbers: Vec::new(),
            ghosts: Vec::new(),
            marks: Vec::new(),
            lines: Vec::new(),
            territory: Vec::new(),
            dimmed: BTreeSet::new(),
            visible: BTreeSet::new(),
            highlights: Vec::new(),
            irregular: Vec::new(),
            label: format!("Go board {} by {}", size.width(), size.height()),
        }
    }

    pub fn of(board: &Board) -> Scene {
        let stones =
            Color::BOTH.into_iter().flat_map(|color| board.stones(color).map(move |at| (at, color.into())));
        Scene { stones: stones.collect(), ..Scene::new(board.size()) }
    }

    /// The bare board without stones: marks on empty points interrupt its lines.
    pub fn bare(&self) -> Scene {
        let marks = self.marks.iter().filter(|mark| self.stone(mark.at).is_none());
        Scene {
            marks: marks.cloned().collect(),
            dimmed: self.dimmed.clone(),
            visible: self.visible.clone(),
            ..Scene::new(self.size)
        }
    }

    pub fn stone(&self, at: Point) -> Option<Stone> {
        self.stones.get(&at).copied()
    }

    pub(super) fn shows(&self, at: Point) -> bool {
        self.visible.is_empty() || self.visible.contains(&at)
    }
}
