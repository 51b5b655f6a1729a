//! Splits an engine's output into lines, however the bytes are chunked.

/// No engine writes such a line; a broken one must not fill the memory.
const MAX_LINE_LENGTH: usize = 1 << 20;

#[derive(Debug, Default)]
pub struct LineReader {
    line: Vec<u8>,
}

/// The line is longer than any engine's.
#[derive(Debug, PartialEq, Eq)]
pub struct TooLong;

impl LineReader {
    /// The lines that these bytes complete, without control characters.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Vec<String>, TooLong> {
        let mut lines = Vec::new();
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend(part);
            if self.line.len() > MAX_LINE_LENGTH {
                return Err(TooLong);
            }
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                let text = String::from_utf8_lossy(&line);
                let text: String = text
                    .chars()
                    .map(|c| if c == '\t' { ' ' } else { c })
                    .filter(|c| !c.is_control())
                    .collect();
                lines.push(text.trim().to_owned());
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_endless_line_is_refused() {
        let mut reader = LineReader::default();
        assert_eq!(reader.read(&vec![b'x'; MAX_LINE_LENGTH]), Ok(Vec::new()));
        assert_eq!(reader.read(b"x"), Err(TooLong));
    }

    proptest! {
        #[test]
        fn the_chunking_of_the_bytes_does_not_matter(bytes in "[a-c \t\r\n\u{7}é]{0,60}", cut in 1usize..7) {
            let whole = LineReader::default().read(bytes.as_bytes()).unwrap();
            let mut reader = LineReader::default();
            let pieces: Vec<String> =
                bytes.as_bytes().chunks(cut).flat_map(|piece| reader.read(piece).unwrap()).collect();
            prop_assert_eq!(whole, pieces);
        }
    }
}
