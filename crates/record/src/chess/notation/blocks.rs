//! The moves of a game in blocks: rows of the main line and paragraphs of variations and comments.

use rules::chess::Color;

use super::folding::Folding;
use super::texts::{MoveText, MoveTexts};
use crate::pgn::{Game, Outcome};
use crate::tree::NodeId;

/// Where variations are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotationStyle {
    /// The main line in rows of two moves; each variation is a paragraph of its own, deeper ones further to the right.
    #[default]
    Indented,
    /// One running text with variations in brackets.
    Inline,
}

/// A part of the notation that is drawn as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A move of each side. A missing one was played in the row before or follows in the next.
    Row {
        number: u32,
        white: Option<NodeId>,
        black: Option<NodeId>,
    },
    /// A comment on the main line.
    Comment {
        text: Box<str>,
    },
    /// Text of the main line that is neither a move nor a comment.
    Unread {
        text: Box<str>,
    },
    /// A paragraph of moves. In the indented style all belong to one variation; in a running text `depth` counts the
    /// brackets that are open at its start.
    Line {
        depth: u16,
        tokens: Vec<Token>,
    },
    Folded {
        depth: u16,
        variation: FoldedVariation,
    },
    Result(Outcome),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `12.` or `12...`
    Number(Box<str>),
    Move {
        node: NodeId,
        is_main: bool,
    },
    Comment(Box<str>),
    Unread(Box<str>),
    /// The start of the variation with that first move, where it can be folded.
    Open(NodeId),
    /// The end of a variation inside a running text.
    Close,
    Folded(FoldedVariation),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedVariation {
    pub head: NodeId,
    /// Its first moves.
    pub moves: Vec<NodeId>,
    /// How many moves its line has; a move of White and Black's reply count as one.
    pub length: u32,
}

impl Block {
    /// The moves that can be clicked in it, and the first moves of its folded variations.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Block::Row { white, black, .. } => white.iter().chain(black).copied().collect(),
            Block::Line { tokens, .. } => tokens.iter().filter_map(Token::node).collect(),
            Block::Folded { variation, .. } => vec![variation.head],
            Block::Comment { .. } | Block::Unread { .. } | Block::Result(_) => Vec::new(),
        }
    }
}

impl Token {
    fn node(&self) -> Option<NodeId> {
        match self {
            Token::Move { node, .. } => Some(*node),
            Token::Folded(variation) => Some(variation.head),
            Token::Number(_) | Token::Comment(_) | Token::Unread(_) | Token::Open(_) | Token::Close => None,
        }
    }
}

/// Half-moves shown of a folded variation.
const FOLDED_MOVES: usize = 3;
/// A paragraph ends after this many tokens, so that a view draws only a part of a long one.
const PARAGRAPH: usize = 60;
/// Running text may go on until the end of a variation, but not further than this.
const LONGEST_PARAGRAPH: usize = 240;
const HIDDEN: u32 = u32::MAX;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    blocks: Vec<Block>,
    /// The block of each node; `HIDDEN` for folded ones.
    places: Vec<u32>,
    /// How many variations of a move are folded into its row, by the move.
    folded_in_row: Vec<(NodeId, u32)>,
}

impl Notation {
    pub fn new(game: &Game, texts: &MoveTexts, style: NotationStyle, folding: &Folding) -> Notation {
        let notation = Notation { places: vec![HIDDEN; game.tree().len()], ..Notation::default() };
        let mut builder = Builder {
            game,
            texts,
            style,
            folding,
            notation,
            row: None,
            tokens: Vec::new(),
            depth: 0,
            brackets: 0,
            needs_number: true,
            tasks: Vec::new(),
        };
        builder.build();
        let mut notation = builder.notation;
        notation.folded_in_row.sort_unstable();
        notation
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The index of the block that shows a move; `None` if it is folded.
    pub fn block_of(&self, node: NodeId) -> Option<usize> {
        self.places.get(node.index()).filter(|place| **place != HIDDEN).map(|place| *place as usize)
    }

    /// How many variations of a move are folded into its row.
    pub fn folded_in_row(&self, node: NodeId) -> u32 {
        let found = self.folded_in_row.binary_search_by_key(&node, |(node, _)| *node);
        found.ok().and_then(|n| self.folded_in_row.get(n)).map_or(0, |(_, count)| *count)
    }
}

/// What is left to write; the last task is next.
enum Task {
    /// The moves after a node.
    Moves {
        parent: NodeId,
        depth: u16,
    },
    Variation {
        head: NodeId,
        depth: u16,
    },
    /// The end of the variation with that first move.
    Close {
        head: NodeId,
        depth: u16,
    },
}

struct Builder<'a> {
    game: &'a Game,
    texts: &'a MoveTexts,
    style: NotationStyle,
    folding: &'a Folding,
    notation: Notation,
    /// White's move of the row being written.
    row: Option<(u32, NodeId)>,
    /// The paragraph being written, and its depth.
    tokens: Vec<Token>,
    depth: u16,
    /// Open brackets in a running text.
    brackets: u16,
    /// Whether Black's next move needs its number, because something is before it.
    needs_number: bool,
    tasks: Vec<Task>,
}

impl<'a> Builder<'a> {
    fn build(&mut self) {
        let root = self.game.root();
        if let Some(text) = self.texts.of(root) {
            self.said(0, &text.unread.after, &text.after);
        }
        self.tasks.push(Task::Moves { parent: root, depth: 0 });
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Moves { parent, depth } => self.moves(parent, depth),
                Task::Variation { head, depth } => self.variation(head, depth),
                Task::Close { head, depth } => self.close(head, depth),
            }
        }
        self.end_row();
        self.end_paragraph();
        if let Some(outcome) = self.game.result() {
            self.notation.blocks.push(Block::Result(outcome));
        }
    }

    fn is_inline(&self) -> bool {
        self.style == NotationStyle::Inline
    }

    /// The first move after a node, with its variations after it.
    fn moves(&mut self, parent: NodeId, depth: u16) {
        let tree = self.game.tree();
        let mut children = tree.children(parent);
        let Some(first) = children.next() else { return };
        let Some(text) = self.texts.of(first) else { return };
        let others: Vec<NodeId> = children.collect();
        self.said(depth, &text.unread.before, &text.before);
        self.put_move(first, text, depth);
        self.said(depth, &text.unread.after, &text.after);
        self.tasks.push(Task::Moves { parent: first, depth });
        if self.folds_into_row(text, &others, depth) {
            self.notation.folded_in_row.push((first, others.len() as u32));
            return;
        }
        let variations = others.into_iter().rev();
        self.tasks.extend(variations.map(|head| Task::Variation { head, depth: depth.saturating_add(1) }));
    }

    fn folds_into_row(&self, text: &MoveText, others: &[NodeId], depth: u16) -> bool {
        let is_row = depth == 0 && !self.is_inline() && self.folding.in_rows;
        let is_plain = |head: &NodeId| {
            self.folding.heads.contains(head)
                && self.texts.of(*head).is_none_or(|text| {
                    text.after_variation.is_empty() && text.unread.after_variation.is_empty()
                })
        };
        let says_nothing = text.after.is_empty() && text.unread.after.is_empty();
        is_row && !others.is_empty() && says_nothing && others.iter().all(is_plain)
    }

    fn variation(&mut self, head: NodeId, depth: u16) {
        let Some(text) = self.texts.of(head) else { return };
        self.interrupt();
        if self.folding.heads.contains(&head) {
            self.put_folded(head, depth);
            self.said(depth.saturating_sub(1), &text.unread.after_variation, &text.after_variation);
            return;
        }
        self.begin_paragraph(depth);
        self.tokens.push(Token::Open(head));
        self.brackets = self.brackets.saturating_add(u16::from(self.is_inline()));
        self.needs_number = true;
        self.said(depth, &text.unread.before, &text.before);
        self.put_move(head, text, depth);
        self.said(depth, &text.unread.after, &text.after);
        self.tasks.push(Task::Close { head, depth });
        self.tasks.push(Task::Moves { parent: head, depth });
    }

    fn close(&mut self, head: NodeId, depth: u16) {
        if self.is_inline() {
            self.begin_paragraph(depth);
            self.brackets = self.brackets.saturating_sub(1);
            self.tokens.push(Token::Close);
        } else {
            self.end_paragraph();
        }
        self.needs_number = true;
        if let Some(text) = self.texts.of(head) {
            self.said(depth.saturating_sub(1), &text.unread.after_variation, &text.after_variation);
        }
    }

    /// Something that is not the next move of the line begins.
    fn interrupt(&mut self) {
        self.needs_number = true;
        if !self.is_inline() {
            self.end_row();
            self.end_paragraph();
        }
    }

    /// What the file says between the moves: text that could not be read, and a comment.
    fn said(&mut self, depth: u16, unread: &str, comment: &str) {
        if !unread.is_empty() {
            let text = || unread.into();
            self.text(depth, || Block::Unread { text: text() }, || Token::Unread(text()));
        }
        if !comment.is_empty() {
            let text = || comment.into();
            self.text(depth, || Block::Comment { text: text() }, || Token::Comment(text()));
        }
    }

    /// As a block of its own on the main line, else inside of a paragraph.
    fn text(&mut self, depth: u16, block: impl FnOnce() -> Block, token: impl FnOnce() -> Token) {
        self.needs_number = true;
        if depth == 0 && !self.is_inline() {
            self.end_row();
            self.end_paragraph();
            self.notation.blocks.push(block());
        } else {
            self.begin_paragraph(depth);
            self.tokens.push(token());
        }
    }

    fn put_move(&mut self, node: NodeId, text: &MoveText, depth: u16) {
        if depth == 0 && !self.is_inline() {
            return self.put_in_row(node, text);
        }
        let is_main = depth == 0;
        let is_pause = text.color == Color::White && self.brackets == 0;
        let is_long = self.tokens.len() >= LONGEST_PARAGRAPH
            || self.tokens.len() >= PARAGRAPH && (is_pause || !self.is_inline());
        if is_long {
            self.end_paragraph();
            self.needs_number = true;
        }
        self.begin_paragraph(depth);
        if self.needs_number || text.color == Color::White {
            self.tokens.push(Token::Number(text.number_text().into()));
        }
        self.needs_number = false;
        self.tokens.push(Token::Move { node, is_main });
        self.place(node);
    }

    fn put_in_row(&mut self, node: NodeId, text: &MoveText) {
        match (text.color, self.row.take()) {
            (Color::White, open) => {
                self.row = open;
                self.end_row();
                self.row = Some((text.number, node));
                self.place(node);
            }
            (Color::Black, Some((number, white))) => {
                self.place(node);
                self.notation.blocks.push(Block::Row { number, white: Some(white), black: Some(node) });
            }
            (Color::Black, None) => {
                self.place(node);
                self.notation.blocks.push(Block::Row { number: text.number, white: None, black: Some(node) });
            }
        }
    }

    fn put_folded(&mut self, head: NodeId, depth: u16) {
        let tree = self.game.tree();
        let moves = tree.main_line(head).take(FOLDED_MOVES).collect();
        let variation = FoldedVariation { head, moves, length: self.moves_of_line(head) };
        match self.style {
            NotationStyle::Indented => self.notation.blocks.push(Block::Folded { depth, variation }),
            NotationStyle::Inline => {
                self.begin_paragraph(depth);
                self.tokens.push(Token::Folded(variation));
            }
        }
    }

    /// From the number of its first move to that of its last.
    fn moves_of_line(&self, head: NodeId) -> u32 {
        let last = self.game.tree().main_line(head).last().unwrap_or(head);
        let number = |node| self.texts.of(node).map_or(0, |text| text.number);
        number(last).saturating_sub(number(head)) + 1
    }

    fn begin_paragraph(&mut self, depth: u16) {
        if self.tokens.is_empty() {
            self.depth = if self.is_inline() { self.brackets } else { depth };
        }
    }

    /// The next block is where the node is.
    fn place(&mut self, node: NodeId) {
        if let Some(place) = self.notation.places.get_mut(node.index()) {
            *place = self.notation.blocks.len() as u32;
        }
    }

    fn end_row(&mut self) {
        if let Some((number, white)) = self.row.take() {
            self.notation.blocks.push(Block::Row { number, white: Some(white), black: None });
        }
    }

    fn end_paragraph(&mut self) {
        if !self.tokens.is_empty() {
            let tokens = std::mem::take(&mut self.tokens);
            self.notation.blocks.push(Block::Line { depth: self.depth, tokens });
        }
    }
}
