//! What each move of a game shows: number, SAN, signs, comments, clock and evaluation.

use std::collections::BTreeSet;
use std::time::Duration;

use rules::chess::{Color, Position};

use crate::pgn::{Eval, Game, NotePlacement, Score, Start, Style, comment_text, nag_sign};
use crate::tree::NodeId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// As on a score sheet: White's move and Black's reply have the same number.
    pub number: u32,
    pub color: Color,
    /// SAN; the text of the file if the move cannot be played.
    pub san: Box<str>,
    pub is_playable: bool,
    pub glyphs: Vec<Glyph>,
    /// The comment before the move; empty if there is none.
    pub before: Box<str>,
    /// The comment after the move. For the root: before the first move.
    pub after: Box<str>,
    /// The comment after the variation that begins with this move.
    pub after_variation: Box<str>,
    /// Text of the file at the same places that is neither a move nor a comment.
    pub unread: Unread,
    pub eval: Option<Eval>,
    pub clock: Option<Duration>,
}

/// Text that could not be read, by its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    pub before: Box<str>,
    pub after: Box<str>,
    pub after_variation: Box<str>,
}

/// A judgement of a move or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub number: Option<u32>,
    /// The sign that people write for it; its text in the file if it has none.
    pub text: Box<str>,
}

/// How good a move is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphClass {
    Best,
    Fine,
    Doubtful,
    Mistake,
    Blunder,
}

impl Glyph {
    /// `None` for signs that do not judge the move.
    pub fn class(&self) -> Option<GlyphClass> {
        Some(match self.number? {
            1 | 3 => GlyphClass::Best,
            5 => GlyphClass::Fine,
            6 => GlyphClass::Doubtful,
            2 => GlyphClass::Mistake,
            4 => GlyphClass::Blunder,
            _ => return None,
        })
    }
}

/// By node. SAN is found once for each move; notes are read again only where they were edited.
#[derive(Clone, Debug, Default)]
pub struct MoveTexts {
    moves: Vec<Option<MoveText>>,
    /// Nodes whose notes came from edits at the last refresh.
    edited: BTreeSet<NodeId>,
}

/// Up to this many new moves are replayed one by one, more in one walk through the game.
const FEW: usize = 8;

impl MoveTexts {
    pub fn new(game: &Game) -> MoveTexts {
        let mut texts = MoveTexts::default();
        texts.refresh(game);
        texts
    }

    /// Updates the texts after edits of the same game.
    pub fn refresh(&mut self, game: &Game) {
        self.moves.resize(game.tree().len(), None);
        let edited: BTreeSet<NodeId> = game.edited_nodes().collect();
        let before = std::mem::replace(&mut self.edited, edited);
        for node in before.union(&self.edited) {
            if let Some(Some(text)) = self.moves.get_mut(node.index()) {
                text.read_notes(game, *node);
            }
        }
        let is_new = |node: &NodeId| self.of(*node).is_none();
        let new: Vec<NodeId> = game.tree().preorder(game.root()).filter(is_new).collect();
        if new.len() > FEW {
            self.read_all(game);
        } else {
            new.into_iter().for_each(|node| self.read_one(game, node));
        }
    }

    /// `None` for a node that is not part of the game.
    pub fn of(&self, node: NodeId) -> Option<&MoveText> {
        self.moves.get(node.index())?.as_ref()
    }

    fn read_one(&mut self, game: &Game, node: NodeId) {
        let parent = game.tree().parent(node);
        let before = parent.and_then(|parent| game.position(parent));
        let half_moves =
            first_half_move(game) + (game.tree().ancestors(node).count() as u32).saturating_sub(2);
        self.put(game, node, half_moves, before.as_ref());
    }

    fn read_all(&mut self, game: &Game) {
        let first = first_half_move(game);
        let start = if let Start::Position(start) = game.start() { Some(start.clone()) } else { None };
        // The line to the current node: each node with the position after it.
        let mut line: Vec<(NodeId, Option<Position>)> = Vec::new();
        for node in game.tree().preorder(game.root()) {
            let parent = game.tree().parent(node);
            while line.last().is_some_and(|(last, _)| Some(*last) != parent) {
                line.pop();
            }
            let half_moves = first + (line.len() as u32).saturating_sub(1);
            let before = line.last().and_then(|(_, position)| position.as_ref());
            if self.of(node).is_none() {
                self.put(game, node, half_moves, before);
            }
            let after = match node == game.root() {
                true => start.clone(),
                false => before.zip(game.mv(node)).and_then(|(before, mv)| before.play(mv).ok()),
            };
            line.push((node, after));
        }
    }

    fn put(&mut self, game: &Game, node: NodeId, half_moves: u32, before: Option<&Position>) {
        let san = before.zip(game.mv(node)).map(|(before, mv)| before.san(mv));
        let mut text = MoveText {
            number: half_moves / 2 + 1,
            color: if half_moves.is_multiple_of(2) { Color::White } else { Color::Black },
            is_playable: san.is_some() || node == game.root(),
            san: san.unwrap_or_else(|| game.written_move(node).into_owned()).into(),
            glyphs: Vec::new(),
            before: "".into(),
            after: "".into(),
            after_variation: "".into(),
            unread: Unread::default(),
            eval: None,
            clock: None,
        };
        text.read_notes(game, node);
        if let Some(slot) = self.moves.get_mut(node.index()) {
            *slot = Some(text);
        }
    }
}

impl MoveText {
    fn read_notes(&mut self, game: &Game, node: NodeId) {
        let comment = |is_wanted: fn(NotePlacement) -> bool| -> Box<str> {
            let comments = game.comments(node).filter(|comment| is_wanted(comment.placement));
            let texts = comments.map(|comment| comment_text(&comment.text)).filter(|text| !text.is_empty());
            texts.collect::<Vec<_>>().join("\n").into()
        };
        let is_before = |at| matches!(at, NotePlacement::Before | NotePlacement::AfterNumber);
        self.before = comment(is_before);
        self.after = comment(|at| at == NotePlacement::After);
        self.after_variation = comment(|at| at == NotePlacement::AfterVariation);
        let unread = |is_wanted: fn(NotePlacement) -> bool| -> Box<str> {
            let stray =
                game.notes(node).filter(|note| note.style == Style::Stray && is_wanted(note.placement));
            stray.map(|note| note.text.into_owned()).collect::<Vec<_>>().join(" ").into()
        };
        self.unread = Unread {
            before: unread(is_before),
            after: unread(|at| at == NotePlacement::After),
            after_variation: unread(|at| at == NotePlacement::AfterVariation),
        };
        let glyph = |nag: crate::pgn::Nag<'_>| {
            let sign = nag.number.and_then(plain_sign);
            Glyph { number: nag.number, text: sign.map_or_else(|| nag.text.into(), Box::from) }
        };
        self.glyphs = game.nags(node).map(glyph).collect();
        (self.eval, self.clock) = (game.eval(node), game.clock(node));
    }

    /// `12.` or `12...`
    pub fn number_text(&self) -> String {
        format!("{}{}", self.number, if self.color == Color::White { "." } else { "..." })
    }
}

/// The sign usually shown for a number, where it needs several characters with those: many fonts lack ⩲ and ⩱.
fn plain_sign(number: u32) -> Option<&'static str> {
    match number {
        14 => Some("+="),
        15 => Some("=+"),
        18 => Some("+\u{2212}"),
        19 => Some("\u{2212}+"),
        _ => nag_sign(number),
    }
}

/// Half-moves before the first move of the game, from its move number.
fn first_half_move(game: &Game) -> u32 {
    match game.start() {
        Start::Position(start) => {
            (start.move_number().saturating_sub(1)).saturating_mul(2)
                + u32::from(start.turn() == Color::Black)
        }
        Start::Pieces(_) | Start::Unreadable => 0,
    }
}

/// An evaluation for White: `+0.4`, `−1.2`, `0.0`, `#3`, `#−3`.
pub fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(hundredths) => {
            let tenths = (hundredths.unsigned_abs() + 5) / 10;
            let sign = match hundredths {
                _ if tenths == 0 => "",
                0.. => "+",
                _ => "\u{2212}",
            };
            format!("{sign}{}.{}", tenths / 10, tenths % 10)
        }
        Score::Mate(moves) => {
            format!("#{}{}", if moves < 0 { "\u{2212}" } else { "" }, moves.unsigned_abs())
        }
    }
}

/// A clock: `1:02:03`, `9:58`, and with tenths under ten seconds if the file has them: `0:07.5`.
pub fn clock_text(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, seconds) {
        (0, 0..10) if tenths > 0 => format!("0:{seconds:02}.{tenths}"),
        (0, _) => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}
