//! Unicode only: what is not UTF-8 is read as Windows-1252.

use std::borrow::Cow;

use crate::sgf::Wide;

/// No other encoding exists in this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {}

impl Encoding {
    pub fn name(&'static self) -> &'static str {
        match *self {}
    }
}

pub(crate) fn named(_: &str, _: &str) -> Option<&'static Encoding> {
    None
}

pub(crate) fn wide(encoding: &'static Encoding) -> Wide {
    match *encoding {}
}

pub(crate) fn decode<'a>(encoding: &'static Encoding, _: &'a [u8]) -> (Cow<'a, str>, bool) {
    match *encoding {}
}

pub(crate) fn encode<'a>(encoding: &'static Encoding, _: &'a str) -> Option<Cow<'a, [u8]>> {
    match *encoding {}
}

pub(crate) fn guess<'a>(_: impl Iterator<Item = &'a [u8]>) -> Option<&'static Encoding> {
    None
}
