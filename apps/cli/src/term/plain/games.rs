//! Plain mode beyond the game on the board: new games, the history, settings, opponents.

use moment::Moment;
use rules::go::Color;

use super::Plain;
use super::command::GamesCommand;
use crate::term::app::{Effect, FileTask, Screen};
use crate::term::args;
use crate::term::config::{ColorChoice, Config, OpponentChoice};
use crate::term::draw::setup::opponent;
use crate::term::screen::history::{Entry, History};
use crate::term::screen::setup::{Purpose, Setup};
use crate::term::text_field::TextField;

/// Games of the history that are read out at once.
const READ_OUT: usize = 20;

impl Plain {
    pub(super) fn run_games_command(&mut self, now: Moment, command: GamesCommand) -> Vec<Effect> {
        match command {
            GamesCommand::New => self.new_game(now),
            GamesCommand::Resume => self.resume_last(now),
            GamesCommand::History => self.open_history(now),
            GamesCommand::Filter(text) => self.filter(&text),
            GamesCommand::Open(number) => self.open(number),
            GamesCommand::Delete(number) => self.delete(number),
            GamesCommand::Save(number, path) => self.save(number, path),
            GamesCommand::Opponent(who) => self.seat_opponent(now, &who),
            GamesCommand::Settings => self.announce_settings(),
            GamesCommand::Set(name, value) => self.set(&name, &value),
            GamesCommand::Help => self.announce_games_help(),
        }
    }

    fn forget_game(&mut self) {
        self.announced.clear();
        self.announced_state = None;
        self.waiting_record = None;
    }

    fn new_game(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = self.app.leave_for_setup(now);
        self.forget_game();
        effects.extend(self.app.start_game(now));
        self.announce_notice();
        effects
    }

    fn resume_last(&mut self, now: Moment) -> Vec<Effect> {
        if !self.app.has_unfinished() {
            self.out.push("The last game is over. Type history for the others.".to_owned());
            return Vec::new();
        }
        let mut effects = self.app.leave_for_setup(now);
        self.forget_game();
        effects.extend(self.app.resume());
        effects
    }

    fn open_history(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = self.app.leave_for_setup(now);
        self.forget_game();
        effects.extend(self.app.open_history());
        effects
    }

    fn history(&mut self) -> Option<&mut History> {
        match &mut self.app.screen {
            Screen::History(history) => Some(history),
            _ => {
                self.out.push("Type history first.".to_owned());
                None
            }
        }
    }

    fn filter(&mut self, text: &str) -> Vec<Effect> {
        let Some(history) = self.history() else { return Vec::new() };
        history.set_filter(TextField::new(text));
        self.announce_games();
        Vec::new()
    }

    /// Chooses a game by its number in the list.
    fn choose(&mut self, number: usize) -> bool {
        let Some(history) = self.history() else { return false };
        let found = number.checked_sub(1).filter(|place| *place < history.shown().len());
        match found {
            Some(place) => {
                history.go_to(place);
                true
            }
            None => {
                self.out.push(format!("There is no game {number} in the list."));
                false
            }
        }
    }

    fn open(&mut self, number: usize) -> Vec<Effect> {
        if !self.choose(number) {
            return Vec::new();
        }
        self.opening = true;
        let path = self.history().and_then(|history| history.chosen().map(|entry| entry.path.clone()));
        path.map(Effect::Preview).into_iter().collect()
    }

    /// Opens the chosen game once it has been read.
    pub(super) fn open_when_read(&mut self) -> Vec<Effect> {
        let Screen::History(history) = &self.app.screen else { return Vec::new() };
        match history.preview() {
            Some(Ok(_)) if self.opening => {
                self.opening = false;
                self.app.review_preview()
            }
            Some(Err(why)) if self.opening => {
                self.out.push(format!("The game cannot be opened: {why}."));
                self.opening = false;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn delete(&mut self, number: usize) -> Vec<Effect> {
        if self.choose(number)
            && let Some(entry) = self.history().and_then(|history| history.chosen())
        {
            let (path, words) = (entry.path.clone(), describe(number, entry));
            self.out.push(format!("{words} Type yes to move it to the trash folder."));
            self.to_delete = Some(path);
        }
        Vec::new()
    }

    fn save(&mut self, number: usize, path: String) -> Vec<Effect> {
        if !self.choose(number) {
            return Vec::new();
        }
        let from = self.history().and_then(|history| history.chosen().map(|entry| entry.path.clone()));
        from.map(|from| Effect::File(FileTask::Copy { from, to: path.into() })).into_iter().collect()
    }

    fn seat_opponent(&mut self, now: Moment, who: &str) -> Vec<Effect> {
        let mut config = self.app.config().clone();
        if let Some(current) = self.app.current() {
            config.game = current.clone();
        }
        if let Err(why) = args::set(&mut config, "engine", who) {
            self.out.push(why);
            return Vec::new();
        }
        let gnu_go = self.app.has_gnu_go();
        let record = self.waiting_record.take();
        if record.is_none() && !self.game().is_some_and(|game| game.is_running()) {
            return self.set("engine", who);
        }
        if let Some(record) = &record {
            config.game.color = match record.to_play() {
                Color::Black => ColorChoice::Black,
                Color::White => ColorChoice::White,
            };
        }
        let form = Setup::asking(Purpose::Opponent, config.game, gnu_go);
        if let Some(problem) = form.problem() {
            self.out.push(format!("{problem}."));
            return Vec::new();
        }
        self.announced_state = None;
        let effects = self.app.seat_chosen(now, &form, record);
        self.announce_notice();
        effects
    }

    /// For the next game, and saved when the program ends.
    fn set(&mut self, name: &str, value: &str) -> Vec<Effect> {
        let mut config = self.app.config().clone();
        match args::set(&mut config, name, value) {
            Ok(()) => {
                *self.app.config_mut() = config;
                self.announce_settings()
            }
            Err(why) => {
                self.out.push(why);
                Vec::new()
            }
        }
    }

    fn announce_settings(&mut self) -> Vec<Effect> {
        self.out.push(format!("The next game: {}.", in_words(self.app.config())));
        Vec::new()
    }

    /// Reads the list out, newest first.
    pub(super) fn announce_games(&mut self) {
        let notice = self.app.take_notice();
        self.out.extend(Some(notice).filter(|notice| !notice.is_empty()));
        let Screen::History(history) = &self.app.screen else { return };
        let all = history.shown().len();
        let mut lines = vec![match (all, history.len()) {
            (0, 0) => "No games recorded yet.".to_owned(),
            (0, _) => "No game matches.".to_owned(),
            (1, _) => "1 game. Type open 1, or filter and a text.".to_owned(),
            (all, _) => format!("{all} games, newest first. Type open and a number, or filter and a text."),
        }];
        lines
            .extend((1..).zip(history.shown().take(READ_OUT)).map(|(number, entry)| describe(number, entry)));
        if all > READ_OUT {
            lines.push(format!("And {} more.", all - READ_OUT));
        }
        self.out.extend(lines);
    }

    fn announce_games_help(&mut self) -> Vec<Effect> {
        let lines = [
            "new starts a game; settings says which; set and a name change it: boardsize, color, engine, difficulty, rules, \
             komi, handicap, time, record.",
            "opponent and bot, gnugo, friend or a command changes the opponent in the middle of a game.",
            "resume last goes on with the last game. history lists all games; then filter TEXT, open N, delete N, save N PATH.",
            "After a game: review, rematch, new, or studio, which opens it in the browser.",
        ];
        self.out.extend(lines.map(str::to_owned));
        Vec::new()
    }
}

fn describe(number: usize, entry: &Entry) -> String {
    let Some(info) = &entry.info else { return format!("{number}. {}.", entry.name()) };
    let result = if info.result.is_empty() { "no result" } else { &info.result };
    format!(
        "{number}. {}, against {}, board {}, {} moves, {result}.",
        if info.date.is_empty() { "no date" } else { &info.date },
        info.opponent(),
        info.size,
        info.moves
    )
}

fn in_words(config: &Config) -> String {
    let game = &config.game;
    let level = match game.opponent {
        OpponentChoice::Friend => String::new(),
        _ => format!(" of level {}", game.level),
    };
    let time = if game.time.is_empty() { "no time limit".to_owned() } else { format!("time {}", game.time) };
    let record = if game.record { "recorded" } else { "not recorded" };
    format!(
        "board {}, colour {:?}, against {}{level}, {:?} rules, komi {}, handicap {}, {time}, {record}",
        game.size,
        game.color,
        opponent(game.opponent),
        game.rules,
        game.komi,
        game.handicap
    )
}
