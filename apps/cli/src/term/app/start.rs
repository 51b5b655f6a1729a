//! Starting games: new ones, continuations of old ones on a copy, and files for review.

use std::path::{Path, PathBuf};

use jiff::Zoned;
use moment::Moment;
use play::gtp::{self, Conversation};
use play::local_game::Player;
use record::GameRecord;
use record::go::{Field, GoRecord, NewGame};
use rules::go::{Color, Scoring, Size};

use super::{App, Effect, FileTask, Overlay, Screen};
use crate::term::archive;
use crate::term::config::{ColorChoice, GameChoice, OpponentChoice};
use crate::term::engine::CommandLine;
use crate::term::screen::game::{Bot, GameScreen, Mode, Opponent, Recording};
use crate::term::screen::history::{PLAYER, read_game};
use crate::term::screen::setup::Setup;

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

    pub(super) fn start_game(&mut self, now: Moment) -> Vec<Effect> {
        let wanted = self.environment.config.game.opponent;
        self.store_game_choice();
        let choice = self.environment.config.game.clone();
        let at = (self.environment.clock)();
        let record = new_game(&choice, &at);
        let mut effects = self.save_config();
        effects.extend(self.seat(now, record, &choice, None));
        self.explain_the_bot(wanted, choice.opponent);
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

    /// Starts a game with the chosen opponent. `human` overrides the colour of the settings.
    fn seat(
        &mut self,
        now: Moment,
        record: GoRecord,
        choice: &GameChoice,
        human: Option<Color>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let opponent = match choice.opponent {
            OpponentChoice::Friend => Opponent::Human,
            OpponentChoice::Bot => {
                Opponent::Bot(Bot::new(choice.level, self.environment.seed.wrapping_add(self.games.into())))
            }
            OpponentChoice::GnuGo => {
                let counts_area = record.position().rules().scoring == Scoring::Area;
                let rules = if counts_area { "--chinese-rules" } else { "--japanese-rules" };
                let command = CommandLine::gnu_go(choice.level).map(|command| command.with_arg(rules));
                engine(command, choice, &mut effects)
            }
            OpponentChoice::Engine => engine(CommandLine::parse(&choice.engine), choice, &mut effects),
        };
        let chosen = if choice.color == ColorChoice::Black { Color::Black } else { Color::White };
        let human = human.unwrap_or(chosen);
        let machine = !matches!(opponent, Opponent::Human);
        let seats =
            Color::BOTH.map(|color| if color == human || !machine { Player::Human } else { Player::Engine });
        self.games += 1;
        let stem = archive::stem(&(self.environment.clock)(), record.size());
        let recording = Recording::new(self.games, stem, choice.record);
        let mut game = GameScreen::new(record, seats, opponent, recording);
        let name = |property, otherwise: &str| game.info(property).unwrap_or_else(|| otherwise.to_owned());
        game.title = format!("{} against {}", name("PB", "Black"), name("PW", "White"));
        game.focus = self.options.focus;
        let outputs = game.opponent.engine(now, gtp::Input::Begin);
        let (more, _) = game.handle_opponent_outputs(now, outputs);
        effects.extend(more);
        let done = game.begin(now);
        self.show_game(game);
        effects.extend(self.game_done(now, done));
        effects
    }

    pub(super) fn review_preview(&mut self) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        if let Some((path, record)) = history.take_preview() {
            let node = record.here();
            let mut game = GameScreen::review(record, title_of(&path));
            game.jump(node);
            self.show_game(game);
        }
        Vec::new()
    }

    fn show_game(&mut self, game: GameScreen) {
        if let Screen::History(history) = std::mem::replace(&mut self.screen, Screen::Game(Box::new(game))) {
            self.list_behind = Some(history);
        }
    }

    pub(super) fn continue_preview(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        match history.take_preview() {
            Some((_, record)) => self.continue_record(now, record),
            None => Vec::new(),
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

    /// Continues the whole record in a new file; the human takes the side to play.
    fn continue_record(&mut self, now: Moment, record: GoRecord) -> Vec<Effect> {
        let wanted = self.environment.config.game.opponent;
        let choice = Setup::new(self.environment.config.game.clone(), self.environment.gnu_go).choice();
        let human = record.to_play();
        let effects = self.seat(now, record, &choice, Some(human));
        self.explain_the_bot(wanted, choice.opponent);
        effects
    }

    pub(super) fn review_file(&mut self, path: PathBuf, bytes: Result<Vec<u8>, String>) -> Vec<Effect> {
        match bytes.and_then(|bytes| read_game(&bytes)) {
            Ok(record) => {
                let game = GameScreen::review(record, title_of(&path));
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

fn engine(command: Option<CommandLine>, choice: &GameChoice, effects: &mut Vec<Effect>) -> Opponent {
    // Not reached: GNU Go can be chosen only if it is installed, and invalid commands are rejected before.
    let Some(command) = command else { return Opponent::Human };
    effects.push(Effect::OpenEngine(command));
    Opponent::Engine(Box::new(Conversation::new(Some(choice.level))))
}

fn new_game(choice: &GameChoice, at: &Zoned) -> GoRecord {
    let opponent = match choice.opponent {
        OpponentChoice::GnuGo => format!("GNU Go, level {}", choice.level),
        OpponentChoice::Engine => engine_name(&choice.engine),
        OpponentChoice::Bot => format!("Tabiya, level {}", choice.level),
        OpponentChoice::Friend => "Friend".to_owned(),
    };
    let (black, white) = match choice.color {
        ColorChoice::Black => (PLAYER.to_owned(), opponent),
        ColorChoice::White => (opponent, PLAYER.to_owned()),
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
    let texts = [("KM", choice.komi.as_str()), ("DT", date.as_str())];
    let fields: Vec<(Field, &str)> =
        texts.iter().filter_map(|(name, text)| Some((Field::named(name)?, *text))).collect();
    // Cannot fail: a new record is UTF-8, which can encode any text.
    drop(record.set_info(&fields));
    record
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
