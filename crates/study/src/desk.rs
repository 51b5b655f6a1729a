//! The desk: the open games, the one in front, and what becomes of each input.
//!
//!     let effects = desk.handle(now, Input::Do(Command::Next));

use std::ops::ControlFlow;

use record::chess::{self, ChessRecord};
use record::go::{GoRecord, NewGame};
use record::pgn::Pgn;
use record::sgf;
use words::Language;

use crate::autosave::{Autosave, Moment};
use crate::command::{Command, Shell};
use crate::effect::{Dialog, Effect, Question};
use crate::hand::Hand;
use crate::input::{Answer, FileName, GameId, Input, Opened};
use crate::open_game::{OpenGame, untitled};
use crate::saving::AfterSaving;
use crate::waiting::Waiting;

pub struct Desk {
    /// The one in front first, the others in the order in which they were last used; never empty.
    pub(crate) games: Vec<OpenGame>,
    /// How far `RotateGames` has gone since another command was given.
    pub(crate) turn: usize,
    pub(crate) hand: Hand,
    pub(crate) waiting: Option<Waiting>,
    pub(crate) sought: Option<String>,
    /// What waits until the host has saved a game.
    pub(crate) after_saving: Option<AfterSaving>,
    next_id: u32,
    shell: Shell,
    name: u64,
    language: Language,
}

impl Desk {
    /// With an empty board on it. No other desk that puts work aside in the same place may have the same name.
    pub fn new(shell: Shell, name: u64) -> Desk {
        let mut desk = Desk {
            games: Vec::new(),
            turn: 0,
            hand: Hand::default(),
            waiting: None,
            sought: None,
            after_saving: None,
            next_id: 0,
            shell,
            name,
            language: Language::default(),
        };
        desk.put_empty();
        desk
    }

    /// Says and asks everything in this language.
    pub fn in_language(mut self, language: Language) -> Desk {
        self.games.iter_mut().for_each(|game| game.words = language.desk());
        Desk { language, ..self }
    }

    pub(crate) fn words(&self) -> &'static words::Desk {
        self.language.desk()
    }

    pub fn shell(&self) -> Shell {
        self.shell
    }

    pub fn current(&self) -> &OpenGame {
        // `close` puts a new game down before it takes the last one away.
        &self.games[0]
    }

    pub(crate) fn front(&mut self) -> &mut OpenGame {
        &mut self.games[0]
    }

    /// The one in front first.
    pub fn games(&self) -> &[OpenGame] {
        &self.games
    }

    pub fn game(&self, id: GameId) -> Option<&OpenGame> {
        self.games.iter().find(|game| game.id == id)
    }

    pub fn question(&self) -> Option<Question> {
        self.waiting.as_ref().map(Waiting::question)
    }

    /// What was looked for last.
    pub fn sought(&self) -> Option<&str> {
        self.sought.as_deref()
    }

    /// When the host should wake the desk, if at all.
    pub fn deadline(&self) -> Option<Moment> {
        self.games.iter().filter_map(|game| game.autosave.deadline()).min()
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Effect> {
        if !matches!(input, Input::Do(Command::RotateGames) | Input::Wake | Input::PageHides) {
            self.turn = 0;
        }
        self.hand.before(&input);
        let mut effects = self.obey(now, input);
        self.note_changes(now, &mut effects);
        effects
    }

    /// After a conversion; such inputs need no time.
    pub(crate) fn obey_again(&mut self, input: Input) -> Vec<Effect> {
        self.obey(Moment::ZERO, input)
    }

    fn obey(&mut self, now: Moment, input: Input) -> Vec<Effect> {
        let input = match self.obey_chess(input) {
            ControlFlow::Break(effects) => return effects,
            ControlFlow::Continue(input) => input,
        };
        match input {
            Input::Do(command) => self.command(command),
            Input::Click { at, held } => self.click(at, held),
            Input::Drag { from, to } => self.draw_to(from, to),
            // What only a chess board can send.
            Input::Put { .. } | Input::PlayText(_) | Input::Shapes(_) | Input::Glyph(_) | Input::Tags(_) => {
                Vec::new()
            }
            Input::Take(tool) => self.take(tool),
            Input::SetUpWith(color) => self.set_up_with(color),
            Input::GoTo(node) => self.go_to(node),
            Input::Choose(node) => self.choose(node),
            Input::Comment(text) => self.comment(text),
            Input::Name(text) => self.name(text),
            Input::Judge(judgement) => self.judge(judgement),
            Input::Answer(answer) => self.answer(answer),
            Input::Create(new) => self.create(&new),
            Input::CreateChess(new) => self.create_chess(&new),
            Input::Info(texts) => self.set_info(texts),
            Input::SetProperties(all) => self.set_properties(all),
            Input::Find(text) => self.find(text),
            Input::MoveNumber(number) => self.go_to_move(number),
            Input::Opened(opened) => self.opened(opened),
            Input::Activated(opened) => self.activated(opened),
            Input::Saved { game, revision, file } => self.saved(game, revision, file),
            Input::SaveFailed { game, why } => self.save_failed(game, &why),
            Input::Switch(game) => self.switch(game),
            Input::ChooseGame(number) => self.choose_game(number),
            Input::ReadAs(charset) => self.read_as(charset),
            Input::Wake => self.put_aside(|game| game.autosave.is_due(now)),
            Input::PageHides => self.put_aside(|game| game.autosave.is_waiting()),
            Input::Quit => self.ask_to_quit(),
        }
    }

    /// Starts the waiting of every game that changed, and ends it where nothing is left to lose.
    fn note_changes(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        for game in &mut self.games {
            let revision = game.revision();
            if revision == game.safe {
                continue;
            }
            game.safe = revision;
            if game.is_dirty() {
                game.autosave.changed(now);
            } else {
                game.autosave.settled();
                effects.push(Effect::ForgetAside { key: game.aside_key.clone() });
            }
        }
    }

    fn put_aside(&mut self, is_time: impl Fn(&mut OpenGame) -> bool) -> Vec<Effect> {
        let due = self.games.iter_mut().filter_map(|game| is_time(game).then_some(game));
        due.map(|game| Effect::PutAside {
            key: game.aside_key.clone(),
            name: game.name(),
            bytes: game.aside(),
        })
        .collect()
    }

    fn put_empty(&mut self) {
        let empty = self.game_of(empty_board(), None);
        self.games.push(OpenGame { by_default: true, ..empty });
    }

    pub(crate) fn game_of(&mut self, record: GoRecord, file: Option<FileName>) -> OpenGame {
        self.next_id += 1;
        let aside_key = match &file {
            Some(file) => file.identity.clone(),
            None => format!("new-{:x}-{}", self.name, self.next_id),
        };
        OpenGame {
            id: GameId(self.next_id),
            safe: record.revision(),
            record,
            file,
            aside_key,
            autosave: Autosave::default(),
            chess: None,
            clip: None,
            chess_clip: None,
            is_flipped: false,
            conflicts: Vec::new(),
            by_default: false,
            game_number: 0,
            words: self.words(),
        }
    }

    /// Puts a game in front; the empty game of the start goes, if nobody has touched it.
    pub(crate) fn put_in_front(&mut self, game: OpenGame) {
        self.games.retain(|other| !other.is_untouched());
        self.games.insert(0, game);
    }
}

/// Games come and go.
impl Desk {
    pub(crate) fn opened(&mut self, opened: Opened) -> Vec<Effect> {
        if let Some(open) = self.open_already(&opened.file) {
            return self.switch(open);
        }
        let whole = |aside: Vec<u8>| Pgn::with_changes(&opened.bytes, &aside).unwrap_or(aside);
        match opened.aside.map(whole) {
            Some(aside) if aside != opened.bytes && is_readable(&aside) => {
                let question = Question::UseAside { name: opened.file.name.clone() };
                self.waiting = Some(Waiting::UseAside { file: opened.file, bytes: opened.bytes, aside });
                vec![Effect::Ask(question)]
            }
            _ => self.open(opened.file, opened.bytes),
        }
    }

    /// Unsaved work in front is asked about first, as before closing it.
    fn activated(&mut self, opened: Opened) -> Vec<Effect> {
        let front = self.current();
        if !front.is_dirty() || self.open_already(&opened.file).is_some() {
            return self.opened(opened);
        }
        let (game, name) = (front.id, front.name());
        self.ask(Waiting::Activate { game, name, opened })
    }

    fn open_already(&self, file: &FileName) -> Option<GameId> {
        let is_it = |game: &&OpenGame| game.file().is_some_and(|open| open.identity == file.identity);
        self.games.iter().find(is_it).map(|game| game.id)
    }

    pub(crate) fn open(&mut self, file: FileName, bytes: Vec<u8>) -> Vec<Effect> {
        let bytes = match chess_games(&file.name, bytes) {
            Ok(games) => return self.open_chess(file, games),
            Err(bytes) => bytes,
        };
        let collection = match sgf::read(&bytes) {
            Ok(collection) => collection,
            Err(why) => return self.cannot_open(&file.name, why),
        };
        let several = collection.games().len() > 1;
        let game = self.game_of(GoRecord::open(collection, 0), Some(file));
        self.put_in_front(game);
        if several { vec![Effect::Show(Dialog::Games)] } else { vec![Effect::FocusBoard] }
    }

    fn open_chess(&mut self, mut file: FileName, games: Pgn) -> Vec<Effect> {
        // Work that has no file yet comes back by the name that all such work has.
        if file.path.is_none() && file.name == untitled(self.words(), false) {
            file.name = untitled(self.words(), true);
        }
        let several = games.len() > 1;
        let chess = Some(Box::new(ChessRecord::open(games, 0)));
        let game = self.game_of(empty_board(), Some(file));
        self.put_in_front(OpenGame { chess, ..game });
        if several { vec![Effect::Show(Dialog::Games)] } else { vec![Effect::FocusBoard] }
    }

    /// What was put aside is what the user sees, and it is not what the file holds.
    pub(crate) fn open_aside(&mut self, file: FileName, aside: Vec<u8>) -> Vec<Effect> {
        let effects = self.open(file, aside);
        self.front().mark_dirty();
        effects
    }

    fn create(&mut self, new: &NewGame) -> Vec<Effect> {
        let game = self.game_of(GoRecord::create(new), None);
        self.put_in_front(game);
        vec![Effect::FocusBoard]
    }

    fn create_chess(&mut self, new: &chess::NewGame) -> Vec<Effect> {
        let chess = Some(Box::new(ChessRecord::create(new)));
        let game = self.game_of(empty_board(), None);
        let safe = chess.as_ref().map_or(game.safe, |chess| chess.revision());
        self.put_in_front(OpenGame { chess, safe, ..game });
        vec![Effect::FocusBoard]
    }

    pub(crate) fn switch(&mut self, id: GameId) -> Vec<Effect> {
        if let Some(at) = self.games.iter().position(|game| game.id == id) {
            self.games[..=at].rotate_right(1);
        }
        vec![Effect::FocusBoard]
    }

    /// Each time one further back, as long as no other command comes between.
    pub(crate) fn rotate(&mut self) -> Vec<Effect> {
        self.turn = (self.turn + 1).min(self.games.len() - 1);
        self.games[..=self.turn].rotate_right(1);
        vec![Effect::FocusBoard]
    }

    pub(crate) fn close(&mut self, id: GameId) -> Vec<Effect> {
        let Some(at) = self.games.iter().position(|game| game.id == id) else { return Vec::new() };
        if self.games.len() == 1 {
            self.put_empty();
        }
        let gone = self.games.remove(at);
        vec![Effect::ForgetAside { key: gone.aside_key }, Effect::FocusBoard]
    }

    /// Another game of the same file: the file stays one, with all its changes.
    fn choose_game(&mut self, number: usize) -> Vec<Effect> {
        let game = self.front();
        let is_there = match &mut game.chess {
            Some(chess) => chess.open_game(number),
            None => game.record.open_game(number),
        };
        if is_there {
            game.game_number = number;
        }
        vec![Effect::FocusBoard]
    }

    fn answer(&mut self, answer: Answer) -> Vec<Effect> {
        match self.waiting.take() {
            Some(waiting) => waiting.answered(self, answer),
            None => Vec::new(),
        }
    }
}

pub(crate) fn empty_board() -> GoRecord {
    GoRecord::create(&NewGame { black: String::new(), white: String::new(), ..NewGame::default() })
}

/// The chess games of a file: by its name, or because it holds some and no Go. Else the bytes again: of a file of a hundred
/// megabytes nobody makes a copy without need.
fn chess_games(name: &str, bytes: Vec<u8>) -> Result<Pgn, Vec<u8>> {
    let is_named_so = name.to_ascii_lowercase().ends_with(".pgn");
    if !is_named_so && sgf::read(&bytes).is_ok() {
        return Err(bytes);
    }
    let games = Pgn::read(bytes);
    if games.is_empty() { Err(games.write()) } else { Ok(games) }
}

fn is_readable(bytes: &[u8]) -> bool {
    sgf::read(bytes).is_ok() || !Pgn::read(bytes.to_vec()).is_empty()
}
