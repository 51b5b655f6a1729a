//! Size of the page's bundles as downloaded, start time of the binary and its idle memory, each with its limit.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use e2e::KillOnDrop;
use serde_json::json;

use crate::process::memory_kib;

const MAX_WASM: f64 = 200.0 * 1024.0;
const MAX_EMBED: f64 = 300.0 * 1024.0;
const MAX_START: f64 = 1.0;
const MAX_MEMORY: f64 = 40.0;

pub fn run(json: bool) -> Result<()> {
    let dist =
        PathBuf::from(std::env::var_os("TABIYA_DIST").context("run this by `cargo xtask bench size`")?);
    let bundles = bundles(&dist)?;
    let frame = bundles.iter().find(|bundle| bundle.name == "frame").context("the page has no frame")?;
    let (start, memory) = started()?;
    let share = |figure: f64, most: f64| 100.0 * figure / most;
    println!("{:34} {:>10} {:>10} {:>8}", "", "measured", "at most", "of it");
    let kib = |bytes: f64| format!("{:.1} KiB", bytes / 1024.0);
    row("the frame's WASM, brotli", &kib(frame.packed), &kib(MAX_WASM), share(frame.packed, MAX_WASM));
    row("  the same, uncompressed", &kib(frame.plain), "", f64::NAN);
    for bundle in bundles.iter().filter(|bundle| bundle.name != "frame") {
        row(&format!("{}, when first needed, brotli", bundle.name), &kib(bundle.packed), "", f64::NAN);
        row("  the same, uncompressed", &kib(bundle.plain), "", f64::NAN);
    }
    let embed = embedded()?;
    row("elements for other pages, brotli", &kib(embed), &kib(MAX_EMBED), share(embed, MAX_EMBED));
    let ms = |seconds: f64| format!("{:.0} ms", seconds * 1e3);
    row("start until the page is answered", &ms(start), &ms(MAX_START), share(start, MAX_START));
    let mib = |mib: f64| format!("{mib:.1} MiB");
    row("resident memory, idle", &mib(memory), &mib(MAX_MEMORY), share(memory, MAX_MEMORY));
    if json {
        let of = |bundle: &Bundle| {
            (bundle.name.clone(), json!({ "brotli_bytes": bundle.packed, "bytes": bundle.plain }))
        };
        let wasm: serde_json::Map<_, _> = bundles.iter().map(of).collect();
        let figures =
            json!({ "wasm": wasm, "embed_brotli_bytes": embed, "start_seconds": start, "idle_mib": memory });
        crate::write_json("size", &figures)?;
    }
    Ok(())
}

/// Compressed size of the elements' script and WASM.
fn embedded() -> Result<f64> {
    let folder =
        PathBuf::from(std::env::var_os("TABIYA_EMBED").context("run this by `cargo xtask bench size`")?);
    let files = ["tabiya.js.br", "tabiya_bg.wasm.br"].map(|name| fs::metadata(folder.join(name)));
    files.into_iter().map(|file| Ok(file?.len() as f64)).sum()
}

fn row(what: &str, measured: &str, most: &str, share: f64) {
    let share = if share.is_nan() { String::new() } else { format!("{share:.0} %") };
    println!("{what:34} {measured:>10} {most:>10} {share:>8}");
}

/// The WASM of the frame, of a page or of a worker.
struct Bundle {
    name: String,
    packed: f64,
    plain: f64,
}

fn bundles(dist: &Path) -> Result<Vec<Bundle>> {
    let mut bundles = Vec::new();
    for entry in fs::read_dir(dist.join("assets"))? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let Some((name, _)) = file.strip_suffix(".wasm").and_then(|stem| stem.rsplit_once('-')) else {
            continue;
        };
        let packed = fs::metadata(path.with_file_name(format!("{file}.br")))?.len() as f64;
        bundles.push(Bundle { name: name.to_owned(), packed, plain: fs::metadata(&path)?.len() as f64 });
    }
    bundles.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(bundles)
}

/// Seconds from the start of the process to the last byte of the page's first answer, the best of five, and MiB after it.
fn started() -> Result<(f64, f64)> {
    let mut best = f64::INFINITY;
    let mut memory = 0.0;
    for _ in 0..5 {
        let begun = Instant::now();
        let mut studio = Running::start()?;
        studio.fetch("/")?;
        best = best.min(begun.elapsed().as_secs_f64());
        sleep(Duration::from_millis(300));
        memory = memory_kib(studio.process.id())? / 1024.0;
    }
    Ok((best, memory))
}

struct Running {
    process: KillOnDrop,
    host: String,
}

impl Running {
    fn start() -> Result<Running> {
        let binary = std::env::var_os("TABIYA").context("run this by `cargo xtask bench size`")?;
        let started =
            Command::new(binary).args(["--no-open", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
        let mut process = KillOnDrop(started);
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().context("no output")?).read_line(&mut line)?;
        let host =
            line.split_whitespace().find_map(|word| word.strip_prefix("http://")).context("no address")?;
        let host = host.split('/').next().unwrap_or(host).to_owned();
        Ok(Running { process, host })
    }

    fn fetch(&mut self, path: &str) -> Result<()> {
        let mut socket = TcpStream::connect(&self.host)?;
        write!(socket, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host)?;
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer)?;
        anyhow::ensure!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
        Ok(())
    }
}
