//! What Home says where a word of the table alone does not say it.

use catalogue::What;
use words::{Language, fill};

use crate::language;
use crate::pages::Page;
use crate::recent::Recent;
use crate::when::{self, When};

/// Titles, texts, and where one may go from there.
pub fn steps() -> [(&'static str, &'static str, Option<Page>); 6] {
    let words = language::home();
    let room = |page: Page, text| (page.name(), text, Some(page));
    [
        (words.open_title, words.step_open, None),
        room(Page::Study, words.step_study),
        room(Page::Play, words.step_play),
        room(Page::Train, words.step_train),
        room(Page::Cards, words.step_cards),
        room(Page::Library, words.step_library),
    ]
}

pub fn step(now: usize, of: usize) -> String {
    fill(language::home().step_of, &[("now", &now.to_string()), ("of", &of.to_string())])
}

pub fn due(count: usize) -> String {
    match count {
        0 => language::home().nothing_due.to_owned(),
        count => language::here().count(language::home().due, count),
    }
}

pub fn cards(count: usize, due: usize) -> String {
    let (language, words) = (language::here(), language::home());
    let cards = language.count(words.decision_count, count);
    match due {
        0 => cards,
        due => [cards, language.count(words.to_drill, due)].join(language::frame().comma),
    }
}

/// Who played, and when it was open last.
pub fn about(record: &Recent) -> String {
    let words = language::home();
    let players = record.players();
    let usual = if record.is_chess() { words.chess_record } else { words.go_record };
    let when = match When::of(record.at) {
        When::Today => words.today.to_owned(),
        When::Yesterday => words.yesterday.to_owned(),
        When::Earlier => when::day_of(record.at),
    };
    format!("{} · {when}", players.as_deref().unwrap_or(usual))
}

/// Every room with a word about it.
pub fn tiles() -> [(Page, &'static str); 5] {
    let words = language::home();
    [
        (Page::Study, words.study_text),
        (Page::Play, words.play_text),
        (Page::Train, words.train_text),
        (Page::Cards, words.cards_text),
        (Page::Library, words.library_text),
    ]
}

/// What a text is called that came without a name.
pub fn pasted(what: What) -> String {
    let words = language::home();
    match what {
        What::GoRecord => format!("{}.sgf", words.pasted),
        What::ChessRecord => format!("{}.pgn", words.pasted),
        What::ChessPosition => format!("{}.pgn", words.position),
        _ => words.pasted.to_owned(),
    }
}

/// Why something was not opened, and what would be.
pub fn refusal(name: &str, what: What) -> String {
    let words = language::home();
    let it = if name.is_empty() { words.this } else { name };
    let text = match what {
        What::Nothing => words.is_empty,
        What::Archive => words.is_package,
        _ => words.is_unknown,
    };
    fill(text, &[("it", it)])
}

/// A record of each game, written for this purpose: the bytes, as each language tells it.
pub fn sample_go(language: Language) -> &'static [u8] {
    match language {
        Language::En => include_bytes!("samples/go.sgf"),
        Language::Vi => include_bytes!("samples/go.vi.sgf"),
        Language::Zh => include_bytes!("samples/go.zh.sgf"),
    }
}

pub fn sample_chess(language: Language) -> &'static [u8] {
    match language {
        Language::En => include_bytes!("samples/chess.pgn"),
        Language::Vi => include_bytes!("samples/chess.vi.pgn"),
        Language::Zh => include_bytes!("samples/chess.zh.pgn"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_refused_with_what_would_be() {
        assert!(
            refusal("a.doc", What::Unknown).starts_with("a.doc is nothing that Tabiya knows. It opens SGF")
        );
        assert_eq!(refusal("", What::Nothing), "This is empty: there is nothing to open.");
    }

    #[test]
    fn the_deck_says_how_much_is_to_do() {
        assert_eq!(cards(1, 0), "1 decision");
        assert_eq!(cards(7, 3), "7 decisions, 3 to drill today");
        assert_eq!(due(1), "1 puzzle is due today");
    }

    #[test]
    fn the_samples_are_records_without_a_fault_in_every_language() {
        for language in Language::ALL {
            let file = record::sgf::read(sample_go(language)).unwrap();
            assert!(file.warnings().is_empty() && record::go::check(&file).is_empty());
            let chess = record::pgn::Pgn::read(sample_chess(language).to_vec());
            let game = chess.game(0).unwrap();
            assert_eq!((chess.len(), game.findings().len()), (1, 0));
            let last = game.tree().main_line(game.root()).last().unwrap();
            assert!(game.position(last).unwrap().is_mate());
        }
    }
}
