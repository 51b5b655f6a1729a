//! An engine's `info` line: a candidate with its value, or figures about the search.

use analysis::{Effort, Evaluation, Line, Native};
use rules::chess::{Color, Position};

/// What a line says; what it does not say is zero.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Info {
    pub depth: u32,
    pub nodes: Option<u64>,
    pub nodes_per_second: Option<u64>,
    pub millis: Option<u64>,
    /// Its rank from 1, with the move and its value.
    pub line: Option<(usize, Line)>,
}

impl Info {
    /// Chat and nonsense are no sign that the engine is searching.
    pub fn is_progress(&self) -> bool {
        self.depth > 0 || self.nodes.is_some() || self.line.is_some()
    }
}

/// Longer variations are of no use to anyone.
const MAX_MOVES: usize = 40;

impl Info {
    /// None: it is no `info` line, or one of chat. `position` is the one that is searched.
    pub fn read(text: &str, position: &Position) -> Option<Info> {
        let mut words = text.split_ascii_whitespace();
        if words.next()? != "info" {
            return None;
        }
        let mut info = Info::default();
        let (mut rank, mut value, mut is_bound) = (1, None, false);
        let mut moves = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = words.next()?.parse().ok()?,
                "multipv" => rank = words.next()?.parse().ok()?,
                "nodes" => info.nodes = words.next()?.parse().ok(),
                "nps" => info.nodes_per_second = words.next()?.parse().ok(),
                "time" => info.millis = words.next()?.parse().ok(),
                "score" => value = Some(read_score(&mut words)?),
                "lowerbound" | "upperbound" => is_bound = true,
                "pv" => moves = read_moves(words.by_ref(), position),
                _ => {}
            }
        }
        // A bound is no value yet, and `mate 0` is what engines say of a game that is over.
        let native = value.filter(|value| !is_bound && *value != Native::Mate(0) && !moves.is_empty());
        info.line = native.map(|native| {
            let native = if position.turn() == Color::White { native } else { native.reversed() };
            (rank, Line { evaluation: Evaluation::new(native, Effort::Depth(info.depth)), moves })
        });
        Some(info)
    }
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Native> {
    let unit = words.next()?;
    let value = words.next()?.parse().ok()?;
    match unit {
        "cp" => Some(Native::Centipawns(value)),
        "mate" => Some(Native::Mate(value)),
        _ => None,
    }
}

/// The moves up to the first that cannot be played.
fn read_moves<'a>(words: impl Iterator<Item = &'a str>, position: &Position) -> Vec<String> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words.take(MAX_MOVES) {
        let Some(mv) = position.read_uci(word) else { break };
        let Ok(next) = position.play(mv) else { break };
        moves.push(position.uci(mv));
        position = next;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, position: &Position) -> Option<(usize, Native, Vec<String>)> {
        let (rank, line) = Info::read(text, position)?.line?;
        Some((rank, line.evaluation.native, line.moves))
    }

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_line_of_stockfish_is_read() {
        let start = Position::initial();
        let text = "info depth 12 seldepth 15 multipv 2 score cp 34 nodes 41021 nps 683683 hashfull 14 tbhits 0 time 60 pv e2e4 e7e5 g1f3";
        let info = Info::read(text, &start).unwrap();
        assert_eq!((info.depth, info.nodes, info.nodes_per_second), (12, Some(41021), Some(683_683)));
        assert_eq!(line(text, &start), Some((2, Native::Centipawns(34), moves("e2e4 e7e5 g1f3"))));
        let padded = format!("   {text}");
        assert_eq!(line(&padded, &start), line(text, &start));
    }

    #[test]
    fn values_are_as_white_sees_them() {
        let black = Position::initial().play(Position::initial().read_uci("e2e4").unwrap()).unwrap();
        let value = |text| line(text, &black).map(|(_, native, _)| native);
        assert_eq!(value("info depth 3 score cp 25 pv e7e5"), Some(Native::Centipawns(-25)));
        assert_eq!(value("info depth 3 score mate -4 pv e7e5"), Some(Native::Mate(4)));
    }

    #[test]
    fn bounds_chat_and_nonsense_are_no_lines() {
        let start = Position::initial();
        for text in [
            "info depth 9 score cp 30 lowerbound nodes 5 pv e2e4",
            "info depth 9 score cp 30 upperbound pv e2e4",
            "info depth 0 score mate 0",
            "info depth 9 score mate 0 pv e2e4",
            "info string depth 3 score cp 10 pv e2e4",
            "info depth 9 score cp 30",
            "info depth 9 score cp 30 pv e2e5",
            "info depth 9 score cp x pv e2e4",
            "info depth 9 score",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info",
            "bestmove e2e4",
            "",
        ] {
            assert_eq!(line(text, &start), None, "{text}");
        }
    }

    #[test]
    fn a_variation_ends_at_its_first_illegal_move() {
        let start = Position::initial();
        let read = line("info depth 5 score cp 1 pv e2e4 e7e5 e4e5 a7a6", &start);
        assert_eq!(read.unwrap().2, moves("e2e4 e7e5"));
    }

    #[test]
    fn castling_is_understood_in_both_spellings_and_passed_on_in_the_usual_one() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false).unwrap().position;
        for castling in ["e1g1", "e1h1"] {
            let text = format!("info depth 1 score cp 300 pv {castling}");
            assert_eq!(line(&text, &position).unwrap().2, moves("e1g1"), "{castling}");
        }
    }
}
