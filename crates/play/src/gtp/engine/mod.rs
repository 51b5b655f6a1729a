//! The other end of the protocol: an engine that any Go program can ask for moves, as a state machine without a process.
//! It has the board and the clock; the host searches, finds dead stones and reads files.
//!
//!     engine.handle_line(now, "genmove b");   // [Think(task)]; then
//!     engine.answer(now, Answer::Move { choice, win_rate });   // [Write("= D4\n\n")]
//!
//! In simultaneous Go `play` and `genmove` hold a move back until the other side's has arrived. The engine's choice
//! depends only on the last board both sides have seen, so the other move may be sent first.

mod analysis;
mod answer;
mod board;
mod command;
mod game_setup;
mod lines;
mod show;
#[cfg(test)]
mod tests;
mod time;

use std::time::Duration;

use moment::Moment;
use rules::go::simultaneous::Variant;
use rules::go::{Color, Compensation, Move, Point, Points, Rules, Size};

use analysis::AnalysisOptions;
pub use analysis::{MoveReport, Report};
pub use board::{Board, Turn};
use command::{Command, ParsedLine};
pub use lines::Lines;
use time::Times;

use super::rule_names;
use crate::automatic_player::Resignation;

/// A position to find the best move for.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub board: Board,
    pub color: Color,
    pub komi: Points,
    /// Black's handicap stones.
    pub handicap: u32,
    /// Time limit.
    pub limit: Option<Duration>,
    /// Send an `Answer::Report` this often.
    pub interval: Option<Duration>,
    pub since: BoardChange,
}

/// How the board changed since the last task.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardChange {
    /// Another game, an undo or a move out of turn.
    Reset,
    /// These turns, each with the board after it.
    Turns(Vec<(Turn, Board)>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Write this text to the controller.
    Write(String),
    /// To be answered with `Answer::Move`.
    Think(Box<Task>),
    /// To be answered with `Answer::Report` again and again, until `StopAnalysis`.
    Analyze(Box<Task>),
    StopAnalysis,
    /// Which stones are dead? To be answered with `Answer::Dead`.
    FindDead(Box<Board>),
    /// To be answered with `Answer::Game`. Up to the position before that move, where one is given.
    Load {
        path: String,
        before: Option<u32>,
        simultaneous: bool,
    },
    Quit,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The best move and the share of games won.
    Move {
        choice: Move,
        win_rate: f32,
    },
    /// What the search has found so far.
    Report(Box<Report>),
    Dead(Vec<Point>),
    /// The boards of a game from the first to the last, and its komi; none if it could not be read.
    Game(Option<(Vec<Board>, Option<Points>)>),
}

/// What the pending command waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum AwaitedAnswer {
    Move { color: Color, since: Moment, plays: bool, shown: Option<AnalysisOptions> },
    Score,
    Status(Status),
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Alive,
    Dead,
    Seki,
}

#[derive(Debug)]
pub struct Engine {
    name: String,
    version: String,
    board: Board,
    /// All boards before this one.
    earlier: Vec<Board>,
    /// In simultaneous Go: moves held back until the other side's arrives, Black's and White's.
    pending: [Option<Move>; 2],
    komi: Points,
    rules: Rules,
    handicap: u32,
    times: Times,
    change: BoardChange,
    waiting: Option<(String, AwaitedAnswer)>,
    /// An analysis that goes on until the next line.
    analysis: Option<AnalysisOptions>,
    resignation: Resignation,
    /// Black's and White's.
    resignations: [Resignation; 2],
}

/// GNU Go and most programs do not compensate for handicap stones.
pub const DEFAULT_RULES: Rules = Rules { compensation: Compensation::None, ..Rules::CHINESE };

/// The reply to a command: its text, or an error.
type Response = Result<String, &'static str>;

impl Engine {
    /// Plays ordinary Go, or the variant of simultaneous Go.
    pub fn new(name: &str, version: &str, simultaneous: Option<Variant>) -> Engine {
        Engine {
            name: name.to_owned(),
            version: version.to_owned(),
            board: Board::empty(Size::NINETEEN, simultaneous, DEFAULT_RULES),
            earlier: Vec::new(),
            pending: [None; 2],
            komi: if simultaneous.is_some() { Points::ZERO } else { Points::halves(13) },
            rules: DEFAULT_RULES,
            handicap: 0,
            times: Times::default(),
            change: BoardChange::Reset,
            waiting: None,
            analysis: None,
            resignation: Resignation::default(),
            resignations: Default::default(),
        }
    }

    /// Plays by these rules, where moves alternate.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Engine {
        self.rules = rules;
        self.board = self.board.with_rules(rules);
        self
    }

    /// Resigns by this rule.
    #[must_use]
    pub fn with_resignation(mut self, resignation: Resignation) -> Engine {
        self.resignation = resignation;
        self.resignations = [resignation; 2];
        self
    }

    /// Handles a line from the controller. While the host's answer is awaited, commands are refused as busy.
    pub fn handle_line(&mut self, now: Moment, line: &str) -> Vec<Output> {
        // Any line ends an analysis, an empty one too.
        let mut outputs = self.end_analysis();
        let Some(line) = ParsedLine::read(line) else { return outputs };
        if self.waiting.is_some() {
            outputs.push(reply(&line.id, Err("busy")));
            return outputs;
        }
        match Command::named(&line.command).filter(|command| command.is_known(self.is_simultaneous())) {
            Some(command) => outputs.append(&mut self.execute(now, command, &line)),
            None => outputs.push(reply(&line.id, Err("unknown command"))),
        }
        outputs
    }

    fn execute(&mut self, now: Moment, command: Command, line: &ParsedLine) -> Vec<Output> {
        let response = match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok(self.name.clone()),
            Command::Version => Ok(self.version.clone()),
            Command::Known => Ok(self.known_command(line)),
            Command::List => Ok(Command::list(self.is_simultaneous())),
            Command::BoardSize => self.set_size(line),
            Command::ClearBoard => self.clear(),
            Command::Komi => self.set_komi(line),
            Command::Play => self.play(line),
            Command::PlayTurn => self.play_turn(line),
            Command::Undo => self.undo(),
            Command::TimeSettings => self.set_times(line),
            Command::TimeLeft => self.set_time_left(line),
            Command::ShowBoard => Ok(show::board(&self.board)),
            Command::FixedHandicap | Command::PlaceFreeHandicap => self.place_handicap(command, line),
            Command::SetFreeHandicap => self.set_free_handicap(line),
            Command::Variant => self.set_variant(line),
            Command::SetRules => self.set_rules(line),
            Command::GetRules => Ok(rule_names::fields(self.rules)),
            Command::SetRule => self.set_rule(line),
            Command::Stop => Ok(String::new()),
            Command::Analyze(dialect) => return self.analyze(line, dialect),
            Command::GenMoveAnalyze(dialect) => return self.think_aloud(now, line, dialect),
            Command::Quit => return vec![reply(&line.id, Ok(String::new())), Output::Quit],
            Command::GenMove => return self.think(now, line, true),
            Command::RegGenMove | Command::GenMoveSimultaneous => return self.think(now, line, false),
            Command::FinalScore => return self.find_dead(line, Ok(AwaitedAnswer::Score)),
            Command::FinalStatusList => return self.find_dead(line, answer::status(line)),
            Command::LoadSgf => return self.load(line),
        };
        vec![reply(&line.id, response)]
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn is_simultaneous(&self) -> bool {
        self.board.variant().is_some()
    }

    /// Starts another game with this history.
    fn begin(&mut self, earlier: Vec<Board>, board: Board) {
        (self.earlier, self.board) = (earlier, board);
        self.pending = [None; 2];
        self.change = BoardChange::Reset;
        self.handicap = 0;
        self.resignations = [self.resignation; 2];
    }

    fn clear(&mut self) -> Response {
        self.begin(Vec::new(), Board::empty(self.size(), self.board.variant(), self.rules));
        self.times.restart();
        Ok(String::new())
    }

    fn known_command(&self, line: &ParsedLine) -> String {
        let known = line.text(0).and_then(Command::named);
        known.is_some_and(|command| command.is_known(self.is_simultaneous())).to_string()
    }

    fn set_size(&mut self, line: &ParsedLine) -> Response {
        let lines: u32 = line.number(0)?;
        // The protocol has letters for 25 columns.
        let size =
            Size::square(lines).ok().filter(|_| (2..=25).contains(&lines)).ok_or("unacceptable size")?;
        self.begin(Vec::new(), Board::empty(size, self.board.variant(), self.rules));
        Ok(String::new())
    }

    fn set_variant(&mut self, line: &ParsedLine) -> Response {
        let variant = line.text(0).and_then(Variant::from_name).ok_or("choose red, hole or void")?;
        self.begin(Vec::new(), Board::empty(self.size(), Some(variant), self.rules));
        Ok(String::new())
    }

    fn set_komi(&mut self, line: &ParsedLine) -> Response {
        let komi: f64 = line.number(0)?;
        if !(-1000.0..=1000.0).contains(&komi) {
            return Err("syntax error");
        }
        self.komi = Points::quarters((4.0 * komi).round() as i32);
        Ok(String::new())
    }

    fn play(&mut self, line: &ParsedLine) -> Response {
        let (color, choice) = (line.color(0)?, line.choice(1, self.size())?);
        match choice {
            Some(choice) => self.place(color, choice),
            // Some programs send `play b resign`; it does not change the board.
            None => Ok(String::new()),
        }
    }

    /// Plays a move, or holds it back until the other side has moved too.
    fn place(&mut self, color: Color, choice: Move) -> Response {
        if !self.is_simultaneous() {
            let turn = Turn::One { color, choice };
            return self.advance(turn);
        }
        if self.pending[color as usize].is_some() {
            return Err("this side has moved already in this turn");
        }
        if !self.board.allows(color, choice) {
            return Err("illegal move");
        }
        self.pending[color as usize] = Some(choice);
        if let [Some(black), Some(white)] = self.pending {
            self.pending = [None; 2];
            self.advance(Turn::Both { black, white })?;
        }
        Ok(String::new())
    }

    fn play_turn(&mut self, line: &ParsedLine) -> Response {
        let choice = |n| line.choice(n, self.size())?.ok_or("syntax error");
        let (black, white) = (choice(0)?, choice(1)?);
        if self
            .pending
            .into_iter()
            .zip([black, white])
            .any(|(known, response)| known.is_some_and(|k| k != response))
        {
            return Err("another move was chosen for this turn");
        }
        self.advance(Turn::Both { black, white })?;
        self.pending = [None; 2];
        Ok(String::new())
    }

    fn advance(&mut self, turn: Turn) -> Response {
        let next = self.board.after(turn).ok_or("illegal move")?;
        let in_turn = self.board.is_in_turn(turn);
        match &mut self.change {
            BoardChange::Turns(turns) if in_turn => turns.push((turn, next.clone())),
            change => *change = BoardChange::Reset,
        }
        self.earlier.push(std::mem::replace(&mut self.board, next));
        Ok(String::new())
    }

    fn undo(&mut self) -> Response {
        if self.pending.iter().any(Option::is_some) {
            self.pending = [None; 2];
            return Ok(String::new());
        }
        self.board = self.earlier.pop().ok_or("cannot undo")?;
        self.change = BoardChange::Reset;
        Ok(String::new())
    }

    fn set_times(&mut self, line: &ParsedLine) -> Response {
        let [main, period, stones] = [0, 1, 2].map(|n| line.number::<u32>(n));
        self.times.set(main?, period?, stones?);
        Ok(String::new())
    }

    fn set_time_left(&mut self, line: &ParsedLine) -> Response {
        self.times.left(line.color(0)?, line.number(1)?, line.number(2)?);
        Ok(String::new())
    }

    fn load(&mut self, line: &ParsedLine) -> Vec<Output> {
        let before = match line.text(1) {
            Some(_) => line.number::<u32>(1).map(Some),
            None => Ok(None),
        };
        match (line.text(0), before) {
            (Some(path), Ok(before)) => {
                self.waiting = Some((line.id.clone(), AwaitedAnswer::Game));
                vec![Output::Load { path: path.to_owned(), before, simultaneous: self.is_simultaneous() }]
            }
            _ => vec![reply(&line.id, Err("cannot load file"))],
        }
    }
}

fn reply(id: &str, response: Response) -> Output {
    let (mark, text) = match &response {
        Ok(text) => ('=', text.as_str()),
        Err(why) => ('?', *why),
    };
    let space = if text.is_empty() { "" } else { " " };
    Output::Write(format!("{mark}{id}{space}{text}\n\n"))
}
