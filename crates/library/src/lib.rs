//! Folders of records as one library: every game is a row in SQLite, found by player, date, result or a position. The
//! files are never changed, and the database can be deleted: it is built again from the folders, whose list is a file of
//! its own.
//!
//! `catalogue` decides what a row contains and when two positions are the same.

mod batch;
mod duplicates;
mod error;
mod evaluations;
mod folder_list;
mod json;
mod position_runs;
mod row;
mod row_cache;
mod scan;
mod search;
mod store;
mod update;
mod workers;

pub use duplicates::DuplicateGroup;
pub use error::LibraryError;
pub use evaluations::{EvaluationKey, Evaluations};
pub use folder_list::folder_list_path;
pub use row::{Game, GameFile};
pub use scan::is_record;
pub use search::{FoundGame, Query, SearchResults, Sort};
pub use store::{Folder, Library, Problem};
pub use update::{UpdateProgress, UpdateSummary};
pub use workers::UNREADABLE;
