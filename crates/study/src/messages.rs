//! Refusals as messages in the user's language.

use i18n::{Language, fill};
use record::chess::ChessRefusal;
use record::go::GoRefusal;
use record::pgn::ArrangeError;
use record::sgf::ReadError;
use record::{GameType, Refusal};
use rules::chess::{Candidate, TypedMoveError};
use rules::go::{Color, Illegal};

use crate::effect::Effect;
use crate::workspace::Workspace;

impl Workspace {
    pub(crate) fn refuse(&self, why: &Refusal) -> Vec<Effect> {
        let words = self.words();
        if let Refusal::Chess(ChessRefusal::Typed { text, error }) = why {
            return vec![Effect::Notify(typed_move(self.language(), text, error))];
        }
        let text = refusal(words, why);
        vec![Effect::Notify(match why {
            // These are whole sentences.
            Refusal::OnlyFor(_) | Refusal::NotFor(_) | Refusal::ReadOnly | Refusal::NeverWritten => text,
            _ => sentence(words, &text),
        })]
    }

    pub(crate) fn cannot_open(&self, name: &str, why: ReadError) -> Vec<Effect> {
        let words = self.words();
        let why = match why {
            ReadError::NoGame => words.no_game_inside,
            ReadError::TooLarge => words.too_large,
        };
        vec![Effect::Notify(fill(words.not_opened, &[("name", name), ("why", why)]))]
    }
}

/// Makes a sentence: a capital first, a full stop last.
fn sentence(words: &i18n::Workspace, text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}{}", first.to_uppercase(), letters.as_str(), words.full_stop),
        None => String::new(),
    }
}

/// The reason as part of a sentence.
pub(crate) fn refusal(words: &i18n::Workspace, refusal: &Refusal) -> String {
    let text = match refusal {
        Refusal::Start => words.no_move_at_start,
        Refusal::NoBranch => words.no_branch,
        Refusal::NothingToPaste => words.nothing_to_paste,
        Refusal::NotFound => words.not_found,
        Refusal::CannotApply(_) => words.cannot_apply,
        Refusal::OnlyFor(GameType::Go) => words.for_go,
        Refusal::OnlyFor(GameType::Chess) => words.for_chess,
        Refusal::OnlyFor(GameType::Backgammon) => words.for_backgammon,
        Refusal::NotFor(_) => words.not_in_this_game,
        Refusal::ReadOnly => words.match_read_only,
        Refusal::NeverWritten => words.xg_never_written,
        Refusal::Arrange(ArrangeError::OnlyGame) => words.only_game,
        Refusal::Arrange(ArrangeError::RunsTogether) => words.games_run_together,
        Refusal::Arrange(_) => words.no_such_game,
        Refusal::Go(refusal) => go(words, refusal),
        Refusal::Chess(ChessRefusal::Illegal) => words.chess_illegal,
        Refusal::Chess(ChessRefusal::NoPosition) => words.nothing_playable,
        Refusal::Chess(ChessRefusal::NoSolution) => words.no_solution,
        Refusal::Chess(ChessRefusal::Typed { .. }) => words.chess_illegal,
        Refusal::DoesNotFit(lacks) => {
            let character = lacks.character.to_string();
            return fill(words.not_in_encoding, &[("character", &character), ("charset", lacks.charset)]);
        }
    };
    text.to_owned()
}

/// Why a typed move was not played, as a whole sentence.
fn typed_move(language: Language, text: &str, error: &TypedMoveError) -> String {
    let names = |candidates: &[Candidate]| -> Vec<String> {
        candidates.iter().map(|candidate| candidate.san.clone()).collect()
    };
    match error {
        TypedMoveError::NotAMove => language.not_a_move(text),
        TypedMoveError::Illegal => fill(language.workspace().no_legal_move, &[("text", text)]),
        TypedMoveError::Ambiguous { candidates } => language.ambiguous_move(text, &names(candidates)),
        TypedMoveError::PromotionMissing { candidates } => language.which_piece(text, &names(candidates)),
    }
}

fn go(words: &i18n::Workspace, refusal: &GoRefusal) -> &'static str {
    match refusal {
        GoRefusal::Illegal(illegal) => why_illegal(words, illegal),
        GoRefusal::HasFollowers => words.has_followers,
        GoRefusal::NoLiberty { .. } => words.no_liberty,
        GoRefusal::NotItsTurn { color: Color::Black } => words.not_blacks_turn,
        GoRefusal::NotItsTurn { color: Color::White } => words.not_whites_turn,
        GoRefusal::SameMove { .. } => words.same_move,
        GoRefusal::AllTaken => words.letters_used_up,
        GoRefusal::OtherGame => words.other_game,
        GoRefusal::NoSolution => words.no_solution,
        GoRefusal::NotAProperty => words.not_a_property,
    }
}

fn why_illegal(words: &i18n::Workspace, illegal: &Illegal) -> &'static str {
    match illegal {
        Illegal::OffBoard { .. } => words.off_board,
        Illegal::Occupied { .. } => words.occupied,
        Illegal::Suicide { .. } => words.suicide,
        Illegal::Ko { .. } => words.ko,
        Illegal::Superko { .. } => words.superko,
    }
}

#[cfg(test)]
mod tests {
    use i18n::Language;

    use super::*;

    #[test]
    fn the_english_messages_are_those_of_the_record() {
        let words = Language::En.workspace();
        let node = record::sgf::read(b"(;SZ[9])").unwrap().games()[0];
        let common = [Refusal::Start, Refusal::NoBranch, Refusal::NothingToPaste, Refusal::NotFound];
        let go = [
            GoRefusal::HasFollowers,
            GoRefusal::NotItsTurn { color: Color::Black },
            GoRefusal::NotItsTurn { color: Color::White },
            GoRefusal::SameMove { node },
            GoRefusal::AllTaken,
            GoRefusal::OtherGame,
            GoRefusal::NoSolution,
            GoRefusal::NotAProperty,
        ];
        let chess = [ChessRefusal::Illegal, ChessRefusal::NoPosition, ChessRefusal::NoSolution];
        let own = go.map(Refusal::Go).into_iter().chain(chess.map(Refusal::Chess));
        for why in common.into_iter().chain(own) {
            assert_eq!(refusal(words, &why), why.to_string());
        }
    }

    #[test]
    fn messages_are_in_the_chosen_language() {
        let refused_in = |language| {
            let workspace = Workspace::new(crate::Platform::Browser, 1).in_language(language);
            workspace.refuse(&Refusal::NoBranch)
        };
        assert_eq!(refused_in(Language::Vi), [Effect::Notify("Ở đây không có nhánh nào khác.".into())]);
        assert_eq!(refused_in(Language::Zh), [Effect::Notify("这里没有其他分支。".into())]);
    }
}
