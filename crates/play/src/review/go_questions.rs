//! Positions of a Go game as engines are asked about them, and the keys under which evaluations are stored.

use analysis::review::Player;
use rules::go::{Color, Move, Point};

use super::go::{MainLine, legal_line, move_name};

impl MainLine {
    /// As KataGo's analysis engine is asked.
    pub fn katago_query(
        &self,
        at: usize,
        id: u64,
        limit: analysis::Limit,
    ) -> Option<analysis::katago::Query> {
        let search = self.search(at)?;
        let player = |color| if color == Color::Black { Player::First } else { Player::Second };
        let first = search.start.to_play();
        let stones = search.stones.iter().map(|(at, color)| (player(*color), at.name(self.size())));
        let moves = MainLine::sides(first, &search.moves)
            .map(|(color, mv)| (player(color), move_name(mv, self.size())));
        Some(analysis::katago::Query {
            id,
            width: self.size().width(),
            height: self.size().height(),
            stones: stones.collect(),
            first: player(first),
            moves: moves.collect(),
            rules: crate::gtp::rules_of(search.rules),
            komi: search.komi,
            limit,
        })
    }

    /// As a GTP engine is asked.
    pub fn gtp_ask(&self, at: usize, limit: analysis::Limit) -> Option<crate::gtp::analysis::Ask> {
        let search = self.search(at)?;
        let moves = MainLine::sides(search.start.to_play(), &search.moves)
            .map(|(color, mv)| (color, move_name(mv, self.size())));
        Some(crate::gtp::analysis::Ask {
            size: self.size(),
            komi: search.komi,
            rules: crate::gtp::rules_text(search.rules),
            moves: moves.collect(),
            stones: search.stones.iter().map(|(at, color)| (*color, at.name(self.size()))).collect(),
            to_play: search.position.to_play(),
            limit,
        })
    }

    /// The lines that can be played here: what an engine says of another position is none.
    pub fn legal_lines(&self, at: usize, lines: Vec<analysis::Line>) -> Vec<analysis::Line> {
        let Some(position) = self.position(at) else { return Vec::new() };
        let legal = |line: analysis::Line| {
            let moves = legal_line(position, &line.moves);
            (!moves.is_empty()).then_some(analysis::Line { moves, ..line })
        };
        lines.into_iter().filter_map(legal).collect()
    }

    /// The position and the rules with komi, as parts of a key.
    pub fn key(&self, at: usize) -> Option<(String, String)> {
        let search = self.search(at)?;
        let position = &search.position;
        let cell = |at: Point| match position.get(at) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        let board: String = self.size().points().map(cell).collect();
        let ko = position.ko().map(|at| at.name(self.size())).unwrap_or_default();
        let prisoners =
            i64::from(position.prisoners(Color::White)) - i64::from(position.prisoners(Color::Black));
        let turn = position.to_play().letter();
        let passes = position.passes();
        let text = format!(
            "{}x{} {board} {turn} {ko} {prisoners} {passes}",
            self.size().width(),
            self.size().height()
        );
        Some((text, format!("go {:?} {} {}", search.rules, search.komi, search.handicap)))
    }

    /// The moves of both sides in turn, with their sides.
    fn sides(first: Color, moves: &[Move]) -> impl Iterator<Item = (Color, Move)> + '_ {
        let colors = [first, first.other()].into_iter().cycle();
        colors.zip(moves.iter().copied())
    }
}
