//! Texts of Home that are composed from entries of `i18n`.

use catalogue::FileKind;
use i18n::{Language, fill, visible_line};

use crate::dates::{self, Day};
use crate::language;
use crate::live_games::LiveGame;
use crate::pages::Page;
use crate::recent::Recent;

/// The steps of the tour: title, text, and the page it is about.
pub fn steps() -> Vec<(&'static str, &'static str, Option<Page>)> {
    let words = language::home();
    let about = |page: Page, text| (page.name(), text, Some(page));
    let steps = [
        (words.open_title, words.step_open, None),
        about(Page::Study, words.step_study),
        about(Page::Play, words.step_play),
        about(Page::Train, words.step_train),
        about(Page::Cards, words.step_cards),
        about(Page::Library, words.step_library),
    ];
    steps.into_iter().filter(|(.., page)| page.is_none_or(Page::is_offered)).collect()
}

pub fn step(now: usize, of: usize) -> String {
    fill(language::home().step_of, &[("now", &now.to_string()), ("of", &of.to_string())])
}

pub fn live_game(game: &LiveGame) -> String {
    let words = language::home();
    let text = if game.your_move { words.live_game_your_move } else { words.live_game };
    fill(text, &[("name", &visible_line(&game.opponent))])
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

/// The players, and when the record was last open.
pub fn about(record: &Recent) -> String {
    let words = language::home();
    let players = record.players();
    let usual = if record.is_chess() { words.chess_record } else { words.go_record };
    let when = match Day::of(record.at) {
        Day::Today => words.today.to_owned(),
        Day::Yesterday => words.yesterday.to_owned(),
        Day::Earlier => dates::day_of(record.at),
    };
    format!("{} · {when}", players.as_deref().unwrap_or(usual))
}

/// Every page with a short description.
pub fn tiles() -> Vec<(Page, &'static str)> {
    let words = language::home();
    let tiles = [
        (Page::Study, words.study_text),
        (Page::Play, words.play_text),
        (Page::Train, words.train_text),
        (Page::Cards, words.cards_text),
        (Page::Library, words.library_text),
    ];
    tiles.into_iter().filter(|(page, _)| page.is_offered()).collect()
}

/// The file name for pasted text.
pub fn pasted(what: FileKind) -> String {
    let words = language::home();
    match what {
        FileKind::GoRecord => format!("{}.sgf", words.pasted),
        FileKind::ChessRecord => format!("{}.pgn", words.pasted),
        FileKind::ChessPosition => format!("{}.pgn", words.position),
        _ => words.pasted.to_owned(),
    }
}

/// Why something was not opened, and what Tabiya opens.
pub fn refusal(name: &str, what: FileKind) -> String {
    let words = language::home();
    let it = if name.is_empty() { words.this } else { name };
    let text = match what {
        FileKind::Nothing => words.is_empty,
        FileKind::Archive => words.is_package,
        _ => words.is_unknown,
    };
    fill(text, &[("it", it)])
}

/// Sample records in each language, written for this project.
pub fn sample_go(language: Language) -> &'static [u8] {
    language::sample!(language, "samples/go", "sgf")
}

pub fn sample_chess(language: Language) -> &'static [u8] {
    language::sample!(language, "samples/chess", "pgn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_file_is_refused_with_a_list_of_formats() {
        assert!(
            refusal("a.doc", FileKind::Unknown)
                .starts_with("a.doc is not in a format that Tabiya recognises. Tabiya opens SGF")
        );
        assert_eq!(refusal("", FileKind::Nothing), "This is empty: there is nothing to open.");
    }

    #[test]
    fn the_deck_shows_how_many_cards_are_due() {
        assert_eq!(cards(1, 0), "1 decision");
        assert_eq!(cards(7, 3), "7 decisions, 3 to drill today");
        assert_eq!(due(1), "1 puzzle is due today");
    }

    #[test]
    fn the_samples_are_valid_in_every_language() {
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
