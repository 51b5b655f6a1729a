//! What each input does to a chess game in front. Files, questions, autosave and the order of games are the desk's own,
//! for every game alike.

use std::ops::ControlFlow::{self, Break, Continue};

use record::chess::{ChessRecord, Clip, Refusal};
use record::pgn::Charset;
use words::fill;

use crate::command::Command;
use crate::desk::{Desk, empty_board};
use crate::effect::{Dialog, Effect, Question};
use crate::input::Input;
use crate::telling;
use crate::waiting::Waiting;

impl Desk {
    /// Gives the input back where no chess game is in front, or where every game is treated alike.
    pub(crate) fn obey_chess(&mut self, input: Input) -> ControlFlow<Vec<Effect>, Input> {
        if self.current().chess.is_none() {
            return Continue(input);
        }
        Break(match input {
            Input::Do(command) => match self.chess_command(command) {
                Some(effects) => effects,
                None => return Continue(Input::Do(command)),
            },
            Input::Put { from, to, promotion } => {
                self.change_chess(|record| record.put(from, to, promotion).map(drop))
            }
            Input::PlayText(text) => self.play_text(&text),
            Input::Shapes(shapes) => self.change_chess(|record| record.set_shapes(&shapes)),
            Input::Glyph(number) => self.change_chess(|record| record.toggle_nag(number)),
            Input::Tags(tags) => self.write_chess(Input::Tags(tags.clone()), |record| record.set_tags(&tags)),
            Input::Comment(text) => {
                self.write_chess(Input::Comment(text.clone()), |record| record.set_comment(&text))
            }
            Input::GoTo(node) => self.walk_chess(|record| record.go_to(node)),
            Input::Choose(node) => self.walk_chess(|record| record.choose(node)),
            Input::MoveNumber(number) => self.seek_chess(
                |record| record.to_move(number),
                &fill(self.words().no_such_move, &[("n", &number.to_string())]),
            ),
            Input::Find(text) => {
                self.sought = Some(text).filter(|text| !text.trim().is_empty());
                self.find_in_chess()
            }
            // What only a Go board can send.
            Input::Click { .. }
            | Input::Drag { .. }
            | Input::SetUpWith(_)
            | Input::Name(_)
            | Input::Judge(_)
            | Input::Info(_)
            | Input::SetProperties(_) => Vec::new(),
            Input::ReadAs(charset) => self.read_chess_as(charset),
            other => return Continue(other),
        })
    }

    /// None where the desk does the same for every game.
    fn chess_command(&mut self, command: Command) -> Option<Vec<Effect>> {
        Some(match command {
            Command::Next => self.walk_chess(ChessRecord::forward),
            Command::Previous => self.walk_chess(ChessRecord::back),
            Command::Start => self.walk_chess(|record| {
                record.to_start();
                true
            }),
            Command::End => self.walk_chess(|record| {
                record.to_end();
                true
            }),
            Command::ChoosePreviousBranch => self.walk_chess(|record| record.choose_branch(true)),
            Command::ChooseNextBranch => self.walk_chess(|record| record.choose_branch(false)),
            Command::PreviousFork => self.seek_chess(ChessRecord::to_fork, self.words().no_fork),
            Command::PreviousComment => {
                self.seek_chess(ChessRecord::to_previous_comment, self.words().no_comment_before)
            }
            Command::NextComment => {
                self.seek_chess(ChessRecord::to_next_comment, self.words().no_comment_after)
            }
            Command::FindNext => self.find_in_chess(),
            Command::SearchLibrary => self.seek_chess_position(),
            Command::Undo => self.walk_chess(ChessRecord::undo),
            Command::Redo => self.walk_chess(ChessRecord::redo),
            Command::Cut => self.ask_to_cut_chess(),
            Command::CopyVariation => self.copy_chess(),
            Command::Paste => self.paste_chess(self.current().chess_clip.clone()),
            Command::PasteFromOther => self.paste_chess(self.chess_clip_of_other()),
            Command::MoveBranchUp => self.ask_to_move_chess_branch(true),
            Command::MoveBranchDown => self.ask_to_move_chess_branch(false),
            Command::MakeMainLine => self.change_chess(ChessRecord::make_main_line),
            Command::RemoveOtherVariations => self.ask_to_remove_other_chess(),
            Command::ClearComment => self.clear_chess_comment(),
            Command::SaveFromHere => self.save_chess_from_here(),
            Command::ConvertToUtf8 => self.walk_chess(|record| {
                record.convert_to_utf8();
                true
            }),
            Command::EditMode => vec![Effect::Show(Dialog::SetUp)],
            Command::Flip => {
                self.front().is_flipped ^= true;
                Vec::new()
            }
            command if command.is_only_for_go() => vec![Effect::Say(self.words().for_go.into())],
            _ => return None,
        })
    }

    fn seek_chess_position(&self) -> Vec<Effect> {
        let position = self.current().chess.as_deref().and_then(ChessRecord::position);
        match position {
            Some(position) => vec![Effect::Seek(position.fen())],
            None => vec![Effect::Say("There is no position to look for.".into())],
        }
    }

    /// As `can`, for a chess game in front; none where it is the same for every game.
    pub(crate) fn can_in_chess(&self, command: Command) -> Option<bool> {
        let record = self.current().chess.as_deref()?;
        let (tree, here) = (record.tree(), record.here());
        Some(match command {
            Command::Next | Command::End => !tree.is_leaf(here),
            Command::Previous | Command::Start | Command::Cut => here != record.root(),
            Command::Undo => record.editor().can_undo(),
            Command::Redo => record.editor().can_redo(),
            Command::ChoosePreviousBranch | Command::ChooseNextBranch => {
                record.chosen_branch().is_some_and(|(_, branches)| branches > 1)
            }
            Command::MoveBranchUp | Command::MoveBranchDown => tree.is_branch(here),
            Command::MakeMainLine => !tree.is_on_main_line(here),
            Command::RemoveOtherVariations => !tree.other_branches(here).is_empty(),
            Command::Paste => self.current().chess_clip.is_some(),
            Command::PasteFromOther => self.chess_clip_of_other().is_some(),
            Command::ConvertToUtf8 => record.file().charset() != Charset::Utf8,
            command if command.is_only_for_go() => false,
            Command::Flip => true,
            _ => return None,
        })
    }
}

/// Acts on the record. Nothing happens where it is no chess game: those inputs do not come here.
impl Desk {
    fn chess<T>(&mut self, act: impl FnOnce(&mut ChessRecord) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.front().chess.as_deref_mut().map_or(Err(Refusal::NoPosition), act)
    }

    pub(crate) fn change_chess(
        &mut self,
        act: impl FnOnce(&mut ChessRecord) -> Result<(), Refusal>,
    ) -> Vec<Effect> {
        match self.chess(act) {
            Ok(()) => Vec::new(),
            Err(refusal) => self.refuse_chess(&refusal),
        }
    }

    fn walk_chess(&mut self, step: impl FnOnce(&mut ChessRecord) -> bool) -> Vec<Effect> {
        self.change_chess(|record| {
            step(record);
            Ok(())
        })
    }

    fn seek_chess(
        &mut self,
        act: impl FnOnce(&mut ChessRecord) -> Result<(), Refusal>,
        in_vain: &str,
    ) -> Vec<Effect> {
        match self.chess(act) {
            Err(Refusal::NotFound) => vec![Effect::Say(in_vain.to_owned())],
            done => self.change_chess(|_| done),
        }
    }

    fn write_chess(
        &mut self,
        again: Input,
        act: impl FnOnce(&mut ChessRecord) -> Result<(), Refusal>,
    ) -> Vec<Effect> {
        match self.chess(act) {
            Err(Refusal::DoesNotFit(lacks)) => {
                let charset = lacks.charset.name().to_owned();
                self.ask(Waiting::Convert { character: lacks.letter, charset, again })
            }
            done => self.change_chess(|_| done),
        }
    }

    fn play_text(&mut self, text: &str) -> Vec<Effect> {
        match self.chess(|record| record.play_text(text)) {
            Ok(_) => Vec::new(),
            Err(_) => vec![Effect::Say(fill(self.words().no_legal_move, &[("text", text)]))],
        }
    }

    fn read_chess_as(&mut self, charset: record::sgf::Charset) -> Vec<Effect> {
        let read = self.current().chess().and_then(|record| record.read_as(charset.into()));
        let Some(record) = read else {
            return vec![Effect::Say(format!("This file is not in {}.", charset.name()))];
        };
        let (file, safe) = (self.current().file.clone(), record.revision());
        // With a number of its own, so that nobody takes it for the one before.
        let id = self.game_of(empty_board(), file).id;
        let game = self.front();
        (game.id, game.safe, game.chess) = (id, safe, Some(Box::new(record)));
        vec![Effect::FocusBoard]
    }

    fn find_in_chess(&mut self) -> Vec<Effect> {
        let Some(text) = self.sought.clone() else { return vec![Effect::Show(Dialog::Find)] };
        self.seek_chess(
            |record| record.find(&text).map(drop),
            &fill(self.words().not_in_game, &[("text", &text)]),
        )
    }

    fn clear_chess_comment(&mut self) -> Vec<Effect> {
        match self.chess(ChessRecord::clear_comment) {
            Ok(comment) if comment.is_empty() => Vec::new(),
            Ok(comment) => {
                vec![Effect::Copy(comment), Effect::Say(self.words().comment_copied.into())]
            }
            Err(refusal) => self.refuse_chess(&refusal),
        }
    }
}

/// Branches.
impl Desk {
    fn ask_to_cut_chess(&mut self) -> Vec<Effect> {
        let game = self.current();
        match game.here() == game.root() {
            true => self.refuse_chess(&Refusal::Start),
            false => {
                let nodes = game.tree().preorder(game.here()).count();
                self.ask(Waiting::For(Question::Cut { nodes }))
            }
        }
    }

    pub(crate) fn cut_chess(&mut self) -> Vec<Effect> {
        match self.chess(ChessRecord::cut) {
            Ok(clip) => {
                let game = self.front();
                game.chess_clip = clip.or(game.chess_clip.take());
                vec![Effect::FocusBoard]
            }
            Err(refusal) => self.refuse_chess(&refusal),
        }
    }

    fn copy_chess(&mut self) -> Vec<Effect> {
        match self.chess(|record| record.copy()) {
            Ok(clip) => {
                let text = clip.as_pgn().to_owned();
                self.front().chess_clip = Some(clip);
                vec![Effect::Copy(text), Effect::Say(self.words().copied.into())]
            }
            Err(refusal) => self.refuse_chess(&refusal),
        }
    }

    fn chess_clip_of_other(&self) -> Option<Clip> {
        self.games().iter().skip(1).find_map(|game| game.chess_clip.clone())
    }

    fn paste_chess(&mut self, clip: Option<Clip>) -> Vec<Effect> {
        let pasted = clip.ok_or(Refusal::NothingToPaste);
        match pasted.and_then(|clip| self.chess(|record| record.paste(&clip))) {
            Ok(_) => vec![Effect::FocusBoard],
            Err(refusal) => vec![Effect::Say(fill(
                self.words().not_pasted,
                &[("why", &telling::chess(self.words(), &refusal))],
            ))],
        }
    }

    fn ask_to_move_chess_branch(&mut self, up: bool) -> Vec<Effect> {
        let game = self.current();
        if !game.tree().is_branch(game.here()) {
            return vec![Effect::Say(self.words().branches_move_first.into())];
        }
        self.ask(Waiting::For(Question::MoveBranch { up }))
    }

    fn ask_to_remove_other_chess(&mut self) -> Vec<Effect> {
        let game = self.current();
        match game.tree().other_branches(game.here()).len() {
            0 => self.refuse_chess(&Refusal::NoBranch),
            branches => self.ask(Waiting::For(Question::RemoveOthers { branches })),
        }
    }

    fn save_chess_from_here(&mut self) -> Vec<Effect> {
        match self.chess(|record| record.from_here()) {
            Ok(bytes) => vec![self.save_copy("part", bytes)],
            Err(refusal) => self.refuse_chess(&refusal),
        }
    }
}
