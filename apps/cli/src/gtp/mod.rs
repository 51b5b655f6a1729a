//! `tabiya gtp`: the bot as an engine for any Go program. The conversation is `play::gtp::engine`; here are only the
//! streams, the clock, the files and the search threads.

mod load;
mod parallel_search;

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bot::Level;
use clap::Args;
use moment::Moment;
use play::automatic_player::Resignation;
use play::gtp::engine::{Answer, DEFAULT_RULES, Engine, Lines, Output, Task};
use rules::go::Rules;
use rules::go::simultaneous::Variant;

use crate::failure::Failure;
use crate::output;
use parallel_search::ParallelSearch;

pub const HELP: &str = "\
Simultaneous Go:
  Both sides move at once, so play and genmove hold a move back until the other side's arrives. The bot looks
  only at the board that both have seen, so it may be told the other move first. In addition to the usual commands:
    play_turn BLACK WHITE          both moves of a turn
    genmove_simultaneous COLOR     a move, without playing it
    simultaneous_variant VARIANT   red, hole or void; clears the board

Examples:
  tabiya gtp --level hard
  gogui-twogtp -black 'gnugo --mode gtp' -white 'tabiya gtp' -size 9 -auto
  tabiya gtp --simultaneous=void";

#[derive(Args)]
pub struct GtpArgs {
    /// Strength: beginner, easy, medium, hard, strong or max
    #[arg(long, default_value = "max", value_parser = level)]
    level: Level,
    /// Both sides move at once; the variant is red, hole or void
    #[arg(long, value_name = "VARIANT", num_args = 0..=1, require_equals = true,
          default_missing_value = "red", value_parser = variant)]
    simultaneous: Option<Variant>,
    /// Rules where moves alternate, until the controller sets others: chinese, japanese, aga or nz
    #[arg(long, value_name = "RULES", value_parser = rules, conflicts_with = "simultaneous")]
    rules: Option<Rules>,
    /// Resign when less than this percentage of games is won and the game is lost on the board; 0: never
    #[arg(long, value_name = "PERCENT", default_value = "3", value_parser = clap::value_parser!(u8).range(0..=49))]
    resign: u8,
    /// Number of search threads (default: one per core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Random seed, for repeatable games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// A level by its name, as an argument.
pub fn level(name: &str) -> Result<Level, String> {
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::from_name(name).ok_or_else(|| format!("choose one of {}", names()))
}

fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| "choose red, hole or void".to_owned())
}

fn rules(name: &str) -> Result<Rules, String> {
    Rules::from_sgf(name).ok_or_else(|| "choose chinese, japanese, aga or nz".to_owned())
}

/// Lines that are waiting to be executed.
const MAX_WAITING_LINES: usize = 64;
/// How long an analysis searches between two looks at the input.
const ANALYSIS_SLICE: Duration = Duration::from_millis(20);

pub fn run(args: &GtpArgs) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = args.seed.unwrap_or(since_1970.as_nanos() as u64);
    let mut session = GtpSession {
        engine: Engine::new("Tabiya", env!("CARGO_PKG_VERSION"), args.simultaneous)
            .with_rules(args.rules.unwrap_or(DEFAULT_RULES))
            .with_resignation(Resignation::below(f32::from(args.resign) / 100.0)),
        analysis: None,
        search: ParallelSearch::new(args.level, args.threads.unwrap_or(cores), seed),
        start: Instant::now(),
    };
    let lines = read_lines();
    while let Some(line) = session.next_line(&lines)? {
        if !session.handle_line(&line)? {
            break;
        }
    }
    Ok(())
}

/// Reads on a thread of its own, so that a line can end an analysis.
fn read_lines() -> Receiver<String> {
    let (sender, receiver) = mpsc::sync_channel(MAX_WAITING_LINES);
    thread::spawn(move || {
        let mut lines = Lines::default();
        let mut input = io::stdin().lock();
        while let Ok(bytes) = input.fill_buf().map(<[u8]>::to_vec) {
            input.consume(bytes.len());
            let received =
                if bytes.is_empty() { lines.end().into_iter().collect() } else { lines.read(&bytes) };
            if received.into_iter().any(|line| sender.send(line).is_err()) || bytes.is_empty() {
                break;
            }
        }
    });
    receiver
}

struct GtpSession {
    engine: Engine,
    search: ParallelSearch,
    /// The running analysis and when its next report is due.
    analysis: Option<(Task, Instant)>,
    start: Instant,
}

impl GtpSession {
    /// Waits for a line, and analyses meanwhile if that was asked. None at the end of the input.
    fn next_line(&mut self, lines: &Receiver<String>) -> io::Result<Option<String>> {
        while let Some((task, due)) = &mut self.analysis {
            match lines.try_recv() {
                Ok(line) => return Ok(Some(line)),
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {}
            }
            self.search.search(Some(Instant::now() + ANALYSIS_SLICE));
            if Instant::now() < *due {
                continue;
            }
            *due = Instant::now() + task.interval.unwrap_or(ANALYSIS_SLICE);
            let report = self.search.report(task);
            self.answer(report)?;
        }
        Ok(lines.recv().ok())
    }

    fn answer(&mut self, answer: Answer) -> io::Result<()> {
        for output in self.engine.answer(self.now(), answer) {
            if let Output::Write(text) = output {
                output::print_bytes(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Chooses a move, and reports meanwhile if that was asked.
    fn choose(&mut self, task: &Task) -> io::Result<Answer> {
        let end = task.limit.map(|limit| Instant::now() + limit);
        self.search.prepare(task);
        loop {
            let slice = task.interval.map(|interval| Instant::now() + interval);
            let done = self.search.search(end.into_iter().chain(slice).min());
            let done = done || end.is_some_and(|end| Instant::now() >= end);
            if task.interval.is_some() {
                let report = self.search.report(task);
                self.answer(report)?;
            }
            if done {
                return Ok(self.search.answer(task));
            }
        }
    }

    /// Executes a command with everything that follows from it. False after `quit`.
    fn handle_line(&mut self, line: &str) -> io::Result<bool> {
        let mut outputs = self.engine.handle_line(self.now(), line);
        let mut running = true;
        while !outputs.is_empty() {
            let output = outputs.remove(0);
            let answer = match output {
                Output::Write(text) => {
                    output::print_bytes(text.as_bytes())?;
                    continue;
                }
                Output::Quit => {
                    running = false;
                    continue;
                }
                Output::Think(task) => self.choose(&task)?,
                Output::Analyze(task) => {
                    self.search.prepare_analysis(&task);
                    let due = Instant::now() + task.interval.unwrap_or(ANALYSIS_SLICE);
                    self.analysis = Some((*task, due));
                    continue;
                }
                Output::StopAnalysis => {
                    self.analysis = None;
                    self.search.forget();
                    continue;
                }
                Output::FindDead(board) => Answer::Dead(self.search.dead(&board)),
                Output::Load { path, before, simultaneous } => {
                    Answer::Game(load::boards(&path, before, simultaneous))
                }
            };
            outputs.extend(self.engine.answer(self.now(), answer));
        }
        Ok(running)
    }

    fn now(&self) -> Moment {
        Moment::ORIGIN + self.start.elapsed()
    }
}
