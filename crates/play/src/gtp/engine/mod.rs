//! The other end of the protocol: an engine that any Go program can ask for moves, as a machine without a process.
//! It keeps the board, the clock and the manners; thinking, judging and reading files are asked of the host.
//!
//!     engine.hear(now, "genmove b");   // [Think(task)]; then
//!     engine.answer(now, Answer::Move { choice, worth });   // [Say("= D4\n\n")]
//!
//! In simultaneous Go `play` and `genmove` put a move aside until the other side's is there. What the engine chooses
//! depends on the last board both have seen, so it may be told the other move first.

mod answer;
mod board;
mod command;
mod lines;
mod show;
#[cfg(test)]
mod tests;
mod time;

use std::time::Duration;

use rules::go::simultaneous::Variant;
use rules::go::{Color, Move, Point, Points, Size, check_free_handicap, handicap_points};

pub use board::{Board, Turn};
use command::{Command, Words};
pub use lines::Lines;
use time::Times;

use crate::Moment;

/// Below this chance a move is not worth showing.
const HOPELESS: f32 = 0.03;

/// Something to find the best move for.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub board: Board,
    pub color: Color,
    pub komi: Points,
    /// Think no longer than this.
    pub limit: Option<Duration>,
    pub since: News,
}

/// What happened since the last task.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Another game, or a way that was not foreseen.
    Anew,
    /// These turns, each with the board after it.
    Turns(Vec<(Turn, Board)>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// To be written as it is.
    Say(String),
    /// To be answered with `Answer::Move`.
    Think(Box<Task>),
    /// Which stones are dead? To be answered with `Answer::Dead`.
    Judge(Box<Board>),
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
    /// The best move and the share of games it wins.
    Move {
        choice: Move,
        worth: f32,
    },
    Dead(Vec<Point>),
    /// The boards of a game from the first to the last, and its komi; none if it could not be read.
    Game(Option<(Vec<Board>, Option<Points>)>),
}

/// What a command that asked the host is waiting for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Waiting {
    Move { color: Color, since: Moment, plays: bool },
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
    /// From the first to the one before this.
    earlier: Vec<Board>,
    /// In simultaneous Go: moves put aside, Black's and White's.
    pending: [Option<Move>; 2],
    komi: Points,
    handicap: u32,
    times: Times,
    news: News,
    waiting: Option<(String, Waiting)>,
}

/// What a command comes to: words, or an error for the controller.
type Said = Result<String, &'static str>;

impl Engine {
    /// Plays ordinary Go, or the variant of simultaneous Go.
    pub fn new(name: &str, version: &str, simultaneous: Option<Variant>) -> Engine {
        Engine {
            name: name.to_owned(),
            version: version.to_owned(),
            board: Board::empty(Size::NINETEEN, simultaneous),
            earlier: Vec::new(),
            pending: [None; 2],
            komi: if simultaneous.is_some() { Points::ZERO } else { Points::halves(13) },
            handicap: 0,
            times: Times::default(),
            news: News::Anew,
            waiting: None,
        }
    }

    /// A line from the controller. While an answer is awaited, lines have to wait too.
    pub fn hear(&mut self, now: Moment, line: &str) -> Vec<Output> {
        let Some(words) = Words::read(line) else { return Vec::new() };
        if self.waiting.is_some() {
            return vec![say(&words.id, Err("busy"))];
        }
        match Command::named(words.command).filter(|command| command.is_known(self.is_simultaneous())) {
            Some(command) => self.obey(now, command, &words),
            None => vec![say(&words.id, Err("unknown command"))],
        }
    }

    fn obey(&mut self, now: Moment, command: Command, words: &Words<'_>) -> Vec<Output> {
        let said = match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok(self.name.clone()),
            Command::Version => Ok(self.version.clone()),
            Command::Known => Ok(self.knows(words)),
            Command::List => Ok(Command::list(self.is_simultaneous())),
            Command::BoardSize => self.set_size(words),
            Command::ClearBoard => self.clear(),
            Command::Komi => self.set_komi(words),
            Command::Play => self.play(words),
            Command::PlayTurn => self.play_turn(words),
            Command::Undo => self.undo(),
            Command::TimeSettings => self.set_times(words),
            Command::TimeLeft => self.set_time_left(words),
            Command::ShowBoard => Ok(show::board(&self.board)),
            Command::FixedHandicap | Command::PlaceFreeHandicap => self.place_handicap(command, words),
            Command::SetFreeHandicap => self.set_free_handicap(words),
            Command::Variant => self.set_variant(words),
            Command::Quit => return vec![say(&words.id, Ok(String::new())), Output::Quit],
            Command::GenMove => return self.think(now, words, true),
            Command::RegGenMove | Command::GenMoveSimultaneous => return self.think(now, words, false),
            Command::FinalScore => return self.judge(words, Ok(Waiting::Score)),
            Command::FinalStatusList => return self.judge(words, answer::status(words)),
            Command::LoadSgf => return self.load(words),
        };
        vec![say(&words.id, said)]
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn is_simultaneous(&self) -> bool {
        self.board.variant().is_some()
    }

    /// Another game begins, with these boards behind it.
    fn begin(&mut self, earlier: Vec<Board>, board: Board) {
        (self.earlier, self.board) = (earlier, board);
        self.pending = [None; 2];
        self.news = News::Anew;
        self.handicap = 0;
    }

    fn clear(&mut self) -> Said {
        self.begin(Vec::new(), Board::empty(self.size(), self.board.variant()));
        self.times.restart();
        Ok(String::new())
    }

    fn knows(&self, words: &Words<'_>) -> String {
        let known = words.text(0).and_then(Command::named);
        known.is_some_and(|command| command.is_known(self.is_simultaneous())).to_string()
    }

    fn set_size(&mut self, words: &Words<'_>) -> Said {
        let lines: u32 = words.number(0)?;
        // The protocol has letters for 25 columns.
        let size =
            Size::square(lines).ok().filter(|_| (2..=25).contains(&lines)).ok_or("unacceptable size")?;
        self.begin(Vec::new(), Board::empty(size, self.board.variant()));
        Ok(String::new())
    }

    fn set_variant(&mut self, words: &Words<'_>) -> Said {
        let variant = words.text(0).and_then(Variant::from_name).ok_or("there are red, hole and void")?;
        self.begin(Vec::new(), Board::empty(self.size(), Some(variant)));
        Ok(String::new())
    }

    fn set_komi(&mut self, words: &Words<'_>) -> Said {
        let komi: f64 = words.number(0)?;
        if !(-1000.0..=1000.0).contains(&komi) {
            return Err("syntax error");
        }
        self.komi = Points::quarters((4.0 * komi).round() as i32);
        Ok(String::new())
    }

    fn play(&mut self, words: &Words<'_>) -> Said {
        let (color, choice) = (words.color(0)?, words.choice(1, self.size())?);
        match choice {
            Some(choice) => self.put(color, choice),
            // Some programs tell that a side resigned; it changes no board.
            None => Ok(String::new()),
        }
    }

    /// A move on the board, or put aside until the other side has moved too.
    fn put(&mut self, color: Color, choice: Move) -> Said {
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

    fn play_turn(&mut self, words: &Words<'_>) -> Said {
        let choice = |n| words.choice(n, self.size())?.ok_or("syntax error");
        let (black, white) = (choice(0)?, choice(1)?);
        if self.pending.into_iter().zip([black, white]).any(|(known, said)| known.is_some_and(|k| k != said))
        {
            return Err("another move was chosen for this turn");
        }
        self.advance(Turn::Both { black, white })?;
        self.pending = [None; 2];
        Ok(String::new())
    }

    fn advance(&mut self, turn: Turn) -> Said {
        let next = self.board.after(turn).ok_or("illegal move")?;
        let in_turn = self.board.is_in_turn(turn);
        match &mut self.news {
            News::Turns(turns) if in_turn => turns.push((turn, next.clone())),
            news => *news = News::Anew,
        }
        self.earlier.push(std::mem::replace(&mut self.board, next));
        Ok(String::new())
    }

    fn undo(&mut self) -> Said {
        if self.pending.iter().any(Option::is_some) {
            self.pending = [None; 2];
            return Ok(String::new());
        }
        self.board = self.earlier.pop().ok_or("cannot undo")?;
        self.news = News::Anew;
        Ok(String::new())
    }

    fn set_times(&mut self, words: &Words<'_>) -> Said {
        let [main, period, stones] = [0, 1, 2].map(|n| words.number::<u32>(n));
        self.times.set(main?, period?, stones?);
        Ok(String::new())
    }

    fn set_time_left(&mut self, words: &Words<'_>) -> Said {
        self.times.left(words.color(0)?, words.number(1)?, words.number(2)?);
        Ok(String::new())
    }

    fn place_handicap(&mut self, command: Command, words: &Words<'_>) -> Said {
        let stones: u32 = words.number(0)?;
        self.check_empty()?;
        let custom = handicap_points(self.size(), stones);
        let points = match command {
            Command::FixedHandicap => custom.ok_or("invalid number of stones")?,
            _ if stones < 2 => return Err("invalid number of stones"),
            // As many as there are customary points for.
            _ => custom.or_else(|| self.most_handicap()).ok_or("invalid number of stones")?,
        };
        self.hand_over(&points)
    }

    fn most_handicap(&self) -> Option<Vec<Point>> {
        handicap_points(self.size(), rules::go::most_handicap_stones(self.size()))
    }

    fn set_free_handicap(&mut self, words: &Words<'_>) -> Said {
        self.check_empty()?;
        let point = |n| match words.choice(n, self.size()) {
            Ok(Some(Move::Place(at))) => Ok(at),
            _ => Err("bad vertex list"),
        };
        let points = (0..words.count()).map(point).collect::<Result<Vec<Point>, _>>()?;
        check_free_handicap(self.size(), &points).map_err(|_| "bad vertex list")?;
        self.hand_over(&points)?;
        Ok(String::new())
    }

    fn check_empty(&self) -> Result<(), &'static str> {
        if self.board.is_empty() { Ok(()) } else { Err("board not empty") }
    }

    /// The handicap stones are there, and White is next.
    fn hand_over(&mut self, points: &[Point]) -> Said {
        let board = self.board.with_handicap(points).ok_or("bad vertex list")?;
        self.begin(Vec::new(), board);
        self.handicap = u32::try_from(points.len()).unwrap_or(u32::MAX);
        Ok(points.iter().map(|at| at.name(self.size())).collect::<Vec<_>>().join(" "))
    }

    fn load(&mut self, words: &Words<'_>) -> Vec<Output> {
        let before = match words.text(1) {
            Some(_) => words.number::<u32>(1).map(Some),
            None => Ok(None),
        };
        match (words.text(0), before) {
            (Some(path), Ok(before)) => {
                self.waiting = Some((words.id.clone(), Waiting::Game));
                vec![Output::Load { path: path.to_owned(), before, simultaneous: self.is_simultaneous() }]
            }
            _ => vec![say(&words.id, Err("cannot load file"))],
        }
    }
}

fn say(id: &str, said: Said) -> Output {
    let (mark, text) = match &said {
        Ok(text) => ('=', text.as_str()),
        Err(why) => ('?', *why),
    };
    let space = if text.is_empty() { "" } else { " " };
    Output::Say(format!("{mark}{id}{space}{text}\n\n"))
}
