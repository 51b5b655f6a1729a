//! `tabiya gtp`: the bot as an engine for any Go program. The conversation is `play::gtp::engine`; here are only the
//! streams, the clock, the files and the search threads.

mod load;
mod parallel_search;

use std::io::{self, BufRead};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use bot::Level;
use clap::Args;
use moment::Moment;
use play::gtp::engine::{Answer, Engine, Lines, Output};
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
    /// Strength: easy, medium, hard or max
    #[arg(long, default_value = "max", value_parser = level)]
    level: Level,
    /// Both sides move at once; the variant is red, hole or void
    #[arg(long, value_name = "VARIANT", num_args = 0..=1, require_equals = true,
          default_missing_value = "red", value_parser = variant)]
    simultaneous: Option<Variant>,
    /// Number of search threads (default: one per core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Random seed, for repeatable games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn level(name: &str) -> Result<Level, String> {
    Level::from_name(name).ok_or_else(|| "choose easy, medium, hard or max".to_owned())
}

fn variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| "choose red, hole or void".to_owned())
}

pub fn run(args: &GtpArgs) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = args.seed.unwrap_or(since_1970.as_nanos() as u64);
    let mut session = GtpSession {
        engine: Engine::new("Tabiya", env!("CARGO_PKG_VERSION"), args.simultaneous),
        search: ParallelSearch::new(args.level, args.threads.unwrap_or(cores), seed),
        start: Instant::now(),
    };
    let mut lines = Lines::default();
    let mut input = io::stdin().lock();
    loop {
        let bytes = input.fill_buf()?.to_vec();
        input.consume(bytes.len());
        let received = if bytes.is_empty() { lines.end().into_iter().collect() } else { lines.read(&bytes) };
        for line in received {
            if !session.handle_line(&line)? {
                return Ok(());
            }
        }
        if bytes.is_empty() {
            return Ok(());
        }
    }
}

struct GtpSession {
    engine: Engine,
    search: ParallelSearch,
    start: Instant,
}

impl GtpSession {
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
                Output::Think(task) => self.search.best_move(*task),
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
