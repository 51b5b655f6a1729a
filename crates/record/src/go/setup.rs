//! Set-up mode: stones added and removed outside of play (AB, AW, AE).

use rules::go::{Board, Color, Illegal, Point, Size};

use super::marks::point_values;
use super::record::{GoRecord, Mode};
use super::refusal::GoRefusal;
use crate::sgf::Node;
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

/// The three lists of a node, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lists {
    black: Vec<Point>,
    white: Vec<Point>,
    empty: Vec<Point>,
}

impl Lists {
    fn of(node: Node<'_>, size: Size) -> Lists {
        let list = |name| node.points(name, size);
        Lists { black: list("AB"), white: list("AW"), empty: list("AE") }
    }

    /// Adds a stone. `under` is the board without this node's lists.
    fn add(&mut self, at: Point, color: Color, under: &Board) {
        self.remove_from_lists(at);
        if under.get(at) != Some(color) {
            match color {
                Color::Black => self.black.push(at),
                Color::White => self.white.push(at),
            }
        }
    }

    fn remove(&mut self, at: Point, under: &Board) {
        self.remove_from_lists(at);
        if under.get(at).is_some() {
            self.empty.push(at);
        }
    }

    fn remove_from_lists(&mut self, at: Point) {
        for list in [&mut self.black, &mut self.white, &mut self.empty] {
            list.retain(|p| *p != at);
        }
    }

    /// The properties that have changed.
    fn changes(&self, before: &Lists) -> Vec<(&'static str, Vec<Vec<u8>>)> {
        let pairs = [
            ("AB", &self.black, &before.black),
            ("AW", &self.white, &before.white),
            ("AE", &self.empty, &before.empty),
        ];
        let changed = pairs.into_iter().filter(|(_, now, then)| now != then);
        changed.map(|(name, now, _)| (name, point_values(now))).collect()
    }
}

impl GoRecord {
    pub fn enter_set_up(&mut self) {
        if self.mode == Mode::Play && !self.state().is_other_game {
            self.mode = Mode::SetUp { node: None };
        }
    }

    /// A click in set-up mode: removes the stone there, or adds one of this colour.
    pub fn set_up(&mut self, at: Point, color: Color) -> Result<(), Refusal> {
        self.check_is_go()?;
        if !self.size().contains(at) {
            return Err(Illegal::OffBoard { at }.into());
        }
        let in_place = self.sets_up_in_place();
        let under = if in_place { self.board_under() } else { self.position().board().clone() };
        let before = match in_place {
            true => Lists::of(self.node(self.here()), self.size()),
            false => Lists::default(),
        };
        let mut lists = before.clone();
        match self.position().get(at) {
            Some(_) => lists.remove(at, &under),
            None => {
                let captured = self.captured_by(at, color)?;
                lists.add(at, color, &under);
                captured.into_iter().for_each(|p| lists.remove(p, &under));
            }
        }
        let node = self.put_lists(in_place, lists.changes(&before))?;
        self.mode = Mode::SetUp { node: Some(node) };
        Ok(())
    }

    /// Sets who plays next, in the node that holds the set-up.
    pub fn set_turn(&mut self, color: Color) -> Result<(), Refusal> {
        self.check_is_go()?;
        let turn = vec![color.letter().to_string().into_bytes()];
        let node = self.put_lists(self.sets_up_in_place(), vec![("PL", turn)])?;
        self.mode = Mode::SetUp { node: Some(node) };
        Ok(())
    }

    /// The root, set-up nodes and the node made in this session are changed; others get a new child.
    fn sets_up_in_place(&self) -> bool {
        let here = self.here();
        let node = self.node(here);
        let made = self.mode == Mode::SetUp { node: Some(here) };
        made || here == self.root() || node.has_setup() && !node.has_move()
    }

    /// The board at the cursor as it would be without its node's set-up.
    fn board_under(&self) -> Board {
        let mut state = self.editor.position_before();
        state.play_moves(self.node(self.here()));
        state.position.board().clone()
    }

    fn captured_by(&self, at: Point, color: Color) -> Result<Vec<Point>, Refusal> {
        let captured = self.position().captured_by(color, at);
        let mut board = self.position().board().clone();
        board.set(at, Some(color));
        captured.iter().for_each(|p| board.set(*p, None));
        match board.has_liberty(at) {
            true => Ok(captured),
            false => Err(GoRefusal::NoLiberty { at }.into()),
        }
    }

    fn put_lists(
        &mut self,
        in_place: bool,
        changes: Vec<(&'static str, Vec<Vec<u8>>)>,
    ) -> Result<NodeId, Refusal> {
        if in_place {
            let here = self.here();
            let edits = self.edits_for(here, &changes);
            self.editor.apply(edits, here)?;
            return Ok(here);
        }
        let text =
            changes.iter().fold(b";".as_slice().into(), |text: std::sync::Arc<[u8]>, (name, values)| {
                self.file().with_property(&text, name, values)
            });
        self.add_node(text.to_vec())
    }
}
