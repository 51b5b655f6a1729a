use i18n::fill;
use leptos::prelude::*;

use super::Page;
use super::blank::Blank;
use crate::language;

/// In place of a page that works only with a studio on this machine.
#[component]
pub fn NotForGuests(page: Page) -> impl IntoView {
    let words = language::frame();
    let title = fill(words.not_for_guests, &[("page", page.name())]);
    view! {
        <Blank title text=words.not_for_guests_text to=Page::Play action=words.to_games>
            {page.icon().draw()}
        </Blank>
    }
}
