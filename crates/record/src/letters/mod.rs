//! The charsets that came before Unicode. Their tables are large: without the feature `charsets` there are none of them,
//! for programs whose host turns files into Unicode itself.

pub(crate) mod windows_1252;

#[cfg(not(feature = "charsets"))]
mod none;
#[cfg(feature = "charsets")]
mod tables;

#[cfg(not(feature = "charsets"))]
pub(crate) use none::{Encoding, decode, encode, guess, named, wide};
#[cfg(feature = "charsets")]
pub(crate) use tables::{Encoding, decode, encode, guess, named, wide};
