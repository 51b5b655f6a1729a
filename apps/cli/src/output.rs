//! Standard output and standard error. Names, comments, chat and answers of engines may contain escape sequences that a
//! terminal would obey, so text goes through `i18n::visible`. `clippy.toml` forbids every other way to print.

#![expect(clippy::disallowed_methods, reason = "the one place that opens the streams")]

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use ratatui::DefaultTerminal;
use serde::Serialize;

/// Whether an error means that nobody reads standard output any more, as after `| head`.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<StdoutClosed>())
}

/// The reader of standard output has gone. Connections and engines have broken pipes too, so this one is marked.
#[derive(Debug)]
struct StdoutClosed;

impl Display for StdoutClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard output was closed")
    }
}

impl Error for StdoutClosed {}

/// Standard output, with its broken pipe marked.
pub struct Stdout(StdoutLock<'static>);

impl Stdout {
    fn lock() -> Stdout {
        Stdout(io::stdout().lock())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(marked)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(marked)
    }
}

fn marked(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::BrokenPipe => io::Error::new(ErrorKind::BrokenPipe, StdoutClosed),
        _ => error,
    }
}

/// Prints text, with control characters made visible.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Standard output for text that is written in parts.
pub fn stdout() -> VisibleWriter<BufWriter<Stdout>> {
    VisibleWriter::new(BufWriter::new(Stdout::lock()))
}

/// Prints a JSON document.
pub fn print_json(document: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(document)?;
    text.push('\n');
    let mut out = Stdout::lock();
    out.write_all(escaped_json(&text).as_bytes())?;
    out.flush()
}

/// serde_json escapes only the control characters before the space. All others can only be inside strings.
fn escaped_json(text: &str) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c| i18n::is_hidden(c) && c != '\n') {
        let (plain, hidden) = rest.split_at(at);
        let mut hidden = hidden.chars();
        out.push_str(plain);
        if let Some(c) = hidden.next() {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        }
        rest = hidden.as_str();
    }
    out.push_str(rest);
    out
}

/// Prints the content of a file: byte for byte into a pipe or a file, as visible text on a terminal.
pub fn print_file(bytes: &[u8]) -> io::Result<()> {
    match is_terminal() {
        true => print(&String::from_utf8_lossy(bytes)),
        false => print_bytes(bytes),
    }
}

/// Prints bytes as they are: only for those that this program made itself, such as a GTP answer or coloured text.
pub fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = Stdout::lock();
    out.write_all(bytes)?;
    out.flush()
}

pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Prints `tabiya: …` on standard error.
pub fn report(message: impl Display) {
    report_text(&format!("tabiya: {message}\n"));
}

/// Prints text on standard error. Nobody can be told if that fails.
pub fn report_text(text: &str) {
    drop(io::stderr().write_all(i18n::visible(text).as_bytes()));
}

/// Takes over the terminal for a full screen. Its widgets get visible text from `draw`.
pub fn take_screen() -> io::Result<DefaultTerminal> {
    ratatui::try_init()
}

/// The stream for the escape sequences of a full screen.
pub fn screen() -> io::Stdout {
    io::stdout()
}

/// Makes the text written to it visible, line by line, so that no character is split.
pub struct VisibleWriter<W: Write> {
    inner: W,
    pending: Vec<u8>,
}

impl<W: Write> VisibleWriter<W> {
    pub fn new(inner: W) -> VisibleWriter<W> {
        VisibleWriter { inner, pending: Vec::new() }
    }

    fn pass_on(&mut self, length: usize) -> io::Result<()> {
        let text = String::from_utf8_lossy(self.pending.get(..length).unwrap_or_default());
        let written = self.inner.write_all(i18n::visible(&text).as_bytes());
        self.pending.drain(..length);
        written
    }
}

impl<W: Write> Write for VisibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = self.pending.len();
        self.pending.extend_from_slice(bytes);
        if let Some(last) = bytes.iter().rposition(|byte| *byte == b'\n') {
            self.pass_on(before + last + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(self.pending.len())?;
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn text_written_in_parts_is_visible_as_a_whole() {
        let mut out = VisibleWriter::new(Vec::new());
        let text = "Ann \u{1b}]52;c;YQ==\u{7}\r\nb\u{202e}\u{9b}\nễ";
        for byte in text.as_bytes() {
            out.write_all(&[*byte]).unwrap();
        }
        out.flush().unwrap();
        assert_eq!(String::from_utf8(out.inner).unwrap(), i18n::visible(text));
    }

    #[test]
    fn json_contains_no_control_character_and_means_the_same() {
        let hidden: String = ('\0'..='\u{9f}').chain("\u{61c}\u{200e}\u{202e}\u{2066}".chars()).collect();
        let document = json!({ "name": hidden, hidden.as_str(): ["b", 1] });
        let text = escaped_json(&serde_json::to_string_pretty(&document).unwrap());
        assert!(!text.chars().any(|c| i18n::is_hidden(c) && c != '\n'), "{text:?}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), document);
    }
}
