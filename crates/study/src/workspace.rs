//! The open games, the current one, and the handling of inputs.
//!
//!     let effects = workspace.handle(now, Input::Do(Command::Next));

use i18n::Language;
use moment::Moment;
use record::Record;
use record::go::{GoRecord, NewGame};

use crate::autosave::{Autosave, Unsaved};
use crate::board_view::BoardView;
use crate::commands::{Command, Platform};
use crate::comparison::ComparedLine;
use crate::counting::Counting;
use crate::effect::{Effect, Question};
use crate::guessing::Guessing;
use crate::input::{Answer, FileName, GameId, Input, OnDisk};
use crate::open_game::OpenGame;
use crate::pending_question::PendingQuestion;
use crate::position_search::PositionSearch;
use crate::restored_version::ReplacedRecords;
use crate::saving::{AfterSaving, WriteState};
use crate::tool_state::ToolState;
use crate::typing::Typing;

pub struct Workspace {
    /// The current one first, the others by last use; never empty.
    pub(crate) games: Vec<OpenGame>,
    /// How often `RotateGames` was given in a row.
    rotation: usize,
    pub(crate) tool_state: ToolState,
    pub(crate) pending_question: Option<PendingQuestion>,
    pub(crate) last_query: Option<String>,
    /// A search for a position that is not finished.
    pub(crate) position_search: Option<PositionSearch>,
    /// What continues after the host has saved a game.
    pub(crate) after_saving: Option<AfterSaving>,
    /// The latest change of a text field, if nothing else was done since.
    pub(crate) typing: Option<(Typing, String)>,
    pub(crate) counting: Option<Counting>,
    pub(crate) guessing: Option<Guessing>,
    /// When the next move is shown automatically.
    pub(crate) next_step: Option<Moment>,
    next_id: u32,
    platform: Platform,
    name: u64,
    language: Language,
}

impl Workspace {
    /// With an empty Go board. Workspaces that autosave to the same storage need different names.
    pub fn new(platform: Platform, name: u64) -> Workspace {
        let mut workspace = Workspace {
            games: Vec::new(),
            rotation: 0,
            tool_state: ToolState::default(),
            pending_question: None,
            last_query: None,
            position_search: None,
            after_saving: None,
            typing: None,
            counting: None,
            guessing: None,
            next_step: None,
            next_id: 0,
            platform,
            name,
            language: Language::default(),
        };
        workspace.add_empty();
        workspace
    }

    /// Sets the language of messages and questions.
    pub fn in_language(mut self, language: Language) -> Workspace {
        self.games.iter_mut().for_each(|game| game.words = language.workspace());
        Workspace { language, ..self }
    }

    pub(crate) fn words(&self) -> &'static i18n::Workspace {
        self.language.workspace()
    }

    pub(crate) fn chess_words(&self) -> &'static i18n::ChessStudy {
        self.language.chess_study()
    }

    pub(crate) fn language(&self) -> Language {
        self.language
    }

    pub fn platform(&self) -> Platform {
        self.platform
    }

    pub fn current(&self) -> &OpenGame {
        // `close` adds an empty game before it removes the last one.
        &self.games[0]
    }

    pub(crate) fn current_mut(&mut self) -> &mut OpenGame {
        &mut self.games[0]
    }

    /// Of the current game.
    pub(crate) fn record(&self) -> &Record {
        &self.current().record
    }

    pub(crate) fn record_mut(&mut self) -> &mut Record {
        &mut self.current_mut().record
    }

    /// The current one first.
    pub fn games(&self) -> &[OpenGame] {
        &self.games
    }

    pub fn game(&self, id: GameId) -> Option<&OpenGame> {
        self.games.iter().find(|game| game.id == id)
    }

    pub fn question(&self) -> Option<Question> {
        self.pending_question.as_ref().map(PendingQuestion::question)
    }

    /// The unsaved record that an open question offers to restore.
    pub fn restorable(&self) -> Option<&Record> {
        match &self.pending_question {
            Some(PendingQuestion::RestoreAutosave { autosaved, .. }) => Some(&autosaved.record),
            _ => None,
        }
    }

    /// What differs between the game that an open question is about and its file.
    pub fn comparison(&self) -> &[ComparedLine] {
        match &self.pending_question {
            Some(PendingQuestion::FileChanged { comparison: Some(lines), .. }) => lines,
            _ => &[],
        }
    }

    /// The last search text.
    pub fn last_query(&self) -> Option<&str> {
        self.last_query.as_deref()
    }

    /// When the host should send `Input::Wake`, if at all.
    pub fn deadline(&self) -> Option<Moment> {
        self.games.iter().filter_map(|game| game.autosave.deadline()).chain(self.next_step).min()
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Effect> {
        if let Input::OnDisk { game, event: OnDisk::Changed } = input {
            // What the user does goes on.
            self.note_file_change(game);
            return Vec::new();
        }
        if !matches!(input, Input::Do(Command::RotateGames) | Input::Wake | Input::PageHides) {
            self.rotation = 0;
        }
        if !matches!(input, Input::Continue | Input::Wake | Input::PageHides) {
            self.position_search = None;
        }
        if !input.continues_typing() {
            self.typing = None;
        }
        if !input.continues_counting() {
            self.counting = None;
        }
        if !matches!(input, Input::Wake | Input::PageHides | Input::Do(Command::Autoplay)) {
            self.next_step = None;
        }
        self.tool_state.before(&input);
        let mut effects = self.dispatch(now, input);
        self.schedule_autosaves(now, &mut effects);
        effects
    }

    /// Used after a conversion; such inputs need no time.
    pub(crate) fn handle_again(&mut self, input: Input) -> Vec<Effect> {
        self.dispatch(Moment::ORIGIN, input)
    }

    fn dispatch(&mut self, now: Moment, input: Input) -> Vec<Effect> {
        if let Some(refusal) = input.refusal_in(self.record().game_type()) {
            return self.refuse(&refusal);
        }
        match input {
            Input::Do(command) => self.command(now, command),
            Input::Go(input) => self.go_input(now, input),
            Input::Chess(input) => self.chess_input(now, input),
            Input::GoTo(node) => self.navigate(|record| record.go_to(node)),
            Input::Choose(node) => self.navigate(|record| record.choose(node)),
            Input::Comment(text) => self.comment(now, text),
            Input::Answer(answer) => self.answer(answer),
            Input::Create(new) => self.create(&new),
            Input::Find(text) => self.find(text),
            Input::MoveNumber(number) => self.go_to_move(number),
            Input::Opened(opened) => self.opened(opened),
            Input::Activated(opened) => self.activated(opened),
            Input::Saved { game, revision, file } => self.saved(game, revision, file),
            Input::SaveFailed { game, why } => self.save_failed(game, &why),
            Input::FileChanged { game } => self.file_changed(game),
            Input::OnDisk { game, event } => self.on_disk(game, event),
            Input::ReadAgain { game, purpose, bytes } => self.read_again(game, purpose, bytes),
            Input::RestoreVersion { game, bytes } => self.restore_version(game, bytes),
            Input::Switch(game) => self.switch(game),
            Input::ChooseGame { game, number } => self.choose_game(game, number),
            Input::EditGames { game, edit } => self.edit_games(game, edit),
            Input::PasteText(text) => self.paste_text(text),
            Input::Reopened(reopened) => self.reopened(*reopened),
            Input::Continue => self.continue_position_search(),
            Input::ReadAs(charset) => self.read_as(charset),
            Input::Wake => {
                let mut effects = self.show_next(now);
                effects.extend(self.autosave(|autosave| autosave.due(now)));
                effects
            }
            Input::PageHides => self.autosave(Autosave::take),
            Input::Quit => self.ask_to_quit(),
        }
    }

    /// Schedules an autosave for every changed game, and of the place in it where one is; discards it if there are no
    /// unsaved changes.
    fn schedule_autosaves(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        for game in &mut self.games {
            let (revision, shown) = (game.record.revision(), game.shown());
            let has_moved = game.checked_place.replace(shown) != Some(shown);
            if revision == game.checked_revision {
                if has_moved && game.is_dirty() {
                    game.autosave.moved(now);
                }
                continue;
            }
            game.checked_revision = revision;
            if game.is_dirty() {
                game.autosave.changed(now);
            } else {
                game.autosave.cancel();
                effects.push(Effect::DiscardAutosave { key: game.autosave_key.clone() });
            }
        }
    }

    fn autosave(&mut self, due: impl Fn(&mut Autosave) -> Option<Unsaved>) -> Vec<Effect> {
        let due = self.games.iter_mut().filter_map(|game| Some((due(&mut game.autosave)?, game)));
        due.map(|(unsaved, game)| {
            let (key, place) = (game.autosave_key.clone(), game.place());
            match unsaved {
                Unsaved::Place => Effect::StorePlace { key, place },
                Unsaved::Changes => {
                    Effect::Autosave { key, name: game.name(), bytes: game.record.autosave_bytes(), place }
                }
            }
        })
        .collect()
    }

    fn add_empty(&mut self) {
        let new = NewGame { black: String::new(), white: String::new(), ..NewGame::default() };
        let empty = self.new_open_game(GoRecord::create(&new).into(), None);
        self.games.push(OpenGame { is_default: true, ..empty });
    }

    pub(crate) fn new_open_game(&mut self, record: Record, file: Option<FileName>) -> OpenGame {
        let id = self.new_id();
        let untitled = self.free_untitled_number();
        let autosave_key = match &file {
            Some(file) => file.identity.clone(),
            None => format!("new-{:x}-{}", self.name, id.0),
        };
        OpenGame {
            id,
            checked_revision: record.revision(),
            checked_place: None,
            record,
            replaced: ReplacedRecords::default(),
            file,
            autosave_key,
            autosave: Autosave::default(),
            clip: None,
            view: BoardView::default(),
            shows_whole_board: false,
            untitled,
            is_changed_on_disk: false,
            conflicts: Vec::new(),
            write_state: WriteState::default(),
            is_default: false,
            is_reopened: false,
            words: self.words(),
        }
    }

    /// The first number that no open game without a file has.
    pub(crate) fn free_untitled_number(&self) -> u32 {
        let open = || self.games.iter().filter(|game| !game.is_untouched());
        let is_free = |number: &u32| open().all(|game| game.untitled_number() != Some(*number));
        (1..).find(is_free).unwrap_or(1)
    }

    pub(crate) fn new_id(&mut self) -> GameId {
        self.next_id += 1;
        GameId(self.next_id)
    }

    /// Makes a game the current one; removes the untouched default game.
    pub(crate) fn open_as_current(&mut self, game: OpenGame) {
        self.games.retain(|other| !other.is_untouched());
        self.games.insert(0, game);
    }

    pub(crate) fn switch(&mut self, id: GameId) -> Vec<Effect> {
        if let Some(at) = self.games.iter().position(|game| game.id == id) {
            self.games[..=at].rotate_right(1);
        }
        vec![Effect::FocusBoard]
    }

    /// Goes one game further back each time, until another command is given.
    pub(crate) fn rotate(&mut self) -> Vec<Effect> {
        self.rotation = (self.rotation + 1).min(self.games.len() - 1);
        self.games[..=self.rotation].rotate_right(1);
        vec![Effect::FocusBoard]
    }

    pub(crate) fn close(&mut self, id: GameId) -> Vec<Effect> {
        let Some(at) = self.games.iter().position(|game| game.id == id) else { return Vec::new() };
        if self.games.len() == 1 {
            self.add_empty();
        }
        let closed = self.games.remove(at);
        vec![Effect::DiscardAutosave { key: closed.autosave_key }, Effect::FocusBoard]
    }

    fn answer(&mut self, answer: Answer) -> Vec<Effect> {
        match self.pending_question.take() {
            Some(question) => question.answered(self, answer),
            None => Vec::new(),
        }
    }
}
