//! Any edits of a record can be undone to the same bytes, and written records read back as the same tree.

use record::go::{GoRecord, Mark};
use record::sgf;
use record::{GameRecord, NodeId, Refusal, Tree};
use rules::go::{Color, Move, Point};

pub(crate) fn check(bytes: &[u8]) {
    let Some((count, rest)) = bytes.split_first() else { return };
    let (edits, bytes) = rest.split_at((usize::from(*count) % 48 * 2).min(rest.len()));
    let Ok(file) = sgf::read(bytes) else { return };
    let mut record = GoRecord::open(file, 0);
    for edit in edits.chunks_exact(2) {
        perform(&mut record, edit[0], edit[1]);
    }
    let written = record.write();
    let again = sgf::read_as(&written, record.file().charset()).expect("an edited file can be read");
    assert_eq!(again.games().len(), record.file().games().len());
    for (ours, theirs) in record.file().games().iter().zip(again.games()) {
        assert_eq!(shape(record.tree(), *ours), shape(again.tree(), *theirs));
    }
    while record.undo() {}
    assert_eq!(record.write(), bytes);
    while record.redo() {}
    while record.undo() {}
    assert_eq!(record.write(), bytes);
}

/// How many children each node has, in file order: equal for equal trees.
fn shape(tree: &Tree, root: NodeId) -> Vec<usize> {
    tree.preorder(root).map(|node| tree.children(node).count()).collect()
}

fn perform(record: &mut GoRecord, action: u8, with: u8) {
    let size = record.size();
    let at = Point::new(with % size.width(), (with / 7) % size.height());
    let color = Color::BOTH[usize::from(with & 1)];
    // A refused edit must leave the record unchanged; that is part of the property.
    let _ = match action % 24 {
        0 => record.play(Move::Place(at)).map(drop),
        1 => record.pass().map(drop),
        2 => record.take_back().map(drop),
        3 => record.cut().map(drop),
        4 => paste_elsewhere(record, with),
        5 => record.toggle_mark(at, Mark::ALL[usize::from(with) % 5]),
        6 => record.toggle_letter(at),
        7 => record.toggle_arrow(at, Point::new(0, 0)),
        8 => record.erase(at),
        9 => record.set_comment(if with & 1 == 0 { "so]\\:\n" } else { "" }),
        10 => {
            record.enter_set_up();
            record.set_up(at, color)
        }
        11 => record.move_branch(with & 1 == 0),
        12 => record.make_main_line(),
        13 => record.remove_other_variations(),
        14 => record.flatten(),
        15 => record.convert_to_utf8(),
        16 => record.set_property("XX", &["a", "b\\]"]),
        17 => record.find(&at.name(size)).map(drop),
        18 => record.to_fork(),
        _ => {
            navigate(record, action, with);
            Ok(())
        }
    };
}

fn paste_elsewhere(record: &mut GoRecord, with: u8) -> Result<(), Refusal> {
    let clip = record.copy()?;
    navigate(record, 4, with);
    record.paste(&clip).map(drop)
}

fn navigate(record: &mut GoRecord, action: u8, with: u8) {
    match action % 5 {
        0 => record.to_end(),
        1 => record.to_start(),
        2 if record.undo() => {}
        3 if record.redo() => {}
        _ => {
            let nodes: Vec<NodeId> = record.tree().preorder(record.root()).take(256).collect();
            record.go_to(nodes[usize::from(with) % nodes.len()]);
        }
    }
}
