//! Changes to a game, for an editor to carry out and take back. What was read is never touched, so taking back
//! restores the very same bytes.

use std::sync::Arc;

use rules::chess::{Illegal, Move, Position};

use super::command::{self, Shape};
use super::game::{Game, Heading, Outcome, Ply, Start, Tag};
use super::notes::{Entry, Spot, Style, Words};
use crate::editor::{self, Edit, EditOf};
use crate::tree::{NodeId, Place, Tree};

/// What stands in a node: the move and the notes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeText {
    ply: Ply,
    rewritten: Option<Arc<[Entry]>>,
}

/// What was read, to see whether the game is still the same.
#[derive(Clone, Debug)]
pub(super) struct Original {
    tree: Tree,
    heading: Heading,
}

/// Where a move goes that is played on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Playing {
    /// It was played here before.
    There(NodeId),
    /// A node to be added detached, and attached by a step.
    New(NodeText),
}

impl editor::Game for Game {
    type Text = NodeText;
    type Setting = Heading;
    /// None where the moves cannot be played.
    type Position = Option<Position>;

    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.remember();
        &mut self.tree
    }

    fn text(&self, node: NodeId) -> NodeText {
        NodeText { ply: self.ply(node), rewritten: self.rewritten.get(&node).cloned() }
    }

    fn set_text(&mut self, node: NodeId, text: NodeText) {
        self.remember();
        if let Some(ply) = self.plies.get_mut(node.index()) {
            *ply = text.ply;
            match text.rewritten {
                Some(entries) => self.rewritten.insert(node, entries),
                None => self.rewritten.remove(&node),
            };
        }
    }

    fn add_detached(&mut self, text: NodeText) -> NodeId {
        self.remember();
        let node = self.tree.add_detached();
        self.plies.push(Ply::EMPTY);
        self.set_text(node, text);
        node
    }

    fn setting(&self) -> Heading {
        self.heading.clone()
    }

    fn set_setting(&mut self, setting: Heading) {
        self.remember();
        self.heading = setting;
    }

    fn start(&self, _: NodeId) -> Option<Position> {
        match &self.start {
            Start::Position(position) => Some(position.clone()),
            Start::Pieces(_) | Start::Unreadable => None,
        }
    }

    fn replay(&self, node: NodeId, before: &Option<Position>) -> Option<Position> {
        if node == self.root {
            return before.clone();
        }
        before.as_ref()?.play(self.mv(node)?).ok()
    }
}

impl Game {
    fn remember(&mut self) {
        if self.original.is_none() {
            self.original =
                Some(Box::new(Original { tree: self.tree.clone(), heading: self.heading.clone() }));
        }
    }

    /// Whether anything differs from what was read.
    pub fn is_changed(&self) -> bool {
        let Some(was) = &self.original else { return false };
        let nodes = 0..was.tree.len();
        let hangs = |node: &NodeId| nodes.contains(&node.index());
        self.tree.shape(nodes.clone()) != was.tree.shape(nodes.clone())
            || self.rewritten.keys().any(hangs)
            || (&self.heading.tags, &self.heading.result) != (&was.heading.tags, &was.heading.result)
    }

    /// Makes a change for good. Through an editor it can be taken back.
    pub fn change(&mut self, edit: EditOf<Game>) {
        editor::apply(self, edit);
    }

    /// What stands in a node, with words of its own: it can go to another game.
    pub fn portable(&self, node: NodeId) -> NodeText {
        let own = |entry: Entry| Entry { words: Words::New(self.string(&entry.words).into()), ..entry };
        let entries = self.entries(node).into_iter().map(own);
        NodeText { ply: Ply { mv: self.mv(node), ..Ply::EMPTY }, rewritten: Some(entries.collect()) }
    }

    /// A new last branch after a node.
    pub fn add(&mut self, parent: NodeId, text: NodeText) -> NodeId {
        let node = editor::Game::add_detached(self, text);
        let place = Place { parent, index: usize::MAX, preferred: false };
        self.change(Edit::Attach { node, place });
        node
    }

    /// Plays a move after a node, as its last alternative unless it is there already.
    pub fn play(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, Illegal> {
        let text = match self.playing(parent, mv)? {
            Playing::There(node) => return Ok(node),
            Playing::New(text) => text,
        };
        Ok(self.add(parent, text))
    }

    /// What is to be done to play a move after a node.
    pub fn playing(&self, parent: NodeId, mv: Move) -> Result<Playing, Illegal> {
        if let Some(node) = self.tree.children(parent).find(|child| self.mv(*child) == Some(mv)) {
            return Ok(Playing::There(node));
        }
        self.position(parent).ok_or(Illegal { mv })?.play(mv)?;
        Ok(Playing::New(NodeText { ply: Ply { mv: Some(mv), ..Ply::EMPTY }, rewritten: None }))
    }

    /// The change that gives a node one comment in place of its others after the move. Commands that the others
    /// held stay.
    pub fn commenting(&self, node: NodeId, text: &str) -> EditOf<Game> {
        self.with_comment(node, text, &self.commands_of(node, |_| true))
    }

    /// The change that gives a node these arrows and squares in place of its others.
    pub fn drawing(&self, node: NodeId, shapes: &[Shape]) -> EditOf<Game> {
        let kept = self.commands_of(node, |name| !matches!(name, "cal" | "csl"));
        self.with_comment(node, &self.comment(node), &(command::write_shapes(shapes) + &kept))
    }

    /// The change that gives a node these glyphs in place of its others.
    pub fn judging(&self, node: NodeId, nags: &[u32]) -> EditOf<Game> {
        let new = nags.iter().map(|number| written(format!("${number}"), Style::Nag));
        let others = self.entries(node).into_iter().filter(|entry| entry.style != Style::Nag);
        self.rewriting(node, new.chain(others).collect())
    }

    /// The change that sets the first tag of that name, or adds it.
    pub fn tagging(&self, name: &str, value: &str) -> EditOf<Game> {
        let mut heading = self.heading.clone();
        self.tag_in(&mut heading, name, value);
        Edit::Setting(heading)
    }

    /// The change that sets several tags at once. With the tag of the result goes what stands after the moves.
    pub fn retagging<'t>(&self, tags: impl Iterator<Item = (&'t str, &'t str)>) -> EditOf<Game> {
        let mut heading = self.heading.clone();
        for (name, value) in tags {
            self.tag_in(&mut heading, name, value);
            if let Some(outcome) = Outcome::read(value).filter(|_| name.eq_ignore_ascii_case("Result")) {
                heading.result = Some(Words::New(outcome.text().into()));
            }
        }
        Edit::Setting(heading)
    }

    fn tag_in(&self, heading: &mut Heading, name: &str, value: &str) {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = Words::New(value.replace('\\', "\\\\").replace('"', "\\\"").into());
        match self.tag_named(name).and_then(|n| heading.tags.get_mut(n)) {
            Some(tag) => tag.value = value,
            None => {
                let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
                heading.tags.push(Tag { name: Words::New(name.into()), value, is_remark: false });
            }
        }
    }

    pub fn ending(&self, outcome: Outcome) -> EditOf<Game> {
        let result = Some(Words::New(outcome.text().into()));
        Edit::Setting(Heading { result, ..self.heading.clone() })
    }

    /// The change that has the whole file saved in UTF-8.
    pub fn converting_to_utf8(&self) -> EditOf<Game> {
        Edit::Setting(Heading { converts_to_utf8: true, ..self.heading.clone() })
    }

    pub fn converts_to_utf8(&self) -> bool {
        self.heading.converts_to_utf8
    }

    fn with_comment(&self, node: NodeId, text: &str, commands: &str) -> EditOf<Game> {
        let is_comment = |style| matches!(style, Style::Braces | Style::Semicolon);
        let stays = |entry: &Entry| !(entry.spot == Spot::After && is_comment(entry.style));
        let mut entries: Vec<Entry> = self.entries(node).into_iter().filter(stays).collect();
        let is_later = |entry: &Entry| matches!(entry.spot, Spot::AfterVariation | Spot::AfterResult);
        let at = entries.iter().position(is_later).unwrap_or(entries.len());
        entries.splice(at..at, comment_entries(text, commands));
        self.rewriting(node, entries)
    }

    fn rewriting(&self, node: NodeId, entries: Vec<Entry>) -> EditOf<Game> {
        let text = NodeText { ply: self.ply(node), rewritten: Some(entries.into()) };
        Edit::Text { node, text }
    }
}

fn written(text: String, style: Style) -> Entry {
    Entry { words: Words::New(text.into()), style, spot: Spot::After }
}

/// Braces cannot hold a closing brace: such a text goes into `;` comments, line by line.
fn comment_entries(text: &str, commands: &str) -> Vec<Entry> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let in_braces = |parts: &[&str]| {
        let said: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        let text = unlike_a_game(&said.join(" "));
        (!said.is_empty()).then(|| written(format!("{{{text}}}"), Style::Braces))
    };
    if !text.contains('}') {
        return in_braces(&[text.trim(), commands]).into_iter().collect();
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.map(|line| written(format!("; {line}"), Style::Semicolon));
    lines.chain(in_braces(&[commands])).collect()
}

/// A blank line before a tag would close the comment for any reader: such blank lines go.
fn unlike_a_game(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.split('\n') {
        if super::scan::is_tag_line(line.as_bytes(), 0) {
            while lines.last().is_some_and(|last| last.trim().is_empty()) {
                lines.pop();
            }
        }
        lines.push(line);
    }
    lines.join("\n")
}
