//! The processes of a match and its clock.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use moment::Moment;
use play::clock::TimeControl;
use play::engine_match::{EngineNumber, Output, Referee};
use play::gtp::{self, Conversation};
use record::GameRecord;
use record::go::{Field, GoRecord, NewGame};
use rules::go::{Color, Outcome, Rules, Size};
use server::engine::{CommandLine, Engine, EngineEvent};

pub struct MatchSettings {
    pub size: Size,
    pub komi: String,
    pub rules: Rules,
    pub time: Option<TimeControl>,
}

pub struct PlayedGame {
    pub outcome: Outcome,
    pub black: EngineNumber,
    pub moves: usize,
    pub sgf: Vec<u8>,
    /// The moves alone, to find identical games.
    pub line: String,
    pub incident: Option<String>,
}

impl PlayedGame {
    pub fn engine_of(&self, color: Color) -> EngineNumber {
        if color == Color::Black { self.black } else { 1 - self.black }
    }
}

pub struct Match {
    referee: Referee,
    engines: [Engine; 2],
    commands: [String; 2],
    events: Receiver<(EngineNumber, EngineEvent)>,
    sender: Sender<(EngineNumber, EngineEvent)>,
    settings: MatchSettings,
    started: Instant,
    over: Option<Outcome>,
}

impl Match {
    pub fn start(texts: [&str; 2], commands: [CommandLine; 2], settings: MatchSettings) -> Match {
        let (sender, events) = mpsc::channel();
        let conversation = || Conversation::new(None).with_time(settings.time);
        let mut this = Match {
            referee: Referee::new([conversation(), conversation()]),
            engines: commands.map(Engine::new),
            commands: texts.map(str::to_owned),
            events,
            sender,
            settings,
            started: Instant::now(),
            over: None,
        };
        let out = this.referee.begin(this.now());
        this.follow(out);
        this
    }

    fn now(&self) -> Moment {
        Moment::ORIGIN + self.started.elapsed()
    }

    /// Plays one game to its end.
    pub fn play(&mut self, black: EngineNumber) -> PlayedGame {
        self.over = None;
        // An engine that was given up gets a new chance in each game.
        for engine in [0, 1] {
            let out = self.referee.engine_input(self.now(), engine, gtp::Input::Revive);
            self.follow(out);
        }
        let record = self.new_record(black);
        let out = self.referee.start_game(self.now(), record, black, self.settings.time);
        self.follow(out);
        let outcome = loop {
            match self.over {
                Some(outcome) => break outcome,
                None => self.wait(),
            }
        };
        self.played(black, outcome)
    }

    fn played(&self, black: EngineNumber, outcome: Outcome) -> PlayedGame {
        let mut record = self.referee.record().cloned();
        let mut moves = Vec::new();
        if let Some(record) = &mut record {
            let names = [self.name(black), self.name(1 - black)];
            let fields = ["PB", "PW"].into_iter().zip(&names);
            let fields: Vec<(Field, &str)> =
                fields.filter_map(|(field, name)| Some((Field::named(field)?, name.as_str()))).collect();
            // Cannot fail: a new record is UTF-8.
            drop(record.set_info(&fields));
            record.to_end();
            moves = record.moves();
        }
        PlayedGame {
            outcome,
            black,
            moves: moves.len(),
            sgf: record.map(|record| record.write()).unwrap_or_default(),
            line: format!("{:?}", moves.iter().map(|(_, color, mv, _)| (color, mv)).collect::<Vec<_>>()),
            incident: self.referee.incident().map(str::to_owned),
        }
    }

    /// Ends the processes and gives the names of the engines.
    pub fn end(mut self) -> [String; 2] {
        let names = [self.name(0), self.name(1)];
        let out = self.referee.quit(self.now());
        self.follow(out);
        names
    }

    /// As it calls itself, with the command it was started by.
    fn name(&self, engine: EngineNumber) -> String {
        let conversation = self.referee.engine(engine);
        let told = format!("{} {}", conversation.name(), conversation.version());
        match told.trim() {
            "" => self.commands[engine].clone(),
            told => format!("{told} ({})", self.commands[engine]),
        }
    }

    fn new_record(&self, black: EngineNumber) -> GoRecord {
        let MatchSettings { size, komi, rules, time } = &self.settings;
        let mut record = GoRecord::create(&NewGame {
            size: *size,
            black: self.name(black),
            white: self.name(1 - black),
            rules: rules.name().map(str::to_owned),
            ..NewGame::default()
        });
        let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
        let (main, overtime) = time.map(TimeControl::to_sgf).unwrap_or_default();
        let texts = [("KM", komi.as_str()), ("TM", &main), ("OT", &overtime), ("DT", &date)];
        let fields: Vec<(Field, &str)> =
            texts.into_iter().filter_map(|(name, text)| Some((Field::named(name)?, text))).collect();
        // Cannot fail: a new record is UTF-8.
        drop(record.set_info(&fields));
        record
    }

    fn wait(&mut self) {
        let event = match self.referee.deadline() {
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.events.recv_timeout(deadline.since(self.now())),
        };
        let now = self.now();
        let out = match event {
            Ok((engine, EngineEvent::Read { run, bytes })) => {
                self.referee.engine_input(now, engine, gtp::Input::Read { run, bytes: &bytes })
            }
            Ok((engine, EngineEvent::Ended { run, why, .. })) => {
                self.referee.engine_input(now, engine, gtp::Input::Ended { run, why })
            }
            Ok((engine, EngineEvent::NotStarted { run, why })) => {
                self.referee.engine_input(now, engine, gtp::Input::NotStarted { run, why })
            }
            // The sender is kept here, so that it is not disconnected.
            Err(_) => self.referee.wake(now),
        };
        self.follow(out);
    }

    fn follow(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::GameOver(outcome) => self.over = Some(outcome),
                Output::ToEngine { engine, output: gtp::Output::Start { run } } => {
                    let sender = self.sender.clone();
                    self.engines[engine].start(run, move |event| drop(sender.send((engine, event))));
                }
                Output::ToEngine { engine, output: gtp::Output::Write(bytes) } => {
                    self.engines[engine].write(&bytes);
                }
                Output::ToEngine { engine, output: gtp::Output::Stop } => self.engines[engine].stop(),
                Output::ToEngine { .. } => {}
            }
        }
    }
}
