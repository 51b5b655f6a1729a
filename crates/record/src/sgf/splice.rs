//! New text for a node: one property replaced, added or taken out, every other byte as it was.

use std::ops::Range;
use std::sync::Arc;

use super::lex;
use super::node::Node;
use super::{Charset, Collection, DoesNotFit, text};
use crate::tree::NodeId;

impl Collection {
    /// The text of the node with that property holding these values, each ready to stand between brackets; with none
    /// of them, without the property. The spelling of its name stays. Where a file has it twice, one remains.
    pub fn text_with(&self, node: NodeId, meaning: &str, values: &[Vec<u8>]) -> Arc<[u8]> {
        self.respelled(self.node(node).raw(), meaning, values)
    }

    /// As `text_with`, for any text in the charset of this file.
    pub fn respelled(&self, text: &[u8], meaning: &str, values: &[Vec<u8>]) -> Arc<[u8]> {
        let node = Node { bytes: text, charset: self.charset, wide: self.charset.wide() };
        let current: Vec<_> = node.values(meaning).map(|v| v.raw().to_vec()).collect();
        if node.all(meaning).count() < 2 && current == values {
            return node.raw().into();
        }
        spliced(node, meaning, values).into()
    }

    /// Text ready to stand between brackets: escaped, with the line breaks and in the charset of this file.
    pub fn spell(&self, text: &str) -> Result<Vec<u8>, DoesNotFit> {
        self.charset.encode(&text::escape(text, false, self.line_break)).map(Vec::from)
    }

    /// A composed value: what stands before the colon is no text of its own.
    pub fn spell_pair(&self, left: &str, right: &str) -> Result<Vec<u8>, DoesNotFit> {
        let escaped = |half: &str| text::escape(half, true, self.line_break);
        self.charset.encode(&format!("{}:{}", escaped(left), escaped(right))).map(Vec::from)
    }

    /// A value that has its backslashes already; none if it would not stay between its brackets.
    pub fn as_value(&self, text: &str) -> Result<Option<Vec<u8>>, DoesNotFit> {
        let value = self.charset.encode(text)?.into_owned();
        let bracketed = [value.as_slice(), b"]"].concat();
        let ends = lex::value_end(&bracketed, 0, self.charset.wide());
        Ok((ends == value.len()).then_some(value))
    }

    /// The text of a node, perhaps of another file, in the charset of this one.
    pub fn recoded(&self, node: Node<'_>) -> Result<Arc<[u8]>, DoesNotFit> {
        let closed = [node.raw(), lex::missing_close(node.raw(), node.wide)].concat();
        let (text, _) = node.charset.decode(&closed);
        let text = if text.starts_with(';') { text } else { format!(";{text}").into() };
        self.charset.encode(&text).map(|bytes| bytes.as_ref().into())
    }

    /// New texts for every node that is not plain ASCII, and for the first nodes with a CA that says so: together
    /// with `Charset::Utf8` they turn the file into UTF-8.
    pub fn texts_in_utf8(&self) -> Vec<(NodeId, Arc<[u8]>)> {
        let all = self.games.iter().flat_map(|root| self.tree().preorder(*root));
        let recoded = |id: NodeId| {
            let node = self.node(id);
            let is_first = self.tree().parent(id).is_none();
            let plain = self.charset == Charset::Utf8 || node.raw().is_ascii() && !node.raw().contains(&0x1B);
            if plain && !is_first {
                return None;
            }
            let closed = [node.raw(), lex::missing_close(node.raw(), node.wide)].concat();
            let text = self.charset.decode(&closed).0.into_owned().into_bytes();
            let node = Node { bytes: &text, charset: Charset::Utf8, wide: lex::Wide::No };
            let text = if is_first { spliced(node, "CA", &[b"UTF-8".to_vec()]) } else { text.clone() };
            Some((id, text.into()))
        };
        all.filter_map(recoded).collect()
    }

    /// Turns the whole file into UTF-8 and says so in its CA. Bytes that were no characters become U+FFFD.
    pub fn to_utf8(&mut self) {
        for (node, text) in self.texts_in_utf8() {
            self.set_own_text(node, Some(text));
        }
        self.set_charset(Charset::Utf8);
    }
}

fn spliced(node: Node<'_>, meaning: &str, values: &[Vec<u8>]) -> Vec<u8> {
    let found: Vec<_> = node.all(meaning).map(|p| (p.start..p.end, p.name())).collect();
    let mut out = Vec::with_capacity(node.bytes.len() + 16);
    let mut copied = 0;
    for (n, (range, name)) in found.iter().enumerate() {
        if n == 0 && !values.is_empty() {
            out.extend_from_slice(slice(node.bytes, copied..range.start));
            out.extend(property(name, values));
        } else {
            let kept = slice(node.bytes, copied..range.start).trim_ascii_end();
            out.extend_from_slice(kept);
        }
        copied = range.end;
    }
    out.extend_from_slice(slice(node.bytes, copied..node.bytes.len()));
    if found.is_empty() && !values.is_empty() {
        out.extend_from_slice(lex::missing_close(node.bytes, node.wide));
        out.extend_from_slice(line_habit(node));
        out.extend(property(meaning, values));
    }
    // A node without its semicolon is one by its first property only.
    if !found.is_empty() && values.is_empty() && out.first() != Some(&b';') {
        out.insert(0, b';');
    }
    out
}

fn slice(bytes: &[u8], range: Range<usize>) -> &[u8] {
    bytes.get(range).unwrap_or_default()
}

fn property(name: &str, values: &[Vec<u8>]) -> Vec<u8> {
    let mut text = name.as_bytes().to_vec();
    for value in values {
        text.push(b'[');
        text.extend_from_slice(value);
        text.push(b']');
    }
    text
}

/// The line break before the last property, if all but the first have the same one.
fn line_habit(node: Node<'_>) -> &[u8] {
    let mut gaps = Vec::new();
    let mut end = None;
    for property in node.properties() {
        gaps.extend(end.map(|end| slice(node.bytes, end..property.start)));
        end = Some(property.end);
    }
    match gaps.split_last() {
        Some((last, others))
            if others.iter().all(|gap| gap == last) && last.iter().all(|b| lex::is_space(*b)) =>
        {
            last
        }
        _ => b"",
    }
}
