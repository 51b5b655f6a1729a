//! Files of real players: every one is read, comes back byte by byte, and after an edit differs only there.
//! The files lie beside the workspace in `shared/corpus/sgf`, or where TABIYA_CORPUS says; without them this is skipped.

use std::path::PathBuf;

use record::NodeId;
use record::sgf::{self, Charset, Collection, LineBreak};

fn files() -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders: Vec<PathBuf> = proof::corpus("sgf").into_iter().collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_sgf = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf"));
            if path.is_dir() {
                folders.push(path);
            } else if is_sgf {
                let bytes = std::fs::read(&path).unwrap();
                files.push((path, bytes));
            }
        }
    }
    files.sort();
    files
}

/// The same node for the same file on every run.
fn some_node(file: &Collection, seed: usize) -> NodeId {
    let nodes: Vec<NodeId> = file.games().iter().flat_map(|root| file.tree().preorder(*root)).collect();
    nodes[(seed.wrapping_mul(0x9E37_79B9) >> 7) % nodes.len()]
}

fn shared_ends(before: &[u8], after: &[u8]) -> usize {
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let rest = before.iter().skip(start).rev().zip(after.iter().skip(start).rev());
    start + rest.take_while(|(a, b)| a == b).count()
}

/// How many bytes of the file a node's text takes.
fn length(file: &Collection, text: &[u8]) -> usize {
    match file.charset() {
        Charset::Utf16 { .. } => String::from_utf8_lossy(text).encode_utf16().count() * 2,
        _ => text.len(),
    }
}

#[test]
fn every_file_comes_back_byte_by_byte() {
    for (path, bytes) in files() {
        let mut file = sgf::read(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(file.write() == bytes, "{} differs", path.display());
        file.tree_mut();
        assert!(file.write() == bytes, "{} differs when written node by node", path.display());
    }
}

#[test]
fn an_edit_changes_its_node_and_nothing_else() {
    for (seed, (path, bytes)) in files().into_iter().enumerate() {
        let mut file = sgf::read(&bytes).unwrap();
        let node = some_node(&file, seed);
        let before = file.node(node).raw().to_vec();
        let value = file.spell("edited: [really]\nby \\ a test").unwrap();
        let text = file.text_with(node, "C", &[value]);
        file.set_own_text(node, Some(text.clone()));
        let after = file.write();
        let what = path.display();
        let (old, new) = (length(&file, &before), length(&file, &text));
        assert_eq!(after.len() + old, bytes.len() + new, "{what}");
        assert!(shared_ends(&bytes, &after) + old >= bytes.len(), "{what} differs elsewhere");
        let again = sgf::read_as(&after, file.charset()).unwrap();
        let said = again.node(node).text("C");
        assert_eq!(said.as_deref(), Some("edited: [really]\nby \\ a test"), "{what}");
        assert!(matches!(file.line_break(), LineBreak::Lf) || after.contains(&b'\r'), "{what}");
        file.set_own_text(node, None);
        assert!(file.write() == bytes, "{what} is not as it was after the edit was taken back");
    }
}

#[test]
fn a_cut_branch_grafted_back_leaves_no_trace() {
    for (seed, (path, bytes)) in files().into_iter().enumerate() {
        let mut file = sgf::read(&bytes).unwrap();
        let node = some_node(&file, seed);
        let Some(place) = file.tree_mut().cut(node) else { continue };
        let cut = sgf::read_as(&file.write(), file.charset()).unwrap();
        let nodes = |f: &Collection| f.games().iter().map(|r| f.tree().preorder(*r).count()).sum::<usize>();
        assert_eq!(nodes(&cut), nodes(&file), "{}", path.display());
        assert!(file.tree_mut().graft(node, place));
        assert!(file.write() == bytes, "{} differs", path.display());
    }
}
