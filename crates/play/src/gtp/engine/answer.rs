//! Questions to the host (moves, dead stones, files) and the replies its answers lead to.

use moment::Moment;
use rules::go::{Color, Move, Point, Points};

use super::board::Board;
use super::command::ParsedLine;
use super::{Answer, AwaitedAnswer, BoardChange, Engine, Output, Response, Status, Task, reply};
use crate::automatic_player::should_resign;

impl Engine {
    pub(super) fn think(&mut self, now: Moment, line: &ParsedLine<'_>, plays: bool) -> Vec<Output> {
        let color = match line.color(0) {
            Ok(color) => color,
            Err(why) => return vec![reply(&line.id, Err(why))],
        };
        if plays && self.pending[color as usize].is_some() {
            return vec![reply(&line.id, Err("this side has moved already in this turn"))];
        }
        if self.board.is_over() {
            return vec![reply(&line.id, Ok("pass".to_owned()))];
        }
        self.waiting = Some((line.id.clone(), AwaitedAnswer::Move { color, since: now, plays }));
        vec![Output::Think(Box::new(self.task(color)))]
    }

    fn task(&mut self, color: Color) -> Task {
        let board = self.board.clone().for_color(color);
        let is_next = board == self.board;
        let since = match std::mem::replace(&mut self.change, BoardChange::Turns(Vec::new())) {
            BoardChange::Turns(turns) if is_next => BoardChange::Turns(turns),
            _ => BoardChange::Reset,
        };
        if !is_next {
            self.change = BoardChange::Reset;
        }
        Task { color, komi: self.komi, limit: self.times.limit(color, &board), since, board }
    }

    pub(super) fn find_dead(
        &mut self,
        line: &ParsedLine<'_>,
        waiting: Result<AwaitedAnswer, &'static str>,
    ) -> Vec<Output> {
        match waiting {
            Ok(waiting) => {
                self.waiting = Some((line.id.clone(), waiting));
                vec![Output::FindDead(Box::new(self.board.clone()))]
            }
            Err(why) => vec![reply(&line.id, Err(why))],
        }
    }

    /// The host's answer to the last question; any other answer is dropped.
    pub fn answer(&mut self, now: Moment, answer: Answer) -> Vec<Output> {
        let Some((id, waiting)) = self.waiting.take() else { return Vec::new() };
        let response = match (waiting, answer) {
            (AwaitedAnswer::Move { color, since, plays }, Answer::Move { choice, win_rate }) => {
                self.times.spent(color, now.since(since));
                self.finish_move(color, choice, win_rate, plays)
            }
            (AwaitedAnswer::Score, Answer::Dead(dead)) => {
                Ok(self.board.score(&dead, self.komi, self.handicap).to_string())
            }
            (AwaitedAnswer::Status(status), Answer::Dead(dead)) => Ok(self.status_list(status, &dead)),
            (AwaitedAnswer::Game, Answer::Game(game)) => self.loaded(game),
            (waiting, _) => {
                self.waiting = Some((id, waiting));
                return Vec::new();
            }
        };
        vec![reply(&id, response)]
    }

    fn loaded(&mut self, game: Option<(Vec<Board>, Option<Points>)>) -> Response {
        let (mut boards, komi) = game.ok_or("cannot load file")?;
        let board = boards.pop().ok_or("cannot load file")?;
        self.begin(boards, board);
        self.komi = komi.unwrap_or(self.komi);
        Ok(String::new())
    }

    fn finish_move(&mut self, color: Color, choice: Move, win_rate: f32, plays: bool) -> Response {
        let name = match choice {
            Move::Place(at) => at.name(self.size()),
            Move::Pass => "pass".to_owned(),
        };
        if !plays {
            return Ok(name);
        }
        if should_resign(choice, win_rate) {
            return Ok("resign".to_owned());
        }
        self.place(color, choice)?;
        Ok(name)
    }

    /// One group per line, as the protocol requires.
    fn status_list(&self, status: Status, dead: &[Point]) -> String {
        let is_listed = |group: &[Point]| {
            let is_dead = group.iter().any(|at| dead.contains(at));
            match status {
                Status::Alive => !is_dead,
                Status::Dead => is_dead,
                Status::Seki => false,
            }
        };
        let name = |at: &Point| at.name(self.size());
        let line = |group: Vec<Point>| group.iter().map(name).collect::<Vec<_>>().join(" ");
        let groups = self.board.groups().into_iter().filter(|group| is_listed(group));
        groups.map(line).collect::<Vec<_>>().join("\n")
    }
}

pub(super) fn status(line: &ParsedLine<'_>) -> Result<AwaitedAnswer, &'static str> {
    match line.text(0) {
        Some("alive") => Ok(AwaitedAnswer::Status(Status::Alive)),
        Some("dead") => Ok(AwaitedAnswer::Status(Status::Dead)),
        Some("seki") => Ok(AwaitedAnswer::Status(Status::Seki)),
        _ => Err("syntax error"),
    }
}
