//! Files of real players: every one is read, written back byte for byte, and after an edit differs only there.
//! Without the corpus this is skipped, except in CI.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use record::GameRecord;
use record::NodeId;
use record::go::{self, GoRecord};
use record::sgf::{self, Charset, Collection, GameKind, LineBreak};
use rules::go::{Color, Size};

fn files() -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let paths = e2e::corpus_files("sgf", "sgf")?;
    paths.into_iter().map(|path| Ok((path.clone(), std::fs::read(path)?))).collect()
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
fn every_file_is_written_back_byte_for_byte() -> Result<()> {
    for (path, bytes) in files()? {
        let mut file = sgf::read(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(file.write() == bytes, "{} differs", path.display());
        file.tree_mut();
        assert!(file.write() == bytes, "{} differs when written node by node", path.display());
    }
    Ok(())
}

#[test]
fn an_edit_changes_its_node_and_nothing_else() -> Result<()> {
    for (seed, (path, bytes)) in files()?.into_iter().enumerate() {
        let mut file = sgf::read(&bytes).unwrap();
        let node = some_node(&file, seed);
        let before = file.node(node).raw().to_vec();
        let value = file.encode_value("edited: [really]\nby \\ a test").unwrap();
        let text = file.text_with(node, "C", &[value]);
        file.set_edited_text(node, Some(text.clone()));
        let after = file.write();
        let what = path.display();
        let (old, new) = (length(&file, &before), length(&file, &text));
        assert_eq!(after.len() + old, bytes.len() + new, "{what}");
        assert!(shared_ends(&bytes, &after) + old >= bytes.len(), "{what} differs elsewhere");
        let again = sgf::read_as(&after, file.charset()).unwrap();
        let comment = again.node(node).text("C");
        assert_eq!(comment.as_deref(), Some("edited: [really]\nby \\ a test"), "{what}");
        assert!(matches!(file.line_break(), LineBreak::Lf) || after.contains(&b'\r'), "{what}");
        file.set_edited_text(node, None);
        assert!(file.write() == bytes, "{what} is not as it was after the edit was taken back");
    }
    Ok(())
}

#[test]
fn a_cut_branch_attached_again_changes_nothing() -> Result<()> {
    for (seed, (path, bytes)) in files()?.into_iter().enumerate() {
        let mut file = sgf::read(&bytes).unwrap();
        let node = some_node(&file, seed);
        let Some(place) = file.tree_mut().cut(node) else { continue };
        let cut = sgf::read_as(&file.write(), file.charset()).unwrap();
        let nodes = |f: &Collection| f.games().iter().map(|r| f.tree().preorder(*r).count()).sum::<usize>();
        assert_eq!(nodes(&cut), nodes(&file), "{}", path.display());
        assert!(file.tree_mut().attach(node, place));
        assert!(file.write() == bytes, "{} differs", path.display());
    }
    Ok(())
}

/// What GNU Go has on its board after loading a file: black names, then white ones. None if it does not load it.
fn stones_by_gnugo(gnugo: &Path, file: &Path) -> Result<Option<[Vec<String>; 2]>> {
    let commands = file.with_extension("gtp");
    let load = format!("loadsgf {}\nlist_stones black\nlist_stones white\nquit\n", file.display());
    std::fs::write(&commands, load)?;
    let output = Command::new(gnugo).args(["--mode", "gtp", "--gtp-input"]).arg(commands).output()?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut answers = output.lines().filter(|line| line.starts_with(['=', '?']));
    let loaded = answers.next().is_some_and(|line| line.starts_with('='));
    let names = |line: &str| {
        let mut names: Vec<String> = line.split_whitespace().skip(1).map(str::to_owned).collect();
        names.sort();
        names
    };
    let stones = answers.next().zip(answers.next()).filter(|_| loaded);
    Ok(stones.map(|(black, white)| [names(black), names(white)]))
}

#[test]
fn the_last_position_of_regular_games_is_the_one_that_gnugo_sees() -> Result<()> {
    let gnugo = e2e::program("gnugo").context("no gnugo: `cargo xtask setup` or `apt-get install gnugo`")?;
    // GNU Go's command needs a file name without blanks.
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.sgf");
    let (mut compared, mut differ) = (0, Vec::new());
    for (name, bytes) in files()? {
        let file = sgf::read(&bytes).unwrap();
        let single = file.games().len() == 1 && file.kind(file.games()[0]) == GameKind::Go;
        let size = file.node(file.games()[0]).size();
        if !single || !size.is_square() || size.width() > 19 || !go::check(&file).is_empty() {
            continue;
        }
        std::fs::write(&path, &bytes)?;
        let Some(theirs) = stones_by_gnugo(&gnugo, &path)? else { continue };
        let mut record = GoRecord::open(file, 0);
        record.to_end();
        // GNU Go does not remove stones by AE.
        if record.editor().line().any(|(node, _)| record.node(node).has("AE")) {
            continue;
        }
        compared += 1;
        if theirs != Color::BOTH.map(|color| names(&record, color, size)) {
            differ.push(name.display().to_string());
        }
    }
    println!("{compared} games compared");
    assert!(differ.is_empty(), "{} of {compared} differ: {differ:#?}", differ.len());
    Ok(())
}

fn names(record: &GoRecord, color: Color, size: Size) -> Vec<String> {
    let mut names: Vec<String> = record.position().board().stones(color).map(|at| at.name(size)).collect();
    names.sort();
    names
}
