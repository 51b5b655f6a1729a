//! The printed page: built just before the browser prints, and removed afterwards.

use diagram::Theme;
use diagram::chess::{PieceSet, Scene, to_svg_with};
use i18n::{visible, visible_line};
use leptos::ev;
use leptos::prelude::*;
use record::GameRecord;
use record::chess::{ChessRecord, SheetItem};
use rules::chess::Color;

use super::games::players;
use crate::chess::piece_set;
use crate::page_mount::PageVisibility;
use crate::study::page_state::PageState;

/// Listens until the game is no longer a chess game.
pub fn listen() {
    let page_state = PageState::here();
    let shown = PageVisibility::here();
    let before = window_event_listener(ev::Custom::<web_sys::Event>::new("beforeprint"), move |_| {
        remove();
        if shown.now() {
            let sheet = page_state.peek(|workspace| {
                let game = workspace.current();
                game.chess().map(|record| sheet(record, game.is_flipped(), piece_set()))
            });
            sheet.iter().for_each(|sheet| add(sheet));
        }
    });
    let after = window_event_listener(ev::Custom::<web_sys::Event>::new("afterprint"), |_| remove());
    on_cleanup(move || {
        before.remove();
        after.remove();
        remove();
    });
}

fn add(sheet: &str) {
    let Some(body) = document().body() else { return };
    let Ok(section) = document().create_element("section") else { return };
    section.set_class_name("print-sheet");
    section.set_inner_html(sheet);
    let _ = body.append_child(&section);
}

fn remove() {
    if let Ok(Some(sheet)) = document().query_selector(".print-sheet") {
        sheet.remove();
    }
}

fn escape(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
