//! Questions to the host (moves, dead stones, files) and the replies its answers lead to.

use moment::Moment;
use rules::go::{Color, Move, Point, Points};

use super::analysis::{AnalysisOptions, Dialect, move_name};
use super::board::Board;
use super::command::ParsedLine;
use super::{Answer, AwaitedAnswer, BoardChange, Engine, Output, Report, Response, Status, Task, reply};
use crate::automatic_player::BoardCount;

impl Engine {
    pub(super) fn think(&mut self, now: Moment, line: &ParsedLine, plays: bool) -> Vec<Output> {
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
        self.waiting = Some((line.id.clone(), AwaitedAnswer::Move { color, since: now, plays, shown: None }));
        vec![Output::Think(Box::new(self.task(color)))]
    }

    /// Chooses and plays a move, and shows the search meanwhile.
    pub(super) fn think_aloud(&mut self, now: Moment, line: &ParsedLine, dialect: Dialect) -> Vec<Output> {
        let options = match AnalysisOptions::read(dialect, line) {
            Ok(options) => options,
            Err(why) => return vec![reply(&line.id, Err(why))],
        };
        let color = options.color.unwrap_or(self.board.to_play());
        if self.pending[color as usize].is_some() {
            return vec![reply(&line.id, Err("this side has moved already in this turn"))];
        }
        let start = Output::Write(format!("={}\n", line.id));
        if self.board.is_over() {
            return vec![start, Output::Write("play pass\n\n".to_owned())];
        }
        let awaited = AwaitedAnswer::Move { color, since: now, plays: true, shown: Some(options) };
        self.waiting = Some((line.id.clone(), awaited));
        let task = Task { interval: Some(options.interval), ..self.task(color) };
        vec![start, Output::Think(Box::new(task))]
    }

    /// Shows the search until the next line comes.
    pub(super) fn analyze(&mut self, line: &ParsedLine, dialect: Dialect) -> Vec<Output> {
        let options = match AnalysisOptions::read(dialect, line) {
            Ok(options) => options,
            Err(why) => return vec![reply(&line.id, Err(why))],
        };
        if self.board.is_over() {
            return vec![reply(&line.id, Err("the game is over"))];
        }
        let color = options.color.unwrap_or(self.board.to_play());
        self.analysis = Some(options);
        let task = Task { interval: Some(options.interval), limit: None, ..self.task(color) };
        vec![Output::Write(format!("={}\n", line.id)), Output::Analyze(Box::new(task))]
    }

    /// Ends an analysis, whatever has come.
    pub(super) fn end_analysis(&mut self) -> Vec<Output> {
        match self.analysis.take() {
            Some(_) => vec![Output::StopAnalysis, Output::Write("\n".to_owned())],
            None => Vec::new(),
        }
    }

    /// A line of analysis, during a search that is shown.
    fn show(&self, report: &Report) -> Vec<Output> {
        let shown = match &self.waiting {
            Some((_, AwaitedAnswer::Move { shown, .. })) => shown.as_ref(),
            _ => self.analysis.as_ref(),
        };
        let write = |options: &AnalysisOptions| Output::Write(options.line(report, self.size()) + "\n");
        shown.map(write).into_iter().collect()
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
        let limit = self.times.limit(color, &board);
        Task { color, komi: self.komi, handicap: self.handicap, limit, interval: None, since, board }
    }

    pub(super) fn find_dead(
        &mut self,
        line: &ParsedLine,
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
        if let Answer::Report(report) = answer {
            return self.show(&report);
        }
        let Some((id, waiting)) = self.waiting.take() else { return Vec::new() };
        let response = match (waiting, answer) {
            (AwaitedAnswer::Move { color, since, plays, shown }, Answer::Move { choice, win_rate }) => {
                self.times.spent(color, now.since(since));
                let response = self.finish_move(color, choice, win_rate, plays);
                if shown.is_some() {
                    // The answer began with the first line of analysis.
                    let text = response.map_or_else(|why| why.to_owned(), |name| format!("play {name}"));
                    return vec![Output::Write(text + "\n\n")];
                }
                response
            }
            (AwaitedAnswer::Score, Answer::Dead(dead)) => {
                Ok(self.board.score(&dead, self.komi, self.handicap).outcome().to_string())
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
        let rules = self.rules;
        let earlier = boards.into_iter().map(|board| board.with_rules(rules)).collect();
        self.begin(earlier, board.with_rules(rules));
        self.komi = komi.unwrap_or(self.komi);
        Ok(String::new())
    }

    fn finish_move(&mut self, color: Color, choice: Move, win_rate: f32, plays: bool) -> Response {
        let name = move_name(choice, self.size());
        if !plays {
            return Ok(name);
        }
        let score = self.board.score(&[], self.komi, self.handicap);
        let board = BoardCount::new(score, color, self.size());
        if self.resignations[color as usize].should_resign(choice, win_rate, board) {
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

pub(super) fn status(line: &ParsedLine) -> Result<AwaitedAnswer, &'static str> {
    match line.text(0) {
        Some("alive") => Ok(AwaitedAnswer::Status(Status::Alive)),
        Some("dead") => Ok(AwaitedAnswer::Status(Status::Dead)),
        Some("seki") => Ok(AwaitedAnswer::Status(Status::Seki)),
        _ => Err("syntax error"),
    }
}
