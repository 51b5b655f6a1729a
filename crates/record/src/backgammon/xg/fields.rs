//! Numbers and texts at their offsets, little-endian. What is beyond the end reads as zero, because older versions of the
//! program wrote less.

use rules::backgammon::Board;

use crate::encodings::windows_1252;

#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    /// The fields after this offset.
    pub fn from(self, at: usize) -> Fields<'a> {
        Fields(self.0.get(at..).unwrap_or_default())
    }

    fn array<const N: usize>(self, at: usize) -> [u8; N] {
        let mut array = [0; N];
        let found = self.0.get(at..).unwrap_or_default();
        array.iter_mut().zip(found).for_each(|(to, from)| *to = *from);
        array
    }

    pub fn u8(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or_default()
    }

    pub fn i8(self, at: usize) -> i8 {
        i8::from_le_bytes([self.u8(at)])
    }

    pub fn flag(self, at: usize) -> bool {
        self.u8(at) != 0
    }

    pub fn i16(self, at: usize) -> i16 {
        i16::from_le_bytes(self.array(at))
    }

    pub fn u32(self, at: usize) -> u32 {
        u32::from_le_bytes(self.array(at))
    }

    pub fn i32(self, at: usize) -> i32 {
        i32::from_le_bytes(self.array(at))
    }

    /// A number that may be used as an index.
    pub fn index(self, at: usize) -> Option<usize> {
        usize::try_from(self.i32(at)).ok()
    }

    /// With the digits that a 32-bit number has: 0.7554 stays 0.7554.
    pub fn f32(self, at: usize) -> f64 {
        let number = f32::from_le_bytes(self.array(at));
        finite((f64::from(number) * 1e7).round() / 1e7)
    }

    pub fn f64(self, at: usize) -> f64 {
        finite(f64::from_le_bytes(self.array(at)))
    }

    /// A length byte and Windows-1252.
    pub fn short_text(self, at: usize, most: usize) -> String {
        let length = usize::from(self.u8(at)).min(most);
        let bytes = self.0.get(at + 1..).unwrap_or_default();
        windows_1252::decode(bytes.get(..length).unwrap_or(bytes)).trim().to_owned()
    }

    /// UTF-16 up to a zero.
    pub fn wide_text(self, at: usize, units: usize) -> String {
        let bytes = self.0.get(at..).unwrap_or_default();
        let units = bytes.as_chunks::<2>().0.iter().take(units).map(|pair| u16::from_le_bytes(*pair));
        let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
        String::from_utf16_lossy(&units).trim().to_owned()
    }

    /// Seen by the player whose checkers are positive. `None` if no such board is possible.
    pub fn board(self, at: usize) -> Option<Board> {
        Board::new(self.array::<26>(at).map(|byte| i8::from_le_bytes([byte]))).ok()
    }

    /// Whether the bytes of a board are all zero, which stands for the usual one.
    pub fn is_blank_board(self, at: usize) -> bool {
        self.array::<26>(at).iter().all(|byte| *byte == 0)
    }
}

fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}
