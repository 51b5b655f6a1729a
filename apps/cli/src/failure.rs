//! Why a command failed, as printed after `tabiya: `.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use i18n::visible_line;

#[derive(Debug)]
pub enum Failure {
    Bind(server::BindError),
    File {
        path: PathBuf,
        error: io::Error,
    },
    /// A file that is not a record, or a place that is not in it.
    Record {
        name: String,
        what: String,
    },
    /// An error without a file.
    Message(String),
    /// Options that contradict each other or the files.
    Usage(String),
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Bind(error) => error.fmt(f),
            Failure::File { path, error } => write!(f, "{}: {error}", shown_path(path)),
            Failure::Record { name, what } => write!(f, "{}: {what}", visible_line(name)),
            Failure::Message(what) | Failure::Usage(what) => f.write_str(what),
            Failure::Io(error) => error.fmt(f),
        }
    }
}

/// A path in a message or a list. A line break in its name must not look like the end of the message.
pub fn shown_path(path: &Path) -> String {
    visible_line(&path.to_string_lossy()).into_owned()
}

impl Failure {
    /// The exit code: 2 for wrong usage, as in clap; 1 for everything else.
    pub fn code(&self) -> u8 {
        if matches!(self, Failure::Usage(_)) { 2 } else { 1 }
    }
}

impl From<server::BindError> for Failure {
    fn from(error: server::BindError) -> Failure {
        Failure::Bind(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}
