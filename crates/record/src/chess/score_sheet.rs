//! A game as it is printed: moves with numbers and signs, variations in brackets, comments, and diagrams where the
//! annotator wants them (NAG 220, as in other programs).

use rules::chess::{Color, Position};

use super::record::ChessRecord;
use crate::GameRecord;
use crate::pgn::{Game, NotePlacement, Start, comment_text, nag_sign};
use crate::tree::NodeId;

/// The NAG for a diagram after the move.
pub(super) const DIAGRAM: u32 = 220;
/// The same from Black's side.
const DIAGRAM_FROM_BLACK: u32 = 221;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetItem {
    /// With its number where it needs one: `12. Nf3!`, `Nf6`.
    Move {
        text: String,
        is_main_line: bool,
    },
    Comment(String),
    OpenVariation,
    CloseVariation,
    Diagram(Box<Position>),
    Result(&'static str),
}

/// What is still to be listed; the last one is next.
enum Task {
    Moves { parent: NodeId, depth: usize },
    Move { node: NodeId, depth: usize },
    Close,
}

impl ChessRecord {
    pub fn has_diagram(&self) -> bool {
        has_diagram(self.game(), self.here())
    }

    /// Marks or unmarks the position at the cursor for a printed diagram.
    pub fn toggle_diagram(&mut self) -> Result<(), crate::Refusal> {
        self.toggle_nag(DIAGRAM)
    }

    /// The open game for printing. Without marked diagrams it has one of the position at the cursor.
    pub fn score_sheet(&self) -> Vec<SheetItem> {
        let game = self.game();
        let is_marked = game.tree().preorder(game.root()).any(|node| has_diagram(game, node));
        let mut sheet = Sheet { game, current: (!is_marked).then_some(self.here()), items: Vec::new() };
        sheet.list();
        sheet.items
    }
}

fn has_diagram(game: &Game, node: NodeId) -> bool {
    game.nags(node).any(|nag| matches!(nag.number, Some(DIAGRAM | DIAGRAM_FROM_BLACK)))
}

struct Sheet<'a> {
    game: &'a Game,
    /// Gets a diagram.
    current: Option<NodeId>,
    items: Vec<SheetItem>,
}

impl Sheet<'_> {
    fn list(&mut self) {
        let (game, root) = (self.game, self.game.root());
        // A game that does not start as usual needs its first position.
        if self.current == Some(root) || game.tag("FEN").is_some() {
            self.diagram(root);
        }
        self.comments(root, |_| true);
        let mut tasks = vec![Task::Moves { parent: root, depth: 0 }];
        let mut with_number = true;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Moves { parent, depth } => {
                    let mut children = game.tree().children(parent);
                    let Some(first) = children.next() else { continue };
                    let others: Vec<NodeId> = children.collect();
                    tasks.push(Task::Moves { parent: first, depth });
                    for other in others.into_iter().rev() {
                        tasks.push(Task::Close);
                        tasks.push(Task::Move { node: other, depth: depth + 1 });
                    }
                    with_number = self.mv(first, depth, with_number);
                }
                Task::Move { node, depth } => {
                    self.items.push(SheetItem::OpenVariation);
                    with_number = self.mv(node, depth, true);
                    tasks.push(Task::Moves { parent: node, depth });
                }
                Task::Close => {
                    self.items.push(SheetItem::CloseVariation);
                    with_number = true;
                }
            }
        }
        self.items.extend(game.result().map(|outcome| SheetItem::Result(outcome.text())));
    }

    /// Lists a move with what belongs to it. Returns whether the next move needs its number.
    fn mv(&mut self, node: NodeId, depth: usize, with_number: bool) -> bool {
        let before = self.items.len();
        self.comments(node, |placement| {
            matches!(placement, NotePlacement::Before | NotePlacement::AfterNumber)
        });
        let with_number = with_number || self.items.len() > before;
        self.items.push(SheetItem::Move { text: self.text(node, with_number), is_main_line: depth == 0 });
        let listed = self.items.len();
        if has_diagram(self.game, node) || self.current == Some(node) {
            self.diagram(node);
        }
        self.comments(node, |placement| {
            !matches!(placement, NotePlacement::Before | NotePlacement::AfterNumber)
        });
        self.items.len() > listed
    }

    fn text(&self, node: NodeId, with_number: bool) -> String {
        let game = self.game;
        let before = game.tree().parent(node).and_then(|parent| game.position(parent));
        let san = before.as_ref().zip(game.mv(node)).map(|(before, mv)| before.san(mv));
        let mut text = san.unwrap_or_else(|| game.written_move(node).into_owned());
        for sign in game.nags(node).filter_map(|nag| nag_sign(nag.number?)) {
            text += sign;
        }
        match before {
            Some(before) if before.turn() == Color::White => format!("{}. {text}", before.move_number()),
            Some(before) if with_number => format!("{}... {text}", before.move_number()),
            _ => text,
        }
    }

    fn comments(&mut self, node: NodeId, is_wanted: impl Fn(NotePlacement) -> bool) {
        let comments = self.game.comments(node).filter(|comment| is_wanted(comment.placement));
        let texts = comments.map(|comment| comment_text(&comment.text)).filter(|text| !text.is_empty());
        self.items.extend(texts.map(SheetItem::Comment));
    }

    fn diagram(&mut self, node: NodeId) {
        let position = match self.game.start() {
            Start::Position(_) => self.game.position(node),
            Start::Pieces(_) | Start::Unreadable => None,
        };
        self.items.extend(position.map(|position| SheetItem::Diagram(Box::new(position))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Pgn;

    fn record(text: &str) -> ChessRecord {
        ChessRecord::open(Pgn::read(text.as_bytes().to_vec()), 0)
    }

    /// Bold moves in capitals would be hard to read: moves of the main line are in angle brackets.
    fn printed(record: &ChessRecord) -> String {
        let item = |item: SheetItem| match item {
            SheetItem::Move { text, is_main_line: true } => format!("<{text}>"),
            SheetItem::Move { text, .. } => text,
            SheetItem::Comment(text) => format!("{{{text}}}"),
            SheetItem::OpenVariation => "(".to_owned(),
            SheetItem::CloseVariation => ")".to_owned(),
            SheetItem::Diagram(position) => {
                format!("#{}", position.fen().split(' ').next().unwrap_or_default())
            }
            SheetItem::Result(text) => text.to_owned(),
        };
        record.score_sheet().into_iter().map(item).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_game_is_printed_with_a_diagram_of_the_current_position() {
        let mut game = record(
            "{Intro} 1. e4 $1 {[%clk 0:01:00] well} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3) d6) 2. Nf3 1-0",
        );
        game.forward();
        assert_eq!(
            printed(&game),
            "{Intro} <1. e4!> #rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR {well} <1... e5> ( 1... c5 {Sicilian} \
             2. Nf3 ( 2. c3 ) 2... d6 ) <2. Nf3> 1-0"
        );
    }

    #[test]
    fn marked_positions_are_printed_instead_and_marking_is_undone() {
        let mut game = record("1. e4 e5 *");
        game.forward();
        game.toggle_diagram().unwrap();
        assert!(game.has_diagram());
        game.to_end();
        assert_eq!(printed(&game), "<1. e4> #rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR <1... e5> *");
        game.undo();
        game.to_start();
        assert_eq!(printed(&game), "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR <1. e4> <e5> *");
    }

    #[test]
    fn a_puzzle_begins_with_its_position_and_broken_moves_are_printed_as_written() {
        let game = record("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Qh8 2. e5 *");
        assert_eq!(printed(&game), "#4k3/8/8/8/8/8/4P3/4K3 <1. e4> <Qh8> <e5> *");
    }
}
