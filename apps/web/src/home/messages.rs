//! Texts of Home that are composed from entries of `i18n`.

use catalogue::FileKind;
use i18n::{Language, fill, visible_line};

use crate::dates::{self, Day};
use crate::language;
use crate::live_games::LiveGame;
use crate::pages::Page;
use crate::recent::Recent;

/// A step of the tour: the control that it points at, by selector, a title and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TourStep {
    pub target: &'static str,
    pub title: &'static str,
    pub text: &'static str,
}

pub fn steps() -> Vec<TourStep> {
    let words = language::home();
    let step = |target, title, text| TourStep { target, title, text };
    let link = |page: Page, target, text| page.is_offered().then(|| step(target, page.name(), text));
    let links = [
        link(Page::Study, ".page-link[href='/study']", words.step_study),
        link(Page::Play, ".page-link[href='/play']", words.step_play),
        link(Page::Train, ".page-link[href='/train']", words.step_train),
        link(Page::Cards, ".page-link[href='/cards']", words.step_cards),
        link(Page::Library, ".page-link[href='/library']", words.step_library),
    ];
    let first = step(".home .open-panel", words.open_title, words.step_open);
    let last = step(".bar button.tool", language::frame().keys, words.step_keys);
    [Some(first)].into_iter().chain(links).chain([Some(last)]).flatten().collect()
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

/// What a text is; None if it cannot be opened.
pub fn kind(what: FileKind) -> Option<&'static str> {
    let words = language::home();
    Some(match what {
        FileKind::GoRecord => words.seen_go,
        FileKind::ChessRecord => words.seen_chess,
        FileKind::ChessPosition => words.seen_chess_position,
        FileKind::BackgammonMatch => words.seen_match,
        FileKind::BackgammonPosition => words.seen_backgammon_position,
        FileKind::BackgammonAnalysis => words.seen_analysis,
        FileKind::Archive | FileKind::Nothing | FileKind::Unknown => return None,
    })
}

/// `Ann – Bob · 3 games`
pub fn recognised(players: &[String; 2], games: usize) -> String {
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let [first, second] = players;
    let is_named = !first.is_empty() || !second.is_empty();
    let players = is_named.then(|| format!("{} – {}", name(first), name(second)));
    let games = (games > 1).then(|| language::here().count(language::home().seen_games, games));
    players.into_iter().chain(games).collect::<Vec<_>>().join(" · ")
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
    fn a_text_is_described_by_its_players_and_games() {
        let names = |first: &str, second: &str| [first.to_owned(), second.to_owned()];
        assert_eq!(recognised(&names("Ann", ""), 1), "Ann – ?");
        assert_eq!(recognised(&names("Ann", "Bob"), 3), "Ann – Bob · 3 games");
        assert_eq!(recognised(&names("", ""), 0), "");
        assert_eq!(kind(FileKind::Unknown), None);
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
