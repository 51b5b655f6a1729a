//! Ordinary Go against GNU Go, over GTP; GNU Go also determines dead stones and the winner. `--size`, `--opponent` (its
//! level) and `--seconds` (CPU time a move; without it the simulations of `--level`) choose the match.

use anyhow::{Context, Result};
use bot::{Search, Settings, Turn};
use e2e::GtpEngine;
use rules::go::{Color, Move, Point, Position, Rules, Size};

use super::games::{Tally, append_result};
use super::{Figure, Options, cpu};

const KOMI: f32 = 7.0;

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    let mut tally = Tally::default();
    let Options { size, opponent, level, .. } = options;
    let name = format!("gnugo {opponent} {size} {}", level.name());
    for game in 0..options.games.unwrap_or(200) {
        let color = if game.is_multiple_of(2) { Color::Black } else { Color::White };
        let (points, moves) = play(color, options.seed * 1_000_003 + u64::from(game), options)?;
        tally.add(points, moves);
        append_result(&name, game, points, moves)?;
    }
    let time =
        options.move_seconds.map_or_else(|| "its simulations".to_owned(), |s| format!("{s} s of CPU a move"));
    let what = format!(
        "% of ordinary {size}x{size} games at {} ({time}) against GNU Go level {opponent}, komi {KOMI}",
        level.name()
    );
    Ok(vec![tally.figure(&what, options.target())])
}

fn play(bot: Color, seed: u64, options: &Options) -> Result<(f64, u32)> {
    let mut gnugo = gnugo(options, seed)?;
    let size = Size::square(options.size)?;
    let mut position = Position::new(size).with_rules(Rules::CHINESE);
    let mut settings = Settings { komi: KOMI, ..Settings::new(options.level, size) };
    if options.move_seconds.is_some() {
        settings.simulations = u32::MAX;
    }
    let mut search = Search::new(&position, settings, seed);
    let mut moves = 0;
    while position.passes() < 2 && moves < 4 * options.size * options.size {
        let color = position.to_play();
        let choice = if color == bot {
            let start = cpu();
            while !search.step(32).is_done() && options.move_seconds.is_none_or(|most| cpu() - start < most) {
            }
            let choice = options.level.choose(&search.root(), bot, seed ^ u64::from(moves) << 32);
            gnugo.ask(&format!("play {color:?} {}", name_of(choice, size)))?;
            choice
        } else {
            let reply = gnugo.ask(&format!("genmove {color:?}"))?;
            if reply.eq_ignore_ascii_case("resign") {
                return Ok((1.0, moves));
            }
            move_of(&reply, size)?
        };
        position = position.play(choice)?;
        search.follow(Turn::One(choice), &position);
        moves += 1;
    }
    let score = gnugo.ask("final_score")?;
    Ok((points_for(bot, &score), moves))
}

fn points_for(bot: Color, score: &str) -> f64 {
    match score.chars().next() {
        Some(winner) if winner == bot.letter() => 1.0,
        Some('0') => 0.5,
        _ => 0.0,
    }
}

pub fn name_of(choice: Move, size: Size) -> String {
    match choice {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}

pub fn move_of(name: &str, size: Size) -> Result<Move> {
    if name.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Ok(Move::Place(Point::from_name(name, size).with_context(|| format!("GNU Go played {name:?}"))?))
}

fn gnugo(options: &Options, seed: u64) -> Result<GtpEngine> {
    let words = [
        options.opponent.to_string(),
        options.size.to_string(),
        KOMI.to_string(),
        (seed % 1_000_000).to_string(),
    ];
    let [level, size, komi, seed] = words.each_ref().map(String::as_str);
    let board = ["--level", level, "--boardsize", size, "--komi", komi, "--seed", seed];
    GtpEngine::gnugo(&[&board[..], &["--chinese-rules", "--positional-superko"]].concat())
}
