//! New text for a node: one property replaced, added or removed, all other bytes unchanged.

use std::ops::Range;
use std::sync::Arc;

use super::Collection;
use super::lex;
use super::node::Node;
use crate::tree::NodeId;

impl Collection {
    /// The text of the node with that property set to these encoded values; no values remove it. The name stays as
    /// written. If the node has the property twice, one remains.
    pub fn text_with(&self, node: NodeId, meaning: &str, values: &[Vec<u8>]) -> Arc<[u8]> {
        self.with_property(self.node(node).raw(), meaning, values)
    }

    /// Like `text_with`, for any text in the charset of this file.
    pub fn with_property(&self, text: &[u8], meaning: &str, values: &[Vec<u8>]) -> Arc<[u8]> {
        let node = Node { bytes: text, charset: self.charset, wide: self.charset.wide() };
        let current: Vec<_> = node.values(meaning).map(|v| v.raw().to_vec()).collect();
        if node.all(meaning).count() < 2 && current == values {
            return node.raw().into();
        }
        spliced(node, meaning, values).into()
    }
}

pub(super) fn spliced(node: Node<'_>, meaning: &str, values: &[Vec<u8>]) -> Vec<u8> {
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
        out.extend_from_slice(line_break_style(node));
        out.extend(property(meaning, values));
    }
    // A node without a semicolon is recognised by its first property only.
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

/// The line break before the last property, if all but the first have the same.
fn line_break_style(node: Node<'_>) -> &[u8] {
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
