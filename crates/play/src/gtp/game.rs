//! What an engine is told: the game as it stands. And what it answers: a move in its words.

use rules::go::{Color, Move, Point, Position, Size};

use super::step::Step;

/// A game as far as an engine needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub size: Size,
    /// A plain decimal, as the protocol wants it.
    pub komi: String,
    pub handicap: Vec<Point>,
    /// Stones that are there before the first move, other than handicap.
    pub stones: Vec<(Color, Point)>,
    pub moves: Vec<(Color, Move)>,
}

impl Game {
    pub fn new(size: Size, komi: impl Into<String>) -> Game {
        Game { size, komi: komi.into(), handicap: Vec::new(), stones: Vec::new(), moves: Vec::new() }
    }

    /// The same stones as bare set-up: for engines that refuse a move of the line, such as one a file forced.
    pub(super) fn as_stones(&self) -> Game {
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

    /// From an engine that knows nothing.
    pub(super) fn all_steps(&self, free_handicap: bool) -> Vec<Step> {
        let mut steps = vec![Step::board_size(self.size), Step::clear_board(), Step::komi(&self.komi)];
        if free_handicap && self.handicap.len() > 1 {
            steps.push(Step::free_handicap(&self.handicap, self.size));
        } else {
            steps.extend(self.handicap.iter().map(|at| self.step(Color::Black, Move::Place(*at))));
        }
        steps.extend(self.stones.iter().map(|(color, at)| self.step(*color, Move::Place(*at))));
        steps.extend(self.moves.iter().map(|(color, mv)| self.step(*color, *mv)));
        steps
    }

    /// From what the engine was told before: back to where the lines part, then on. None if they start differently
    /// or the engine cannot go back.
    pub(super) fn steps_from(&self, before: &Game, undo: bool) -> Option<Vec<Step>> {
        let same_start = self.size == before.size
            && self.komi == before.komi
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
        let mut steps = vec![Step::undo(); back];
        steps.extend(self.moves.iter().skip(common).map(|(color, mv)| self.step(*color, *mv)));
        Some(steps)
    }

    fn step(&self, color: Color, mv: Move) -> Step {
        Step::play(color, mv, self.size)
    }
}

/// What an engine asked for a move may say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Move(Move),
    Resign,
    /// Neither a point of this board nor a word that is known.
    Nonsense(String),
}

impl Said {
    /// Engines write `resign`, `Resign` and `RESIGN`, and `PASS` more often than `pass`.
    pub fn read(text: &str, size: Size) -> Said {
        let word = text.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("pass") {
            return Said::Move(Move::Pass);
        }
        if word.eq_ignore_ascii_case("resign") {
            return Said::Resign;
        }
        match Point::from_name(word, size) {
            Some(at) => Said::Move(Move::Place(at)),
            None => Said::Nonsense(text.to_owned()),
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
        for (text, said) in [
            ("D4", Said::Move(Move::Place(at))),
            ("d4 ", Said::Move(Move::Place(at))),
            ("PASS", Said::Move(Move::Pass)),
            ("Resign", Said::Resign),
            ("RESIGN", Said::Resign),
            ("I9", Said::Nonsense("I9".into())),
            ("T20", Said::Nonsense("T20".into())),
            ("", Said::Nonsense(String::new())),
        ] {
            assert_eq!(Said::read(text, size), said, "{text:?}");
        }
    }

    #[test]
    fn an_engine_is_taken_back_to_where_the_lines_part_and_on() {
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
            now.steps_from(&before, true).unwrap().into_iter().map(|step| step.text).collect();
        assert_eq!(texts, ["undo", "undo", "play white D7"]);
        assert_eq!(now.steps_from(&before, false), None);
        assert_eq!(now.steps_from(&Game { komi: "5.5".into(), ..before }, true), None);
    }
}
