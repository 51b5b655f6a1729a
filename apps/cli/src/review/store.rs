//! The evaluations stored in the library's database.

use library::Evaluations;
use server::review::Store;

use crate::library::database_path;
use crate::user_folders;

/// The store, and what is wrong with it: then everything is searched again.
pub fn open() -> (Store, Option<String>) {
    let Some(path) = database_path() else { return (Store::new(None), None) };
    user_folders::make_private();
    // If it cannot be created, opening it says why.
    let _ = server::create_private_file(&path);
    match Evaluations::open(&path) {
        Ok(evaluations) => (Store::new(Some(evaluations)), None),
        Err(error) => {
            let why = format!("evaluations are not stored: {}", error.message(&path));
            (Store::new(None), Some(why))
        }
    }
}
