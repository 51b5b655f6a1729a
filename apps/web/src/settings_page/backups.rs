//! How many earlier versions of each file are kept. The studio stores it, for every browser.

use api::files::{self, BackupSettings};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::group::{Group, SwitchRow};
use crate::bridge::Failure;
use crate::client::call;
use crate::language;

#[component]
pub fn Backups() -> impl IntoView {
    let words = language::settings();
    let settings = RwSignal::new(None::<BackupSettings>);
    let problem = RwSignal::new(String::new());
    // A page without its studio has no files of it.
    spawn_local(async move { settings.set(call(files::backup_settings()).await.ok()) });
    let choose = move |text: String| {
        let Ok(keep) = text.trim().parse::<u32>() else { return };
        let wanted = BackupSettings { keep: keep.min(BackupSettings::MAX_KEEP) };
        spawn_local(async move {
            let stored = call(files::set_backup_settings(&wanted)).await;
            problem.set(stored.map_err(|error| Failure::from(error).sentence()).err().unwrap_or_default());
            settings.set(Some(wanted));
        });
    };
    let shown = move || settings.get().map(|settings| settings.keep.to_string());
    view! {
        <Show when=move || settings.get().is_some()>
            <Group id="files-title" title=words.files>
                <SwitchRow title=words.versions_kept text=words.versions_kept_text>
                    <input
                        id="versions-kept"
                        class="count"
                        type="number"
                        min="0"
                        max=BackupSettings::MAX_KEEP
                        prop:value=shown
                        on:change=move |event| choose(event_target_value(&event))
                    />
                </SwitchRow>
                <p class="error-text" role="alert">{problem}</p>
            </Group>
        </Show>
    }
}
