//! Inputs for chess games only.

use moment::Moment;
use record::Refusal;
use record::chess::ChessRecord;

use crate::effect::Effect;
use crate::input::{ChessInput, Input};
use crate::workspace::Workspace;

impl Workspace {
    pub(crate) fn chess_input(&mut self, now: Moment, input: ChessInput) -> Vec<Effect> {
        match input {
            ChessInput::Move { from, to, promotion } => {
                self.change_chess(|record| record.put(from, to, promotion).map(drop))
            }
            ChessInput::MoveText(text) => self.play_text(&text),
            ChessInput::Line(moves) => self.change_chess(|record| record.add_line(&moves)),
            ChessInput::Lines(lines) => self.change_chess(|record| record.add_lines(&lines)),
            ChessInput::Evals(evals) => self.change_chess(|record| record.write_evals(&evals)),
            ChessInput::Shapes(shapes) => self.change_chess(|record| record.set_shapes(&shapes)),
            ChessInput::CommentBefore(text) => {
                let before = self.record().chess().map(ChessRecord::comment_before);
                self.typed(now, &before.unwrap_or_default(), &text);
                let again = Input::Chess(ChessInput::CommentBefore(text.clone()));
                self.write_text(again, |record| record.chess_mut()?.set_comment_before(&text))
            }
            ChessInput::Nag(number) => self.change_chess(|record| record.toggle_nag(number)),
            ChessInput::Tags(tags) => {
                let again = Input::Chess(ChessInput::Tags(tags.clone()));
                self.write_text(again, |record| record.chess_mut()?.set_tags(&tags))
            }
        }
    }

    /// Changes the current chess record.
    fn change_chess(&mut self, act: impl FnOnce(&mut ChessRecord) -> Result<(), Refusal>) -> Vec<Effect> {
        self.change(|record| act(record.chess_mut()?))
    }

    fn play_text(&mut self, text: &str) -> Vec<Effect> {
        match self.record_mut().chess_mut().and_then(|record| record.play_text(text)) {
            Ok(_) => Vec::new(),
            Err(why) => self.refuse(&why),
        }
    }
}
