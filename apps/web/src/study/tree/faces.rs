//! What stands in the cells of the tree, kept current. Walking does not change it.

use std::collections::BTreeSet;

use diagram::tree::{Cell, Kind, Link, Paper, Spot, Window};
use leptos::prelude::*;
use record::go::{self, Kind as NodeKind};
use record::layout::Layout;
use record::{NodeId, Tree, chess};
use rules::go::Color;
use study::{Desk, GameId, OpenGame};

use super::shape;
use crate::study::session::Session;

/// What each node has to show.
pub enum Outline {
    Go(go::Outline),
    Chess(chess::Outline),
}

impl Outline {
    /// Takes over whatever was done to the game, and says whether that shows.
    fn refresh(&mut self, game: &OpenGame) -> bool {
        match (game.chess(), &mut *self) {
            (Some(record), _) => {
                let now = chess::Outline::new(record);
                let shows = !matches!(self, Outline::Chess(before) if *before == now);
                *self = Outline::Chess(now);
                shows
            }
            (None, Outline::Go(outline)) => outline.refresh(game.record()),
            (None, Outline::Chess(_)) => {
                *self = Outline::Go(go::Outline::new(game.record()));
                true
            }
        }
    }

    fn cell(&self, node: NodeId) -> (Kind, bool) {
        match self {
            Outline::Go(outline) => {
                let go::Entry { kind, color, number, has_comment } = outline.of(node);
                let kind = match (kind, color) {
                    (_, Some(color)) => Kind::Move(color, number),
                    (NodeKind::SetUp, None) => Kind::SetUp,
                    (NodeKind::Move | NodeKind::Plain, None) => Kind::Plain,
                };
                (kind, has_comment)
            }
            Outline::Chess(outline) => match outline.of(node) {
                Some(chess::Entry { color, number, has_comment }) => {
                    (Kind::Move(color.fold_wb(Color::White, Color::Black), number), has_comment)
                }
                None => (Kind::Plain, false),
            },
        }
    }
}

/// What stands in the cells, kept current. Walking does not change it.
#[derive(Clone, Copy)]
pub struct Faces {
    outline: StoredValue<(Option<(GameId, usize)>, Outline), LocalStorage>,
    /// Another number whenever a cell shows something else.
    version: Memo<u64>,
}

impl Faces {
    pub fn watch(session: Session) -> Faces {
        let outline = StoredValue::new_local((None, Outline::Go(go::Outline::default())));
        let state = session.watch(|desk: &Desk| (shape(desk), desk.current().revision()));
        let version = Memo::new(move |before: Option<&u64>| {
            let ((game, number, ..), _) = state.get();
            let refresh = |(of, outline): &mut (Option<(GameId, usize)>, Outline)| {
                if of.replace((game, number)) != Some((game, number)) {
                    *outline = Outline::Go(go::Outline::default());
                }
                session.peek(|desk| outline.refresh(desk.current()))
            };
            let shows = outline.try_update_value(refresh).unwrap_or(false);
            before.copied().unwrap_or(0) + u64::from(shows)
        });
        Faces { outline, version }
    }

    pub fn read<T>(self, look: impl FnOnce(&Outline) -> T) -> T {
        // To be told of it is not enough: what is not asked for is not brought up to date.
        let _ = self.version.get();
        self.outline.with_value(|(_, outline)| look(outline))
    }
}

fn cell(outline: &Outline, root: NodeId, (node, at): (NodeId, Spot), folded: &BTreeSet<NodeId>) -> Cell {
    let (kind, has_comment) = outline.cell(node);
    let kind = if node == root { Kind::Start } else { kind };
    Cell { at, kind, has_comment, folded: folded.contains(&node) }
}

/// The cells in a window with the lines between them.
pub fn cells(
    (tree, root): (&Tree, NodeId),
    layout: &Layout,
    outline: &Outline,
    window: &Window,
    folded: &BTreeSet<NodeId>,
) -> (Vec<Cell>, Vec<Link>) {
    let (columns, rows) = Paper::default().visible(window);
    let links = layout.links(tree, columns.clone(), rows.clone());
    let found = layout.within(columns, rows).into_iter();
    let cells = found.map(|found| cell(outline, root, found, folded));
    (cells.collect(), links.into_iter().map(Link::from).collect())
}

#[cfg(test)]
mod tests {
    use record::{GoRecord, sgf};

    use super::*;

    fn record(text: &str) -> GoRecord {
        GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0)
    }

    #[test]
    fn cells_are_numbered_by_moves_not_by_depth() {
        let mut game = record("(;SZ[9];AB[aa];B[ee]C[here];C[words];W[cc]MN[10];B[dd])");
        let folded = BTreeSet::new();
        let layout = Layout::new(game.tree(), game.root(), &folded);
        let all = Window { x: 0.0, y: 0.0, width: 900.0, height: 300.0 };
        let kinds = |game: &GoRecord| -> Vec<Kind> {
            let outline = Outline::Go(go::Outline::new(game));
            let (cells, _) = cells((game.tree(), game.root()), &layout, &outline, &all, &folded);
            cells.iter().map(|cell| cell.kind).collect()
        };
        use Color::{Black, White};
        let expected = |white, black| {
            let moves = [Kind::Move(White, white), Kind::Move(Black, black)];
            [Kind::Start, Kind::SetUp, Kind::Move(Black, 1), Kind::Plain, moves[0], moves[1]]
        };
        assert_eq!(kinds(&game), expected(10, 11));
        game.to_end();
        game.back();
        game.set_property("MN", &["20"]).unwrap();
        assert_eq!(kinds(&game), expected(20, 21));
    }

    #[test]
    fn a_chess_game_is_numbered_as_a_score_sheet_is() {
        let game = record::pgn::Pgn::read(b"1. e4 {well} e5 (1... c5) 2. Nf3 *".to_vec());
        let game = record::ChessRecord::open(game, 0);
        let outline = Outline::Chess(chess::Outline::new(&game));
        let cells: Vec<(Kind, bool)> =
            game.tree().preorder(game.root()).map(|node| outline.cell(node)).collect();
        use Color::{Black, White};
        let moves = [(White, 1, true), (Black, 1, false), (White, 2, false), (Black, 1, false)];
        let moves = moves.map(|(color, number, said)| (Kind::Move(color, number), said));
        assert_eq!(cells, [&[(Kind::Plain, false)], &moves[..]].concat());
    }
}
