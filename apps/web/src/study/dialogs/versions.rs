//! The dialog with the earlier versions of the current game's file. One of them replaces the record; the file stays as it
//! is until the game is saved.

use api::files::Version;
use i18n::{Language, fill};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::PageState;
use crate::dialog::Dialog;
use crate::{dates, language};

/// None: still loading.
type Versions = RwSignal<Option<Result<Vec<Version>, String>>>;

#[component]
pub fn VersionsDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let (game, name, path) = page_state.peek(|workspace| {
        let game = workspace.current();
        (game.id(), game.name(), game.path().map(str::to_owned))
    });
    let versions: Versions = RwSignal::new(None);
    spawn_local(async move {
        let found = page_state.versions(game).await.map_err(|why| why.sentence());
        // The dialog may be closed by now.
        drop(versions.try_set(Some(found)));
    });
    let restore = move |id: String| {
        close();
        spawn_local(page_state.restore_version(game, id));
    };
    let content = move || match versions.get() {
        None => view! { <p class="muted" role="status">{language::frame().loading}</p> }.into_any(),
        Some(Err(why)) => view! { <p class="error-text" role="alert">{why}</p> }.into_any(),
        Some(Ok(all)) if all.is_empty() => view! { <p>{words.no_versions}</p> }.into_any(),
        Some(Ok(all)) => {
            let rows = all.into_iter().map(|version| view! { <VersionRow version restore /> });
            view! {
                <p class="muted">{words.versions_lead}</p>
                <ul class="settings-list versions">{rows.collect_view()}</ul>
            }
            .into_any()
        }
    };
    view! {
        <Dialog title=fill(words.versions_of, &[("name", &name)]) close>
            <p class="version-path">{path}</p>
            {content}
        </Dialog>
    }
}

#[component]
fn VersionRow(version: Version, restore: impl Fn(String) + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::study();
    let Version { id, modified, size, picture } = version;
    let time = modified.map_or_else(|| words.unknown_time.to_owned(), |at| dates::time_of(at as f64));
    let label = fill(words.restore_version_at, &[("time", &time)]);
    view! {
        <li>
            <div class="record-board" aria-hidden="true" inner_html=picture.unwrap_or_default()></div>
            <span class="row-text">
                <strong>{time}</strong>
                <span>{size_text(size, language::here())}</span>
            </span>
            <button class="button" type="button" aria-label=label on:click=move |_| restore(id.clone())>{words.restore_version}</button>
        </li>
    }
}

/// `0.3 KB`, `12.0 KB`, `1.5 MB`
fn size_text(bytes: u64, language: Language) -> String {
    let kilobytes = bytes as f64 / 1000.0;
    match kilobytes < 1000.0 {
        true => format!("{} KB", language.decimal(kilobytes.max(0.1), 1)),
        false => format!("{} MB", language.decimal(kilobytes / 1000.0, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_unit_and_the_decimal_separator_of_the_language() {
        for (bytes, text) in [(0, "0.1 KB"), (340, "0.3 KB"), (12_000, "12.0 KB"), (1_540_000, "1.5 MB")] {
            assert_eq!(size_text(bytes, Language::En), text);
        }
        assert_eq!(size_text(1_540_000, Language::Vi), "1,5 MB");
    }
}
