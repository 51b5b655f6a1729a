//! Position ids read and written, beside AnkiGammon, which does the same in Python: the same ids, in one run.

use anyhow::{Context, Result, ensure};
use rules::backgammon::{Board, Dice, Notation, Position, Score, Side, Stage, Stake, legal_plays};
use serde_json::{Value, json};
use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

const IDS: usize = 20_000;
const ROUNDS: usize = 5;
/// Read and written per second on one core.
const MIN_RATE: f64 = 1e6;
const PEER: &str = "ankigammon==1.19.1";

pub fn run(json: bool) -> Result<()> {
    let ids: Vec<[String; 3]> =
        positions(IDS).iter().map(|p| Notation::ALL.map(|notation| p.write(notation).text)).collect();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("ids.tsv");
    std::fs::write(&file, ids.iter().map(|row| row.join("\t") + "\n").collect::<String>())?;
    let theirs = peer(&file)?;
    println!("{IDS} positions, each read, then read and written; microseconds an id");
    println!("{:8} {:>12} {:>12} {:>8}", "", "ours", "AnkiGammon", "ratio");
    let mut figures = serde_json::Map::new();
    for (n, notation) in Notation::ALL.into_iter().enumerate() {
        let name = notation.name();
        let read = best(|| ids.iter().for_each(|row| drop(black_box(Position::read(&row[n])))));
        let both = best(|| {
            ids.iter()
                .for_each(|row| drop(black_box(Position::read(&row[n]).map(|r| r.position.write(notation)))));
        });
        for (what, ours) in [("read", read), ("written", both)] {
            let theirs = theirs[name][what].as_f64().context("the peer printed no time")?;
            let ratio = theirs / ours;
            let target = match what {
                "written" => format!("  {:.2} million a second, at least {}", 1.0 / ours, MIN_RATE / 1e6),
                _ => String::new(),
            };
            println!("{name:8} {ours:>12.3} {theirs:>12.3} {ratio:>7.0}x  {what}{target}");
            figures.insert(
                format!("{name} {what}"),
                json!({ "ours_us": ours, "theirs_us": theirs, "ratio": ratio }),
            );
        }
    }
    if json {
        crate::write_json("ids", &figures.into())?;
    }
    Ok(())
}

/// Microseconds per id, the best of several rounds.
fn best(mut act: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        act();
        start.elapsed().as_secs_f64() * 1e6 / IDS as f64
    });
    times.fold(f64::MAX, f64::min)
}

pub(crate) fn python() -> PathBuf {
    std::env::var_os("TABIYA_PYTHON").map_or_else(|| "target/referees/bin/python".into(), PathBuf::from)
}

fn peer(ids: &std::path::Path) -> Result<Value> {
    let there = Command::new(python()).args(["-c", "import ankigammon"]).output();
    if !there.context("no Python: `cargo xtask setup` installs it")?.status.success() {
        // Its GUI needs a toolkit of hundreds of megabytes; its ids do not.
        let pip =
            Command::new(python()).args(["-m", "pip", "install", "--quiet", "--no-deps", PEER]).status()?;
        ensure!(pip.success(), "pip cannot install {PEER}");
    }
    let output = Command::new(python()).args(["-c", SCRIPT]).arg(ids).arg(ROUNDS.to_string()).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

const SCRIPT: &str = r#"
import json, sys, time
from ankigammon.utils.xgid import parse_xgid, encode_xgid
from ankigammon.utils.ogid import parse_ogid, encode_ogid
from ankigammon.utils.gnuid import parse_gnuid, encode_gnuid
rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1])]
def write(encode, position, meta, keys):
    return encode(position, **{key: meta[key] for key in keys if meta.get(key) is not None})
common = ["cube_value", "cube_owner", "dice", "on_roll", "score_x", "score_o", "match_length"]
figures = {}
for n, (name, parse, encode) in enumerate([("XGID", parse_xgid, encode_xgid), ("OGID", parse_ogid, encode_ogid),
                                           ("GNUID", parse_gnuid, encode_gnuid)]):
    read = both = 1e9
    for _ in range(int(sys.argv[2])):
        start = time.perf_counter()
        for row in rows: parse(row[n])
        read = min(read, time.perf_counter() - start)
        start = time.perf_counter()
        for row in rows: write(encode, *parse(row[n]), common)
        both = min(both, time.perf_counter() - start)
    figures[name] = {"read": read * 1e6 / len(rows), "written": both * 1e6 / len(rows)}
print(json.dumps(figures))
"#;

/// Positions of games played at random, with the dice on the table.
pub(crate) fn positions(count: usize) -> Vec<Position> {
    let mut seed = 0x5eed_u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let mut positions = Vec::new();
    let (mut board, mut turn) = (Board::START, Side::Bottom);
    while positions.len() < count {
        if Side::BOTH.iter().any(|side| board.off(*side) == 15) {
            board = Board::START;
        }
        let Some(dice) = Dice::new(below(6) as u8 + 1, below(6) as u8 + 1) else { continue };
        let plays = legal_plays(&board, turn, dice);
        let score = Score { bottom: below(7) as u16, top: below(7) as u16 };
        let stake = Stake::Match { length: 7, crawford: false };
        if plays.len() > 1 {
            positions.push(Position {
                turn,
                stage: Stage::Rolled(dice),
                score,
                stake,
                ..Position::money(board)
            });
        }
        if !plays.is_empty() {
            board = plays[below(plays.len())].board;
        }
        turn = turn.other();
    }
    positions
}
