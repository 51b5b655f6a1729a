//! A chess file as text: tags, moves with variations, findings; and the board at a node.

use std::fmt::Write;
use std::ops::Range;

use diagram::chess::board_text;
use i18n::Language;
use record::NodeId;
use record::pgn::{Game, Nag, Pgn, nag_sign};
use rules::chess::{Color, Position};

use super::position;

const WIDTH: usize = 79;

/// One text per game, made as the iterator advances so that a large file is printed from its first game on; then the
/// findings.
pub fn everything(file: &Pgn, games: Range<usize>) -> impl Iterator<Item = String> + '_ {
    let mut found = String::new();
    (games.start..=games.end).map(move |n| {
        if n == games.end {
            return std::mem::take(&mut found);
        }
        let Some(game) = file.game(n) else { return String::new() };
        for finding in game.findings() {
            let _ = writeln!(found, "{finding}");
        }
        let number = if file.len() > 1 { format!("Game {}\n", n + 1) } else { String::new() };
        number + &tags(&game) + &moves(&game) + "\n"
    })
}

fn tags(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in game.tags() {
        let _ = writeln!(text, "{name:16} {value}");
    }
    let count = game.tree().main_line(game.root()).count().saturating_sub(1);
    let _ = writeln!(text, "{:16} {count}", "Moves");
    let _ = writeln!(text, "{:16} {}", "Nodes", game.tree().preorder(game.root()).count());
    text
}

/// The moves without the tags, as the export format has them.
fn moves(game: &Game) -> String {
    // The writer uses the line ends of the file.
    let text = game.to_text().replace("\r\n", "\n").replace('\r', "\n");
    let body = text.split_once("\n\n").map_or(text.as_str(), |(_, body)| body);
    body.lines().map(|line| format!("  {}\n", line.trim_end())).collect()
}

/// The board at a node, with the last move, the side to move and the comments.
pub fn board(game: &Game, node: NodeId) -> Result<String, String> {
    let here = position(game, node)?;
    let mv = game.mv(node);
    let mut text = board_text(&here, Color::White, mv.and_then(|mv| mv.to()));
    if let Some(san) = numbered_move(game, node) {
        let _ = writeln!(text, "Move: {san}");
    }
    let _ = writeln!(text, "To play: {}", if here.turn() == Color::White { "White" } else { "Black" });
    let _ = writeln!(text, "FEN: {}", here.fen());
    let names: Vec<String> = game.nags(node).map(|nag| nag_text(&nag)).collect();
    if !names.is_empty() {
        let _ = writeln!(text, "Glyphs: {}", names.join(", "));
    }
    let words = game.comment(node);
    if !words.is_empty() {
        let _ = writeln!(text, "\n{}", wrapped(&words));
    }
    Ok(text)
}

/// The sign and the name: `! Good move`, `$36 White has the initiative`.
fn nag_text(nag: &Nag<'_>) -> String {
    let Some(number) = nag.number else { return nag.text.clone().into_owned() };
    let sign = nag_sign(number).map_or_else(|| format!("${number}"), str::to_owned);
    format!("{sign} {}", Language::En.nag_name(number))
}

/// `12... Nf6`
fn numbered_move(game: &Game, node: NodeId) -> Option<String> {
    let before: Position = game.position(game.tree().parent(node)?)?;
    let dots = if before.turn() == Color::White { "." } else { "..." };
    Some(format!("{}{dots} {}", before.move_number(), before.san(game.mv(node)?)))
}

fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += width;
    }
    out
}
