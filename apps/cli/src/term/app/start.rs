//! Starting games: new ones, rematches, continuations of old ones on a copy, and files for review.

use std::path::{Path, PathBuf};

use bot::Level;
use jiff::Zoned;
use moment::Moment;
use play::clock::TimeControl;
use play::gtp;
use play::local_game::{LocalGame, Player};
use record::GameRecord;
use record::go::{Field, GoRecord, NewGame};
use rules::go::{Color, Size};

use super::{App, Effect, FileTask, Overlay, Screen};
use crate::term::archive;
use crate::term::config::{ColorChoice, GameChoice, OpponentChoice};
use crate::term::screen::game::{GameScreen, Mode, Opponent, Recording};
use crate::term::screen::history::{PLAYER, read_game};

/// Who sits down at a game.
pub(super) struct Seats<'a> {
    pub choice: &'a GameChoice,
    pub human: Color,
    /// An old game goes on, on a copy.
    pub continued: bool,
}

impl App {
    /// Copies the settings of the form into the configuration if they are valid.
    pub(super) fn store_game_choice(&mut self) {
        if let Screen::Setup(setup) = &self.screen
            && setup.problem().is_none()
        {
            self.environment.config.game = setup.choice();
        }
    }

    /// Does not overwrite settings that could not be read.
    pub(super) fn save_config(&self) -> Vec<Effect> {
        match self.environment.config_problem {
            Some(_) => Vec::new(),
            None => vec![Effect::File(FileTask::SaveConfig(self.environment.config.write()))],
        }
    }

    pub(in crate::term) fn start_game(&mut self, now: Moment) -> Vec<Effect> {
        if let Screen::Setup(setup) = &self.screen
            && let Some(problem) = setup.problem()
        {
            return self.show(Overlay::message("The game cannot start", vec![problem.to_owned()]));
        }
        let wanted = self.environment.config.game.opponent;
        self.store_game_choice();
        let choice = self.environment.config.game.clone();
        let mut effects = self.save_config();
        effects.extend(self.start_chosen(now, &choice));
        self.explain_the_bot(wanted, choice.opponent);
        effects
    }

    fn start_chosen(&mut self, now: Moment, choice: &GameChoice) -> Vec<Effect> {
        let human = choice.color.drawn(self.environment.seed.wrapping_add(self.games.into()));
        let record = new_game(choice, human, &(self.environment.clock)());
        self.seat(now, record, &Seats { choice, human, continued: false })
    }

    /// The same game again with colours changed, unless one side has a handicap.
    pub(super) fn rematch(&mut self, now: Moment) -> Vec<Effect> {
        let Some(before) = self.current.clone() else { return Vec::new() };
        let color = match before.color {
            color if before.handicap >= 2 => color,
            ColorChoice::Black => ColorChoice::White,
            _ => ColorChoice::Black,
        };
        let mut effects = self.end_opponent(now);
        effects.extend(self.start_chosen(now, &GameChoice { color, ..before }));
        if let Screen::Game(game) = &mut self.screen {
            let color = if color == ColorChoice::Black { "Black" } else { "White" };
            let text = format!("A new game: you play {color}");
            game.notice.spoken.clone_from(&text);
            game.notice.text = text;
        }
        effects
    }

    /// Explains why the bot plays although GNU Go was chosen.
    fn explain_the_bot(&mut self, wanted: OpponentChoice, plays: OpponentChoice) {
        if let Screen::Game(game) = &mut self.screen
            && (wanted, plays) == (OpponentChoice::GnuGo, OpponentChoice::Bot)
            && !self.environment.gnu_go
        {
            game.warn("GNU Go is not installed (apt install gnugo); the built-in bot plays instead");
        }
    }

    pub(super) fn seat(&mut self, now: Moment, record: GoRecord, seats: &Seats<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        let choice = settings_of(&record, seats);
        let control = time_control(&record);
        let rules = record.position().rules();
        let opponent = self.opponent(&choice, rules, control, &mut effects);
        let players = players(&opponent, seats.human);
        self.games += 1;
        let stem = archive::stem(&(self.environment.clock)(), record.size());
        let recording = Recording::new(self.games, stem, choice.record);
        let recording = if seats.continued { recording.continuing(&record) } else { recording };
        let local_game = LocalGame::new(record, players).with_time(control);
        let mut game = GameScreen::new(local_game, opponent, recording);
        game.title = title(&game);
        game.focus = self.options.focus;
        game.keys = self.board_keys.clone();
        game.engine_placeholder =
            Some(opponent_name(&choice)).filter(|_| game.opponent.conversation().is_some());
        self.current = Some(choice);
        let outputs = game.opponent.engine(now, gtp::Input::Begin);
        let (more, _) = game.handle_opponent_outputs(now, outputs);
        effects.extend(more);
        let done = game.begin(now);
        self.show_game(game);
        effects.extend(self.game_done(now, done));
        effects
    }

    pub(in crate::term) fn review_preview(&mut self) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        if let Some((path, record)) = history.take_preview() {
            let node = record.here();
            let mut game = self.reader(record, path);
            game.jump(node);
            self.show_game(game);
        }
        Vec::new()
    }

    fn reader(&self, record: GoRecord, path: PathBuf) -> GameScreen {
        let mut game = GameScreen::review(record, title_of(&path));
        game.keys = self.board_keys.clone();
        game.file = Some(path);
        game
    }

    fn show_game(&mut self, game: GameScreen) {
        if let Screen::History(history) = std::mem::replace(&mut self.screen, Screen::Game(Box::new(game))) {
            self.list_behind = Some(history);
        }
    }

    pub(super) fn continue_preview(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::History(history) = &self.screen else { return Vec::new() };
        match history.preview() {
            Some(Ok(record)) => {
                let record = (**record).clone();
                self.continue_record(now, record)
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn continue_review(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &self.screen else { return Vec::new() };
        if game.mode != Mode::Review {
            return Vec::new();
        }
        let record = game.record().clone();
        self.continue_record(now, record)
    }

    /// Continues the whole record in a new file. Opponent, level and colour are those of the record; if it does not tell
    /// them, the player is asked.
    pub(super) fn continue_record(&mut self, now: Moment, record: GoRecord) -> Vec<Effect> {
        match self.seats_of(&record) {
            Some((choice, human)) => {
                self.seat(now, record, &Seats { choice: &choice, human, continued: true })
            }
            None => {
                let color = match record.to_play() {
                    Color::Black => ColorChoice::Black,
                    Color::White => ColorChoice::White,
                };
                let size = record.size().width();
                let choice = GameChoice { color, size, ..self.environment.config.game.clone() };
                self.show(Overlay::who_plays(choice, self.environment.gnu_go, Some(Box::new(record))))
            }
        }
    }

    /// Who played in a game that was recorded here.
    fn seats_of(&self, record: &GoRecord) -> Option<(GameChoice, Color)> {
        let name = |property| record.node(record.root()).simple_text(property).unwrap_or_default();
        let names = [name("PB"), name("PW")];
        let human = Color::BOTH.into_iter().find(|color| names[*color as usize] == PLAYER)?;
        let (other, level) = split_level(&names[human.other() as usize]);
        let (level, bot) = match level {
            Some(NamedLevel::Number(level)) => (Some(level), None),
            Some(NamedLevel::Bot(level)) => (None, Some(level.name().to_owned())),
            None => (None, self.environment.config.game.bot.clone()),
        };
        let config = &self.environment.config;
        let lines = record.size().width().max(record.size().height());
        let own = config.engine.name.as_deref() == Some(other) || engine_name(&config.game.engine) == other;
        let opponent = match other {
            "Friend" => OpponentChoice::Friend,
            "Tabiya" => OpponentChoice::Bot,
            other if other.starts_with("GNU Go") && self.environment.gnu_go && lines <= 19 => {
                OpponentChoice::GnuGo
            }
            _ if own && !config.game.engine.is_empty() => OpponentChoice::Engine,
            _ => return None,
        };
        let level = level.unwrap_or(config.game.level);
        Some((GameChoice { opponent, level, bot, ..config.game.clone() }, human))
    }

    pub(super) fn review_file(
        &mut self,
        now: Moment,
        path: PathBuf,
        bytes: Result<Vec<u8>, String>,
    ) -> Vec<Effect> {
        let resumes = self.resuming.take().is_some_and(|wanted| wanted == path);
        match bytes.and_then(|bytes| read_game(&bytes)) {
            Ok(mut record) if resumes => {
                record.to_end();
                return self.continue_record(now, record);
            }
            Ok(record) => {
                let game = self.reader(record, path);
                self.screen = Screen::Game(Box::new(game));
            }
            Err(why) => {
                let lines = vec![format!("{}: {why}", path.display())];
                self.overlay = Some(Overlay::message("Could not open the file", lines));
            }
        }
        Vec::new()
    }
}

pub(super) fn players(opponent: &Opponent, human: Color) -> [Player; 2] {
    let machine = !matches!(opponent, Opponent::Human);
    Color::BOTH.map(|color| if color == human || !machine { Player::Human } else { Player::Engine })
}

pub(super) fn title(game: &GameScreen) -> String {
    let name = |property, otherwise: &str| game.info(property).unwrap_or_else(|| otherwise.to_owned());
    format!("{} against {}", name("PB", "Black"), name("PW", "White"))
}

/// What the record says about the game, for a rematch, with the opponent and the colour of these seats.
fn settings_of(record: &GoRecord, seats: &Seats<'_>) -> GameChoice {
    let text = |property| record.node(record.root()).simple_text(property);
    let color = match seats.human {
        Color::Black => ColorChoice::Black,
        Color::White => ColorChoice::White,
    };
    let handicap = record.node(record.root()).integer("HA").and_then(|stones| u8::try_from(stones).ok());
    GameChoice {
        color,
        size: record.size().width(),
        komi: text("KM").unwrap_or_else(|| "0".to_owned()),
        handicap: handicap.unwrap_or(0),
        time: time_control(record).map(|control| control.to_string()).unwrap_or_default(),
        ..seats.choice.clone()
    }
}

fn time_control(record: &GoRecord) -> Option<TimeControl> {
    let text = |property| record.node(record.root()).simple_text(property).unwrap_or_default();
    TimeControl::from_sgf(&text("TM"), &text("OT"))
}

fn new_game(choice: &GameChoice, human: Color, at: &Zoned) -> GoRecord {
    let (black, white) = match human {
        Color::Black => (PLAYER.to_owned(), opponent_name(choice)),
        Color::White => (opponent_name(choice), PLAYER.to_owned()),
    };
    let mut record = GoRecord::create(&NewGame {
        size: Size::square(choice.size.into()).unwrap_or(Size::NINETEEN),
        handicap: choice.handicap.into(),
        black,
        white,
        rules: choice.rules.rules().name().map(str::to_owned),
        ..NewGame::default()
    });
    let date = at.strftime("%Y-%m-%d").to_string();
    let (time, overtime) = choice.time_control().map(TimeControl::to_sgf).unwrap_or_default();
    let texts = [("KM", choice.komi.as_str()), ("TM", &time), ("OT", &overtime), ("DT", date.as_str())];
    let fields: Vec<(Field, &str)> =
        texts.iter().filter_map(|(name, text)| Some((Field::named(name)?, *text))).collect();
    // Cannot fail: a new record is UTF-8, which can encode any text.
    drop(record.set_info(&fields));
    record
}

pub(super) fn opponent_name(choice: &GameChoice) -> String {
    match choice.opponent {
        OpponentChoice::GnuGo => format!("GNU Go, level {}", choice.level),
        OpponentChoice::Engine => engine_name(&choice.engine),
        OpponentChoice::Bot => format!("Tabiya, {}", choice.bot_level().name()),
        OpponentChoice::Friend => "Friend".to_owned(),
    }
}

/// The level in a player's name.
enum NamedLevel {
    /// Of an engine, or of the bot of earlier versions.
    Number(u8),
    Bot(Level),
}

/// `GNU Go 3.8, level 5` and `Tabiya, medium` are the name and the level.
fn split_level(name: &str) -> (&str, Option<NamedLevel>) {
    let Some((before, level)) = name.rsplit_once(", ") else { return (name, None) };
    if let Some(number) = level.strip_prefix("level ") {
        let number = number.parse().ok().filter(|level| (1..=10).contains(level));
        return (before, number.map(NamedLevel::Number));
    }
    match Level::from_name(level) {
        Some(level) => (before, Some(NamedLevel::Bot(level))),
        None => (name, None),
    }
}

/// The program's file name, without its folder and arguments.
fn engine_name(command: &str) -> String {
    let program = command.split_whitespace().next().unwrap_or_default();
    Path::new(program)
        .file_name()
        .map_or_else(|| "Engine".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn title_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

pub(super) fn config_problem_lines(why: &str) -> Vec<String> {
    vec![
        why.to_owned(),
        String::new(),
        "Default settings are used, and that file is left unchanged.".to_owned(),
    ]
}
