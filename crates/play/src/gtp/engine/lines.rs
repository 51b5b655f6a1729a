//! Lines out of bytes, however they are cut up.

/// A longer line is cut: no command needs it, and a controller gone wild must not fill the memory.
const LONGEST: usize = 64 * 1024;

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
                _ if self.line.len() < LONGEST => self.line.push(*byte),
                _ => {}
            }
        }
        lines
    }

    /// The last line, if the end came before its break.
    pub fn end(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned())
    }
}
