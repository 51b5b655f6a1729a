//! Splits input into lines, however the bytes are chunked.

/// Longer lines are truncated: no command needs them, and a broken controller must not fill the memory.
const MAX_LINE_LENGTH: usize = 64 * 1024;

#[derive(Debug, Default)]
pub struct Lines {
    line: Vec<u8>,
}

impl Lines {
    pub fn read(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for byte in bytes {
            match byte {
                b'\n' => lines.extend(self.end()),
                _ if self.line.len() < MAX_LINE_LENGTH => self.line.push(*byte),
                _ => {}
            }
        }
        lines
    }

    /// The last line, if the input ended without a line break.
    pub fn end(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned())
    }
}
