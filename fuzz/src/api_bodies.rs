//! Any body of a request or an answer of the HTTP interface that can be read is written and read back the same, and an
//! error has a text in every language.

use std::fmt::Debug;

use api::{ApiError, cards, data_dirs, engines, files, hosting, library, review, rooms, shell};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) fn check(bytes: &[u8]) {
    body::<cards::SettingsFile>(bytes);
    body::<cards::Analyse>(bytes);
    body::<cards::NewDeck>(bytes);
    body::<cards::Sent>(bytes);
    body::<Vec<data_dirs::DataDir>>(bytes);
    body::<Vec<engines::Engine>>(bytes);
    body::<engines::EngineName>(bytes);
    body::<engines::Tested>(bytes);
    body::<Vec<files::OpenedFile>>(bytes);
    body::<hosting::Switch>(bytes);
    body::<hosting::Hosting>(bytes);
    body::<Vec<hosting::LanHost>>(bytes);
    body::<library::NewFolder>(bytes);
    body::<library::State>(bytes);
    body::<library::GameList>(bytes);
    body::<library::Duplicates>(bytes);
    body::<rooms::NewRoom>(bytes);
    body::<Vec<rooms::ListedRoom>>(bytes);
    body::<rooms::Opponents>(bytes);
    body::<review::ReviewRequest>(bytes);
    body::<review::ReviewUpdate>(bytes);
    body::<shell::Event>(bytes);
    if let Some(error) = body::<ApiError>(bytes) {
        for language in i18n::Language::ALL {
            for area in [api::general, cards::wording, engines::wording, library::wording] {
                assert!(!error.message_in(area, language).is_empty());
            }
        }
    }
}

fn body<T: Serialize + DeserializeOwned + Debug>(bytes: &[u8]) -> Option<T> {
    let read: T = serde_json::from_slice(bytes).ok()?;
    let written = serde_json::to_vec(&read).expect("a body can be written");
    let again: T = serde_json::from_slice(&written).expect("what was written can be read");
    assert_eq!(format!("{read:?}"), format!("{again:?}"));
    Some(read)
}
