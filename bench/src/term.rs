//! Start time, key latency, idle CPU and memory of the terminal program, each with its limit. The terminal is that of
//! `script`, which adds its own delay.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use e2e::KillOnDrop;
use serde_json::json;

use crate::process::{cpu_seconds, memory_kib};

const MAX_START: f64 = 0.150;
const MAX_KEY: f64 = 0.010;
const MAX_IDLE: f64 = 0.01;
const MAX_MEMORY: f64 = 30.0;
const GAMES: usize = 5000;
const KEYS: usize = 400;
/// Columns and rows.
const USUAL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);

pub fn run(json: bool) -> Result<()> {
    let home = Home::new()?;
    let mut starts: Vec<f64> = (0..10).map(|_| home.start_time()).collect::<Result<_>>()?;
    let start = middle(&mut starts);
    let (mut in_game, idle, memory) = home.in_game(USUAL)?;
    let (mut in_large, idle_large, _) = home.in_game(LARGE)?;
    let (mut in_history, memory_there) = home.in_history()?;
    let late = |times: &mut [f64]| (middle(times), times[times.len() * 95 / 100]);
    let (game, game_late) = late(&mut in_game);
    let (large, large_late) = late(&mut in_large);
    let (history, history_late) = late(&mut in_history);
    println!("{:44} {:>10} {:>10} {:>8}", "", "measured", "at most", "of it");
    let ms = |seconds: f64| format!("{:.1} ms", seconds * 1e3);
    row("start until the first picture, middle of ten", &ms(start), &ms(MAX_START), start / MAX_START);
    row("a key in a game until it is drawn, middle", &ms(game), &ms(MAX_KEY), game / MAX_KEY);
    row("  the 95th of a hundred", &ms(game_late), &ms(MAX_KEY), game_late / MAX_KEY);
    row("a key in a game at 200x60, middle", &ms(large), &ms(MAX_KEY), large / MAX_KEY);
    row("  the 95th of a hundred", &ms(large_late), &ms(MAX_KEY), large_late / MAX_KEY);
    row(&format!("a key in a list of {GAMES} games, middle"), &ms(history), &ms(MAX_KEY), history / MAX_KEY);
    row("  the 95th of a hundred", &ms(history_late), &ms(MAX_KEY), history_late / MAX_KEY);
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    row("processor while idle", &percent(idle), &percent(MAX_IDLE), idle / MAX_IDLE);
    row("  at 200x60", &percent(idle_large), &percent(MAX_IDLE), idle_large / MAX_IDLE);
    let mib = |mib: f64| format!("{mib:.1} MiB");
    row("resident memory in a game", &mib(memory), &mib(MAX_MEMORY), memory / MAX_MEMORY);
    row(
        &format!("resident memory with {GAMES} games listed"),
        &mib(memory_there),
        &mib(MAX_MEMORY),
        memory_there / MAX_MEMORY,
    );
    if json {
        let figures = json!({
            "start_seconds": start, "key_seconds": game, "key_seconds_p95": game_late,
            "key_large_seconds": large, "key_large_seconds_p95": large_late, "idle_large_share": idle_large,
            "key_in_history_seconds": history, "key_in_history_seconds_p95": history_late,
            "idle_share": idle, "game_mib": memory, "history_mib": memory_there,
        });
        crate::write_json("term", &figures)?;
    }
    Ok(())
}

fn row(what: &str, measured: &str, most: &str, share: f64) {
    println!("{what:44} {measured:>10} {most:>10} {:>7.0} %", share * 100.0);
}

fn middle(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A temporary home folder with generated settings and games.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Result<Home> {
        let home = tempfile::tempdir()?;
        fs::create_dir_all(home.path().join("config/tabiya"))?;
        fs::write(home.path().join("config/tabiya/term.toml"), "[game]\nopponent = \"friend\"\n")?;
        let history = home.path().join("data/tabiya/history");
        fs::create_dir_all(&history)?;
        let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
        for number in 0..GAMES {
            let moves: String = (0..200)
                .map(|n| format!(";{}[{}{}]", ["B", "W"][n % 2], letter(n), letter(n / 19 * 2)))
                .collect();
            let game = format!("(;GM[1]SZ[19]PB[Player]PW[Rival {number}]{moves})");
            fs::write(history.join(format!("2026-01-01_{number:06}_19x19.sgf")), game)?;
        }
        Ok(Home(home))
    }

    fn start_time(&self) -> Result<f64> {
        let begun = Instant::now();
        let mut screen = Screen::start(self.0.path(), "", USUAL)?;
        screen.wait_for("New game")?;
        Ok(begun.elapsed().as_secs_f64())
    }

    fn in_game(&self, size: (u16, u16)) -> Result<(Vec<f64>, f64, f64)> {
        let mut screen = Screen::start(self.0.path(), "--play", size)?;
        screen.wait_for("REC")?;
        for point in (0..19).flat_map(|x| (1..6).map(move |y| (x, y * 3))) {
            let column = b"ABCDEFGHJKLMNOPQRST"[point.0];
            screen.press(format!(":{}{}\r", char::from(column), point.1).as_bytes())?;
        }
        screen.rest();
        let keys = (0..KEYS).map(|n| screen.time(if n / 9 % 2 == 0 { b"h" } else { b"l" }));
        let times = keys.collect::<Result<Vec<f64>>>()?;
        let before = cpu_seconds(screen.pid()?)?;
        let begun = Instant::now();
        sleep(Duration::from_secs(5));
        let idle = (cpu_seconds(screen.pid()?)? - before) / begun.elapsed().as_secs_f64();
        Ok((times, idle, memory_kib(screen.pid()?)? / 1024.0))
    }

    fn in_history(&self) -> Result<(Vec<f64>, f64)> {
        let mut screen = Screen::start(self.0.path(), "", USUAL)?;
        screen.wait_for("New game")?;
        screen.press(b"i")?;
        screen.wait_for("Rival")?;
        sleep(Duration::from_secs(3));
        screen.rest();
        let times = (0..KEYS).map(|_| screen.time(b"j")).collect::<Result<Vec<f64>>>()?;
        Ok((times, memory_kib(screen.pid()?)? / 1024.0))
    }
}

/// The program in the terminal of `script`.
struct Screen {
    script: KillOnDrop,
    stdin: ChildStdin,
    written: Receiver<Vec<u8>>,
}

/// The program writes this when a frame is complete.
const DRAWN: &[u8] = b"\x1b[?2026l";

impl Screen {
    fn start(home: &Path, args: &str, (columns, rows): (u16, u16)) -> Result<Screen> {
        let binary = std::env::var("TABIYA").context("run this by `cargo xtask bench term`")?;
        let command = format!("stty cols {columns} rows {rows}; exec {binary} term {args}");
        let mut script = Command::new("script")
            .args(["-qfc", &command, "/dev/null"])
            .env("HOME", home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)
            .context("`script` cannot be started")?;
        let stdin = script.0.stdin.take().context("no input")?;
        let mut stdout = script.0.stdout.take().context("no output")?;
        let (tell, written) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 65536];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                if tell.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Screen { script, stdin, written })
    }

    /// Only what changes is written, so the text must be new on the screen.
    fn wait_for(&mut self, text: &str) -> Result<()> {
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(text) {
            match self.written.recv_timeout(Duration::from_secs(20)) {
                Ok(bytes) => seen.extend(bytes),
                Err(_) => bail!("{text:?} was never drawn"),
            }
        }
        Ok(())
    }

    fn press(&mut self, keys: &[u8]) -> Result<()> {
        self.stdin.write_all(keys)?;
        Ok(self.stdin.flush()?)
    }

    /// Until nothing has been drawn for a while.
    fn rest(&mut self) {
        while self.written.recv_timeout(Duration::from_millis(300)).is_ok() {}
    }

    fn time(&mut self, key: &[u8]) -> Result<f64> {
        sleep(Duration::from_millis(5));
        self.written.try_iter().for_each(drop);
        let begun = Instant::now();
        self.press(key)?;
        let mut seen = Vec::new();
        while !seen.windows(DRAWN.len()).any(|part| part == DRAWN) {
            seen.extend(self.written.recv_timeout(Duration::from_secs(5)).context("nothing was drawn")?);
        }
        Ok(begun.elapsed().as_secs_f64())
    }

    /// `script` has one child, which became the program.
    fn pid(&self) -> Result<u32> {
        let script = self.script.id();
        let children = fs::read_to_string(format!("/proc/{script}/task/{script}/children"))?;
        children.split_whitespace().next().and_then(|pid| pid.parse().ok()).context("the program has exited")
    }
}
