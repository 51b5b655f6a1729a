//! The printed page of a chess game.

use diagram::Theme;
use diagram::chess::{PieceSet, Scene, to_svg_with};
use i18n::visible_line;
use record::GameRecord;
use record::chess::{ChessRecord, SheetItem};
use rules::chess::Color;

use super::games::players;
use crate::chess::piece_set;
use crate::study::print_sheet::{self, escape};

/// Listens until the game is no longer a chess game.
pub fn listen() {
    print_sheet::listen_to_game(|game| {
        game.chess().map(|record| sheet(record, game.is_flipped(), piece_set()))
    });
}

/// The whole sheet as HTML.
fn sheet(record: &ChessRecord, is_flipped: bool, set: PieceSet) -> String {
    let bottom = if is_flipped { Color::Black } else { Color::White };
    let mut html = format!("<h1>{}</h1>", escape(&visible_line(&players(record, record.number()))));
    let known = ["Event", "Site", "Date", "Result"].iter().filter_map(|name| record.game().tag(name));
    let known = known.filter(|text| !text.trim().is_empty() && !text.starts_with('?') && *text != "*");
    let about: Vec<String> = known.map(|text| escape(&text)).collect();
    html += &format!("<p class=\"print-about\">{}</p><p>", about.join(" · "));
    for item in record.score_sheet() {
        match item {
            SheetItem::Move { text, is_main_line: true } => html += &format!("<b>{}</b> ", escape(&text)),
            SheetItem::Move { text, .. } => html += &format!("{} ", escape(&text)),
            SheetItem::Comment(text) => html += &format!("<span>{}</span> ", escape(&text)),
            SheetItem::OpenVariation => html.push('('),
            SheetItem::CloseVariation => {
                html.truncate(html.trim_end().len());
                html += ") ";
            }
            SheetItem::Diagram(position) => {
                let picture = to_svg_with(&Scene::of(&position, bottom), Theme::Print, 400, set);
                html += &format!("</p><figure>{picture}</figure><p>");
            }
            SheetItem::Result(text) => html += &format!("<b>{text}</b>"),
        }
    }
    html + "</p>"
}

#[cfg(test)]
mod tests {
    use record::pgn::Pgn;

    use super::*;

    #[test]
    fn text_from_the_file_is_not_read_as_html() {
        let text = b"[White \"<b>Ann\"]\n\n1. e4 {<script>x</script> & co} *".to_vec();
        let html = sheet(&ChessRecord::open(Pgn::read(text), 0), false, PieceSet::Classic);
        assert!(
            html.contains("&lt;b&gt;Ann") && html.contains("&lt;script&gt;x&lt;/script&gt; &amp; co"),
            "{html}"
        );
        assert!(html.contains("<b>1. e4</b>") && html.contains("<svg"));
    }
}
