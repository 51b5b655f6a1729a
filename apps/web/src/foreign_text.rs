//! Names and messages that come from files and from other people, as lists and the chat show them.

use i18n::visible_line;
use leptos::prelude::*;

/// One line, isolated from the text around it. Characters that hide text or reverse it are made visible.
pub fn foreign(text: &str) -> impl IntoView + use<> {
    view! { <bdi>{visible_line(text).into_owned()}</bdi> }
}
