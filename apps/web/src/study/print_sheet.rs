//! The printed page of the game in front.

use study::OpenGame;

use super::page_state::PageState;
use crate::print_sheet;

pub use crate::print_sheet::escape;

/// Listens until another game's views are shown.
pub fn listen_to_game(sheet: impl Fn(&OpenGame) -> Option<String> + 'static) {
    let page_state = PageState::here();
    print_sheet::listen(move || page_state.peek(|workspace| sheet(workspace.current())));
}
