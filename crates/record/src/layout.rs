//! The layout of a tree on a grid: columns by depth, branches below their parent line, packed closely.
//!
//! A run of first children shares one row. The branches of a run are placed from its end backwards, each as high as
//! possible, so that lines down to a branch never cross a node. Runs in O(n).

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::tree::{NodeId, Tree};

/// Column from the left (the depth), row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridCoord {
    pub column: u32,
    pub row: u32,
}

/// A line from a node down its column to the bend, then diagonally to the child in the next column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchLine {
    pub parent: NodeId,
    pub child: NodeId,
    pub from: GridCoord,
    pub bend: Option<GridCoord>,
    pub to: GridCoord,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// By node number; only for visible nodes.
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// The start of each column in `cells`, and the end of the last.
    starts: Vec<u32>,
    /// Column after column, each from the top down.
    cells: Vec<NodeId>,
    height: u32,
}

const HIDDEN: u32 = u32::MAX;

impl Layout {
    /// Descendants of a folded node are hidden.
    pub fn new(tree: &Tree, root: NodeId, folded: &BTreeSet<NodeId>) -> Layout {
        let mut builder = LayoutBuilder::new(tree, folded);
        builder.place_run(root, 0, 0);
        while let Some(head) = builder.pending.pop() {
            builder.place_branch(head);
        }
        builder.into_layout()
    }

    /// The number of columns and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.starts.len().saturating_sub(1) as u32, self.height)
    }

    /// The coordinates of a node; `None` if it is hidden or belongs to another game.
    pub fn coord(&self, node: NodeId) -> Option<GridCoord> {
        let row = *self.rows.get(node.index()).filter(|row| **row != HIDDEN)?;
        Some(GridCoord { column: *self.columns.get(node.index())?, row })
    }

    /// The node at these coordinates.
    pub fn at(&self, cell: GridCoord) -> Option<NodeId> {
        let column = self.column(cell.column);
        let found = column.binary_search_by_key(&cell.row, |node| self.row(*node)).ok()?;
        column.get(found).copied()
    }

    /// The nodes within a window, column by column from the top.
    pub fn within(
        &self,
        columns: RangeInclusive<u32>,
        rows: RangeInclusive<u32>,
    ) -> Vec<(NodeId, GridCoord)> {
        let columns = *columns.start()..=(*columns.end()).min(self.size().0);
        let mut found = Vec::new();
        for column in columns {
            let nodes = self.column(column);
            let first = nodes.partition_point(|node| self.row(*node) < *rows.start());
            let inside = nodes.iter().skip(first).take_while(|node| self.row(**node) <= *rows.end());
            found.extend(inside.map(|node| (*node, GridCoord { column, row: self.row(*node) })));
        }
        found
    }

    /// The lines that may cross a window. If several branches of one node are below it, only the line to the nearest is
    /// returned: it covers the others.
    pub fn links(
        &self,
        tree: &Tree,
        columns: RangeInclusive<u32>,
        rows: RangeInclusive<u32>,
    ) -> Vec<BranchLine> {
        let mut links = Vec::new();
        for column in columns.start().saturating_sub(1)..=(*columns.end()).min(self.size().0) {
            let nodes = self.column(column);
            // The lowest node above the window may have a line into it.
            let first = nodes.partition_point(|node| self.row(*node) < *rows.start()).saturating_sub(1);
            let near = nodes.iter().skip(first).take_while(|node| self.row(**node) <= *rows.end());
            near.for_each(|node| self.links_from(tree, *node, &rows, &mut links));
        }
        links
    }

    fn links_from(
        &self,
        tree: &Tree,
        parent: NodeId,
        rows: &RangeInclusive<u32>,
        links: &mut Vec<BranchLine>,
    ) {
        let Some(from) = self.coord(parent) else { return };
        for child in tree.children(parent) {
            let Some(to) = self.coord(child) else { return };
            if to.row < *rows.start() {
                continue;
            }
            let bend = to.row.checked_sub(1).filter(|row| *row > from.row);
            let bend = bend.map(|row| GridCoord { column: from.column, row });
            links.push(BranchLine { parent, child, from, bend, to });
            if to.row > *rows.end() {
                return;
            }
        }
    }

    fn row(&self, node: NodeId) -> u32 {
        self.rows.get(node.index()).copied().unwrap_or(HIDDEN)
    }

    fn column(&self, column: u32) -> &[NodeId] {
        let bound = |n: usize| self.starts.get(n).map(|at| *at as usize);
        let range = bound(column as usize).zip(bound(column as usize + 1));
        range.and_then(|(from, to)| self.cells.get(from..to)).unwrap_or_default()
    }
}

/// A layout under construction.
struct LayoutBuilder<'a> {
    tree: &'a Tree,
    folded: &'a BTreeSet<NodeId>,
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// The first free row of each column.
    free: Vec<u32>,
    /// Nodes in the order they were placed: top down in each column.
    placed: Vec<NodeId>,
    /// Heads of branches still to be placed, the next one last.
    pending: Vec<NodeId>,
}

impl<'a> LayoutBuilder<'a> {
    fn new(tree: &'a Tree, folded: &'a BTreeSet<NodeId>) -> LayoutBuilder<'a> {
        let (rows, columns) = (vec![HIDDEN; tree.len()], vec![0; tree.len()]);
        let (free, placed, pending) = (Vec::new(), Vec::with_capacity(tree.len()), Vec::new());
        LayoutBuilder { tree, folded, rows, columns, free, placed, pending }
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let folded = !self.folded.is_empty() && self.folded.contains(&node);
        self.tree.first_child(node).filter(|_| !folded)
    }

    fn place_branch(&mut self, head: NodeId) {
        let Some(parent) = self.tree.parent(head) else { return };
        let (Some(above), Some(column)) = (self.rows.get(parent.index()), self.columns.get(parent.index()))
        else {
            return;
        };
        let column = *column as usize;
        let row = self.place_run(head, column + 1, above + 1);
        // The line down to the branch, bend included, occupies the parent's column up to the row above.
        if let Some(free) = self.free.get_mut(column) {
            *free = row.max(*free);
        }
    }

    /// Places a node and its run of first children on the highest row from `top` on that is free along the run.
    fn place_run(&mut self, head: NodeId, column: usize, top: u32) -> u32 {
        let (mut length, mut row) = (0, top);
        let mut next = Some(head);
        while let Some(node) = next {
            row = row.max(self.free.get(column + length).copied().unwrap_or(0));
            length += 1;
            next = self.first_child(node);
        }
        if self.free.len() < column + length {
            self.free.resize(column + length, 0);
        }
        let mut next = Some(head);
        for (n, free) in self.free.iter_mut().enumerate().skip(column).take(length) {
            let Some(node) = next else { break };
            *free = row + 1;
            if let (Some(r), Some(c)) = (self.rows.get_mut(node.index()), self.columns.get_mut(node.index()))
            {
                (*r, *c) = (row, n as u32);
            }
            self.placed.push(node);
            next = self.tree.first_child(node);
        }
        self.queue_branches(length);
        row
    }

    /// Queues the other children of the run just placed: those at its end first, and those of one node in order.
    fn queue_branches(&mut self, length: usize) {
        let run = self.placed.len() - length..self.placed.len();
        for at in run {
            let Some(second) = self
                .placed
                .get(at)
                .and_then(|node| self.first_child(*node))
                .and_then(|c| self.tree.next_sibling(c))
            else {
                continue;
            };
            let from = self.pending.len();
            self.pending.extend(std::iter::successors(Some(second), |c| self.tree.next_sibling(*c)));
            if let Some(heads) = self.pending.get_mut(from..) {
                heads.reverse();
            }
        }
    }

    fn into_layout(self) -> Layout {
        let mut starts = vec![0u32; self.free.len() + 1];
        let column = |node: &NodeId| self.columns.get(node.index()).map_or(0, |c| *c as usize);
        for node in &self.placed {
            starts[column(node) + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut ends = starts.clone();
        let mut cells = self.placed.clone();
        for node in &self.placed {
            let end = &mut ends[column(node)];
            cells[*end as usize] = *node;
            *end += 1;
        }
        let shown = self.placed.iter().map(|node| self.rows.get(node.index()).copied().unwrap_or(0));
        let height = shown.max().map_or(0, |row| row + 1);
        Layout { rows: self.rows, columns: self.columns, starts, cells, height }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn tree(parents: &[usize]) -> (Tree, NodeId) {
        let mut tree = Tree::new();
        let root = tree.add_detached();
        for parent in parents {
            tree.add(tree.node(*parent).unwrap());
        }
        (tree, root)
    }

    /// The grid with letters for nodes, columns two characters wide, and `'` where lines pass.
    fn drawn(parents: &[usize], folded: &[usize]) -> String {
        let (tree, root) = tree(parents);
        let folded = folded.iter().map(|n| tree.node(*n).unwrap()).collect();
        let layout = Layout::new(&tree, root, &folded);
        let (columns, rows) = layout.size();
        let lines = layout.links(&tree, 0..=columns, 0..=rows);
        let passes = |cell: GridCoord| {
            let down = |l: &BranchLine| {
                l.from.column == cell.column
                    && l.bend.is_some_and(|b| (l.from.row..=b.row).contains(&cell.row))
            };
            lines.iter().any(down)
        };
        let cell = |row, column| match layout.at(GridCoord { column, row }) {
            Some(node) => char::from(b'a' + node.index() as u8),
            None if passes(GridCoord { column, row }) => '\'',
            None => ' ',
        };
        let line =
            |row| (0..columns).map(|column| cell(row, column)).collect::<String>().trim_end().to_owned();
        (0..rows).map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn branches_are_below_their_parent_line_and_packed_closely() {
        for (parents, folded, picture) in [
            (&[][..], &[][..], "a"),
            (&[0, 1, 2], &[], "abcd"),
            (&[0, 1, 1], &[], "abc\n  d"),
            (&[0, 1, 0, 3, 4, 2], &[], "abcg\n def"),
            (&[0, 1, 2, 2, 0, 5, 6], &[], "abcd\n'  e\n fgh"),
            (&[0, 1, 2, 2, 1, 0], &[], "abcd\n gfe"),
            (&[0, 1, 0, 0], &[], "abc\n'd\n e"),
            (&[0, 1, 1, 2, 3], &[2], "abc\n  df"),
            (&[0, 1, 1, 2, 3], &[1], "ab"),
        ] {
            assert_eq!(drawn(parents, folded), picture, "{parents:?}");
        }
    }

    #[test]
    fn long_lines_and_wide_combs_are_laid_out() {
        let line: Vec<usize> = (0..100_000).collect();
        let (t, root) = tree(&line);
        assert_eq!(Layout::new(&t, root, &BTreeSet::new()).size(), (100_001, 1));
        let comb: Vec<usize> = (0..2_000).map(|n| if n % 2 == 0 { n } else { n - 1 }).collect();
        let (t, root) = tree(&comb);
        let layout = Layout::new(&t, root, &BTreeSet::new());
        assert_eq!(layout.within(0..=u32::MAX, 0..=u32::MAX).len(), 2_001);
        let (t, root) = tree(&[0; 1_000]);
        assert_eq!(Layout::new(&t, root, &BTreeSet::new()).size(), (2, 1_000));
    }

    proptest! {
        #[test]
        fn no_two_nodes_share_a_cell_and_no_line_crosses_one(
            picks in prop::collection::vec((any::<usize>(), any::<bool>()), 0..200),
            fold in any::<usize>(),
        ) {
            let parent = |(n, (pick, far)): (usize, &(usize, bool))| if *far { n } else { pick % (n + 1) };
            let parents: Vec<usize> = picks.iter().enumerate().map(parent).collect();
            let (tree, root) = tree(&parents);
            let folded: BTreeSet<NodeId> = tree.node(fold % (2 * tree.len())).into_iter().collect();
            let layout = Layout::new(&tree, root, &folded);
            let all = layout.within(0..=u32::MAX, 0..=u32::MAX);
            let cells: HashMap<GridCoord, NodeId> = all.iter().map(|(node, cell)| (*cell, *node)).collect();
            prop_assert_eq!(cells.len(), all.len());
            for (node, cell) in &all {
                prop_assert_eq!(layout.at(*cell), Some(*node));
                prop_assert_eq!(layout.coord(*node), Some(*cell));
                prop_assert_eq!(cell.column as usize, tree.line(*node).len() - 1);
            }
            let hidden = tree.preorder(root).filter(|n| tree.ancestors(*n).skip(1).any(|a| folded.contains(&a))).count();
            prop_assert_eq!(all.len() + hidden, tree.len());
            let links = layout.links(&tree, 0..=u32::MAX - 1, 0..=u32::MAX);
            prop_assert_eq!(links.len() + 1, all.len());
            for link in &links {
                for row in link.from.row + 1..=link.bend.map_or(0, |bend| bend.row) {
                    let crossed = GridCoord { column: link.from.column, row };
                    prop_assert!(!cells.contains_key(&crossed));
                }
                prop_assert!(link.to.row >= link.from.row && link.to.column == link.from.column + 1);
            }
        }

        #[test]
        fn a_window_shows_what_the_whole_shows_there(
            picks in prop::collection::vec(any::<usize>(), 0..100),
            c in 0u32..12,
            r in 0u32..20,
        ) {
            let parents: Vec<usize> = picks.iter().enumerate().map(|(n, pick)| pick % (n + 1)).collect();
            let (tree, root) = tree(&parents);
            let layout = Layout::new(&tree, root, &BTreeSet::new());
            let inside = |s: &GridCoord| (c..=c + 3).contains(&s.column) && (r..=r + 3).contains(&s.row);
            let all = layout.within(0..=u32::MAX, 0..=u32::MAX);
            let expected: Vec<_> = all.into_iter().filter(|(_, s)| inside(s)).collect();
            prop_assert_eq!(layout.within(c..=c + 3, r..=r + 3), expected);
            let passes = |links: &[BranchLine]| -> BTreeSet<(GridCoord, bool)> {
                let cells = |l: &BranchLine| {
                    let rows = l.from.row..=l.bend.unwrap_or(l.from).row;
                    let down = rows.map(|row| (GridCoord { column: l.from.column, row }, false));
                    down.chain([(l.to, true)]).collect::<Vec<_>>()
                };
                links.iter().flat_map(cells).filter(|(s, _)| inside(s)).collect()
            };
            let whole = layout.links(&tree, 0..=u32::MAX - 1, 0..=u32::MAX);
            prop_assert_eq!(passes(&layout.links(&tree, c..=c + 3, r..=r + 3)), passes(&whole));
        }
    }
}
