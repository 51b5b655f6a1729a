//! Why a command could not do what it was told, as it is printed after `tabiya: `.

use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub enum Failure {
    Bind(server::BindError),
    File { path: PathBuf, error: io::Error },
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Bind(error) => error.fmt(f),
            Failure::File { path, error } => write!(f, "{}: {error}", path.display()),
            Failure::Io(error) => error.fmt(f),
        }
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
