//! What is to be seen on the board at the cursor of a record.

use diagram::go::{Ghost, GhostKind, Line, Mark, MarkKind, Numbering, Scene, numbers};
use record::go::{self, GoRecord, Kind, Markup};
use rules::go::{Color, Move, Point};

/// What the player wants to see besides the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub numbering: Numbering,
    /// Shows where the next moves go; which of them, the file says.
    pub variations: bool,
}

pub fn scene(record: &GoRecord, look: Look) -> Scene {
    let state = record.state();
    let markup = record.markup();
    let is_place = |(_, mv): &(Color, Move)| matches!(mv, Move::Place(_));
    let last = state.last_move.filter(is_place).and_then(|(_, mv)| place(mv));
    let board = state.position.board();
    Scene {
        last: last.filter(|at| board.get(*at).is_some()).into_iter().collect(),
        numbers: numbered(record, look.numbering),
        ghosts: if look.variations { variations(record) } else { Vec::new() },
        marks: marks(&markup),
        lines: lines(&markup),
        territory: markup.territory,
        dimmed: state.dimmed.iter().flat_map(|points| points.iter().copied()).collect(),
        visible: state.visible.iter().flat_map(|points| points.iter().copied()).collect(),
        label: label(record),
        ..Scene::of(board)
    }
}

/// `Go board 19 by 19; Black to play; move 48`
pub fn label(record: &GoRecord) -> String {
    let size = record.size();
    let turn = color_name(record.to_play());
    format!("Go board {} by {}; {turn} to play; move {}", size.width(), size.height(), record.state().number)
}

/// What has just happened, for who cannot see it: `Black Q16, move 3`.
pub fn spoken(record: &GoRecord) -> String {
    let state = record.state();
    match (state.kind, state.last_move) {
        (Kind::Move, Some((color, Move::Place(at)))) => {
            format!("{} {}, move {}", color_name(color), at.name(record.size()), state.number)
        }
        (Kind::Move, Some((color, Move::Pass))) => {
            format!("{} passes, move {}", color_name(color), state.number)
        }
        (Kind::Move, None) => format!("Move {}, not on the board", state.number),
        (Kind::SetUp, _) if record.here() != record.root() => "Stones set up".to_owned(),
        _ if record.here() == record.root() => "Start of the game".to_owned(),
        _ => "A node without a move".to_owned(),
    }
}

pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn place(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(at) => Some(at),
        Move::Pass => None,
    }
}

fn numbered(record: &GoRecord, numbering: Numbering) -> Vec<(Point, u32)> {
    if numbering == Numbering::None {
        return Vec::new();
    }
    let line: Vec<(u32, Point)> =
        record.moves().into_iter().filter_map(|(number, _, mv, _)| Some((number, place(mv)?))).collect();
    numbers(&line, numbering, record.position().board())
}

/// The branches that follow, or those beside this one: as the file wants it. A single continuation is no choice.
fn variations(record: &GoRecord) -> Vec<Ghost> {
    let style = record.variation_style();
    let (branches, kind) = match style.siblings {
        true => (record.siblings(), GhostKind::Sibling),
        false => (record.branches(), GhostKind::Next),
    };
    let ghost = |branch: &go::Branch| {
        let (color, mv) = branch.mv?;
        let at = place(mv)?;
        record.position().get(at).is_none().then_some(Ghost { at, color, kind })
    };
    if style.shown { branches.iter().filter_map(ghost).collect() } else { Vec::new() }
}

fn marks(markup: &Markup) -> Vec<Mark> {
    let drawn = |mark| match mark {
        go::Mark::Triangle => MarkKind::Triangle,
        go::Mark::Square => MarkKind::Square,
        go::Mark::Circle => MarkKind::Circle,
        go::Mark::Cross => MarkKind::Cross,
        go::Mark::Selected => MarkKind::Selected,
    };
    let marks = markup.marks.iter().map(|(at, mark)| Mark { at: *at, kind: drawn(*mark) });
    let labels = markup.labels.iter().map(|(at, text)| Mark { at: *at, kind: MarkKind::Label(text.clone()) });
    marks.chain(labels).collect()
}

fn lines(markup: &Markup) -> Vec<Line> {
    let line = |arrow| move |(from, to): &(Point, Point)| Line { from: *from, to: *to, arrow };
    markup.arrows.iter().map(line(true)).chain(markup.lines.iter().map(line(false))).collect()
}

#[cfg(test)]
mod tests {
    use record::sgf;

    use super::*;

    const PLAIN: Look = Look { numbering: Numbering::None, variations: false };

    fn record(text: &str) -> GoRecord {
        GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0)
    }

    #[test]
    fn the_label_says_whose_turn_it_is_and_how_far_the_game_is() {
        let mut game = record("(;SZ[9];B[ee];W[])");
        assert_eq!(label(&game), "Go board 9 by 9; Black to play; move 0");
        game.forward();
        assert_eq!(label(&game), "Go board 9 by 9; White to play; move 1");
        assert_eq!(spoken(&game), "Black E5, move 1");
        game.forward();
        assert_eq!(spoken(&game), "White passes, move 2");
    }

    #[test]
    fn the_last_stone_is_ringed_as_long_as_it_stands() {
        let mut game = record("(;SZ[9];B[ee];AE[ee])");
        game.forward();
        assert_eq!(scene(&game, PLAIN).last, [Point::new(4, 4)]);
        game.forward();
        assert!(scene(&game, PLAIN).last.is_empty());
    }

    #[test]
    fn next_moves_show_as_the_file_wants_them() {
        let look = Look { variations: true, ..PLAIN };
        for (style, at_start, at_first) in [(0, 2, 0), (1, 0, 1), (2, 0, 0)] {
            let mut game = record(&format!("(;SZ[9]ST[{style}](;B[aa])(;B[bb]))"));
            assert_eq!(scene(&game, look).ghosts.len(), at_start, "ST[{style}] at the start");
            game.forward();
            assert_eq!(scene(&game, look).ghosts.len(), at_first, "ST[{style}] at the first move");
            assert!(scene(&game, PLAIN).ghosts.is_empty());
        }
    }

    #[test]
    fn everything_that_is_marked_is_drawn() {
        let game = record("(;SZ[9]TR[aa]SQ[bb]CR[cc]MA[dd]SL[ee]LB[ff:x]AR[aa:bb]LN[cc:dd]TB[gg]TW[hh]DD[ii])");
        let seen = scene(&game, PLAIN);
        assert_eq!((seen.marks.len(), seen.lines.len(), seen.territory.len(), seen.dimmed.len()), (6, 2, 2, 1));
    }
}
