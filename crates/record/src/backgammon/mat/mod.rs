//! Match files (`.mat`): two columns of rolls and plays. The left player is at the top, as in gnubg.
//!
//! The format has no specification. What is read here is what Jellyfish, gnubg, eXtreme Gammon and the servers write:
//! `header` reads what comes before the moves, `row` the lines of moves.

mod header;
mod row;

use rules::backgammon::{Position, Score, Side};

use super::action::TextLocation;
use super::game::{MatchGame, Players, Win, stake};
use super::problem::MatchProblem;
use super::replay::Replay;
use super::text::{clipped, column};
pub(super) use header::Header;
use header::{PlayerScore, is_game_line, match_length, score_line};
use row::{Cell, CellContent};

/// Whether the text has the two lines that every match file has: ` 7 point match` and ` Game 1`.
pub fn is_match_text(text: &str) -> bool {
    text.lines().any(|line| match_length(line).is_some()) && text.lines().any(is_game_line)
}

pub(super) fn games(text: &str, header: &Header) -> Vec<MatchGame> {
    let mut reader =
        Reader { header, is_named: true, crawford_played: false, games: Vec::new(), current: None };
    for (n, line) in text.lines().enumerate() {
        reader.line(line, n + 1);
    }
    reader.end_game();
    reader.games
}

struct Reader<'a> {
    header: &'a Header,
    /// Whether the players of the current game are known; they follow the line with its number.
    is_named: bool,
    crawford_played: bool,
    games: Vec<MatchGame>,
    current: Option<Replay>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: usize) {
        let location = TextLocation { line: number, column: 1 };
        if line.trim_start().starts_with([';', '#']) {
            return self.comment(line, location);
        }
        if is_game_line(line) {
            self.end_game();
            self.is_named = false;
            return;
        }
        if line.trim().is_empty() {
            return;
        }
        match score_line(line) {
            Some((top, bottom)) => self.start(top, bottom, location),
            None if self.is_named => self.row(line, number),
            None => {
                self.start_unnamed(location);
                self.row(line, number);
            }
        }
    }

    fn end_game(&mut self) {
        self.games.extend(self.current.take().map(Replay::finish));
    }

    fn start(&mut self, top: PlayerScore, bottom: PlayerScore, location: TextLocation) {
        self.end_game();
        self.is_named = true;
        let score = Score { bottom: bottom.score, top: top.score };
        let start = Position { score, ..self.header.start(self.crawford(score)) };
        let players = Players { bottom: bottom.name, top: top.name };
        let mut replay = Replay::new(players, start, location);
        replay.forbids_beavers = self.header.forbids_beavers();
        self.current = Some(replay);
    }

    /// The players and the score that follow from the game before.
    fn start_unnamed(&mut self, location: TextLocation) {
        let (players, score) = match self.games.last() {
            Some(game) => (game.players.clone(), game.score_after().unwrap_or(game.score())),
            None => Default::default(),
        };
        let Players { bottom, top } = players;
        self.start(
            PlayerScore { name: top, score: score.top },
            PlayerScore { name: bottom, score: score.bottom },
            location,
        );
        if let Some(replay) = &mut self.current {
            replay.add_problem(MatchProblem::NoScore, location);
        }
    }

    /// Whether this is the one game without doubling: the first in which exactly one player is one point from winning.
    fn crawford(&mut self, score: Score) -> bool {
        let lacks_one = |score: u16| score.checked_add(1) == Some(self.header.length);
        let is_crawford = lacks_one(score.top) != lacks_one(score.bottom) && self.header.has_crawford();
        let is_first = is_crawford && !self.crawford_played;
        self.crawford_played |= is_crawford;
        is_first
    }

    /// `; Set Pos=-b----E-C---eE---c-e----B-/0`: eXtreme Gammon continues from another position.
    fn comment(&mut self, line: &str, location: TextLocation) {
        let Some(replay) = &mut self.current else { return };
        let Some(board) = header::position_set(line) else { return };
        if Side::BOTH.iter().all(|side| board.mover_view(*side) != replay.position().board) {
            replay.stop(MatchProblem::SetUp, location);
        }
    }

    fn row(&mut self, line: &str, number: usize) {
        let Some(replay) = &mut self.current else { return };
        for Cell { side, at, content } in row::cells(line) {
            let location = TextLocation { line: number, column: column(line, at) };
            match content {
                // After a pass, and once all checkers are off, the winner is certain, whichever column this is in.
                CellContent::Win(points) => {
                    let side = replay.winner().unwrap_or(side);
                    replay.end(Win { side, points }, location);
                }
                CellContent::Action { action, cube } => {
                    replay.act(side, action, location, None);
                    if let Some(written) = cube {
                        replay.check_cube(written, location);
                    }
                }
                CellContent::Illegal { dice, seen } => {
                    replay.add_illegal_play(side, dice, seen.mover_view(side.other()), location);
                }
                CellContent::Nothing => {}
                CellContent::Unreadable(text) => {
                    replay.stop(MatchProblem::Unreadable(clipped(text)), location);
                }
                CellContent::Other(text) => {
                    replay.add_problem(MatchProblem::NotRead(clipped(text)), location);
                }
            }
        }
    }
}

impl Header {
    fn start(&self, crawford: bool) -> Position {
        let cube_limit = self.cube_limit().unwrap_or(rules::backgammon::DEFAULT_CUBE_LIMIT);
        let stake = stake(self.length, crawford, self.is_on("Jacoby") == Some(true));
        Position { stake, cube_limit, ..Position::money(self.board()) }
    }
}
