//! What is asked of an engine: the position on the board, with the game that led to it.

use analysis::{Class, Evaluation, Loss, Thresholds};
use api::analysis::{ChessGame, GoGame, SearchPosition};
use diagram::HintGrade;
use record::NodeId;
use record::chess::ChessRecord;
use record::go::GoRecord;
use rules::chess::{self, Position};
use rules::go::{Color, Move, Point, Rules, Size};
use study::{GameId, Workspace};

/// A position of an open game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub game: GameId,
    pub number: usize,
    pub node: NodeId,
}

#[derive(Clone, PartialEq)]
pub struct Question {
    pub place: Place,
    pub about: About,
}

#[derive(Clone, PartialEq)]
pub enum About {
    Chess { position: Box<Position>, game: ChessGame },
    Go { size: Size, to_play: Color, game: GoGame },
}

impl Question {
    /// None: there is nothing to search.
    pub fn of(workspace: &Workspace) -> Option<Question> {
        let game = workspace.current();
        let record = game.record();
        let about = match (game.chess(), game.go()) {
            (Some(record), _) => about_chess(record)?,
            (_, Some(record)) => about_go(record)?,
            _ => return None,
        };
        let place = Place { game: game.id(), number: record.number(), node: record.here() };
        Some(Question { place, about })
    }

    pub fn position(&self) -> SearchPosition {
        match &self.about {
            About::Chess { game, .. } => SearchPosition::Chess(game.clone()),
            About::Go { game, .. } => SearchPosition::Go(game.clone()),
        }
    }

    /// How much less the player of a move can expect than from the best one.
    pub fn grade(&self, best: &Evaluation, value: &Evaluation) -> HintGrade {
        let (is_first, thresholds) = match &self.about {
            About::Chess { position, .. } => (position.turn() == chess::Color::White, Thresholds::CHESS),
            About::Go { to_play, .. } => (*to_play == Color::Black, Thresholds::GO),
        };
        grade_of(loss(is_first, best, value).class(&thresholds))
    }

    /// A move as engines of Go write it.
    pub fn go_move(&self, name: &str) -> Option<Move> {
        let About::Go { size, .. } = &self.about else { return None };
        match name {
            "pass" => Some(Move::Pass),
            name => Point::from_name(name, *size).map(Move::Place),
        }
    }
}

/// What the player of a move lost.
pub fn loss(is_first_player: bool, best: &Evaluation, after: &Evaluation) -> Loss {
    match is_first_player {
        true => Loss::of_first_player(best, after),
        false => Loss::of_second_player(best, after),
    }
}

pub fn grade_of(class: Class) -> HintGrade {
    match class {
        Class::Best => HintGrade::Best,
        Class::Good => HintGrade::Good,
        Class::Inaccuracy => HintGrade::Inaccuracy,
        Class::Mistake => HintGrade::Mistake,
        Class::Blunder => HintGrade::Blunder,
    }
}

fn about_chess(record: &ChessRecord) -> Option<About> {
    let (start, moves) = record.moves_here()?;
    let position = record.position()?.clone();
    if position.legal_moves().is_empty() {
        return None;
    }
    let moves = moves.iter().map(|mv| start.uci(*mv)).collect();
    let game = ChessGame { start: start.fen(), chess960: start.is_chess960(), moves };
    Some(About::Chess { position: Box::new(position), game })
}

fn about_go(record: &GoRecord) -> Option<About> {
    let here = record.moves_here()?;
    let (size, start) = (record.size(), &here.start);
    let stones = |color| start.board().stones(color).map(|at| at.name(size)).collect();
    let name = |mv: &Move| match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    };
    let game = GoGame {
        width: size.width(),
        height: size.height(),
        black: stones(Color::Black),
        white: stones(Color::White),
        white_begins: start.to_play() == Color::White,
        rules: start.rules().name().or(Rules::CHINESE.name()).unwrap_or_default().to_owned(),
        komi: here.komi,
        handicap: here.handicap,
        moves: here.moves.iter().map(name).collect(),
    };
    Some(About::Go { size, to_play: record.to_play(), game })
}

#[cfg(test)]
mod tests {
    use record::GameRecord;

    use super::*;
    use crate::study::go_record;

    fn asked(sgf: &str) -> Option<(Color, GoGame)> {
        let mut record = go_record(sgf);
        while record.forward() {}
        match about_go(&record)? {
            About::Go { to_play, game, .. } => Some((to_play, game)),
            About::Chess { .. } => None,
        }
    }

    #[test]
    fn a_go_game_is_asked_about_with_its_rules_komi_and_handicap() {
        let (to_play, game) = asked("(;SZ[9]RU[AGA]KM[0.5]HA[2]AB[gc][cg];W[ee];B[])").unwrap();
        assert_eq!((to_play, game.rules.as_str(), game.komi, game.handicap), (Color::White, "AGA", 0.5, 2));
        assert_eq!((game.black, game.white_begins), (vec!["G7".to_owned(), "C3".to_owned()], true));
        assert_eq!(game.moves, ["E5", "pass"]);
    }

    #[test]
    fn after_two_passes_nothing_is_asked() {
        assert!(asked("(;SZ[9];B[];W[])").is_none());
    }
}
