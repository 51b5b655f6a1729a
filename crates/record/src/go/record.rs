//! A Go game with a cursor: navigation, moves and simple edits. Marks, set-up, branches and search are in files beside
//! this one.

use std::sync::Arc;

use rules::go::{Color, Move, Point, Position, Size};

use super::file::{GoFile, NodeKind, State};
use super::refusal::GoRefusal;
use super::view::{Branch, Markup, Remarks, VariationStyle};
use crate::editor::{Cursor, Edit, EditOf, Editor};
use crate::game_record::GameRecord;
use crate::refusal::Refusal;
use crate::sgf::{Collection, GameKind, Node};
use crate::tree::NodeId;

/// One game of a file, with a cursor, an undo history and the mode of the board.
#[derive(Clone)]
pub struct GoRecord {
    pub(super) editor: Editor<GoFile>,
    pub(super) mode: Mode,
}

/// What a click on the board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Play,
    /// Stones are set up, in this node if there is one already.
    SetUp {
        node: Option<NodeId>,
    },
}

/// What playing a move did to the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEffect {
    /// The branch existed already.
    Followed(NodeId),
    Added(NodeId),
    TookBack,
}

impl GoRecord {
    /// Opens a game by its number; beyond the end, the last one.
    pub fn open(file: Collection, game: usize) -> GoRecord {
        let root = file.games().get(game).or(file.games().last()).copied();
        let (file, root) = match root {
            Some(root) => (file, root),
            None => {
                let new = Collection::new();
                let root = new.games()[0];
                (new, root)
            }
        };
        GoRecord { editor: Editor::new(GoFile(file), root), mode: Mode::Play }
    }

    pub fn file(&self) -> &Collection {
        &self.editor.game().0
    }

    pub fn editor(&self) -> &Editor<GoFile> {
        &self.editor
    }

    pub fn node(&self, id: NodeId) -> Node<'_> {
        self.file().node(id)
    }

    pub fn size(&self) -> Size {
        self.position().size()
    }

    pub fn state(&self) -> &State {
        self.editor.position()
    }

    pub fn position(&self) -> &Position {
        &self.state().position
    }

    /// The side to move. After set-up stones without PL, the side of the following moves.
    pub fn to_play(&self) -> Color {
        self.to_play_at(self.here(), self.state())
    }

    pub(super) fn to_play_at(&self, node: NodeId, state: &State) -> Color {
        let sets_turn = self.node(node).has("PL");
        if state.kind == NodeKind::Move || sets_turn {
            return state.position.to_play();
        }
        let mut colors = self.branches_of(node).filter_map(|branch| branch.mv).map(|(color, _)| color);
        match colors.next() {
            Some(first) if colors.all(|color| color == first) => first,
            _ => state.position.to_play(),
        }
    }

    pub fn markup(&self) -> Markup {
        Markup::of(self.node(self.here()), self.size())
    }

    pub fn remarks(&self) -> Remarks {
        Remarks::of(self.node(self.here()))
    }

    pub fn variation_style(&self) -> VariationStyle {
        VariationStyle::of(self.node(self.root()))
    }

    /// The children of the cursor with their moves.
    pub fn branches(&self) -> Vec<Branch> {
        self.branches_of(self.here()).collect()
    }

    /// The other children of the cursor's parent.
    pub fn siblings(&self) -> Vec<Branch> {
        let parent = self.tree().parent(self.here());
        let all = parent.into_iter().flat_map(|parent| self.branches_of(parent));
        all.filter(|branch| branch.node != self.here()).collect()
    }

    pub(super) fn branches_of(&self, node: NodeId) -> impl Iterator<Item = Branch> {
        let size = self.size();
        let game = self.editor.game();
        self.tree().children(node).map(move |node| Branch { node, mv: game.only_move(node, size) })
    }

    /// The moves of the line up to the cursor with their numbers and nodes.
    pub fn moves(&self) -> Vec<(u32, Color, Move, NodeId)> {
        let of_move = |(node, state): (NodeId, &State)| {
            let (color, mv) = state.last_move.filter(|_| state.kind == NodeKind::Move)?;
            Some((state.number, color, mv, node))
        };
        self.editor.line().filter_map(of_move).collect()
    }

    /// GM of a game other than Go. Such a game is a tree of nodes with properties, without a board.
    pub fn other_game(&self) -> Option<i64> {
        match self.file().kind(self.root()) {
            GameKind::Go => None,
            GameKind::Backgammon => Some(6),
            GameKind::Other(number) => Some(number),
        }
    }

    pub(super) fn check_is_go(&self) -> Result<(), Refusal> {
        if self.state().is_other_game { Err(GoRefusal::OtherGame.into()) } else { Ok(()) }
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn is_setting_up(&self) -> bool {
        self.mode != Mode::Play
    }
}

/// Playing.
impl GoRecord {
    /// A click on the board in play mode: plays there, or takes back the last move if it is there.
    pub fn click(&mut self, at: Point) -> Result<PlayEffect, Refusal> {
        let state = self.state();
        let is_last =
            state.kind == NodeKind::Move && matches!(state.last_move, Some((_, Move::Place(p))) if p == at);
        match is_last {
            true => self.take_back(),
            false => self.play(Move::Place(at)),
        }
    }

    /// Plays for the side to move: follows the branch with that move, or adds it if it is legal.
    pub fn play(&mut self, mv: Move) -> Result<PlayEffect, Refusal> {
        self.play_as(self.to_play(), mv)
    }

    pub fn pass(&mut self) -> Result<PlayEffect, Refusal> {
        self.play(Move::Pass)
    }

    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<PlayEffect, Refusal> {
        self.end_set_up();
        self.check_is_go()?;
        if let Some(branch) = self.branches().iter().find(|branch| branch.mv == Some((color, mv))) {
            self.editor.go_to(branch.node);
            return Ok(PlayEffect::Followed(branch.node));
        }
        self.position().play_as(color, mv)?;
        let point = match mv {
            Move::Place(at) => String::from_utf8_lossy(&at.to_sgf()).into_owned(),
            Move::Pass => String::new(),
        };
        let node = self.add_node(format!(";{}[{point}]", color.letter()).into_bytes())?;
        Ok(PlayEffect::Added(node))
    }

    /// A new last branch of the cursor with these properties, without checking the rules: for clocks, results, and
    /// turns that are not ordinary moves. Values are escaped already.
    pub fn append(&mut self, properties: &[(&str, &[&str])]) -> Result<NodeId, Refusal> {
        self.end_set_up();
        let mut text: Arc<[u8]> = b";".as_slice().into();
        for (name, values) in properties {
            let values = self.property_values(name, values)?;
            text = self.file().with_property(&text, name, &values);
        }
        self.add_node(text.to_vec())
    }

    /// Removes the last move if nothing follows it.
    pub fn take_back(&mut self) -> Result<PlayEffect, Refusal> {
        let here = self.here();
        let parent = self.tree().parent(here).ok_or(Refusal::Start)?;
        if !self.tree().is_leaf(here) {
            return Err(GoRefusal::HasFollowers.into());
        }
        self.editor.apply(vec![Edit::Cut { node: here }], parent)?;
        Ok(PlayEffect::TookBack)
    }

    /// Adds a new last branch of the cursor and goes there.
    pub(super) fn add_node(&mut self, text: Vec<u8>) -> Result<NodeId, Refusal> {
        let node = self.editor.add_detached(Some(text.into()));
        self.editor.attach(node)?;
        Ok(node)
    }
}

/// Modes of the board.
impl GoRecord {
    /// Undoing or redoing a set-up stone stays in set-up mode, even if its node disappears or reappears; anything else
    /// leaves it.
    pub(super) fn in_history(&mut self, act: impl FnOnce(&mut Editor<GoFile>) -> bool) -> bool {
        let was = self.here();
        let above = self.tree().parent(was);
        let done = act(&mut self.editor);
        let here = self.here();
        let near = here == was || Some(here) == above || self.tree().parent(here) == Some(was);
        self.mode = match self.mode {
            Mode::SetUp { node } if near => Mode::SetUp { node: node.filter(|node| *node == here) },
            _ => Mode::Play,
        };
        done
    }
}

/// Properties of the cursor's node.
impl GoRecord {
    /// One edit of a node's text that sets properties to encoded values; no values remove the property. No edit if
    /// nothing would change.
    pub(super) fn edits_for(&self, node: NodeId, changes: &[(&str, Vec<Vec<u8>>)]) -> Vec<EditOf<GoFile>> {
        let before: Arc<[u8]> = self.node(node).raw().into();
        let mut after = before.clone();
        for (name, values) in changes {
            after = self.file().with_property(&after, name, values);
        }
        match after == before {
            true => Vec::new(),
            false => vec![Edit::Text { node, text: Some(after) }],
        }
    }

    pub fn set_name(&mut self, text: &str) -> Result<(), Refusal> {
        self.type_text("N", text)
    }

    pub(super) fn type_text(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        let values = match text {
            "" => Vec::new(),
            text => vec![self.file().encode_value(text)?],
        };
        let here = self.here();
        match self.edits_for(here, &[(name, values)]).pop() {
            Some(Edit::Text { node, text }) => Ok(self.editor.apply_typing(node, text, name)?),
            _ => Ok(()),
        }
    }
}
