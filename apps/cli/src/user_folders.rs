//! The folders of this user's data and settings.

use std::path::PathBuf;

use directories::ProjectDirs;

/// In the data folder, of the training history. The desktop program uses the same.
pub const TRAINING_FOLDER: &str = "training";

/// None for a user without a home folder.
pub fn data_folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "tabiya")?.data_dir().to_owned())
}

/// Earlier versions let other accounts read these folders.
pub fn make_private() {
    if let Some(dirs) = ProjectDirs::from("", "", "tabiya") {
        server::make_private(dirs.data_dir());
        server::make_private(dirs.config_dir());
    }
}
