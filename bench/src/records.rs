//! Generated records, the same every time.

use std::fmt::Write;

use rules::go::{Color, Move, Point, Position, Size};

/// A small random number generator, so that the records do not change with a dependency.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    /// A legal move, if one is found in a few tries.
    fn play(&mut self, position: &Position) -> Option<(Point, Position)> {
        (0..50).find_map(|_| {
            let at = Point::new(self.roll(19) as u8, self.roll(19) as u8);
            Some((at, position.play(Move::Place(at)).ok()?))
        })
    }
}

fn write_move(text: &mut String, color: Color, at: Point) {
    let [x, y] = at.to_sgf().map(char::from);
    let _ = write!(text, ";{}[{x}{y}]", color.letter());
}

/// A chess game with this many random half-moves and some comments.
pub fn chess_game(plies: usize) -> String {
    let mut dice = Dice(11);
    let mut position = rules::chess::Position::initial();
    let mut text = "[Event \"Bench\"]\n[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]\n\n".to_owned();
    for ply in 0..plies {
        let moves = position.legal_moves();
        // With captures the pieces would soon run out.
        let without_captures: Vec<_> = moves.iter().copied().filter(|mv| mv.taken().is_none()).collect();
        let Some(mv) = without_captures.get(dice.roll(without_captures.len().max(1))).copied() else { break };
        let Ok(next) = position.play(mv) else { break };
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(text, "{} ", position.san(mv));
        if ply % 20 == 0 {
            text += "{A comment on this move.} ";
        }
        position = next;
    }
    text + "*\n"
}

/// A chess game of this many moves with that many variations, as an annotator writes it: signs and comments, and clocks
/// and evaluations on every move.
pub fn annotated_chess_game(moves: usize, variations: usize) -> String {
    let mut dice = Dice(13);
    let mut position = rules::chess::Position::initial();
    let mut text = "[Event \"Bench\"]\n[White \"White\"]\n[Black \"Black\"]\n[Result \"*\"]\n\n".to_owned();
    let half_moves = 2 * moves;
    for ply in 0..half_moves {
        let Some((mv, next)) = quiet_move(&position, &mut dice) else { break };
        let dots = if ply % 2 == 0 { "." } else { "..." };
        let clock = (half_moves - ply) * 9;
        let _ = write!(text, "{}{dots} {} ", ply / 2 + 1, position.san(mv));
        let _ = write!(
            text,
            "{{[%eval 0.{:02}] [%clk {}:{:02}:{:02}]}} ",
            ply % 100,
            clock / 3600,
            clock / 60 % 60,
            clock % 60
        );
        for _ in ply * variations / half_moves..(ply + 1) * variations / half_moves {
            text += &variation(position.clone(), ply, &mut dice);
        }
        position = next;
    }
    text + "*\n"
}

/// Six half-moves in brackets, with a sign and a comment.
fn variation(mut position: rules::chess::Position, first: usize, dice: &mut Dice) -> String {
    let mut text = "(".to_owned();
    for ply in first..first + 6 {
        let Some((mv, next)) = quiet_move(&position, dice) else { break };
        let dots = if ply % 2 == 0 { "." } else { "..." };
        let _ = write!(text, "{}{dots} {} ", ply / 2 + 1, position.san(mv));
        position = next;
    }
    text + "$14 {This was worth a thought, but it leads to nothing.}) "
}

/// A random move that takes nothing, and the position after it.
fn quiet_move(
    position: &rules::chess::Position,
    dice: &mut Dice,
) -> Option<(rules::chess::Move, rules::chess::Position)> {
    let quiet: Vec<_> = position.legal_moves().into_iter().filter(|mv| mv.taken().is_none()).collect();
    let mv = quiet.get(dice.roll(quiet.len().max(1))).copied()?;
    Some((mv, position.play(mv).ok()?))
}

/// Chess games, about this many bytes.
pub fn chess_file(bytes: usize) -> String {
    let game = chess_game(80);
    let (_, moves) = game.split_once("\n\n").unwrap_or_default();
    let mut text = String::with_capacity(bytes + 2 * game.len());
    for number in 1.. {
        if text.len() >= bytes {
            break;
        }
        let tags = format!("[Event \"Bench\"]\n[White \"White {number}\"]\n[Black \"Black {number}\"]\n");
        let _ = write!(text, "{tags}[Result \"*\"]\n\n{moves}\n");
    }
    text
}

/// This many puzzles, each with a solution and a variation of the opponent.
pub fn puzzles(count: usize) -> String {
    const LINE: &str =
        "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4 4. Nxd4) 3. Bb5 a6 (3... Nf6 4. O-O Nxe4) 4. Ba4 Nf6 *";
    (1..=count).map(|number| format!("[Event \"Puzzle {number}\"]\n[Result \"*\"]\n\n{LINE}\n\n")).collect()
}

/// One line of legal moves.
pub fn game(moves: usize) -> String {
    let mut dice = Dice(7);
    let mut position = Position::new(Size::NINETEEN);
    let mut text = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black]PW[White]".to_owned();
    for number in 0..moves {
        let Some((at, next)) = dice.play(&position) else { break };
        write_move(&mut text, position.to_play(), at);
        if number % 20 == 0 {
            text += "C[A comment on this move.]";
        }
        position = next;
    }
    text + ")"
}

/// A main line of 300 moves with branches of ten moves, about this many nodes in all.
pub fn tree(nodes: usize) -> String {
    let mut dice = Dice(11);
    let mut text = "(;GM[1]FF[4]CA[UTF-8]SZ[19]".to_owned();
    let beside_each = (nodes.saturating_sub(300) / 300 / 10).max(1);
    let mut position = Position::new(Size::NINETEEN);
    // The main line's continuation comes before its branches, so the branches are written from the end backwards.
    let mut branches = Vec::new();
    for _ in 0..300 {
        let Some((at, next)) = dice.play(&position) else { break };
        text.push('(');
        write_move(&mut text, position.to_play(), at);
        branches.push((0..beside_each).map(|_| branch(&mut dice, &next, 10)).collect::<String>() + ")");
        position = next;
    }
    branches.reverse();
    text.extend(branches);
    text + ")"
}

fn branch(dice: &mut Dice, from: &Position, moves: usize) -> String {
    let mut position = from.clone();
    let mut text = "(".to_owned();
    for _ in 0..moves {
        let Some((at, next)) = dice.play(&position) else { break };
        write_move(&mut text, position.to_play(), at);
        position = next;
    }
    text + ")"
}

/// One game of at least this many bytes, most of them in long comments.
pub fn of_size(bytes: usize) -> String {
    let remark = "A long remark about the shape, the direction of play and the ko. ".repeat(12);
    let with_remarks = |nodes| tree(nodes).replace(";B[", &format!(";C[{remark}]B["));
    let grown = (1..).map(|thousand| with_remarks(thousand * 3_000)).find(|text| text.len() >= bytes);
    grown.unwrap_or_default()
}
