//! How many files and sockets this process may have open.

/// Files that are not connections: the journal, the database, engines (three pipes each), listeners, event queues.
const RESERVED: usize = 128;
/// Where the system has no limit of its own.
const NO_LIMIT: usize = 1 << 20;
/// With fewer than this nothing works.
const MIN_CONNECTIONS: usize = 16;

/// Raises the limit as far as the system allows; returns how many connections fit.
pub(crate) fn max_connections() -> usize {
    limit().saturating_sub(RESERVED).max(MIN_CONNECTIONS)
}

#[cfg(unix)]
fn limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If it cannot be raised, what there is must do.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let current = getrlimit(Resource::Nofile).current;
    current.and_then(|limit| usize::try_from(limit).ok()).map_or(NO_LIMIT, |limit| limit.min(NO_LIMIT))
}

#[cfg(not(unix))]
fn limit() -> usize {
    NO_LIMIT
}
