//! What the records refuse, in the language of the desk.

use record::sgf::NoGame;
use record::{chess, go};
use rules::go::{Color, Illegal};
use words::fill;

use crate::desk::Desk;
use crate::effect::Effect;

impl Desk {
    pub(crate) fn refuse(&self, refusal: &go::Refusal) -> Vec<Effect> {
        vec![Effect::Say(sentence(self.words(), &go(self.words(), refusal)))]
    }

    pub(crate) fn refuse_chess(&self, refusal: &chess::Refusal) -> Vec<Effect> {
        vec![Effect::Say(sentence(self.words(), &chess(self.words(), refusal)))]
    }

    pub(crate) fn cannot_open(&self, name: &str, why: NoGame) -> Vec<Effect> {
        let words = self.words();
        let why = match why {
            NoGame::Nothing => words.no_game_inside,
            NoGame::TooLarge => words.too_large,
        };
        vec![Effect::Say(fill(words.not_opened, &[("name", name), ("why", why)]))]
    }
}

/// As people read it: a capital first, a full stop last.
fn sentence(words: &words::Desk, text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}{}", first.to_uppercase(), letters.as_str(), words.full_stop),
        None => String::new(),
    }
}

pub fn go(words: &words::Desk, refusal: &go::Refusal) -> String {
    let text = match refusal {
        go::Refusal::Illegal(illegal) => why_illegal(words, illegal),
        go::Refusal::HasFollowers => words.has_followers,
        go::Refusal::FirstNode => words.first_node,
        go::Refusal::NoBranch => words.no_branch,
        go::Refusal::NoLiberty { .. } => words.no_liberty,
        go::Refusal::NotItsTurn { color: Color::Black } => words.not_blacks_turn,
        go::Refusal::NotItsTurn { color: Color::White } => words.not_whites_turn,
        go::Refusal::SameMove { .. } => words.same_move,
        go::Refusal::NothingToPaste => words.nothing_to_paste,
        go::Refusal::NotFound => words.not_found,
        go::Refusal::AllTaken => words.all_taken,
        go::Refusal::NotAProperty => words.not_a_property,
        go::Refusal::DoesNotFit(lacks) => {
            return does_not_fit(words, lacks.character, lacks.charset.name());
        }
        go::Refusal::CannotApply(_) => words.cannot_apply,
    };
    text.to_owned()
}

fn why_illegal(words: &words::Desk, illegal: &Illegal) -> &'static str {
    match illegal {
        Illegal::OffBoard { .. } => words.off_board,
        Illegal::Occupied { .. } => words.occupied,
        Illegal::Suicide { .. } => words.suicide,
        Illegal::Ko { .. } => words.ko,
        Illegal::Superko { .. } => words.superko,
    }
}

pub fn chess(words: &words::Desk, refusal: &chess::Refusal) -> String {
    let text = match refusal {
        chess::Refusal::Illegal => words.chess_illegal,
        chess::Refusal::NoPosition => words.nothing_playable,
        chess::Refusal::Start => words.no_move_at_start,
        chess::Refusal::NoBranch => words.no_branch,
        chess::Refusal::NothingToPaste => words.nothing_to_paste,
        chess::Refusal::NotFound => words.not_found,
        chess::Refusal::DoesNotFit(lacks) => return does_not_fit(words, lacks.letter, lacks.charset.name()),
        chess::Refusal::CannotApply(_) => words.cannot_apply,
    };
    text.to_owned()
}

fn does_not_fit(words: &words::Desk, character: char, charset: &str) -> String {
    fill(words.does_not_fit, &[("character", &character.to_string()), ("charset", charset)])
}

#[cfg(test)]
mod tests {
    use words::Language;

    use super::*;

    #[test]
    fn in_english_the_desk_says_what_the_record_says() {
        let words = Language::En.desk();
        let node = record::sgf::read(b"(;SZ[9])").unwrap().games()[0];
        let refusals = [
            go::Refusal::HasFollowers,
            go::Refusal::FirstNode,
            go::Refusal::NoBranch,
            go::Refusal::NotItsTurn { color: Color::Black },
            go::Refusal::NotItsTurn { color: Color::White },
            go::Refusal::SameMove { node },
            go::Refusal::NothingToPaste,
            go::Refusal::NotFound,
            go::Refusal::AllTaken,
            go::Refusal::NotAProperty,
        ];
        for refusal in refusals {
            assert_eq!(go(words, &refusal), refusal.to_string());
        }
        for refusal in [chess::Refusal::Illegal, chess::Refusal::NoPosition, chess::Refusal::Start] {
            assert_eq!(chess(words, &refusal), refusal.to_string());
        }
    }

    #[test]
    fn a_desk_speaks_the_language_it_is_told() {
        let said = |language| {
            let desk = Desk::new(crate::Shell::Browser, 1).in_language(language);
            desk.refuse(&go::Refusal::NoBranch)
        };
        assert_eq!(said(Language::Vi), [Effect::Say("Ở đây không có nhánh nào khác.".into())]);
        assert_eq!(said(Language::Zh), [Effect::Say("这里没有其他分支。".into())]);
    }
}
