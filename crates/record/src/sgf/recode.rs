//! Encodes text for a file and converts it between charsets. New values never end their brackets, whatever the charset.

use std::borrow::Cow;
use std::sync::Arc;

use super::lex::{self, NodePart};
use super::node::{Node, Property};
use super::{Charset, Collection, text};
use crate::encodings::DoesNotFit;
use crate::tree::NodeId;

impl Charset {
    /// Encodes an escaped value; `None` if it would end its brackets.
    fn value(self, text: &str) -> Result<Option<Vec<u8>>, DoesNotFit> {
        let value = self.encode(text)?.into_owned();
        let bracketed = [value.as_slice(), b"]"].concat();
        Ok((lex::value_end(&bracketed, 0, self.wide()) == value.len()).then_some(value))
    }

    /// Like `value`, with more escapes where needed.
    fn sound_value(self, text: &str) -> Result<Vec<u8>, DoesNotFit> {
        if let Some(value) = self.value(text)? {
            return Ok(value);
        }
        match self.value(&repaired(text, false))? {
            Some(value) => Ok(value),
            // Half a character right before what looks like the next property: see `lex`.
            None => Ok(self.encode(&repaired(text, true))?.into_owned()),
        }
    }

    /// Converts the text of a node value by value: brackets in one charset may be parts of characters in another.
    fn recode(self, node: Node<'_>) -> Result<Vec<u8>, DoesNotFit> {
        let mut at = usize::from(node.bytes.first() == Some(&b';'));
        let mut out = node.bytes.get(..at).unwrap_or_default().to_vec();
        while let Some(part) = lex::node_part(node.bytes, at, node.wide) {
            let raw = node.bytes.get(at..part.end()).unwrap_or_default();
            out.extend(raw.iter().take_while(|b| lex::is_space(**b)));
            match part {
                NodePart::Property { start, values, end, .. } => {
                    self.recode_property(Property::new(node, start, values, end), &mut out)?;
                }
                _ if is_plain(raw) => out.extend_from_slice(raw.trim_ascii_start()),
                _ => out.extend(self.stray(&node.charset.decode(raw).0)?),
            }
            at = part.end();
        }
        Ok(out)
    }

    /// Stray text. Outside of values every byte is read as ASCII, so characters with bytes that look like structure, such as
    /// those of ISO-2022-JP between `ESC $` and `ESC (`, are left out.
    fn stray(self, text: &str) -> Result<Vec<u8>, DoesNotFit> {
        let text = sanitized(text);
        let encoded = self.encode(&text)?;
        if !encoded.iter().any(|byte| STRUCTURE.contains(char::from(*byte))) {
            return Ok(encoded.into_owned());
        }
        let ascii: String = text.chars().filter(char::is_ascii).collect();
        Ok(self.encode(&ascii)?.into_owned())
    }

    fn recode_property(self, property: Property<'_>, out: &mut Vec<u8>) -> Result<(), DoesNotFit> {
        let mut copied = property.start;
        let text = property.text();
        for value in property.values() {
            out.extend_from_slice(text.get(copied..value.start).unwrap_or_default());
            out.extend(self.sound_value(&value.decoded())?);
            out.push(b']');
            copied = value.start + value.raw().len() + 1;
        }
        Ok(())
    }
}

/// Escapes brackets that are not escaped, and completes a trailing backslash.
fn repaired(value: &str, opening_too: bool) -> String {
    let mut escaped = false;
    let mut text = String::with_capacity(value.len() + 4);
    for c in value.chars() {
        if !escaped && (c == ']' || c == '[' && opening_too) {
            text.push('\\');
        }
        escaped = c == '\\' && !escaped;
        text.push(c);
    }
    if escaped {
        text.push('\n');
    }
    text
}

/// Whether bytes are the same in every charset. After an escape character of ISO-2022-JP, ASCII is something else.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.contains(&0x1B)
}

const STRUCTURE: &str = "[]();\\";

/// Stray text without anything that could be read as structure.
fn sanitized(text: &str) -> Cow<'_, str> {
    text.chars().filter(|c| !STRUCTURE.contains(*c)).collect::<String>().into()
}

impl Collection {
    /// Encodes text as a value: escaped, with the line breaks and in the charset of this file.
    pub fn encode_value(&self, text: &str) -> Result<Vec<u8>, DoesNotFit> {
        self.charset.sound_value(&text::escape(text, false, self.line_break))
    }

    /// A composed value from both halves.
    pub fn encode_pair(&self, left: &str, right: &str) -> Result<Vec<u8>, DoesNotFit> {
        let escaped = |half: &str| text::escape(half, true, self.line_break);
        self.charset.sound_value(&format!("{}:{}", escaped(left), escaped(right)))
    }

    /// Encodes an escaped value; `None` if it would end its brackets.
    pub fn encode_escaped(&self, text: &str) -> Result<Option<Vec<u8>>, DoesNotFit> {
        self.charset.value(text)
    }

    /// The text of a node, possibly of another file, in the charset of this one.
    pub fn recoded(&self, node: Node<'_>) -> Result<Arc<[u8]>, DoesNotFit> {
        let text = self.charset.recode(node)?;
        Ok(if text.first() == Some(&b';') { text.into() } else { [b";", text.as_slice()].concat().into() })
    }

    /// New texts for every node that is not plain ASCII, and for the roots with the new CA: together with
    /// `Charset::Utf8` they convert the file to UTF-8.
    pub fn texts_in_utf8(&self) -> Vec<(NodeId, Arc<[u8]>)> {
        let all = self.games.iter().flat_map(|root| self.tree().preorder(*root));
        all.filter_map(|id| Some((id, self.text_in_utf8(id)?))).collect()
    }

    fn text_in_utf8(&self, id: NodeId) -> Option<Arc<[u8]>> {
        let node = self.node(id);
        let is_first = self.tree().parent(id).is_none();
        let plain = self.charset == Charset::Utf8 || is_plain(node.raw());
        let text: Cow<'_, [u8]> = match plain {
            true if is_first => node.raw().into(),
            true => return None,
            false => Charset::Utf8.recode(node).ok()?.into(),
        };
        let node = Node { bytes: &text, charset: Charset::Utf8, wide: lex::Wide::No };
        Some(match is_first {
            true => super::splice::spliced(node, "CA", &[b"UTF-8".to_vec()]).into(),
            false => text.as_ref().into(),
        })
    }

    /// Converts the whole file to UTF-8 and updates CA. Invalid bytes become U+FFFD.
    pub fn to_utf8(&mut self) {
        for (node, text) in self.texts_in_utf8() {
            self.set_edited_text(node, Some(text));
        }
        self.set_charset(Charset::Utf8);
    }
}

/// A file that was read in a charset chosen by the user: the next reader only has CA.
impl Collection {
    pub(super) fn reads_otherwise(&self, written: &[u8]) -> bool {
        self.chosen
            && self.charset == self.source_charset
            && !matches!(self.charset, Charset::Utf16 { .. })
            && super::read(written).is_ok_and(|again| again.charset != self.charset)
    }

    /// Sets CA if a reader would otherwise detect another charset.
    pub fn name_charset(&mut self) {
        if self.reads_otherwise(&self.written()) {
            *self = self.with_true_charset(&self.games);
        }
    }

    pub(super) fn with_true_charset(&self, tops: &[NodeId]) -> Collection {
        let mut copy = self.clone();
        for top in tops {
            let text = self.text_with(*top, "CA", &[self.charset.name().as_bytes().to_vec()]);
            copy.set_edited_text(*top, Some(text));
        }
        copy
    }
}

/// Text between and around nodes after a conversion to UTF-8.
impl Collection {
    pub(super) fn reads_the_same(&self, text: &[u8]) -> bool {
        self.charset == self.source_charset || text.is_ascii() && !text.contains(&0x1B)
    }

    pub(super) fn stray(&self, text: &[u8]) -> Vec<u8> {
        sanitized(&self.source_charset.decode(text).0).into_owned().into_bytes()
    }

    /// Outside of games brackets may stay as long as they do not look like a game.
    pub(super) fn outside(&self, text: &[u8]) -> Vec<u8> {
        let text = self.source_charset.decode(text).0;
        match super::read::has_game(text.as_bytes()) {
            true => sanitized(&text).into_owned().into_bytes(),
            false => text.into_owned().into_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_as;
    use super::*;

    #[test]
    fn values_never_end_their_brackets_in_any_charset() {
        for name in ["UTF-8", "Shift_JIS", "Big5", "GBK", "ISO-2022-JP", "EUC-KR"] {
            let charset = Charset::named(name).unwrap();
            let file = read_as(b"(;C[x])", charset).unwrap();
            for text in ["]", "\\", "a]b\\", "ゾ;B[aa]ゾ", "ゾ(;", "ゾ [x]", "功;W[bb]", "ゾ]\\", "[", "\\]"]
            {
                let Ok(value) = file.encode_value(text) else { continue };
                let written = [b"(;N[a]C[", value.as_slice(), b"];B[cc])"].concat();
                let again = read_as(&written, charset).unwrap();
                assert_eq!(again.tree().len(), 2, "{name}: {text}");
                assert_eq!(again.node(again.games()[0]).text("C").as_deref(), Some(text), "{name}");
            }
        }
    }

    #[test]
    fn broken_characters_cannot_break_out_when_the_charset_changes() {
        // In Shift_JIS 0xFC is a lead byte, but 0x5D cannot follow it.
        let bytes = b"(;CA[Shift_JIS]C[\xFC\x5D not the end];B[aa])";
        let mut file = read_as(bytes, Charset::named("Shift_JIS").unwrap()).unwrap();
        assert_eq!(file.tree().len(), 2);
        file.to_utf8();
        let again = read_as(&file.write(), Charset::Utf8).unwrap();
        assert_eq!(again.tree().len(), 2);
        assert_eq!(again.node(again.games()[0]).text("C"), file.node(file.games()[0]).text("C"));
    }

    #[test]
    fn stray_text_in_iso_2022_jp_cannot_become_structure() {
        let bytes = b"(;CA[ISO-2022-JP]\x03[\x1B$B]];(0O6k\x1B(B];B[aa])";
        let mut file = read_as(bytes, Charset::named("ISO-2022-JP").unwrap()).unwrap();
        let nodes = file.tree().len();
        let copied = file.recoded(file.node(file.games()[0])).unwrap();
        let game = [b"(", copied.as_ref(), b")"].concat();
        assert_eq!(read_as(&game, file.charset()).unwrap().tree().len(), 1, "{copied:?}");
        file.to_utf8();
        assert_eq!(read_as(&file.write(), Charset::Utf8).unwrap().tree().len(), nodes);
    }
}
