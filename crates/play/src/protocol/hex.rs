//! Bytes written as hexadecimal digits: hashes, tokens, nonces.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// A SHA-256 hash: a commitment, or a link of the chain.
pub type Digest = Hex<32>;
/// Makes a commitment impossible to guess.
pub type Nonce = Hex<32>;
/// Gives its holder the seat.
pub type Token = Hex<16>;
pub type GameId = Hex<16>;
/// A position's own hash.
pub type PositionHash = Hex<8>;

impl<const N: usize> Hex<N> {
    pub fn parse(text: &str) -> Option<Hex<N>> {
        let mut bytes = [0; N];
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != N || !rest.is_empty() {
            return None;
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Some(Hex(bytes))
    }
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

/// Space for the digits of the longest.
type Digits = [u8; 64];

impl<const N: usize> Hex<N> {
    /// All digits at once: writing them one by one took longer than computing the hash.
    fn digits<'a>(&self, space: &'a mut Digits) -> &'a str {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        const { assert!(2 * N <= size_of::<Digits>()) };
        for (pair, byte) in space.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        }
        space.get(..2 * N).and_then(|digits| str::from_utf8(digits).ok()).unwrap_or_default()
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.digits(&mut [0; 64]))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.digits(&mut [0; 64]))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex<N>, D::Error> {
        struct Digits<const N: usize>;
        impl<const N: usize> Visitor<'_> for Digits<N> {
            type Value = Hex<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} hexadecimal digits", 2 * N)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Hex<N>, E> {
                Hex::parse(text)
                    .ok_or_else(|| E::custom(format_args!("not {} small hexadecimal digits", 2 * N)))
            }
        }
        from.deserialize_str(Digits::<N>)
    }
}
