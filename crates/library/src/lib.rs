//! Folders of records as one library: every game in them listed in SQLite, found again by player, date, result or by a
//! position that it passed. The files stay where they are and are never changed; the database can be thrown away and made
//! again.
//!
//! What stands in a row and when two positions are the same is decided by `catalogue`.

mod batch;
mod columns;
mod duplicates;
mod error;
mod find;
mod json;
mod row;
mod runs;
mod store;
mod update;
mod walk;
mod workers;

pub use duplicates::Duplicate;
pub use error::LibraryError;
pub use find::{Found, Place, Query, Sort};
pub use row::{Game, GameFile};
pub use store::{Folder, Library, Problem};
pub use update::{Progress, Summary};
pub use walk::is_record;
pub use workers::UNREADABLE;
