//! An empty page: a picture, a sentence and a link.

use leptos::prelude::*;

use super::Page;

/// `children` is the picture.
#[component]
pub fn Blank(
    #[prop(into)] title: String,
    #[prop(into)] text: String,
    to: Page,
    action: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="blank">
            {children()}
            <h1>{title}</h1>
            <p>{text}</p>
            <a class="button main" href=to.path()>{action}</a>
        </div>
    }
}
