//! How games begin: new ones, copies of old ones that go on, files that are only looked at.

use std::path::{Path, PathBuf};

use jiff::Zoned;
use play::Moment;
use play::gtp::{self, Conversation};
use play::room::Seat;
use record::go::{Field, GoRecord, NewGame};
use rules::go::{Color, Rules, Size};

use super::{App, Effect, FileWork, Overlay, Screen};
use crate::term::archive;
use crate::term::config::{ColorChoice, GameChoice, Opponent};
use crate::term::engine::CommandLine;
use crate::term::screen::game::{Bot, GameScreen, Mode, Recording, Rival};
use crate::term::screen::history::{PLAYER, read_game};
use crate::term::screen::setup::Setup;

impl App {
    /// The choice of the form becomes the one that is remembered.
    pub(super) fn remember_choice(&mut self) {
        if let Screen::Setup(setup) = &self.screen
            && setup.problem().is_none()
        {
            self.around.config.game = setup.choice();
        }
    }

    /// Settings that could not be read are not written over.
    pub(super) fn save_config(&self) -> Vec<Effect> {
        match self.around.config_problem {
            Some(_) => Vec::new(),
            None => vec![Effect::Do(FileWork::SaveConfig(self.around.config.write()))],
        }
    }

    pub(super) fn start_game(&mut self, now: Moment) -> Vec<Effect> {
        let wanted = self.around.config.game.opponent;
        self.remember_choice();
        let choice = self.around.config.game.clone();
        let at = (self.around.clock)();
        let record = new_game(&choice, &at);
        let mut effects = self.save_config();
        effects.extend(self.seat(now, record, &choice, None));
        self.tell_of_the_bot(wanted, choice.opponent);
        effects
    }

    /// Whoever wanted GNU Go hears why another plays.
    fn tell_of_the_bot(&mut self, wanted: Opponent, plays: Opponent) {
        if let Screen::Game(game) = &mut self.screen
            && (wanted, plays) == (Opponent::GnuGo, Opponent::Bot)
            && !self.around.gnu_go
        {
            game.warn("GNU Go is not installed (apt install gnugo): the built-in bot plays");
        }
    }

    /// Puts a game on the screen with the chosen opponent. `human`: the colour that the person takes.
    fn seat(
        &mut self,
        now: Moment,
        record: GoRecord,
        choice: &GameChoice,
        human: Option<Color>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let rival = match choice.opponent {
            Opponent::Friend => Rival::Nobody,
            Opponent::Bot => {
                Rival::Bot(Bot::new(choice.level, self.around.seed.wrapping_add(self.games.into())))
            }
            Opponent::GnuGo => engine(CommandLine::gnu_go(choice.level), choice, &mut effects),
            Opponent::Engine => engine(CommandLine::parse(&choice.engine), choice, &mut effects),
        };
        let chosen = if choice.color == ColorChoice::Black { Color::Black } else { Color::White };
        let human = human.unwrap_or(chosen);
        let machine = !matches!(rival, Rival::Nobody);
        let seats =
            Color::BOTH.map(|color| if color == human || !machine { Seat::Human } else { Seat::Machine });
        self.games += 1;
        let stem = archive::stem(&(self.around.clock)(), record.size());
        let recording = Recording::new(self.games, stem, choice.record);
        let mut game = GameScreen::new(record, seats, rival, recording);
        let name = |property, otherwise: &str| game.info(property).unwrap_or_else(|| otherwise.to_owned());
        game.title = format!("{} against {}", name("PB", "Black"), name("PW", "White"));
        game.focus = self.wanted.focus;
        let heard = game.rival.engine(now, gtp::Input::Begin);
        let (more, _) = game.hear_rival(now, heard);
        effects.extend(more);
        let done = game.begin(now);
        self.put_before_list(game);
        effects.extend(self.game_done(now, done));
        effects
    }

    pub(super) fn review_preview(&mut self) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        if let Some((path, record)) = history.take_preview() {
            let node = record.here();
            let mut game = GameScreen::review(record, title_of(&path));
            game.jump(node);
            self.put_before_list(game);
        }
        Vec::new()
    }

    fn put_before_list(&mut self, game: GameScreen) {
        if let Screen::History(history) = std::mem::replace(&mut self.screen, Screen::Game(Box::new(game))) {
            self.behind = Some(history);
        }
    }

    pub(super) fn continue_preview(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::History(history) = &mut self.screen else { return Vec::new() };
        match history.take_preview() {
            Some((_, record)) => self.go_on(now, record),
            None => Vec::new(),
        }
    }

    pub(super) fn continue_review(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &self.screen else { return Vec::new() };
        if game.mode != Mode::Review {
            return Vec::new();
        }
        let record = game.record().clone();
        self.go_on(now, record)
    }

    /// The person takes the side that is to play; everything in the record stays, in a file of its own.
    fn go_on(&mut self, now: Moment, record: GoRecord) -> Vec<Effect> {
        let wanted = self.around.config.game.opponent;
        let choice = Setup::new(self.around.config.game.clone(), self.around.gnu_go).choice();
        let human = record.to_play();
        let effects = self.seat(now, record, &choice, Some(human));
        self.tell_of_the_bot(wanted, choice.opponent);
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
                self.overlay = Some(Overlay::message("That could not be opened", lines));
            }
        }
        Vec::new()
    }
}

fn engine(command: Option<CommandLine>, choice: &GameChoice, effects: &mut Vec<Effect>) -> Rival {
    // Without GNU Go it is not chosen, and what is no command is refused before: neither gets here.
    let Some(command) = command else { return Rival::Nobody };
    effects.push(Effect::OpenEngine(command));
    Rival::Engine(Box::new(Conversation::new(Some(choice.level))))
}

fn new_game(choice: &GameChoice, at: &Zoned) -> GoRecord {
    let rival = match choice.opponent {
        Opponent::GnuGo => format!("GNU Go, level {}", choice.level),
        Opponent::Engine => engine_name(&choice.engine),
        Opponent::Bot => format!("Tabiya, level {}", choice.level),
        Opponent::Friend => "Friend".to_owned(),
    };
    let (black, white) = match choice.color {
        ColorChoice::Black => (PLAYER.to_owned(), rival),
        ColorChoice::White => (rival, PLAYER.to_owned()),
    };
    let mut record = GoRecord::create(&NewGame {
        size: Size::square(choice.size.into()).unwrap_or(Size::NINETEEN),
        handicap: choice.handicap.into(),
        black,
        white,
        rules: Rules::JAPANESE.name().map(str::to_owned),
        ..NewGame::default()
    });
    let date = at.strftime("%Y-%m-%d").to_string();
    let texts = [("KM", choice.komi.as_str()), ("DT", date.as_str())];
    let fields: Vec<(Field, &str)> =
        texts.iter().filter_map(|(name, text)| Some((Field::named(name)?, *text))).collect();
    // A new record is UTF-8, where everything fits.
    drop(record.set_info(&fields));
    record
}

/// The program's own name, without folders and arguments.
fn engine_name(command: &str) -> String {
    let program = command.split_whitespace().next().unwrap_or_default();
    Path::new(program)
        .file_name()
        .map_or_else(|| "Engine".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn title_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

pub(super) fn config_words(why: &str) -> Vec<String> {
    vec![
        why.to_owned(),
        String::new(),
        "The usual settings are used, and nothing is saved over that file.".to_owned(),
    ]
}
