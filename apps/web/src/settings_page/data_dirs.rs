//! Where the studio stores data on this machine.

use api::data_dirs::{self, DataDir};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::group::Group;
use crate::client::call;
use crate::language;
use crate::pages::Page;

#[component]
pub fn DataDirs() -> impl IntoView {
    let words = language::settings();
    let dirs = RwSignal::new(Vec::<DataDir>::new());
    // A page without its studio has none.
    spawn_local(async move { dirs.set(call(data_dirs::list()).await.unwrap_or_default()) });
    view! {
        <Group id="places-title" title=words.folders>
            <p class="muted">{words.folders_text}</p>
            <ul class="settings-list">
                <For each=move || dirs.get() key=|dir| dir.purpose let(dir)>
                    <li>
                        <span class="row-text">
                            <strong>{dir.purpose.name(language::here())}</strong>
                            <span class="library-path">{dir.path}</span>
                        </span>
                    </li>
                </For>
            </ul>
            <a class="button" href=Page::Library.path()>{words.to_library}</a>
        </Group>
    }
}
