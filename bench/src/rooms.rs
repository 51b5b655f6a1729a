//! Rooms on one core, compared with a minimal host on Node and `ws`: the same players send the same messages to both in
//! the same run, from a separate process on the other core. CPU time and memory are those of the host's process.
//!
//!     cargo xtask bench rooms -- --rooms 2000 --most 9000 --seconds 20

mod load;
mod websocket;

use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use e2e::KillOnDrop;
use load::LoadReport;
use serde_json::{Value, json};

use crate::process;

/// The limits that docs/bench.md sets.
const MAX_SHARE: f64 = 0.25;
const MAX_LATE_MS: f64 = 100.0;

struct Plan {
    rooms: usize,
    max_rooms: usize,
    seconds: u64,
    hosts: Vec<Host>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Host {
    Ours,
    Node,
    NodeWithoutJournal,
}

pub fn run(json: bool) -> Result<()> {
    let args: Vec<String> = env::args().skip(2).collect();
    if let Some(at) = args.iter().position(|arg| arg == "--load") {
        let number = |n: usize| {
            args.get(at + n).and_then(|arg| arg.parse::<u64>().ok()).context("--load PORT ROOMS SECONDS")
        };
        let (port, rooms, seconds) = (number(1)?, number(2)?, number(3)?);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        return runtime.block_on(load::run(u16::try_from(port)?, usize::try_from(rooms)?, seconds));
    }
    let option = |name: &str, usual: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let plan = Plan {
        rooms: usize::try_from(option("--rooms", 2000))?,
        max_rooms: usize::try_from(option("--most", 9000))?,
        seconds: option("--seconds", 20),
        hosts: match args.iter().any(|arg| arg == "--ours") {
            true => vec![Host::Ours],
            false => vec![Host::Ours, Host::Node, Host::NodeWithoutJournal],
        },
    };
    let figures = measure(&plan)?;
    if json {
        crate::write_json("rooms", &figures)?;
    }
    Ok(())
}

fn measure(plan: &Plan) -> Result<Value> {
    println!(
        "Two players a room, a turn every {} s (2 commitments, 2 reveals), the time to both every second, one core for the host.",
        load::TURN.as_secs()
    );
    println!(
        "Ours also checks every move against the rules and the whole history, and keeps tokens, turns and chat for reconnecting players."
    );
    println!();
    println!(
        "{:22} {:>7} {:>9} {:>9} {:>8} {:>8} {:>8} {:>7} {:>7}",
        "", "rooms", "CPU µs/", "memory", "p50", "p99", "most", "host", "load"
    );
    println!(
        "{:22} {:>7} {:>9} {:>9} {:>8} {:>8} {:>8} {:>7} {:>7}",
        "", "", "message", "KiB/room", "late ms", "late ms", "late ms", "CPU", "CPU"
    );
    let mut rows = Vec::new();
    for host in &plan.hosts {
        rows.push((*host, run_host(*host, plan.rooms, plan.seconds)?));
    }
    let full =
        (plan.max_rooms > 0).then(|| run_host(Host::Ours, plan.max_rooms, plan.seconds)).transpose()?;
    println!();
    if let [(_, ours), (_, node), (_, without_journal)] = rows.as_slice() {
        compare("CPU a message", ours.cpu_us, node.cpu_us, without_journal.cpu_us);
        // Ours sends the time more often, in packets that are sent anyway.
        compare("CPU a turn", ours.cpu_us_a_turn(), node.cpu_us_a_turn(), without_journal.cpu_us_a_turn());
        compare("memory a room", ours.memory_kib, node.memory_kib, without_journal.memory_kib);
    }
    if let Some(full) = &full {
        let late = full.late_ms(full.report.late_p99);
        println!("{} rooms on one core: p99 {late:.1} ms late (at most {MAX_LATE_MS:.0})", plan.max_rooms);
    }
    let rows: Vec<Value> =
        rows.iter().map(|(host, row)| row.json(*host)).chain(full.map(|row| row.json(Host::Ours))).collect();
    Ok(json!({ "rows": rows }))
}

fn compare(what: &str, ours: f64, node: f64, without_journal: f64) {
    println!(
        "{what}: {:.2} of Node's with the same journal, {:.2} of Node's without any (at most {MAX_SHARE})",
        ours / node,
        ours / without_journal
    );
}

struct Row {
    rooms: usize,
    report: LoadReport,
    cpu_us: f64,
    memory_kib: f64,
    host_share: f64,
    load_share: f64,
}

impl Row {
    fn cpu_us_a_turn(&self) -> f64 {
        self.cpu_us * self.report.messages as f64 / self.report.turns.max(1) as f64
    }

    fn late_ms(&self, micros: u32) -> f64 {
        f64::from(micros) / 1000.0
    }

    fn json(&self, host: Host) -> Value {
        json!({ "host": host.name(), "rooms": self.rooms, "cpu_us_per_message": self.cpu_us, "kib_per_room": self.memory_kib,
                "host_cpu": self.host_share, "load_cpu": self.load_share, "seen": self.report })
    }
}

/// Runs one host with this many rooms.
fn run_host(host: Host, rooms: usize, seconds: u64) -> Result<Row> {
    let folder = tempfile::tempdir()?;
    let (process, port) = host.start(folder.path())?;
    let empty = process.memory_kib()?;
    let mut load = Process::start(
        Command::new("taskset").args(["-c", "1"]).arg(env::current_exe()?).args(["rooms", "--load"]).args([
            port.to_string(),
            rooms.to_string(),
            seconds.to_string(),
        ]),
    )?;
    ensure!(load.line()? == "begun", "the load did not begin");
    let (before, load_before) = (process.cpu_seconds()?, load.cpu_seconds()?);
    let report: LoadReport = serde_json::from_str(&load.line()?)?;
    let (cpu, load_cpu) = (process.cpu_seconds()? - before, load.cpu_seconds()? - load_before);
    let memory_kib = (process.memory_kib()? - empty) / rooms as f64;
    let row = Row {
        rooms,
        cpu_us: cpu * 1e6 / report.messages as f64,
        memory_kib,
        host_share: cpu / seconds as f64,
        load_share: load_cpu / seconds as f64,
        report,
    };
    println!(
        "{:22} {rooms:>7} {:>9.1} {:>9.1} {:>8.1} {:>8.1} {:>8.1} {:>6.0}% {:>6.0}%",
        host.name(),
        row.cpu_us,
        row.memory_kib,
        row.late_ms(row.report.late_p50),
        row.late_ms(row.report.late_p99),
        row.late_ms(row.report.late_most),
        100.0 * row.host_share,
        100.0 * row.load_share
    );
    println!(
        "{:22} {} messages, {} turns; p99 of answers {:.1} ms, of ticks {:.1} ms, of the load itself {:.1} ms",
        "",
        row.report.messages,
        row.report.turns,
        row.late_ms(row.report.answers_p99),
        row.late_ms(row.report.ticks_p99),
        row.late_ms(row.report.own_p99)
    );
    let expected = rooms as f64 * seconds as f64 / load::TURN.as_secs_f64();
    ensure!(
        row.report.turns as f64 > 0.8 * expected,
        "{} turns of {expected:.0}: the rooms stalled",
        row.report.turns
    );
    Ok(row)
}

impl Host {
    fn name(self) -> &'static str {
        match self {
            Host::Ours => "tabiya host",
            Host::Node => "Node ws",
            Host::NodeWithoutJournal => "Node ws, no journal",
        }
    }

    fn start(self, folder: &Path) -> Result<(Process, u16)> {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]);
        match self {
            Host::Ours => {
                let binary = env::var_os("TABIYA")
                    .map_or_else(|| PathBuf::from("target/release/tabiya"), PathBuf::from);
                command.arg(binary).args(["host", "--port", "0", "--no-mdns", "--keep"]).arg(folder);
                // All players have the same address.
                command.args(["--connections-per-address", "65000", "--rooms-per-address", "20000"]);
            }
            Host::Node | Host::NodeWithoutJournal => {
                let packages =
                    env::var_os("TABIYA_NPM").map_or_else(|| PathBuf::from("target/npm"), PathBuf::from);
                command.env("NODE_PATH", packages.join("node_modules"));
                command.arg("node").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/rooms/peer.js"));
                if self == Host::Node {
                    command.arg(folder.join("journal.jsonl"));
                }
            }
        }
        let mut process = Process::start(&mut command)?;
        loop {
            let line = process.line()?;
            let port = line
                .split_once("http://")
                .and_then(|(_, rest)| rest.split(['/', ' ']).next()?.rsplit_once(':'));
            if let Some((_, port)) = port {
                return Ok((process, port.parse()?));
            }
        }
    }
}

struct Process {
    child: KillOnDrop,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(command: &mut Command) -> Result<Process> {
        let started = command.stdout(Stdio::piped()).spawn().with_context(|| format!("{command:?}"))?;
        let mut child = KillOnDrop(started);
        let lines = BufReader::new(child.0.stdout.take().context("no output")?).lines();
        Ok(Process { child, lines })
    }

    fn line(&mut self) -> Result<String> {
        self.lines.next().context("it ended without output")?.context("its output cannot be read")
    }

    fn cpu_seconds(&self) -> Result<f64> {
        process::cpu_seconds(self.child.id())
    }

    fn memory_kib(&self) -> Result<f64> {
        process::memory_kib(self.child.id())
    }
}
