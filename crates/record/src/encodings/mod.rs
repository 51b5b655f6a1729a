//! Charsets older than Unicode. Their tables are large, so a program whose host converts files to Unicode leaves them
//! out by building without the feature `charsets`.

use std::fmt;

pub(crate) mod windows_1252;

#[cfg(feature = "charsets")]
mod tables;
#[cfg(not(feature = "charsets"))]
mod unicode_only;

#[cfg(feature = "charsets")]
pub(crate) use tables::{Encoding, decode, encode, guess, named, wide};
#[cfg(not(feature = "charsets"))]
pub(crate) use unicode_only::{Encoding, decode, encode, guess, named, wide};

/// Text with a character that the charset of its file lacks. Converting the file to UTF-8 makes room for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoesNotFit {
    pub charset: &'static str,
    /// The first character that does not fit.
    pub character: char,
}

impl fmt::Display for DoesNotFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be written in {}; UTF-8 can", self.character, self.charset)
    }
}

impl std::error::Error for DoesNotFit {}
