//! All settings as one file, for another browser or computer.

use api::cards::SettingsFile as CardSettings;
use api::files::{self, BackupSettings};
use i18n::{fill, visible_line};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileList;

use super::group::Group;
use super::settings_file::{self, Refusal, SettingsFile};
use crate::bridge::{Failure, bytes_of, download};
use crate::client::call;
use crate::controls::FilesButton;
use crate::{language, storage};

/// What was imported, until the document is loaded again with the new settings.
const IMPORTED: &str = "tabiya.imported";

#[component]
pub fn Transfer() -> impl IntoView {
    let words = language::settings();
    let done = RwSignal::new(take_message());
    let problem = RwSignal::new(String::new());
    let export = move |_| {
        spawn_local(async move {
            problem.set(export().await.err().map(|why| why.sentence()).unwrap_or_default());
        });
    };
    let import = move |files: FileList| async move {
        let Some(file) = files.get(0) else { return };
        let name = visible_line(&file.name()).into_owned();
        done.set(String::new());
        let text = match bytes_of(&file).await {
            Ok(bytes) => String::from_utf8(bytes).unwrap_or_default(),
            Err(_) => String::new(),
        };
        problem.set(import(&name, &text).await.err().unwrap_or_default());
    };
    view! {
        <Group id="transfer-title" title=words.transfer>
            <p class="muted">{words.transfer_text}</p>
            <div class="transfer-row">
                <button class="button" on:click=export>{words.export_settings}</button>
                <FilesButton words=words.import_settings label=words.import_settings take=import />
            </div>
            <p role="status">{done}</p>
            <p class="error-text" role="alert">{problem}</p>
        </Group>
    }
}

async fn export() -> Result<(), Failure> {
    // A page without its studio has only its own settings.
    let kept = call(files::backup_settings()).await.ok().map(|settings| settings.keep);
    let cards = call(api::cards::read_settings()).await.ok().map(|file| file.text);
    let text = settings_file::write(|name| storage::get(&format!("tabiya.{name}")), kept, cards.as_deref());
    Ok(download("tabiya-settings.json", text.as_bytes())?)
}

/// The error is a sentence; nothing was changed then.
async fn import(name: &str, text: &str) -> Result<(), String> {
    let words = language::settings();
    let file = settings_file::read(text).map_err(|why| refusal(name, &why))?;
    if !storage::is_available() {
        return Err(words.settings_not_stored.to_owned());
    }
    // First what the studio may refuse.
    let refused = |why: Failure| fill(words.settings_refused, &[("name", name), ("why", &why.sentence())]);
    import_to_studio(&file).await.map_err(refused)?;
    for (setting, value) in &file.browser {
        let key = format!("tabiya.{setting}");
        match value {
            Some(value) => drop(storage::set(&key, value)),
            None => storage::remove(&key),
        }
    }
    let _ = storage::set(IMPORTED, &message(name, &file));
    // Every open page reads its settings again.
    let _ = window().location().reload();
    Ok(())
}

/// The settings of cards are checked by the studio, which refuses wrong ones.
async fn import_to_studio(file: &SettingsFile) -> Result<(), Failure> {
    let Ok(CardSettings { text, .. }) = call(api::cards::read_settings()).await else { return Ok(()) };
    if let Some(cards) = file.cards_here(&text) {
        call(api::cards::write_settings(&cards)).await?;
    }
    if let Some(keep) = file.versions_kept {
        call(files::set_backup_settings(&BackupSettings { keep })).await?;
    }
    Ok(())
}

fn refusal(name: &str, why: &Refusal) -> String {
    let words = language::settings();
    match why {
        Refusal::NotSettings => fill(words.not_settings, &[("name", name)]),
        Refusal::Newer => fill(words.newer_settings, &[("name", name)]),
        Refusal::Setting { name: setting, value } => {
            let values = [("name", name), ("setting", setting), ("value", &visible_line(value))];
            fill(words.bad_setting, &values)
        }
    }
}

fn message(name: &str, file: &SettingsFile) -> String {
    let words = language::settings();
    let imported = fill(words.imported, &[("name", name)]);
    if file.unknown.is_empty() {
        return imported;
    }
    let names = visible_line(&file.unknown.join(language::frame().comma)).into_owned();
    format!("{imported} {}", fill(words.not_known, &[("names", &names)]))
}

fn take_message() -> String {
    let message = storage::get(IMPORTED).unwrap_or_default();
    storage::remove(IMPORTED);
    message
}
