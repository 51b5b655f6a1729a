//! What is in a text that may be opened: the players of its first game, the number of games, and a small picture.

use std::ops::ControlFlow;

use api::ErrorCode;
use api::preview::{Look, PREVIEW, Preview};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use catalogue::{PictureStyle, each_game, picture};
use diagram::Theme;
use i18n::Language;
use tokio::task::spawn_blocking;

use crate::error_response::{HandlerResult, json};
use crate::extract::{QueryParams, RawBody};

/// Longer texts are opened without a picture before.
const MAX_BYTES: usize = 1 << 20;
/// Counting more takes longer than typing the next letter.
const MAX_GAMES: usize = 1000;
/// Twice as many pixels as the page shows, for sharp displays.
const WIDTH: u32 = 176;

pub(crate) fn routes() -> Router {
    Router::new().route(PREVIEW, post(preview).layer(DefaultBodyLimit::max(MAX_BYTES)))
}

async fn preview(QueryParams(look): QueryParams<Look>, RawBody(bytes): RawBody) -> HandlerResult {
    let found = spawn_blocking(move || look_at(&bytes, &look)).await;
    Ok(json(&found.map_err(|_| ErrorCode::Internal)?))
}

fn look_at(bytes: &[u8], look: &Look) -> Preview {
    let mut found = Preview::default();
    // Positions are not games, and can be drawn all the same.
    let _ = each_game("", bytes, |entry| {
        if found.games == 0 {
            let (first, second) = entry.summary.players();
            found.players = [first, second].map(str::to_owned);
        }
        found.games += 1;
        if found.games < MAX_GAMES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let theme = if look.dark { Theme::Dark } else { Theme::Light };
    let language = Language::from_tag(&look.language).unwrap_or_default();
    found.picture = picture("", bytes, 0, None, PictureStyle { theme, width: WIDTH, language });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Preview {
        look_at(text.as_bytes(), &Look::default())
    }

    #[test]
    fn records_and_positions_of_all_games_have_a_picture() {
        for (text, players, games) in [
            ("(;GM[1]SZ[9]PB[Ann]PW[Bob];B[cc])(;GM[1]SZ[9];B[aa])", ["Ann", "Bob"], 2),
            ("[White \"Zoë\"]\n[Black \"Dan\"]\n\n1. e4 *\n", ["Zoë", "Dan"], 1),
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", ["", ""], 0),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10", ["", ""], 0),
        ] {
            let found = of(text);
            assert_eq!(
                (found.players.each_ref().map(String::as_str), found.games),
                (players, games),
                "{text}"
            );
            assert!(found.picture.is_some_and(|svg| svg.starts_with("<svg")), "{text}");
        }
        assert_eq!(of("good morning"), Preview::default());
    }
}
