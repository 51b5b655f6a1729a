//! Text from characters to the bytes of a file and from one charset to another. Whatever the charset makes of them, new
//! values stay between their brackets.

use std::borrow::Cow;
use std::sync::Arc;

use super::lex::{self, Piece};
use super::node::{Node, Property};
use super::{Charset, Collection, text};
use crate::encodings::DoesNotFit;
use crate::tree::NodeId;

impl Charset {
    /// A value with its backslashes in bytes; none if it would not stay between its brackets.
    fn value(self, text: &str) -> Result<Option<Vec<u8>>, DoesNotFit> {
        let value = self.encode(text)?.into_owned();
        let bracketed = [value.as_slice(), b"]"].concat();
        Ok((lex::value_end(&bracketed, 0, self.wide()) == value.len()).then_some(value))
    }

    /// As `value`, with more backslashes where that needs them.
    fn sound_value(self, text: &str) -> Result<Vec<u8>, DoesNotFit> {
        if let Some(value) = self.value(text)? {
            return Ok(value);
        }
        match self.value(&mended(text, false))? {
            Some(value) => Ok(value),
            // Half a character and what looks like the next property, right after it: see `lex`.
            None => Ok(self.encode(&mended(text, true))?.into_owned()),
        }
    }

    /// The text of a node, value by value: brackets in one charset may be halves of characters in another.
    fn recode(self, node: Node<'_>) -> Result<Vec<u8>, DoesNotFit> {
        let mut at = usize::from(node.bytes.first() == Some(&b';'));
        let mut out = node.bytes.get(..at).unwrap_or_default().to_vec();
        while let Some(piece) = lex::piece(node.bytes, at, node.wide) {
            let raw = node.bytes.get(at..piece.end()).unwrap_or_default();
            out.extend(raw.iter().take_while(|b| lex::is_space(**b)));
            match piece {
                Piece::Property { start, values, end, .. } => {
                    self.recode_property(Property::new(node, start, values, end), &mut out)?;
                }
                _ if raw.is_ascii() => out.extend_from_slice(raw.trim_ascii_start()),
                _ => out.extend_from_slice(&self.encode(&harmless(&node.charset.decode(raw).0))?),
            }
            at = piece.end();
        }
        Ok(out)
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

/// Backslashes for brackets that lack them, and for a last backslash something to stand before.
fn mended(value: &str, opening_too: bool) -> String {
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

/// Stray text without what could be taken for structure.
fn harmless(text: &str) -> Cow<'_, str> {
    text.chars().filter(|c| !"[]();\\".contains(*c)).collect::<String>().into()
}

impl Collection {
    /// Text ready to stand between brackets: escaped, with the line breaks and in the charset of this file.
    pub fn spell(&self, text: &str) -> Result<Vec<u8>, DoesNotFit> {
        self.charset.sound_value(&text::escape(text, false, self.line_break))
    }

    /// A composed value from both its halves.
    pub fn spell_pair(&self, left: &str, right: &str) -> Result<Vec<u8>, DoesNotFit> {
        let escaped = |half: &str| text::escape(half, true, self.line_break);
        self.charset.sound_value(&format!("{}:{}", escaped(left), escaped(right)))
    }

    /// A value that has its backslashes already; none if it would not stay between its brackets.
    pub fn as_value(&self, text: &str) -> Result<Option<Vec<u8>>, DoesNotFit> {
        self.charset.value(text)
    }

    /// The text of a node, perhaps of another file, in the charset of this one.
    pub fn recoded(&self, node: Node<'_>) -> Result<Arc<[u8]>, DoesNotFit> {
        let text = self.charset.recode(node)?;
        Ok(if text.first() == Some(&b';') { text.into() } else { [b";", text.as_slice()].concat().into() })
    }

    /// New texts for every node that is not plain ASCII, and for the first nodes with a CA that says so: together
    /// with `Charset::Utf8` they turn the file into UTF-8.
    pub fn texts_in_utf8(&self) -> Vec<(NodeId, Arc<[u8]>)> {
        let all = self.games.iter().flat_map(|root| self.tree().preorder(*root));
        all.filter_map(|id| Some((id, self.text_in_utf8(id)?))).collect()
    }

    fn text_in_utf8(&self, id: NodeId) -> Option<Arc<[u8]>> {
        let node = self.node(id);
        let is_first = self.tree().parent(id).is_none();
        let plain = self.charset == Charset::Utf8 || node.raw().is_ascii() && !node.raw().contains(&0x1B);
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

    /// Turns the whole file into UTF-8 and says so in its CA. Bytes that were no characters become U+FFFD.
    pub fn to_utf8(&mut self) {
        for (node, text) in self.texts_in_utf8() {
            self.set_own_text(node, Some(text));
        }
        self.set_charset(Charset::Utf8);
    }
}

/// A file that was read in a charset the user chose: the next reader has only its CA.
impl Collection {
    pub(super) fn reads_otherwise(&self, written: &[u8]) -> bool {
        self.said
            && self.charset == self.source_charset
            && !matches!(self.charset, Charset::Utf16 { .. })
            && super::read(written).is_ok_and(|again| again.charset != self.charset)
    }

    /// Says in its CA what the file is in, where a reader would take it for something else.
    pub fn name_charset(&mut self) {
        if self.reads_otherwise(&self.written()) {
            *self = self.with_true_charset(&self.games);
        }
    }

    pub(super) fn with_true_charset(&self, tops: &[NodeId]) -> Collection {
        let mut copy = self.clone();
        for top in tops {
            let text = self.text_with(*top, "CA", &[self.charset.name().as_bytes().to_vec()]);
            copy.set_own_text(*top, Some(text));
        }
        copy
    }
}

/// Text between and around nodes, once the file is UTF-8 and was not before.
impl Collection {
    pub(super) fn reads_the_same(&self, text: &[u8]) -> bool {
        self.charset == self.source_charset || text.is_ascii() && !text.contains(&0x1B)
    }

    pub(super) fn stray(&self, text: &[u8]) -> Vec<u8> {
        harmless(&self.source_charset.decode(text).0).into_owned().into_bytes()
    }

    /// Outside of games brackets may stay, as long as they do not read as a game.
    pub(super) fn outside(&self, text: &[u8]) -> Vec<u8> {
        let text = self.source_charset.decode(text).0;
        match super::read::has_game(text.as_bytes()) {
            true => harmless(&text).into_owned().into_bytes(),
            false => text.into_owned().into_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_as;
    use super::*;

    #[test]
    fn values_stay_between_their_brackets_in_every_charset() {
        for name in ["UTF-8", "Shift_JIS", "Big5", "GBK", "ISO-2022-JP", "EUC-KR"] {
            let charset = Charset::named(name).unwrap();
            let file = read_as(b"(;C[x])", charset).unwrap();
            for text in ["]", "\\", "a]b\\", "ゾ;B[aa]ゾ", "ゾ(;", "ゾ [x]", "功;W[bb]", "ゾ]\\", "[", "\\]"]
            {
                let Ok(value) = file.spell(text) else { continue };
                let written = [b"(;N[a]C[", value.as_slice(), b"];B[cc])"].concat();
                let again = read_as(&written, charset).unwrap();
                assert_eq!(again.tree().len(), 2, "{name}: {text}");
                assert_eq!(again.node(again.games()[0]).text("C").as_deref(), Some(text), "{name}");
            }
        }
    }

    #[test]
    fn broken_characters_cannot_break_out_when_the_charset_changes() {
        // In Shift_JIS 0xFC leads, but nothing follows it with 0x5D.
        let bytes = b"(;CA[Shift_JIS]C[\xFC\x5D not the end];B[aa])";
        let mut file = read_as(bytes, Charset::named("Shift_JIS").unwrap()).unwrap();
        assert_eq!(file.tree().len(), 2);
        file.to_utf8();
        let again = read_as(&file.write(), Charset::Utf8).unwrap();
        assert_eq!(again.tree().len(), 2);
        assert_eq!(again.node(again.games()[0]).text("C"), file.node(file.games()[0]).text("C"));
    }
}
