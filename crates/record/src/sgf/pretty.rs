//! Pretty-prints a file: root properties on separate lines, moves in short lines, branches indented. Values keep their
//! bytes; text outside properties is left out.

use super::node::Node;
use super::{Collection, lex};
use crate::tree::{NodeId, Visit};

const LINE: usize = 72;
/// Deeper branches are not indented further, or files with many nested branches would be mostly blanks.
const MAX_DEPTH: usize = 20;

impl Collection {
    pub fn pretty(&self) -> Vec<u8> {
        let line_break = self.line_break.as_str();
        let mut page =
            PrettyWriter { out: Vec::new(), line_start: 0, depth: 0, line_break, ends_line: false };
        for root in &self.games {
            page.game(self, *root);
            page.new_line();
        }
        self.packed(&page.out)
    }
}

struct PrettyWriter {
    out: Vec<u8>,
    line_start: usize,
    depth: usize,
    line_break: &'static str,
    /// Whether the next node begins a new line, as after a comment.
    ends_line: bool,
}

impl PrettyWriter {
    fn game(&mut self, file: &Collection, root: NodeId) {
        let tree = file.tree();
        let bracketed = |node| node == root || tree.is_branch(node);
        for visit in tree.visits(root) {
            match visit {
                Visit::Enter(node) => {
                    if bracketed(node) {
                        self.open(node == root);
                    }
                    self.node(file.node(node), node == root);
                }
                Visit::Leave(node) if bracketed(node) => {
                    self.out.push(b')');
                    self.depth = self.depth.saturating_sub(1);
                }
                Visit::Leave(_) => {}
            }
        }
    }

    fn open(&mut self, first: bool) {
        if !first {
            self.new_line();
        }
        self.out.push(b'(');
        self.depth += 1;
    }

    fn node(&mut self, node: Node<'_>, first: bool) {
        let properties: Vec<Vec<u8>> = node.properties().map(|p| compact(node, p)).collect();
        let length: usize = properties.iter().map(Vec::len).sum();
        let full = self.out.len() + length - self.line_start > LINE;
        if (full || self.ends_line) && self.out.last() != Some(&b'(') {
            self.new_line();
        }
        self.out.push(b';');
        for (n, property) in properties.iter().enumerate() {
            if first && n > 0 {
                self.new_line();
            }
            self.out.extend_from_slice(property);
        }
        self.ends_line = first || node.has("C");
    }

    fn new_line(&mut self) {
        self.out.extend_from_slice(self.line_break.as_bytes());
        self.line_start = self.out.len();
        self.out.extend(std::iter::repeat_n(b' ', self.indent()));
        self.ends_line = false;
    }

    fn indent(&self) -> usize {
        self.depth.saturating_sub(1).min(MAX_DEPTH)
    }
}

/// The name and its values without blanks between them.
fn compact(node: Node<'_>, property: super::Property<'_>) -> Vec<u8> {
    let mut text = property.name().as_bytes().to_vec();
    for value in property.values() {
        text.push(b'[');
        text.extend_from_slice(value.raw());
        text.push(b']');
    }
    let missing = lex::missing_close(property.raw(), node.wide);
    if missing.len() > 1 {
        text.truncate(text.len() - 1);
        text.extend_from_slice(missing);
    }
    text
}
