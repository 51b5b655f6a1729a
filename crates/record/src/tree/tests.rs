use proptest::prelude::*;

use super::*;

/// `0-1-2, 1-3` : parent and child pairs, in the order they are added.
fn tree(pairs: &[(usize, usize)]) -> Tree {
    let mut tree = Tree::new();
    tree.add_detached();
    for (parent, child) in pairs {
        let node = tree.add(NodeId(*parent as u32));
        assert_eq!(node.index(), *child);
    }
    tree
}

fn children(tree: &Tree, node: u32) -> Vec<u32> {
    tree.children(NodeId(node)).map(|n| n.0).collect()
}

#[test]
fn a_cut_branch_is_attached_again_where_it_was() {
    let mut t = tree(&[(0, 1), (0, 2), (0, 3), (2, 4)]);
    t.prefer(NodeId(2));
    let attachment = t.cut(NodeId(2)).unwrap();
    assert_eq!((attachment.index, attachment.preferred), (1, true));
    assert_eq!(children(&t, 0), [1, 3]);
    assert_eq!(t.preferred(NodeId(0)), Some(NodeId(1)));
    assert!(t.attach(NodeId(2), attachment));
    assert_eq!(children(&t, 0), [1, 2, 3]);
    assert_eq!(t.preferred(NodeId(0)), Some(NodeId(2)));
    assert_eq!(children(&t, 2), [4]);
}

#[test]
fn the_preferred_child_stays_the_same_node_when_others_move() {
    let mut t = tree(&[(0, 1), (0, 2), (0, 3)]);
    t.prefer(NodeId(3));
    t.reorder(NodeId(3), 0);
    assert_eq!(children(&t, 0), [3, 1, 2]);
    assert_eq!(t.preferred(NodeId(0)), Some(NodeId(3)));
    t.reorder(NodeId(1), 0);
    assert_eq!(children(&t, 0), [1, 3, 2]);
    assert_eq!(t.preferred(NodeId(0)), Some(NodeId(3)));
    t.cut(NodeId(1));
    assert_eq!(t.preferred(NodeId(0)), Some(NodeId(3)));
}

#[test]
fn a_node_is_never_attached_below_itself() {
    let mut t = tree(&[(0, 1), (1, 2)]);
    t.cut(NodeId(1));
    assert!(!t.attach(NodeId(1), Attachment { parent: NodeId(2), index: 0, preferred: false }));
    assert!(
        !t.attach(NodeId(2), Attachment { parent: NodeId(0), index: 0, preferred: false }),
        "it hangs already"
    );
}

#[test]
fn paths_lead_to_their_nodes_and_back() {
    let t = tree(&[(0, 1), (0, 2), (2, 3), (2, 4), (4, 5)]);
    for node in t.preorder(NodeId(0)) {
        let path = t.path(node);
        assert_eq!(path.to_string().parse(), Ok(path.clone()));
        assert_eq!(t.follow(NodeId(0), &path, |_| true), Ok(node));
    }
    let at = |text: &str| t.follow(NodeId(0), &text.parse().unwrap(), |n| n != NodeId(0));
    assert_eq!(at("1.1.0"), Ok(NodeId(5)));
    assert_eq!(at("move:1"), Ok(NodeId(1)));
    assert_eq!(at("move:2"), Err(PathError::TooFewMoves { moves: 1 }));
    assert_eq!(at("1.7"), Err(PathError::NoSuchChild { step: 1, child: 7 }));
    assert!("1.x".parse::<Path>().is_err());
    assert!("move:".parse::<Path>().is_err());
}

#[test]
fn a_line_of_a_hundred_thousand_nodes_is_walked_and_dropped() {
    let mut t = Tree::new();
    let root = t.add_detached();
    let mut last = root;
    for _ in 0..100_000 {
        last = t.add(last);
    }
    assert_eq!(t.preorder(root).count(), 100_001);
    assert_eq!(t.line(last).len(), 100_001);
    assert!(t.is_on_main_line(last));
}

#[test]
fn the_other_branches_and_the_fork_above_are_found() {
    let t = tree(&[(0, 1), (1, 2), (1, 3), (3, 4), (0, 5)]);
    assert_eq!(t.other_branches(NodeId(4)), [NodeId(2), NodeId(5)]);
    assert_eq!(t.fork_above(NodeId(4)), Some(NodeId(1)));
    assert_eq!(t.fork_above(NodeId(1)), Some(NodeId(0)));
    assert_eq!(t.off_main_line(NodeId(4)).collect::<Vec<_>>(), [NodeId(3)]);
}

proptest! {
    #[test]
    fn cutting_and_attaching_again_changes_nothing(
        parents in prop::collection::vec(0usize..40, 1..40),
        cut in 1usize..40,
        prefer in 1usize..40,
    ) {
        let mut t = Tree::new();
        t.add_detached();
        for (n, parent) in parents.iter().enumerate() {
            t.add(NodeId((parent % (n + 1)) as u32));
        }
        let pick = |n: usize| NodeId((1 + n % parents.len()) as u32);
        t.prefer(pick(prefer));
        let before: Vec<_> = t.preorder(NodeId(0)).collect();
        let preferences: Vec<_> = before.iter().map(|n| t.preferred(*n)).collect();
        let attachment = t.cut(pick(cut)).unwrap();
        prop_assert!(t.preorder(NodeId(0)).all(|n| n != pick(cut)));
        prop_assert!(t.attach(pick(cut), attachment));
        prop_assert_eq!(&t.preorder(NodeId(0)).collect::<Vec<_>>(), &before);
        prop_assert_eq!(before.iter().map(|n| t.preferred(*n)).collect::<Vec<_>>(), preferences);
    }
}
