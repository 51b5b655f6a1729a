//! A library of 100,000 generated games: how fast they are indexed and found, and how large it is. Compared with a
//! simple Python program with SQLite, python-chess and sgfmill, on the same files.

mod games;
mod peer;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use catalogue::{Date, GameKind, PositionQuery, Winner};
use library::{Library, Query, Sort};
use serde_json::json;

/// Go, chess and backgammon.
const GAMES: [usize; 3] = [70_000, 25_000, 5_000];
/// Games with variations, in addition.
const STUDIED: usize = 10_000;
const MIN_GAMES: f64 = 5_000.0;
const MAX_FILTER: f64 = 50.0;
const MAX_POSITION: f64 = 100.0;
const ROUNDS: usize = 7;

pub fn run(json: bool) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let count: usize = GAMES.iter().sum();
    let records = folder.path().join("records");
    let made = games::make(&records, GAMES)?;
    println!("{count} games in {} files, {} positions on the way", made.files, made.positions);
    let mut library = Library::open(&folder.path().join("library.db"))?;
    library.add_folder(&records)?;
    let start = Instant::now();
    let summary = library.update(None, &mut |_| ControlFlow::Continue(()))?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(summary.games == count, "{} games were found", summary.games);
    let rate = count as f64 / seconds;
    let start = Instant::now();
    library.update(None, &mut |_| ControlFlow::Continue(()))?;
    let again = start.elapsed().as_secs_f64();
    let start = Instant::now();
    library.find(&Query { most: Some(1), ..Query::default() })?;
    let load = start.elapsed().as_secs_f64() * 1e3;
    let filter = worst(&mut library, &filters())?;
    let position = worst(&mut library, &positions(&made.searches))?;
    let bytes = size(&folder.path().join("library.db"))?;
    let studied = studied(folder.path())?;
    let theirs = peer::measure(&records)?;
    println!("{:34} {:>10} {:>12} {:>8}  target", "", "ours", "Python", "ratio");
    let line = |what: &str, ours: f64, theirs: f64, ratio: f64, target: &str| {
        println!("{what:34} {ours:>10.1} {theirs:>12.1} {ratio:>7.0}x  {target}");
    };
    line("games indexed a second", rate, theirs.rate, rate / theirs.rate, "at least 5000");
    line("slowest filter, ms", filter.1, theirs.filter, theirs.filter / filter.1, "at most 50");
    line("slowest position, ms", position.1, theirs.position, theirs.position / position.1, "at most 100");
    println!("games with ten variations, indexed a second: {studied:.0}");
    println!("slowest filter: {}; slowest position: {}", filter.0, position.0);
    println!(
        "nothing changed: {again:.2} s; first list after opening: {load:.0} ms; {:.0} MB, {:.1} bytes a position",
        bytes as f64 / 1e6,
        bytes as f64 / made.positions as f64
    );
    if json {
        let figures = json!({
            "games": count, "games_per_s": rate, "filter_ms": filter.1, "position_ms": position.1, "bytes": bytes,
            "studied_games_per_s": studied, "unchanged_s": again, "open_ms": load, "peer_games_per_s": theirs.rate, "peer_filter_ms": theirs.filter,
            "peer_position_ms": theirs.position
        });
        crate::write_json("library", &figures)?;
    }
    ensure!(rate >= MIN_GAMES && filter.1 <= MAX_FILTER && position.1 <= MAX_POSITION, "a target was missed");
    Ok(())
}

/// Games with variations indexed per second.
fn studied(folder: &Path) -> Result<f64> {
    let records = folder.join("studied");
    let positions = games::make_studied(&records, STUDIED)?;
    println!("{STUDIED} games with variations, {positions} positions on the way");
    let mut library = Library::open(&folder.join("studied.db"))?;
    library.add_folder(&records)?;
    let start = Instant::now();
    let summary = library.update(None, &mut |_| ControlFlow::Continue(()))?;
    ensure!(summary.games == STUDIED, "{} games were found", summary.games);
    Ok(STUDIED as f64 / start.elapsed().as_secs_f64())
}

fn size(database: &Path) -> Result<u64> {
    let wal = database.with_extension("db-wal");
    Ok(std::fs::metadata(database)?.len() + std::fs::metadata(wal).map_or(0, |wal| wal.len()))
}

fn filters() -> Vec<(&'static str, Query)> {
    let base = Query { most: Some(100), ..Query::default() };
    let by = |sort| Query { sort, ..base.clone() };
    vec![
        ("all by date", Query { backwards: true, ..by(Sort::Date) }),
        ("all by black", by(Sort::Black)),
        ("all by event", by(Sort::Event)),
        ("three words", Query { text: "an spring 20".into(), ..by(Sort::White) }),
        ("a letter", Query { text: "a".into(), ..by(Sort::Moves) }),
        ("nobody", Query { text: "nobody at all".into(), ..base.clone() }),
        (
            "everything at once",
            Query {
                text: "e".into(),
                player: "o".into(),
                kind: Some(GameKind::Go),
                winner: Some(Winner::Black),
                from: Some(Date::read("1999")),
                to: Some(Date::read("2015-06")),
                size: Some(19),
                least_moves: Some(20),
                ..by(Sort::Result)
            },
        ),
    ]
}

fn positions(searches: &[(&'static str, String)]) -> Vec<(&'static str, Query)> {
    let query =
        |text: &str| Query { position: PositionQuery::read(text), most: Some(100), ..Query::default() };
    searches.iter().map(|(what, text)| (*what, query(text))).collect()
}

/// The slowest of these queries by its median time, in milliseconds.
fn worst(library: &mut Library, questions: &[(&'static str, Query)]) -> Result<(String, f64)> {
    let mut worst = (String::new(), 0.0);
    for (what, query) in questions {
        let mut times = Vec::new();
        let mut total = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            total = library.find(query)?.total;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let middle = times.get(ROUNDS / 2).copied().unwrap_or_default();
        println!("   {what}: {total} games, {middle:.1} ms");
        if middle > worst.1 {
            worst = (format!("{what} ({total} games)"), middle);
        }
    }
    Ok(worst)
}
