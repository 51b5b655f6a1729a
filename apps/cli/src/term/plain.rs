//! The same game in lines of text, for screen readers and pipes: what is typed is a move or a word, and every move
//! is said in words. Lines that come while the opponent thinks wait their turn.

mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use play::Moment;
use play::room::Phase;
use record::NodeId;
use rules::go::{Move, Point};

use super::app::{App, Effect, Event, Overlay, Screen};
use super::keys::Act;
use super::outside::Outside;
use super::screen::game::{GameScreen, Mode};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Play(Point),
    /// Something that a key does too.
    Act(Act),
    Dead(Point),
    Retry,
    Board,
    Stones,
    Moves,
    Help,
    Quit,
    Resign,
}

pub struct Plain {
    app: App,
    /// The game as far as it has been told.
    told: Vec<NodeId>,
    /// None if it is to be said again.
    told_state: Option<(Mode, Phase)>,
    out: Vec<String>,
    waiting: VecDeque<String>,
    over: bool,
}

impl Plain {
    pub fn new(app: App) -> Plain {
        let (told, out, waiting) = (Vec::new(), Vec::new(), VecDeque::new());
        Plain { app, told, told_state: None, out, waiting, over: false }
    }

    pub fn begin(&mut self, now: Moment) -> Vec<Effect> {
        self.out.push("Go in lines of text. Type a point such as d4, pass, undo, or help.".to_owned());
        let effects = self.app.begin_plainly(now);
        self.say_notice();
        self.catch_up();
        effects
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.game().and_then(|game| game.rival.deadline())
    }

    pub fn take_words(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// From the engine or the files.
    pub fn event(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        let mut effects = self.app.handle(now, event);
        self.catch_up();
        effects.extend(self.go_on(now));
        effects
    }

    /// No text is the end of the input.
    pub fn line(&mut self, now: Moment, text: Option<String>) -> Vec<Effect> {
        match text {
            Some(text) if text.trim().eq_ignore_ascii_case("stop") => {
                let effects = self.stop(now);
                self.catch_up();
                effects
            }
            text => {
                self.waiting.push_back(text.unwrap_or_else(|| "quit".to_owned()));
                self.go_on(now)
            }
        }
    }

    fn go_on(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = Vec::new();
        while !self.over && !self.is_busy() {
            let Some(line) = self.waiting.pop_front() else { break };
            effects.extend(self.obey(now, &line));
            self.catch_up();
        }
        effects
    }

    fn is_busy(&self) -> bool {
        match &self.app.screen {
            Screen::Game(game) => game.thinking_since().is_some(),
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

    fn obey(&mut self, now: Moment, line: &str) -> Vec<Effect> {
        let line = line.trim();
        if line.is_empty() {
            return Vec::new();
        }
        let Some(game) = self.game() else { return self.quit(now) };
        let Some(word) = Word::read(line, game) else {
            self.out.push(format!("“{line}” is neither a point nor a word that is known. Type help."));
            return Vec::new();
        };
        match word {
            Word::Play(at) => self.play(now, at),
            Word::Dead(at) => self.dead(now, at),
            Word::Retry => self.retry(now),
            Word::Act(act) => self.act(now, act),
            Word::Resign => self.resign(now),
            Word::Board => self.say_board(),
            Word::Stones => self.say_stones(),
            Word::Moves => self.say_moves(),
            Word::Help => self.say_help(),
            Word::Quit => self.quit(now),
        }
    }

    fn play(&mut self, now: Moment, at: Point) -> Vec<Effect> {
        if self.game().is_some_and(|game| game.is_counting()) {
            self.out.push("The game is being counted: say accept, resume, or dead and a point.".to_owned());
            return Vec::new();
        }
        self.point(now, at)
    }

    fn point(&mut self, now: Moment, at: Point) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        let done = match game.mode {
            Mode::Review => game.act(now, Act::Enter),
            _ => game.press(now, at),
        };
        self.told_state = None;
        self.after(now, done)
    }

    fn act(&mut self, now: Moment, act: Act) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        game.notice = Default::default();
        let done = game.act(now, act);
        self.told_state = None;
        self.after(now, done)
    }

    fn dead(&mut self, now: Moment, at: Point) -> Vec<Effect> {
        let Some(game) = self.game() else { return Vec::new() };
        let name = at.name(game.record().size());
        let why = match game.room.position().board().get(at) {
            _ if !game.is_counting() => "Stones are dead or alive only when the game is counted.".to_owned(),
            None => format!("{name} is empty."),
            Some(_) => return self.point(now, at),
        };
        self.out.push(why);
        Vec::new()
    }

    fn retry(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        if !matches!(game.room.phase(), Phase::Stuck { .. }) {
            self.out.push("The opponent has not stopped.".to_owned());
            return Vec::new();
        }
        let done = game.retry(now);
        self.after(now, done)
    }

    fn stop(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        if game.thinking_since().is_none() {
            self.out.push("Nobody is thinking.".to_owned());
            return Vec::new();
        }
        let done = game.stop(now);
        self.told_state = None;
        self.after(now, done)
    }

    fn resign(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.app.screen else { return Vec::new() };
        let Some(color) = game.room.person() else { return Vec::new() };
        let done = game.resign(now, color);
        self.after(now, done)
    }

    fn after(&mut self, now: Moment, done: (Vec<Effect>, Option<super::screen::game::Wish>)) -> Vec<Effect> {
        let effects = self.app.game_done(now, done);
        self.say_notice();
        effects
    }

    fn say_notice(&mut self) {
        let notice = self.game().map(|game| game.notice.clone()).unwrap_or_default();
        if !notice.spoken.is_empty() {
            self.out.push(format!("{}.", notice.spoken));
        }
    }

    fn quit(&mut self, now: Moment) -> Vec<Effect> {
        self.over = true;
        self.app.handle(now, Event::Terminate)
    }

    /// What lies over the screen is said and gone.
    fn say_overlay(&mut self) {
        match self.app.take_overlay() {
            Some(Overlay::Message { title, lines }) => {
                self.out.push(format!("{title}."));
                self.out.extend(lines);
                self.over |= self.game().is_none();
            }
            Some(Overlay::Trouble { why }) => self.out.push(format!("The engine is gone: {why}.")),
            _ => {}
        }
    }
}

impl Word {
    fn read(line: &str, game: &GameScreen) -> Option<Word> {
        let size = game.record().size();
        let lower = line.to_lowercase();
        if let Some(at) = lower.strip_prefix("dead ").and_then(|name| Point::from_name(name.trim(), size)) {
            return Some(Word::Dead(at));
        }
        let counting = game.is_counting();
        Some(match lower.as_str() {
            "pass" => Word::Act(Act::Pass),
            "undo" => Word::Act(Act::Undo),
            "resign" => Word::Resign,
            "score" | "count" if !counting => Word::Act(Act::Score),
            "accept" if counting => Word::Act(Act::Score),
            "resume" if counting => Word::Act(Act::Leave),
            "retry" => Word::Retry,
            "back" => Word::Act(Act::Back),
            "next" => Word::Act(Act::Forward),
            "start" => Word::Act(Act::Start),
            "end" => Word::Act(Act::End),
            "plan" => Word::Act(Act::Plan),
            "continue" => match game.mode {
                Mode::Review => Word::Act(Act::Continue),
                _ => Word::Act(Act::PlayOn),
            },
            "game" => Word::Act(Act::NextGame),
            "record" => Word::Act(Act::Record),
            "board" => Word::Board,
            "stones" => Word::Stones,
            "moves" => Word::Moves,
            "help" | "?" => Word::Help,
            "quit" | "exit" | "q" => Word::Quit,
            name => Word::Play(Point::from_name(name, size)?),
        })
    }
}

/// Whose line is read, and what is said; the rest is as on the screen.
pub fn run(app: App, mut outside: Outside, told: &Receiver<Event>, tell: &Sender<Event>) -> io::Result<()> {
    read_lines(tell.clone());
    let begun = Instant::now();
    let now = || Moment::ORIGIN + begun.elapsed();
    let mut plain = Plain::new(app);
    let mut effects = plain.begin(now());
    loop {
        for effect in effects.drain(..) {
            outside.carry_out(effect);
        }
        let mut out = io::stdout().lock();
        for words in plain.take_words() {
            // A name in a file may hold what terminals take for commands.
            let words: String = words.chars().filter(|c| !c.is_control()).collect();
            writeln!(out, "{words}")?;
        }
        out.flush()?;
        drop(out);
        if plain.is_over() {
            return Ok(());
        }
        let event = match plain.deadline() {
            None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => told.recv_timeout(deadline.since(now())),
        };
        effects = match event {
            Ok(Event::Line(text)) => plain.line(now(), text),
            Ok(event) => plain.event(now(), event),
            Err(RecvTimeoutError::Timeout) => plain.event(now(), Event::Wake),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
    }
}

fn read_lines(tell: Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while let Ok(1..) = input.read_until(b'\n', &mut line) {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if tell.send(Event::Line(Some(text))).is_err() {
                return;
            }
        }
        drop(tell.send(Event::Line(None)));
    });
}

/// `Black plays D4`, with what was taken.
fn move_in_words(color: rules::go::Color, mv: Move, size: rules::go::Size, taken: u32) -> String {
    let who = words::name(color);
    match (mv, taken) {
        (Move::Pass, _) => format!("{who} passes."),
        (Move::Place(at), 0) => format!("{who} plays {}.", at.name(size)),
        (Move::Place(at), 1) => format!("{who} plays {} and takes 1 stone.", at.name(size)),
        (Move::Place(at), taken) => format!("{who} plays {} and takes {taken} stones.", at.name(size)),
    }
}

#[cfg(test)]
mod tests;
