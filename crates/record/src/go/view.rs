//! What a node shows besides the stones: markup, judgements, remarks.

use rules::go::{Color, Move, Point, Size};

use crate::sgf::Node;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    Triangle,
    Square,
    Circle,
    Cross,
    Selected,
}

impl Mark {
    pub const ALL: [Mark; 5] = [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross, Mark::Selected];

    pub fn property(self) -> &'static str {
        match self {
            Mark::Triangle => "TR",
            Mark::Square => "SQ",
            Mark::Circle => "CR",
            Mark::Cross => "MA",
            Mark::Selected => "SL",
        }
    }
}

/// All marks on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup {
    pub marks: Vec<(Point, Mark)>,
    pub labels: Vec<(Point, String)>,
    pub arrows: Vec<(Point, Point)>,
    pub lines: Vec<(Point, Point)>,
    pub territory: Vec<(Point, Color)>,
}

impl Markup {
    pub(crate) fn of(node: Node<'_>, size: Size) -> Markup {
        let list = |name| node.points(name, size).into_iter();
        let marks = Mark::ALL.into_iter().flat_map(|mark| list(mark.property()).map(move |at| (at, mark)));
        // Before FF[4], M marked a point, and L labelled its points a, b, c … in order.
        let old_marks = list("M").map(|at| (at, Mark::Cross));
        let owned = |name, owner| list(name).map(move |at| (at, owner));
        Markup {
            marks: marks.chain(old_marks).collect(),
            labels: labels(node, size),
            arrows: pairs(node, "AR", size),
            lines: pairs(node, "LN", size),
            territory: owned("TB", Color::Black).chain(owned("TW", Color::White)).collect(),
        }
    }

    pub fn marks_at(&self, at: Point) -> impl Iterator<Item = Mark> {
        self.marks.iter().filter(move |(p, _)| *p == at).map(|(_, mark)| *mark)
    }

    pub fn label_at(&self, at: Point) -> Option<&str> {
        self.labels.iter().find(|(p, _)| *p == at).map(|(_, text)| text.as_str())
    }
}

fn labels(node: Node<'_>, size: Size) -> Vec<(Point, String)> {
    let new = node.values("LB").filter_map(|value| value.labelled_point(size));
    let old = node.points("L", size).into_iter().zip('a'..='z').map(|(at, letter)| (at, letter.to_string()));
    new.chain(old).collect()
}

fn pairs(node: Node<'_>, name: &str, size: Size) -> Vec<(Point, Point)> {
    node.values(name).filter_map(|value| value.point_pair(size)).collect()
}

/// TE, BM, DO, IT: the quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveJudgement {
    Good,
    Bad,
    Doubtful,
    Interesting,
}

impl MoveJudgement {
    pub const ALL: [MoveJudgement; 4] =
        [MoveJudgement::Good, MoveJudgement::Bad, MoveJudgement::Doubtful, MoveJudgement::Interesting];

    pub fn property(self) -> &'static str {
        match self {
            MoveJudgement::Good => "TE",
            MoveJudgement::Bad => "BM",
            MoveJudgement::Doubtful => "DO",
            MoveJudgement::Interesting => "IT",
        }
    }
}

/// GB, GW, DM, UC: who is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionJudgement {
    GoodForBlack,
    GoodForWhite,
    Even,
    Unclear,
}

impl PositionJudgement {
    pub const ALL: [PositionJudgement; 4] = [
        PositionJudgement::GoodForBlack,
        PositionJudgement::GoodForWhite,
        PositionJudgement::Even,
        PositionJudgement::Unclear,
    ];

    pub fn property(self) -> &'static str {
        match self {
            PositionJudgement::GoodForBlack => "GB",
            PositionJudgement::GoodForWhite => "GW",
            PositionJudgement::Even => "DM",
            PositionJudgement::Unclear => "UC",
        }
    }
}

/// A node's text, judgements and numbers. Emphasis is 1, or 2 for "very".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    pub comment: Option<String>,
    pub name: Option<String>,
    pub of_move: Option<(MoveJudgement, u8)>,
    pub of_position: Option<(PositionJudgement, u8)>,
    pub hotspot: Option<u8>,
    /// V: Black's points minus White's.
    pub value: Option<f64>,
    pub figure: Option<Figure>,
    pub time: TimeLeft,
}

/// FG: a new printed diagram begins here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub flags: u32,
    pub name: String,
}

/// Seconds, and moves or periods left, after this move: BL, WL, OB, OW.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeLeft {
    pub black: Option<f64>,
    pub white: Option<f64>,
    pub black_moves: Option<i64>,
    pub white_moves: Option<i64>,
}

impl Remarks {
    pub(crate) fn of(node: Node<'_>) -> Remarks {
        let judged = |name| node.emphasis(name);
        Remarks {
            comment: node.text("C"),
            name: node.simple_text("N"),
            of_move: MoveJudgement::ALL.into_iter().find_map(|j| Some((j, judged(j.property())?))),
            of_position: PositionJudgement::ALL.into_iter().find_map(|j| Some((j, judged(j.property())?))),
            hotspot: judged("HO"),
            value: node.number("V"),
            figure: node.value("FG").map(figure),
            time: TimeLeft {
                black: node.number("BL"),
                white: node.number("WL"),
                black_moves: node.integer("OB"),
                white_moves: node.integer("OW"),
            },
        }
    }
}

fn figure(value: crate::sgf::Value<'_>) -> Figure {
    let (flags, name) = value.pair().unwrap_or_default();
    Figure { flags: flags.trim().parse().unwrap_or(0), name }
}

/// ST: how variations are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariationStyle {
    /// Siblings of the current node rather than its children.
    pub siblings: bool,
    pub shown: bool,
}

impl VariationStyle {
    pub(crate) fn of(root: Node<'_>) -> VariationStyle {
        let style = root.integer("ST").unwrap_or(0);
        VariationStyle { siblings: style & 1 != 0, shown: style & 2 == 0 }
    }
}

/// A branch and its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    pub node: crate::NodeId,
    pub mv: Option<(Color, Move)>,
}
