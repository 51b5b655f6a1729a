//! A faulty engine in memory, and the host that runs it in virtual time.

use std::collections::VecDeque;
use std::time::Duration;

use moment::Moment;
use play::gtp::{Conversation, Game, Input, Output, Query, State};
use rules::go::{Color, Move, Point, Position, Size};

/// What the engine does wrong. The default does nothing wrong.
#[derive(Clone, Default)]
pub struct EngineFaults {
    pub crlf: bool,
    /// Writes this many bytes at a time, a tenth of a second apart.
    pub chunk_size: Option<usize>,
    /// Prints banners between replies and inside long ones.
    pub prints_banners: bool,
    pub omits_blank_line: bool,
    /// Seconds before it answers a command with this word.
    pub slow: Vec<(&'static str, u64)>,
    /// Replies with an id that no command has.
    pub wrong_ids: bool,
    pub omits_ids: bool,
    pub crashes_on: Vec<&'static str>,
    /// Crashes only this many times.
    pub crashes: u32,
    /// Answers before it crashes.
    pub crashes_after_answering: bool,
    /// Refuses commands with this word, this many times.
    pub refuses: Vec<(&'static str, u32)>,
    /// Answers to `genmove`, in order; after them it plays legal moves.
    pub answers: Vec<&'static str>,
    pub missing: Vec<&'static str>,
}

pub struct FakeEngine {
    faults: EngineFaults,
    position: Position,
    line: Vec<Position>,
    answered: usize,
    crashes: u32,
    pub commands: Vec<String>,
    pub starts: u32,
}

enum EngineEvent {
    Bytes(Vec<u8>),
    Exit,
}

pub struct FakeHost {
    pub now: Moment,
    pub conversation: Conversation,
    pub engine: FakeEngine,
    pub out: Vec<Output>,
    run: u32,
    alive: bool,
    pending: VecDeque<(Moment, u32, EngineEvent)>,
}

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "level",
    "set_free_handicap",
    "final_status_list",
    "final_score",
];

impl FakeEngine {
    fn new(faults: EngineFaults) -> FakeEngine {
        let position = Position::new(Size::NINETEEN);
        FakeEngine {
            faults,
            position,
            line: Vec::new(),
            answered: 0,
            crashes: 0,
            commands: Vec::new(),
            starts: 0,
        }
    }

    fn refuses(&mut self, word: &str) -> bool {
        let refusal = self.faults.refuses.iter_mut().find(|(w, times)| *w == word && *times > 0);
        refusal.map(|(_, times)| *times -= 1).is_some()
    }

    fn execute(&mut self, command: &str) -> Result<String, String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        if self.refuses(words[0]) || self.faults.missing.contains(&words[0]) {
            return Err("unknown command".into());
        }
        match words[..] {
            ["name"] => Ok("Fake".into()),
            ["version"] => Ok("0.1".into()),
            ["list_commands"] => Ok(self.list()),
            ["boardsize", n] => self.start(n.parse().unwrap()),
            ["clear_board"] => self.start(self.position.size().width().into()),
            ["komi", _] | ["level", _] | ["time_settings" | "time_left", _, _, _] => Ok(String::new()),
            ["set_free_handicap", ref points @ ..] => {
                points.iter().try_for_each(|name| self.play("black", name))?;
                Ok(String::new())
            }
            ["play", color, name] => self.play(color, name).map(|()| String::new()),
            ["undo"] => self.undo(),
            ["genmove", color] => Ok(self.genmove(color)),
            ["final_status_list", "dead"] => Ok("A1 B1\nC1".into()),
            ["final_score"] => Ok("W+5.5".into()),
            ["showboard"] => Ok("\n . . .\n . X .".into()),
            _ => Err("unknown command".into()),
        }
    }

    fn list(&self) -> String {
        let known = COMMANDS.iter().filter(|word| !self.faults.missing.contains(word));
        known.copied().collect::<Vec<_>>().join("\n")
    }

    fn start(&mut self, lines: u32) -> Result<String, String> {
        if lines > 19 {
            return Err("unacceptable size".into());
        }
        self.position = Position::new(Size::square(lines).unwrap());
        self.line.clear();
        Ok(String::new())
    }

    fn play(&mut self, color: &str, name: &str) -> Result<(), String> {
        let mv = match name {
            "pass" => Move::Pass,
            name => Move::Place(Point::from_name(name, self.position.size()).ok_or("syntax error")?),
        };
        let next = self.position.play_as(color_of(color), mv).map_err(|_| "illegal move")?;
        self.line.push(std::mem::replace(&mut self.position, next));
        Ok(())
    }

    fn undo(&mut self) -> Result<String, String> {
        self.position = self.line.pop().ok_or("cannot undo")?;
        Ok(String::new())
    }

    fn genmove(&mut self, color: &str) -> String {
        if let Some(word) = self.faults.answers.get(self.answered) {
            self.answered += 1;
            return (*word).into();
        }
        let size = self.position.size();
        let first = size.points().find(|at| self.position.is_legal(color_of(color), Move::Place(*at)));
        let name = first.map_or("pass".to_owned(), |at| at.name(size));
        self.play(color, &name).unwrap();
        name
    }

    pub fn board(&self) -> String {
        self.position.board().to_string()
    }
}

fn color_of(word: &str) -> Color {
    if word == "black" { Color::Black } else { Color::White }
}

impl FakeHost {
    pub fn new(faults: EngineFaults) -> FakeHost {
        FakeHost::with(Conversation::new(Some(3)), faults)
    }

    pub fn with(conversation: Conversation, faults: EngineFaults) -> FakeHost {
        let mut host = FakeHost {
            now: Moment::ORIGIN,
            conversation,
            engine: FakeEngine::new(faults),
            out: Vec::new(),
            run: 0,
            alive: false,
            pending: VecDeque::new(),
        };
        host.input(Input::Begin);
        host
    }

    pub fn input(&mut self, input: Input<'_>) {
        for output in self.conversation.handle(self.now, input) {
            match output {
                Output::Start { run } => self.start(run),
                Output::Write(bytes) if self.alive => self.receive(&bytes),
                Output::Write(_) => {}
                Output::Stop => self.alive = false,
                other => self.out.push(other),
            }
        }
    }

    /// Asks for a move and waits for the outcome.
    pub fn ask_move(&mut self, game: &Game, color: Color) -> Output {
        self.input(Input::Query(Query::Move { game: game.clone(), color }));
        self.settle();
        self.out.pop().expect("an outcome")
    }

    /// Lets time pass until no event is left.
    pub fn settle(&mut self) {
        while let Some(at) = self.next_event() {
            self.advance_to(at);
        }
    }

    pub fn advance(&mut self, seconds: u64) {
        let until = self.now + Duration::from_secs(seconds);
        while let Some(at) = self.next_event().filter(|at| *at <= until) {
            self.advance_to(at);
        }
        self.now = until;
    }

    pub fn is_dead(&self) -> bool {
        matches!(self.conversation.state(), State::Dead { .. })
    }

    fn next_event(&self) -> Option<Moment> {
        let pending = self.pending.front().map(|(at, ..)| *at);
        pending.into_iter().chain(self.conversation.deadline()).min()
    }

    fn advance_to(&mut self, at: Moment) {
        self.now = self.now.max(at);
        let due = self.pending.front().is_some_and(|(when, ..)| *when <= self.now);
        let Some((_, run, event)) = due.then(|| self.pending.pop_front()).flatten() else {
            return self.input(Input::Wake);
        };
        match event {
            EngineEvent::Bytes(bytes) => self.input(Input::Read { run, bytes: &bytes }),
            EngineEvent::Exit => {
                self.alive = false;
                self.input(Input::Ended { run, why: "the engine exited with code 1".into() });
            }
        }
    }

    fn start(&mut self, run: u32) {
        self.run = run;
        self.alive = true;
        self.engine.starts += 1;
        self.engine.position = Position::new(Size::NINETEEN);
        self.engine.line.clear();
        if self.engine.faults.prints_banners {
            self.schedule(self.now, EngineEvent::Bytes(b"Fake 0.1 starting\n\n= ready\n\n".to_vec()));
        }
    }

    fn receive(&mut self, bytes: &[u8]) {
        let line = String::from_utf8(bytes.to_vec()).unwrap();
        let (id, command) = line.trim_end().split_once(' ').unwrap_or(("", line.trim_end()));
        self.engine.commands.push(command.to_owned());
        let word = command.split(' ').next().unwrap_or_default().to_owned();
        let faults = self.engine.faults.clone();
        let crashes_now = faults.crashes_on.contains(&word.as_str()) && self.engine.crashes < faults.crashes;
        self.engine.crashes += u32::from(crashes_now);
        let waits = faults.slow.iter().find(|(slow, _)| *slow == word).map_or(0, |(_, s)| *s);
        let at = self.now + Duration::from_secs(waits);
        if crashes_now && !faults.crashes_after_answering {
            return self.schedule(at, EngineEvent::Exit);
        }
        let reply = reply(&faults, id, &self.engine.execute(command));
        self.deliver(at, reply.into_bytes());
        if crashes_now {
            self.schedule(at, EngineEvent::Exit);
        }
    }

    fn deliver(&mut self, mut at: Moment, bytes: Vec<u8>) {
        for piece in bytes.chunks(self.engine.faults.chunk_size.unwrap_or(bytes.len().max(1))) {
            self.schedule(at, EngineEvent::Bytes(piece.to_vec()));
            if self.engine.faults.chunk_size.is_some() {
                at += Duration::from_millis(100);
            }
        }
    }

    fn schedule(&mut self, at: Moment, event: EngineEvent) {
        let index = self.pending.partition_point(|(when, ..)| *when <= at);
        self.pending.insert(index, (at, self.run, event));
    }
}

fn reply(faults: &EngineFaults, id: &str, answer: &Result<String, String>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = match (faults.wrong_ids, faults.omits_ids) {
        (true, _) => "7777",
        (_, true) => "",
        _ => id,
    };
    let noise = if faults.prints_banners { "thinking hard = as always\n? no idea\n\n" } else { "" };
    let end = if faults.omits_blank_line { "\n" } else { "\n\n" };
    let reply = format!("{noise}{mark}{id} {text}{end}");
    if faults.crlf { reply.replace('\n', "\r\n") } else { reply }
}
