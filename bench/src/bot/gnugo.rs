//! Ordinary Go on 9x9 against GNU Go at level 1, over GTP; GNU Go also determines dead stones and the winner.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use bot::{Level, Search, Settings, Turn};
use rules::go::{Color, Move, Point, Position, Rules, Size};

use super::games::{Tally, append_result};
use super::{Figure, Options};

const KOMI: f32 = 7.5;
/// Longer than any reasonable game.
const MAX_MOVES: u32 = 300;

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    let mut tally = Tally::default();
    for game in 0..options.games.unwrap_or(40) {
        let color = if game.is_multiple_of(2) { Color::Black } else { Color::White };
        let (points, moves) = play(color, options.seed * 1_000_003 + u64::from(game))?;
        tally.add(points, moves);
        append_result("gnugo", game, points, moves)?;
    }
    let what = format!("% of ordinary 9x9 games at Max against GNU Go level 1, komi {KOMI}");
    Ok(vec![tally.figure(&what, 50.0)])
}

fn play(bot: Color, seed: u64) -> Result<(f64, u32)> {
    let mut gnugo = GnuGo::start()?;
    let mut position = Position::new(Size::square(9)?).with_rules(Rules::CHINESE);
    let settings = Settings { komi: KOMI, ..Settings::new(Level::Max) };
    let mut search = Search::new(&position, settings, seed);
    let mut moves = 0;
    while position.passes() < 2 && moves < MAX_MOVES {
        let color = position.to_play();
        let choice = if color == bot {
            think(&mut search, bot);
            let choice = search.best(bot);
            gnugo.ask(&format!("play {color:?} {}", name_of(choice, position.size())))?;
            choice
        } else {
            let reply = gnugo.ask(&format!("genmove {color:?}"))?;
            if reply.eq_ignore_ascii_case("resign") {
                return Ok((1.0, moves));
            }
            move_of(&reply, position.size())?
        };
        position = position.play(choice)?;
        search.follow(Turn::One(choice), &position);
        moves += 1;
    }
    let score = gnugo.ask("final_score")?;
    Ok((points_for(bot, &score), moves))
}

/// Until more simulations cannot change the choice.
fn think(search: &mut Search, color: Color) {
    loop {
        let progress = search.step(128);
        let left = progress.of - progress.simulations;
        if left == 0 || search.root().is_decided(color, left) {
            return;
        }
    }
}

fn points_for(bot: Color, score: &str) -> f64 {
    match score.chars().next() {
        Some(winner) if winner == bot.letter() => 1.0,
        Some('0') => 0.5,
        _ => 0.0,
    }
}

fn name_of(choice: Move, size: Size) -> String {
    match choice {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}

fn move_of(name: &str, size: Size) -> Result<Move> {
    if name.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Ok(Move::Place(Point::from_name(name, size).with_context(|| format!("GNU Go played {name:?}"))?))
}

struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start() -> Result<GnuGo> {
        // Debian installs games outside PATH.
        let program = ["/usr/games/gnugo", "/usr/local/bin/gnugo", "/usr/bin/gnugo"]
            .into_iter()
            .find(|path| std::path::Path::new(path).exists())
            .unwrap_or("gnugo");
        let komi = KOMI.to_string();
        let args = [
            "--komi",
            &komi,
            "--mode",
            "gtp",
            "--level",
            "1",
            "--boardsize",
            "9",
            "--chinese-rules",
            "--positional-superko",
        ];
        let mut process = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("GNU Go is needed: apt-get install gnugo")?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("GNU Go has no input or output");
        };
        Ok(GnuGo { process, input, output: BufReader::new(output) })
    }

    fn ask(&mut self, command: &str) -> Result<String> {
        writeln!(self.input, "{command}")?;
        self.input.flush()?;
        let mut reply = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("GNU Go exited after {command:?}");
            }
            if line.trim().is_empty() && !reply.is_empty() {
                break;
            }
            reply.push_str(line.trim_end());
        }
        let Some(answer) = reply.strip_prefix('=') else { bail!("GNU Go to {command:?}: {reply}") };
        Ok(answer.trim().to_owned())
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
