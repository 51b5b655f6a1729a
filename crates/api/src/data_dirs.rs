//! Where the studio stores the user's data on this machine.

use i18n::Language;
use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, json};

pub const DATA_DIRS: &str = "/api/places";

/// What a file or folder of the studio is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    Library,
    TerminalGames,
    CardSettings,
    Rooms,
    Backups,
    Training,
}

impl Purpose {
    pub fn name(self, language: Language) -> &'static str {
        let texts = language.server();
        match self {
            Purpose::Library => texts.folder_library,
            Purpose::TerminalGames => texts.folder_terminal,
            Purpose::CardSettings => texts.folder_cards,
            Purpose::Rooms => texts.folder_rooms,
            Purpose::Backups => texts.folder_backups,
            Purpose::Training => texts.folder_training,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataDir {
    #[serde(rename = "what")]
    pub purpose: Purpose,
    pub path: String,
}

pub fn list() -> Call<Vec<DataDir>> {
    Call::new(Method::Get, DATA_DIRS, json)
}
