//! What each command does to the current game, and whether it is enabled.

mod autoplay;
mod branches;
mod chess;
mod go;
mod table;

use i18n::fill;
use moment::Moment;
use record::go::{GoRecord, GoRefusal, Mode};
use record::sgf::Charset;
use record::{GameRecord, Record, Refusal};

use crate::effect::{AnalysisPart, Dialog, Effect, PictureUse, Question, ReviewUse};
use crate::input::Input;
use crate::pending_question::PendingQuestion;
use crate::typing::Typing;
use crate::workspace::Workspace;

pub use table::{COMMANDS, Command, CommandEntry, Focus, Group, Platform, command_for};

impl Workspace {
    pub(crate) fn command(&mut self, now: Moment, command: Command) -> Vec<Effect> {
        if !command.keeps_set_up() {
            self.record_mut().end_set_up();
        }
        if self.record().is_read_only() && command.is_edit() {
            return self.refuse(&Refusal::ReadOnly);
        }
        let words = self.words();
        match command {
            Command::Next => self.step(|record| record.forward(), GoRecord::next_turn),
            Command::Previous => self.step(|record| record.back(), GoRecord::previous_turn),
            Command::Start => self.navigate(|record| record.to_start()),
            Command::End => self.navigate(|record| record.to_end()),
            Command::ChoosePreviousBranch => self.navigate(|record| record.choose_branch(true)),
            Command::ChooseNextBranch => self.navigate(|record| record.choose_branch(false)),
            Command::PreviousFork => self.seek(|record| record.to_fork(), words.no_fork),
            Command::PreviousComment => {
                self.seek(|record| record.to_previous_comment(), words.no_comment_before)
            }
            Command::NextComment => self.seek(|record| record.to_next_comment(), words.no_comment_after),
            Command::GoToMove => vec![Effect::Show(Dialog::GoToMove)],
            Command::Find => vec![Effect::Show(Dialog::Find)],
            Command::FindNext => self.find_next(),
            Command::SearchLibrary => self.search_library(),
            Command::FindPosition => self.find_position(),
            Command::NextGame => self.step_game(1),
            Command::PreviousGame => self.step_game(-1),
            Command::MarkDiagram => self.change(|record| record.chess_mut()?.toggle_diagram()),
            Command::Pass => self.change_go(|record| record.pass().map(drop)),
            Command::EditMode => self.set_up_position(),
            Command::LeaveEditMode => Vec::new(),
            Command::Point(direction) => self.move_board_cursor(direction),
            Command::TouchPoint => self.click_at_board_cursor(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Cut => self.ask_to_cut(),
            Command::CopyVariation => self.copy(),
            Command::Paste => self.paste(self.current().clip.clone()),
            Command::PasteFromOther => self.paste(self.clip_of_other()),
            Command::MoveBranchUp => self.ask_to_move_branch(true),
            Command::MoveBranchDown => self.ask_to_move_branch(false),
            Command::PromoteLine => self.change(|record| record.move_line(true)),
            Command::DemoteLine => self.change(|record| record.move_line(false)),
            Command::MakeMainLine => self.change(|record| record.make_main_line()),
            Command::RemoveOtherVariations => self.ask_to_remove_others(),
            Command::Flatten => self.ask(PendingQuestion::Simple(Question::Flatten)),
            Command::ClearComment => self.clear_comment(),
            Command::DropCommentLine(line) => self.change_go(|record| record.drop_comment_line(line.into())),
            Command::SayThis => self.change_go(GoRecord::mention_move_as_this),
            Command::SayMarked => self.change_go(GoRecord::mention_marks_by_shape),
            Command::New => vec![Effect::Show(Dialog::NewGame)],
            Command::Open => vec![Effect::PickFile],
            Command::Save => self.save(),
            Command::SaveAs => self.save_as(),
            Command::SaveFlipped => self.save_flipped(),
            Command::SaveFromHere => self.save_from_here(),
            Command::RotateGames => self.rotate(),
            Command::Close => self.ask_to_close(),
            Command::CopyPath => self.copy_path(),
            Command::CopyFen => self.copy_fen(),
            Command::CopyPgn => self.copy_pgn(),
            Command::OpenText => vec![Effect::Show(Dialog::OpenText)],
            Command::AddGame => vec![Effect::Show(Dialog::AddGame)],
            Command::DeleteGame => self.ask_to_delete_game(self.record().number()),
            Command::MoveGameUp => self.move_game(-1),
            Command::MoveGameDown => self.move_game(1),
            Command::Train => self.train(),
            Command::Print => vec![Effect::Print],
            Command::Analyse => vec![Effect::ToggleAnalysis(AnalysisPart::Search)],
            Command::ShowHints => vec![Effect::ToggleAnalysis(AnalysisPart::Hints)],
            Command::ShowOwnership => vec![Effect::ToggleAnalysis(AnalysisPart::Ownership)],
            Command::Review => vec![Effect::Review(ReviewUse::Begin)],
            Command::WriteEvaluations => vec![Effect::Review(ReviewUse::WriteEvaluations)],
            Command::AddBestLines => vec![Effect::Review(ReviewUse::AddLines)],
            Command::ReadPosition => vec![Effect::Show(Dialog::ReadPosition)],
            Command::EarlierVersions => self.earlier_versions(),
            Command::GameInfo => vec![Effect::Show(Dialog::GameInfo)],
            Command::Properties => vec![Effect::Show(Dialog::Properties)],
            Command::Charset => vec![Effect::Show(Dialog::Charset)],
            Command::ConvertToUtf8 => self.change(|record| record.convert_to_utf8()),
            Command::Flip => self.flip(),
            Command::CopyGame => self.copy_game(),
            Command::MakeProblem => self.make_problem(),
            Command::CountGame => self.count_game(),
            Command::Guess => self.guess_moves(),
            Command::Autoplay => self.play_automatically(now),
            Command::CopyPicture => vec![Effect::Picture(PictureUse::Copy)],
            Command::SavePicture => vec![Effect::Picture(PictureUse::Save)],
            Command::SaveAnimation => vec![Effect::Picture(PictureUse::SaveAnimation)],
            Command::TurnBoard => self.turn_board(),
            Command::Mirror => self.mirror(),
            Command::ShowWholeBoard => self.show_whole_board(),
            Command::Palette => vec![Effect::Show(Dialog::Palette)],
            Command::Help => vec![Effect::Show(Dialog::Help)],
            Command::FocusBoard => vec![Effect::FocusBoard],
        }
    }

    /// Whether it would do something now, for buttons and the menu.
    pub fn can(&self, command: Command) -> bool {
        let record = self.record();
        let (tree, here) = (record.tree(), record.here());
        match command {
            command if !command.is_for(record.game_type()) => false,
            command if record.is_read_only() && command.is_edit() => false,
            Command::Next | Command::End => !tree.is_leaf(here),
            Command::Review => !tree.is_leaf(record.root()),
            Command::Previous | Command::Start | Command::Cut | Command::Flatten => here != record.root(),
            Command::Undo => self.current().can_undo(),
            Command::Redo => self.current().can_redo(),
            Command::ChoosePreviousBranch | Command::ChooseNextBranch => {
                record.chosen_branch().is_some_and(|(_, branches)| branches > 1)
            }
            Command::MoveBranchUp => record.can_move_branch(true),
            Command::MoveBranchDown => record.can_move_branch(false),
            Command::PromoteLine => tree.moved_line(here, true).is_some(),
            Command::DemoteLine => tree.moved_line(here, false).is_some(),
            Command::MakeMainLine => !tree.is_on_main_line(here),
            Command::RemoveOtherVariations => !tree.other_branches(here).is_empty(),
            Command::Paste => self.current().clip.is_some(),
            Command::PasteFromOther => self.clip_of_other().is_some(),
            Command::CopyPath | Command::EarlierVersions => self.current().path().is_some(),
            Command::Save => self.current().is_dirty() || self.current().path().is_none(),
            Command::RotateGames => self.games().len() > 1,
            Command::NextGame | Command::MoveGameDown => record.number() + 1 < record.games(),
            Command::PreviousGame | Command::MoveGameUp => record.number() > 0,
            Command::DeleteGame => record.games() > 1,
            Command::MarkDiagram => here != record.root(),
            Command::CopyFen | Command::FindPosition => record.position_text().is_some(),
            Command::LeaveEditMode => self.set_up_color().is_some(),
            Command::FindNext => self.last_query.is_some(),
            Command::MakeProblem | Command::Guess | Command::Autoplay => !tree.is_leaf(here),
            Command::ShowWholeBoard => {
                let is_hidden = record.go().is_some_and(|record| record.state().visible.is_some());
                is_hidden || self.current().shows_whole_board
            }
            Command::ConvertToUtf8 => record.charset() != Charset::Utf8,
            _ => true,
        }
    }

    /// Changes the record; a refusal is shown.
    pub(crate) fn change(&mut self, act: impl FnOnce(&mut Record) -> Result<(), Refusal>) -> Vec<Effect> {
        match act(self.record_mut()) {
            Ok(()) => Vec::new(),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// Like `change`, for text: if the file's charset lacks a character, the user may convert the file and continue.
    pub(crate) fn write_text(
        &mut self,
        again: Input,
        act: impl FnOnce(&mut Record) -> Result<(), Refusal>,
    ) -> Vec<Effect> {
        match act(self.record_mut()) {
            Err(Refusal::DoesNotFit(lacks)) => {
                let charset = lacks.charset.to_owned();
                self.ask(PendingQuestion::Convert { character: lacks.character, charset, again })
            }
            done => self.change(|_| done),
        }
    }

    pub(crate) fn ask(&mut self, pending: PendingQuestion) -> Vec<Effect> {
        let question = pending.question();
        self.pending_question = Some(pending);
        vec![Effect::Ask(question)]
    }

    /// Shows no message at the end of the line: the board shows it.
    pub(crate) fn navigate<T>(&mut self, step: impl FnOnce(&mut dyn GameRecord) -> T) -> Vec<Effect> {
        step(&mut **self.record_mut());
        self.stop_at_conflict()
    }

    /// One node, or one turn of simultaneous Go.
    fn step(
        &mut self,
        one: impl FnOnce(&mut dyn GameRecord) -> bool,
        turn: impl FnOnce(&mut GoRecord) -> bool,
    ) -> Vec<Effect> {
        match self.record_mut() {
            Record::Go(record) => turn(record),
            other => one(&mut **other),
        };
        self.stop_at_conflict()
    }

    pub(crate) fn seek(
        &mut self,
        act: impl FnOnce(&mut Record) -> Result<(), Refusal>,
        not_found: &str,
    ) -> Vec<Effect> {
        match act(self.record_mut()) {
            Err(Refusal::NotFound) => vec![Effect::Notify(not_found.to_owned())],
            Ok(()) => self.stop_at_conflict(),
            refused => self.change(|_| refused),
        }
    }

    /// Navigation stops before a pasted move that is illegal there.
    fn stop_at_conflict(&mut self) -> Vec<Effect> {
        let game = self.current_mut();
        if game.conflicts.is_empty() {
            return Vec::new();
        }
        let record = &game.record;
        let behind = record.tree().ancestors(record.here()).filter(|node| game.conflicts.contains(node));
        let first = behind.filter(|node| record.is_irregular(*node)).last();
        let Some(before) = first.and_then(|node| record.tree().parent(node)) else {
            return Vec::new();
        };
        game.record.go_to(before);
        vec![Effect::Notify(self.words().line_stops.into())]
    }
}

/// Searching.
impl Workspace {
    pub(crate) fn go_to_move(&mut self, number: u32) -> Vec<Effect> {
        let not_found = fill(self.words().no_such_move, &[("n", &number.to_string())]);
        self.seek(|record| record.to_move(number), &not_found)
    }

    pub(crate) fn find(&mut self, text: String) -> Vec<Effect> {
        self.last_query = Some(text).filter(|text| !text.trim().is_empty());
        self.find_next()
    }

    fn find_next(&mut self) -> Vec<Effect> {
        let Some(text) = self.last_query.clone() else { return vec![Effect::Show(Dialog::Find)] };
        let not_found = fill(self.words().not_in_game, &[("text", &text)]);
        self.seek(|record| record.find(&text).map(drop), &not_found)
    }

    fn search_library(&self) -> Vec<Effect> {
        match self.record().position_text() {
            Some(position) => vec![Effect::SearchLibrary(position)],
            None => self.refuse(&Refusal::Chess(record::chess::ChessRefusal::NoPosition)),
        }
    }
}

/// The board.
impl Workspace {
    /// Stones are set up on the board itself, pieces in a dialog.
    fn set_up_position(&mut self) -> Vec<Effect> {
        match self.record_mut() {
            Record::Go(record) if record.other_game().is_some() => {
                return self.refuse(&Refusal::Go(GoRefusal::OtherGame));
            }
            Record::Go(record) => match record.mode() {
                Mode::Play => record.enter_set_up(),
                Mode::SetUp { .. } => record.end_set_up(),
            },
            Record::Chess(_) => return vec![Effect::Show(Dialog::SetUp)],
            Record::Backgammon(_) => return self.refuse(&Refusal::ReadOnly),
        }
        Vec::new()
    }

    fn flip(&mut self) -> Vec<Effect> {
        self.current_mut().view.flip();
        Vec::new()
    }

    fn mirror(&mut self) -> Vec<Effect> {
        self.current_mut().view.mirror();
        Vec::new()
    }

    fn turn_board(&mut self) -> Vec<Effect> {
        self.current_mut().view.turn();
        Vec::new()
    }

    fn show_whole_board(&mut self) -> Vec<Effect> {
        self.current_mut().shows_whole_board ^= true;
        Vec::new()
    }
}

/// Text.
impl Workspace {
    pub(crate) fn comment(&mut self, now: Moment, text: String) -> Vec<Effect> {
        self.typed(now, &self.record().comment(), &text);
        let again = Input::Comment(text.clone());
        self.write_text(again, |record| record.set_comment(&text))
    }

    /// A text field is about to change. Words, pauses, and pasted or cut text divide it into undo steps.
    pub(crate) fn typed(&mut self, now: Moment, before: &str, after: &str) {
        let last = self.typing.take();
        // A record may write what was typed in another way: `before` is what it made of it.
        let before = last.as_ref().map_or(before, |(_, text)| text);
        let typing = Typing::new(now, before, after);
        let begins = typing.begins_step(last.as_ref().map(|(typing, _)| *typing));
        self.typing = Some((typing, after.to_owned()));
        if begins {
            self.record_mut().cursor_mut().end_typing();
        }
    }

    pub(crate) fn convert_and_try(&mut self, again: Input) -> Vec<Effect> {
        let effects = self.change(|record| record.convert_to_utf8());
        if effects.is_empty() { self.handle_again(again) } else { effects }
    }

    fn clear_comment(&mut self) -> Vec<Effect> {
        match self.record_mut().clear_comment() {
            Ok(comment) if comment.is_empty() => Vec::new(),
            Ok(comment) => {
                vec![Effect::Copy(comment), Effect::Notify(self.words().comment_copied.into())]
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn copy_path(&mut self) -> Vec<Effect> {
        match self.current().path() {
            Some(path) => {
                let words = fill(self.words().path_copied, &[("path", path)]);
                vec![Effect::Copy(path.to_owned()), Effect::Notify(words)]
            }
            None => vec![Effect::Notify(self.words().no_file_yet.into())],
        }
    }
}
