//! A small picture of a record: the final position of its main line.

use diagram::backgammon::{HEIGHT, Look, ScoreFormat, WIDTH, inline_svg};
use leptos::prelude::*;
use record::{GameRecord, Record};

use super::chess::picture as chess_picture;
use super::games::picture as go_picture;
use crate::settings::Settings;

/// None if the position cannot be drawn.
pub fn small_board(record: &Record) -> Option<AnyView> {
    match record {
        Record::Go(record) => {
            let (picture, (width, height)) = go_picture(record, record.root(), usize::MAX);
            Some(drawn(picture, width, height))
        }
        Record::Chess(record) => Some(drawn(chess_picture(record.game(), usize::MAX)?, 800.0, 800.0)),
        Record::Backgammon(record) => {
            let look = use_context::<Settings>().map(|settings| untrack(|| settings.backgammon_look()));
            let look = look.unwrap_or_default();
            let look = Look { pips: false, score: ScoreFormat::Hidden, ..look };
            let picture = inline_svg(&record.game()?.end, &look);
            let ratio = format!("{WIDTH} / {HEIGHT}");
            Some(view! { <div class="record-board" aria-hidden="true" style:aspect-ratio=ratio inner_html=picture></div> }.into_any())
        }
    }
}

fn drawn(picture: String, width: f64, height: f64) -> AnyView {
    let view_box = format!("0 0 {width} {height}");
    view! { <svg class="record-board" viewBox=view_box aria-hidden="true" inner_html=picture></svg> }
        .into_any()
}
