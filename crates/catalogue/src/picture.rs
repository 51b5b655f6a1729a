//! A small picture of a game: its final position, or the position after some moves.

use diagram::go::{Geometry, Look as GoStyle, Numbering, Scene, Variations, draw};
use diagram::{Theme, backgammon, chess, to_svg};
use i18n::Language;
use record::GameRecord;
use record::backgammon::{Action, MatchFile, MatchGame};
use record::pgn::{Pgn, game_from_fen};
use record::{ChessRecord, GoRecord, NodeId, sgf};
use rules::backgammon::{Position, Stage};
use rules::chess::Color;

use crate::recognise::{FileKind, recognise};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureStyle {
    pub theme: Theme,
    /// In pixels.
    pub width: u32,
    /// Of the texts in pictures of backgammon.
    pub language: Language,
}

/// In narrower pictures coordinates are illegible and left out.
const MIN_WIDTH_FOR_COORDINATES: u32 = 240;

/// The SVG after `after` moves of the main line, or at its end. None if there is no such game.
pub fn picture(
    name: &str,
    bytes: &[u8],
    number: usize,
    after: Option<u32>,
    style: PictureStyle,
) -> Option<String> {
    match recognise(name, bytes) {
        FileKind::GoRecord => go(bytes, number, after, style),
        FileKind::ChessRecord => pgn(bytes, number, after, style),
        FileKind::BackgammonMatch => of_match(bytes, number, after, style),
        FileKind::ChessPosition if number == 0 => {
            let game = game_from_fen(&String::from_utf8_lossy(bytes));
            pgn(game.as_bytes(), 0, Some(0), style)
        }
        FileKind::BackgammonPosition | FileKind::BackgammonAnalysis => of_position(bytes, number, style),
        _ => None,
    }
}

fn go(bytes: &[u8], number: usize, after: Option<u32>, style: PictureStyle) -> Option<String> {
    let file = sgf::read(bytes).ok().filter(|file| number < file.games().len())?;
    let mut record = GoRecord::open(file, number);
    let size = record.size();
    let mut moves = 0;
    let mut here = record.root();
    let line: Vec<NodeId> = record.tree().main_line(record.root()).collect();
    for node in line {
        moves += u32::try_from(record.node(node).moves(size).count()).unwrap_or(0);
        if after.is_some_and(|after| moves > after) {
            break;
        }
        here = node;
    }
    record.go_to(here);
    let scene =
        Scene::at_cursor(&record, GoStyle { numbering: Numbering::None, variations: Variations::None });
    let geometry = Geometry::new(size).with_coordinates(style.width >= MIN_WIDTH_FOR_COORDINATES);
    let geometry = geometry.fitting(f64::from(style.width), f64::INFINITY);
    Some(to_svg(&draw(&scene, &geometry), style.theme))
}

fn pgn(bytes: &[u8], number: usize, after: Option<u32>, style: PictureStyle) -> Option<String> {
    let file = Pgn::read(bytes.to_vec());
    if number >= file.len() {
        return None;
    }
    let mut record = ChessRecord::open(file, number);
    let last = after.map_or(usize::MAX, |after| after as usize);
    let line: Vec<NodeId> = record.tree().main_line(record.root()).take(last.saturating_add(1)).collect();
    record.go_to(*line.last()?);
    let position = record.position()?;
    let scene = chess::Scene { coordinates: false, ..chess::Scene::of(position, Color::White) };
    let step = record.last_move().and_then(|mv| mv.step());
    Some(chess::to_svg(&chess::Scene { last_move: step, ..scene }, style.theme, style.width))
}

fn of_match(bytes: &[u8], number: usize, after: Option<u32>, style: PictureStyle) -> Option<String> {
    let file = MatchFile::read(bytes).ok()?;
    let position = after_rolls(file.games().get(number)?, after);
    let scheme = backgammon::Look {
        pips: false,
        score: backgammon::ScoreFormat::Hidden,
        language: style.language,
        ..backgammon::Look::default()
    };
    Some(backgammon::to_svg_of_width(&position, &scheme, f64::from(style.width)))
}

/// The position of the id with this number, with its dice.
fn of_position(bytes: &[u8], number: usize, style: PictureStyle) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut positions = text.lines().filter_map(|line| Position::read(line.trim()).ok());
    let position = positions.nth(number)?.position;
    let look = backgammon::Look { language: style.language, ..backgammon::Look::default() };
    Some(backgammon::to_svg_of_width(&position, &look, f64::from(style.width)))
}

/// The board after this many rolls, or at the end; without dice, as the library counts positions.
fn after_rolls(game: &MatchGame, rolls: Option<u32>) -> Position {
    let rolls = rolls.map_or(usize::MAX, |rolls| rolls as usize);
    let next = game.actions.iter().filter(|played| matches!(played.action, Action::Roll { .. })).nth(rolls);
    Position { stage: Stage::OnRoll, ..next.map_or(game.end, |played| played.before) }
}
