//! What is asked of the host, and what its answers come to.

use rules::go::{Color, Move, Point, Points};

use super::board::Board;
use super::command::Words;
use super::{Answer, Engine, HOPELESS, News, Output, Said, Status, Task, Waiting, say};
use crate::Moment;

impl Engine {
    pub(super) fn think(&mut self, now: Moment, words: &Words<'_>, plays: bool) -> Vec<Output> {
        let color = match words.color(0) {
            Ok(color) => color,
            Err(why) => return vec![say(&words.id, Err(why))],
        };
        if plays && self.pending[color as usize].is_some() {
            return vec![say(&words.id, Err("this side has moved already in this turn"))];
        }
        if self.board.is_over() {
            return vec![say(&words.id, Ok("pass".to_owned()))];
        }
        self.waiting = Some((words.id.clone(), Waiting::Move { color, since: now, plays }));
        vec![Output::Think(Box::new(self.task(color)))]
    }

    fn task(&mut self, color: Color) -> Task {
        let board = self.board.clone().for_color(color);
        let is_next = board == self.board;
        let since = match std::mem::replace(&mut self.news, News::Turns(Vec::new())) {
            News::Turns(turns) if is_next => News::Turns(turns),
            _ => News::Anew,
        };
        if !is_next {
            self.news = News::Anew;
        }
        Task { color, komi: self.komi, limit: self.times.limit(color, &board), since, board }
    }

    pub(super) fn judge(&mut self, words: &Words<'_>, waiting: Result<Waiting, &'static str>) -> Vec<Output> {
        match waiting {
            Ok(waiting) => {
                self.waiting = Some((words.id.clone(), waiting));
                vec![Output::Judge(Box::new(self.board.clone()))]
            }
            Err(why) => vec![say(&words.id, Err(why))],
        }
    }

    /// The host's answer to what was asked last; others are dropped.
    pub fn answer(&mut self, now: Moment, answer: Answer) -> Vec<Output> {
        let Some((id, waiting)) = self.waiting.take() else { return Vec::new() };
        let said = match (waiting, answer) {
            (Waiting::Move { color, since, plays }, Answer::Move { choice, worth }) => {
                self.times.spent(color, now.since(since));
                self.settle(color, choice, worth, plays)
            }
            (Waiting::Score, Answer::Dead(dead)) => {
                Ok(self.board.score(&dead, self.komi, self.handicap).to_string())
            }
            (Waiting::Status(status), Answer::Dead(dead)) => Ok(self.status_list(status, &dead)),
            (Waiting::Game, Answer::Game(game)) => self.loaded(game),
            (waiting, _) => {
                self.waiting = Some((id, waiting));
                return Vec::new();
            }
        };
        vec![say(&id, said)]
    }

    fn loaded(&mut self, game: Option<(Vec<Board>, Option<Points>)>) -> Said {
        let (mut boards, komi) = game.ok_or("cannot load file")?;
        let board = boards.pop().ok_or("cannot load file")?;
        self.begin(boards, board);
        self.komi = komi.unwrap_or(self.komi);
        Ok(String::new())
    }

    fn settle(&mut self, color: Color, choice: Move, worth: f32, plays: bool) -> Said {
        let name = match choice {
            Move::Place(at) => at.name(self.size()),
            Move::Pass => "pass".to_owned(),
        };
        if !plays {
            return Ok(name);
        }
        if worth < HOPELESS && choice != Move::Pass {
            return Ok("resign".to_owned());
        }
        self.put(color, choice)?;
        Ok(name)
    }

    /// Groups on lines of their own, as the protocol has it.
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

pub(super) fn status(words: &Words<'_>) -> Result<Waiting, &'static str> {
    match words.text(0) {
        Some("alive") => Ok(Waiting::Status(Status::Alive)),
        Some("dead") => Ok(Waiting::Status(Status::Dead)),
        Some("seki") => Ok(Waiting::Status(Status::Seki)),
        _ => Err("syntax error"),
    }
}
