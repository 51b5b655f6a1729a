//! Reading PGN compared with a pgn-reader visitor that builds an arena tree: with and without resolving moves. And how
//! fast the games and tags of a large file are found. Both sides get the same bytes in the same run, alternately.

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use record::pgn::Pgn;
use rules::chess::Position;
use serde_json::{Value, json};
use shakmaty::{Chess, Position as _};

use crate::process::thread_cpu_time;

const ROUNDS: usize = 15;
const MIN_TREE: f64 = 1.0;
const MIN_LEGAL: f64 = 0.8;
const MIN_INDEX: f64 = 500.0;

pub fn run(json: bool) -> Result<()> {
    println!("{:26} {:>9} {:>10} {:>9} {:>9}", "MB/s", "ours", "pgn-reader", "ratio", "at least");
    let mut figures = serde_json::Map::new();
    for (name, text) in inputs()? {
        figures.insert(name.to_owned(), compare(name, &text));
    }
    if json {
        crate::write_json("pgn", &figures.into())?;
    }
    Ok(())
}

fn inputs() -> Result<Vec<(&'static str, Vec<u8>)>> {
    let mut inputs = vec![
        ("games with clocks", large(&games(300, clocks))),
        ("annotated games", large(&games(300, annotations))),
        ("bare moves", large(&games(300, |_, _, _| ()))),
    ];
    let corpus =
        std::env::var_os("TABIYA_CORPUS").map_or_else(|| PathBuf::from("../shared/corpus"), PathBuf::from);
    for (name, folder) in [("real games", "pgn/games"), ("real puzzles", "pgn/puzzles")] {
        let real = real_files(&corpus.join(folder))?;
        match real.is_empty() {
            true => println!("skipped: there are no {name} here"),
            false => inputs.push((name, large(&real))),
        }
    }
    Ok(inputs)
}

/// Files in UTF-8, one after the other.
fn real_files(folder: &Path) -> Result<String> {
    let mut all = String::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(all) };
    for entry in entries {
        if let Ok(text) = std::fs::read_to_string(entry?.path()) {
            all += &text.replace("\r\n", "\n");
            all += "\n\n";
        }
    }
    Ok(all)
}

fn large(text: &str) -> Vec<u8> {
    text.as_bytes().repeat(3_000_000 / text.len().max(1) + 1)
}

fn compare(name: &str, text: &[u8]) -> Value {
    println!("{name}, {:.1} MB", text.len() as f64 / 1e6);
    let tree = side_by_side(|| ours(text, false), || theirs(text, false));
    let legal = side_by_side(|| ours(text, true), || theirs(text, true));
    let index = best_of(|| Pgn::read(text.to_vec()).len(), || text.to_vec().len());
    let speed = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
    let row = |what: &str, (ours, theirs): (Duration, Duration), least: f64| {
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!("  {what:24} {:9.0} {:10.0} {ratio:9.2} {least:9.2}", speed(ours), speed(theirs));
        json!({ "ours": speed(ours), "pgn_reader": speed(theirs), "ratio": ratio, "least": least })
    };
    let tree = row("tree, as spelled", tree, MIN_TREE);
    let legal = row("tree, moves looked up", legal, MIN_LEGAL);
    println!("  {:24} {:9.0} {:10} {:9} {MIN_INDEX:9.0}", "games and tags found", speed(index), "", "");
    json!({ "tree": tree, "legal": legal, "index": { "ours": speed(index), "least": MIN_INDEX } })
}

/// The best time of each, in alternating rounds so that both see the same machine load.
fn side_by_side(ours: impl Fn() -> usize, theirs: impl Fn() -> usize) -> (Duration, Duration) {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        best = (best.0.min(timed(&ours)), best.1.min(timed(&theirs)));
    }
    best
}

/// The best time of a run minus that of the copy it needs; both repeated until a clock tick is negligible.
fn best_of(act: impl Fn() -> usize, copy: impl Fn() -> usize) -> Duration {
    const TIMES: u32 = 12;
    let (act, copy) = side_by_side(|| (0..TIMES).map(|_| act()).sum(), || (0..TIMES).map(|_| copy()).sum());
    act.saturating_sub(copy) / TIMES
}

fn timed(act: &impl Fn() -> usize) -> Duration {
    let start = thread_cpu_time();
    black_box(act());
    thread_cpu_time().saturating_sub(start)
}

fn ours(text: &[u8], with_moves: bool) -> usize {
    let file = Pgn::read(text.to_vec());
    let read = |n| if with_moves { file.game(n) } else { file.unresolved_game(n) };
    (0..file.len()).filter_map(read).map(|game| black_box(game).tree().len()).sum()
}

fn theirs(text: &[u8], with_moves: bool) -> usize {
    let mut reader = Reader::build(text).set_supported_comment_length(1 << 16).finish();
    let mut builder = Builder { with_moves };
    reader.read_games(&mut builder).map_while(Result::ok).map(|game| black_box(game).nodes.len()).sum()
}

/// A game as a user of pgn-reader would store it: an arena of nodes, and all text in one buffer.
#[derive(Default)]
struct Arena {
    nodes: Vec<Node>,
    nags: Vec<(u32, Nag)>,
    comments: Vec<(u32, u32, u32)>,
    tags: Vec<(u32, u32, u32, u32)>,
    text: Vec<u8>,
    outcome: Option<Outcome>,
    /// Per open line: its last node, and the positions before and after it.
    lines: Vec<(u32, Chess, Chess)>,
}

struct Node {
    san: Option<SanPlus>,
    mv: Option<shakmaty::Move>,
    parent: u32,
    first_child: u32,
    next_sibling: u32,
}

struct Builder {
    with_moves: bool,
}

impl Arena {
    fn store(&mut self, bytes: &[u8]) -> (u32, u32) {
        let start = self.text.len();
        self.text.extend_from_slice(bytes);
        (start as u32, self.text.len() as u32)
    }

    fn add(&mut self, parent: u32, san: SanPlus, mv: Option<shakmaty::Move>) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { san: Some(san), mv, parent, first_child: 0, next_sibling: 0 });
        let mut last = self.nodes[parent as usize].first_child;
        if last == 0 {
            self.nodes[parent as usize].first_child = node;
            return node;
        }
        while self.nodes[last as usize].next_sibling != 0 {
            last = self.nodes[last as usize].next_sibling;
        }
        self.nodes[last as usize].next_sibling = node;
        node
    }
}

impl Visitor for Builder {
    type Tags = Arena;
    type Movetext = Arena;
    type Output = Arena;

    fn begin_tags(&mut self) -> ControlFlow<Arena, Arena> {
        ControlFlow::Continue(Arena::default())
    }

    fn tag(&mut self, arena: &mut Arena, name: &[u8], value: RawTag<'_>) -> ControlFlow<Arena> {
        let ((a, b), (c, d)) = (arena.store(name), arena.store(value.as_bytes()));
        arena.tags.push((a, b, c, d));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut arena: Arena) -> ControlFlow<Arena, Arena> {
        arena.nodes.push(Node { san: None, mv: None, parent: 0, first_child: 0, next_sibling: 0 });
        let fen = arena.tags.iter().find(|tag| &arena.text[tag.0 as usize..tag.1 as usize] == b"FEN");
        let fen = fen.filter(|_| self.with_moves).map(|tag| &arena.text[tag.2 as usize..tag.3 as usize]);
        let fen = fen.and_then(|fen| shakmaty::fen::Fen::from_ascii(fen).ok());
        let start: Chess =
            fen.and_then(|fen| fen.into_position(shakmaty::CastlingMode::Standard).ok()).unwrap_or_default();
        arena.lines.push((0, start.clone(), start));
        ControlFlow::Continue(arena)
    }

    fn san(&mut self, arena: &mut Arena, san: SanPlus) -> ControlFlow<Arena> {
        let Some((tip, before, now)) = arena.lines.last_mut() else { return ControlFlow::Continue(()) };
        let parent = *tip;
        let mut mv = None;
        if self.with_moves
            && let Ok(found) = san.san.to_move(now)
        {
            *before = now.clone();
            now.play_unchecked(found);
            mv = Some(found);
        }
        let node = arena.add(parent, san, mv);
        if let Some(line) = arena.lines.last_mut() {
            line.0 = node;
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, arena: &mut Arena, nag: Nag) -> ControlFlow<Arena> {
        arena.nags.push((arena.nodes.len() as u32, nag));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, arena: &mut Arena, comment: RawComment<'_>) -> ControlFlow<Arena> {
        let (start, end) = arena.store(comment.as_bytes());
        arena.comments.push((arena.nodes.len() as u32, start, end));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, arena: &mut Arena) -> ControlFlow<Arena, Skip> {
        if let Some((tip, before, _)) = arena.lines.last() {
            let (parent, before) = (arena.nodes[*tip as usize].parent, before.clone());
            arena.lines.push((parent, before.clone(), before));
        }
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, arena: &mut Arena) -> ControlFlow<Arena> {
        arena.lines.pop();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, arena: &mut Arena, outcome: Outcome) -> ControlFlow<Arena> {
        arena.outcome = Some(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, arena: Arena) -> Arena {
        let moves = arena.nodes.iter().filter(|node| node.san.is_some() && node.mv.is_some()).count();
        let drawn = matches!(arena.outcome, Some(Outcome::Known(KnownOutcome::Draw)));
        black_box((moves, drawn));
        arena
    }
}

/// Random but reproducible games, with notes after the moves.
fn games(count: u32, note: fn(&mut String, u32, &Position)) -> String {
    let mut chance = 0x9E37_79B9_u32;
    let mut next = move || {
        chance ^= chance << 13;
        chance ^= chance >> 17;
        chance ^= chance << 5;
        chance
    };
    let mut text = String::new();
    for game in 0..count {
        let tags = [("Event", "Club evening"), ("Site", "Here"), ("Date", "2024.01.31"), ("Round", "-")];
        for (name, value) in
            tags.iter().chain(&[("White", "Somebody"), ("Black", "Another"), ("Result", "1/2-1/2")])
        {
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let _ = writeln!(text, "[WhiteElo \"{}\"]\n[TimeControl \"300+3\"]\n", 1200 + game);
        let mut here = Position::initial();
        for ply in 0..60 + next() % 40 {
            let moves = here.legal_moves();
            let Some(mv) = moves.get(next() as usize % moves.len().max(1)) else { break };
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let _ = write!(text, "{} ", here.san(*mv));
            note(&mut text, next(), &here);
            let Ok(after) = here.play(*mv) else { break };
            here = after;
        }
        text += "1/2-1/2\n\n";
    }
    text
}

fn clocks(text: &mut String, chance: u32, _: &Position) {
    let _ = write!(text, "{{ [%clk 0:0{}:{:02}] }} ", chance % 6, chance / 7 % 60);
}

/// Sometimes a NAG, a comment, or another move in brackets.
fn annotations(text: &mut String, chance: u32, before: &Position) {
    if chance.is_multiple_of(5) {
        let _ = write!(text, "${} ", chance % 20);
    }
    if chance.is_multiple_of(7) {
        *text += "{A quiet move, but it keeps an eye on the centre and on both wings.} ";
    }
    let moves = before.legal_moves();
    if chance.is_multiple_of(6)
        && let Some(mv) = moves.get(chance as usize % moves.len())
    {
        let _ = write!(text, "({} {{was possible}}) ", before.san(*mv));
    }
}
