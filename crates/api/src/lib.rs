//! Messages between the page and the server, compiled into both: one module per area with its routes, its bodies and the
//! calls that the page makes; one list of error codes; and the texts of errors in every language.
//!
//! Messages in rooms go over WebSocket and are in `play::protocol`.
//!
//!     let call = api::library::remove_folder(3);
//!     assert_eq!((call.method.name(), call.path.as_str()), ("DELETE", "/api/library/folders/3"));

pub mod access;
pub mod analysis;
mod call;
pub mod cards;
pub mod data_dirs;
pub mod engines;
mod error;
pub mod files;
pub mod hosting;
pub mod library;
pub mod match_review;
mod message;
mod path;
pub mod preview;
pub mod review;
pub mod rooms;
pub mod shell;
pub mod training;

pub use call::{Call, CallError, Method, Reply, Tagged};
pub use error::{ApiError, ErrorCode};
pub use message::{Wording, general};

/// All routes are below this path; everything else is the page.
pub const PREFIX: &str = "/api";

/// Whether a path belongs to the API, even if there is no such route.
pub fn is_api_path(path: &str) -> bool {
    path.strip_prefix(PREFIX).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_page_are_not_paths_of_the_api() {
        for path in ["/api", "/api/", "/api/none", "/api/rooms"] {
            assert!(is_api_path(path), "{path}");
        }
        for path in ["/", "/apis", "/study/api/rooms", "/assets/api.js"] {
            assert!(!is_api_path(path), "{path}");
        }
    }
}
