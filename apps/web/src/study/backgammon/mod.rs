//! A backgammon match in Study: its board, its players, its games. Matches are navigated, not edited.

mod board;
mod games;
mod players;
mod print;
mod review;

pub use board::MatchBoard;
pub use games::{MatchChooser, MatchInfo, MatchTools, players};
pub use players::{MatchNotes, MatchPlayers};
pub use review::{MatchReviewPage, MatchReviews};

use leptos::prelude::*;
use record::MatchRecord;

use super::page_state::PageState;

impl PageState {
    /// As `watch`, for the current match; the default while another kind of game is current.
    fn watch_match<T>(self, look: impl Fn(&MatchRecord) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        self.watch(move |workspace| workspace.current().backgammon().map(&look).unwrap_or_default())
    }
}
