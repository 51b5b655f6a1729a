//! Ordinary Go on 9x9 against GNU Go at level 1, over GTP; GNU Go also determines dead stones and the winner.

use anyhow::{Context, Result};
use bot::{Level, Search, Settings, Turn};
use e2e::GtpEngine;
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
    let mut gnugo = gnugo()?;
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

fn gnugo() -> Result<GtpEngine> {
    let komi = KOMI.to_string();
    let board = ["--level", "1", "--boardsize", "9", "--komi", &komi];
    GtpEngine::gnugo(&[&board[..], &["--chinese-rules", "--positional-superko"]].concat())
}
