//! Pictures of chess positions.

use std::path::Path;

use diagram::chess::Scene;
use record::pgn::Start;
use rules::chess::{Color, Position};

use super::super::NodeArgs;
use super::super::input::Input;
use super::position;
use crate::failure::Failure;

/// The argument if it looks like a FEN, with eight ranks, and is not a file.
pub fn fen(what: &Path) -> Option<&str> {
    let text = what.to_str()?;
    let ranks = text.split(' ').next().unwrap_or_default().split('/').count();
    (ranks == 8 && !what.exists()).then_some(text)
}

pub fn scene_of_fen(fen: &str) -> Result<Scene, Failure> {
    let misread =
        |error: rules::chess::FenError| Failure::Record { name: "FEN".into(), what: error.to_string() };
    let read = Position::from_fen(fen, false).map_err(misread)?;
    Ok(Scene::of(&read.position, Color::White))
}

/// The board at the node, with the last move and the node's arrows.
pub fn scene(node_args: &NodeArgs, input: &Input) -> Result<Scene, Failure> {
    let (game, node) = node_args.find_chess(input)?;
    let bottom = match game.tag("Orientation").map(|side| side.to_ascii_lowercase()).as_deref() {
        Some("black") => Color::Black,
        _ => Color::White,
    };
    if let Start::Pieces(pieces) = game.start() {
        return Ok(Scene::new(pieces.iter().copied(), bottom));
    }
    let here = position(&game, node).map_err(|why| input.failure(why))?;
    let last_move = game.mv(node).and_then(|mv| mv.step());
    Ok(Scene { last_move, shapes: game.shapes(node), ..Scene::of(&here, bottom) })
}
