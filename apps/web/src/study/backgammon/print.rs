//! The printed page of a match: the position with its caption.

use diagram::backgammon::{Look, inline_svg};
use i18n::visible_line;
use leptos::prelude::untrack;
use record::MatchRecord;
use rules::backgammon::Side;
use study::OpenGame;

use super::games::players;
use super::players::position_text;
use crate::settings::Settings;
use crate::study::print_sheet::{self, escape};

/// Listens until the game is no longer a match.
pub fn listen() {
    let settings = Settings::here();
    print_sheet::listen_to_game(move |game| {
        game.backgammon().map(|record| sheet(game, record, untrack(|| settings.printed_backgammon_look())))
    });
}

fn sheet(game: &OpenGame, record: &MatchRecord, look: Look) -> String {
    let bottom = if game.is_flipped() { Side::Top } else { Side::Bottom };
    let picture = inline_svg(&record.position(), &Look { bottom: Some(bottom), ..look });
    format!(
        "<h1>{}</h1><p class=\"print-about\">{}</p><figure class=\"backgammon-figure\">{picture}<figcaption>{}</figcaption></figure>",
        escape(&visible_line(&players(record))),
        escape(&visible_line(&game.name())),
        escape(&position_text(record))
    )
}
