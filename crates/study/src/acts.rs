//! What each command does to the game in front.

use record::NodeId;
use record::go::{Clip, Field, GoRecord, Mode, Query, Refusal};
use record::sgf::Charset;
use words::fill;

use crate::command::Command;
use crate::desk::Desk;
use crate::effect::{Dialog, Effect, Question};
use crate::input::{Input, Judgement};
use crate::telling;
use crate::waiting::Waiting;

impl Desk {
    pub(crate) fn command(&mut self, command: Command) -> Vec<Effect> {
        if !command.keeps_edit_mode() {
            self.front().record.leave_set_up();
        }
        match command {
            Command::Next => self.walk(GoRecord::forward),
            Command::Previous => self.walk(GoRecord::back),
            Command::Start => self.walk(|record| {
                record.to_start();
                true
            }),
            Command::End => self.walk(|record| {
                record.to_end();
                true
            }),
            Command::ChoosePreviousBranch => self.walk(|record| record.choose_branch(true)),
            Command::ChooseNextBranch => self.walk(|record| record.choose_branch(false)),
            Command::PreviousFork => self.seek(GoRecord::to_fork, self.words().no_fork),
            Command::PreviousComment => {
                self.seek(GoRecord::to_previous_comment, self.words().no_comment_before)
            }
            Command::NextComment => self.seek(GoRecord::to_next_comment, self.words().no_comment_after),
            Command::GoToMove => vec![Effect::Show(Dialog::GoToMove)],
            Command::Find => vec![Effect::Show(Dialog::Find)],
            Command::FindNext => self.find_next(),
            Command::SearchLibrary => vec![Effect::Seek(rows(self.current().record().position().board()))],
            Command::Pass => self.change(|record| record.pass().map(drop)),
            Command::EditMode => self.toggle_edit_mode(),
            Command::LeaveEditMode => Vec::new(),
            Command::Point(way) => self.point(way),
            Command::TouchPoint => self.touch_point(),
            Command::Undo => self.walk(GoRecord::undo),
            Command::Redo => self.walk(GoRecord::redo),
            Command::Cut => self.ask_to_cut(),
            Command::CopyVariation => self.copy(),
            Command::Paste => self.paste(self.current().clip.clone()),
            Command::PasteFromOther => self.paste(self.clip_of_other()),
            Command::MoveBranchUp => self.ask_to_move_branch(true),
            Command::MoveBranchDown => self.ask_to_move_branch(false),
            Command::MakeMainLine => self.change(GoRecord::make_main_line),
            Command::RemoveOtherVariations => self.ask_to_remove_others(),
            Command::Flatten => self.ask(Waiting::For(Question::Flatten)),
            Command::ClearComment => self.clear_comment(),
            Command::DropCommentLine(line) => self.change(|record| record.drop_comment_line(line.into())),
            Command::SayThis => self.change(GoRecord::say_this),
            Command::SayMarked => self.change(GoRecord::say_marked),
            Command::New => vec![Effect::Show(Dialog::NewGame)],
            Command::Open => vec![Effect::PickFile],
            Command::Save => self.save(),
            Command::SaveAs => self.save_as(),
            Command::SaveFlipped => self.save_flipped(),
            Command::SaveFromHere => self.save_from_here(),
            Command::RotateGames => self.rotate(),
            Command::Close => self.ask_to_close(),
            Command::CopyPath => self.copy_path(),
            Command::GameInfo => vec![Effect::Show(Dialog::GameInfo)],
            Command::Properties => vec![Effect::Show(Dialog::Properties)],
            Command::Charset => vec![Effect::Show(Dialog::Charset)],
            Command::ConvertToUtf8 => self.change(GoRecord::convert_to_utf8),
            Command::Flip => Vec::new(),
            Command::Help => vec![Effect::Show(Dialog::Help)],
            Command::FocusBoard => vec![Effect::FocusBoard],
        }
    }

    /// Whether it would do something now: buttons and menu show it.
    pub fn can(&self, command: Command) -> bool {
        if let Some(can) = self.can_in_chess(command) {
            return can;
        }
        let record = self.current().record();
        let tree = record.tree();
        match command {
            Command::Next | Command::End => !tree.is_leaf(record.here()),
            Command::Previous | Command::Start | Command::Cut | Command::Flatten => {
                record.here() != record.root()
            }
            Command::Undo => record.editor().can_undo(),
            Command::Redo => record.editor().can_redo(),
            Command::ChoosePreviousBranch | Command::ChooseNextBranch => {
                record.chosen_branch().is_some_and(|(_, branches)| branches > 1)
            }
            Command::MoveBranchUp | Command::MoveBranchDown => tree.is_branch(record.here()),
            Command::MakeMainLine => !tree.is_on_main_line(record.here()),
            Command::RemoveOtherVariations => !tree.other_branches(record.here()).is_empty(),
            Command::Paste => self.current().clip.is_some(),
            Command::PasteFromOther => self.clip_of_other().is_some(),
            Command::CopyPath => self.current().path().is_some(),
            Command::Save => self.current().is_dirty() || self.current().path().is_none(),
            Command::RotateGames => self.games().len() > 1,
            Command::LeaveEditMode => record.mode() != Mode::Play,
            Command::FindNext => self.sought.is_some(),
            Command::ConvertToUtf8 => record.file().charset() != Charset::Utf8,
            // A Go board looks the same from everywhere.
            Command::Flip => false,
            _ => true,
        }
    }

    /// A change of the record; what is refused is said.
    pub(crate) fn change(&mut self, act: impl FnOnce(&mut GoRecord) -> Result<(), Refusal>) -> Vec<Effect> {
        match act(&mut self.front().record) {
            Ok(()) => Vec::new(),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// As `change`, for text: where the file's charset lacks a character, the user may convert the file and go on.
    pub(crate) fn write_text(
        &mut self,
        again: Input,
        act: impl FnOnce(&mut GoRecord) -> Result<(), Refusal>,
    ) -> Vec<Effect> {
        match act(&mut self.front().record) {
            Err(Refusal::DoesNotFit(lacks)) => {
                let charset = lacks.charset.name().to_owned();
                self.ask(Waiting::Convert { character: lacks.character, charset, again })
            }
            done => self.change(|_| done),
        }
    }

    pub(crate) fn ask(&mut self, waiting: Waiting) -> Vec<Effect> {
        let question = waiting.question();
        self.waiting = Some(waiting);
        vec![Effect::Ask(question)]
    }

    /// The end of the line needs no words: the board shows it.
    fn walk(&mut self, step: impl FnOnce(&mut GoRecord) -> bool) -> Vec<Effect> {
        step(&mut self.front().record);
        self.stop_at_conflict()
    }

    pub(crate) fn seek(
        &mut self,
        act: impl FnOnce(&mut GoRecord) -> Result<(), Refusal>,
        in_vain: &str,
    ) -> Vec<Effect> {
        match act(&mut self.front().record) {
            Err(Refusal::NotFound) => vec![Effect::Say(in_vain.to_owned())],
            Ok(()) => self.stop_at_conflict(),
            refused => self.change(|_| refused),
        }
    }

    /// Nobody walks past a move that was pasted and does not go with the stones before it.
    fn stop_at_conflict(&mut self) -> Vec<Effect> {
        let game = self.front();
        if game.conflicts.is_empty() {
            return Vec::new();
        }
        let record = &game.record;
        let is_odd = |node: &NodeId| !record.editor().position_at(*node).irregular.is_empty();
        let behind = record.tree().ancestors(record.here()).filter(|node| game.conflicts.contains(node));
        let Some(before) = behind.filter(is_odd).last().and_then(|node| record.tree().parent(node)) else {
            return Vec::new();
        };
        game.record.go_to(before);
        vec![Effect::Say(self.words().line_stops.into())]
    }
}

/// Walking.
impl Desk {
    pub(crate) fn go_to(&mut self, node: NodeId) -> Vec<Effect> {
        self.walk(|record| record.go_to(node))
    }

    pub(crate) fn choose(&mut self, node: NodeId) -> Vec<Effect> {
        self.walk(|record| record.choose(node))
    }

    pub(crate) fn go_to_move(&mut self, number: u32) -> Vec<Effect> {
        let in_vain = fill(self.words().no_such_move, &[("n", &number.to_string())]);
        self.seek(|record| record.to_move(number), &in_vain)
    }

    pub(crate) fn find(&mut self, text: String) -> Vec<Effect> {
        self.sought = Some(text).filter(|text| !text.trim().is_empty());
        self.find_next()
    }

    fn find_next(&mut self) -> Vec<Effect> {
        let Some(text) = self.sought.clone() else { return vec![Effect::Show(Dialog::Find)] };
        let query = Query::read(&text, self.current().record.size());
        let in_vain = fill(self.words().not_in_game, &[("text", &text)]);
        self.seek(|record| record.find(&query).map(drop), &in_vain)
    }
}

/// The board.
impl Desk {
    fn toggle_edit_mode(&mut self) -> Vec<Effect> {
        let record = &mut self.front().record;
        match record.mode() {
            Mode::Play => record.enter_set_up(),
            Mode::SetUp { .. } => record.leave_set_up(),
        }
        Vec::new()
    }

    pub(crate) fn judge(&mut self, judgement: Judgement) -> Vec<Effect> {
        self.change(|record| match judgement {
            Judgement::Move(judgement) => record.judge_move(judgement),
            Judgement::Position(judgement) => record.judge_position(judgement),
            Judgement::Hotspot(emphasis) => record.set_hotspot(emphasis),
        })
    }
}

/// Branches.
impl Desk {
    fn ask_to_cut(&mut self) -> Vec<Effect> {
        let record = &self.current().record;
        if record.here() == record.root() {
            return self.refuse(&Refusal::FirstNode);
        }
        let nodes = record.tree().preorder(record.here()).count();
        self.ask(Waiting::For(Question::Cut { nodes }))
    }

    pub(crate) fn cut(&mut self) -> Vec<Effect> {
        if self.current().chess.is_some() {
            return self.cut_chess();
        }
        let game = self.front();
        match game.record.cut() {
            Ok(clip) => {
                // A lone leaf is no loss; what was cut before stays on the clipboard.
                game.clip = clip.or(game.clip.take());
                vec![Effect::FocusBoard]
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn copy(&mut self) -> Vec<Effect> {
        let clip = self.current().record.copy();
        let text = clip.as_sgf().to_owned();
        self.front().clip = Some(clip);
        vec![Effect::Copy(text), Effect::Say(self.words().copied.into())]
    }

    /// Of the other game used last that has something to paste.
    fn clip_of_other(&self) -> Option<Clip> {
        self.games().iter().skip(1).find_map(|game| game.clip.clone())
    }

    fn paste(&mut self, clip: Option<Clip>) -> Vec<Effect> {
        let Some(clip) = clip else { return self.refuse(&Refusal::NothingToPaste) };
        let words = self.words();
        let game = self.front();
        match game.record.paste(&clip) {
            Ok(pasted) => match pasted.conflict {
                None => vec![Effect::FocusBoard],
                Some((node, _)) => {
                    game.conflicts.push(node);
                    vec![Effect::Say(words.line_conflicts.into())]
                }
            },
            Err(refusal) => {
                vec![Effect::Say(fill(words.not_pasted, &[("why", &telling::go(words, &refusal))]))]
            }
        }
    }

    fn ask_to_move_branch(&mut self, up: bool) -> Vec<Effect> {
        let record = &self.current().record;
        if !record.tree().is_branch(record.here()) {
            return vec![Effect::Say(self.words().branches_move_first.into())];
        }
        self.ask(Waiting::For(Question::MoveBranch { up }))
    }

    fn ask_to_remove_others(&mut self) -> Vec<Effect> {
        let record = &self.current().record;
        match record.tree().other_branches(record.here()).len() {
            0 => self.refuse(&Refusal::NoBranch),
            branches => self.ask(Waiting::For(Question::RemoveOthers { branches })),
        }
    }
}

/// Words.
impl Desk {
    pub(crate) fn comment(&mut self, text: String) -> Vec<Effect> {
        let again = Input::Comment(text.clone());
        self.write_text(again, |record| record.set_comment(&text))
    }

    pub(crate) fn name(&mut self, text: String) -> Vec<Effect> {
        let again = Input::Name(text.clone());
        self.write_text(again, |record| record.set_name(&text))
    }

    pub(crate) fn set_properties(&mut self, all: Vec<(String, Vec<String>)>) -> Vec<Effect> {
        let again = Input::SetProperties(all.clone());
        self.write_text(again, |record| record.set_properties(&all))
    }

    pub(crate) fn set_info(&mut self, texts: Vec<(&'static str, String)>) -> Vec<Effect> {
        let again = Input::Info(texts.clone());
        let fields = texts.iter().filter_map(|(name, text)| Some((Field::named(name)?, text.as_str())));
        let fields: Vec<_> = fields.collect();
        self.write_text(again, |record| record.set_info(&fields))
    }

    pub(crate) fn move_branch(&mut self, up: bool) -> Vec<Effect> {
        match self.current().chess.is_some() {
            true => self.change_chess(|record| record.move_branch(up)),
            false => self.change(|record| record.move_branch(up)),
        }
    }

    pub(crate) fn remove_other_variations(&mut self) -> Vec<Effect> {
        match self.current().chess.is_some() {
            true => self.change_chess(|record| record.remove_other_variations()),
            false => self.change(|record| record.remove_other_variations()),
        }
    }

    pub(crate) fn convert_and_try(&mut self, again: Input) -> Vec<Effect> {
        if let Some(record) = &mut self.front().chess {
            record.convert_to_utf8();
            return self.obey_again(again);
        }
        let effects = self.change(GoRecord::convert_to_utf8);
        if effects.is_empty() { self.obey_again(again) } else { effects }
    }

    fn clear_comment(&mut self) -> Vec<Effect> {
        match self.front().record.clear_comment() {
            Ok(comment) if comment.is_empty() => Vec::new(),
            Ok(comment) => {
                vec![Effect::Copy(comment), Effect::Say(self.words().comment_copied.into())]
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn copy_path(&mut self) -> Vec<Effect> {
        match self.current().path() {
            Some(path) => {
                let words = fill(self.words().path_copied, &[("path", path)]);
                vec![Effect::Copy(path.to_owned()), Effect::Say(words)]
            }
            None => vec![Effect::Say(self.words().no_file_yet.into())],
        }
    }
}

/// A board as one writes it in a line: `X.O/.../...`.
fn rows(board: &rules::go::Board) -> String {
    let text = board.to_string();
    text.lines().map(|row| row.replace(' ', "")).collect::<Vec<_>>().join("/")
}
