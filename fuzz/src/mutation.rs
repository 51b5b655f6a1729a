//! Seeded mutations of a corpus: the same seed gives the same inputs on every machine.

use fastrand::Rng;

/// Longer inputs show nothing new and take longer.
const MAX_LENGTH: usize = 8 << 10;

/// Bytes that mean something in one of the formats.
const TOKENS: &[&[u8]] = &[
    b"\n",
    b"\r\n",
    b"\n\n",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b";",
    b":",
    b"\\",
    b"\"",
    b"=",
    b"?",
    b"#",
    b"\0",
    b"\xff",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1b$B",
    b"\xe2\x80\xae",
    b"0",
    b"-1",
    b"1e99",
    b"4294967296",
    b"18446744073709551616",
    b"null",
    b"[[[[[[[[",
    b"{\"a\":",
    b"e4",
    b"O-O",
    b"B[aa]",
    b"AB[aa:zz]",
    b"SZ[52]",
    b"CA[GB18030]",
    b"XGID=",
    b"Position ID: ",
    b"boardsize 25\n",
    b"genmove b\n",
    b"said 1 ",
    b"ping 1",
];

pub struct Mutations<'c> {
    corpus: &'c [Vec<u8>],
    random: Rng,
}

impl<'c> Mutations<'c> {
    pub fn new(corpus: &'c [Vec<u8>], seed: u64) -> Mutations<'c> {
        Mutations { corpus, random: Rng::with_seed(seed) }
    }

    fn any(&mut self) -> &'c [u8] {
        self.random.choice(self.corpus).map_or(&[], Vec::as_slice)
    }

    /// Somewhere in a text of this length, also at its end.
    fn at(&mut self, length: usize) -> usize {
        self.random.usize(..=length)
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let at = self.at(bytes.len());
        let until = self.random.usize(at..=bytes.len().min(at + 32));
        match self.random.u8(..8) {
            0 => self.flip_bit(bytes),
            1 => bytes.insert(at, self.random.u8(..)),
            2 => drop(bytes.drain(at..until)),
            3 => bytes.truncate(at),
            4 => {
                let part = bytes[at..until].to_vec();
                let to = self.at(bytes.len());
                bytes.splice(to..to, part);
            }
            5 => {
                let token = self.random.choice(TOKENS).copied().unwrap_or_default();
                bytes.splice(at..at, token.iter().copied());
            }
            6 => self.splice(bytes, at),
            _ => self.change_number(bytes),
        }
    }

    fn flip_bit(&mut self, bytes: &mut [u8]) {
        let bit = self.random.u8(..8);
        if let Some(at) = self.random.choice(0..bytes.len()) {
            bytes[at] ^= 1 << bit;
        }
    }

    /// Continues with the end of another input.
    fn splice(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let other = self.any();
        let from = self.at(other.len());
        bytes.truncate(at);
        bytes.extend_from_slice(&other[from..]);
    }

    fn change_number(&mut self, bytes: &mut [u8]) {
        let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
        let digit = b'0' + self.random.u8(..10);
        if let Some(at) = self.random.choice(digits) {
            bytes[at] = digit;
        }
    }
}

/// Never ends.
impl Iterator for Mutations<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = self.any().to_vec();
        for _ in 0..self.random.usize(1..=6) {
            self.mutate(&mut bytes);
        }
        bytes.truncate(MAX_LENGTH);
        Some(bytes)
    }
}
