//! The game as it is sent to an engine, and the move an engine answers.

use rules::go::{Color, Move, Point, Position, Rules, Size};

use super::command::Command;

/// A game in the terms of GTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub size: Size,
    /// A plain decimal, as the protocol requires.
    pub komi: String,
    /// Sent to engines that have a command for it.
    pub rules: Option<Rules>,
    pub handicap: Vec<Point>,
    /// Set-up stones other than handicap.
    pub stones: Vec<(Color, Point)>,
    pub moves: Vec<(Color, Move)>,
}

impl Game {
    pub fn new(size: Size, komi: impl Into<String>) -> Game {
        let komi = komi.into();
        Game { size, komi, rules: None, handicap: Vec::new(), stones: Vec::new(), moves: Vec::new() }
    }

    /// The same position as set-up stones, for engines that refuse a move of the game, such as an illegal one in a file.
    pub(super) fn as_setup(&self) -> Game {
        let handicap = self.handicap.iter().map(|at| (*at, Some(Color::Black)));
        let stones = self.stones.iter().map(|(color, at)| (*at, Some(*color)));
        let start = Position::new(self.size).set_up(handicap.chain(stones));
        let end = self.moves.iter().fold(start, |position, (color, mv)| match mv {
            Move::Place(at) => position.force(*color, *at).0,
            Move::Pass => position.pass(*color),
        });
        let all = |color| end.board().stones(color).map(move |at| (color, at));
        let stones = Color::BOTH.into_iter().flat_map(all).collect();
        Game { stones, handicap: Vec::new(), moves: Vec::new(), ..self.clone() }
    }

    /// The commands for an engine with an unknown board.
    pub(super) fn full_setup(&self, free_handicap: bool, set_rules: bool) -> Vec<Command> {
        let mut commands_to_send =
            vec![Command::board_size(self.size), Command::clear_board(), Command::komi(&self.komi)];
        commands_to_send.extend(self.rules.filter(|_| set_rules).map(Command::rules));
        if free_handicap && self.handicap.len() > 1 {
            commands_to_send.push(Command::free_handicap(&self.handicap, self.size));
        } else {
            commands_to_send
                .extend(self.handicap.iter().map(|at| self.command(Color::Black, Move::Place(*at))));
        }
        commands_to_send.extend(self.stones.iter().map(|(color, at)| self.command(*color, Move::Place(*at))));
        commands_to_send.extend(self.moves.iter().map(|(color, mv)| self.command(*color, *mv)));
        commands_to_send
    }

    /// The commands for an engine that has the game `before`: undo to the last common move, then play. None if the
    /// set-up differs or the engine cannot undo.
    pub(super) fn commands_from(&self, before: &Game, undo: bool) -> Option<Vec<Command>> {
        let same_start = self.size == before.size
            && self.komi == before.komi
            && self.rules == before.rules
            && self.handicap == before.handicap
            && self.stones == before.stones;
        if !same_start {
            return None;
        }
        let common = self.moves.iter().zip(&before.moves).take_while(|(a, b)| a == b).count();
        let back = before.moves.len() - common;
        if back > 0 && !undo {
            return None;
        }
        let mut commands_to_send = vec![Command::undo(); back];
        commands_to_send.extend(self.moves.iter().skip(common).map(|(color, mv)| self.command(*color, *mv)));
        Some(commands_to_send)
    }

    fn command(&self, color: Color, mv: Move) -> Command {
        Command::play(color, mv, self.size)
    }
}

/// An engine's answer to `genmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMove {
    Move(Move),
    Resign,
    /// Neither a point of this board nor a known word.
    Invalid(String),
}

impl EngineMove {
    /// Engines write `resign`, `Resign` and `RESIGN`, and `PASS` more often than `pass`.
    pub fn read(text: &str, size: Size) -> EngineMove {
        let word = text.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("pass") {
            return EngineMove::Move(Move::Pass);
        }
        if word.eq_ignore_ascii_case("resign") {
            return EngineMove::Resign;
        }
        match Point::from_name(word, size) {
            Some(at) => EngineMove::Move(Move::Place(at)),
            None => EngineMove::Invalid(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_any_case() {
        let size = Size::NINETEEN;
        let at = Point::new(3, 15);
        for (text, answer) in [
            ("D4", EngineMove::Move(Move::Place(at))),
            ("d4 ", EngineMove::Move(Move::Place(at))),
            ("PASS", EngineMove::Move(Move::Pass)),
            ("Resign", EngineMove::Resign),
            ("RESIGN", EngineMove::Resign),
            ("I9", EngineMove::Invalid("I9".into())),
            ("T20", EngineMove::Invalid("T20".into())),
            ("", EngineMove::Invalid(String::new())),
        ] {
            assert_eq!(EngineMove::read(text, size), answer, "{text:?}");
        }
    }

    #[test]
    fn commands_undo_to_the_last_common_move_and_play_from_there() {
        let size = Size::square(9).unwrap();
        let mv = |color, name: &str| (color, Move::Place(Point::from_name(name, size).unwrap()));
        let moves = |names: &[&str]| {
            let color = |n| if n % 2 == 0 { Color::Black } else { Color::White };
            let moves = names.iter().enumerate().map(|(n, name)| mv(color(n), name)).collect();
            Game { moves, ..Game::new(size, "6.5") }
        };
        let before = moves(&["E5", "C3", "G7"]);
        let now = moves(&["E5", "D7"]);
        let texts: Vec<String> =
            now.commands_from(&before, true).unwrap().into_iter().map(|command| command.text).collect();
        assert_eq!(texts, ["undo", "undo", "play white D7"]);
        assert_eq!(now.commands_from(&before, false), None);
        assert_eq!(now.commands_from(&Game { komi: "5.5".into(), ..before }, true), None);
    }
}
