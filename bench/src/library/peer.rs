//! The same in Python: some of the files, each game replayed by sgfmill or python-chess, every position a row of an
//! indexed SQLite table; then a filter over as many rows as ours, and a search for a position by replaying the stored
//! games.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::ids::python;

/// Numbers of files: enough for a few seconds.
const SGF: usize = 150;
const PGN: usize = 60;
const PEER: &str = "sgfmill==1.1.1";

pub struct Theirs {
    pub rate: f64,
    pub filter: f64,
    pub position: f64,
}

pub fn measure(records: &Path) -> Result<Theirs> {
    let there = Command::new(python()).args(["-c", "import sgfmill"]).output();
    if !there.context("no Python: `cargo xtask setup` installs it")?.status.success() {
        let pip = Command::new(python()).args(["-m", "pip", "install", "--quiet", PEER]).status()?;
        ensure!(pip.success(), "pip cannot install {PEER}");
    }
    let output = Command::new(python())
        .args(["-c", SCRIPT])
        .arg(records)
        .args([SGF.to_string(), PGN.to_string()])
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout)?;
    let figures: Vec<f64> = printed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [rate, filter, position] = figures[..] else { anyhow::bail!("the peer printed {printed:?}") };
    Ok(Theirs { rate, filter, position })
}

const SCRIPT: &str = r#"
import glob, io, random, sqlite3, sys, time
import chess.pgn
from sgfmill import sgf, sgf_moves
folder, many_sgf, many_pgn = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, black TEXT, white TEXT, event TEXT, date TEXT, result TEXT, moves INT)")
db.execute("CREATE TABLE positions (key INTEGER, game INTEGER, ply INTEGER)")
db.execute("CREATE INDEX by_key ON positions (key)")
def add(row, keys):
    game = db.execute("INSERT INTO games (black, white, event, date, result, moves) VALUES (?,?,?,?,?,?)", row).lastrowid
    db.executemany("INSERT INTO positions VALUES (?,?,?)", [(key, game, ply) for ply, key in enumerate(keys)])
def go(path):
    game = sgf.Sgf_game.from_bytes(open(path, "rb").read())
    board, plays = sgf_moves.get_setup_and_moves(game)
    keys = []
    for color, move in plays:
        if move: board.play(move[0], move[1], color)
        keys.append(hash(tuple(map(tuple, board.board))))
    root = game.get_root()
    get = lambda name: root.get(name) if root.has_property(name) else ""
    add((get("PB"), get("PW"), get("EV"), get("DT"), get("RE"), len(plays)), keys)
def pgn(game):
    board, keys = game.board(), []
    for move in game.mainline_moves():
        board.push(move)
        keys.append(hash(board._transposition_key()))
    tags = game.headers
    add((tags["Black"], tags["White"], tags["Event"], tags["Date"], tags["Result"], len(keys)), keys)
files = sorted(glob.glob(folder + "/go/*/*.sgf"))[:many_sgf]
text = open(sorted(glob.glob(folder + "/*.pgn"))[0], encoding="utf-8")
start = time.perf_counter()
for path in files: go(path)
go_time = (time.perf_counter() - start) / len(files)
start = time.perf_counter()
for _ in range(many_pgn): pgn(chess.pgn.read_game(text))
pgn_time = (time.perf_counter() - start) / many_pgn
rate = 1 / (0.75 * go_time + 0.25 * pgn_time)
rows = db.execute("SELECT black, white, event, date, result, moves FROM games").fetchall()
db.executemany("INSERT INTO games (black, white, event, date, result, moves) VALUES (?,?,?,?,?,?)",
    [random.choice(rows) for _ in range(100000)])
words = "(black LIKE ? OR white LIKE ? OR event LIKE ? OR date LIKE ?)"
query = "SELECT * FROM games WHERE " + " AND ".join([words] * 3) + " ORDER BY white LIMIT 100"
best = 1e9
for _ in range(5):
    start = time.perf_counter()
    args = [f"%{word}%" for word in ("an", "spring", "20") for _ in range(4)]
    db.execute(query, args).fetchall()
    db.execute("SELECT count(*) FROM games WHERE " + " AND ".join([words] * 3), args).fetchone()
    best = min(best, time.perf_counter() - start)
# A position among 100,000 games without an index: replaying them.
print(rate, best * 1e3, 100000 / rate * 1e3)
"#;
