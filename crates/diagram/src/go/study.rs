//! The scene of a record at its cursor.

use record::go::{Branch, GoRecord, Markup, State};
use rules::go::simultaneous::Variant;
use rules::go::{Color, Move, Point};

use super::{Geometry, Ghost, GhostKind, Line, Mark, MarkKind, Numbering, Scene, Stone, numbers};

/// What the reader wants to see in addition to the record's marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub numbering: Numbering,
    pub variations: Variations,
}

/// Which other moves are shown as ghosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variations {
    /// As set by the file's ST property; by default the next moves.
    #[default]
    AsFile,
    None,
    Next,
    Siblings,
}

impl Scene {
    pub fn at_cursor(record: &GoRecord, look: Look) -> Scene {
        let state = record.state();
        let placed = |mv: Move| match mv {
            Move::Place(at) => Some(at),
            Move::Pass => None,
        };
        // Replaying a long line is needed only to number it.
        let moves = if look.numbering == Numbering::None { Vec::new() } else { record.moves() };
        let line: Vec<_> =
            moves.into_iter().filter_map(|(number, _, mv, _)| Some((number, placed(mv)?))).collect();
        let points =
            |list: &Option<std::sync::Arc<[_]>>| list.iter().flat_map(|list| list.iter().copied()).collect();
        let mut scene = Scene {
            last: state.last_move.and_then(|(_, mv)| placed(mv)).into_iter().collect(),
            numbers: numbers(&line, look.numbering, state.position.board()),
            ghosts: ghosts(record, look.variations),
            dimmed: points(&state.dimmed),
            visible: points(&state.visible),
            irregular: irregular(state),
            label: label(record),
            ..Scene::of(state.position.board())
        };
        scene.add_markup(&record.markup());
        scene.show_turn(record);
        scene
    }

    /// In simultaneous Go red points are stones, not labels, and both moves of the turn are the last.
    fn show_turn(&mut self, record: &GoRecord) {
        let Some(variant) = record.variant() else { return };
        let red = if variant == Variant::Hole { Stone::Hole } else { Stone::Red };
        for mark in std::mem::take(&mut self.marks) {
            let is_empty = record.position().get(mark.at).is_none();
            match &mark.kind {
                MarkKind::Label(text) if is_empty && matches!(text.as_str(), "R" | "H") => {
                    self.stones.insert(mark.at, red);
                }
                MarkKind::Label(text) if is_empty && text == "V" => {
                    self.marks.push(Mark { kind: MarkKind::Cross, ..mark });
                }
                _ => self.marks.push(mark),
            }
        }
        let points = record.points_of_turn();
        if !points.is_empty() {
            self.last = points;
            self.last.dedup();
            // A red stone is visible enough without a ring.
            self.last.retain(|at| record.position().get(*at).is_some());
        }
    }

    /// Adds a node's marks, labels, lines and territory.
    pub fn add_markup(&mut self, markup: &Markup) {
        use record::go::Mark as Is;
        let kind = |mark| match mark {
            Is::Triangle => MarkKind::Triangle,
            Is::Square => MarkKind::Square,
            Is::Circle => MarkKind::Circle,
            Is::Cross => MarkKind::Cross,
            Is::Selected => MarkKind::Selected,
        };
        let line = |arrow| move |(from, to): &(_, _)| Line { from: *from, to: *to, arrow };
        self.marks.extend(markup.marks.iter().map(|(at, mark)| Mark { at: *at, kind: kind(*mark) }));
        let label = |(at, text): &(_, String)| Mark { at: *at, kind: MarkKind::Label(text.clone()) };
        self.marks.extend(markup.labels.iter().map(label));
        self.lines.extend(markup.arrows.iter().map(line(true)));
        self.lines.extend(markup.lines.iter().map(line(false)));
        self.territory.extend(&markup.territory);
    }
}

impl Geometry {
    /// The part of the board that is shown at the cursor.
    pub fn at_cursor(record: &GoRecord) -> Geometry {
        let visible = record.state().visible.iter().flat_map(|points| points.iter().copied());
        Geometry::new(record.size()).cropped_to(visible)
    }
}

/// Where the node's last move stands, if the rules forbid it.
fn irregular(state: &State) -> Vec<Point> {
    match state.last_move {
        Some((_, Move::Place(at))) if !state.irregular.is_empty() => vec![at],
        _ => Vec::new(),
    }
}

fn ghosts(record: &GoRecord, variations: Variations) -> Vec<Ghost> {
    let (branches, kind) = match variations {
        Variations::None => return Vec::new(),
        Variations::Next => (record.branches(), GhostKind::Next),
        Variations::Siblings => (record.siblings(), GhostKind::Sibling),
        Variations::AsFile => {
            let style = record.variation_style();
            let asked = if style.siblings { Variations::Siblings } else { Variations::Next };
            return ghosts(record, if style.shown { asked } else { Variations::None });
        }
    };
    let board = record.position().board();
    let ghost = |branch: Branch| match branch.mv? {
        (color, Move::Place(at)) => board.get(at).is_none().then_some(Ghost { at, color, kind }),
        (_, Move::Pass) => None,
    };
    branches.into_iter().filter_map(ghost).collect()
}

fn label(record: &GoRecord) -> String {
    let size = record.size();
    let player = match record.to_play() {
        Color::Black => "Black",
        Color::White => "White",
    };
    let number = record.state().number;
    format!("Go board {} by {}; {player} to play; move {number}", size.width(), size.height())
}
