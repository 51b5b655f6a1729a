//! Charsets other than Unicode. Their tables are large, so a program whose host converts files to Unicode is built
//! without the feature `charsets`.

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

/// A character that the charset of the file lacks. Converting the file to UTF-8 helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoesNotFit {
    pub charset: &'static str,
    /// The first such character.
    pub character: char,
}

impl fmt::Display for DoesNotFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be written in {}; UTF-8 can", self.character, self.charset)
    }
}

impl std::error::Error for DoesNotFit {}
