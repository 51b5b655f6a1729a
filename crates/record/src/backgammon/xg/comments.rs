//! Comments: one document in RTF per line.

use crate::encodings::windows_1252;

/// The table of comments as plain text.
pub(super) fn read(bytes: &[u8]) -> Vec<String> {
    let mut documents: Vec<Vec<u8>> = vec![Vec::new()];
    let mut rest = bytes;
    loop {
        match rest {
            // A line break inside a comment.
            [1, 2, after @ ..] => {
                push(&mut documents, b'\n');
                rest = after;
            }
            [b'\r', b'\n', after @ ..] => {
                documents.push(Vec::new());
                rest = after;
            }
            [byte, after @ ..] => {
                push(&mut documents, *byte);
                rest = after;
            }
            [] => break,
        }
    }
    // The last line ends like the others.
    if documents.last().is_some_and(Vec::is_empty) {
        documents.pop();
    }
    documents.iter().map(|document| plain_text(document)).collect()
}

fn push(documents: &mut [Vec<u8>], byte: u8) {
    if let Some(last) = documents.last_mut() {
        last.push(byte);
    }
}

fn plain_text(document: &[u8]) -> String {
    if !document.starts_with(b"{\\rtf") {
        let text = std::str::from_utf8(document).map(Into::into);
        return text.unwrap_or_else(|_| windows_1252::decode(document)).trim().to_owned();
    }
    let mut reader = Rtf { rest: document, text: String::new(), groups: Vec::new(), is_skipped: false };
    while reader.step().is_some() {}
    reader.text.trim().to_owned()
}

/// Groups without text for the reader.
const SKIPPED: [&str; 7] = ["fonttbl", "colortbl", "stylesheet", "info", "pict", "generator", "listtable"];

struct Rtf<'a> {
    rest: &'a [u8],
    text: String,
    /// Whether the groups around this one are skipped.
    groups: Vec<bool>,
    is_skipped: bool,
}

impl Rtf<'_> {
    /// `None` at the end.
    fn step(&mut self) -> Option<()> {
        let (first, after) = self.rest.split_first()?;
        self.rest = after;
        match first {
            b'{' => self.groups.push(self.is_skipped),
            b'}' => self.is_skipped = self.groups.pop()?,
            b'\\' => self.control()?,
            b'\r' | b'\n' => {}
            byte => self.add(&windows_1252::decode(&[*byte])),
        }
        Some(())
    }

    fn add(&mut self, text: &str) {
        if !self.is_skipped {
            self.text.push_str(text);
        }
    }

    fn control(&mut self) -> Option<()> {
        let (first, after) = self.rest.split_first()?;
        if first.is_ascii_alphabetic() {
            self.word();
            return Some(());
        }
        self.rest = after;
        match first {
            b'\'' => {
                let digits = self.rest.get(..2)?;
                self.rest = self.rest.get(2..)?;
                let byte = std::str::from_utf8(digits).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
                self.add(&windows_1252::decode(&[byte?]));
            }
            // A group that a reader may skip if it does not know it.
            b'*' => self.is_skipped = true,
            b'~' => self.add("\u{a0}"),
            b'{' | b'}' | b'\\' => self.add(&char::from(*first).to_string()),
            _ => {}
        }
        Some(())
    }

    /// `\par`, `\u8364?`, `\f0`
    fn word(&mut self) {
        let length = |rest: &[u8], of: fn(&u8) -> bool| rest.iter().take_while(|byte| of(byte)).count();
        let (name, rest) = self.rest.split_at(length(self.rest, u8::is_ascii_alphabetic));
        let sign = usize::from(rest.starts_with(b"-"));
        let digits = sign + length(rest.get(sign..).unwrap_or_default(), u8::is_ascii_digit);
        let (number, rest) = rest.split_at(digits);
        self.rest = rest.strip_prefix(b" ").unwrap_or(rest);
        let name = std::str::from_utf8(name).unwrap_or_default();
        match name {
            "par" | "line" => self.add("\n"),
            "tab" => self.add("\t"),
            "u" => self.unicode(number),
            _ if SKIPPED.contains(&name) => self.is_skipped = true,
            _ => {}
        }
    }

    /// A signed number of 16 bits, followed by a character for programs that do not know it.
    fn unicode(&mut self, number: &[u8]) {
        let number = std::str::from_utf8(number).ok().and_then(|number| number.parse::<i32>().ok());
        let code = number.and_then(|number| u32::try_from(number.rem_euclid(0x1_0000)).ok());
        let letter = code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.add(&letter.to_string());
        self.rest = match self.rest {
            [b'\\', b'\'', _, _, after @ ..] => after,
            [b'\\' | b'{' | b'}', ..] | [] => self.rest,
            [_, after @ ..] => after,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rich_text_becomes_plain_text() {
        let table = b"{\\rtf1\\ansi{\\fonttbl{\\f0\\fnil Tahoma;}}\\viewkind4\\uc1\\pard\\f0\\fs16 A \\'e9t\\'e9,\\par \x01\x02{\\b bold} \\u8364?5 \\{x\\}\\par}\r\n\r\nplain\r\n";
        assert_eq!(read(table), ["A été,\nbold €5 {x}", "", "plain"]);
    }

    #[test]
    fn incomplete_rich_text_ends_where_it_ends() {
        let whole = b"{\\rtf1 a\\'e9\\u8364?{\\*\\x y}\\par b}";
        for end in 0..whole.len() {
            let _ = read(&whole[..end]);
        }
        assert_eq!(read(b"{\\rtf1 a}}}b"), ["a"]);
        assert_eq!(read(b""), Vec::<String>::new());
    }
}
