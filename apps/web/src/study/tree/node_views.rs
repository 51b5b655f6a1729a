//! The contents of the cells of the tree, updated as the record changes. Navigation does not change them.

use std::collections::{BTreeMap, BTreeSet};

use diagram::tree::{Cell, CellJudgement, CellKind, GridCoord, Link, TreeGrid, Viewport};
use leptos::prelude::*;
use record::go::{self, MoveJudgement, NodeJudgement, NodeKind};
use record::layout::Layout;
use record::{GameRecord, MatchRecord, NodeId, Record, Tree, chess};
use rules::backgammon::Side;
use rules::go::Color;
use study::{GameId, OpenGame, Workspace};

use super::shape;
use crate::study::page_state::PageState;

/// What each node shows.
pub enum Outline {
    Go(go::Outline),
    Chess(chess::Outline),
    /// Whose action each node of a match is, by the number of the node.
    Backgammon(BTreeMap<NodeId, (Side, u32)>),
}

impl Outline {
    /// Updates it after edits, and returns whether anything visible changed.
    fn refresh(&mut self, game: &OpenGame) -> bool {
        match (game.record(), &mut *self) {
            (Record::Chess(record), _) => {
                let now = chess::Outline::new(record);
                let shows = !matches!(self, Outline::Chess(before) if *before == now);
                *self = Outline::Chess(now);
                shows
            }
            (Record::Go(record), Outline::Go(outline)) => outline.refresh(record),
            (Record::Backgammon(record), _) => {
                let now = match_outline(record);
                let shows = !matches!(self, Outline::Backgammon(before) if *before == now);
                *self = Outline::Backgammon(now);
                shows
            }
            (Record::Go(record), Outline::Chess(_) | Outline::Backgammon(_)) => {
                *self = Outline::Go(go::Outline::new(record));
                true
            }
        }
    }

    fn judgement(&self, node: NodeId) -> Option<CellJudgement> {
        let Outline::Go(outline) = self else { return None };
        Some(match outline.of(node).judgement? {
            NodeJudgement::Move(MoveJudgement::Good) => CellJudgement::Good,
            NodeJudgement::Move(MoveJudgement::Bad) => CellJudgement::Bad,
            NodeJudgement::Move(MoveJudgement::Doubtful) => CellJudgement::Doubtful,
            NodeJudgement::Move(MoveJudgement::Interesting) => CellJudgement::Interesting,
            NodeJudgement::Hotspot => CellJudgement::Hotspot,
        })
    }

    fn cell(&self, node: NodeId) -> (CellKind, bool) {
        match self {
            Outline::Go(outline) => {
                let go::NodeOutline { kind, color, number, has_comment, .. } = outline.of(node);
                let kind = match (kind, color) {
                    (_, Some(color)) => CellKind::Move(color, number),
                    (NodeKind::SetUp, None) => CellKind::SetUp,
                    (NodeKind::Move | NodeKind::Plain, None) => CellKind::Plain,
                };
                (kind, has_comment)
            }
            Outline::Chess(outline) => match outline.of(node) {
                Some(chess::MoveOutline { color, number, has_comment }) => {
                    (CellKind::Move(color.fold_wb(Color::White, Color::Black), number), has_comment)
                }
                None => (CellKind::Plain, false),
            },
            Outline::Backgammon(actions) => match actions.get(&node) {
                Some((Side::Bottom, number)) => (CellKind::Move(Color::White, *number), false),
                Some((Side::Top, number)) => (CellKind::Move(Color::Black, *number), false),
                None => (CellKind::Plain, false),
            },
        }
    }
}

fn match_outline(record: &MatchRecord) -> BTreeMap<NodeId, (Side, u32)> {
    let nodes = (0..).zip(record.tree().main_line(record.root()));
    nodes.filter_map(|(number, node)| Some((node, (record.action_at(node)?.side, number)))).collect()
}

/// The contents of the cells, updated as the record changes.
#[derive(Clone, Copy)]
pub struct NodeViews {
    outline: StoredValue<(Option<(GameId, usize)>, Outline), LocalStorage>,
    /// Increases whenever a cell changes.
    version: Memo<u64>,
}

impl NodeViews {
    pub fn watch(page_state: PageState) -> NodeViews {
        let outline = StoredValue::new_local((None, Outline::Go(go::Outline::default())));
        let state = page_state
            .watch(|workspace: &Workspace| (shape(workspace), workspace.current().record().revision()));
        let version = Memo::new(move |before: Option<&u64>| {
            let ((game, number, ..), _) = state.get();
            let refresh = |(of, outline): &mut (Option<(GameId, usize)>, Outline)| {
                if of.replace((game, number)) != Some((game, number)) {
                    *outline = Outline::Go(go::Outline::default());
                }
                page_state.peek(|workspace| outline.refresh(workspace.current()))
            };
            let shows = outline.try_update_value(refresh).unwrap_or(false);
            before.copied().unwrap_or(0) + u64::from(shows)
        });
        NodeViews { outline, version }
    }

    pub fn read<T>(self, look: impl FnOnce(&Outline) -> T) -> T {
        // Tracking is not enough: a memo that is not read is not updated.
        let _ = self.version.get();
        self.outline.with_value(|(_, outline)| look(outline))
    }
}

fn cell(outline: &Outline, root: NodeId, (node, at): (NodeId, GridCoord), folded: &BTreeSet<NodeId>) -> Cell {
    let (kind, has_comment) = outline.cell(node);
    let kind = if node == root { CellKind::Start } else { kind };
    Cell { at, kind, has_comment, judgement: outline.judgement(node), folded: folded.contains(&node) }
}

/// The cells in a window with the lines between them.
pub fn cells(
    (tree, root): (&Tree, NodeId),
    layout: &Layout,
    outline: &Outline,
    window: &Viewport,
    folded: &BTreeSet<NodeId>,
) -> (Vec<Cell>, Vec<Link>) {
    let (columns, rows) = TreeGrid::default().visible(window);
    let links = layout.links(tree, columns.clone(), rows.clone());
    let found = layout.within(columns, rows).into_iter();
    let cells = found.map(|found| cell(outline, root, found, folded));
    (cells.collect(), links.into_iter().map(Link::from).collect())
}

#[cfg(test)]
mod tests {
    use record::{GameRecord, GoRecord};

    use super::*;
    use crate::study::go_record;

    #[test]
    fn cells_are_numbered_by_moves_not_by_depth() {
        let mut game = go_record("(;SZ[9];AB[aa];B[ee]C[here];C[words];W[cc]MN[10];B[dd])");
        let folded = BTreeSet::new();
        let layout = Layout::new(game.tree(), game.root(), &folded);
        let all = Viewport { x: 0.0, y: 0.0, width: 900.0, height: 300.0 };
        let kinds = |game: &GoRecord| -> Vec<CellKind> {
            let outline = Outline::Go(go::Outline::new(game));
            let (cells, _) = cells((game.tree(), game.root()), &layout, &outline, &all, &folded);
            cells.iter().map(|cell| cell.kind).collect()
        };
        use Color::{Black, White};
        let expected = |white, black| {
            let moves = [CellKind::Move(White, white), CellKind::Move(Black, black)];
            [CellKind::Start, CellKind::SetUp, CellKind::Move(Black, 1), CellKind::Plain, moves[0], moves[1]]
        };
        assert_eq!(kinds(&game), expected(10, 11));
        game.to_end();
        game.back();
        game.set_property("MN", &["20"]).unwrap();
        assert_eq!(kinds(&game), expected(20, 21));
    }

    #[test]
    fn a_chess_game_is_numbered_like_a_score_sheet() {
        let game = record::pgn::Pgn::read(b"1. e4 {well} e5 (1... c5) 2. Nf3 *".to_vec());
        let game = record::ChessRecord::open(game, 0);
        let outline = Outline::Chess(chess::Outline::new(&game));
        let cells: Vec<(CellKind, bool)> =
            game.tree().preorder(game.root()).map(|node| outline.cell(node)).collect();
        use Color::{Black, White};
        let moves = [(White, 1, true), (Black, 1, false), (White, 2, false), (Black, 1, false)];
        let moves = moves.map(|(color, number, annotated)| (CellKind::Move(color, number), annotated));
        assert_eq!(cells, [&[(CellKind::Plain, false)], &moves[..]].concat());
    }
}
