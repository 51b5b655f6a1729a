//! Plain mode, for screen readers and pipes: the input is a move or a command per line, and every move
//! is announced in words. Lines typed while the opponent thinks are queued.

mod announce;
mod command;
mod games;
mod opinion;
mod review;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use i18n::visible_line;
use moment::Moment;
use play::local_game::Phase;
use record::NodeId;
use record::go::GoRecord;
use rules::go::{Move, Point};

use command::{Command, GamesCommand};
use review::in_words;

use super::app::{App, Effect, Event, FileTask, Overlay, Screen};
use super::effect_runner::EffectRunner;
use super::history_reader::HistoryEvent;
use super::keys::Action;
use super::screen::game::{GameScreen, Mode};
use crate::output;

pub struct Plain {
    app: App,
    /// The moves announced so far.
    announced: Vec<NodeId>,
    /// The state announced last; None to announce it again.
    announced_state: Option<(Mode, Phase)>,
    out: Vec<String>,
    queued_lines: VecDeque<String>,
    /// The record for which an opponent is still to be named.
    waiting_record: Option<Box<GoRecord>>,
    /// The game that is deleted after a yes.
    to_delete: Option<PathBuf>,
    /// A game of the list that is being read to be opened.
    opening: bool,
    /// Lines of the engine's transcript that were there when a command was typed.
    console_from: Option<usize>,
    over: bool,
}

impl Plain {
    pub fn new(app: App) -> Plain {
        let (announced, out, queued) = (Vec::new(), Vec::new(), VecDeque::new());
        Plain {
            app,
            announced,
            announced_state: None,
            out,
            queued_lines: queued,
            waiting_record: None,
            to_delete: None,
            opening: false,
            console_from: None,
            over: false,
        }
    }

    pub fn begin(&mut self, now: Moment) -> Vec<Effect> {
        self.out.push("Go in plain text. Type a point such as d4, pass, undo or help.".to_owned());
        let mut effects = vec![Effect::FindLastGame];
        effects.extend(self.app.begin_plainly(now));
        self.announce_notice();
        self.catch_up();
        effects
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.game().and_then(|game| game.opponent.deadline())
    }

    pub fn take_output(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// An event from the engine, the bot or the files.
    pub fn event(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        let listed = is_list(&event);
        let mut effects = self.app.handle(now, event);
        effects.extend(self.open_when_read());
        effects.extend(self.announce_opinion());
        if listed {
            self.announce_games();
        }
        self.catch_up();
        effects.extend(self.run_queued(now));
        effects
    }

    /// A line of input; None at its end.
    pub fn line(&mut self, now: Moment, text: Option<String>) -> Vec<Effect> {
        match text {
            Some(text) if text.trim().eq_ignore_ascii_case("stop") => {
                let effects = self.stop(now);
                self.catch_up();
                effects
            }
            text => {
                self.queued_lines.push_back(text.unwrap_or_else(|| "quit".to_owned()));
                self.run_queued(now)
            }
        }
    }

    fn run_queued(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = Vec::new();
        while !self.over && !self.is_busy() {
            let Some(line) = self.queued_lines.pop_front() else { break };
            effects.extend(self.run_command(now, &line));
            self.catch_up();
        }
        effects
    }

    fn is_busy(&self) -> bool {
        match &self.app.screen {
            Screen::Game(game) => {
                game.thinking_since().is_some() || game.analysis.is_on() || self.app.is_reviewing()
            }
            Screen::History(history) => !history.listed || self.opening,
            // A file is still being read.
            _ => self.app.is_opening(),
        }
    }

    fn game(&self) -> Option<&GameScreen> {
        match &self.app.screen {
            Screen::Game(game) => Some(game),
            _ => None,
        }
    }

    fn run_command(&mut self, now: Moment, line: &str) -> Vec<Effect> {
        let line = line.trim();
        if line.is_empty() {
            return Vec::new();
        }
        let to_delete = self.to_delete.take();
        if let Some(path) = to_delete.filter(|_| line.eq_ignore_ascii_case("yes")) {
            return vec![Effect::File(FileTask::MoveToTrash(path))];
        }
        if let Some(command) = GamesCommand::read(line) {
            return self.run_games_command(now, command);
        }
        let Some(game) = self.game() else {
            self.out.push("There is no game here. Type new, history, open and a number, or quit.".to_owned());
            return if line.eq_ignore_ascii_case("quit") { self.quit(now) } else { Vec::new() };
        };
        let Some(command) = Command::read(line, game) else {
            self.out.push(format!("“{line}” is neither a point nor a command. Type help."));
            return Vec::new();
        };
        match command {
            Command::Play(at) => self.play(now, at),
            Command::Dead(at) => self.dead(now, at),
            Command::Retry => self.retry(now),
            Command::Action(act) => self.act(now, act),
            Command::Resign => self.resign(now),
            Command::Board => self.announce_board(),
            Command::Stones => self.announce_stones(),
            Command::Moves => self.announce_moves(),
            Command::Comment => self.announce_comment(),
            Command::Variations => self.announce_variations(),
            Command::Variation(number) => self.take_variation(number),
            Command::Gtp(text) => self.gtp(now, text),
            Command::Help => self.announce_help(),
            Command::Quit => self.quit(now),
        }
    }

    fn play(&mut self, now: Moment, at: Point) -> Vec<Effect> {
        if self.game().is_some_and(|game| game.is_counting()) {
            self.out.push("The game is being counted: type accept, resume, or dead and a point.".to_owned());
            return Vec::new();
        }
        self.point(now, at)
    }

    fn point(&mut self, now: Moment, at: Point) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        let done = match game.mode {
            Mode::Review => game.perform(now, Action::Enter),
            _ => game.press(now, at),
        };
        self.announced_state = None;
        self.after(now, done)
    }

    fn act(&mut self, now: Moment, act: Action) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        game.notice = Default::default();
        let done = game.perform(now, act);
        if act != Action::Analyse {
            self.announced_state = None;
        }
        self.after(now, done)
    }

    fn dead(&mut self, now: Moment, at: Point) -> Vec<Effect> {
        let Some(game) = self.game() else { return Vec::new() };
        let name = at.name(game.record().size());
        let why = match game.local_game.position().board().get(at) {
            _ if !game.is_counting() => {
                "Stones can be marked dead only while the game is being counted.".to_owned()
            }
            None => format!("{name} is empty."),
            Some(_) => return self.point(now, at),
        };
        self.out.push(why);
        Vec::new()
    }

    fn retry(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        if !matches!(game.local_game.phase(), Phase::Stuck { .. }) {
            self.out.push("The opponent has not stopped.".to_owned());
            return Vec::new();
        }
        let done = game.retry(now);
        self.after(now, done)
    }

    fn stop(&mut self, now: Moment) -> Vec<Effect> {
        if self.app.is_reviewing() {
            self.out.push("The review was stopped. Type review to continue it.".to_owned());
            return self.app.stop_review();
        }
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        if game.thinking_since().is_none() {
            self.out.push("The opponent is not thinking.".to_owned());
            return Vec::new();
        }
        let done = game.stop(now);
        self.announced_state = None;
        self.after(now, done)
    }

    fn resign(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        let Some(color) = game.local_game.human() else { return Vec::new() };
        let done = game.resign(now, color);
        self.after(now, done)
    }

    fn gtp(&mut self, now: Moment, text: String) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        if game.opponent.conversation().is_none() {
            self.out.push("The opponent is not an engine.".to_owned());
            return Vec::new();
        }
        let outputs = game.opponent.engine(now, play::gtp::Input::Console(text));
        let done = game.handle_opponent_outputs(now, outputs);
        self.console_from = Some(self.app.conversation().map_or(0, |engine| engine.transcript().len()));
        self.after(now, done)
    }

    fn after(
        &mut self,
        now: Moment,
        done: (Vec<Effect>, Option<super::screen::game::Request>),
    ) -> Vec<Effect> {
        let mut effects = self.app.game_done(now, done);
        effects.extend(self.app.follow_analysis());
        self.announce_notice();
        effects
    }

    fn announce_notice(&mut self) {
        let notice = self.game().map(|game| game.notice.clone()).unwrap_or_default();
        if !notice.spoken.is_empty() {
            self.out.push(format!("{}.", notice.spoken));
        }
    }

    fn quit(&mut self, now: Moment) -> Vec<Effect> {
        self.over = true;
        self.app.handle(now, Event::Terminate)
    }

    /// Announces a message box and closes it.
    fn announce_overlay(&mut self) {
        match self.app.take_overlay() {
            Some(Overlay::Message { title, lines }) => {
                self.out.push(format!("{title}."));
                self.out.extend(lines);
                self.over |= self.game().is_none() && !matches!(self.app.screen, Screen::History(_));
            }
            Some(Overlay::WhoPlays { record, .. }) => {
                self.waiting_record = record;
                self.out.push(
                    "Who plays on? Type opponent and then bot, gnugo, friend or the command of an engine."
                        .to_owned(),
                );
            }
            Some(Overlay::Review(review)) => self.out.extend(in_words(&review)),
            Some(Overlay::EngineStopped { why }) => self.out.push(format!("The engine stopped: {why}.")),
            _ => {}
        }
    }
}

/// The event loop of plain mode.
pub fn run(
    app: App,
    mut effect_runner: EffectRunner,
    events: &Receiver<Event>,
    sender: &Sender<Event>,
) -> io::Result<()> {
    read_lines(sender.clone());
    let started = Instant::now();
    let now = || Moment::ORIGIN + started.elapsed();
    let mut plain = Plain::new(app);
    let mut effects = plain.begin(now());
    loop {
        for effect in effects.drain(..) {
            effect_runner.run(effect);
        }
        let lines = plain.take_output();
        output::print(&lines.iter().map(|words| format!("{}\n", visible_line(words))).collect::<String>())?;
        if plain.is_over() {
            return Ok(());
        }
        let event = match plain.deadline() {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => events.recv_timeout(deadline.since(now())),
        };
        effects = match event {
            Ok(Event::Line(text)) => plain.line(now(), text),
            Ok(event) => plain.event(now(), event),
            Err(RecvTimeoutError::Timeout) => plain.event(now(), Event::Wake),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
    }
}

fn is_list(event: &Event) -> bool {
    match event {
        Event::History(HistoryEvent::Described { first, .. }) => *first == 0,
        Event::History(HistoryEvent::Listed(paths)) => paths.is_empty(),
        Event::History(HistoryEvent::NotListed(_)) => true,
        _ => false,
    }
}

fn read_lines(sender: Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while let Ok(1..) = input.read_until(b'\n', &mut line) {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if sender.send(Event::Line(Some(text))).is_err() {
                return;
            }
        }
        drop(sender.send(Event::Line(None)));
    });
}

/// `Black plays D4`, with the number of captured stones.
fn move_in_words(color: rules::go::Color, mv: Move, size: rules::go::Size, taken: u32) -> String {
    let who = announce::name(color);
    match (mv, taken) {
        (Move::Pass, _) => format!("{who} passes."),
        (Move::Place(at), 0) => format!("{who} plays {}.", at.name(size)),
        (Move::Place(at), 1) => format!("{who} plays {} and captures 1 stone.", at.name(size)),
        (Move::Place(at), taken) => format!("{who} plays {} and captures {taken} stones.", at.name(size)),
    }
}

#[cfg(test)]
mod tests;
