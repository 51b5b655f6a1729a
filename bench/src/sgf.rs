//! Reading and writing SGF compared with the crate sgf-parse, memory compared with the size of the file, and the layout
//! of a large tree compared with one traversal of it. Both sides get the same files in the same run, alternately.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use peak_alloc::PeakAlloc;
use record::layout::Layout;
use record::sgf;
use record::{NodeId, Tree};
use serde_json::{Value, json};

/// Counts allocations, at the same small cost for both sides.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ROUNDS: usize = 7;
const MIN_RATIO: f64 = 15.0;
const MAX_MEMORY: f64 = 6.0;
const NODES: usize = 100_000;

pub fn run(json: bool) -> Result<()> {
    // sgf-parse traverses its trees recursively.
    let measuring = std::thread::Builder::new().stack_size(1 << 30).spawn(measure)?;
    let figures = measuring.join().ok().context("the measurement did not finish")??;
    if json {
        crate::write_json("sgf", &figures)?;
    }
    Ok(())
}

fn measure() -> Result<Value> {
    println!("{:26} {:>9} {:>9} {:>9} {:>9}", "MB/s", "ours", "sgf-parse", "ratio", "at least");
    let mut figures = serde_json::Map::new();
    for (name, files) in inputs()? {
        figures.insert(name.to_owned(), compare(name, &files));
    }
    figures.insert("layout".to_owned(), layout());
    Ok(figures.into())
}

/// Files that both sides can read; sgf-parse needs UTF-8 and refuses some.
fn inputs() -> Result<Vec<(&'static str, Vec<String>)>> {
    let mut inputs = vec![
        ("1,000 plain games", (0..1_000).map(plain_game).collect()),
        ("a commented collection", vec![(0..200).map(commented_game).collect::<String>()]),
        ("one tree of branches", vec![branches(60_000)]),
    ];
    let corpus =
        std::env::var_os("TABIYA_CORPUS").map_or_else(|| PathBuf::from("../shared/corpus"), PathBuf::from);
    let real = real_files(&corpus.join("sgf"))?;
    match real.is_empty() {
        true => println!("skipped: there are no real files here"),
        false => inputs.push(("real files", real)),
    }
    Ok(inputs)
}

fn real_files(folder: &Path) -> Result<Vec<String>> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                files.extend(sgf_parse::parse(&text).is_ok().then_some(text));
            }
        }
    }
    Ok(files)
}

fn compare(name: &str, files: &[String]) -> Value {
    let bytes: usize = files.iter().map(String::len).sum();
    let memory = memory_ratio(files);
    println!("{name}, {:.1} MB; memory {memory:.1}x the files (at most {MAX_MEMORY}x)", bytes as f64 / 1e6);
    let parse = side_by_side(
        || files.iter().for_each(|file| drop(black_box(sgf::read(file.as_bytes())))),
        || files.iter().for_each(|file| drop(black_box(sgf_parse::parse(file)))),
    );
    let write = side_by_side(
        || files.iter().for_each(|file| drop(black_box(sgf::read(file.as_bytes()).map(|file| file.write())))),
        || files.iter().for_each(|file| drop(black_box(rewritten(file)))),
    );
    let values = side_by_side(
        || files.iter().for_each(|file| read_everything(file)),
        || files.iter().for_each(|file| drop(black_box(sgf_parse::parse(file)))),
    );
    json!({
        "bytes": bytes,
        "memory_ratio": memory,
        "parse": row("parse", bytes, parse, Some(MIN_RATIO)),
        "parse_and_write": row("parse + write", bytes, write, Some(MIN_RATIO)),
        "parse_and_every_value": row("parse + values as text", bytes, values, None),
    })
}

fn rewritten(file: &str) -> Option<String> {
    sgf_parse::parse(file).ok().map(|games| sgf_parse::serialize(&games))
}

/// What sgf-parse does while parsing: each value of each property as text.
fn read_everything(file: &str) {
    let Ok(file) = sgf::read(file.as_bytes()) else { return };
    for node in file.games().iter().flat_map(|root| file.tree().preorder(*root)) {
        for property in file.node(node).properties() {
            property.values().for_each(|value| drop(black_box(value.text())));
        }
    }
}

fn row(what: &str, bytes: usize, (ours, theirs): (Duration, Duration), least: Option<f64>) -> Value {
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    let least = least.map_or(String::new(), |least| format!("{least:.0}x"));
    println!("  {what:24} {:>9.0} {:>9.1} {ratio:>8.0}x {least:>9}", speed(ours), speed(theirs));
    json!({ "ours_mb_per_s": speed(ours), "theirs_mb_per_s": speed(theirs), "ratio": ratio })
}

/// The best of several alternating rounds, so that both see the same machine load.
fn side_by_side(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (Duration, Duration) {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        best.0 = best.0.min(timed(&mut ours));
        best.1 = best.1.min(timed(&mut theirs));
    }
    best
}

fn timed(act: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    act();
    start.elapsed()
}

/// The peak memory of reading, including the stored bytes, relative to the size of the files.
fn memory_ratio(files: &[String]) -> f64 {
    let mut used = 0.0;
    for file in files {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let read = black_box(sgf::read(file.as_bytes()));
        used += MEMORY.peak_usage().saturating_sub(before) as f64;
        drop(read);
    }
    used / files.iter().map(String::len).sum::<usize>() as f64
}

fn layout() -> Value {
    let (tree, root) = random_tree(NODES);
    let folded = BTreeSet::new();
    let (laid, walked) = side_by_side(
        || drop(black_box(Layout::new(&tree, root, &folded))),
        || assert_eq!(black_box(tree.preorder(root).count()), NODES),
    );
    let ms = laid.as_secs_f64() * 1e3;
    let walks = laid.as_secs_f64() / walked.as_secs_f64();
    println!(
        "layout of a random tree of {NODES} nodes: {ms:.2} ms, as long as {walks:.1} walks over it (at most 5 ms)"
    );
    json!({ "nodes": NODES, "ms": ms, "walks": walks })
}

/// A pseudo-random number, the same on every run.
fn scattered(seed: usize) -> usize {
    let mut z = (seed as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((z ^ (z >> 27)) >> 8) as usize
}

/// Three nodes in four continue the last one, as in records; the others branch off anywhere.
fn random_tree(nodes: usize) -> (Tree, NodeId) {
    let mut tree = Tree::new();
    let root = tree.add_detached();
    let mut last = root;
    for n in 1..nodes {
        let branches_off = scattered(n).is_multiple_of(4);
        let parent = if branches_off { tree.node(scattered(n * 7) % n).unwrap_or(root) } else { last };
        last = tree.add(parent);
    }
    (tree, root)
}

fn a_move(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (scattered(n) % 19) as u8);
    format!(";{}[{}{}]", if n.is_multiple_of(2) { "B" } else { "W" }, letter(2 * n), letter(2 * n + 1))
}

fn plain_game(n: usize) -> String {
    let moves: String = (0..250).map(|m| a_move(n * 250 + m)).collect();
    format!("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]PB[Player {n}]PW[Player {}]RE[B+R]{moves})\n", n + 1)
}

fn commented_game(n: usize) -> String {
    let mut game = format!("(;GM[1]FF[4]CA[UTF-8]SZ[19]HA[2]AB[dd][pp]PB[Black {n}]PW[White {n}]\n");
    for m in 0..60 {
        game += &a_move(n * 60 + m);
        let _ = match m % 6 {
            0 => write!(
                game,
                "C[Move {m} is worth a look; [here\\] Black\\\\White:\nboth sides live. 黒は厚い。]"
            ),
            1 => write!(game, "TR[aa:cc][dd]LB[ee:A][ff:B]"),
            _ => Ok(()),
        };
    }
    game + ")\n"
}

/// Short branches off a line that restarts now and then.
fn branches(nodes: usize) -> String {
    let mut file = String::from("(;GM[1]FF[4]SZ[19]");
    for n in 0..nodes / 6 {
        let moves = |from: usize, count: usize| (from..from + count).map(a_move).collect::<String>();
        let _ = match n % 40 {
            39 => write!(file, "(;B[aa]{})", moves(n * 6, 5)),
            _ => write!(file, "(;W[bb]{}(;B[cc])(;B[dd]))", moves(n * 6, 3)),
        };
    }
    file + ")"
}
